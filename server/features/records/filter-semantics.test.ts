// Every operator on every field, held to a model in plain memory (testing/record-model).
import type { FilterCriteria } from '@rowhouse/domain/records/filter-rules.ts';
import { periods } from '@rowhouse/domain/values/periods.ts';
import { valueOf } from '@rowhouse/domain/values/values.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startAnother } from '../../../testing/record-model/another-application.ts';
import { asInput, askPages } from '../../../testing/record-model/ask-pages.ts';
import { createEveryFieldType } from '../../../testing/record-model/every-field-type.ts';
import type { EveryFieldType } from '../../../testing/record-model/every-field-type.ts';
import { finds } from '../../../testing/record-model/finds.ts';
import { matches, matchesAll } from '../../../testing/record-model/matches.ts';
import type { ModelFilter } from '../../../testing/record-model/matches.ts';
import type { ModelField } from '../../../testing/record-model/model-record.ts';
import { anyCriteria, criteriaOf } from '../../../testing/record-model/value-pools.ts';
import { startTestServer } from '../../../testing/test-server.ts';
import type { TestServer } from '../../../testing/test-server.ts';
import { createLog } from '../../platform/log.ts';
import { promoteLargeTypes } from '../../platform/record-store/promote.ts';
import { tendIndexes } from '../../platform/record-store/tend-indexes.ts';

let server: TestServer;
let world: EveryFieldType;
beforeAll(async () => {
  server = await startTestServer();
  world = await createEveryFieldType(server, { count: 150, seed: 20 });
});
afterAll(() => server.close());

/** More than there are, and few enough that one request asks for many pages. */
const wholeType = { offset: 0, limit: 175 };

const alone = (field: ModelField, criteria: FilterCriteria): ModelFilter[] => [
  { field, criteria, logicOperator: 'AND', priority: 0 },
];

async function expectAsModel(
  questions: readonly (readonly ModelFilter[])[],
  asked: Pick<TestServer, 'ask'> = server,
): Promise<void> {
  const pages = await askPages(
    asked,
    world.manager,
    questions.map((filters) => ({
      data: { recordTypeId: world.type.id, enabled: false, filters: filters.map(asInput) },
      pagination: wholeType,
    })),
  );
  for (const [index, filters] of questions.entries()) {
    const expected = world.records.filter((record) => matchesAll(filters, record)).map(({ id }) => id);
    const { ids, total } = pages[index]!;
    const sentence = filters.map(
      ({ field, criteria, logicOperator, priority }) =>
        `${priority} ${logicOperator} ${field.label} ${JSON.stringify(criteria)}`,
    );
    const found = ids.toSorted((one, other) => one - other);
    expect({ sentence, found, total }).toEqual({ sentence, found: expected, total: expected.length });
  }
}

async function expectEveryOperator(
  field: ModelField,
  numRuns: number,
  asked: Pick<TestServer, 'ask'> = server,
): Promise<void> {
  const perOperator = valueOf(field.dataType).operators.map((operator) =>
    fc.array(criteriaOf(field, operator), { minLength: 1, maxLength: 3 }),
  );
  const property = fc.asyncProperty(fc.tuple(...perOperator), (criteria) =>
    expectAsModel(
      criteria.flat().map((one) => alone(field, one)),
      asked,
    ),
  );
  await fc.assert(property, { numRuns });
}

test('some fields of each kind stand in typed columns, some in the overflow', () => {
  const additional = world.fields.filter(({ id }) => id !== 0);
  const places = new Map<string, Set<boolean>>();
  for (const { dataType, slot } of additional) {
    places.set(dataType, (places.get(dataType) ?? new Set()).add(slot === null));
  }
  const onlyOverflow = [...places].filter(([, kinds]) => kinds.size === 1).map(([dataType]) => dataType);
  expect([places.size, onlyOverflow]).toEqual([20, ['object', 'textarea', 'attachment']]);
});

test('every field is filtered by each of its operators as the model says', async () => {
  for (const field of world.fields) await expectEveryOperator(field, 4);
});

test('conditions are taken by priority and folded from the left, several on one field too', async () => {
  const oneOf = fc.constantFrom(...world.fields);
  const condition = (field: ModelField) =>
    fc.record({
      field: fc.constant(field),
      criteria: anyCriteria(field),
      logicOperator: fc.constantFrom('AND' as const, 'OR' as const),
      priority: fc.integer({ min: -1, max: 3 }),
    });
  const several = fc.oneof(
    fc.array(oneOf.chain(condition), { minLength: 2, maxLength: 6 }),
    oneOf.chain((field) => fc.array(condition(field), { minLength: 2, maxLength: 5 })),
  );
  const property = fc.asyncProperty(fc.array(several, { minLength: 20, maxLength: 28 }), (questions) =>
    expectAsModel(questions),
  );
  await fc.assert(property, { numRuns: 25, interruptAfterTimeLimit: 20_000 });
});

