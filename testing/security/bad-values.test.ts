// Values that no client of ours sends: in every place that the contract has, in every data type, by every operator.
// Nothing of them may come out as a fault of the server.
import type { OperationName } from '@rowhouse/domain/access/permissions.ts';
import { dataTypes } from '@rowhouse/domain/fields/data-types.ts';
import { baseFields } from '@rowhouse/domain/fields/base-fields.ts';
import { operators } from '@rowhouse/domain/values/operators.ts';
import { buildContract } from '@rowhouse/server/graphql/create-graphql.ts';
import fc from 'fast-check';
import type { GraphQLInputType } from 'graphql';
import { getNamedType, isInputObjectType } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Credentials } from '../test-server.ts';
import { anyCharacter } from '../any-character.ts';
import { expectFairAnswer } from './fair-answer.ts';
import { outcomeOf, readAnswer, startGuardedServer } from './guarded-server.ts';
import type { GuardedServer, RawAnswer } from './guarded-server.ts';
import { operationSamples, sampleVariables } from './operation-samples.ts';

let server: GuardedServer;
let mia: Credentials;
beforeAll(async () => {
  server = await startGuardedServer();
  mia = await server.enter('mia', server.north);
});
afterAll(() => server.close());

const texts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udfff',
  '\u{10ffff}',
  '\u202e\u200b',
  'İŞıß'.repeat(30),
  "'; drop table papers; --",
  '") or 1=1 /*',
  '%_\\',
  '\\',
  '{"a":',
  '{}',
  '[]',
  '["1]',
  '[1,"2]',
  '[1,,2]',
  '[99999999999999999999]',
  '__proto__',
  'constructor',
  'null',
  'NaN',
  'Infinity',
  '-Infinity',
  '1e308',
  '-0',
  '.5',
  '1.',
  '0x10',
  '9007199254740993',
  '-9007199254740993',
  '9223372036854775808',
  `0.${'0'.repeat(330)}1`,
  '9'.repeat(400),
  '2026-02-31',
  '0000-01-01',
  '0001-01-01',
  '9999-12-31',
  '99999-01-01',
  '2026-02-31T00:00:00Z',
  '0001-01-01T00:00:00+14:00',
  '0001-01-01T00:00:00Z',
  '9999-12-31T23:59:59-12:00',
  '9999-12-31T23:59:59.999Z',
  '2026-01-01T00:00:00+99:99',
  '2026-01-01T00:00:00+0530',
  '24:00',
  '23:59',
  '12:60',
  '@username',
  '@username; drop',
  'javascript:alert(1)',
  'https://[',
  '[1,"2025550101"]',
  'true',
  'TRUE',
  'x'.repeat(501),
  '𝒳'.repeat(500),
  'x'.repeat(100_001),
] as const;

const notTexts: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53,
  -0,
  [],
  [null],
  [[]],
  {},
  { __proto__: null, value: 1 },
  { toString: 'x' },
];

const names = Object.keys(operationSamples) as OperationName[];
/** Ends the session that the others are asked with. */
const asked = names.filter((name) => name !== 'SaasUserLogout');

/** Text of any kind: dates and moments too. */
const takesText = (place: string): boolean =>
  /(search|value|values|columns|timeZone|idempotencyKey|description|CompanyName|Date|At|[fF]ield|Fields|savedName|gridName)$/.test(
    place,
  );

interface Place {
  /** Its path in the variables. */
  readonly path: string;
  readonly type: string;
}

/** Every place of an operation's input: leaves, lists and inputs alike. */
const placesByName = new Map<OperationName, Place[]>();
function listPlaces(name: OperationName): Place[] {
  const known = placesByName.get(name) ?? walkPlaces(name);
  placesByName.set(name, known);
  return known;
}
const placesOf = (name: OperationName): string[] => listPlaces(name).map(({ path }) => path);

const schema = buildContract();
function walkPlaces(name: OperationName): Place[] {
  const root = { ...schema.getQueryType()?.getFields(), ...schema.getMutationType()?.getFields() }[name];
  const walk = (type: GraphQLInputType, path: string, depth: number): Place[] => {
    const named = getNamedType(type);
    const place = { path, type: named.name };
    const inList = String(type).startsWith('[') && isInputObjectType(named) ? `${path}.0` : path;
    if (!isInputObjectType(named) || depth > 4) return [place];
    return [
      place,
      ...Object.values(named.getFields()).flatMap((field) =>
        walk(field.type, `${inList}.${field.name}`, depth + 1),
      ),
    ];
  };
  return (root?.args ?? []).flatMap((argument) => walk(argument.type, argument.name, 0));
}

