// Non-interference: two databases that differ only in what the clerk may not see answer the clerk byte for byte alike,
// whatever is asked. Hidden are fields of every data type, base fields, deleted rows, rows outside the criteria of the
// role, and types without a menu item.
import { intervals } from '@rowhouse/domain/aggregates/interval.ts';
import { measureKinds, measuresOf, takesInterval } from '@rowhouse/domain/aggregates/measures.ts';
import { pivotQuestions } from '@rowhouse/domain/dashboards/pivot.ts';
import { baseFields } from '@rowhouse/domain/fields/base-fields.ts';
import type { DataType } from '@rowhouse/domain/fields/data-types.ts';
import { dataTypes } from '@rowhouse/domain/fields/data-types.ts';
import {
  operators,
  takesMany,
  takesNoValue,
  takesPeriod,
  takesRange,
} from '@rowhouse/domain/values/operators.ts';
import type { Operator } from '@rowhouse/domain/values/operators.ts';
import { notificationTopics } from '@rowhouse/domain/notifications/mail-choices.ts';
import { valueOf } from '@rowhouse/domain/values/values.ts';
import { storedForm } from '@rowhouse/server/platform/record-store/stored-forms.ts';
import type { BuiltField } from '@rowhouse/server/seed/build-record-type.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { casesOf } from '../cases.ts';
import { openTestDatabase } from '../test-database.ts';
import { serveTestDatabase } from '../test-server.ts';
import type { Credentials, ServedDatabase } from '../test-server.ts';
import { expectFairAnswer } from './fair-answer.ts';
import { createGuardedDatabase, readAnswer, senderTo } from './guarded-server.ts';
import type { GuardedTenant, GuardedWorld } from './guarded-world.ts';

type Side = { readonly server: ServedDatabase; readonly cleo: Credentials };
let left: Side;
let right: Side;
let world: GuardedWorld;
let north: GuardedTenant;

beforeAll(async () => {
  const original = await createGuardedDatabase();
  world = original.world;
  north = world.north;
  const openSide = async (): Promise<Side> => {
    const server = await serveTestDatabase(await openTestDatabase(original.name));
    const side = { server, cleo: await server.enter('cleo', north) };
    await beTold(side);
    return side;
  };
  left = await openSide();
  right = await openSide();
  await original.drop();
});
afterAll(() => Promise.all([left.server.close(), right.server.close()]));

// ---------------------------------------------------------------------------------------------------------------
// What is hidden

/** Few enough that what is hidden and what is asked often meet. */
function poolOf(dataType: DataType): readonly string[] {
  switch (valueOf(dataType).family) {
    case 'number':
      return ['1', '10', '30'];
    case 'date':
      return ['2026-04-01', '2026-04-02', '2027-01-01'];
    case 'datetime':
      return ['2026-04-01T10:00:00.000Z', '2026-04-02T10:00:00.000Z', '2027-01-01T00:00:00.000Z'];
    case 'time':
      return ['01:30', '02:30', '23:59'];
    case 'relation':
      return choiceIds();
    case 'relations':
      return [...choiceIds().map((id) => `[${id}]`), `[${choiceIds().join(',')}]`];
    case 'checkbox':
      return ['true', 'false'];
    default:
      if (dataType === 'phone') return ['[1,2025550101]', '[1,2025550102]'];
      return ['needle', 'Needle 30', 'text 1', 'zz', '2026-04-01'];
  }
}
const choiceIds = () => [String(north.listValues.red), String(north.listValues.green)];

/** The columns of the base fields that the clerk does not see, with values that they may hold. */
const hiddenColumns = (): Readonly<Record<string, readonly unknown[]>> => ({
  problem_code_id: [null, north.problemCodes.late, north.problemCodes.broken],
  po_number: [null, 1, 10, 30],
  issued_to_company_name: [null, 'needle', 'Needle 30', 'text 1'],
  due_date: [null, '2026-04-01', '2027-01-01'],
  record_create_date: [null, '2026-04-01', '2027-01-01'],
  validation_required: [true, false],
  level: [0, 1, 30],
  assigned_to: [null, world.people.mia, world.people.cleo],
  approved_by: [null, world.people.mia, world.people.cleo],
  created_by: [null, world.people.mia, world.people.cleo],
  approved_at: [null, '2026-04-01T10:00:00Z', '2027-01-01T00:00:00Z'],
  updated_at: ['2026-04-01T10:00:00Z', '2027-01-01T00:00:00Z'],
  record_file_id: [null, north.files.seen, north.files.own],
});

/** Of a record out of sight all may differ. */
const otherColumns = (): typeof hiddenColumns extends () => infer Columns ? Columns : never => ({
  record_number: [1, 2, 30],
  description: [null, 'needle', 'text 1'],
  issued_by_company_name: [null, 'needle', 'text 1'],
  record_date: [null, '2026-04-01', '2027-01-01'],
  received_at: [null, '2026-04-01T10:00:00Z'],
  received_by: [null, world.people.mia],
  is_project: [true, false],
  created_at: ['2025-01-01T10:00:00Z', '2027-01-01T00:00:00Z'],
});

type Planted = {
  readonly columns: Readonly<Record<string, unknown>>;
  readonly fields: readonly (string | null)[];
  /** How often what is hidden changes before, and after, the last change that is seen. */
  readonly before: number;
  readonly after: number;
};
type Secrets = readonly Planted[];

