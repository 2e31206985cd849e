// Every number is held to a model in plain memory (testing/record-model), and to the grid that it opens.
import type { AddressInfo } from 'node:net';
import { filtersOfGroup, filtersOfMeasure } from '@rowhouse/domain/aggregates/filters-of-group.ts';
import type { Interval } from '@rowhouse/domain/aggregates/interval.ts';
import { intervals } from '@rowhouse/domain/aggregates/interval.ts';
import type { MeasureKind } from '@rowhouse/domain/aggregates/measures.ts';
import {
  mayGroup,
  measureKinds,
  measuresOf,
  showMeasure,
  takesInterval,
} from '@rowhouse/domain/aggregates/measures.ts';
import {
  addDecimals,
  divideDecimal,
  readDecimal,
  trimDecimal,
  writeDecimal,
  zero,
} from '@rowhouse/domain/kernel/decimal.ts';
import { pivotOf, pivotQuestions } from '@rowhouse/domain/dashboards/pivot.ts';
import type { Pivot, PivotCell, PivotRow } from '@rowhouse/domain/dashboards/pivot.ts';
import type { DataType } from '@rowhouse/domain/fields/data-types.ts';
import { valueOf } from '@rowhouse/domain/values/values.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { aloneAfterMs } from '../../identity/session-use.ts';
import { startAnother } from '../../../testing/record-model/another-application.ts';
import { asInput, askPages } from '../../../testing/record-model/ask-pages.ts';
import { casesOf } from '../../../testing/cases.ts';
import { createEveryFieldType } from '../../../testing/record-model/every-field-type.ts';
import type { EveryFieldType } from '../../../testing/record-model/every-field-type.ts';
import { foldCase } from '../../../testing/record-model/fold-case.ts';
import { matchesAll } from '../../../testing/record-model/matches.ts';
import type { ModelFilter } from '../../../testing/record-model/matches.ts';
import type { ModelField, ModelRecord } from '../../../testing/record-model/model-record.ts';
import { anyRole, enterRandomRole, isInSight, isSeenBy } from '../../../testing/record-model/random-role.ts';
import type { RandomRole } from '../../../testing/record-model/random-role.ts';
import { anyCriteria } from '../../../testing/record-model/value-pools.ts';
import { startTestServer } from '../../../testing/test-server.ts';
import type { Credentials, TestServer } from '../../../testing/test-server.ts';
import { waitFor } from '../../../testing/wait-for.ts';

const pivotCases = casesOf(48);
const boardCases = casesOf(15);
/** Another role costs what reading the configuration anew costs. */
const tablesOfRole = 3;

let server: TestServer;
let world: EveryFieldType;
let bob: Credentials;
let giveBob: (role: RandomRole) => Promise<void>;
beforeAll(async () => {
  server = await startTestServer();
  world = await createEveryFieldType(server, { count: 150, otherCount: 40, seed: 21 });
  ({ credentials: bob, give: giveBob } = await enterRandomRole(server, world));
});
afterAll(() => server.close());

type Group = { readonly field: ModelField; readonly interval: Interval | null };
type Measure = { readonly kind: MeasureKind; readonly field: ModelField | null };
type Answer = {
  groups: { values: { value: string | null; shown: string }[]; measures: (string | null)[] }[];
  total: (string | null)[];
  groupsLeftOut: number;
};

const document = `query ($data: AggregateRecordsInput!) { aggregateRecords(data: $data) {
  groups { values { value shown } measures } total groupsLeftOut asOf } }`;

async function aggregate(data: object, credentials: Credentials = world.manager): Promise<Answer> {
  const { data: answered, errors } = await server.ask(document, credentials, {
    data: { recordTypeId: world.type.id, enabled: false, ...data },
  });
  if (errors !== undefined) throw new Error(JSON.stringify(errors));
  return answered?.['aggregateRecords'] as Answer;
}

/** Several questions in one request, as a board has them. */
async function aggregateAll(
  questions: readonly object[],
  credentials: Credentials,
  { ask }: Pick<TestServer, 'ask'> = server,
): Promise<Answer[]> {
  const parameters = questions.map((_, index) => `$d${index}: AggregateRecordsInput!`);
  const fields = questions.map(
    (_, index) => `q${index}: aggregateRecords(data: $d${index}) {
      groups { values { value shown } measures } total groupsLeftOut asOf }`,
  );
  const { data, errors } = await ask(
    `query (${parameters.join(', ')}) { ${fields.join(' ')} }`,
    credentials,
    Object.fromEntries(
      questions.map((question, index) => [
        `d${index}`,
        { recordTypeId: world.type.id, enabled: false, ...question },
      ]),
    ),
  );
  if (errors !== undefined) throw new Error(JSON.stringify(errors));
  return questions.map((_, index) => data?.[`q${index}`] as Answer);
}

const refusalOf = async (data: object, credentials: Credentials = world.manager): Promise<unknown> => {
  const { errors } = await server.ask(document, credentials, {
    data: { recordTypeId: world.type.id, measures: [{ kind: 'COUNT' }], ...data },
  });
  return errors?.[0];
};

const asMeasured = ({ label, dataType }: ModelField) => ({ name: label, dataType, filterable: true });
const groupable = (fields: readonly ModelField[] = world.fields) =>
  fields.filter((field) => mayGroup(asMeasured(field)));
const asGroup = ({ field, interval }: Group) => ({ field: field.key, ...(interval && { interval }) });
const asMeasure = ({ kind, field }: Measure) => ({ kind, ...(field && { field: field.key }) });

const someGroup = (fields?: readonly ModelField[]): fc.Arbitrary<Group> =>
  fc
    .record({ field: fc.constantFrom(...groupable(fields)), interval: fc.constantFrom(...intervals) })
    .map(({ field, interval }) => ({ field, interval: takesInterval(field.dataType) ? interval : null }));
const measurable = (fields: readonly ModelField[] = world.fields) =>
  fields.filter((field) => measuresOf(asMeasured(field)).length > 0);
const someMeasure = (): fc.Arbitrary<Measure> =>
  fc
    .constantFrom(...measurable())
    .chain((field) => fc.constantFrom(...measuresOf(asMeasured(field))).map((kind) => ({ kind, field })));
