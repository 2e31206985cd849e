// A super type shows the records of several types as one list. Here the types stand in different buckets, one of them
// on its way to another, and what is in a typed column of the one is in the overflow of the other.
import { isSortable } from '@rowhouse/domain/fields/rules.ts';
import { valueOf } from '@rowhouse/domain/values/values.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asInput, asSort, askPages } from '../../../testing/record-model/ask-pages.ts';
import { createEveryFieldType } from '../../../testing/record-model/every-field-type.ts';
import type { EveryFieldType } from '../../../testing/record-model/every-field-type.ts';
import { inOrder } from '../../../testing/record-model/in-order.ts';
import type { ModelSort } from '../../../testing/record-model/in-order.ts';
import { matches, matchesAll } from '../../../testing/record-model/matches.ts';
import type { ModelFilter } from '../../../testing/record-model/matches.ts';
import type { ModelField, ModelRecord } from '../../../testing/record-model/model-record.ts';
import { plainNumber } from '../../../testing/record-model/plain-number.ts';
import { stopAfter } from '../../../testing/record-model/stop-after.ts';
import { anyCriteria } from '../../../testing/record-model/value-pools.ts';
import { startTestServer } from '../../../testing/test-server.ts';
import type { Credentials, TestServer } from '../../../testing/test-server.ts';
import { createLog } from '../../platform/log.ts';
import { promoteLargeTypes } from '../../platform/record-store/promote.ts';

let server: TestServer;
let world: EveryFieldType;
/** A super type shows enabled records alone: to delete is an action of the types. */
let records: ModelRecord[];
let fields: ModelField[];
beforeAll(async () => {
  server = await startTestServer();
  world = await createEveryFieldType(server, { count: 120, otherCount: 180, seed: 5 });
  records = [...world.records, ...world.otherRecords].filter((record) => record.enabled);
  fields = world.fields.map((field) => {
    const twin = world.otherFields.find(({ label }) => label === field.label);
    return { ...field, names: new Map([...field.names, ...(twin?.names ?? [])]) };
  });
});
afterAll(() => server.close());

const log = createLog('fatal');
const placeOf = async (typeId: number) =>
  (await server.query('select bucket, moving_from from record_type where id = $1', [typeId]))[0];

type Question = { readonly sorts: readonly ModelSort[]; readonly filters: readonly ModelFilter[] };

async function expectAsModel(
  questions: readonly Question[],
  seen: readonly ModelRecord[] = records,
  viewer: Credentials = world.manager,
): Promise<void> {
  const pages = await askPages(
    server,
    viewer,
    questions.map(({ sorts, filters }) => ({
      data: {
        recordTypeId: world.both.id,
        enabled: false,
        filters: filters.map(asInput),
        sort: sorts.map(asSort),
      },
      // More than there are, and few enough that one request asks for many pages.
      pagination: { offset: 0, limit: 320 },
    })),
  );
  for (const [index, { sorts, filters }] of questions.entries()) {
    const sentence = [
      ...sorts.map(({ field, sort }) => `${field.label} ${sort}`),
      ...filters.map(({ field, criteria }) => `${field.label} ${JSON.stringify(criteria)}`),
    ].join(', ');
    const expected = inOrder(
      seen.filter((record) => matchesAll(filters, record)),
      sorts,
    ).map(({ id }) => id);
    const { ids, total } = pages[index]!;
    expect({ sentence, ids, total }).toEqual({ sentence, ids: expected, total: expected.length });
  }
}

function oneMergedList() {
  test('sorts by every shared field both ways as one list', async () => {
    const sortable = fields.filter(({ dataType }) => isSortable({ dataType, base: null }));
    await expectAsModel(
      sortable.flatMap((field) =>
        (['ASC', 'DESC'] as const).map((sort): Question => ({ sorts: [{ field, sort }], filters: [] })),
      ),
    );
  });

  test('filters by every shared field as one list', async () => {
    const filters = fc.tuple(...fields.map(anyCriteria)).map((all) =>
      all.map((criteria, index): Question => ({
        sorts: [{ field: fields[0]!, sort: 'ASC' }],
        filters: [{ field: fields[index]!, criteria, logicOperator: 'AND', priority: 0 }],
      })),
    );
    await fc.assert(
      fc.asyncProperty(filters, (questions) => expectAsModel(questions)),
      { numRuns: 6 },
    );
  });

  test('its pages follow on each other across the types', async () => {
    const sort: ModelSort = { field: world.field('additional time in a slot'), sort: 'DESC' };
    const pages = await askPages(
      server,
      world.manager,
      [0, 1, 2, 3, 4, 5].map((page) => ({
        data: { recordTypeId: world.both.id, sort: [asSort(sort)] },
        pagination: { offset: page * 53, limit: 53 },
      })),
    );
    expect(pages.flatMap(({ ids }) => ids)).toEqual(inOrder(records, [sort]).map(({ id }) => id));
  });

  test('its records come with their own type, and the same texts wherever a value stands', async () => {
    const answer = await server.ask(
      `query ($id: Id!) { filterAndSortRecordHeader(data: { recordTypeId: $id }, pagination: { offset: 0, limit: 3000 }) {
         records { id recordType { name } additionalFields { tag value } } } }`,
      world.manager,
      { id: world.both.id },
    );
    type Answered = {
      records: {
        id: number;
        recordType: { name: string };
        additionalFields: { tag: string; value: string }[];
      }[];
    };
    const page = answer.data?.['filterAndSortRecordHeader'] as Answered;
    const additional = fields.filter(({ id, dataType }) => id !== 0 && valueOf(dataType).family !== 'opaque');
    const expected = new Map(
      records.map((record) => [
        record.id,
        additional.flatMap(({ id, key, dataType }) => {
          const value = record.values.get(key);
          if (value === undefined) return [];
          return `${id}=${valueOf(dataType).family === 'number' ? plainNumber(value) : value}`;
        }),
      ]),
    );
    const known = new Set(additional.map(({ id }) => String(id)));
    const others = new Set(world.otherRecords.map(({ id }) => id));
    for (const { id, recordType, additionalFields } of page.records) {
      const found = additionalFields
        .map(({ tag, value }) => [tag.split(';')[2] ?? '', value] as const)
        .filter(([fieldId]) => known.has(fieldId))
        .map(([fieldId, value]) => `${fieldId}=${value}`);
      expect([id, recordType.name, found.toSorted()]).toEqual([
        id,
        others.has(id) ? 'Other' : 'Everything',
        expected.get(id)?.toSorted(),
      ]);
    }
  });
}

