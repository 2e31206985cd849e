import { addDays } from '@rowhouse/domain/kernel/dates.ts';
import type { Chance } from '../chance.ts';

/** A working hour of the day. */
export const atWork = (chance: Chance, day: string): string =>
  `${day}T${String(chance.whole(8, 17)).padStart(2, '0')}:${String(chance.whole(0, 59)).padStart(2, '0')}:${String(chance.whole(0, 59)).padStart(2, '0')}.000Z`;

/** Evenly from the oldest to yesterday: the later the number, the later the day. */
export const dayOf = (today: string, index: number, count: number, days: number): string =>
  addDays(today, -1 - Math.floor(((count - 1 - index) / Math.max(1, count - 1)) * days));

/** Not later than now, for what cannot lie ahead. */
export const notAfter = (instant: string, now: string): string => (instant < now ? instant : now);