/** Each kind as often as each other: most fields are texts, which have no sums. */
const eachMeasure = (seen?: readonly ModelField[]): fc.Arbitrary<Measure> =>
  fc.constantFrom(...measureKinds).chain((kind) => {
    const fields = measurable(seen).filter(
      (field) => kind !== 'COUNT' && measuresOf(asMeasured(field)).includes(kind),
    );
    if (fields.length === 0) return fc.constant<Measure>({ kind: 'COUNT', field: null });
    return fc.constantFrom(...fields).map((field) => ({ kind, field }));
  });
const someFilters = (fields: readonly ModelField[] = world.fields): fc.Arbitrary<ModelFilter[]> =>
  fc
    .array(
      fc
        .record({ field: fc.constantFrom(...fields), logicOperator: fc.constantFrom('AND', 'OR') })
        .chain(({ field, logicOperator }) =>
          anyCriteria(field).map((criteria) => ({ field, criteria, logicOperator })),
        ),
      { maxLength: 2 },
    )
    .map((filters) => filters.map((filter, priority) => ({ ...filter, priority })));

type PivotTable = {
  readonly filters: readonly ModelFilter[];
  readonly groups: readonly Group[];
  readonly measure: Measure;
  readonly timeZone: string;
};
type RoleCase = {
  readonly role: RandomRole;
  readonly tables: readonly PivotTable[];
  /** A field that the role does not see, if there is one, and where it is named. */
  readonly hidden: ModelField | null;
  readonly place: 'groups' | 'measures' | 'filters';
};

/** What somebody asks who has the role. */
const roleCase = (): fc.Arbitrary<RoleCase> =>
  anyRole(world.fields)
    .map((role) => ({ role, seen: world.fields.filter((field) => isSeenBy(role, field)) }))
    .filter(({ seen }) => groupable(seen).length >= 3)
    .chain(({ role, seen }) => {
      const hidden = world.fields.filter((field) => !seen.includes(field));
      const table = fc
        .record({
          filters: someFilters(seen),
          groups: fc.uniqueArray(someGroup(seen), {
            minLength: 2,
            maxLength: 3,
            selector: ({ field }) => field.key,
          }),
          measure: eachMeasure(seen),
          timeZone: fc.constantFrom('UTC', 'America/New_York', 'Asia/Tokyo'),
        })
        .filter(({ filters, timeZone }) => timeZone === 'UTC' || !namesFirstYear(filters));
      return fc.record({
        role: fc.constant(role),
        tables: fc.array(table, { minLength: tablesOfRole, maxLength: tablesOfRole }),
        hidden: hidden.length === 0 ? fc.constant(null) : fc.constantFrom(...hidden),
        place: fc.constantFrom('groups' as const, 'measures' as const, 'filters' as const),
      });
    });

/** How Bob is refused who names the field there, without its name. */
async function refusalOfNaming(
  { key, id, dataType }: Pick<ModelField, 'key' | 'id' | 'dataType'>,
  place: RoleCase['place'],
): Promise<string> {
  const [kind = 'FILLED'] = measuresOf({ name: key, dataType, filterable: true });
  const reference = id === 0 ? { fieldId: 0, field: key } : { fieldId: id };
  const filterCriteria = { operator: 'isNotEmpty' };
  const data = {
    groups: { groups: [{ field: key }] },
    measures: { measures: [{ kind, field: key }] },
    filters: { filters: [{ ...reference, logicOperator: 'AND', priority: 0, filterCriteria }] },
  }[place];
  const named = new RegExp(`\\b${id === 0 ? key : `f?${id}`}\\b`, 'g');
  return JSON.stringify(await refusalOf(data, bob)).replaceAll(named, 'it');
}

/** The model knows no days of the year 1 east or west of Greenwich. */
const namesFirstYear = (filters: readonly ModelFilter[]): boolean =>
  JSON.stringify(filters.map(({ criteria }) => criteria)).includes('0001-');

/** What the model says of a measure, written without SQL. */
function measured({ kind, field }: Measure, records: readonly ModelRecord[]): string | null {
  if (field === null) return String(records.length);
  const filled = records.flatMap((record) => record.values.get(field.key) ?? []);
  const { family } = valueOf(field.dataType);
  const order = (one: string, other: string) =>
    family === 'number'
      ? Number(one) - Number(other)
      : family === 'datetime'
        ? Date.parse(one) - Date.parse(other)
        : one < other
          ? -1
          : 1;
  const sum = filled
    .map((text) => (family === 'number' ? readDecimal(text) : zero))
    .reduce(addDecimals, zero);
  switch (kind) {
    case 'SUM':
      return filled.length === 0 ? null : writeDecimal(trimDecimal(sum));
    case 'AVERAGE':
      return filled.length === 0
        ? null
        : writeDecimal(trimDecimal(divideDecimal(sum, BigInt(filled.length), Math.max(10, sum.scale))));
    case 'MIN':
      return filled.toSorted(order)[0] ?? null;
    case 'MAX':
      return filled.toSorted(order).at(-1) ?? null;
    case 'FILLED':
      return String(filled.length);
    case 'EMPTY':
      return String(records.length - filled.length);
    case 'CHECKED':
      return String(filled.filter((text) => text === 'true').length);
    case 'DISTINCT':
      return String(new Set(filled.map((text) => sameness(text, field.dataType))).size);
    default:
      return null;
  }
}

/** What is one value: a number however it is written, a phone by its digits, a text without regard to case. */
function sameness(text: string, dataType: DataType): string {
  if (dataType === 'phone') return text.replaceAll(/\D/g, '');
  return valueOf(dataType).family === 'number' ? String(Number(text)) : foldCase(text);
}

/** Averages to ten decimals: what is behind them depends on how many the values have. */
const comparable = ({ kind }: Measure, value: string | null): string | null =>
  kind === 'AVERAGE' && value !== null ? Number(value).toPrecision(12) : value;