describe('of types in one bucket', () => {
  oneMergedList();

  test('a search finds the records of a type by its name, which a list of several types shows', async () => {
    const found = async (search: string, recordTypeId: number = world.both.id) =>
      (await askPages(server, world.manager, [{ data: { recordTypeId, search } }]))[0]?.ids.toSorted();
    const ofType = world.records.filter(({ enabled }) => enabled).map(({ id }) => id);
    expect(await found('Everything')).toEqual(ofType.toSorted());
    expect(await found('Everything', world.type.id)).toEqual([]);
  });
});

describe('of types in different buckets', () => {
  test('(the other type gets a bucket of its own)', async () => {
    await promoteLargeTypes(server.database, log, 150);
    expect([await placeOf(world.type.id), await placeOf(world.other.id)]).toEqual([
      { bucket: 5, moving_from: null },
      { bucket: 1000, moving_from: null },
    ]);
  });
  oneMergedList();
});

describe('of types one of which is on its way', () => {
  test('(a move is cut off midway)', async () => {
    await expect(promoteLargeTypes(stopAfter(server.database, 4), log, 100, 30)).rejects.toThrow('cut off');
    expect(await placeOf(world.type.id)).toEqual({ bucket: 1001, moving_from: 5 });
    const [counts] = await server.query(
      'select (select count(*) from record_5)::int as left, (select count(*) from record_1001)::int as moved',
    );
    expect(counts).toEqual({ left: 60, moved: 60 });
  });
  oneMergedList();
});

test("each type's own confinement holds in the list", async () => {
  const described = world.field('description');
  const weighed = world.field('additional number in a slot');
  const ownField = world.otherFields.find(({ label }) => label === weighed.label)!;
  await server.query(
    `insert into role_field_access (tenant_id, role_id, record_type_id, field_id, base_field, access, filter_criteria)
     values ($1, $2, $3, null, 'description', 'Editable', '{"operator":"isNotEmpty"}'),
            ($1, $2, $4, $5, null, 'Editable', '[{"operator":"greaterOrEqual","value":"1"},{"operator":"notEqual","value":"2"}]')`,
    [world.tenant.id, world.role, world.type.id, world.other.id, ownField.id],
  );
  const seen = [
    ...world.records.filter((record) => matches(described, record, { operator: 'isNotEmpty' })),
    ...world.otherRecords.filter(
      (record) =>
        matches(weighed, record, { operator: 'greaterOrEqual', value: '1' }) &&
        matches(weighed, record, { operator: 'notEqual', value: '2' }),
    ),
  ].filter((record) => record.enabled);
  expect(seen.length).toBeLessThan(records.length);
  await expectAsModel([{ sorts: [{ field: fields[0]!, sort: 'DESC' }], filters: [] }], seen);
});

test('nothing is made through it', async () => {
  const answer = await server.ask(
    'mutation ($data: RegisterRecordInput!) { registerRecordHeader(data: $data) { id } }',
    world.manager,
    { data: { recordType: world.both.id, recordNumber: 1, statusId: 1 } },
  );
  expect(answer.errors?.[0]).toMatchObject({ extensions: { code: 'FORBIDDEN' } });
});

test('its fields are there to read only', async () => {
  const answer = await server.ask(
    'query ($id: Id!) { getSaasRecordFieldsByRecordTypes(recordType: $id) { key access } }',
    world.manager,
    { id: world.both.id },
  );
  const found = answer.data?.['getSaasRecordFieldsByRecordTypes'] as { key: string; access: string }[];
  expect([found.length > 20, new Set(found.map(({ access }) => access))]).toEqual([
    true,
    new Set(['ViewOnly']),
  ]);
});
