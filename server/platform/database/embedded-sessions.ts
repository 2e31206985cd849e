import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import type pg from 'pg';
import type { Log } from '../log.ts';
import { EmbeddedPostgres, EmbeddedPostgresDown } from './embedded-postgres.ts';

type Wire = Pick<EmbeddedPostgres, 'waitReady' | 'execProtocolStream'>;

type Session = {
  /** For the one connection; what is prepared in it is known as long as the session lasts. */
  readonly config: pg.ClientConfig;
  close(): Promise<void>;
  /** Whether another one may take its place. */
  isOver(): boolean;
};

/** Opening reads the log of the database, and is not worth a try for each request; after each failure it waits twice as long. */
const shortestPauseMs = 1000;
const longestPauseMs = 16_000;

/**
 * PostgreSQL ends by itself when it cannot write its log, and whoever looks after it starts it again, which brings back all
 * that was acknowledged. Here there is no process to end: the next one that asks opens the folder anew.
 */
export function createSessions(folder: string, first: EmbeddedPostgres, log: Log): { current(): Session } {
  let pauseMs = shortestPauseMs;
  let current = begin(Promise.resolve(first));

  function begin(opened?: Promise<EmbeddedPostgres>): Session {
    let postgres: EmbeddedPostgres | null = null;
    let triedAgainAt: number | null = null;
    const get = async (): Promise<EmbeddedPostgres> => {
      opened ??= openAgain();
      postgres = await opened.catch((error: unknown) => {
        triedAgainAt ??= performance.now() + pauseMs;
        throw error;
      });
      return postgres;
    };
    const wire: Wire = {
      waitReady: Promise.resolve(),
      execProtocolStream: async (message, options) => (await get()).execProtocolStream(message, options),
    };
    return {
      // It uses no more of it.
      config: createPgConfig(wire as EmbeddedPostgres) as pg.ClientConfig,
      close: async () => {
        const last = await opened?.catch(() => null);
        if (last?.hasGivenUp === false) await last.close();
      },
      isOver: () =>
        postgres?.hasGivenUp === true || (triedAgainAt !== null && performance.now() > triedAgainAt),
    };
  }

  async function openAgain(): Promise<EmbeddedPostgres> {
    const begun = performance.now();
    try {
      const postgres = await EmbeddedPostgres.open(folder);
      pauseMs = shortestPauseMs;
      log.warn({ ms: Math.round(performance.now() - begun) }, 'the embedded database was opened again');
      return postgres;
    } catch (error) {
      pauseMs = Math.min(2 * pauseMs, longestPauseMs);
      throw new EmbeddedPostgresDown(error);
    }
  }

  return {
    current: () => {
      if (current.isOver()) current = begin();
      return current;
    },
  };
}