const zones = ['UTC', 'America/New_York', 'Asia/Kolkata'];
test.each(zones)('periods, days and moments are those of whoever asks: %s', async (timeZone) => {
  const moments = world.fields.filter(({ dataType }) => ['date', 'datetime'].includes(dataType));
  const operatorsOfDays = ['is', 'not', 'before', 'after', 'onOrBefore', 'onOrAfter'] as const;
  const today = new Date().toISOString().slice(0, 10);
  const criteria: FilterCriteria[] = [
    ...Object.keys(periods).map((value) => ({ operator: 'isWithin' as const, value })),
    ...operatorsOfDays.flatMap((operator) => [today, '2024-02-29'].map((value) => ({ operator, value }))),
    { operator: 'between', values: ['2024-03-01', today] },
  ];
  const questions = moments.flatMap((field) => criteria.map((one) => alone(field, one)));
  const at = { timeZone, nowMs: Date.now() };
  const pages = await askPages(
    server,
    world.manager,
    questions.map((filters) => ({
      data: { recordTypeId: world.type.id, enabled: false, timeZone, filters: filters.map(asInput) },
      pagination: wholeType,
    })),
  );
  for (const [index, filters] of questions.entries()) {
    const found = pages[index]!.ids.toSorted((one, other) => one - other);
    const expected = world.records.filter((record) => matchesAll(filters, record, at)).map(({ id }) => id);
    expect([filters, found]).toEqual([filters, expected]);
  }
});

test('a time zone that is none is refused', async () => {
  const answer = await server.ask(
    'query ($data: FilterAndSortInput!) { filterAndSortRecordHeader(data: $data) { total } }',
    world.manager,
    { data: { recordTypeId: world.type.id, timeZone: 'Mars/Olympus' } },
  );
  expect(answer.errors?.[0]?.message).toBe('There is no such time zone.');
});

