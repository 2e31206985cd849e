import { setTimeout as rest } from 'node:timers/promises';
import { isInTheWay, isOutOfReach } from './open-database.ts';

const longestMs = 60_000;
const pauseMs = 500;

/**
 * For what is sent as it is read, and cannot be begun anew: asks until somebody answers. Whoever waits for the next of it waits
 * so long, which a restart of the database or its pooler takes.
 */
export async function whileAway<Result>(ask: () => Promise<Result>): Promise<Result> {
  const beganMs = performance.now();
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      const isAway = isOutOfReach(error) || isInTheWay(error);
      if (!isAway || performance.now() - beganMs > longestMs) throw error;
      await rest(pauseMs);
    }
  }
}