/** Each number of a pivot table that Bob asks for, against the rows of the grid that it opens for him. */
async function checkTable({ filters, groups, measure, timeZone }: PivotTable) {
  const known = {
    kind: 'PIVOT' as const,
    groups: groups.map(({ field, interval }) => ({
      field: field.key,
      name: field.label,
      dataType: field.dataType,
      interval,
    })),
    measure: {
      kind: measure.kind,
      field: measure.field?.key ?? null,
      name: measure.field?.label ?? null,
      dataType: measure.field?.dataType ?? null,
    },
  };
  const input = filters.map(asInput);
  const { cells, rows, columns, subtotals } = pivotQuestions(known);
  const questions = [cells, rows, columns, ...(subtotals ? [subtotals.cells, subtotals.rows] : [])];
  const [ofCells, ofRows, ofColumns, ofSubtotalCells, ofSubtotals] = await aggregateAll(
    questions.map((question) => ({ filters: input, timeZone, ...question })),
    bob,
  );
  const pivot = pivotOf(
    known,
    {
      cells: ofCells!,
      rows: ofRows!,
      columns: ofColumns!,
      subtotals: subtotals && { cells: ofSubtotalCells!, rows: ofSubtotals! },
    },
    timeZone,
  );
  const firsts = new Set(pivot.rows.map(({ total }) => total.path[0]));
  const subtotalRows = pivot.rows.filter(({ isSubtotal }) => isSubtotal);
  expect(subtotalRows.map(({ total }) => total.path)).toEqual(
    groups.length === 3 ? [...firsts].map((value) => [value]) : [],
  );
  const shown = [
    ...subtotalRows.slice(0, 3),
    ...pivot.rows.filter(({ isSubtotal }) => !isSubtotal).slice(0, 4),
  ];
  const numbers = [
    pivot.total,
    ...pivot.columns.slice(0, 3).map(({ total }) => total),
    ...shown.flatMap((row) => [
      row.total,
      ...row.cells.slice(0, 3).map((cell, at) => cell ?? blankOf(row, pivot.columns[at])),
    ]),
  ];
  const pages = await askPages(
    server,
    bob,
    numbers.map(({ path }) => {
      const named = groups.flatMap((group, place) =>
        path[place] === undefined ? [] : [{ group, value: path[place] }],
      );
      return {
        data: {
          recordTypeId: world.type.id,
          enabled: false,
          timeZone,
          filters: [
            ...input,
            ...filtersOfGroup(
              named.map(({ group }) => group),
              named.map(({ value }) => value),
            ).map(asFilter),
          ],
        },
        pagination: wholeType,
      };
    }),
  );
  expect(numbers.map(({ text }) => text)).toEqual(
    pages.map(({ ids }, at) => {
      const opened = new Set(ids);
      const records = world.records.filter(({ id }) => opened.has(id));
      if (numbers[at]?.text === blank) return records.length === 0 ? blank : 'not blank';
      const { kind, field } = measure;
      return showMeasure(kind, field?.dataType ?? null, measured(measure, records), timeZone);
    }),
  );
  return {
    opened: new Set(pages[0]?.ids),
    numbers: numbers.length,
    subtotals: subtotalRows.length,
    blanks: numbers.filter(({ text }) => text === blank).length,
  };
}

/** The records are counted here: a total that would hold up its rows is left out of a page. */
const wholeType = { offset: 0, limit: 200 };

