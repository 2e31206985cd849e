// Whose mail is due. What comes within five minutes is one mail; the daily one is of everything before seven in the
// morning where its reader lives. Both are read from when something began to wait, so nothing has to be kept beside it.
import type { NotificationKind } from '../contract.generated.ts';
import { burstMs, digestHour } from './limits.ts';
import type { MailChoice } from './mail-choices.ts';
import { topicOf } from './mail-choices.ts';

export type Waiting = { readonly id: number; readonly kind: NotificationKind; readonly waitsSince: string };

type Due<One> = {
  /** In one mail: what is due, and what of the same urgency came since. */
  readonly mailed: readonly One[];
  /** Not wanted by mail. */
  readonly off: readonly One[];
};

/** @param zone the reader's, by its IANA name; UTC when it is null or unknown */
export function findDue<One extends Waiting>(
  waiting: readonly One[],
  choices: readonly MailChoice[],
  { nowMs, zone }: { readonly nowMs: number; readonly zone: string | null },
): Due<One> {
  const mailOf = ({ kind }: One) => choices.find(({ topic }) => topic === topicOf(kind))?.mail ?? 'OFF';
  const atOnce = waiting.filter((one) => mailOf(one) === 'AT_ONCE');
  const daily = waiting.filter((one) => mailOf(one) === 'DAILY');
  const lastDigest = lastDigestMs(nowMs, zone);
  return {
    mailed: [
      ...(atOnce.some(({ waitsSince }) => Date.parse(waitsSince) <= nowMs - burstMs) ? atOnce : []),
      ...daily.filter(({ waitsSince }) => Date.parse(waitsSince) < lastDigest),
    ],
    off: waiting.filter((one) => mailOf(one) === 'OFF'),
  };
}

const hourMs = 3_600_000;

/** The last moment at which it was seven in the morning there. */
export function lastDigestMs(nowMs: number, zone: string | null): number {
  // The clock of the zone, read as if it were UTC: its distance from the real one is the zone's.
  const offset = (ms: number) => wallClockMs(ms, zone) - Math.floor(ms / 1000) * 1000;
  const wall = nowMs + offset(nowMs);
  const day = Math.floor(wall / (24 * hourMs)) * 24 * hourMs;
  for (const back of [0, 1, 2]) {
    const target = day - back * 24 * hourMs + digestHour * hourMs;
    // Twice: the night may have had an hour more or less.
    let at = target - offset(target);
    at = target - offset(at);
    if (at <= nowMs) return at;
  }
  return nowMs - 24 * hourMs;
}

function wallClockMs(ms: number, zone: string | null): number {
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(ms)
      .map(({ type, value }) => [type, Number(value)]),
  );
  return Date.UTC(
    parts['year'] ?? 0,
    (parts['month'] ?? 1) - 1,
    parts['day'],
    parts['hour'],
    parts['minute'],
    parts['second'],
  );
}

const formats = new Map<string, Intl.DateTimeFormat>();
function formatOf(zone: string | null): Intl.DateTimeFormat {
  const known = formats.get(zone ?? 'UTC');
  if (known !== undefined) return known;
  const of = (timeZone: string) =>
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  let made: Intl.DateTimeFormat;
  try {
    made = of(zone ?? 'UTC');
  } catch {
    made = of('UTC');
  }
  formats.set(zone ?? 'UTC', made);
  return made;
}
