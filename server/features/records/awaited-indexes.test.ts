// An order or a filter that takes long for want of an index is answered by the word that one is being made, and by rows when
// it is there. What is slow is a lock here, so that nothing depends on the speed of a machine.
import type { FilterAndSortInput } from '@rowhouse/domain/contract.generated.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startAnother } from '../../../testing/record-model/another-application.ts';
import { startTestServer } from '../../../testing/test-server.ts';
import type { Credentials, TestServer } from '../../../testing/test-server.ts';
import { createLog } from '../../platform/log.ts';
import { promoteLargeTypes } from '../../platform/record-store/promote.ts';
import { aTenant } from '../../seed/builders.ts';

const count = 2000;
const log = createLog('fatal');
let server: TestServer;
let another: Awaited<ReturnType<typeof startAnother>>;
let world: Awaited<ReturnType<typeof build>>;
let ana: Credentials;
beforeAll(async () => {
  server = await startTestServer();
  another = await startAnother(server, { awaitedIndexes: { patienceMs: 50, limits: { above: count } } });
  world = await build();
  ana = await server.enter('ana', world.tenant);
});
afterAll(async () => {
  await another.close();
  await server.close();
});

async function build() {
  const built = await server.database.asOwnerOfAll(async (connection) => {
    const tenant = await aTenant(connection, { name: 'Large', bucket: 9 });
    const role = await tenant.withRole({ name: 'Manager', defaultFieldAccess: 'Editable' });
    await tenant.withMember(server.people.ana, role);
    const type = await tenant.withRecordType({
      name: 'Large',
      fields: [
        { name: 'Number', dataType: 'decimal' },
        { name: 'Text', dataType: 'string' },
        { name: 'Kept', dataType: 'string', slot: 'overflow' },
      ],
    });
    const items = await tenant.withMenu([
      {
        name: 'Group',
        route: 'group',
        sections: [
          { name: 'Section', route: 'section', items: [{ name: 'large', route: 'large', recordType: type }] },
        ],
      },
    ]);
    for (const id of items.values()) await tenant.withActions(role, id, ['view']);
    return { tenant, type };
  });
  await server.query(
    `insert into record_9 (bucket, tenant_id, record_type_id, record_number, n1, t1)
     select 9, $1, $2, i, ${count} - i, 'Text ' || i from generate_series(1, ${count}) i`,
    [built.tenant.id, built.type.id],
  );
  await promoteLargeTypes(server.database, log, count - 1);
  return built;
}

const fieldId = (name: string): number => world.type.fields.get(name)?.id ?? 0;

const ask = (data: Omit<FilterAndSortInput, 'recordTypeId'>) =>
  another.ask(
    `query ($data: FilterAndSortInput!) {
      filterAndSortRecordHeader(data: $data, pagination: { offset: 0, limit: 2 }) { records { recordNumber } } }`,
    ana,
    { data: { recordTypeId: world.type.id, ...data } },
  );

/** While nobody can read the records. */
const whileLocked = (work: () => Promise<void>) =>
  server.database.asOwnerOf(world.tenant.id, async (connection) => {
    await connection.query('begin; lock table record_1000 in access exclusive mode');
    try {
      await work();
    } finally {
      await connection.query('rollback');
    }
  });

const isThere = async (): Promise<boolean> => {
  const rows = await server.query(
    `select from pg_index i join pg_class c on c.oid = i.indexrelid where c.relname = 'ix_1000_n1_order' and i.indisvalid`,
  );
  return rows.length > 0;
};

const waiting = async (): Promise<number> => {
  const [row] = await server.query(
    `select count(*)::int as statements from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock' and query like '%from record_1000 where%'`,
  );
  return Number(row?.['statements']);
};

const byNumber = { sort: [{ fieldId: 0, field: '', sort: 'ASC' as const }] };
const sortBy = (name: string) => ({ sort: [{ ...byNumber.sort[0]!, fieldId: fieldId(name) }] });
const found = (numbers: number[]) => ({
  data: { filterAndSortRecordHeader: { records: numbers.map((recordNumber) => ({ recordNumber })) } },
});
const refused = expect.objectContaining({
  errors: [
    expect.objectContaining({
      message: expect.stringMatching(/^An index is being made .*: \d+ % is done\./) as string,
      extensions: expect.objectContaining({
        code: 'LIMITED',
        details: { reason: 'IndexBeingMade', percent: expect.any(Number), retryAfterMs: 1500 },
      }),
    }),
  ],
});