describe('a number is that of the records which it opens', () => {
  test.each(['UTC', 'America/New_York', 'Asia/Tokyo'])(
    'whatever is grouped and measured, in %s',
    async (timeZone) => {
      const told = { groups: 0, counted: 0 };
      await fc.assert(
        fc.asyncProperty(
          someFilters(),
          fc.uniqueArray(someGroup(), { maxLength: 3, selector: ({ field }) => field.key }),
          fc.array(someMeasure(), { maxLength: 4 }),
          async (filters, groups, some) => {
            fc.pre(timeZone === 'UTC' || !namesFirstYear(filters));
            const measures: Measure[] = [{ kind: 'COUNT', field: null }, ...some];
            const input = filters.map(asInput);
            const answer = await aggregate({
              filters: input,
              timeZone,
              groups: groups.map(asGroup),
              measures: measures.map(asMeasure),
              limit: 1000,
            });
            const all = world.records.filter((record) =>
              matchesAll(filters, record, { timeZone, nowMs: Date.now() }),
            );
            measures.forEach((measure, index) => {
              expect(comparable(measure, answer.total[index] ?? null)).toBe(
                comparable(measure, measured(measure, all)),
              );
            });
            const shown = answer.groups.slice(0, 8);
            const grouped = groups.map(({ field, interval }) => ({ field, interval }));
            const pages = await askPages(
              server,
              world.manager,
              shown.map(({ values }) => ({
                data: {
                  recordTypeId: world.type.id,
                  enabled: false,
                  timeZone,
                  filters: [
                    ...input,
                    ...filtersOfGroup(
                      grouped,
                      values.map(({ value }) => value),
                    ).map(asFilter),
                  ],
                },
                pagination: wholeType,
              })),
            );
            shown.forEach((group, index) => {
              const opened = new Set(pages[index]?.ids);
              const records = world.records.filter(({ id }) => opened.has(id));
              measures.forEach((measure, place) => {
                const sentence = `${JSON.stringify(group.values)} ${measure.kind} ${measure.field?.label ?? ''}`;
                expect(`${sentence}: ${comparable(measure, group.measures[place] ?? null)}`).toBe(
                  `${sentence}: ${comparable(measure, measured(measure, records))}`,
                );
              });
              told.counted += records.length;
            });
            told.groups += shown.length;
            const isOnce = groups.every(({ field }) => valueOf(field.dataType).choosing !== 'many');
            const sum = answer.groups.reduce((count, { measures: [own] }) => count + Number(own), 0);
            expect(isOnce && groups.length > 0 ? sum : all.length).toBe(all.length);
          },
        ),
        { numRuns: casesOf(30) },
      );
      expect(told.groups).toBeGreaterThan(60);
      expect(told.counted).toBeGreaterThan(60);
    },
  );

  test(
    'each cell, total and subtotal of a pivot table, for whoever asks',
    { timeout: 60_000 + pivotCases * 1000 },
    async () => {
      const told = { numbers: 0, subtotals: 0, blanks: 0, confined: 0, refused: 0 };
      await fc.assert(
        fc.asyncProperty(roleCase(), async ({ role, tables, hidden, place }) => {
          await giveBob(role);
          const isOfAll = role.confinement.length === 0;
          for (const table of tables) {
            const { opened, numbers, subtotals, blanks } = await checkTable(table);
            // The grid itself is held to the model: it shows what is in sight, and all of it.
            const at = { timeZone: table.timeZone, nowMs: Date.now() };
            const inSight = world.records.filter(
              (record) => isInSight(role, record, server.people.bob) && matchesAll(table.filters, record, at),
            );
            expect(opened).toEqual(new Set(inSight.map(({ id }) => id)));
            told.numbers += numbers;
            told.subtotals += subtotals;
            told.blanks += blanks;
            told.confined += Number(!isOfAll && inSight.length > 0);
          }
          if (hidden === null) return;
          const unknown =
            hidden.id === 0 ? { ...hidden, key: 'nosuch' } : { ...hidden, key: 'f987654', id: 987_654 };
          const refusal = await refusalOfNaming(hidden, place);
          expect(refusal).toBe(await refusalOfNaming(unknown, place));
          expect(refusal).toContain("There is no field 'it' here.");
          told.refused += 1;
        }),
        { numRuns: Math.ceil(pivotCases / tablesOfRole) },
      );
      expect(told.numbers).toBeGreaterThan(6 * pivotCases);
      for (const count of [told.subtotals, told.blanks, told.confined, told.refused])
        expect(count).toBeGreaterThan(pivotCases / 12);
    },
  );

  test('a text that is written in several ways, which stands in cells by one of them', async () => {
    const texts = groupable().filter(({ dataType }) => valueOf(dataType).family === 'text');
    const told = { writings: 0 };
    for (const field of texts) {
      const asked = { measures: [{ kind: 'COUNT' }], limit: 1000 };
      const rows = await aggregate({ ...asked, groups: [{ field: field.key }] });
      const cells = await aggregate({
        ...asked,
        groups: [{ field: field.key }, { field: 'recordDate', interval: 'YEAR' }],
      });
      const counts = new Map<string | null, number>();
      for (const { values, measures } of cells.groups) {
        const of = values[0]?.value ?? null;
        counts.set(of, (counts.get(of) ?? 0) + Number(measures[0]));
      }
      expect([...counts]).toEqual(
        rows.groups.map(({ values, measures }) => [values[0]?.value ?? null, Number(measures[0])]),
      );
      const writings = world.records.flatMap(({ values }) => values.get(field.key) ?? []);
      told.writings += new Set(writings).size - rows.groups.length;
    }
    expect(told.writings).toBeGreaterThan(0);
  });

  test('every field that groups, alone', async () => {
    for (const field of groupable()) {
      const interval = takesInterval(field.dataType) ? 'WEEK' : null;
      const group = { field, interval } as const;
      const { groups } = await aggregate({
        groups: [asGroup(group)],
        measures: [{ kind: 'COUNT' }],
        limit: 1000,
      });
      expect(groups).not.toEqual([]);
      const pages = await askPages(
        server,
        world.manager,
        groups.map(({ values: [value] }) => ({
          data: {
            recordTypeId: world.type.id,
            enabled: false,
            filters: filtersOfGroup([group], [value?.value ?? null]).map(asFilter),
          },
          pagination: wholeType,
        })),
      );
      expect(`${field.label} ${pages.map(({ ids }) => ids.length).join()}`).toBe(
        `${field.label} ${groups.map(({ measures: [count] }) => count).join()}`,
      );
    }
  });

  test('what is filled, empty or ticked', async () => {
    const measures = world.fields.flatMap((field) =>
      measuresOf(asMeasured(field)).flatMap((kind) => {
        const filters = filtersOfMeasure(kind, field.key);
        return filters.length === 0 ? [] : [{ kind, field, filters }];
      }),
    );
    for (let start = 0; start < measures.length; start += 100) {
      const part = measures.slice(start, start + 100);
      const { total } = await aggregate({ measures: part.map(asMeasure) });
      const pages = await askPages(
        server,
        world.manager,
        part.map(({ filters }) => ({
          data: { recordTypeId: world.type.id, enabled: false, filters: filters.map(asFilter) },
          pagination: wholeType,
        })),
      );
      expect(total).toEqual(pages.map(({ ids }) => String(ids.length)));
    }
  });

  test('over the types that a super type gathers', async () => {
    const field = world.field('additional decimal in a slot');
    const { total, groups } = await aggregate({
      recordTypeId: world.both.id,
      groups: [{ field: 'recordDate', interval: 'YEAR' }],
      measures: [
        { kind: 'COUNT' },
        { kind: 'SUM', field: field.key },
        { kind: 'DISTINCT', field: field.key },
      ],
      limit: 1000,
    });
    // Deleted records are of the types alone.
    const all = [...world.records, ...world.otherRecords].filter(({ enabled }) => enabled);
    expect(total.slice(0, 2)).toEqual([String(all.length), measured({ kind: 'SUM', field }, all)]);
    expect(groups.reduce((count, { measures: [own] }) => count + Number(own), 0)).toBe(all.length);
  });

  test('over a super type that gathers none is nothing', async () => {
    const gather = (enabled: boolean) =>
      server.query('update record_type_related set enabled = $2 where super_id = $1', [
        world.both.id,
        enabled,
      ]);
    const questions = [
      { measures: [{ kind: 'COUNT' }] },
      { measures: [{ kind: 'MAX', field: 'recordDate' }, { kind: 'COUNT' }] },
      { groups: [{ field: 'description' }], measures: [{ kind: 'COUNT' }] },
      {
        groups: [{ field: 'recordDate', interval: 'YEAR' }, { field: 'status' }],
        measures: [
          { kind: 'DISTINCT', field: 'status' },
          { kind: 'FILLED', field: 'recordDate' },
        ],
      },
    ].map((one) => ({ ...one, recordTypeId: world.both.id }));
    await gather(false);
    try {
      const alone: Answer[] = [];
      for (const one of questions) alone.push(await aggregate(one));
      expect(alone.map(({ total, groups }) => ({ total, groups }))).toEqual(
        [['0'], [null, '0'], ['0'], ['0', '0']].map((total) => ({ total, groups: [] })),
      );
      const together = await aggregateAll(questions, world.manager);
      expect(together.map(({ total }) => total)).toEqual(alone.map(({ total }) => total));
    } finally {
      await gather(true);
    }
  });
});

