// Two fields that are asked together have one index, in a shared bucket and in one of its own, and requests are served by it;
// but however many ways somebody finds to ask, neither the notes nor the indexes of a type grow beyond their number.
import type { FilterAndSortInput, RecordFilterInput } from '@rowhouse/domain/contract.generated.ts';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { runAsAdmin } from '../../../testing/postgres.ts';
import { startAnother } from '../../../testing/record-model/another-application.ts';
import { startTestServer } from '../../../testing/test-server.ts';
import type { Credentials, TestServer } from '../../../testing/test-server.ts';
import { createLog } from '../../platform/log.ts';
import { promoteLargeTypes } from '../../platform/record-store/promote.ts';
import { dropIndexesOfField, tendIndexes } from '../../platform/record-store/tend-indexes.ts';
import { mostNotesOfPairs } from '../../platform/record-store/used-pairs.ts';
import { aTenant } from '../../seed/builders.ts';

const bucket = 12;
const count = 12_000;
let server: TestServer;
let another: Awaited<ReturnType<typeof startAnother>>;
let world: Awaited<ReturnType<typeof build>>;
let neighbour: Awaited<ReturnType<typeof build>>;
let ana: Credentials;
beforeAll(async () => {
  server = await startTestServer();
  another = await startAnother(server);
  world = await build('Ours');
  neighbour = await build('Neighbour', server.people.bob);
  await fill(neighbour);
  await fill(world);
  ana = await server.enter('ana', world.tenant);
});
afterAll(async () => {
  await another.close();
  await server.close();
});

const log = createLog('fatal');
const limits = { pairsAbove: 10_000, mostOfType: 30, mostOfSharedBucket: 200 };
const tend = (more: Partial<typeof limits> & { mostPairsOfSharedBucket?: number } = {}) =>
  tendIndexes(server.database, log, { limits: { ...limits, ...more } });
const tendPairs = async (more?: Parameters<typeof tend>[0]) =>
  (await tend(more)).filter((name) => name.endsWith('_pair'));

const choices = ['Customer', 'Carrier', 'Site', 'Kind'];
const numbers = ['Amount', 'Weight', 'Tax', 'Share'];
const days = ['Ordered', 'Delivered', 'Paid', 'Checked', 'Closed', 'Asked'];

