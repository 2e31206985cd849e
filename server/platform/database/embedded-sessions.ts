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

/** Opening reads the log of the database, and is not worth a try for each request. */
const pauseMs = 1000;

/**
 * PostgreSQL ends by itself when it cannot write its log, and whoever looks after it starts it again, which brings back all
 * that was acknowledged. Here there is no process to end: the next one that asks opens the folder anew.
 */
export function createSessions(folder: string, first: EmbeddedPostgres, log: Log): { current(): Session } {
  let current = begin(() => Promise.resolve(first));

  function begin(open: () => Promise<EmbeddedPostgres>): Session {
    let opened: Promise<EmbeddedPostgres> | undefined;
    let failedAt: number | null = null;
    let postgres: EmbeddedPostgres | null = null;
    const get = async (): Promise<EmbeddedPostgres> => {
      opened ??= open();
      postgres ??= await opened.catch((error: unknown) => {
        failedAt ??= performance.now();
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
        if (postgres?.hasGivenUp === false) await postgres.close();
      },
      isOver: () =>
        postgres?.hasGivenUp === true || (failedAt !== null && performance.now() - failedAt > pauseMs),
    };
  }

  async function openAgain(): Promise<EmbeddedPostgres> {
    const begun = performance.now();
    const postgres = await EmbeddedPostgres.open(folder).catch((error: unknown) => {
      throw new EmbeddedPostgresDown(error);
    });
    log.warn({ ms: Math.round(performance.now() - begun) }, 'the embedded database was opened again');
    return postgres;
  }

  return {
    current: () => {
      if (current.isOver()) current = begin(openAgain);
      return current;
    },
  };
}