const blank = 'blank';

/** A cell that is not there, where its records would be. */
const blankOf = ({ total }: PivotRow, column: Pivot['columns'][number] | undefined): PivotCell => ({
  text: blank,
  path: (column?.total.path ?? []).map((value, place) => (value === undefined ? total.path[place] : value)),
});

/** A condition of the domain as the contract takes it. */
const asFilter = (
  { field: key, logicOperator, ...criteria }: ReturnType<typeof filtersOfGroup>[number],
  index: number,
) =>
  asInput({
    field: world.fields.find((field) => field.key === key) as ModelField,
    criteria,
    logicOperator,
    priority: 100 + index,
  });

describe('groups', () => {
  test('of the first day of the calendar, which begins before it east of Greenwich', async () => {
    const field = world.field('receivedAt');
    const { total } = await aggregate({
      timeZone: 'Asia/Tokyo',
      filters: [
        asFilter({ field: field.key, operator: 'onOrBefore', value: '0001-01-01', logicOperator: 'AND' }, 0),
      ],
      measures: [{ kind: 'COUNT' }],
    });
    const first = world.records.filter(({ values }) => values.get(field.key)?.startsWith('0001-01-01'));
    expect(total).toEqual([String(first.length)]);
  });

  test('are ordered by what they show, or by a measure, and those that are left out are counted', async () => {
    const shownOf = ({ groups }: Answer) => groups.map(({ values: [value] }) => value?.shown);
    const asked = { groups: [{ field: 'status' }], measures: [{ kind: 'COUNT' }] };
    const byName = await aggregate(asked);
    expect(shownOf(byName)).toEqual(['approved', 'done', 'Ready', 'Élan', '']);
    expect(shownOf(await aggregate({ ...asked, order: { direction: 'DESC' } }))).toEqual([
      'Élan',
      'Ready',
      'done',
      'approved',
      '',
    ]);
    const byCount = await aggregate({ ...asked, limit: 2, order: { measure: 0, direction: 'DESC' } });
    const counts = byName.groups
      .map(({ measures: [count] }) => Number(count))
      .toSorted((one, other) => other - one);
    expect(byCount.groups.map(({ measures: [count] }) => Number(count))).toEqual(counts.slice(0, 2));
    expect(byCount).toMatchObject({ groupsLeftOut: 3, total: byName.total });
  });

  test('read as a person reads them', async () => {
    const shown = async (interval: Interval) =>
      (
        await aggregate({
          groups: [{ field: 'recordDate', interval }],
          measures: [{ kind: 'COUNT' }],
          limit: 1000,
        })
      ).groups.map(({ values: [value] }) => `${value?.value} ${value?.shown}`);
    expect(await shown('QUARTER')).toContain('2024-01-01 Q1 2024');
    expect(await shown('MONTH')).toContain('2024-02-01 February 2024');
    expect(await shown('WEEK')).toContain('2024-02-25 Week of 02/25/2024');
    expect((await shown('YEAR')).at(-1)).toBe('null ');
  });

  test.each([
    [['0.29', '0.57', '1.005'], '1.865'],
    [['0.29', '0.0006'], '0.2906'],
    [['0.0004', '-0.0004', '0.0004'], '0.0004'],
    [['900719925474099.4'], '900719925474099.4'],
    [['45000000000000.25', '-45000000000000.25', '0.5'], '0.5'],
  ])('a sum of %j is that of what is written', async (written, sum) => {
    const { id: type } = world.type;
    const { key } = world.field('additional decimal in a slot');
    const [{ slot, bucket } = {}] = await server.query(
      'select slot, bucket from field join record_type t on t.id = record_type_id where field.id = $1',
      [Number(key.slice(1))],
    );
    await server.query(
      `update record_${bucket} held set ${slot} = given.value from (
         select id, ($2::float8[])[row_number() over (order by id)] as value from record_${bucket} where record_type_id = $1) given
       where given.id = held.id`,
      [type, written],
    );
    const { total, groups } = await aggregate({
      recordTypeId: type,
      groups: [{ field: key }],
      measures: [
        { kind: 'SUM', field: key },
        { kind: 'AVERAGE', field: key },
      ],
    });
    expect(total[0]).toBe(sum);
    expect(Number(total[1])).toBeCloseTo(Number(sum) / written.length, 6);
    expect(new Set(groups.map(({ values: [value] }) => value?.value ?? null))).toEqual(
      new Set([...written, null]),
    );
  });

  test('an answer that is asked again is of what was written since', async () => {
    const type = world.other.id;
    const count = async () => {
      const { total } = await aggregate({
        recordTypeId: type,
        enabled: true,
        measures: [{ kind: 'COUNT' }, { kind: 'MAX', field: 'level' }],
      });
      return total;
    };
    const [before] = await count();
    await server.query('update record_5 set level = 7 where record_type_id = $1', [type]);
    expect(await count()).toEqual([before, '7']);
    await server.query(
      'update record_5 set enabled = false where id = (select min(id) from record_5 where record_type_id = $1 and enabled)',
      [type],
    );
    expect(await count()).toEqual([String(Number(before) - 1), '7']);
  });
});

