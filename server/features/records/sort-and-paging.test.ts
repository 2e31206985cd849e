// The order of pages and what they hold, held to a model in plain memory (testing/record-model), in a bucket that types
// share and again in a bucket of the type's own.
import { isSortable } from '@rowhouse/domain/fields/rules.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asInput, asSort, askPages } from '../../../testing/record-model/ask-pages.ts';
import type { PageAsk } from '../../../testing/record-model/ask-pages.ts';
import { createEveryFieldType } from '../../../testing/record-model/every-field-type.ts';
import type { EveryFieldType } from '../../../testing/record-model/every-field-type.ts';
import { inOrder } from '../../../testing/record-model/in-order.ts';
import type { ModelSort } from '../../../testing/record-model/in-order.ts';
import { matchesAll } from '../../../testing/record-model/matches.ts';
import type { ModelFilter } from '../../../testing/record-model/matches.ts';
import type { ModelField, ModelRecord } from '../../../testing/record-model/model-record.ts';
import { startTestServer } from '../../../testing/test-server.ts';
import type { TestServer } from '../../../testing/test-server.ts';
import { createLog } from '../../platform/log.ts';
import { promoteLargeTypes } from '../../platform/record-store/promote.ts';

let server: TestServer;
let world: EveryFieldType;
beforeAll(async () => {
  server = await startTestServer();
  world = await createEveryFieldType(server, { count: 2500, seed: 7 });
});
afterAll(() => server.close());

const directions = ['ASC', 'DESC'] as const;

type Question = {
  readonly sorts: readonly ModelSort[];
  readonly filters?: readonly ModelFilter[];
  readonly slice: { readonly offset: number; readonly limit: number };
};

const asAsk = ({ sorts, filters = [], slice }: Question): PageAsk => ({
  data: {
    recordTypeId: world.type.id,
    enabled: false,
    filters: filters.map(asInput),
    ...(sorts.length > 0 && { sort: sorts.map(asSort) }),
  },
  pagination: slice,
});

/** Specification 4: without a sort the newest come first. */
const sortsOf = (sorts: readonly ModelSort[]): readonly ModelSort[] =>
  sorts.length > 0 ? sorts : [{ field: world.field('createdAt'), sort: 'DESC' }];

const orders = new Map<string, ModelRecord[]>();
function expectedOrder({ sorts, filters = [] }: Question): ModelRecord[] {
  const key = JSON.stringify([sorts.map(({ field, sort }) => [field.key, sort]), filters]);
  const known = orders.get(key);
  if (known !== undefined) return known;
  const found = inOrder(
    world.records.filter((record) => matchesAll(filters, record)),
    sortsOf(sorts),
  );
  orders.set(key, found);
  return found;
}

async function expectAsModel(questions: readonly Question[]): Promise<void> {
  const pages = await askPages(server, world.manager, questions.map(asAsk));
  for (const [index, question] of questions.entries()) {
    const whole = expectedOrder(question);
    const { offset, limit } = question.slice;
    const sentence = `${question.sorts.map(({ field, sort }) => `${field.label} ${sort}`).join(', ')} ${offset}+${limit}`;
    const expected = whole.slice(offset, offset + limit).map(({ id }) => id);
    expect({ sentence, ...pages[index] }).toEqual({
      sentence,
      ids: expected,
      total: whole.length,
      totalState: 'EXACT',
    });
  }
}

const sortable = (): ModelField[] =>
  world.fields.filter((field) => isSortable({ dataType: field.dataType, base: null }));