function build(name: string, member: number = server.people.ana) {
  return server.database.asOwnerOfAll(async (connection) => {
    const tenant = await aTenant(connection, { name, bucket });
    const role = await tenant.withRole({ name: 'Manager', defaultFieldAccess: 'Editable' });
    await tenant.withMember(member as typeof server.people.ana, role);
    const list = await tenant.withList({ name: 'Choices', values: ['A', 'B'] });
    const type = await tenant.withRecordType({
      name: 'Orders',
      fields: [
        ...choices.map((name) => ({ name, dataType: 'dropdown', list }) as const),
        ...numbers.map((name) => ({ name, dataType: 'decimal' }) as const),
        ...days.map((name) => ({ name, dataType: 'date' }) as const),
        { name: 'Code', dataType: 'string' },
        { name: 'Remark', dataType: 'string' },
        { name: 'Kept', dataType: 'decimal', slot: 'overflow' },
      ],
    });
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

const customerOf = (i: number): number => ((i * 31) % 40) + 1;
const amountOf = (i: number): number => ((i * 7919) % 10_007) / 10;
const dayNumberOf = (i: number): number => (i * 17) % 900;

const fill = async ({ tenant, type }: Awaited<ReturnType<typeof build>>) => {
  const columns = { r: choices, n: numbers, d: days };
  const expressions = {
    r: 'i * 31 % 40 + 1',
    n: 'i * 7919 % 10007 / 10.0',
    d: `timestamptz '2020-01-01 00:00Z' + i * 17 % 900 * interval '1 day'`,
  };
  const filled = Object.entries(columns).flatMap(([letter, names]) =>
    names.map(
      (_, index) => [`${letter}${index + 1}`, expressions[letter as keyof typeof expressions]] as const,
    ),
  );
  await server.query(
    `insert into record_${bucket} (bucket, tenant_id, record_type_id, record_number, created_at, t1, t2,
       ${filled.map(([column]) => column).join(', ')})
     select ${bucket}, $1, $2, i, timestamptz '2020-01-01' + i * interval '1 minute', 'Code ' || i, 'Remark ' || i % 20,
       ${filled.map(([, expression]) => expression).join(', ')}
     from generate_series(1, $3::int) i`,
    [tenant.id, type.id, count],
  );
};

const keyOf = (name: string): { fieldId: number; field?: string } => {
  const field = world.type.fields.get(name);
  return field === undefined ? { fieldId: 0, field: name } : { fieldId: field.id };
};
const filter = (
  name: string,
  filterCriteria: RecordFilterInput['filterCriteria'],
  logicOperator: 'AND' | 'OR' = 'AND',
): RecordFilterInput => ({ ...keyOf(name), logicOperator, priority: 0, filterCriteria });

type Question = Omit<FilterAndSortInput, 'recordTypeId'>;
type Page = { readonly total: number; readonly records: readonly { recordNumber: number }[] };

const ask = async (data: Question): Promise<{ total: number; numbers: number[] }> => {
  const answer = await another.ask(
    `query ($data: FilterAndSortInput!) { filterAndSortRecordHeader(data: $data, pagination: { offset: 0, limit: 10 }) {
      total records { recordNumber } } }`,
    ana,
    { data: { recordTypeId: world.type.id, ...data } },
  );
  expect(answer.errors).toBeUndefined();
  const { total, records } = (answer.data as { filterAndSortRecordHeader: Page }).filterAndSortRecordHeader;
  return { total, numbers: records.map(({ recordNumber }) => recordNumber) };
};

const askThrice = async (question: Question) => {
  for (const _ of [1, 2, 3]) {
    await ask(question);
    await another.fieldUse.flush();
  }
};

const customersAndDays = (): Question => ({
  filters: [
    filter('Customer', { operator: 'isAnyOf', values: ['3', '5', '7'] }),
    filter('Ordered', { operator: 'between', values: ['2020-06-01', '2020-08-31'] }),
  ],
  sort: [{ ...keyOf('recordNumber'), sort: 'ASC' }],
});

const oneCustomerByAmount = (): Question => ({
  filters: [filter('Customer', { operator: 'isAnyOf', values: ['9'] })],
  sort: [{ ...keyOf('Amount'), sort: 'ASC' }],
});

const dayOf = (text: string): number => (Date.parse(text) - Date.parse('2020-01-01')) / 86_400_000;

/** The numbers of the records that match, in the order in which they were written. */
const numbersWhere = (matches: (i: number) => boolean): number[] =>
  Array.from({ length: count }, (_, index) => index + 1).filter(matches);

const found = (numbers: readonly number[]) => ({ total: numbers.length, numbers: numbers.slice(0, 10) });

const ofCustomersAndDays = () =>
  found(
    numbersWhere(
      (i) =>
        [3, 5, 7].includes(customerOf(i)) &&
        dayNumberOf(i) >= dayOf('2020-06-01') &&
        dayNumberOf(i) <= dayOf('2020-08-31'),
    ),
  );

const ofOneCustomerByAmount = () =>
  found(
    numbersWhere((i) => customerOf(i) === 9).toSorted(
      (one, other) => amountOf(one) - amountOf(other) || one - other,
    ),
  );

/** How often an index was read, as PostgreSQL counts it. */
const readsOf = async (name: string): Promise<number> => {
  const [row] = await server.query('select idx_scan from pg_stat_user_indexes where indexrelname = $1', [
    name,
  ]);
  return Number(row?.['idx_scan'] ?? -1);
};

/** A connection tells what it read when it has been idle for ten seconds. */
async function expectRead(name: string, before: number): Promise<void> {
  await expect.poll(() => readsOf(name), { timeout: 20_000 }).toBeGreaterThan(before);
}

const pairsThere = async (): Promise<string[]> =>
  (
    await server.query(
      `select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
       where c.relname ~ '_pair$' and i.indisvalid order by c.relname`,
    )
  ).map(({ name }) => String(name));

const notedPairs = async (): Promise<string[]> =>
  (await server.query(`select field_key from field_use where kind = 'pair' order by field_key`)).map(
    ({ field_key }) => String(field_key),
  );

const pairOf = (...names: readonly string[]): string =>
  names.map((name) => (keyOf(name).fieldId > 0 ? `f${keyOf(name).fieldId}` : name)).join('+');

const vacuum = async (table: string): Promise<void> => {
  // Commits are asynchronous here: until their log is written, a vacuum can mark no page as visible to everybody.
  await runAsAdmin(inject('postgresAdminUrl'), 'checkpoint');
  await server.query(`vacuum (analyze) ${table}`);
};

const daysPair = (): string => `ix_${bucket}_${world.type.id}_r1_d1_pair`;
const amountPair = (): string => `ix_${bucket}_${world.type.id}_r1_n1_pair`;

describe('in a bucket that types share', () => {
  test('a third use within a day makes one of what has to be equal and what is compared, of that type alone', async () => {
    for (const times of [1, 2, 3]) {
      expect(await ask(customersAndDays())).toEqual(ofCustomersAndDays());
      await another.fieldUse.flush();
      expect(await tendPairs()).toEqual(times < 3 ? [] : [daysPair()]);
    }
    const [row] = await server.query('select indexdef from pg_indexes where indexname = $1', [daysPair()]);
    expect(row?.['indexdef']).toContain('(r1, d1, id) INCLUDE (tenant_id, record_type_id, enabled)');
    expect(row?.['indexdef']).toMatch(
      new RegExp(
        `WHERE \\(\\(tenant_id = ${world.tenant.id}\\) AND \\(record_type_id = ${world.type.id}\\)\\)`,
      ),
    );
  });

  test('or of what has to be equal and what is sorted by', async () => {
    await askThrice(oneCustomerByAmount());
    expect(await tendPairs()).toEqual([amountPair()]);
  });

  test('requests are served by them, and find the same', async () => {
    await vacuum(`record_${bucket}`);
    const before = await Promise.all([daysPair(), amountPair()].map(readsOf));
    expect(await ask(customersAndDays())).toEqual(ofCustomersAndDays());
    expect(await ask(oneCustomerByAmount())).toEqual(ofOneCustomerByAmount());
    await expectRead(daysPair(), before[0]!);
    await expectRead(amountPair(), before[1]!);
  });

  test('a smaller type has none, however often it is asked', async () => {
    await server.query(`drop index ${daysPair()}`);
    expect(await tendPairs({ pairsAbove: count + 1 })).toEqual([]);
    expect(await tendPairs()).toEqual([daysPair()]);
  });

  test('the bucket has at most so many of them', async () => {
    await server.query(`drop index ${daysPair()}`);
    expect(await tendPairs({ mostPairsOfSharedBucket: 1 })).toEqual([]);
    expect(await tendPairs({ mostPairsOfSharedBucket: 2 })).toEqual([daysPair()]);
  });
});

describe('in a bucket of its own', () => {
  const own = (columns: string): string => `ix_1000_${columns}_pair`;

  test('they are made where the type goes, and those that it leaves behind are dropped', async () => {
    await promoteLargeTypes(server.database, log, count + 1);
    expect(await pairsThere()).toEqual([daysPair(), amountPair()]);
    await server.query('delete from record_type_counter where tenant_id = $1', [neighbour.tenant.id]);
    await promoteLargeTypes(server.database, log, count - 1);
    await tend();
    expect(await pairsThere()).toEqual([own('r1_d1'), own('r1_n1')]);
  });

  test('requests are served by them, and find the same', async () => {
    await vacuum('record_1000');
    const names = [own('r1_d1'), own('r1_n1')];
    const before = await Promise.all(names.map(readsOf));
    // The place of a type is part of the configuration, which the server may have read before.
    await expect.poll(() => ask(customersAndDays())).toEqual(ofCustomersAndDays());
    expect(await ask(oneCustomerByAmount())).toEqual(ofOneCustomerByAmount());
    for (const [index, name] of names.entries()) await expectRead(name, before[index]!);
  });

  test('what one question is of', async () => {
    await another.fieldUse.flush();
    const equal = filter('Customer', { operator: 'is', value: '3' });
    const range = filter('Ordered', { operator: 'after', value: '2021-01-01' });
    const questions: [question: Question, pair: string | null][] = [
      [{ filters: [range, equal] }, pairOf('Customer', 'Ordered')],
      [{ filters: [equal], sort: [{ ...keyOf('Paid'), sort: 'DESC' }] }, pairOf('Customer', 'Paid')],
      // Two that have to be equal are one pair, whichever is named first.
      [{ filters: [filter('Site', { operator: 'is', value: '1' }), equal] }, pairOf('Customer', 'Site')],
      [
        { filters: [equal, filter('Site', { operator: 'isAnyOf', values: ['1', '2'] })] },
        pairOf('Customer', 'Site'),
      ],
      [
        {
          filters: [
            filter('Remark', { operator: 'equals', value: 'x' }),
            filter('Tax', { operator: 'lessThan', value: '5' }),
          ],
        },
        pairOf('Remark', 'Tax'),
      ],
      [
        {
          filters: [
            filter('Share', { operator: 'equals', value: '5' }),
            filter('dueDate', { operator: 'onOrBefore', value: '2021-01-01' }),
          ],
        },
        pairOf('Share', 'dueDate'),
      ],
      // The index of a choice goes on with the time of creation.
      [{ filters: [equal] }, null],
      [{ filters: [equal, filter('createdAt', { operator: 'after', value: '2021-01-01' })] }, null],
      // Alternatives are not found side by side; nor is the order of several values that of all.
      [{ filters: [equal, filter('Closed', { operator: 'after', value: '2021-01-01' }, 'OR')] }, null],
      [
        {
          filters: [filter('Customer', { operator: 'isAnyOf', values: ['3', '4'] })],
          sort: [{ ...keyOf('Closed'), sort: 'ASC' }],
        },
        null,
      ],
      // Not indexed: what is in the overflow, parts of texts, what differs, two texts.
      [{ filters: [equal, filter('Kept', { operator: 'lessThan', value: '5' })] }, null],
      [{ filters: [equal, filter('Code', { operator: 'contains', value: '5' })] }, null],
      [{ filters: [equal, filter('Carrier', { operator: 'not', value: '5' })] }, null],
      [
        {
          filters: [filter('Remark', { operator: 'equals', value: 'x' })],
          sort: [{ ...keyOf('Code'), sort: 'ASC' }],
        },
        null,
      ],
    ];
    for (const [question, pair] of questions) {
      await server.query(`delete from field_use where kind = 'pair'`);
      await ask(question);
      await another.fieldUse.flush();
      expect([question, await notedPairs()]).toEqual([question, pair === null ? [] : [pair]]);
    }
  });

  test('few matches of a range are sorted in an index of it and of the order', async () => {
    await server.query(`delete from field_use where kind = 'pair'`);
    const question: Question = {
      filters: [filter('Amount', { operator: 'between', values: ['10', '14'] })],
      sort: [{ ...keyOf('Ordered'), sort: 'ASC' }],
    };
    const ofRange = found(
      numbersWhere((i) => amountOf(i) >= 10 && amountOf(i) <= 14).toSorted(
        (one, other) => dayNumberOf(one) - dayNumberOf(other) || one - other,
      ),
    );
    // That they are few shows when they have been counted, in little time.
    await expect
      .poll(
        async () => {
          expect(await ask(question)).toEqual(ofRange);
          await another.fieldUse.flush();
          return notedPairs();
        },
        { timeout: 30_000 },
      )
      .toEqual([`${pairOf('Amount', 'Ordered')}+range`]);
    await server.query(`update field_use set uses = 3 where kind = 'pair'`);
    expect(await tendPairs()).toEqual([own('n1_d1')]);
    await vacuum('record_1000');
    const before = await readsOf(own('n1_d1'));
    expect(await ask(question)).toEqual(ofRange);
    await expectRead(own('n1_d1'), before);
    await another.fieldUse.flush();
  });

  test('where nearly every record has a value of its own, one index is enough', async () => {
    await server.query(`delete from field_use where kind = 'pair'`);
    const code = filter('Code', { operator: 'equals', value: 'Code 5' });
    await askThrice({ filters: [code, filter('Tax', { operator: 'lessThan', value: '5' })] });
    expect(await notedPairs()).toEqual([pairOf('Code', 'Tax')]);
    expect(await tendPairs()).toEqual([]);
    expect(await notedPairs()).toEqual([]);
  });
});

describe('however many ways somebody finds to ask', () => {
  const everyWay = choices.flatMap((choice) =>
    [...numbers, ...days].map((other) => [choice, other] as const),
  );
  const askAll = async (ways: typeof everyWay) => {
    for (const [choice, other] of ways)
      await ask({
        filters: [filter(choice, { operator: 'is', value: '3' })],
        sort: [{ ...keyOf(other), sort: 'ASC' }],
      });
    await another.fieldUse.flush();
  };

  test('no more than some are noted, and those of them that are asked least make room', async () => {
    await server.query(`delete from field_use where kind = 'pair'`);
    expect(everyWay.length).toBeGreaterThan(mostNotesOfPairs);
    await askAll(everyWay);
    await askAll(everyWay.toReversed());
    expect((await notedPairs()).length).toBe(mostNotesOfPairs);
    await tend();
    expect((await notedPairs()).length).toBe(mostNotesOfPairs / 2);
    await askAll(everyWay.slice(-1));
    expect(await notedPairs()).toContain(pairOf('Kind', 'Asked'));
  });

  test('a type has three of them, within the number of all of its indexes', async () => {
    for (const _ of [1, 2, 3]) await askAll(everyWay);
    await tend();
    expect((await pairsThere()).length).toBe(3);
    expect(await tendPairs()).toEqual([]);
    const [row] = await server.query(
      `select count(*)::int as fields from pg_class where relkind = 'i' and relname ~ '^ix_1000_.*(order|contains)$'`,
    );
    await tend({ mostOfType: Number(row?.['fields']) + 1 });
    expect((await pairsThere()).length).toBe(1);
    await tend();
    expect((await pairsThere()).length).toBe(3);
  });
});

describe('with time', () => {
  const used = (pair: string, daysAgo: number, uses: number) =>
    server.query(
      `insert into field_use (tenant_id, record_type_id, field_key, kind, uses, day, last_used)
       values ($1, $2, $3, 'pair', $5, current_date - $4::int, current_date - $4::int)
       on conflict (tenant_id, record_type_id, field_key, kind) do update
         set uses = excluded.uses, day = excluded.day, last_used = excluded.last_used`,
      [world.tenant.id, world.type.id, pair, daysAgo, uses],
    );
  const standing = (...columns: readonly string[]): string[] =>
    columns.map((one) => `ix_1000_${one}_pair`).toSorted();

  test('one that stands keeps its place for a week, and then gives way to what is used now', async () => {
    await server.query(`delete from field_use where kind = 'pair'`);
    const three = [pairOf('Customer', 'Amount'), pairOf('Customer', 'Ordered'), pairOf('Customer', 'Paid')];
    for (const pair of three) await used(pair, 0, 5);
    await tend();
    expect(await pairsThere()).toEqual(standing('r1_d1', 'r1_d3', 'r1_n1'));
    await used(three[0]!, 7, 1);
    await used(pairOf('Site', 'Tax'), 0, 50);
    await tend();
    expect(await pairsThere()).toEqual(standing('r1_d1', 'r1_d3', 'r1_n1'));
    await used(three[0]!, 8, 1);
    await tend();
    expect(await pairsThere()).toEqual(standing('r1_d1', 'r1_d3', 'r3_n3'));
  });

  test('one that nobody used for a month goes, and its note with it', async () => {
    await used(pairOf('Site', 'Tax'), 30, 50);
    await tend();
    expect(await pairsThere()).toEqual(standing('r1_d1', 'r1_d3'));
    expect(await notedPairs()).not.toContain(pairOf('Site', 'Tax'));
  });

  test('those of a field whose values are gone are dropped with it', async () => {
    await server.database.asOwnerOf(world.tenant.id, (connection) =>
      dropIndexesOfField(connection, [1000], {
        tenantId: world.tenant.id,
        typeId: world.type.id,
        fieldKey: '',
        slot: 'd3',
      }),
    );
    expect(await pairsThere()).toEqual(standing('r1_d1'));
  });
});
