// Nearly all types are small and share a bucket with those of other companies: what people filter by has an index there too,
// and requests are served by it.
import type { FilterAndSortInput, RecordFilterInput } from '@rowhouse/domain/contract.generated.ts';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { runAsAdmin } from '../../../testing/postgres.ts';
import { startAnother } from '../../../testing/record-model/another-application.ts';
import { startTestServer } from '../../../testing/test-server.ts';
import type { Credentials, TestServer } from '../../../testing/test-server.ts';
import { createLog } from '../../platform/log.ts';
import { promoteLargeTypes } from '../../platform/record-store/promote.ts';
import { tendIndexes } from '../../platform/record-store/tend-indexes.ts';
import { aTenant } from '../../seed/builders.ts';
import { noteFieldUseStatement } from './sql.ts';

const bucket = 11;
const count = 6000;
let server: TestServer;
let another: Awaited<ReturnType<typeof startAnother>>;
let world: Awaited<ReturnType<typeof build>>;
let ana: Credentials;
beforeAll(async () => {
  server = await startTestServer();
  another = await startAnother(server);
  world = await build('Ours');
  await fill(await build('Neighbour', server.people.bob), count);
  await fill(world, count);
  ana = await server.enter('ana', world.tenant);
});
afterAll(async () => {
  await another.close();
  await server.close();
});

const log = createLog('fatal');

function build(name: string, member: number = server.people.ana) {
  return server.database.asOwnerOfAll(async (connection) => {
    const tenant = await aTenant(connection, { name, bucket });
    const role = await tenant.withRole({ name: 'Manager', defaultFieldAccess: 'Editable' });
    await tenant.withMember(member as typeof server.people.ana, role);
    const list = await tenant.withList({ name: 'Choices', values: ['A', 'B'] });
    const fields = [
      { name: 'Number', dataType: 'decimal' },
      { name: 'Text', dataType: 'string' },
      { name: 'Choice', dataType: 'dropdown', list },
      { name: 'Day', dataType: 'date' },
    ] as const;
    const type = await tenant.withRecordType({ name: 'Orders', fields });
    const items = await tenant.withMenu([
      {
        name: 'Group',
        route: 'group',
        sections: [
          {
            name: 'Section',
            route: 'section',
            items: [{ name: 'Orders', route: 'orders', recordType: type }],
          },
        ],
      },
    ]);
    for (const id of items.values()) await tenant.withActions(role, id, ['view']);
    return { tenant, type };
  });
}

const fill = async ({ tenant, type }: Awaited<ReturnType<typeof build>>, records: number) => {
  await server.query(
    `insert into record_${bucket} (bucket, tenant_id, record_type_id, record_number, created_at, n1, t1, r1, d1)
     select ${bucket}, $1, $2, i, timestamptz '2020-01-01' + i * interval '1 minute', i * 7919 % 10007 / 10.0,
            'Text ' || md5(i::text), i * 31 % 400 + 1, timestamptz '2020-01-01 00:00Z' + i % 900 * interval '1 day'
     from generate_series(1, $3::int) i`,
    [tenant.id, type.id, records],
  );
};

const numberOf = (i: number): number => ((i * 7919) % 10_007) / 10;

/** By their place in the order in which they were written. */
const idsBetween = (from: number, to: number): number[] =>
  Array.from({ length: count }, (_, index) => index + 1).filter(
    (i) => numberOf(i) >= from && numberOf(i) <= to,
  );

const filter = (name: string, filterCriteria: RecordFilterInput['filterCriteria']): RecordFilterInput => ({
  fieldId: world.type.fields.get(name)?.id ?? 0,
  logicOperator: 'AND',
  priority: 0,
  filterCriteria,
});

type Page = { readonly total: number | null; readonly records: readonly { recordNumber: number }[] };

const ask = async (data: Omit<FilterAndSortInput, 'recordTypeId'>) => {
  const answer = await another.ask(
    'query ($data: FilterAndSortInput!) { filterAndSortRecordHeader(data: $data) { total records { id } } }',
    ana,
    { data: { recordTypeId: world.type.id, ...data } },
  );
  expect(answer.errors).toBeUndefined();
  return (answer.data as { filterAndSortRecordHeader: Page }).filterAndSortRecordHeader.total;
};