async function ask(name: OperationName, changes: Readonly<Record<string, unknown>>): Promise<RawAnswer> {
  const version = name === 'updateRecordHeader' ? { 'data.version': await currentVersion() } : {};
  const variables = sampleVariables(operationSamples[name], server.north, { ...version, ...changes });
  // Whoever views as a role can do nothing else in that session.
  const who = name === 'startViewAs' ? await server.enter('mia', server.north) : mia;
  return server.send(operationSamples[name].document, variables, who);
}

async function currentVersion(): Promise<unknown> {
  const { bucket, records } = server.north;
  return (await server.query(`select version from record_${bucket} where id = $1`, [records.one]))[0]?.[
    'version'
  ];
}

/** As many at once as there are connections. */
async function inTurns<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const rest = [...items];
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      for (let item = rest.pop(); item !== undefined; item = rest.pop()) await work(item);
    }),
  );
}

describe('in every place of the contract', () => {
  const short = texts.filter((text) => text.length < 1000);
  /** Where no text is taken, a text is as wrong as another. */
  const few = short.filter((_, index) => index % 5 === 0);

  test.each(asked.filter((name) => placesOf(name).length > 0))('%s', async (name) => {
    const places = placesOf(name);
    // Of an input with many places each takes a share of the values, another one than its neighbours do.
    const share = Math.ceil(places.length / 4);
    const cases = places.flatMap((place, at) =>
      [...(takesText(place) ? short : few), ...notTexts]
        .filter((_, index) => (index + at) % share === 0)
        .map((value) => ({ place, value })),
    );
    await inTurns(cases, async ({ place, value }) => {
      expectFairAnswer(await ask(name, { [place]: value }), { place, value });
    });
  });

  test('a text of a hundred thousand characters', async () => {
    // Of no pattern: what can be packed small finds room where other text does not.
    const long = Array.from({ length: 100_001 }, (_, index) =>
      String.fromCharCode(33 + ((index * index * 7919) % 8999)),
    ).join('');
    for (const name of asked) {
      // Elsewhere it is refused by its kind, as every short text is.
      const places = listPlaces(name).filter(({ type }) => type === 'String');
      await inTurns(places, async ({ path }) => expectFairAnswer(await ask(name, { [path]: long }), path));
    }
  });

  test('a key that the contract does not have is refused', async () => {
    for (const name of asked.filter((each) => placesOf(each).some((place) => place.startsWith('data.')))) {
      const data = placesOf(name).some((place) => place.startsWith('data.0.')) ? 'data.0' : 'data';
      expect(`${name} ${outcomeOf(await ask(name, { [`${data}.isAdmin`]: true }))}`).toBe(`${name} INVALID`);
    }
  });

  test('in a literal NUL and half of a surrogate pair are refused as in a variable', async () => {
    for (const escape of ['\\u0000', '\\ud800', 'x\\udc00y']) {
      const search = `{ filterAndSortRecordHeader(data: {recordTypeId: ${server.north.types.papers}, search: "${escape}"}) { total } }`;
      const answer = await server.send(search, {}, mia);
      expectFairAnswer(answer, escape);
      expect(outcomeOf(answer)).toBe('INVALID');
    }
  });
});