const fieldsOf = (isInSight: boolean): BuiltField[] => [
  ...dataTypes.map((dataType) => north.hidden[dataType]),
  north.spill.hidden,
  ...(isInSight ? [] : [...dataTypes.map((dataType) => north.seen[dataType]), north.spill.seen]),
];

const places = () => [
  ...[north.records.one, north.records.two, north.records.three].map((id) => ({ id, isInSight: true })),
  ...[north.records.deleted, north.records.outside].map((id) => ({ id, isInSight: false })),
];

const secrets = (): fc.Arbitrary<Secrets> =>
  fc.tuple(
    ...places().map(({ isInSight }) => {
      const columns = { ...hiddenColumns(), ...(!isInSight && otherColumns()) };
      return fc.record({
        columns: fc.record(
          Object.fromEntries(Object.entries(columns).map(([name, pool]) => [name, fc.constantFrom(...pool)])),
        ),
        fields: fc.tuple(
          ...fieldsOf(isInSight).map(({ dataType }) => fc.constantFrom(null, ...poolOf(dataType))),
        ),
        before: fc.nat(1),
        after: fc.nat(1),
      });
    }),
  );

/** As the database has it of a request: what she changes is told to whoever watches. */
const inHerName = () =>
  `set_config('app.user_id', '${world.people.mia}', true), set_config('app.tenant_id', '${north.id}', true)`;

/** The clerk watches every record, and is named in comments, in sight and out of it. */
async function beTold({ server }: Side): Promise<void> {
  for (const { id } of places()) {
    await server.query(
      `insert into record_talk_reader (tenant_id, user_id, record_id, watch_level) values ($1, $2, $3, 'WATCHING')
       on conflict (tenant_id, user_id, record_id) do update set watch_level = 'WATCHING'`,
      [north.id, world.people.cleo, id],
    );
    await server.query(
      `with acting as materialized (select ${inHerName()}), talk as (
         insert into record_talk as t (tenant_id, record_id, record_type_id, version)
         select $1, $2, $3, 1 from acting
         on conflict (tenant_id, record_id) do update set version = t.version + 1 returning version)
       insert into record_comment (tenant_id, record_id, number, version, user_id, content, mentions, idempotency_key)
       select $1, $2, version, version, $4, 'Cleo, look', $5, 'told ' || $2::text from talk`,
      [
        north.id,
        id,
        north.types.papers,
        world.people.mia,
        JSON.stringify([{ id: world.people.cleo, name: 'Cleo' }]),
      ],
    );
  }
}

/** As the owner, past every rule; the same statements on both sides. */
async function plant({ server }: Side, planted: Secrets): Promise<void> {
  for (const [index, { id, isInSight }] of places().entries()) {
    const { columns, fields, before, after } = planted[index] as Planted;
    const write = (set: string) =>
      server.query(`update record_${north.bucket} set ${set} where id = $1`, [id]);
    const writeHidden = () =>
      write('version = version + 1, updated_at = clock_timestamp(), po_number = coalesce(po_number, 0) + 1');
    await write(`version = 1, unseen = null, updated_at = '2026-01-01'`);
    for (let count = 0; count < before; count += 1) await writeHidden();
    await write(
      `version = version + 1, updated_at = '2026-02-01', issued_by_company_name = case issued_by_company_name
        when 'text 1' then 'text 2' else 'text 1' end`,
    );
    for (let count = 0; count < after; count += 1) await writeHidden();
    const set: [string, unknown][] = Object.entries(columns);
    const spilt: Record<string, unknown> = {};
    fieldsOf(isInSight).forEach((field, position) => {
      const value = fields[position] ?? null;
      const stored = value === null ? null : storedForm(field.dataType).write(value);
      if (field.slot === null) spilt[field.id] = stored;
      else set.push([field.slot, stored]);
    });
    const assignments = set.map(([column], position) => `${column} = $${position + 3}`).join(', ');
    await server.query(
      // In somebody's name: what others change is news, and what is hidden is none.
      `update record_${north.bucket} set version = version + 1, ${assignments}, x = nullif(jsonb_strip_nulls(coalesce(x, '{}') || $2::jsonb), '{}')
       from (select ${inHerName()}) acting where id = $1`,
      [id, JSON.stringify(spilt), ...set.map(([, value]) => value)],
    );
  }
}

// ---------------------------------------------------------------------------------------------------------------
// What is asked

type Probe = { readonly document: string; readonly variables: object };

const wholeRecord = `id version tenant { id name } recordType { id name } recordNumber statusId { id name }
  problemCodeId { id name } enabled description issuedByCompanyName issuedToCompanyName poNumber recordDate dueDate
  recordCreateDate validationRequired createdBy { id name } receivedBy { id name } approvedBy { id name }
  assignedTo { id name } createdAt receivedAt approvedAt updatedAt recordFile { id originalFileName }
  targetTransmissionTenant { id name } isProject level parent { id } children { id }
  additionalFields { id tag value }`;

