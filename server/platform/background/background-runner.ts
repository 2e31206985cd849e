// Work that the server does by itself, a part at a time. What is to be done stands in the database alone, and each part
// is one transaction with its report: whoever starts next goes on where a killed process stopped, and several processes
// take turns. While the database or its pooler is away nothing is tried: what is lost then is no fault of the work.
import { setTimeout as sleep } from 'node:timers/promises';
import { logDatabaseLoss } from '../database/database-lost.ts';
import type { Database } from '../database/database.ts';
import { isInTheWay, isOutOfReach } from '../database/open-database.ts';
import type { Log } from '../log.ts';

export type BackgroundRunner = {
  /** There may be something to do; it is begun at once. */
  wake(): void;
  /** Settles when it has looked for more and found nothing. */
  idle(): Promise<void>;
  /** Settles when the part under way is done. */
  stop(): Promise<void>;
};

export type BackgroundWork<Turn> = {
  /** What the log calls it. */
  readonly name: string;
  /** Claims what has waited longest, so that another process takes another; null when nothing is left. See claims.ts. */
  readonly takeTurn: () => Promise<Turn | null>;
  /** Does the next part. It does nothing if the work was stopped, or another process is at it. */
  readonly runPart: (turn: Turn) => Promise<void>;
  /** Settles what a part has thrown: then it is tried again, at once or `later`, unless the work was given up. */
  readonly onFailure: (turn: Turn, error: unknown) => Promise<'now' | 'later'>;
};

type Setting = {
  readonly log: Log;
  readonly database: Database;
  /** Of the time of a part, so long it rests, where the database does not work in this very thread. */
  readonly restShare?: number;
};

const pauseMs = 500;

export function createBackgroundRunner<Turn>(
  { name, takeTurn, runPart, onFailure }: BackgroundWork<Turn>,
  { log, database, restShare = 0 }: Setting,
): BackgroundRunner {
  // The embedded one answers nobody meanwhile: half of the time is for others.
  const share = database.kind === 'embedded' ? 1 : restShare;
  const stopped = new AbortController();
  let isWanted = false;
  let running: Promise<void> | null = null;

  async function runAll(): Promise<void> {
    while (isWanted && !stopped.signal.aborted) {
      isWanted = false;
      try {
        await runTurns();
      } catch (error) {
        if (isOutOfReach(error)) await untilDatabaseAnswers(error);
        else if (isInTheWay(error)) await rest(pauseMs);
        else throw error;
        isWanted = true;
      }
    }
  }

  async function runTurns(): Promise<void> {
    for (;;) {
      const turn = stopped.signal.aborted ? null : await takeTurn();
      if (turn === null) return;
      const beganMs = performance.now();
      await runTurn(turn);
      if (share > 0) await rest(share * (performance.now() - beganMs));
    }
  }

  async function runTurn(turn: Turn): Promise<void> {
    try {
      await runPart(turn);
    } catch (error) {
      // Counted all the same: a part that takes the database down with it each time is given up some day.
      if (isOutOfReach(error)) await untilDatabaseAnswers(error);
      if ((await onFailure(turn, error)) === 'later') await rest(pauseMs);
    }
  }

  /** As a request asks it, and as its owner does: a pooler may be away that only one of them goes through. */
  async function untilDatabaseAnswers(lost: unknown): Promise<void> {
    for (let error = lost; !stopped.signal.aborted;) {
      logDatabaseLoss(log, error);
      await rest(pauseMs);
      try {
        for (const cell of database.cells) await cell.ping();
        await database.inEveryCell((connection) => connection.query('select 1'));
        return;
      } catch (again) {
        if (!isOutOfReach(again) && !isInTheWay(again)) return;
        error = again;
      }
    }
  }

  const rest = (ms: number) => sleep(ms, undefined, { signal: stopped.signal }).catch(() => undefined);

  function wake(): void {
    isWanted = true;
    if (stopped.signal.aborted || running !== null) return;
    running = runAll()
      .catch((error: unknown) => log.error({ err: error }, `${name} could not go on`))
      .finally(() => {
        running = null;
        // Somebody came while the last look was ending.
        if (isWanted) wake();
      });
  }

  async function idle(): Promise<void> {
    if (running === null) return;
    await running;
    await idle();
  }

  return {
    wake,
    idle,
    async stop() {
      stopped.abort();
      await running;
    },
  };
}