/** What the placement of a type may change. */
function ordersAndPages() {
  test('every field sorts both ways: empty values last, ties by id in the same direction', async () => {
    const few: ModelFilter[] = [
      {
        field: world.field('additional time in a slot'),
        criteria: { operator: 'is', value: '09:30' },
        logicOperator: 'AND',
        priority: 0,
      },
    ];
    const ofFew = world.records.filter((record) => matchesAll(few, record));
    const questions = sortable().flatMap((field) => {
      const filled = (records: readonly ModelRecord[]) =>
        records.filter((record) => record.values.has(field.key)).length;
      return directions.flatMap((sort): Question[] => [
        { sorts: [{ field, sort }], slice: { offset: 0, limit: 700 } },
        // Across the edge between what is filled and what is empty, and behind it.
        { sorts: [{ field, sort }], slice: { offset: Math.max(0, filled(world.records) - 3), limit: 7 } },
        { sorts: [{ field, sort }], filters: few, slice: { offset: filled(ofFew) + 2, limit: 7 } },
        { sorts: [{ field, sort }], filters: few, slice: { offset: filled(ofFew), limit: 7 } },
      ]);
    });
    await expectAsModel(questions);
  });

  test('one filter after another of the same shape', async () => {
    const time = (value: string): ModelFilter[] => [
      {
        field: world.field('additional time in a slot'),
        criteria: { operator: 'onOrAfter', value },
        logicOperator: 'AND',
        priority: 0,
      },
    ];
    const minutes = (index: number) => String(index % 60).padStart(2, '0');
    const questions = sortable().flatMap((field, index) =>
      directions.flatMap((sort): Question[] => [
        // No value comes twice, so no total is remembered.
        { sorts: [{ field, sort }], filters: time(`20:${minutes(index)}`), slice: { offset: 0, limit: 90 } },
        { sorts: [{ field, sort }], filters: time(`21:${minutes(index)}`), slice: { offset: 5, limit: 40 } },
        { sorts: [{ field, sort }], filters: time(`22:${minutes(index)}`), slice: { offset: 900, limit: 5 } },
        { sorts: [{ field, sort }], filters: time('23:59'), slice: { offset: 0, limit: 5 } },
      ]),
    );
    await expectAsModel(questions);
  });

  test('two keys: the second decides among equals of the first, the id goes with the last', async () => {
    const key = fc.record({
      field: fc.constantFrom(...sortable()),
      sort: fc.constantFrom(...directions),
    });
    const question = fc.record({
      sorts: fc.uniqueArray(key, { minLength: 2, maxLength: 3, selector: ({ field }) => field.key }),
      slice: fc.record({ offset: fc.nat(2600), limit: fc.integer({ min: 1, max: 60 }) }),
    });
    const property = fc.asyncProperty(fc.array(question, { minLength: 14, maxLength: 28 }), expectAsModel);
    await fc.assert(property, { numRuns: 4 });
  });

  test('without a sort the newest come first', () =>
    expectAsModel([0, 999, 1001, 2490].map((offset) => ({ sorts: [], slice: { offset, limit: 25 } }))));

  test('pages of any size neither skip nor repeat a record under ties', async () => {
    // Few values, many ties.
    const keys = [
      'isProject',
      'additional time in a slot',
      'additional checkbox in the overflow',
      'status',
      'level',
    ];
    const walk = fc.record({
      field: fc.constantFrom(...keys.map((key) => world.field(key))),
      sort: fc.constantFrom(...directions),
      size: fc.integer({ min: 90, max: 700 }),
    });
    const property = fc.asyncProperty(walk, async ({ field, sort, size }) => {
      const offsets = Array.from(
        { length: Math.ceil(world.records.length / size) },
        (_, page) => page * size,
      );
      const asks = offsets.map((offset) =>
        asAsk({ sorts: [{ field, sort }], slice: { offset, limit: size } }),
      );
      const pages = await askPages(server, world.manager, asks);
      const walked = pages.flatMap(({ ids }) => ids);
      expect(new Set(walked).size).toBe(world.records.length);
      const expected = expectedOrder({ sorts: [{ field, sort }], slice: { offset: 0, limit: 0 } });
      expect(walked).toEqual(expected.map(({ id }) => id));
    });
    await fc.assert(property, { numRuns: 8 });
  });

  test('deep pages are read from either end, also under a filter, also the last partial one and past it', async () => {
    const deep = [
      'createdAt',
      'recordNumber',
      'poNumber',
      'description',
      'additional number in a slot',
      'status',
    ];
    const notEmpty: ModelFilter = {
      field: world.field('additional string in a slot'),
      criteria: { operator: 'isNotEmpty' },
      logicOperator: 'AND',
      priority: 0,
    };
    for (const filters of [[], [notEmpty]]) {
      const total = expectedOrder({ sorts: [], filters, slice: { offset: 0, limit: 0 } }).length;
      const offsets = [
        1000,
        1001,
        1250,
        1251,
        total - 26,
        total - 25,
        total - 13,
        total - 1,
        total,
        total + 50,
        9000,
      ];
      const questions = deep.flatMap((key) =>
        directions.flatMap((sort) =>
          offsets.map((offset) => ({
            sorts: [{ field: world.field(key), sort }],
            filters,
            slice: { offset, limit: 25 },
          })),
        ),
      );
      // Asked twice: the second time the total is known, and the page may be read from the far end.
      await expectAsModel(questions);
      await expectAsModel(questions);
    }
  });
}

describe('in a bucket that types share', () => {
  ordersAndPages();
});

describe('in a bucket of its own', () => {
  test('(the type is moved there)', async () => {
    await promoteLargeTypes(server.database, createLog('fatal'), 2000);
    const [place] = await server.query('select bucket, moving_from from record_type where id = $1', [
      world.type.id,
    ]);
    expect(place).toEqual({ bucket: 1000, moving_from: null });
  });
  ordersAndPages();
});

test.each([
  [{ offset: -1, limit: 25 }, 'The offset cannot be negative.'],
  [{ offset: 0, limit: 0 }, 'A page has from 1 to 3000 records.'],
  [{ offset: 0, limit: 3001 }, 'A page has from 1 to 3000 records.'],
])('the slice %j is refused', async (slice, sentence) => {
  const ask = askPages(server, world.manager, [asAsk({ sorts: [], slice })]);
  await expect(ask).rejects.toThrow(sentence);
});

test('objects and files have no order to sort by', async () => {
  for (const key of ['additional object in the overflow', 'additional attachment in the overflow']) {
    const field = world.field(key);
    const ask = askPages(server, world.manager, [
      asAsk({ sorts: [{ field, sort: 'ASC' }], slice: { offset: 0, limit: 25 } }),
    ]);
    await expect(ask).rejects.toThrow(`${key} cannot be sorted.`);
  }
});
