import pg from 'pg';
import type { Log } from '../log.ts';
import { DatabaseBusy } from './database-busy.ts';
import type { Answer, Database, OwnerConnection, TenantScope, Transaction } from './database.ts';
import { createNotifications, gatheredStatement, readGathered } from './notifications.ts';
import { StatementBatch } from './statement-batch.ts';
import type { Statement } from './statement-batch.ts';
import { createTenantShares } from './tenant-shares.ts';

/** Under which every request runs (docs/decisions/025). It belongs to the cluster: its databases share it. */
export const appRole = 'rowhouse_app';

/** Takes the role for one transaction, as each request does; fails as a request would fail. */
export const tryAppRole = `select set_config('role', '${appRole}', true)`;

export type DatabaseTimeouts = {
  statementMs: number;
  lockMs: number;
  idleInTransactionMs: number;
  poolWaitMs: number;
};

export const defaultTimeouts: DatabaseTimeouts = {
  statementMs: 30_000,
  lockMs: 10_000,
  idleInTransactionMs: 30_000,
  poolWaitMs: 10_000,
};

/** Of the connections, for one tenant: none can take them all. */
const tenantShare = 0.75;

/** A pool to a PostgreSQL server, with what every session of ours has set. */
export function createServerPool(url: string, size: number, log: Log, timeouts = defaultTimeouts): pg.Pool {
  const settings = [
    'jit=off',
    // docs/decisions/014: ours cost more than PostgreSQL thinks of an entry.
    'cpu_index_tuple_cost=0.015',
    'timezone=UTC',
    'datestyle=ISO',
    'client_min_messages=warning',
    `statement_timeout=${timeouts.statementMs}`,
    `lock_timeout=${timeouts.lockMs}`,
    `idle_in_transaction_session_timeout=${timeouts.idleInTransactionMs}`,
  ];
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: timeouts.poolWaitMs,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    options: settings.map((setting) => `-c ${setting}`).join(' '),
    application_name: 'rowhouse',
  });
  // Without a listener the loss of an idle connection would end the process.
  pool.on('error', (error) => log.warn({ error: error.message }, 'an idle database connection was lost'));
  pool.on('connect', (client) => {
    client.on('error', (error) => log.warn({ error: error.message }, 'a database connection was lost'));
  });
  return pool;
}

function submit(client: pg.PoolClient, statements: readonly Statement[]): Promise<Answer[]> {
  return new Promise((resolve, reject) => {
    const batch = new StatementBatch(statements);
    batch.callback = (error, done) => {
      if (error !== null || done === undefined) reject(error ?? new Error('the batch gave no answer'));
      else resolve(done.results.map((rows, index) => ({ rows, count: done.counts[index] ?? 0 })));
    };
    client.query(batch);
  });
}

/** The tenant, the actor and the role hold for this transaction only: a plain SET would leak to the next borrower. */
const enter = (scope: TenantScope): Statement => ({
  text: `select set_config('role', '${appRole}', true), set_config('app.tenant_id', $1, true), set_config('app.user_id', $2, true), set_config('app.source', $3, true)`,
  values: [
    String(scope.tenantId),
    scope.userId === null ? '' : String(scope.userId),
    scope.source == null ? '' : JSON.stringify(scope.source),
  ],
  isPrepared: true,
});

/** The one door to the data, over a pool to a server or to the embedded database alike. */
export function openDatabase(pool: pg.Pool, kind: Database['kind'], log?: Log): Database {
  const notifications = createNotifications(pool, kind, log);
  const connections = pool.options.max;
  const shares = createTenantShares(
    Math.max(1, Math.floor(connections * tenantShare)),
    pool.options.connectionTimeoutMillis || defaultTimeouts.poolWaitMs,
  );
  async function withClient<Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
    const client = await pool.connect().catch((error: unknown) => {
      throw isWaitOver(error) ? new DatabaseBusy() : error;
    });
    let broken: Error | boolean = false;
    try {
      return await work(client);
    } catch (error) {
      if (isConnectionLoss(error)) broken = true;
      throw error;
    } finally {
      client.release(broken);
    }
  }
  const withShare = <Result>(
    { tenantId }: TenantScope,
    work: (client: pg.PoolClient) => Promise<Result>,
  ): Promise<Result> => shares.hold(tenantId, () => withClient(work));

  return {
    kind,
    read: (scope, statements) =>
      withShare(scope, async (client) => (await submit(client, [enter(scope), ...statements])).slice(1)),

    withTenant: (scope, work) =>
      withShare(scope, async (client) => {
        // BEGIN travels with the first statements, COMMIT with the last ones: a save costs two round trips.
        let state: 'unopened' | 'open' | 'finished' = 'unopened';
        const run = async (statements: readonly Statement[]): Promise<Answer[]> => {
          if (state === 'finished') throw new Error('The transaction has finished.');
          if (state === 'open') return submit(client, statements);
          state = 'open';
          return (await submit(client, [{ text: 'begin' }, enter(scope), ...statements])).slice(2);
        };
        const finish = async (statements: readonly Statement[]): Promise<Answer[]> => {
          const answers = await run([...statements, gatheredStatement, { text: 'commit' }]);
          state = 'finished';
          notifications.tell(readGathered(answers.at(-2)));
          return answers.slice(0, -2);
        };
        const transaction: Transaction = {
          run,
          finish,
          one: async (statement) => (await run([statement]))[0] ?? { rows: [], count: 0 },
        };
        const stateNow = (): string => state;
        try {
          const result = await work(transaction);
          if (stateNow() === 'open') await finish([]);
          return result;
        } catch (error) {
          if (stateNow() === 'open' && !isConnectionLoss(error)) await submit(client, [{ text: 'rollback' }]);
          throw error;
        }
      }),

    asOwner: (work) =>
      withClient((client) => {
        const connection: OwnerConnection = {
          query: async (text, values) => {
            const answer = await client.query<Record<string, unknown>>(
              text,
              values === undefined ? undefined : [...values],
            );
            // Text of several statements is answered by a result for each.
            const results = [answer].flat();
            return {
              rows: results.flatMap((result) => result.rows ?? []),
              rowCount: results.at(-1)?.rowCount ?? 0,
            };
          },
        };
        return work(connection);
      }),

    ping: async () => {
      await pool.query(tryAppRole);
    },
    notifications,
    close: async () => {
      await notifications.close();
      await pool.end();
    },
  };
}

/** PostgreSQL's error code, when the error is the server's. */
export function databaseErrorCode(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}

const isWaitOver = (error: unknown): boolean =>
  error instanceof Error && error.message === 'timeout exceeded when trying to connect';

function isConnectionLoss(error: unknown): boolean {
  const code = databaseErrorCode(error);
  if (code === null)
    return error instanceof Error && /connection (terminated|error)|not queryable/i.test(error.message);
  return /^(08|57P0[1-3]|ECONN|EPIPE)/.test(code);
}
