import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { hasGivenUp } from './database-lost.ts';

const startParams = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  '-c',
  'jit=off',
  '-c',
  'cpu_index_tuple_cost=0.015',
  '-c',
  'timezone=UTC',
  '-c',
  'client_min_messages=warning',
  // Of memory that is never given back. The 160 MB that it would take are no quicker: the files are in the system's cache.
  '-c',
  'shared_buffers=64MB',
];

/** It gave up, and could not be opened again. */
export class EmbeddedPostgresDown extends Error {
  readonly severity = 'PANIC';

  constructor(cause: unknown) {
    super('The embedded database gave up and could not be opened again.', { cause });
  }
}

/**
 * PGlite that notices when PostgreSQL gave up. What it holds in memory is of no more use then, and to go on with it might
 * write over what another one has brought back.
 */
export class EmbeddedPostgres extends PGlite {
  #hasGivenUp = false;

  static async open(folder: string): Promise<EmbeddedPostgres> {
    const postgres = new EmbeddedPostgres(folder, { extensions: { pg_trgm }, startParams });
    await postgres.waitReady.catch((error: unknown) => {
      postgres.#letGo();
      throw error;
    });
    return postgres;
  }

  get hasGivenUp(): boolean {
    return this.#hasGivenUp;
  }

  override async execProtocolStream(
    ...[message, options]: Parameters<PGlite['execProtocolStream']>
  ): ReturnType<PGlite['execProtocolStream']> {
    if (this.#hasGivenUp) throw new EmbeddedPostgresDown(null);
    const messages = await super.execProtocolStream(message, options);
    const last = messages.find(hasGivenUp);
    if (last === undefined) return messages;
    this.#hasGivenUp = true;
    this.#letGo();
    // As a connection that breaks: nothing comes after it that whoever asks could wait for.
    throw last as unknown as Error;
  }

  /** Of its files, which would stay open as long as the process. */
  #letGo(): void {
    const files = this.mod?.FS;
    for (const stream of files?.streams ?? []) {
      try {
        if (stream) files?.close(stream);
      } catch {
        // Of no more use either way.
      }
    }
  }
}