test('numbers of two roles that are confined alike by when they saw a change are of each', async () => {
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const field = world.field('updatedAt');
  const changed = world.records.find(
    ({ enabled, values }) => enabled && values.get(field.key)! < yesterday && values.has('status'),
  )!;
  const confinement = [{ field, criteria: { operator: 'onOrAfter', value: yesterday } as const }];
  const role = { defaultAccess: 'Editable', confinement, seesDeleted: true } as const;
  const ofSue = await enterRandomRole(server, world, 'sue');
  await ofSue.give({ ...role, access: new Map() });
  await giveBob({ ...role, access: new Map([['description', 'NotAllowed']]) });
  const { errors } = await server.ask(
    'mutation ($data: UpdateRecordInput!) { updateRecordHeader(data: $data) { id } }',
    world.manager,
    { data: { id: changed.id, description: 'Nothing that Bob may see' } },
  );
  expect(errors).toBeUndefined();
  const counted = async (credentials: Credentials) => {
    const data = { recordTypeId: world.type.id, enabled: false };
    const [{ ids = [] } = {}] = await askPages(server, credentials, [{ data, pagination: wholeType }]);
    const few = { offset: 0, limit: 10 };
    const [{ total = null } = {}] = await askPages(server, credentials, [{ data, pagination: few }]);
    const { total: numbers } = await aggregate(
      { measures: [{ kind: 'MAX', field: 'level' }, { kind: 'COUNT' }] },
      credentials,
    );
    return { shows: ids.includes(changed.id), rows: ids.length, total, count: Number(numbers[1]) };
  };
  const sue = await counted(ofSue.credentials);
  expect(sue).toEqual({ shows: true, rows: sue.rows, total: sue.rows, count: sue.rows });
  const { rows } = sue;
  expect(await counted(bob)).toEqual({ shows: false, rows: rows - 1, total: rows - 1, count: rows - 1 });
});