/** Seen and hidden ones alike, and one that nobody has. */
const fieldReferences = () => [
  ...baseFields.map(({ name }) => ({ fieldId: 0, field: name })),
  ...dataTypes.flatMap((dataType) => [
    { fieldId: north.seen[dataType].id },
    { fieldId: north.hidden[dataType].id },
  ]),
  { fieldId: north.spill.seen.id },
  { recordAdditionalFieldByTypeId: north.spill.hidden.id, fieldId: 0 },
  { fieldId: 999 },
];
/** The clerk's own: what is hidden shows in answers, not only in refusals. */
const seenReferences = () => [
  ...['recordNumber', 'status', 'description', 'recordDate', 'receivedAt', 'createdAt', 'isProject'].map(
    (field) => ({
      fieldId: 0,
      field,
    }),
  ),
  ...dataTypes.map((dataType) => ({ fieldId: north.seen[dataType].id })),
];
const someField = (): fc.Arbitrary<{ fieldId: number; field?: string }> =>
  fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...seenReferences()) },
    { weight: 1, arbitrary: fc.constantFrom(...fieldReferences()) },
  );
const someText = () =>
  fc.constantFrom(...new Set(dataTypes.flatMap((dataType) => poolOf(dataType))), 'e', '0');
/** As a grid shows what is hidden: names, amounts, days, times and phones. */
const shownText = () =>
  fc.constantFrom(
    ...[
      ['red', 'green', 'late', 'broken', 'mia', 'cleo', 'open', '10.00', '30.00', '1', '04/01/2026'],
      ['01/01/2027', '04/01/2026 10:00 AM', '01:30 AM', '11:59 PM', '(202)', '+1 202', '5550101'],
    ].flat(),
  );

/** Mostly one that the field takes, with a value that is somewhere. */
const condition = () =>
  fc
    .record({ field: someField(), logicOperator: fc.constantFrom('AND', 'OR') })
    .chain(({ field, logicOperator }) => {
      const dataType = dataTypeOf(field);
      const taken = dataType === null ? Object.keys(operators) : valueOf(dataType).operators;
      const values =
        dataType === null
          ? someText()
          : fc.constantFrom(...poolOf(dataType).map((value) => value.replace(/^\[(\d+).*\]$/, '$1')));
      return fc.record({ operator: fc.constantFrom(...taken), value: values }).map(({ operator, value }) => ({
        ...field,
        logicOperator,
        priority: 0,
        filterCriteria: takesMany(operator as Operator)
          ? { operator, values: takesRange(operator as Operator) ? [value, value] : [value] }
          : takesNoValue(operator as Operator)
            ? { operator }
            : { operator, value: takesPeriod(operator as Operator) ? 'thisMonth' : value },
      }));
    });

function dataTypeOf(reference: { fieldId: number; field?: string }): DataType | null {
  if (reference.field !== undefined)
    return baseFields.find(({ name }) => name === reference.field)?.dataType ?? null;
  return (
    dataTypes.find((dataType) =>
      [north.seen[dataType].id, north.hidden[dataType].id].includes(reference.fieldId as never),
    ) ?? null
  );
}

const query = () =>
  fc.record({
    recordTypeId: fc.oneof(
      { weight: 9, arbitrary: fc.constant(north.types.papers) },
      { weight: 1, arbitrary: fc.constant(north.types.documents) },
    ),
    enabled: fc.boolean(),
    search: fc.option(fc.oneof(someText(), shownText())),
    filters: fc.array(condition(), { maxLength: 2 }),
    sort: fc.array(
      fc.tuple(someField(), fc.constantFrom('ASC', 'DESC')).map(([field, sort]) => ({ ...field, sort })),
      { maxLength: 2 },
    ),
  });

const keyOf = (reference: { fieldId?: number; field?: string }): string =>
  reference.field ?? `f${reference.fieldId ?? 0}`;

const aggregateDocument = `query ($data: AggregateRecordsInput!) { aggregateRecords(data: $data) {
  groups { values { value shown } measures } total groupsLeftOut } }`;

/** Groups and measures, mostly such that the field takes. */
const numbers = () => {
  const key = someField().map((field) => ({
    key: keyOf(field),
    dataType: dataTypeOf(field),
  }));
  return fc.record({
    groups: fc.uniqueArray(
      key.chain(({ key: field, dataType }) =>
        fc
          .constantFrom(...intervals)
          .map((interval) =>
            dataType !== null && takesInterval(dataType) ? { field, interval } : { field },
          ),
      ),
      { maxLength: 3, selector: ({ field }) => field },
    ),
    measures: fc
      .array(
        key.chain(({ key: field, dataType }) => {
          const kinds =
            dataType === null ? measureKinds : measuresOf({ name: field, dataType, filterable: true });
          return fc.constantFrom(...kinds).map((kind) => ({ kind, field }));
        }),
        { maxLength: 2 },
      )
      .map((measures) => [{ kind: 'COUNT' }, ...measures]),
    limit: fc.constantFrom(1, 2, 100),
    order: fc.option(
      fc.record({ measure: fc.constantFrom(0, 0, 1), direction: fc.constantFrom('ASC', 'DESC') }),
      { nil: undefined },
    ),
  });
};

/** What a pivot table by three fields asks: its cells, its totals and its subtotals. */
const pivot = (): fc.Arbitrary<Probe[]> =>
  fc
    .record({
      asked: query(),
      fields: fc.uniqueArray(
        someField().map((field) => ({ key: keyOf(field), dataType: dataTypeOf(field) ?? 'string' })),
        { minLength: 3, maxLength: 3, selector: ({ key }) => key },
      ),
      interval: fc.constantFrom(...intervals),
      measure: someField().chain((field) =>
        fc
          .constantFrom(
            ...measuresOf({
              name: keyOf(field),
              dataType: dataTypeOf(field) ?? 'string',
              filterable: true,
            }),
          )
          .map((kind) => ({ kind, field: keyOf(field) })),
      ),
    })
    .map(({ asked: { sort: _, ...asked }, fields, interval, measure }) => {
      const { subtotals, ...own } = pivotQuestions({
        kind: 'PIVOT',
        groups: fields.map(({ key, dataType }) => ({
          field: key,
          name: key,
          dataType,
          interval: takesInterval(dataType) ? interval : null,
        })),
        measure: { ...measure, name: null, dataType: null },
      });
      const questions = [...Object.values(own), ...Object.values(subtotals ?? {})];
      return questions.map((question) => ({
        document: aggregateDocument,
        variables: { data: { ...asked, ...question } },
      }));
    });

