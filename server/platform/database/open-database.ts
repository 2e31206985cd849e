import type { ChangeSource } from '@rowhouse/domain/audit-log/change-source.ts';
import pg from 'pg';
import type { Log } from '../log.ts';
import { DatabaseBusy } from './database-busy.ts';
import {
  CommitUnknown,
  diskFull,
  hasGivenUp,
  isEndedByTime,
  logDatabaseLoss,
  outOfReach,
} from './database-lost.ts';
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

/** What holds for every statement of ours. */
const settingsOf = (timeouts: Omit<DatabaseTimeouts, 'poolWaitMs'>): Readonly<Record<string, string>> => ({
  jit: 'off',
  // docs/decisions/014: ours cost more than PostgreSQL thinks of an entry.
  cpu_index_tuple_cost: '0.015',
  timezone: 'UTC',
  datestyle: 'ISO',
  client_min_messages: 'warning',
  statement_timeout: String(timeouts.statementMs),
  lock_timeout: String(timeouts.lockMs),
  idle_in_transaction_session_timeout: String(timeouts.idleInTransactionMs),
});

const asOptions = (settings: Readonly<Record<string, string>>): string =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');

/** Of work that takes as long as it takes, on a connection of its own. */
const sessionOptions = asOptions(settingsOf({ statementMs: 0, lockMs: 0, idleInTransactionMs: 0 }));

type ServerPoolOptions = {
  readonly timeouts?: DatabaseTimeouts;
  /** Between us and PostgreSQL stands a pooler, which hands on nothing of a session: see `openDatabase`. */
  readonly isPooled?: boolean;
};

