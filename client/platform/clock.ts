import { dayAt } from '@rowhouse/domain/kernel/dates.ts';

/** The viewer's zone by its IANA name. */
export const viewerZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Today where the viewer is, as YYYY-MM-DD. */
export const todayHere = (): string => dayAt(Date.now(), viewerZone());