const someRecord = () => fc.constantFrom(...Object.values(north.records), world.south.records.one, 123_456);

/** Mostly one that the clerk may make. */
const change = () =>
  fc
    .record({
      id: fc.oneof(
        fc.constantFrom(north.records.one, north.records.two, north.records.three),
        fc.constantFrom(...Object.values(north.records), world.south.records.one, 123_456),
      ),
      version: fc.constantFrom(2, 2, 3, 1),
      parts: fc.array(
        fc.oneof(
          {
            weight: 3,
            arbitrary: fc.constantFrom(
              { description: 'changed' },
              { description: null },
              { statusId: north.statuses.open },
              { statusId: north.statuses.ready },
              ...dataTypes.map((dataType) => ({
                additionalFields: [
                  { recordAdditionalFieldByTypeId: north.seen[dataType].id, value: poolOf(dataType)[0] },
                ],
              })),
            ),
          },
          {
            weight: 1,
            arbitrary: fc.constantFrom(
              { enabled: true },
              { statusId: 999 },
              { poNumber: 1 },
              { dueDate: '2026-04-01' },
              { assignedTo: world.people.mia },
              { recordFileId: north.files.seen },
              { recordFileId: 999 },
              { additionalFields: [{ recordAdditionalFieldByTypeId: north.seen.number.id, value: 'x' }] },
              { additionalFields: [{ recordAdditionalFieldByTypeId: north.hidden.number.id, value: '1' }] },
            ),
          },
        ),
        { minLength: 1, maxLength: 2 },
      ),
    })
    .map(({ id, version, parts }) => Object.assign({ id, version }, ...parts) as object);

const probes = (): fc.Arbitrary<Probe> =>
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc
        .record({
          data: query(),
          pagination: fc.record({ offset: fc.nat(2), limit: fc.constantFrom(1, 2, 25) }),
        })
        .map((variables) => ({
          document: `query ($data: FilterAndSortInput!, $pagination: PaginationInput) {
            filterAndSortRecordHeader(data: $data, pagination: $pagination) { records { ${wholeRecord} } total totalState } }`,
          variables,
        })),
    },
    {
      weight: 4,
      arbitrary: fc
        .record({ asked: query(), numbers: numbers() })
        .map(({ asked: { sort: _, ...asked }, numbers }) => ({
          document: aggregateDocument,
          variables: { data: { ...asked, ...numbers } },
        })),
    },
    { weight: 3, arbitrary: pivot().chain((asked) => fc.constantFrom(...asked)) },
    {
      weight: 2,
      arbitrary: fc
        .record({
          query: query(),
          columns: fc.uniqueArray(
            fc.oneof(
              {
                weight: 6,
                arbitrary: fc.constantFrom('id', 'recordNumber', 'description', 'createdAt', 'status'),
              },
              {
                weight: 6,
                arbitrary: fc.constantFrom(...dataTypes.map((dataType) => `f${north.seen[dataType].id}`)),
              },
              {
                weight: 1,
                arbitrary: fc.constantFrom(
                  'poNumber',
                  ...dataTypes.map((dataType) => `f${north.hidden[dataType].id}`),
                ),
              },
            ),
            { minLength: 1, maxLength: 5 },
          ),
        })
        .map((data) => ({
          document:
            'query ($data: ExportRecordsInput!) { exportRecordHeaders(data: $data) { url fileName } }',
          variables: { data },
        })),
    },
    {
      weight: 2,
      arbitrary: fc
        .record({
          ids: fc.option(fc.array(someRecord(), { maxLength: 4 }), { nil: undefined }),
          recordTypeId: fc.option(fc.constantFrom(north.types.papers, north.types.documents), {
            nil: undefined,
          }),
          recordNumber: fc.option(fc.constantFrom(1, 2, 4, 5, 30), { nil: undefined }),
          enabled: fc.option(fc.boolean(), { nil: undefined }),
        })
        .map((data) => ({
          document: `query ($data: FindRecordHeaderInput!) { findRecordHeader(data: $data) { records { ${wholeRecord} } total } }`,
          variables: { data },
        })),
    },
    {
      weight: 4,
      arbitrary: change().map((data) => ({
        document: `mutation ($data: UpdateRecordInput!) { updateRecordHeader(data: $data) { ${wholeRecord} } }`,
        variables: { data },
      })),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom(...Object.values(north.files)).map((recordFileId) => ({
        document:
          'query ($recordFileId: Id!) { getMyRecordFileById(recordFileId: $recordFileId) { id originalFileName } }',
        variables: { recordFileId },
      })),
    },
    {
      weight: 2,
      arbitrary: someText().map((text) => ({
        document: `query ($data: SearchRecordsInput!) { searchRecords(data: $data) { grids { name isMore
          records { id recordNumber title status { name } amount deadline found { name text } } } late } }`,
        variables: { data: { text } },
      })),
    },
    {
      weight: 1,
      arbitrary: fc.constant({
        document: `query ($data: FindRecentChangesInput!) { findRecentChanges(data: $data) { total isMore people
          lines { kind at by { name } recordsCount recordNumbers fields { name before after } } } }`,
        variables: { data: { since: hourAgo } },
      }),
    },
    {
      weight: 2,
      arbitrary: fc.constant({ document: notificationsDocument, variables: { data: {} } }),
    },
    {
      weight: 1,
      arbitrary: someRecord().map((recordId) => ({
        document: `query ($data: FindCommentsInput!, $count: CountCommentsInput!) {
          findComments(data: $data) { comments { number version text user { name } mentions { name } } isMore version
            reading { total unread watchLevel } whyNotWrite }
          countComments(data: $count) { records { recordId total unread watchLevel } } }`,
        variables: {
          data: { recordId, recordTypeId: north.types.papers },
          count: { recordIds: [recordId], recordTypeId: north.types.papers },
        },
      })),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom(...configurationDocuments).map((document) => ({
        document,
        variables: { type: north.types.papers, list: north.lists.choices },
      })),
    },
  );

