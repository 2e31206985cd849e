// The one door in bad moments: work that leaves its transaction open, a connection that goes, a pooler that hands on
// nothing of a session.
import { tenantId } from '@rowhouse/domain/kernel/ids.ts';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { createTestDatabase, databaseUrl } from '../../../testing/postgres.ts';
import { openTestDatabase } from '../../../testing/test-database.ts';
import type { TestDatabase } from '../../../testing/test-database.ts';
import { createLog } from '../log.ts';
import { CommitUnknown, logDatabaseLoss } from './database-lost.ts';
import type { Database } from './database.ts';
import { createNotifications } from './notifications.ts';
import { createServerPool, isOutOfReach, openDatabase } from './open-database.ts';
import { preparedName } from './statement-batch.ts';

let own: TestDatabase;
const log = createLog('fatal');
const cleanUps: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  own = await openTestDatabase();
});
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});
afterAll(() => own.close());

/** Whoever borrows next gets the same connection. */
function openWithOneConnection(): Database {
  const database = openDatabase(createServerPool(own.url, 1, log), 'server');
  cleanUps.push(() => database.close());
  return database;
}

const nowhere = { tenantId: tenantId(1), userId: null };
const one = async (database: Database, text: string) =>
  (await database.asHome((connection) => connection.query(text))).rows[0];

describe('whoever borrows a connection finds no transaction in it', () => {
  test('after work of the owner that failed in one of its own', async () => {
    const database = openWithOneConnection();
    const failing = database.asHome((connection) => connection.query('begin; select 1 / 0; commit'));
    await expect(failing).rejects.toThrow('division by zero');
    expect(await one(database, 'select 1 as fine')).toEqual({ fine: 1 });
  });

  test('after work of the owner that forgot to end one: nothing of it stands', async () => {
    const database = openWithOneConnection();
    await database.asHome((connection) => connection.query('begin; create table forgotten ()'));
    expect(await one(database, `select to_regclass('forgotten') as left_over`)).toEqual({ left_over: null });
  });

  test('after a tenant whose statement failed', async () => {
    const database = openWithOneConnection();
    const failing = database.withTenant(nowhere, (transaction) => transaction.one({ text: 'select 1 / 0' }));
    await expect(failing).rejects.toThrow('division by zero');
    expect(await one(database, 'select current_user = session_user as fine')).toEqual({ fine: true });
  });
});

test('a connection that goes during the commit leaves unknown whether it was saved, and the next one is sound', async () => {
  const database = openWithOneConnection();
  const saving = database.withTenant(nowhere, (transaction) =>
    transaction.finish([{ text: `select pg_sleep(20), 'being saved'` }]),
  );
  saving.catch(() => undefined);
  await expect
    .poll(async () =>
      one(
        own.database,
        `select count(pg_terminate_backend(pid))::int as ended from pg_stat_activity
         where query like '%being saved%' and wait_event = 'PgSleep' and pid <> pg_backend_pid()`,
      ),
    )
    .toEqual({ ended: 1 });
  await expect(saving).rejects.toBeInstanceOf(CommitUnknown);
  expect(await one(database, 'select 1 as fine')).toEqual({ fine: 1 });
});