/** A pool to a PostgreSQL server, with what every session of ours has set. */
export function createServerPool(
  url: string,
  size: number,
  log: Log,
  { timeouts = defaultTimeouts, isPooled = false }: ServerPoolOptions = {},
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: timeouts.poolWaitMs,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    ...(!isPooled && { options: asOptions(settingsOf(timeouts)) }),
    application_name: 'rowhouse',
  });
  // Without a listener the loss of an idle connection would end the process.
  pool.on('error', (error) => logDatabaseLoss(log, error));
  pool.on('connect', (client) => {
    client.on('error', (error) => logDatabaseLoss(log, error));
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

const localSettings = Object.entries(settingsOf(defaultTimeouts))
  .map(([name, value]) => `, set_config('${name}', '${value}', true)`)
  .join('');

/**
 * The tenant, the actor and the role hold for this transaction only: a plain SET would leak to the next borrower. So do
 * all other settings behind a pooler, where that borrower may be anybody.
 */
const enter = (
  scope: TenantScope,
  isPooled: boolean,
  source: ChangeSource | null,
  plans: Plans = 'auto',
): Statement => ({
  text: `select set_config('role', '${appRole}', true), set_config('app.tenant_id', $1, true), set_config('app.user_id', $2, true), set_config('app.source', $3, true), set_config('app.role_id', $4, true), set_config('plan_cache_mode', $5, true)${isPooled ? localSettings : ''}`,
  values: [
    String(scope.tenantId),
    scope.userId === null ? '' : String(scope.userId),
    textOf(scope.source ?? source),
    scope.roleId == null ? '' : String(scope.roleId),
    plans,
  ],
  isPrepared: true,
});

/** How PostgreSQL plans what it is asked for from here on. */
type Plans = 'auto' | 'force_generic_plan' | 'force_custom_plan';

/**
 * Left to itself it plans what is prepared again and again: a plan for any list expects ten of it, and looks dearer than one
 * for the one that is asked for. An unnamed statement would lose the plan for its values, and is asked for otherwise.
 */
function plansOf(statement: Statement | undefined): Plans {
  if (statement?.isPrepared === true || statement?.plannedFor === 'any values') return 'force_generic_plan';
  return statement?.plannedFor === 'its values' ? 'force_custom_plan' : 'auto';
}

const planFromHere = (plans: Plans): Statement => ({
  text: `select set_config('plan_cache_mode', $1, true)`,
  values: [plans],
  isPrepared: true,
});

/**
 * The statements with a change of plans where one is needed, and where each of them stands.
 * @param standing how it was planned up to here; as the first of them needs it, unless it is given
 */
function withPlans(statements: readonly Statement[], standing = plansOf(statements[0])) {
  const sent: Statement[] = [];
  let last = standing;
  const places = statements.map((statement) => {
    const plans = plansOf(statement);
    if (plans !== last) sent.push(planFromHere(plans));
    last = plans;
    return sent.push(statement) - 1;
  });
  return { sent, places, first: standing, last };
}

const textOf = (source: ChangeSource | null): string => (source === null ? '' : JSON.stringify(source));

type Ways = {
  /** Another way to the same database, of its owner's login, past any pooler; left out, `pool` is the owner's. */
  readonly owner?: pg.Pool;
  /**
   * A pooler stands before `pool`. What tenants ask goes through it, a transaction at a time and without anything that a
   * session would have to keep; the owner's work, which needs a session, goes past it.
   */
  readonly isPooled?: boolean;
  /** From where changes come that name no other source, those of the owner among them. */
  readonly source?: ChangeSource | null;
};

/** The one door to the data, over a pool to a server or to the embedded database alike. */
export function openDatabase(
  pool: pg.Pool,
  kind: Database['kind'],
  log?: Log,
  { owner: direct = pool, isPooled = false, source = null }: Ways = {},
): Database {
  const forgetting = new Set<() => void>();
  const lose = (): void => forgetting.forEach((forget) => forget());
  /** What they say after that, as that the connection went, says no more. */
  const endedByTime = new WeakSet<pg.PoolClient>();
  const noteLoss = (client: pg.PoolClient, error: unknown): void => {
    if (isEndedByTime(error)) endedByTime.add(client);
    if (!endedByTime.has(client)) lose();
  };
  for (const each of new Set([pool, direct]))
    each.on('connect', (client) => void client.on('error', (error) => noteLoss(client, error)));
  const notifications = createNotifications({ pool, direct, kind, log, lost: lose });
  const sessions = new Set<Promise<unknown>>();
  const connections = pool.options.max;
  const shares = createTenantShares(
    Math.max(1, Math.floor(connections * tenantShare)),
    pool.options.connectionTimeoutMillis || defaultTimeouts.poolWaitMs,
  );
  async function withClient<Result>(
    from: pg.Pool,
    work: (client: pg.PoolClient) => Promise<Result>,
  ): Promise<Result> {
    const client = await from.connect().catch((error: unknown) => {
      throw isWaitOver(error) ? new DatabaseBusy() : error;
    });
    let broken: Error | boolean = false;
    try {
      return await work(client);
    } catch (error) {
      if (isConnectionLoss(error)) {
        broken = true;
        noteLoss(client, error);
      }
      throw error;
    } finally {
      client.release(broken || isInTransaction(client));
    }
  }
  const withShare = <Result>(
    { tenantId }: TenantScope,
    work: (client: pg.PoolClient) => Promise<Result>,
  ): Promise<Result> => shares.hold(tenantId, () => withClient(pool, work));

  const asOwner: Database['asHome'] = (work) =>
    withClient(direct, async (client) => {
      let hasFailed = true;
      try {
        if (source !== null)
          await client.query(`select set_config('app.source', $1, false)`, [textOf(source)]);
        const result = await work(ownerConnection(client));
        hasFailed = false;
        return result;
      } finally {
        await leaveNoTransaction(client, hasFailed, log);
      }
    });

  /** The embedded database has no other connection than its one. */
  const inSession: Database['inSession'] = (work, signal) => {
    const running =
      kind === 'server'
        ? withOwnClient(direct, work, signal)
        : asOwner(async (connection) => {
            await connection.query('set statement_timeout = 0');
            try {
              return await work(connection);
            } finally {
              await connection.query('reset statement_timeout');
            }
          });
    sessions.add(running);
    return running.finally(() => sessions.delete(running));
  };

  const database: Database = {
    kind,
    read: (scope, statements, signal) =>
      withShare(scope, async (client) => {
        signal?.throwIfAborted();
        const { sent, places, first } = withPlans(statements);
        const run = async () => {
          const [, ...answers] = await submit(client, [enter(scope, isPooled, source, first), ...sent]);
          return places.map((place) => answers[place]!);
        };
        return signal === undefined || isPooled || kind !== 'server'
          ? run()
          : cancelledBy(signal, client, direct, run);
      }),

    withTenant: (scope, work) =>
      withShare(scope, async (client) => {
        // BEGIN travels with the first statements, COMMIT with the last ones: a save costs two round trips.
        let state: 'unopened' | 'open' | 'finished' = 'unopened';
        let standing: Plans | undefined;
        const run = async (
          statements: readonly Statement[],
          ...end: readonly Statement[]
        ): Promise<Answer[]> => {
          if (state === 'finished') throw new Error('The transaction has finished.');
          const { sent, places, first, last } = withPlans(statements, standing);
          const opening = state === 'open' ? [] : [{ text: 'begin' }, enter(scope, isPooled, source, first)];
          [state, standing] = ['open', last];
          const answers = (await submit(client, [...opening, ...sent, ...end])).slice(opening.length);
          return places.map((place) => answers[place]!);
        };
        const finish = async (statements: readonly Statement[]): Promise<Answer[]> => {
          const answers = await run([...statements, gatheredStatement], { text: 'commit' }).catch(
            (error: unknown) => {
              throw isConnectionLoss(error) ? new CommitUnknown(error) : error;
            },
          );
          state = 'finished';
          notifications.tell(readGathered(answers.at(-1)));
          return answers.slice(0, -1);
        };
        const transaction: Transaction = {
          run: (statements) => run(statements),
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

    asHome: asOwner,
    asOwnerOf: (_tenant, work) => asOwner(work),
    inEveryCell: async (work) => [await asOwner(work)],
    asOwnerOfAll: asOwner,
    get cells() {
      return [database];
    },
    cellOf: () => database,
    inSession,
    requestUser: async () => {
      if (direct === pool) return null;
      const { rows } = await pool.query<{ name: string }>('select quote_ident(current_user) as name');
      return rows[0]?.name ?? null;
    },
    ping: async () => {
      await pool.query(tryAppRole);
    },
    whenLost: (forget) => void forgetting.add(forget),
    notifications,
    close: async () => {
      await notifications.close();
      await Promise.allSettled(sessions);
      await pool.end();
      if (direct !== pool) await direct.end();
    },
  };
  return database;
}

/** The connection goes to nobody else before the word of the cancelling has come and gone: it would meet theirs. */
async function cancelledBy<Result>(
  signal: AbortSignal,
  client: pg.PoolClient,
  direct: pg.Pool,
  run: () => Promise<Result>,
): Promise<Result> {
  let cancelling: Promise<unknown> | null = null;
  const cancel = (): void => {
    const { processID } = client as unknown as { processID: number };
    cancelling = direct.query('select pg_cancel_backend($1)', [processID]).catch(() => undefined);
  };
  signal.addEventListener('abort', cancel);
  try {
    return await run();
  } finally {
    signal.removeEventListener('abort', cancel);
    if (cancelling !== null) {
      await cancelling;
      await client.query('select 1').catch(() => undefined);
    }
  }
}

/** As of the last answer that is whole. */
const isInTransaction = (client: pg.PoolClient): boolean =>
  ['T', 'E'].includes(client.getTransactionStatus() ?? 'I');

function ownerConnection(client: pg.ClientBase): OwnerConnection {
  return {
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
}

/**
 * Work that brings its own BEGIN, as the job library does, and fails before its end leaves the transaction open: whoever
 * borrowed the connection next would fail in it, or be committed with what is not theirs.
 */
async function leaveNoTransaction(client: pg.PoolClient, hasFailed: boolean, log?: Log): Promise<void> {
  const wasLeftOpen = isInTransaction(client);
  if (!hasFailed && !wasLeftOpen) return;
  // What cannot be rolled back is thrown away by who lent it.
  await client.query('rollback').catch(() => undefined);
  if (wasLeftOpen && !hasFailed) log?.warn('work of the owner left a transaction open; it was rolled back');
}

/** A connection that belongs to the work alone, with nothing that ends a long statement but the signal. */
async function withOwnClient<Result>(
  direct: pg.Pool,
  work: (connection: OwnerConnection) => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  const client = new pg.Client({
    ...direct.options,
    options: sessionOptions,
    application_name: 'rowhouse session',
  });
  // The loss of it fails what waits for an answer.
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const cancel = (): void => {
    direct.query('select pg_cancel_backend($1)', [rows[0]?.pid]).catch(() => undefined);
  };
  signal?.addEventListener('abort', cancel);
  try {
    return await work(ownerConnection(client));
  } finally {
    signal?.removeEventListener('abort', cancel);
    await client.end().catch(() => undefined);
  }
}

/** PostgreSQL's error code, when the error is the server's. */
export function databaseErrorCode(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}

const isWaitOver = (error: unknown): boolean =>
  error instanceof Error && error.message === 'timeout exceeded when trying to connect';

/** The connection is of no more use, or none could be made. */
export function isConnectionLoss(error: unknown): boolean {
  if (error instanceof CommitUnknown || hasGivenUp(error)) return true;
  const code = databaseErrorCode(error);
  if (code === null)
    return (
      error instanceof Error &&
      /connection (terminated|error)|not queryable|timeout expired/i.test(error.message)
    );
  return /^(08|57P0|25P03|ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)/.test(code);
}

const tooManyConnections = '53300';
/** Of a server that stands by for another, which it was itself a moment ago. */
const readOnly = '25006';
const noRoom = '53100';

/** Nobody is there to do the work, or there is no room for it; it may be asked for again. */
export const isOutOfReach = (error: unknown): boolean =>
  isConnectionLoss(error) || [tooManyConnections, readOnly, noRoom].includes(databaseErrorCode(error) ?? '');

const lockNotAvailable = '55P03';

/** Others held a lock, or all connections, for as long as anybody waits: nothing was done. */
export const isInTheWay = (error: unknown): boolean =>
  error instanceof DatabaseBusy || databaseErrorCode(error) === lockNotAvailable;

/** The sentence for people, of an error that says so. */
export const sayOutOfReach = (error: unknown): string =>
  databaseErrorCode(error) === noRoom ? diskFull : outOfReach;