const notificationsDocument = `query ($data: FindNotificationsInput!) { findNotifications(data: $data) {
  notifications { kind isRead by { name } record { id recordTypeId recordTypeName recordNumber description }
    excerpt commentNumber fields roleName } unread { unread } } }`;

const hourAgo = new Date(Date.now() - 3_600_000).toISOString();

const configurationDocuments = [
  `{ findMyAssignedRecords(data: { today: "2026-04-01" }) { total groups { due total records { id title deadline } }
     grids { name deadline { name } closingStatusIds } } }`,
  'query ($type: Id!) { getSaasRecordFieldsByRecordTypes(recordType: $type) { id key name dataType access required listType { id } } }',
  'query ($list: Id!) { findListValues(data: {listId: $list}) { id value order enabled } }',
  'query ($type: Id!) { findRecordStatusByRecordType(data: {recordTypes: [$type]}) { id name enabled } }',
  'query ($type: Id!) { findProblemCodeByRecordType(data: {recordType: $type}) { id name enabled } }',
  '{ countRecordsByType { recordTypeId total totalState } }',
  '{ getRoleAccessToRecordFields { id recordFieldName access filterCriteria } SaasMenu { id name } getSaasUsers { id name } }',
];

/** The bytes of the answer; of an export those behind its link. */
async function answerOf({ server, cleo }: Side, { document, variables }: Probe): Promise<string> {
  const answer = await senderTo(server)(document, variables, cleo);
  expectFairAnswer(answer, variables);
  const { data } = readAnswer(answer);
  const link = data?.['exportRecordHeaders'] as { url: string; fileName: string } | undefined;
  if (link === undefined) return answer.body;
  const { statusCode, payload } = await server.app.inject(link.url);
  return `${statusCode} ${link.fileName} ${payload}`;
}

// ---------------------------------------------------------------------------------------------------------------

