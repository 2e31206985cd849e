// A standby of the database: what the counters of a type say of it while it follows, and what is remembered of the primary when it
// takes over without the last commits.
import type { Statement } from '@rowhouse/server/platform/database/statement-batch.ts';
import { createAccounts } from '@rowhouse/server/platform/identity/embedded/accounts.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compareWithStandby } from './compare-standby.ts';
import { openMigratedDatabase } from './migrated-database.ts';
import { createOwnedDatabase, databaseUrl, runAsAdmin, startTestPostgres, superuser } from './postgres.ts';
import { startStandby, type Standby } from './standby.ts';
import { serveTestDatabase, type Credentials, type ServedDatabase } from './test-server.ts';
import { createTwoTenants, type TwoTenants } from './two-tenants.ts';

const name = 'rowhouse_followed';
let primaryUrl: string;
let standby: Standby;
let server: ServedDatabase;
let world: TwoTenants;
let ana: Credentials;
const cleanUps: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  const primary = await startTestPostgres({ inMemory: true });
  cleanUps.push(() => primary.stop());
  primaryUrl = primary.adminUrl;
  await createOwnedDatabase(primaryUrl, name);
  const database = await openMigratedDatabase(databaseUrl(primaryUrl, name));
  world = await createTwoTenants(database, createAccounts({ database }));
  const { id, types, statuses } = world.north;
  server = await serveTestDatabase({
    database,
    url: databaseUrl(primaryUrl, name),
    close: () => database.close(),
  });
  cleanUps.push(() => server.close());
  await server.query(
    `insert into record_3 (bucket, tenant_id, record_type_id, record_number, po_number, status_id)
     select 3, $1, $2, n, n % 2, $3 from generate_series(1, 400) n`,
    [id, types.orders, statuses.order],
  );
  ana = await server.enter('ana', world.north);
  standby = await startStandby(primaryUrl);
  cleanUps.push(() => standby.stop());
  await standby.catchUp();
});
afterAll(async () => {
  for (const cleanUp of cleanUps.toReversed()) await cleanUp();
});

const total = async (poNumber: number, part = 'records { id } total'): Promise<unknown> => {
  const answer = await server.ask(
    `query ($data: FilterAndSortInput!) { filterAndSortRecordHeader(data: $data, pagination: { offset: 0, limit: 25 }) { ${part} } }`,
    ana,
    {
      data: {
        recordTypeId: world.north.types.orders,
        filters: [
          {
            fieldId: 0,
            field: 'poNumber',
            logicOperator: 'AND',
            priority: 0,
            filterCriteria: { operator: 'equals', value: String(poNumber) },
          },
        ],
      },
    },
  );
  if (answer.errors !== undefined) throw new Error(JSON.stringify(answer.errors));
  return (answer.data?.['filterAndSortRecordHeader'] as { total: unknown } | undefined)?.total;
};

/** What the server asks for a page and its total when nothing is remembered. */
async function listen(ask: () => Promise<unknown>): Promise<{ page: Statement; count: Statement }> {
  const heard: Statement[] = [];
  const { database } = server;
  const { read } = database;
  database.read = (scope, statements, ...rest) => {
    heard.push(...statements);
    return read(scope, statements, ...rest);
  };
  await ask().finally(() => (database.read = read));
  const page = heard.find(({ text }) => /\bfrom record_3\b/.test(text) && !/count\(\*\)/.test(text));
  const count = heard.find(({ text }) => text.startsWith('select (select count(*)'));
  if (page === undefined || count === undefined) throw new Error('The page or its count was not asked.');
  return { page, count };
}

test('equal counters of every slot mean equal rows and an equal total, whoever of the two is asked', async () => {
  const asked = await listen(() => total(1));
  const compare = (waitsForStandby: boolean) =>
    compareWithStandby({
      primaryUrl: databaseUrl(primaryUrl, name, superuser),
      standbyUrl: databaseUrl(standby.adminUrl, name, superuser),
      tenantId: world.north.id,
      ...asked,
      comparisons: 1000,
      write: {
        statement: `update record_3 set po_number = 1 - po_number, version = version + 1
                    where id = (select min(id) from record_3) + 10 * $1::int + floor(random() * 10)::int`,
        writers: 4,
        waitsForStandby,
      },
    });
  const behind = await compare(false);
  await runAsAdmin(primaryUrl, `alter system set synchronous_standby_names = '*'`);
  await runAsAdmin(primaryUrl, 'select pg_reload_conf()');
  const ahead = await compare(true);
  await runAsAdmin(primaryUrl, 'alter system reset synchronous_standby_names');
  await runAsAdmin(primaryUrl, 'select pg_reload_conf()');
  expect([behind.wrong, ahead.wrong]).toEqual([0, 0]);
  // There was something to compare.
  expect(Math.min(behind.equal, ahead.equal)).toBeGreaterThan(50);
});

test('a standby that takes over without the last commits is not answered for by what was remembered of the primary', async () => {
  const before = Number(await total(1));
  await standby.catchUp();
  await standby.cutOff();
  const writeAt = async (url: string, slot: number | null, poNumber: number): Promise<number> => {
    for (;;) {
      const client = new pg.Client({ connectionString: databaseUrl(url, name, superuser) });
      await client.connect();
      const { rows } = await client.query<{ slot: number }>('select pg_backend_pid() % 16 as slot');
      const own = rows[0]?.slot ?? -1;
      const isRight = slot === null || slot === own;
      if (isRight)
        await client.query(
          'update record_3 set po_number = $1 where id = (select max(id) from record_3 where po_number = 0)',
          [poNumber],
        );
      await client.end();
      if (isRight) return own;
    }
  };
  const slot = await writeAt(primaryUrl, null, 1);
  expect(await total(1)).toBe(before + 1);
  await standby.promote();
  await writeAt(standby.adminUrl, slot, 2);
  // As a pooler lets another server answer: no connection of ours is lost.
  const other = await openMigratedDatabase(databaseUrl(standby.adminUrl, name), { migrated: true });
  cleanUps.push(() => other.close());
  const { read } = server.database;
  server.database.read = other.read;
  try {
    expect([await total(1), await total(1, 'total')]).toEqual([before, before]);
  } finally {
    server.database.read = read;
  }
});