describe('in every data type', () => {
  const fieldsById = () => [
    ...dataTypes.map((dataType) => server.north.seen[dataType]),
    server.north.spill.seen,
    server.north.spill.hidden,
  ];

  test('as the value of a field: refused, or kept as it was sent', async () => {
    const cases = fieldsById().flatMap((field) => texts.map((value) => ({ field, value })));
    const document = `mutation ($data: RegisterRecordInput!) {
      registerRecordHeader(data: $data) { id additionalFields { tag value } } }`;
    await inTurns(cases, async ({ field, value }) => {
      const variables = sampleVariables(operationSamples.registerRecordHeader, server.north, {
        'data.recordFileId': undefined,
        'data.additionalFields': [{ recordAdditionalFieldByTypeId: field.id, value }],
      });
      const answer = await server.send(document, variables, mia);
      expectFairAnswer(answer, { dataType: field.dataType, value });
      if (outcomeOf(answer) !== 'answers') return;
      const { registerRecordHeader: made } = readAnswer(answer).data as {
        registerRecordHeader: { id: number; additionalFields: { tag: string; value: string }[] };
      };
      // What is read again is what was answered.
      const again = await server.send(
        '{ findRecordHeader(data: {ids: [ID]}) { records { id additionalFields { tag value } } } }'.replace(
          'ID',
          String(made.id),
        ),
        {},
        mia,
      );
      expectFairAnswer(again, { dataType: field.dataType, value });
      expect(readAnswer(again).data).toEqual({ findRecordHeader: { records: [made] } });
      const isKeptAsSent = field.dataType === 'string' && value.trim() !== '';
      expect(isKeptAsSent ? made.additionalFields[0]?.value : value).toBe(value);
    });
  });

  test('as the value of a filter, by every operator', async () => {
    const additional = [
      ...dataTypes.map((dataType) => server.north.seen[dataType]),
      server.north.spill.hidden,
    ].map(({ id }) => ({ fieldId: id }));
    const base = baseFields.map(({ name }) => ({ fieldId: 0, field: name }));
    const arbitrary = fc.record({
      field: fc.constantFrom(...additional, ...base),
      operator: fc.constantFrom(...Object.keys(operators)),
      value: fc.option(fc.oneof(fc.constantFrom(...texts), fc.string({ unit: anyCharacter, maxLength: 20 }))),
      values: fc.option(fc.array(fc.constantFrom(...texts), { maxLength: 4 })),
      priority: fc.integer({ min: -5, max: 5 }),
      logicOperator: fc.constantFrom('AND', 'OR'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(arbitrary, { maxLength: 3 }), async (conditions) => {
        const filters = conditions.map(({ operator, value, values, ...rest }) => ({
          ...rest.field,
          logicOperator: rest.logicOperator,
          priority: rest.priority,
          filterCriteria: { operator, ...(value !== null && { value }), ...(values !== null && { values }) },
        }));
        const answer = await ask('filterAndSortRecordHeader', { 'data.filters': filters, 'data.sort': [] });
        expectFairAnswer(answer, filters);
      }),
      { numRuns: 600 },
    );
  });

  test('ten thousand values of a filter are refused, five thousand are taken', async () => {
    const filters = (count: number) => [
      {
        fieldId: 0,
        field: 'recordNumber',
        logicOperator: 'AND',
        priority: 0,
        filterCriteria: {
          operator: 'isAnyOf',
          values: Array.from({ length: count }, (_, index) => String(index)),
        },
      },
    ];
    const outcome = async (count: number) => {
      const answer = await ask('filterAndSortRecordHeader', {
        'data.filters': filters(count),
        'data.sort': [],
      });
      expectFairAnswer(answer);
      return outcomeOf(answer);
    };
    expect(await outcome(5000)).toBe('answers');
    expect(await outcome(10_000)).toBe('INVALID');
  });

  test('hundreds of conditions, sorts, columns and ids are refused or answered, never a fault', async () => {
    const many = <Item>(item: Item, count = 3001): Item[] => Array.from({ length: count }, () => item);
    const filter = {
      fieldId: 0,
      field: 'status',
      logicOperator: 'OR',
      priority: 0,
      filterCriteria: { operator: 'isEmpty' },
    };
    for (const [name, changes] of [
      ['filterAndSortRecordHeader', { 'data.filters': many(filter) }],
      ['filterAndSortRecordHeader', { 'data.sort': many({ fieldId: 0, field: 'status', sort: 'ASC' }) }],
      ['findRecordHeader', { 'data.ids': many(1), 'data.recordTypeId': undefined }],
      ['findListValues', { 'data.ids': many(1) }],
      ['findRecordStatusByRecordType', { 'data.recordTypes': many(server.north.types.papers) }],
      [
        'registerRecordHeader',
        {
          'data.additionalFields': many({
            recordAdditionalFieldByTypeId: server.north.seen.string.id,
            value: 'x',
          }),
        },
      ],
      ['exportRecordHeaders', { 'data.columns': many('status') }],
      ['getZipFileSignedUrl', { data: many(1) }],
      ['updateBulkRecordHeader', { ids: many(1) }],
    ] as const) {
      expectFairAnswer(await ask(name, changes), name);
    }
  });

  test.each([
    ['a negative offset', { offset: -1, limit: 25 }, 'INVALID'],
    ['a negative limit', { offset: 0, limit: -1 }, 'INVALID'],
    ['no limit', { offset: 0, limit: 0 }, 'INVALID'],
    ['a limit past the largest page', { offset: 0, limit: 3001 }, 'INVALID'],
    ['the largest number as limit', { offset: 0, limit: 2 ** 31 - 1 }, 'INVALID'],
    ['a limit past what a number holds', { offset: 0, limit: 2 ** 31 }, 'INVALID'],
    ['a fraction', { offset: 0.5, limit: 25 }, 'INVALID'],
    ['the largest offset', { offset: 2 ** 31 - 1, limit: 25 }, 'empty'],
  ])('%s', async (_, pagination, outcome) => {
    for (const changes of [{}, { 'data.recordTypeId': server.north.types.documents, 'data.filters': [] }]) {
      const answer = await ask('filterAndSortRecordHeader', { ...changes, 'data.sort': [], pagination });
      expectFairAnswer(answer, pagination);
      expect(outcomeOf(answer)).toBe(outcome);
    }
  });

  test('an export takes each column once', async () => {
    const answer = await ask('exportRecordHeaders', {
      'data.columns': Array.from({ length: 2000 }, () => 'status'),
      'data.query.filters': [],
      'data.query.sort': [],
    });
    expectFairAnswer(answer);
    expect(outcomeOf(answer)).toBe('INVALID');
  });

  test('what looks like a statement is text: it is kept, found and shown as it is', async () => {
    const value = `Robert'); drop table papers; -- "x" \\ %`;
    const { id } = server.north.seen.string;
    const made = await ask('registerRecordHeader', {
      'data.recordFileId': undefined,
      'data.description': value,
      'data.additionalFields': [{ recordAdditionalFieldByTypeId: id, value }],
    });
    expect(outcomeOf(made)).toBe('answers');
    for (const changes of [
      { 'data.search': value },
      {
        'data.filters': [
          { fieldId: id, logicOperator: 'AND', priority: 0, filterCriteria: { operator: 'equals', value } },
        ],
      },
      {
        'data.filters': [
          {
            fieldId: id,
            logicOperator: 'AND',
            priority: 0,
            filterCriteria: { operator: 'isAnyOf', values: [value] },
          },
        ],
      },
    ]) {
      const { data } = readAnswer(
        await ask('filterAndSortRecordHeader', { 'data.filters': [], 'data.sort': [], ...changes }),
      );
      expect(data?.['filterAndSortRecordHeader']).toMatchObject({ total: 1 });
    }
  });
});

describe('of a tenant that has nothing yet', () => {
  test.each([
    'findRecordHeader',
    'updateRecordHeader',
    'getMyRecordFileById',
    'SaasMenu',
    'getRecordStatusByRecordType',
  ] as const)('%s answers as where there is no such record', async (name) => {
    await server.query(
      `with r as (insert into role (tenant_id, name) values ($1, 'First') returning id)
         insert into membership (tenant_id, user_id, role_id) select $1, $2, id from r
         on conflict do nothing`,
      [server.west.id, server.people.mia],
    );
    const first = await server.enter('mia', server.west);
    const changes = { 'data.version': 1, 'data.tenant': undefined, 'data.recordTypeId': undefined };
    const sample = operationSamples[name];
    const answer = await server.send(sample.document, sampleVariables(sample, server.north, changes), first);
    expectFairAnswer(answer);
    expect(outcomeOf(answer)).not.toBe('UNAVAILABLE');
  });
});

describe('whatever is put together', () => {
  const anything = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...texts) },
    { weight: 1, arbitrary: fc.constantFrom(...notTexts) },
    { weight: 1, arbitrary: fc.string({ unit: anyCharacter, maxLength: 30 }) },
    { weight: 1, arbitrary: fc.double() },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
  );

  /** Some places of a good request set to anything at all. */
  const spoilt = (name: OperationName) =>
    fc.dictionary(fc.constantFrom(...placesOf(name).filter((place) => place !== 'data')), anything, {
      minKeys: 1,
      maxKeys: 4,
    });

  test.each([
    'filterAndSortRecordHeader',
    'registerRecordHeader',
    'updateRecordHeader',
    'updateBulkRecordHeader',
  ] as const)('%s is no fault of the server', async (name) => {
    await fc.assert(
      fc.asyncProperty(spoilt(name), async (changes) => {
        expectFairAnswer(await ask(name, changes), changes);
      }),
      { numRuns: 250 },
    );
  });
});

test('and after all this the server is well', async () => {
  expect((await server.app.inject('/readyz')).statusCode).toBe(200);
});