describe('what is hidden makes no difference', () => {
  const runs = casesOf(20);

  test(`in ${runs} pairs of databases, to whatever is asked`, { timeout: 300_000 }, async () => {
    const told = { answered: 0, refused: 0 };
    await fc.assert(
      fc.asyncProperty(
        secrets(),
        secrets(),
        fc.array(probes(), { minLength: 4, maxLength: 8 }),
        async (one, other, asked) => {
          await Promise.all([plant(left, one), plant(right, other)]);
          for (const probe of asked) {
            const [here, there] = await Promise.all([answerOf(left, probe), answerOf(right, probe)]);
            expect(here).toBe(there);
            told[here.startsWith('{"data":null') ? 'refused' : 'answered'] += 1;
          }
        },
      ),
      { numRuns: runs },
    );
    // A test in which all is refused proves little.
    expect(told.answered).toBeGreaterThan(told.refused);
  });

  test('to the subtotals of a pivot table, whatever it is by and of', { timeout: 120_000 }, async () => {
    let answered = 0;
    for (const seed of [41, 43, 45]) {
      await plant(left, fc.sample(secrets(), { seed, numRuns: 1 })[0] as Secrets);
      await plant(right, fc.sample(secrets(), { seed: seed + 1, numRuns: 1 })[0] as Secrets);
      for (const probe of fc.sample(pivot(), { seed, numRuns: casesOf(20) }).flat()) {
        const here = await answerOf(left, probe);
        expect(here).toBe(await answerOf(right, probe));
        answered += Number(here.includes('{"groups":[{'));
      }
    }
    expect(answered).toBeGreaterThan(casesOf(50));
  });

  test('and the two databases did differ in every hidden field and hidden row', async () => {
    await plant(left, fc.sample(secrets(), { seed: 1, numRuns: 1 })[0] as Secrets);
    await plant(right, fc.sample(secrets(), { seed: 2, numRuns: 1 })[0] as Secrets);
    const rowsOf = ({ server }: Side) => server.query(`select * from record_${north.bucket} order by id`);
    const [here, there] = await Promise.all([rowsOf(left), rowsOf(right)]);
    const differing = new Set<string>();
    here.forEach((row, index) => {
      for (const [column, value] of Object.entries(row)) {
        if (JSON.stringify(value) !== JSON.stringify(there[index]?.[column])) differing.add(column);
      }
    });
    const slots = fieldsOf(true).flatMap(({ slot }) => slot ?? 'x');
    expect([...new Set(slots)].filter((slot) => !differing.has(slot)).length).toBeLessThan(slots.length / 3);
    expect(differing.has('po_number') || differing.has('level')).toBe(true);
  });

  test('to what the clerk is told of, while records that the clerk watches change', async () => {
    const told = async ({ server, cleo }: Side) =>
      readAnswer(await senderTo(server)(notificationsDocument, { data: {} }, cleo)).data?.[
        'findNotifications'
      ];
    const rows = await left.server.query(
      `select count(*) filter (where kind = 'CHANGED')::int as changed, count(*) filter (where kind = 'MENTIONED')::int as mentioned
       from notification where user_id = $1`,
      [world.people.cleo],
    );
    // They were written, and only what may be seen is told: who names the clerk in a record in sight.
    expect(rows[0]).toMatchObject({ mentioned: places().length });
    expect(Number(rows[0]?.['changed'])).toBeGreaterThan(0);
    const here = (await told(left)) as { notifications: { kind: string }[]; unread: { unread: number } };
    expect(here).toEqual(await told(right));
    const inSight = places().filter((place) => place.isInSight).length;
    expect(here.notifications.filter(({ kind }) => kind === 'MENTIONED')).toHaveLength(inSight);
    expect(here.notifications.filter(({ kind }) => kind === 'ASSIGNED' || kind === 'CHANGED')).toEqual([]);
  });

  test('to files downloaded together, whichever records hold them', async () => {
    const document =
      'mutation ($data: CreateZipFileLinkInput!) { createZipFileLink(data: $data) { filesCount sizeBytes } }';
    for (const seed of [1, 3]) {
      await plant(left, fc.sample(secrets(), { seed, numRuns: 1 })[0] as Secrets);
      await plant(right, fc.sample(secrets(), { seed: seed + 1, numRuns: 1 })[0] as Secrets);
      for (const ids of [...Object.values(north.records).map((id) => [id]), Object.values(north.records)])
        expect(await answerOf(left, { document, variables: { data: { ids } } })).toBe(
          await answerOf(right, { document, variables: { data: { ids } } }),
        );
    }
  });

  test('to the audit log of the company, for an administrator whose role hides them', async () => {
    const document = `query ($data: FindAuditLogsInput!) { findAuditLogs(data: $data) { isLast total { count isMore }
      logs { action kind subject user { name } record { id recordNumber } line { kind index }
        changes { what key oldValue newValue } objectsLogs { objectName changes { what oldValue newValue } } } } }`;
    const exporting = 'mutation ($data: ExportAuditLogsInput!) { exportAuditLogs(data: $data) { url } }';
    const administers = (is: boolean) =>
      Promise.all(
        [left, right].map(({ server }) =>
          server.query('update role set administers = $1 where id = $2', [is, north.roles.clerk]),
        ),
      );
    /** Without when: the two were not written in the same moment. */
    const fileOf = async ({ server, cleo }: Side, filter: object) => {
      const { data } = readAnswer(await senderTo(server)(exporting, { data: { filter } }, cleo));
      const link = data?.['exportAuditLogs'] as { url: string } | undefined;
      const { payload } = await server.app.inject(link?.url ?? '');
      return payload.replaceAll(/^"[A-Z][a-z]{2} \d+, \d{4} - [^"]*"/gm, 'when');
    };
    await administers(true);
    try {
      const seeds = [5, 7, 9];
      for (const [place, seed] of seeds.entries()) {
        await plant(left, fc.sample(secrets(), { seed, numRuns: 1 })[0] as Secrets);
        await plant(right, fc.sample(secrets(), { seed: seed + 1, numRuns: 1 })[0] as Secrets);
        // Each text in one pair of databases; in a long run in all of them.
        const texts = [...new Set(dataTypes.flatMap((dataType) => poolOf(dataType)))].filter(
          (_, at) => casesOf(1) > 1 || at % seeds.length === place,
        );
        const filters: object[] = [
          {},
          ...['RECORD', 'LINE', 'OBJECT', 'FILE', 'COMMENT'].map((kind) => ({ kinds: [kind] })),
          ...['UPDATE', 'DELETE', 'RESTORE'].map((action) => ({ kinds: ['RECORD'], actions: [action] })),
          ...texts.map((text) => ({ text })),
        ];
        for (const filter of filters) {
          const probe = { document, variables: { data: { filter, limit: 100 } } };
          const here = await answerOf(left, probe);
          expect(here).toBe(await answerOf(right, probe));
          expect(here).toContain('"findAuditLogs"');
        }
        for (const filter of [{}, { text: 'needle' }])
          expect(await fileOf(left, filter)).toBe(await fileOf(right, filter));
      }
    } finally {
      await administers(false);
    }
  });

  test('to the history of each record, by whatever it is narrowed', async () => {
    const document = `query ($data: FilterAuditLogsForRecordInput!) { filterAuditLogsForRecord(data: $data) {
      total totalOfAll isLast people { name }
      logs { action user { name } source { kind file records reason } line { kind index } changes { what dataType oldValue newValue }
        objectsLogs { objectName changes { what oldValue newValue } } } } }`;
    const keys = dataTypes.flatMap((dataType) => [north.seen[dataType], north.hidden[dataType]]);
    const filters: object[] = [
      {},
      { withLines: true, withComments: true },
      { userIds: [world.people.mia] },
      ...['record', 'files', 'lines', 'comments', 'issuedByCompanyName', 'poNumber', 'updatedAt'].map(
        (what) => ({
          what: [what],
          withLines: true,
          withComments: true,
        }),
      ),
      ...[...keys, north.spill.hidden].map(({ id }) => ({ what: [`f${id}`] })),
    ];
    const sizes: number[] = [];
    for (const seed of [21, 23]) {
      await plant(left, fc.sample(secrets(), { seed, numRuns: 1 })[0] as Secrets);
      await plant(right, fc.sample(secrets(), { seed: seed + 1, numRuns: 1 })[0] as Secrets);
      // Every filter on one of them, and a few on each.
      for (const recordId of Object.values(north.records))
        for (const filter of recordId === north.records.two ? filters : filters.slice(0, 3)) {
          const filterInput = { recordId, recordType: north.types.papers, ...filter };
          const probe = { document, variables: { data: { filterInput } } };
          const here = await answerOf(left, probe);
          expect(here).toBe(await answerOf(right, probe));
          sizes.push(here.split('"action"').length - 1);
        }
    }
    expect(Math.max(...sizes)).toBeGreaterThan(2);
    const entries = await Promise.all(
      [left, right].map(({ server }) =>
        server.query(`select changes from audit_log where entity = 'record' order by id`),
      ),
    );
    expect(entries[0]).not.toEqual(entries[1]);
  });

  test('to the mails of what the clerk is told', async () => {
    const mailed = async (side: Side) => {
      const { server, cleo } = side;
      await server.query('update notification set settled_at = now()');
      for (const topic of notificationTopics)
        await server.ask(
          'mutation ($data: UpdateNotificationMailsInput!) { updateNotificationMails(data: $data) { isSent } }',
          cleo,
          { data: { topic, mail: 'AT_ONCE' } },
        );
      await plant(side, fc.sample(secrets(), { seed: side === left ? 31 : 32, numRuns: 1 })[0] as Secrets);
      for (const { id } of places())
        await server.query(
          `update record_${north.bucket} set version = version + 1, description = 'Told of this',
             po_number = coalesce(po_number, 0) + $2, issued_to_company_name = $3
           from (select ${inHerName()}) acting where id = $1`,
          [id, side === left ? 1 : 0, side === left ? 'needle in a mail' : 'another in a mail'],
        );
      server.clock.at = Date.now() + 600_000;
      await server.notificationMails.sendDue();
      return server
        .mails()
        .filter(({ to }) => to === 'cleo@example.com')
        .map(({ subject, text, html }) =>
          [subject, text, html].join('\n').replaceAll(/grant=[\w.%-]+/g, 'grant'),
        );
    };
    const here = await mailed(left);
    expect(here).toEqual(await mailed(right));
    expect(here.join('')).toContain('Description');
    for (const hidden of ['in a mail', 'PO Number', 'Issued To']) expect(here.join('')).not.toContain(hidden);
  });

  test('to a new record: the rules of the form see nothing of other records', async () => {
    const data = {
      recordType: north.types.papers,
      recordNumber: 1,
      statusId: north.statuses.open,
      description: 'New',
      issuedByCompanyName: 'Maker',
      recordDate: '2026-01-01',
    };
    const document = `mutation ($data: RegisterRecordInput!) {
      registerRecordHeader(data: $data) { id recordNumber description poNumber issuedToCompanyName additionalFields { tag } } }`;
    expect(await answerOf(left, { document, variables: { data } })).toBe(
      await answerOf(right, { document, variables: { data } }),
    );
  });
});