describe('a connection that the server ends by its clock', () => {
  /** To end what hangs. */
  const patience = { timeout: 60_000 };
  async function isGone(pid: unknown): Promise<void> {
    await expect
      .poll(
        async () =>
          one(own.database, `select count(*)::int as left from pg_stat_activity where pid = ${String(pid)}`),
        patience,
      )
      .toEqual({ left: 0 });
  }
  const pidOf = async (database: Database) =>
    (await one(database, 'select pg_backend_pid() as pid'))?.['pid'];
  function openWatched() {
    const database = openWithOneConnection();
    let lost = 0;
    database.whenLost(() => (lost += 1));
    return { database, lost: () => lost };
  }
  /** By another connection, and so after all that was said of the one before. */
  async function answersAgain(database: Database, pid: unknown): Promise<void> {
    await expect.poll(() => pidOf(database).catch(() => pid), patience).not.toBe(pid);
  }

  test('because nobody uses it says nothing against what was read before', async () => {
    const { database, lost } = openWatched();
    const pid = await pidOf(database);
    await one(database, 'set idle_session_timeout = 20');
    await isGone(pid);
    await answersAgain(database, pid);
    expect(lost()).toBe(0);
    await expect(one(database, 'select pg_terminate_backend(pg_backend_pid())')).rejects.toThrow(/terminat/);
    expect(lost()).toBeGreaterThan(0);
  });

  test('because its transaction stands open does not either', async () => {
    const { database, lost } = openWatched();
    const pid = await pidOf(database);
    const forgotten = database.withTenant(nowhere, async (transaction) => {
      await transaction.one({
        text: `select set_config('idle_in_transaction_session_timeout', '20', true)`,
      });
      await isGone(pid);
      await transaction.one({ text: 'select 1' });
    });
    await expect(forgotten).rejects.toThrow(/not queryable|terminat/);
    await answersAgain(database, pid);
    expect(lost()).toBe(0);
  });
});

describe('a session', () => {
  test('has no limits of time, and is not one of the pool', async () => {
    const database = openWithOneConnection();
    const seen = await database.inSession(async (connection) => {
      const { rows } = await connection.query(
        `select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock`,
      );
      return [...rows, await one(database, `select current_setting('lock_timeout') as lock`)];
    });
    expect(seen).toEqual([{ statement: '0', lock: '0' }, { lock: '10s' }]);
  });

  test('whose work is called off ends what it does', async () => {
    const called = new AbortController();
    const working = own.database.inSession(async (connection) => {
      setTimeout(() => called.abort(), 50);
      await connection.query('select pg_sleep(20)');
    }, called.signal);
    await expect(working).rejects.toThrow('canceling statement due to user request');
  });
});

describe('behind a pooler', () => {
  /** The address of the pooler is that of the database here: what counts is what we ask of it. */
  function openPooled(): Database {
    const pool = createServerPool(own.url, 2, log, { isPooled: true });
    const database = openDatabase(pool, 'server', log, {
      owner: createServerPool(own.url, 2, log),
      isPooled: true,
    });
    cleanUps.push(() => database.close());
    return database;
  }
  const settings = `select current_setting('statement_timeout'), current_setting('lock_timeout'), current_setting('jit')`;

  test('a session has nothing of ours, and each transaction what it needs', async () => {
    const database = openPooled();
    const [inside] = await database.read(nowhere, [{ text: settings }]);
    expect(inside?.rows).toEqual([['30s', '10s', 'off']]);
    const pool = createServerPool(own.url, 1, log, { isPooled: true });
    cleanUps.push(() => pool.end());
    const bare = await pool.query(`select current_setting('statement_timeout') as statement`);
    expect(bare.rows).toEqual([{ statement: '0' }]);
    expect(pool.options).not.toHaveProperty('options');
  });

  test('the work of the owner goes past it', async () => {
    const [row] = (await openPooled().asHome((connection) => connection.query(settings))).rows;
    expect(row).toMatchObject({ current_setting: 'off' });
  });
});

test('rows that are taken one by one are in no answer, and whoever fails at one fails alone', async () => {
  const database = openWithOneConnection();
  const series = { text: 'select generate_series(1, 3)' };
  const taken: (string | null)[][] = [];
  const takeRows = () => {
    taken.push([]);
    return ([value]: (string | null)[]) => void taken.at(-1)!.push(value!);
  };
  const read = () => database.read(nowhere, [series, { ...series, takeRows }, series]);
  const kept = { rows: [['1'], ['2'], ['3']], count: 3 };
  expect(await read()).toEqual([kept, { rows: [], count: 3 }, kept]);
  await read();
  expect(taken).toEqual([
    ['1', '2', '3'],
    ['1', '2', '3'],
  ]);
  const failing = () => () => {
    throw new Error('not this one');
  };
  await expect(database.read(nowhere, [{ ...series, takeRows: failing }, series])).rejects.toThrow(
    'not this one',
  );
  expect(await one(database, 'select 1 as fine')).toEqual({ fine: 1 });
});