describe('what is asked together', () => {
  /** Nothing that was found before is used again. */
  const write = () =>
    server.query(
      `update record_type_counter set version = version + 1 where (record_type_id, slot) in (
         select record_type_id, min(slot) from record_type_counter where record_type_id = $1 group by 1)`,
      [world.type.id],
    );

  /** Statements that read the records of the type while something is done. */
  async function readings(work: () => Promise<unknown>): Promise<number> {
    const read = vi.spyOn(server.database, 'read');
    try {
      await work();
      const texts = read.mock.calls.flatMap(([, statements]) => statements.map(({ text }) => text));
      return texts.filter((text) => / from record_\d+ /.test(text)).length;
    } finally {
      read.mockRestore();
    }
  }

  const ofFewValues = (seen: readonly ModelField[]) => {
    const few = groupable(seen).filter(({ dataType }) =>
      ['relation', 'checkbox', 'date', 'datetime'].includes(valueOf(dataType).family),
    );
    return few.length === 0 ? groupable(seen) : few;
  };

  const written = (answers: readonly Answer[]) =>
    answers.map(({ total, groups, groupsLeftOut }) => JSON.stringify({ total, groups, groupsLeftOut }));

  /** Each alone and all together, as if nobody had asked before. */
  async function compare(asked: readonly object[], credentials: Credentials) {
    await write();
    const alone: Answer[] = [];
    let together: Answer[] = [];
    const readAlone = await readings(async () => {
      for (const one of asked) alone.push(await aggregate(one, credentials));
    });
    await write();
    const readTogether = await readings(async () => {
      together = await aggregateAll(asked, credentials);
    });
    expect(written(together)).toEqual(written(alone));
    return { alone, readAlone, readTogether };
  }

  test(
    'is answered byte for byte as each alone, for whoever asks',
    { timeout: 60_000 + boardCases * 2000 },
    async () => {
      const told = { alone: 0, together: 0, groups: 0 };
      const questions = (seen: readonly ModelField[]) =>
        fc
          .tuple(
            fc.uniqueArray(
              fc.oneof(fc.constantFrom(...groupable(seen)), fc.constantFrom(...ofFewValues(seen))),
              { minLength: 1, maxLength: 3 },
            ),
            fc.array(eachMeasure(seen), { minLength: 1, maxLength: 4 }),
          )
          .chain(([fields, measures]) =>
            fc.record({
              filters: someFilters(seen),
              timeZone: fc.constantFrom('UTC', 'America/New_York', 'Asia/Tokyo'),
              charts: fc.array(
                fc.record({
                  groups: fc.uniqueArray(someGroup(fields), {
                    maxLength: 3,
                    selector: ({ field, interval }) => `${field.key} ${interval}`,
                  }),
                  measures: fc.array(fc.constantFrom(...measures), { minLength: 1, maxLength: 3 }),
                  limit: fc.constantFrom(1, 3, 1000),
                  order: fc.record({
                    measure: fc.constantFrom(null, 0),
                    direction: fc.constantFrom('ASC', 'DESC'),
                  }),
                }),
                { minLength: 2, maxLength: 7 },
              ),
            }),
          )
          .filter(({ filters, timeZone }) => timeZone === 'UTC' || !namesFirstYear(filters));
      await fc.assert(
        fc.asyncProperty(
          anyRole(world.fields)
            .map((role) => ({ role, seen: world.fields.filter((field) => isSeenBy(role, field)) }))
            .filter(({ seen }) => groupable(seen).length >= 3)
            .chain(({ role, seen }) => fc.record({ role: fc.constant(role), asked: questions(seen) })),
          async ({ role, asked: { filters, timeZone, charts } }) => {
            await giveBob(role);
            const asked = charts.map(({ groups, measures, ...others }) => ({
              filters: filters.map(asInput),
              timeZone,
              groups: groups.map(asGroup),
              measures: measures.map(asMeasure),
              ...others,
            }));
            const { alone, readAlone, readTogether } = await compare(asked, bob);
            told.alone += readAlone;
            told.together += readTogether;
            told.groups += alone.flatMap(({ groups }) => groups).length;
          },
        ),
        { numRuns: boardCases },
      );
      expect(told.groups).toBeGreaterThan(2 * boardCases);
      expect(told.together).toBeLessThan(0.95 * told.alone);
    },
  );

  const amount = () => world.field('additional currency in a slot').key;
  const day = () => world.field('additional date in a slot').key;
  /** As the eight charts of the bench. */
  const board = () => {
    const sum = [{ kind: 'SUM', field: amount() }];
    const count = [{ kind: 'COUNT' }];
    const status = { field: 'status' };
    const year = { field: day(), interval: 'YEAR' };
    return [
      { groups: [], measures: sum },
      { groups: [status], measures: count },
      { groups: [year, status], measures: count },
      { groups: [{ field: day(), interval: 'MONTH' }], measures: sum },
      { groups: [status], measures: count },
      { groups: [status, year], measures: sum },
    ].map((chart) => ({ ...chart, limit: 1000, filters: wholeCents() }));
  };
  /** Amounts of more than two decimals would be read once more. */
  const wholeCents = () =>
    ['0', '1', '2.25', '-3', '1000000'].map((value, priority) =>
      asInput({
        field: world.field('additional currency in a slot'),
        criteria: { operator: 'equals', value },
        logicOperator: 'OR',
        priority,
      }),
    );

  test('of a grid, its sums, groups and a chart, is read once in place of three times', async () => {
    const sums = [
      { kind: 'SUM', field: amount() },
      { kind: 'MAX', field: day() },
    ];
    const asked = [
      { measures: sums },
      { groups: [{ field: 'status' }], measures: [{ kind: 'COUNT' }, ...sums], limit: 100 },
      { groups: [{ field: day(), interval: 'YEAR' }, { field: 'status' }], measures: [{ kind: 'COUNT' }] },
    ].map((one) => ({ ...one, filters: wholeCents() }));
    expect(await compare(asked, world.manager)).toMatchObject({ readAlone: 3, readTogether: 1 });
  });

  test('has weeks beside months, and one writing of a text in all that it stands in', async () => {
    const count = [{ kind: 'COUNT' }];
    const text = { field: world.field('description').key };
    const by = (interval: Interval) => ({ field: 'recordDate', interval });
    const charts = [
      [[by('WEEK')], [by('MONTH')], [by('QUARTER'), by('YEAR')]],
      [[by('MONTH'), text], [text], [by('YEAR')]],
      [[text, { field: 'status' }], [text], [{ field: 'status' }, text], []],
      [[{ field: 'createdAt', interval: 'WEEK' }], [{ field: 'createdAt', interval: 'YEAR' }]],
    ];
    for (const groups of charts) {
      const asked = groups.map((one) => ({ groups: one, measures: count, limit: 1000, filters: [] }));
      const { readAlone, readTogether } = await compare(asked, world.manager);
      expect(readTogether).toBeLessThan(readAlone);
    }
  });

  test('is in the order of an average, where a column holds whole numbers', async () => {
    const { groups } = await aggregate({
      groups: [{ field: 'status' }],
      measures: [{ kind: 'AVERAGE', field: 'level' }],
      order: { measure: 0, direction: 'ASC' },
    });
    const averages = groups.map(({ measures: [average] }) => Number(average));
    expect(averages).toEqual(averages.toSorted((one, other) => one - other));
    expect(new Set(averages.map(Math.trunc)).size).toBeLessThan(averages.length);
  });

  test('is read once where one reading is enough, and alone where that fails', async () => {
    await write();
    let first: Answer[] = [];
    let afterFailure: Answer[] = [];
    expect(
      await readings(async () => {
        first = await aggregateAll(board(), world.manager);
      }),
    ).toBe(1);
    await write();
    const original = server.database.read.bind(server.database);
    const failing = vi
      .spyOn(server.database, 'read')
      .mockImplementation((scope, statements, signal) =>
        statements.some(({ text }) => text.includes('finest'))
          ? original(scope, [{ text: `select 1 / 0` }], signal)
          : original(scope, statements, signal),
      );
    try {
      afterFailure = await aggregateAll(board(), world.manager);
    } finally {
      failing.mockRestore();
    }
    expect(written(afterFailure)).toEqual(written(first));
  });

  test('is read once for all who ask the same at the same moment', async () => {
    await giveBob({ defaultAccess: 'Editable', access: new Map(), confinement: [], seesDeleted: true });
    const readBoards = () =>
      Promise.all([world.manager, bob, world.manager].map((person) => aggregateAll(board(), person)));
    const before = await readBoards();
    await write();
    let after: Answer[][] = [];
    expect(
      await readings(async () => {
        after = await readBoards();
      }),
    ).toBe(1);
    expect(after.map(written)).toEqual(before.map(written));
  });

  const atLevel = (value: string) => ({
    measures: [{ kind: 'COUNT' }],
    filters: [
      asInput({
        field: world.field('level'),
        criteria: { operator: 'equals', value },
        logicOperator: 'AND',
        priority: 0,
      }),
    ],
  });

  async function mostAtOnce(
    asked: readonly object[],
    served: Pick<TestServer, 'ask' | 'database'> = server,
  ): Promise<number> {
    let running = 0;
    let most = 0;
    const original = served.database.read.bind(served.database);
    const read = vi.spyOn(served.database, 'read').mockImplementation(async (scope, statements, signal) => {
      const isReading = statements.some(({ text }) => / from record_\d+ /.test(text));
      running += Number(isReading);
      most = Math.max(most, running);
      return original(scope, statements, signal).finally(() => (running -= Number(isReading)));
    });
    try {
      await aggregateAll(asked, world.manager, served);
      return most;
    } finally {
      read.mockRestore();
    }
  }

  test('is read in as many turns as are set for a company', async () => {
    const asked = ['1', '2', '3'].map(atLevel);
    expect(await mostAtOnce(asked)).toBe(1);
    const another = await startAnother(server, { numbersAtOnce: 2 });
    try {
      expect(await mostAtOnce(asked, another)).toBe(2);
    } finally {
      await another.close();
    }
  });

  test('waits for no question over many records where it is over few', async () => {
    const count = (change: number) =>
      server.database.asOwnerOfAll((connection) =>
        connection.query(
          'update record_type_counter set all_count = all_count + $1 where record_type_id = $2',
          [change, world.other.id],
        ),
      );
    const ofOther = { recordTypeId: world.other.id, measures: [{ kind: 'COUNT' }], search: 'many' };
    await count(300_000);
    try {
      // How many they are is known from the first question on.
      await mostAtOnce([ofOther]);
      const others = ['1', '2'].map((search) => ({ ...ofOther, search }));
      expect(await mostAtOnce([...others, ...['5', '6'].map(atLevel)])).toBe(2);
    } finally {
      await count(-300_000);
    }
    await mostAtOnce([{ ...ofOther, search: 'few' }]);
    const others = ['3', '4'].map((search) => ({ ...ofOther, search }));
    expect(await mostAtOnce([...others, ...['7', '8'].map(atLevel)])).toBe(1);
  });

  /** How many processes PostgreSQL may put beside the one that answers. */
  async function processesBeside(served: Pick<TestServer, 'ask' | 'database'> = server): Promise<unknown[]> {
    const settings: unknown[] = [];
    const original = served.database.read.bind(served.database);
    const asking = { text: `select current_setting('max_parallel_workers_per_gather')` };
    const read = vi.spyOn(served.database, 'read').mockImplementation(async (scope, statements, signal) => {
      const isReading = statements.some(({ text }) => / from record_\d+ /.test(text));
      if (!isReading) return original(scope, statements, signal);
      // What the person may is asked last.
      const answers = [...(await original(scope, statements.toSpliced(-1, 0, asking), signal))];
      settings.push(...answers.splice(-2, 1).map(({ rows }) => rows[0]?.[0]));
      return answers;
    });
    try {
      await aggregateAll(board(), world.manager, served);
    } finally {
      read.mockRestore();
    }
    return [...new Set(settings)];
  }

  test('is read by one process, and by several where the records are many and nobody misses the cores', async () => {
    const count = (change: number) =>
      server.database.asOwnerOfAll((connection) =>
        connection.query(
          'update record_type_counter set all_count = all_count + $1 where record_type_id = $2',
          [change, world.type.id],
        ),
      );
    const spacious = await startAnother(server, { numbersAtOnce: 2 });
    const now = performance.now.bind(performance);
    const clock = vi.spyOn(performance, 'now');
    await write();
    try {
      expect(await processesBeside(spacious)).toEqual(['0']);
      await count(300_000);
      await write();
      expect(await processesBeside(spacious)).toEqual(['2']);
      await aggregate({ measures: [{ kind: 'COUNT' }] }, bob);
      expect(await processesBeside()).toEqual(['0']);
      // Nobody else has asked since.
      clock.mockImplementation(() => now() + aloneAfterMs);
      await write();
      expect(await processesBeside()).toEqual(['2']);
    } finally {
      clock.mockRestore();
      await count(-300_000);
      await spacious.close();
    }
  });

  test('and cannot be put together is read alone', async () => {
    await write();
    const [chart] = board();
    const choices = world.field('additional multiselect in a slot').key;
    const asked = [
      { ...chart, groups: [{ field: 'status' }] },
      { ...chart, groups: [{ field: choices }] },
      { ...chart, measures: [{ kind: 'DISTINCT', field: amount() }] },
      { ...chart, filters: [] },
    ];
    expect(await readings(() => aggregateAll(asked, world.manager))).toBeGreaterThanOrEqual(4);
  });
});