describe('nor that it changed, when, or how often', () => {
  /** Shown to the clerk from here on: it is compared as it is answered. */
  const showTimes = () =>
    Promise.all(
      [left, right].map(({ server }) =>
        server.query(
          `insert into role_field_access (tenant_id, role_id, record_type_id, base_field, access, updated_at)
           select $1, $2, t, 'updatedAt', 'ViewOnly', '2026-01-01' from unnest($3::bigint[]) t`,
          [north.id, north.roles.clerk, [north.types.papers, north.types.bills]],
        ),
      ),
    );
  const updatedAt = { fieldId: 0, field: 'updatedAt' };
  const filterOf = (operator: string, value: string) => [
    { ...updatedAt, logicOperator: 'AND', priority: 0, filterCriteria: { operator, value } },
  ];
  const ofTimes = (): Probe[] => [
    ...[north.types.papers, north.types.documents].flatMap((recordTypeId) => [
      ...['ASC', 'DESC'].map((sort) => ({
        document: `query ($data: FilterAndSortInput!) { filterAndSortRecordHeader(data: $data) { records { ${wholeRecord} } total } }`,
        variables: { data: { recordTypeId, sort: [{ ...updatedAt, sort }] } },
      })),
      ...['before', 'after', 'is', 'not'].map((operator) => ({
        document: `query ($data: FilterAndSortInput!) { filterAndSortRecordHeader(data: $data) { records { ${wholeRecord} } total } }`,
        variables: {
          data: { recordTypeId, filters: filterOf(operator, '2026-02-01T00:00:00.000Z') },
        },
      })),
      {
        document: `query ($data: AggregateRecordsInput!) { aggregateRecords(data: $data) {
          groups { values { value shown } measures } total } }`,
        variables: {
          data: {
            recordTypeId,
            groups: [{ field: 'updatedAt', interval: 'DAY' }],
            measures: [{ kind: 'COUNT' }, { kind: 'MAX', field: 'updatedAt' }],
          },
        },
      },
    ]),
    {
      document: 'query ($data: ExportRecordsInput!) { exportRecordHeaders(data: $data) { url fileName } }',
      variables: {
        data: {
          query: { recordTypeId: north.types.papers, sort: [{ ...updatedAt, sort: 'ASC' }] },
          columns: ['recordNumber', 'updatedAt'],
        },
      },
    },
    ...Object.values(north.records).map((id) => ({
      document: `query ($data: FindRecordHeaderInput!) { findRecordHeader(data: $data) { records { ${wholeRecord} } total } }`,
      variables: { data: { ids: [id] } },
    })),
  ];

  test('whatever is asked of the time, of versions and by them', async () => {
    await showTimes();
    for (const seed of [11, 13, 15]) {
      const [one, other] = [seed, seed + 1].map(
        (own) => fc.sample(secrets(), { seed: own, numRuns: 1 })[0] as Secrets,
      );
      await Promise.all([plant(left, one as Secrets), plant(right, other as Secrets)]);
      const answers = await Promise.all(
        ofTimes().map(async (probe) => [await answerOf(left, probe), await answerOf(right, probe)]),
      );
      for (const [here, there] of answers) {
        expect(here).toBe(there);
        expect(here).not.toContain('"data":null');
      }
      expect(answers.flat().join('')).toContain('"updatedAt":"2026-02-01T00:00:00.000Z"');
      expect(answers.flat().join('')).toContain('"version":2,');
      const storedOf = async ({ server }: Side) =>
        server.query(
          `select version, updated_at from record_${north.bucket} where id = any($1) order by id`,
          [places().flatMap(({ id, isInSight }) => (isInSight ? [id] : []))],
        );
      expect(await storedOf(left)).not.toEqual(await storedOf(right));
    }
  });
});