test('what is prepared is planned once for any values, and what stands beside it for its own', async () => {
  const database = openWithOneConnection();
  // For a list of one PostgreSQL would rather plan anew each time.
  const prepared = {
    text: 'select relname from pg_class where oid = any($1::bigint[])',
    values: [[1]],
    isPrepared: true,
  } as const;
  const mode = { text: `select current_setting('plan_cache_mode'), $1::int`, values: [7] };
  for (let time = 0; time < 10; time += 1) {
    const answers = await database.read(nowhere, [prepared, mode, prepared, prepared, mode]);
    expect(answers.map(({ rows }) => rows)).toEqual([[], [['auto', '7']], [], [], [['auto', '7']]]);
  }
  const plans = `select generic_plans::int as once, custom_plans::int as anew from pg_prepared_statements
    where name = '${preparedName(prepared.text)}'`;
  expect(await one(database, plans)).toEqual({ once: 30, anew: 0 });
  expect(await one(database, `select current_setting('plan_cache_mode') as mode`)).toEqual({ mode: 'auto' });
});

test('in a transaction a change of one record is planned for any values, and what stands beside it for its own', async () => {
  const database = openWithOneConnection();
  const mode = { text: `select current_setting('plan_cache_mode'), $1::int`, values: [7] };
  const ofOne = { text: `select current_setting('plan_cache_mode')`, plannedFor: 'any values' } as const;
  const answers = await database.withTenant(nowhere, async (transaction) => [
    ...(await transaction.run([ofOne, mode, ofOne])),
    ...(await transaction.run([ofOne])),
    ...(await transaction.run([mode])),
    ...(await transaction.finish([mode, ofOne])),
  ]);
  const [any, own] = [[['force_generic_plan']], [['auto', '7']]];
  expect(answers.map(({ rows }) => rows)).toEqual([any, own, any, any, own, own, any]);
  expect(await one(database, `select current_setting('plan_cache_mode') as mode`)).toEqual({ mode: 'auto' });
});

test('what is asked again in one form is parsed once, and planned for any values or for its own', async () => {
  const database = openWithOneConnection();
  const form = (column: string, plannedFor: 'any values' | 'its values') => ({
    text: `select ${column} from pg_class where oid = any($1::bigint[])`,
    values: [[1]],
    plannedFor,
  });
  const [any, own] = [form('relname', 'any values'), form('relkind', 'its values')];
  for (let time = 0; time < 10; time += 1) await database.read(nowhere, [any, own, any]);
  const { rows } = await database.asHome((connection) =>
    connection.query(
      `select name, generic_plans::int as once, custom_plans::int as anew from pg_prepared_statements
       where statement like '%from pg_class where oid%' order by prepare_time`,
    ),
  );
  expect(rows).toEqual([
    { name: preparedName(any.text), once: 20, anew: 0 },
    { name: preparedName(own.text), once: 0, anew: 10 },
  ]);
});

test('of changes of one record a connection keeps those that it used last', async () => {
  const database = openWithOneConnection();
  const change = (which: number) =>
    database.withTenant(nowhere, (transaction) =>
      transaction.finish([{ text: `select ${which} as changed`, plannedFor: 'any values' }]),
    );
  for (let which = 1; which <= 60; which += 1) {
    await change(1);
    const [answer] = await change(which);
    expect(answer?.rows).toEqual([[String(which)]]);
  }
  // What is let go of is closed by the batch after it.
  await change(1);
  const { rows } = await database.asHome((connection) =>
    connection.query(
      `select statement from pg_prepared_statements where statement like '%as changed' order by prepare_time`,
    ),
  );
  const kept = rows.map(({ statement }) => Number(/\d+/.exec(String(statement))?.[0]));
  expect(kept).toEqual([1, ...Array.from({ length: 31 }, (_, place) => 30 + place)]);
});