const sought = [
  ['ÉCL', 'strasse', ' %', '_', '\\', '😀 S', '2', '-3', '10', 'null', 'no such text', ' 0'],
  ['ana', 'BOB TEST', 'élan', 'APPROVED', 'late', 'alph', 'éa', 'zeta', 'north'],
  ['1,000,000', '1000000', '99.99', '2.25', '0.3', '0.30', '-2.75', '1,00', '9007199254740991'],
  ['02/29/2024', '2/29/2024', '2024-02-29', '13/01/2024', '03/01/2024 12:00 AM', '03/01/2024 12:01 am'],
  ['09:30 AM', '09:30', '12:01', '11:59 pm', '23:59', '00:01'],
  ['(206)', '+1 206', '206555', '0199', '+44 20', '916-206', '12', 'ı'],
].flat();
test.each(zones)('a search finds what a grid shows in %s', async (timeZone) => {
  const pages = await askPages(
    server,
    world.manager,
    sought.map((search) => ({
      data: { recordTypeId: world.type.id, enabled: false, search, timeZone },
      pagination: wholeType,
    })),
  );
  // '2/29/2024' is a day that one types and no grid shows; 'am' is AM.
  const asShown = (text: string) =>
    text.replace(/^2\//, '02/').replace(/ [ap]m$/, (half) => half.toUpperCase());
  for (const [index, search] of sought.entries()) {
    const expected = world.records.filter((record) => finds(world.fields, record, asShown(search), timeZone));
    expect([search, pages[index]?.total]).toEqual([search, expected.length]);
  }
  const found = sought.filter((_, index) => (pages[index]?.total ?? 0) > 0);
  expect(found.length).toBeGreaterThan(35);
});

test('a field may go by its name in Specification 7: statusId for the status', async () => {
  const [status] = world.field('status').names.keys();
  const input = {
    recordTypeId: world.type.id,
    enabled: false,
    filters: [
      {
        fieldId: 0,
        field: 'statusId',
        logicOperator: 'AND' as const,
        priority: 0,
        filterCriteria: { operator: 'is' as const, value: status! },
      },
    ],
  };
  const [page] = await askPages(server, world.manager, [{ data: input }]);
  const criteria = { operator: 'is' as const, value: status! };
  expect(page?.total).toBe(
    world.records.filter((record) => matches(world.field('status'), record, criteria)).length,
  );
});

const describedAs: [stored: string, criteria: FilterCriteria, answer: boolean, rule: string][] = [
  ['Écluse', { operator: 'equals', value: 'éCLUSE' }, true, 'accented letters have no case'],
  ['Écluse', { operator: 'contains', value: 'ecl' }, false, 'an accent is a difference'],
  ['Straße', { operator: 'equals', value: 'STRASSE' }, false, 'ß is not SS'],
  ['Straße', { operator: 'startsWith', value: 'STRAẞ' }, true, 'ß has a capital letter'],
  ['İstanbul', { operator: 'startsWith', value: 'ist' }, true, 'İ is an i'],
  ['👍 Fine', { operator: 'startsWith', value: '👍 f' }, true, 'emoji stand for themselves'],
  ['100%', { operator: 'contains', value: '0%' }, true, '% stands for itself'],
  ['1000', { operator: 'contains', value: '0%' }, false, '% stands for nothing else'],
  ['aXb', { operator: 'contains', value: 'a_b' }, false, '_ stands for itself alone'],
  ['a\\b', { operator: 'endsWith', value: '\\B' }, true, '\\ stands for itself'],
  ["O'Brien; --", { operator: 'equals', value: "o'brien; --" }, true, 'marks are only text to the server'],
  ['NULL', { operator: 'isAnyOf', values: ['null', '{}'] }, true, 'a word is no empty value'],
  [' a ', { operator: 'equals', value: 'a' }, false, 'blanks count'],
];
test.each(describedAs)('of %j is %j: %s, for %s', async (stored, criteria, answer) => {
  const field = world.field('description');
  const { id, values } = world.records[0]!;
  await server.query('update record_5 set description = $1 where id = $2', [stored, id]);
  const [page] = await askPages(server, world.manager, [
    { data: { recordTypeId: world.type.id, enabled: false, filters: alone(field, criteria).map(asInput) } },
  ]);
  expect(page?.ids.includes(id)).toBe(answer);
  await server.query('update record_5 set description = $1 where id = $2', [
    values.get('description') ?? null,
    id,
  ]);
});

test('the moment and the last minute of the calendar have their edges', async () => {
  const field = world.field('createdAt');
  const edges = ['0001-01-01T00:00:00Z', '9999-12-31T23:59:00Z', '9999-12-31T23:59:59.999Z'];
  await expectAsModel(
    edges.flatMap((value) =>
      (['is', 'not', 'before', 'after', 'onOrBefore', 'onOrAfter'] as const).map((operator) =>
        alone(field, { operator, value }),
      ),
    ),
  );
});

test.each(['@username', '@username.of.the.client'])('%s is whoever asks', async (value) => {
  const field = world.field('assignedTo');
  const person = (id: number): FilterCriteria => ({ operator: 'is', value: String(id) });
  for (const [name, id] of Object.entries(server.people)) {
    const expected = world.records.filter((record) => matches(field, record, person(id)));
    const credentials = await server.enter(name, world.tenant);
    const [page] = await askPages(server, credentials, [
      {
        data: {
          recordTypeId: world.type.id,
          enabled: false,
          filters: alone(field, { operator: 'isAnyOf', values: [value] }).map(asInput),
        },
      },
    ]);
    expect([page?.total, expected.length > 0]).toEqual([expected.length, true]);
  }
});

test('@username in a list of users is the value that stands for whoever asks, and nobody when none does', async () => {
  const { north } = server;
  const [carrier] = await server.query(
    `select f.id::int as id, f.slot, v.id::int as value from field f join list_value v on v.list_id = f.list_id
     where f.tenant_id = $1 and f.name = 'Carrier'`,
    [north.id],
  );
  const [record] = await server.query(
    `insert into record_3 (bucket, tenant_id, record_type_id, record_number, ${String(carrier?.['slot'])})
     values (3, $1, $2, 1, $3) returning id::int as id`,
    [north.id, north.types.bills, carrier?.['value']],
  );
  const filters = [
    {
      fieldId: Number(carrier?.['id']),
      logicOperator: 'AND' as const,
      priority: 0,
      filterCriteria: { operator: 'is' as const, value: '@username' },
    },
  ];
  const found = async (name: string) => {
    const data = { recordTypeId: north.types.bills, filters };
    return (await askPages(server, await server.enter(name, north), [{ data }]))[0]?.ids;
  };
  expect(await found('bob')).toEqual([record?.['id']]);
  expect(await found('ana')).toEqual([]);
});

test('with every index in use the answers are the same', async () => {
  const log = createLog('fatal');
  const isLarger = world.records.length - 1;
  expect(await promoteLargeTypes(server.database, log, isLarger)).toContain(world.type.id);
  await server.query(
    `insert into field_use (tenant_id, record_type_id, field_key, kind, uses)
     select $1, $2, key, kind, 9 from unnest($3::text[]) key, unnest(array['order', 'contains']) kind
     on conflict (tenant_id, record_type_id, field_key, kind) do update set uses = excluded.uses`,
    [world.tenant.id, world.type.id, world.fields.filter(({ slot }) => slot !== null).map(({ key }) => key)],
  );
  const made = await tendIndexes(server.database, log, { limits: { above: isLarger, mostOfType: 100 } });
  expect(made.length).toBeGreaterThan(20);
  const [name] = await server.query('select current_database() as name');
  await server.query(`alter database ${String(name?.['name'])} set enable_seqscan = off`);
  const another = await startAnother(server);
  for (const field of world.fields.filter(({ slot }) => slot !== null)) {
    await expectEveryOperator(field, 3, another);
    // 'İstanbul', whose first letter only the collation of the columns folds to an i.
    if (valueOf(field.dataType).operators.includes('contains'))
      await expectAsModel([alone(field, { operator: 'contains', value: 'IST' })], another);
  }
  await another.close();
});