describe('a hidden field reads as one that nobody has', () => {
  const absentId = 987_654;
  const ask = async (what: (reference: object, key: string) => Probe, id: number): Promise<string> =>
    (await answerOf(left, what({ fieldId: id }, `f${id}`))).replaceAll(String(id), '#');
  const filter = (criteria: object) => (reference: object) => ({
    document: 'query ($data: FilterAndSortInput!) { filterAndSortRecordHeader(data: $data) { total } }',
    variables: {
      data: {
        recordTypeId: north.types.papers,
        filters: [{ ...reference, logicOperator: 'AND', priority: 0, filterCriteria: criteria }],
      },
    },
  });
  const channels: Readonly<Record<string, (reference: object, key: string) => Probe>> = {
    'a filter': filter({ operator: 'isNotEmpty' }),
    'a filter that its type does not have': filter({ operator: 'contains', value: '\t' }),
    'a sort': (reference) => ({
      document: 'query ($data: FilterAndSortInput!) { filterAndSortRecordHeader(data: $data) { total } }',
      variables: { data: { recordTypeId: north.types.papers, sort: [{ ...reference, sort: 'ASC' }] } },
    }),
    'a group': (_, key) => ({
      document: 'query ($data: AggregateRecordsInput!) { aggregateRecords(data: $data) { total } }',
      variables: {
        data: { recordTypeId: north.types.papers, groups: [{ field: key }], measures: [{ kind: 'COUNT' }] },
      },
    }),
    'a sum': (_, key) => ({
      document: 'query ($data: AggregateRecordsInput!) { aggregateRecords(data: $data) { total } }',
      variables: {
        data: { recordTypeId: north.types.papers, measures: [{ kind: 'SUM', field: key }] },
      },
    }),
    'a column of an export': (_, key) => ({
      document: 'query ($data: ExportRecordsInput!) { exportRecordHeaders(data: $data) { fileName } }',
      variables: { data: { query: { recordTypeId: north.types.papers }, columns: [key] } },
    }),
    'a value of a change': (_, key) => ({
      document: 'mutation ($data: UpdateRecordInput!) { updateRecordHeader(data: $data) { id } }',
      variables: {
        data: {
          id: north.records.one,
          version: 1,
          additionalFields: [{ recordAdditionalFieldByTypeId: Number(key.slice(1)), value: 'x' }],
        },
      },
    }),
    'a value of a bulk change': (_, key) => ({
      document: `mutation ($ids: [Id!]!, $data: UpdateBulkRecordInput!) {
        updateBulkRecordHeader(ids: $ids, data: $data) { id } }`,
      variables: {
        ids: [north.records.one],
        data: { additionalFields: [{ recordAdditionalFieldByTypeId: Number(key.slice(1)), value: 'x' }] },
      },
    }),
    'a value of a new record': (_, key) => ({
      document: 'mutation ($data: RegisterRecordInput!) { registerRecordHeader(data: $data) { id } }',
      variables: {
        data: {
          recordType: north.types.papers,
          recordNumber: 1,
          statusId: north.statuses.open,
          additionalFields: [{ recordAdditionalFieldByTypeId: Number(key.slice(1)), value: 'x' }],
        },
      },
    }),
  };

  test.each(Object.entries(channels))('in %s, whatever its data type', async (_, channel) => {
    const absent = await ask(channel, absentId);
    expect(absent).toMatch(/^\{"data":null/);
    for (const dataType of dataTypes) {
      expect(`${dataType} ${await ask(channel, north.hidden[dataType].id)}`).toBe(`${dataType} ${absent}`);
    }
    expect(await ask(channel, north.spill.hidden.id)).toBe(absent);
  });
});