test('an order without an index is refused with the progress of the index, and answered when that is made', async () => {
  await whileLocked(async () => {
    expect(await ask(sortBy('Number'))).toEqual(refused);
    const before = await waiting();
    expect(await ask(sortBy('Number'))).toEqual(refused);
    // Nothing is begun a second time.
    expect(await waiting()).toBe(before);
  });
  await expect.poll(() => ask(sortBy('Number')), { timeout: 20_000 }).toEqual(found([count, count - 1]));
  await expect.poll(isThere, { timeout: 20_000 }).toBe(true);
});

test.each([
  ['has its index', () => sortBy('Number'), [count, count - 1]],
  ['can have none', () => sortBy('Kept'), [1, 2]],
  [
    'is an alternative to one that can have none',
    () => ({
      filters: (['Text', 'Kept'] as const).map((name, priority) => ({
        fieldId: fieldId(name),
        logicOperator: 'OR' as const,
        priority,
        filterCriteria: { operator: 'equals' as const, value: 'Text 7' },
      })),
    }),
    [7],
  ],
])('a question about a field that %s is waited for, however long it takes', async (_, data, numbers) => {
  let answer: ReturnType<typeof ask> | undefined;
  await whileLocked(async () => {
    answer = ask(data());
    await expect.poll(waiting, { timeout: 10_000 }).toBeGreaterThan(0);
    expect(await Promise.race([answer, new Promise((resolve) => setTimeout(resolve, 400, 'waits'))])).toBe(
      'waits',
    );
  });
  expect(await answer).toEqual(found(numbers));
});

test('rows that come before their index are not kept back for it', async () => {
  await server.query('drop index ix_1000_n1_order');
  await server.database.asOwnerOf(world.tenant.id, async (connection) => {
    // Another process tends the bucket.
    await connection.query('select pg_advisory_lock(74703, 1000)');
    try {
      await whileLocked(async () => {
        expect(await ask(sortBy('Number'))).toEqual(refused);
      });
      await expect.poll(() => ask(sortBy('Number')), { timeout: 10_000 }).toEqual(found([count, count - 1]));
      expect(await isThere()).toBe(false);
    } finally {
      await connection.query('select pg_advisory_unlock(74703, 1000)');
    }
  });
  await expect.poll(isThere, { timeout: 20_000 }).toBe(true);
});

test('rows that came late are kept for a while only: whoever asks after that has them as they are then', async () => {
  await server.query('drop index ix_1000_n1_order');
  const forgetful = await startAnother(server, {
    awaitedIndexes: { patienceMs: 50, keptMs: 0, limits: { above: count } },
  });
  const shared = another;
  another = forgetful;
  try {
    await server.database.asOwnerOf(world.tenant.id, async (connection) => {
      // Another process tends the bucket, so the index does not come.
      await connection.query('select pg_advisory_lock(74703, 1000)');
      try {
        await whileLocked(async () => {
          expect(await ask(sortBy('Number'))).toEqual(refused);
        });
        await expect.poll(waiting, { timeout: 10_000 }).toBe(0);
        await server.query('update record_1000 set n1 = -1 where record_number = 7');
        // Whoever asks while the first ones are still on their way has those too.
        await expect.poll(() => ask(sortBy('Number')), { timeout: 20_000 }).toEqual(found([7, count]));
      } finally {
        await connection.query('select pg_advisory_unlock(74703, 1000)');
      }
    });
  } finally {
    another = shared;
    await forgetful.close();
    await server.query('update record_1000 set n1 = $1 where record_number = 7', [count - 7]);
  }
});

test('a server that stops in the middle leaves no index behind, and does not wait', async () => {
  await server.query('drop index if exists ix_1000_n1_order');
  const third = await startAnother(server, { awaitedIndexes: { patienceMs: 50, limits: { above: count } } });
  const shared = another;
  another = third;
  try {
    await whileLocked(async () => {
      expect(await ask(sortBy('Number'))).toEqual(refused);
      await third.close();
    });
  } finally {
    another = shared;
  }
  expect(await server.query(`select relname from pg_class where relname = 'ix_1000_n1_order'`)).toEqual([]);
  await expect.poll(() => ask(sortBy('Number')), { timeout: 20_000 }).toEqual(found([count, count - 1]));
});