const questions: [what: string, filter: () => RecordFilterInput, total: number, index: string][] = [
  [
    'a number',
    () => filter('Number', { operator: 'between', values: ['10', '14'] }),
    idsBetween(10, 14).length,
    'n1_order',
  ],
  ['a choice', () => filter('Choice', { operator: 'isAnyOf', values: ['3', '5'] }), 30, 'r1_order'],
  ['a date', () => filter('Day', { operator: 'is', value: '2020-02-01' }), 7, 'd1_order'],
  ['a part of a text', () => filter('Text', { operator: 'contains', value: 'C4CA4238A0' }), 1, 't1_contains'],
];

/** How often each index by use was read, as PostgreSQL counts it. */
const readCounts = async (): Promise<Record<string, number>> => {
  const rows = await server.query(
    `select indexrelname as name, idx_scan as scans from pg_stat_user_indexes where indexrelname like 'ix\\_%'`,
  );
  return Object.fromEntries(rows.map(({ name, scans }) => [String(name), Number(scans)]));
};

const indexOf = (name: string): string => `ix_${bucket}_${world.type.id}_${name}`;

describe('a type of some thousands', () => {
  test('has an index for what was filtered by three times in a day', async () => {
    for (const times of [1, 2, 3]) {
      for (const [, of] of questions) await ask({ filters: [of()] });
      await another.fieldUse.flush();
      const made = await tendIndexes(server.database, log);
      expect(made.toSorted()).toEqual(
        times < 3 ? [] : questions.map(([, , , index]) => indexOf(index)).toSorted(),
      );
    }
    // Commits are asynchronous here: until their log is written, a vacuum can mark no page as visible to everybody.
    await runAsAdmin(inject('postgresAdminUrl'), 'checkpoint');
    await server.query(`vacuum (analyze) record_${bucket}`);
  });

  test('serves what it was made for, and finds the same', async () => {
    const before = await readCounts();
    for (const [what, of, total] of questions)
      expect([what, await ask({ filters: [of()] })]).toEqual([what, total]);
    // A connection tells what it read when it has been idle for ten seconds: all are waited for at once.
    await expect
      .poll(
        async () => {
          const now = await readCounts();
          return questions.filter(([, , , index]) => now[indexOf(index)] === before[indexOf(index)]);
        },
        { timeout: 20_000 },
      )
      .toEqual([]);
  });

  test('serves as often what is asked again with other values, which is planned once for all of them', async () => {
    const before = await readCounts();
    const hashes = ['eccbc87e4b5ce2', 'a87ff679a2f3e7', 'e4da3b7fbbce23', '1679091c5a880f'];
    for (const [index, hash] of hashes.entries()) {
      const [from, to] = [20 + index, 21 + index];
      const number = filter('Number', { operator: 'between', values: [String(from), String(to)] });
      expect(await ask({ filters: [number] })).toBe(idsBetween(from, to).length);
      expect(await ask({ filters: [filter('Text', { operator: 'contains', value: hash })] })).toBe(1);
    }
    const names = ['n1_order', 't1_contains'].map(indexOf);
    await expect
      .poll(
        async () => {
          const now = await readCounts();
          return names.map((name) => now[name]! - before[name]!);
        },
        { timeout: 20_000 },
      )
      .toEqual([4, 4]);
  });
});

