import { dayAt, isTimeZone } from '@rowhouse/domain/kernel/dates.ts';

let chosen: string | null = null;

/** The zone that the person chose in their profile; null: that of the browser. One that this browser lacks counts as none. */
export function setViewerZone(zone: string | null): void {
  chosen = zone !== null && isTimeZone(zone) ? zone : null;
}

export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The viewer's zone by its IANA name. */
export const viewerZone = (): string => chosen ?? browserZone();

/** Today where the viewer is, as YYYY-MM-DD. */
export const todayHere = (): string => dayAt(Date.now(), viewerZone());

/** On both clocks of the browser: neither is to be trusted alone (domain/dashboards/renew-embed.ts). */
export const momentNow = () => ({ steadyMs: performance.now(), wallMs: Date.now() });