describe('what cannot be asked is refused with its sentence', () => {
  const count = { kind: 'COUNT' };
  test.each([
    [{ measures: [] }, 'Say what is counted.'],
    [{ measures: [{ kind: 'SUM' }] }, 'Say which field is counted.'],
    [{ measures: [{ kind: 'COUNT', field: 'status' }] }, 'Records are counted, not a field.'],
    [{ measures: [{ kind: 'SUM', field: 'status' }] }, "Status has no 'sum'."],
    [{ measures: [{ kind: 'SUM', field: 'id' }] }, "ID has no 'sum'."],
    [{ measures: [{ kind: 'SUM', field: 'f987654' }] }, "There is no field 'f987654' here."],
    [{ groups: [{ field: 'enabled' }] }, 'Records cannot be grouped by Enabled.'],
    [{ groups: [{ field: 'status', interval: 'DAY' }] }, 'Status has no days to be grouped by.'],
    [{ groups: [{ field: 'status' }, { field: 'status' }] }, 'A group is named twice.'],
    [
      { groups: ['status', 'poNumber', 'level', 'isProject'].map((field) => ({ field })) },
      'Records are grouped by 3 fields at most.',
    ],
    [{ limit: 0 }, 'From 1 to 5000 groups are answered.'],
    [
      { measures: [count], order: { measure: 1 } },
      'Groups are ordered by one of the measures, by its place from 0.',
    ],
    [{ timeZone: 'Nowhere' }, 'There is no such time zone.'],
  ])('%j', async (data, message) => {
    expect(await refusalOf(data)).toMatchObject({ message, extensions: { code: 'INVALID' } });
  });

  test('a type of another company is not there', async () => {
    const bob = await server.enter('bob', server.north);
    expect(await refusalOf({ recordTypeId: server.south.types.orders }, bob)).toMatchObject({
      extensions: { code: 'NOT_FOUND' },
    });
  });
});

test('what runs for somebody who has left is cancelled, and what waits behind it is not begun', async () => {
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.app.server.address() as AddressInfo;
  const { service = '', backend = '', tenant = 0 } = world.manager;
  const leaving = new AbortController();
  const ask = (level: number) =>
    fetch(`http://127.0.0.1:${port}/graphql`, {
      method: 'POST',
      signal: leaving.signal,
      headers: {
        'content-type': 'application/json',
        authorization: service,
        backend_jwt: backend,
        tenant_id: String(tenant),
      },
      body: JSON.stringify({
        query: document,
        variables: {
          data: { recordTypeId: world.type.id, search: `left ${level}`, measures: [{ kind: 'COUNT' }] },
        },
      }),
    }).catch(() => null);
  await server.database.asOwnerOfAll(async (connection) => {
    const waiting = async () => {
      // In a transaction the activity stands as it was first looked at.
      await connection.query('select pg_stat_clear_snapshot()');
      const { rows } = await connection.query(
        `select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows[0]?.['count'];
    };
    await connection.query('begin');
    await connection.query('lock table record in access exclusive mode');
    const asked = [1, 2, 3].map(ask);
    // One of a company at a time.
    await waitFor(async () => expect(await waiting()).toBe(1));
    leaving.abort();
    await Promise.all(asked);
    // Their own time is five seconds.
    await waitFor(async () => expect(await waiting()).toBe(0));
    await connection.query('rollback');
  });
  const { total } = await aggregate({ measures: [{ kind: 'COUNT' }] });
  expect(total).toEqual([String(world.records.length)]);
});