describe('a page of few matches is read with its total', () => {
  const dayOf = (recordNumber: number): number => recordNumber % 900;
  const read = async (from: number, to: number, sort: 'ASC' | 'DESC', offset: number) => {
    const answer = await another.ask(
      `query ($data: FilterAndSortInput!, $pagination: PaginationInput) {
        filterAndSortRecordHeader(data: $data, pagination: $pagination) { total records { recordNumber } } }`,
      ana,
      {
        data: {
          recordTypeId: world.type.id,
          filters: [filter('Number', { operator: 'between', values: [String(from), String(to)] })],
          sort: [{ fieldId: world.type.fields.get('Day')?.id, sort }],
        },
        pagination: { offset, limit: 10 },
      },
    );
    expect(answer.errors).toBeUndefined();
    const { total, records } = (answer.data as { filterAndSortRecordHeader: Page }).filterAndSortRecordHeader;
    return { total, numbers: records.map(({ recordNumber }) => recordNumber) };
  };
  const expected = (from: number, to: number, sort: 'ASC' | 'DESC', offset: number) => {
    const up = idsBetween(from, to).toSorted((a, b) => dayOf(a) - dayOf(b) || a - b);
    const found = sort === 'ASC' ? up : up.toReversed();
    return { total: found.length, numbers: found.slice(offset, offset + 10) };
  };

  // One after another: each has what was expected of the last one, which may be few where there are many.
  test.each([
    [0, 30, 0],
    [30, 60, 0],
    [30, 60, 10],
    [30, 60, 290],
    [30, 60, 700],
    [0, 900, 0],
    [60, 61, 0],
    [60, 90, 20],
    [0, 900, 1200],
    [90, 90.1, 0],
    [90.01, 90.02, 0],
    [0, 900, 20],
  ])('numbers from %d to %d, from %d on', async (from, to, offset) => {
    for (const sort of ['ASC', 'DESC'] as const) {
      expect(await read(from, to, sort, offset)).toEqual(expected(from, to, sort, offset));
      expect(await read(from, to, sort, offset)).toEqual(expected(from, to, sort, offset));
    }
  });

  test('and has what was written since', async () => {
    expect((await read(30, 60, 'ASC', 0)).total).toBe(idsBetween(30, 60).length);
    const [number] = idsBetween(30, 60);
    const write = (value: number) =>
      server.query(
        `update record_${bucket} set n1 = $3 where tenant_id = $1 and record_type_id = $2 and record_number = $4`,
        [world.tenant.id, world.type.id, value, number],
      );
    await write(2000);
    expect((await read(30, 60, 'ASC', 0)).total).toBe(idsBetween(30, 60).length - 1);
    await write(numberOf(number!));
    expect(await read(30, 60, 'ASC', 0)).toEqual(expected(30, 60, 'ASC', 0));
  });
});

describe('how many a shared bucket has', () => {
  const limits = { mostOfSharedBucket: 2 };

  test('is limited, for each statement is planned with all of them', async () => {
    await server.query(`drop index ${indexOf('n1_order')}, ${indexOf('r1_order')}, ${indexOf('d1_order')}`);
    expect((await tendIndexes(server.database, log, { limits })).length).toBe(1);
    expect(Object.keys(await readCounts()).length).toBe(2);
  });

  test('a large type needs one use, not three; and a search counts as a use of a large one alone', async () => {
    const keyOf = (name: string): string => `f${world.type.fields.get(name)?.id}`;
    const use = (of: 'field' | 'search', name: string, isLargeFrom: number) =>
      server.database.withTenant({ tenantId: world.tenant.id, userId: null }, (transaction) =>
        transaction.one(
          noteFieldUseStatement(
            {
              tenantId: world.tenant.id,
              recordTypeId: world.type.id,
              keys: [keyOf(name)],
              kind: 'order',
              isSearch: of === 'search',
            },
            isLargeFrom,
          ),
        ),
      );
    await server.query(`delete from field_use where kind = 'order'`);
    await use('search', 'Number', count + 1);
    await use('field', 'Choice', count + 1);
    await use('search', 'Day', count);
    expect(
      await server.query(`select field_key, uses from field_use where kind = 'order' order by field_key`),
    ).toEqual([
      { field_key: keyOf('Choice'), uses: 1 },
      { field_key: keyOf('Day'), uses: 1 },
    ]);
    expect(await tendIndexes(server.database, log)).toEqual([]);
    for (const name of ['Number', 'Choice', 'Day']) await use('field', name, count);
    expect((await tendIndexes(server.database, log)).length).toBe(2);
  });

  test('where there is no room, the large type that has most of them leaves, and has them where it goes', async () => {
    const move = (fromFullAbove: number, most: number) =>
      promoteLargeTypes(server.database, log, 100_000, 2000, { fromFullAbove, mostOfSharedBucket: most });
    expect(await move(count, 5)).toEqual([]);
    expect(await move(count + 1, 4)).toEqual([]);
    expect(await move(count, 4)).toEqual([world.type.id]);
    await tendIndexes(server.database, log);
    expect(Object.keys(await readCounts()).toSorted()).toEqual(
      questions.map(([, , , index]) => `ix_1000_${index}`).toSorted(),
    );
    expect(await ask({ filters: [filter('Choice', { operator: 'isAnyOf', values: ['3', '5'] })] })).toBe(30);
  });
});
