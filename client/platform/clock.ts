import { dayAt, isTimeZone } from '@rowhouse/domain/kernel/dates.ts';

let chosen: string | null = null;

/** The zone that the person chose in their profile; null: that of the browser. One that this browser lacks counts as none. */
export function setViewerZone(zone: string | null): void {
  chosen = zone !== null && isTimeZone(zone) ? zone : null;
}

let found: { readonly zone: string; readonly atMs: number } | undefined;
const keptMs = 60_000;

/** Asked for by most that is drawn, and a tenth of a millisecond to find out; whoever travels is noticed within a minute. */
export function browserZone(): string {
  const nowMs = performance.now();
  if (found === undefined || nowMs - found.atMs > keptMs)
    found = { zone: Intl.DateTimeFormat().resolvedOptions().timeZone, atMs: nowMs };
  return found.zone;
}

/** The viewer's zone by its IANA name. */
export const viewerZone = (): string => chosen ?? browserZone();

/** Today where the viewer is, as YYYY-MM-DD. */
export const todayHere = (): string => dayAt(Date.now(), viewerZone());

/** On both clocks of the browser: neither is to be trusted alone (domain/dashboards/renew-embed.ts). */
export const momentNow = () => ({ steadyMs: performance.now(), wallMs: Date.now() });