test('a prepared statement is named by its text, whoever used it first', async () => {
  const texts = ['select 1', 'select 2'];
  for (const order of [texts, texts.toReversed()]) {
    const database = openWithOneConnection();
    await database.read(
      nowhere,
      order.map((text) => ({ text, isPrepared: true })),
    );
    const { rows } = await database.asHome((connection) =>
      connection.query(`select name, statement from pg_prepared_statements where statement like 'select _'`),
    );
    expect(new Map(rows.map((row) => [row['statement'], row['name']]))).toEqual(
      new Map(texts.map((text) => [text, preparedName(text)])),
    );
  }
});

describe('what is announced comes back to whoever says it', () => {
  const pulse = { everyMs: 50, withinMs: 250 };

  async function listen(directUrl: string) {
    const said: string[] = [];
    const listening = createLog('info', { write: (line: string) => void said.push(line) });
    const pools = [createServerPool(own.url, 1, log), createServerPool(directUrl, 1, log)] as const;
    let lost = 0;
    const notifications = createNotifications({
      pool: pools[0],
      direct: pools[1],
      kind: 'server',
      log: listening,
      lost: () => (lost += 1),
      pulse,
    });
    cleanUps.push(async () => {
      await notifications.close();
      for (const pool of pools) await pool.end();
    });
    let missed = 0;
    await notifications.hear({ changed: () => {}, missed: () => (missed += 1) });
    return { notifications, said, missed: () => missed, lost: () => lost, pool: pools[0], direct: pools[1] };
  }

  test('and where it does, nothing is said', async () => {
    const { notifications, said, missed } = await listen(own.url);
    await new Promise((resolve) => setTimeout(resolve, 3 * pulse.withinMs));
    expect([notifications.state(), said, missed()]).toEqual(['ok', [], 0]);
  });

  test('nor where a busy pool says it late', async () => {
    const { notifications, said, missed, pool } = await listen(own.url);
    const held = await pool.connect();
    await expect.poll(() => pool.waitingCount, { timeout: 5000 }).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 2 * pulse.withinMs));
    held.release();
    // It queues behind the word.
    await pool.query('select 1');
    await new Promise((resolve) => setTimeout(resolve, pulse.withinMs));
    expect([notifications.state(), said, missed()]).toEqual(['ok', [], 0]);
  });

  test('where it does not, that is said once, and whoever watches is told to read anew', async () => {
    // LISTEN is accepted there, and nothing will ever be heard.
    const elsewhere = await createTestDatabase(inject('postgresAdminUrl'));
    cleanUps.push(() => elsewhere.drop());
    const { notifications, said, missed } = await listen(elsewhere.url);
    await expect.poll(missed, { timeout: 5000 }).toBeGreaterThan(2);
    expect(notifications.state()).toBe('degraded');
    expect(said.length).toBe(1);
    expect(said[0]).toContain('announcements: degraded');
  });

  test('what was read before is forgotten then, and the address is tried anew, which may lead to another server by now', async () => {
    const former = await createTestDatabase(inject('postgresAdminUrl'));
    cleanUps.push(() => former.drop());
    const { notifications, said, lost, direct } = await listen(former.url);
    await expect.poll(() => notifications.state(), { timeout: 30_000 }).toBe('degraded');
    expect(lost()).toBe(1);
    direct.options.connectionString = own.url;
    await expect.poll(() => notifications.state(), { timeout: 30_000 }).toBe('ok');
    expect(lost()).toBe(1);
    expect(said.at(-1)).toContain('announcements: ok again');
  });
});

test('a lost database is said once a second, in a line without a stack', async () => {
  const said: string[] = [];
  const listening = createLog('info', { write: (line: string) => void said.push(line) });
  const unreachable = new URL(databaseUrl(inject('postgresAdminUrl'), 'postgres'));
  unreachable.port = '1';
  const pool = createServerPool(unreachable.href, 1, listening);
  cleanUps.push(() => pool.end());
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const error: unknown = await pool.query('select 1').catch((failure: unknown) => failure);
    expect(isOutOfReach(error)).toBe(true);
    logDatabaseLoss(listening, error);
  }
  expect(said.length).toBe(1);
  expect(JSON.parse(said[0] ?? '')).toMatchObject({ msg: 'the database is out of reach', alike: 0 });
  expect(said[0]).not.toContain('stack');
});
