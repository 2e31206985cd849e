import type { AuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import { mayOnRecordType } from '@rowhouse/domain/access/decide.ts';
import type {
  FilterAndSortInput,
  RegisterRecordInput,
  UpdateRecordInput,
} from '@rowhouse/domain/contract.generated.ts';
import { baseFields } from '@rowhouse/domain/fields/base-fields.ts';
import type { BaseField, BaseFieldName } from '@rowhouse/domain/fields/base-fields.ts';
import { valueFamily } from '@rowhouse/domain/fields/data-types.ts';
import { dayAt } from '@rowhouse/domain/kernel/dates.ts';
import { recordTypeId } from '@rowhouse/domain/kernel/ids.ts';
import type { RecordTypeId } from '@rowhouse/domain/kernel/ids.ts';
import { Refusal, invalid, notFound } from '@rowhouse/domain/kernel/refusal.ts';
import { longestIdempotencyKey } from '@rowhouse/domain/records/limits.ts';
import {
  isRequiredInNewRecord,
  newRecordBaseFields,
  whyNotInNewRecord,
} from '@rowhouse/domain/records/new-record.ts';
import { StaleConfiguration } from '../../graphql/member-context.ts';
import type { OperationTable } from '../../graphql/operation.ts';
import type { MemberContext } from '../../graphql/operation.ts';
import type { SelectedField, Selection } from '../../platform/record-store/selection.ts';
import { WrittenJson } from '../../graphql/written-json.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { databaseErrorCode } from '../../platform/database/open-database.ts';
import type { Grants } from '../../platform/identity/grants.ts';
import { pageStatement, updateStatement } from '../../platform/record-store/record-query.ts';
import type { RecordQuery } from '../../platform/record-store/record-query.ts';
import { baseColumns } from '../../platform/record-store/column.ts';
import type { FieldUseNotes } from './field-use-notes.ts';
import { assignmentsOf, parseRecordChange } from './parse-record-change.ts';
import type { PresentValues, RecordChange } from './parse-record-change.ts';
import { parseRecordQuery, parseSlice, queryByIds } from './parse-record-query.ts';
import type { PageReader } from './read-record-page.ts';
import { columnsOf, readRecordPage, recordsWriters, writePage, writerFor } from './read-record-page.ts';
import {
  findOwnFileStatement,
  findIdempotencyStatement,
  findPlacesStatement,
  insertRecordStatement,
  keepExportStatement,
  keepIdempotencyStatement,
  nextNumber,
  nextRecordIdStatement,
} from './sql.ts';

export type RecordServices = PageReader & {
  readonly clock: Clock;
  readonly grants: Grants;
  readonly fieldUse: FieldUseNotes;
};

type RecordOperations = Pick<
  OperationTable,
  | 'findRecordHeader'
  | 'filterAndSortRecordHeader'
  | 'exportRecordHeaders'
  | 'registerRecordHeader'
  | 'updateRecordHeader'
>;

const mostIds = 3000;
export const exportLinkMs = 60_000;

export function createRecordOperations(services: RecordServices): RecordOperations {
  return {
    filterAndSortRecordHeader({ data, pagination }, context) {
      const recordType = context.authorise(data.recordTypeId);
      const query = parseRecordQuery(data, recordType, context);
      services.fieldUse.note(context.viewer.tenantId, query);
      return readRecordPage(query, parseSlice(pagination), context, services);
    },

    async findRecordHeader({ data, pagination }, context) {
      const slice = parseSlice(pagination);
      if (data.recordTypeId != null) {
        const recordType = context.authorise(data.recordTypeId);
        return readRecordPage(findQuery(data, recordType, context), slice, context, services);
      }
      if (data.ids == null) throw invalid('Name the records by ids, or their type by recordTypeId.', 'ids');
      return findByIds(requireIds(data.ids), slice, data.enabled ?? null, context);
    },

    async exportRecordHeaders({ data }, context) {
      const recordType = context.authorise(data.query.recordTypeId);
      parseRecordQuery(data.query, recordType, context);
      for (const key of data.columns) {
        if (!recordType.fields.has(key)) throw invalid(`There is no field '${key}' here.`, key);
      }
      if (new Set(data.columns).size < data.columns.length)
        throw invalid('A column is named twice.', 'columns');
      if (data.columns.length === 0) throw invalid('Choose at least one column.', 'columns');
      if (data.timeZone != null && !isTimeZone(data.timeZone))
        throw invalid('There is no such time zone.', 'timeZone');
      const { tenantId, userId, sessionId } = context.viewer;
      const id = await context.write([keepExportStatement(tenantId, userId, data)], (_, [kept]) =>
        Promise.resolve(kept?.rows[0]?.[0] ?? ''),
      );
      const grant = services.grants.signGrant('export', { id, tenantId, userId, sessionId }, exportLinkMs);
      const today = dayAt(services.clock.now(), data.timeZone ?? 'UTC');
      return { url: `/exports/${grant}`, fileName: exportFileName(recordType.type.name, today) };
    },

    async registerRecordHeader({ data }, context) {
      const recordType = context.authorise(data.recordType);
      const change = parseNewRecord(data, recordType, context, services.clock);
      const { viewer } = context;
      const writer = writerFor(recordType, context, context.selection);
      const columns = writer.columns(recordType.type);
      const key = data.idempotencyKey ?? null;
      if (key !== null && key.length > longestIdempotencyKey)
        throw invalid(`A key has at most ${longestIdempotencyKey} characters.`, 'idempotencyKey');
      const first = [
        nextRecordIdStatement,
        ...(data.recordFileId == null ? [] : [findOwnFileStatement(data.recordFileId, viewer.userId)]),
        ...(key === null ? [] : [findIdempotencyStatement('registerRecordHeader', key, viewer.userId)]),
      ];
      const create = () =>
        context.write(first, async (transaction, found) => {
          if (data.recordFileId != null && found[1]?.rows.length === 0)
            throw invalid('The file was not found.', 'recordFile');
          const made = key === null ? undefined : found.at(-1)?.rows[0]?.[0];
          if (made != null) return readOne(Number(made), recordType, context, transaction);
          const recordId = Number(found[0]?.rows[0]?.[0]);
          const answers = await transaction.finish([
            ...(key === null
              ? []
              : [
                  keepIdempotencyStatement(
                    viewer.tenantId,
                    viewer.userId,
                    'registerRecordHeader',
                    key,
                    recordId,
                  ),
                ]),
            insertRecordStatement(
              viewer.tenantId,
              recordType.type,
              recordId,
              (values) => [
                ...assignmentsOf(change, values, true),
                ...(change.base.has('recordNumber') ? [] : [nextNumber(recordType.type)]),
                // Specification 3 has it in the form alone: it is kept, and is no field of a grid.
                ...(data.resultItemId == null
                  ? []
                  : [{ column: 'result_item_id', expression: values.bind(data.resultItemId) }]),
              ],
              columns,
            ),
          ]);
          return new WrittenJson(writer.write([...(answers.at(-1)?.rows[0] ?? [])]));
        });
      try {
        return await create();
      } catch (error) {
        // The same key at the same moment: the other one made the record, which is the answer to both.
        if (key === null || databaseErrorCode(error) !== '23505') throw error;
        return create();
      }
    },

    async updateRecordHeader({ data }, context) {
      if (data.tenant != null && data.tenant !== context.viewer.tenantId) throw notFound('The record');
      const saved = await context.write(
        [findPlacesStatement(context.config, [data.id])],
        async (transaction, [places]) => {
          const place = places?.rows[0];
          const typeId = recordTypeId(Number(place?.[1]));
          // Foreign reads as absent, and so does a record of a type that is out of sight.
          if (place === undefined || !mayOnRecordType(context.viewer, 'view', typeId))
            throw notFound('The record');
          const recordType = context.authorise(typeId);
          return updateOne(data, recordType, Number(place[3]), Number(place[2]), context, transaction);
        },
      );
      if (saved instanceof WrittenJson) return saved;
      // Read when the transaction is over: the embedded database has no second connection for it.
      throw await conflict(saved.unsaved, context, data.version);
    },
  };

  async function findByIds(
    ids: readonly number[],
    slice: { offset: number; limit: number },
    enabled: boolean | null,
    context: MemberContext,
  ): Promise<WrittenJson> {
    const { answers } = await context.read([findPlacesStatement(context.config, ids)]);
    const idsByType = new Map<RecordTypeId, number[]>();
    for (const row of answers[0]?.rows ?? []) {
      const typeId = recordTypeId(Number(row[1]));
      if (!mayOnRecordType(context.viewer, 'view', typeId)) continue;
      idsByType.set(typeId, [...(idsByType.get(typeId) ?? []), Number(row[0])]);
    }
    const parts = [...idsByType].map(([typeId, ofType]) => {
      const recordType = context.authorise(typeId);
      const query = {
        ...queryByIds(ofType, recordType, context),
        enabledOnly: enabled === true || !recordType.maySeeDeleted,
      };
      return { query, writers: recordsWriters(recordType, context) };
    });
    const pages = await context.read(
      parts.map(({ query, writers }) =>
        pageStatement(
          query,
          (type) => ['id', ...columnsOf(writers)(type)],
          { offset: 0, limit: mostIds },
          null,
        ),
      ),
    );
    const found = new Map<number, (field: SelectedField) => string>();
    parts.forEach(({ writers }, index) => {
      for (const [id, ...row] of pages.answers[index]?.rows ?? []) {
        found.set(Number(id), (field) => {
          const placed = writers.get(field);
          return (placed?.rowsOf([row]) ?? []).map((own) => placed?.writer.write([...own])).join('');
        });
      }
    });
    const inOrder = ids.flatMap((id) => found.get(id) ?? []);
    const page = inOrder.slice(slice.offset, slice.offset + slice.limit);
    return new WrittenJson(
      ...writePage(
        context.selection,
        inOrder.length,
        (field) => `[${page.map((write) => write(field)).join(',')}]`,
      ),
    );
  }
}

const requireIds = (ids: readonly number[]): readonly number[] => {
  if (ids.length > mostIds) throw invalid(`At most ${mostIds} records can be named at once.`, 'ids');
  return [...new Set(ids)];
};

function findQuery(
  data: {
    ids?: readonly number[] | null | undefined;
    recordNumber?: number | null | undefined;
    enabled?: boolean | null | undefined;
  },
  recordType: AuthorisedRecordType,
  context: MemberContext,
): RecordQuery {
  const input: FilterAndSortInput = {
    recordTypeId: recordType.type.id,
    enabled: data.enabled ?? false,
    ...(data.recordNumber != null && {
      filters: [
        {
          fieldId: 0,
          field: 'recordNumber',
          logicOperator: 'AND' as const,
          priority: 0,
          filterCriteria: { operator: 'equals' as const, value: String(data.recordNumber) },
        },
      ],
    }),
  };
  const query = parseRecordQuery(input, recordType, context);
  return data.ids == null ? query : { ...query, ids: requireIds(data.ids) };
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

export const exportFileName = (typeName: string, today: string): string =>
  `${typeName.replace(/[^\p{L}\p{N}]+/gu, '_').replace(/^_+|_+$/g, '') || 'records'}_${today}.csv`;

/** Somewhere on earth it is already this day: what is earlier than today there is not refused here. */
const latestToday = (clock: Clock): string => dayAt(clock.now(), 'Pacific/Kiritimati');

/**
 * Specification 3: who and when is set by the server, whatever the input says; the rest is judged by the rules of the
 * form, as far as the role may fill it.
 */
function parseNewRecord(
  data: RegisterRecordInput,
  recordType: AuthorisedRecordType,
  context: MemberContext,
  clock: Clock,
) {
  if (data.tenant != null && data.tenant !== context.viewer.tenantId && data.tenant !== specificationTenant) {
    throw new Refusal('NOT_FOUND', 'The company was not found.', { field: 'tenant' });
  }
  if (data.enabled === false) throw invalid('A new record is enabled.', 'enabled');
  const { createdBy: _createdBy, receivedBy: _receivedBy, approvedBy: _approvedBy, ...given } = data;
  const ofServer = { receivedAt: undefined, dueDate: undefined, recordCreateDate: undefined };
  const change = parseRecordChange({ ...given, ...ofServer }, recordType, context.config);
  const today = latestToday(clock);
  for (const name of newRecordBaseFields) {
    const field = recordType.fields.get(name);
    if (field === undefined || field.access !== 'Editable') continue;
    const value = change.base.get(name);
    const text = value == null ? '' : String(value);
    const asField = { key: name, name: field.name, dataType: field.dataType, required: false };
    if (!isRequiredInNewRecord(asField) && text === '') continue;
    const whyNot = whyNotInNewRecord(asField, text, today);
    if (whyNot !== null) throw invalid(whyNot, name);
  }
  for (const field of recordType.fields.values()) {
    const stored = field.stored.get(recordType.type.id);
    if (stored === undefined || !stored.required || field.access !== 'Editable') continue;
    const isGiven = change.additional.some((one) => one.field.id === stored.id && one.value !== null);
    if (!isGiven) throw invalid(`${field.name} is required`, field.key);
  }
  const base = new Map(change.base);
  const recordDate = change.base.get('recordDate') ?? null;
  const { userId } = context.viewer;
  for (const name of ['createdBy', 'receivedBy', 'approvedBy'] as const) base.set(name, userId);
  // At noon UTC, which is that day in all but two zones: midnight would be the evening before in the Americas.
  base.set('receivedAt', recordDate === null ? null : `${String(recordDate)}T12:00:00Z`);
  base.set('recordCreateDate', recordDate);
  base.set('dueDate', dayAt(clock.now(), 'UTC'));
  // A role that may not write the number gets the next one.
  if (base.get('recordNumber') == null) base.delete('recordNumber');
  return { ...change, base };
}

/** Specification 3: the form's default tenant is 1, whichever the tenant is. */
const specificationTenant = 1;

async function readOne(
  id: number,
  recordType: AuthorisedRecordType,
  context: MemberContext,
  transaction: Transaction,
): Promise<WrittenJson> {
  const writer = writerFor(recordType, context, context.selection);
  const query = queryByIds([id], recordType, context);
  const found = await transaction.one(
    pageStatement(query, (type) => writer.columns(type), { offset: 0, limit: 1 }, null),
  );
  const row = found.rows[0];
  if (row === undefined) throw notFound('The record');
  return new WrittenJson(writer.write([...row]));
}

/** The record as it was saved, or the query that shows it when it is not the version that the change was made from. */
async function updateOne(
  data: UpdateRecordInput,
  recordType: AuthorisedRecordType,
  bucket: number,
  presentVersion: number,
  context: MemberContext,
  transaction: Transaction,
): Promise<WrittenJson | { unsaved: RecordQuery }> {
  const query = queryByIds([data.id], recordType, context);
  const change = await parseUpdate(data, query, context, transaction).catch(async (refusal: unknown) => {
    // What is wrong with a change is told of a record in sight; of any other, that it was not found.
    if (refusal instanceof Refusal && !(await isInSight(query, transaction))) throw notFound('The record');
    throw refusal;
  });
  if (presentVersion !== data.version) return { unsaved: query };
  const writer = writerFor(recordType, context, context.selection);
  const statement = updateStatement(
    query,
    bucket,
    (values) => [
      ...assignmentsOf(change, values),
      ...(data.enabled == null ? [] : [{ column: 'enabled', expression: values.bind(data.enabled) }]),
    ],
    data.version,
    writer.columns(recordType.type),
  );
  const [updated] = await transaction.finish([statement]);
  const row = updated?.rows[0];
  return row === undefined ? { unsaved: query } : new WrittenJson(writer.write([...row]));
}

async function parseUpdate(
  data: UpdateRecordInput,
  query: RecordQuery,
  context: MemberContext,
  transaction: Transaction,
): Promise<RecordChange> {
  const { recordType } = query;
  if (data.enabled != null && !mayOnRecordType(context.viewer, 'soft delete', recordType.type.id)) {
    throw new Refusal('FORBIDDEN', 'Your role may not delete or restore records here.', { field: 'enabled' });
  }
  const present = await readPresent(data, query, recordType, transaction);
  const change = parseRecordChange(data, recordType, context.config, present);
  if (data.recordFileId != null && !(await mayHold(data.recordFileId, query, context, transaction))) {
    throw invalid('The file was not found.', 'recordFile');
  }
  return change;
}

const isInSight = async (query: RecordQuery, transaction: Transaction): Promise<boolean> =>
  (await transaction.one(pageStatement(query, () => ['id'], { offset: 0, limit: 1 }, null))).rows.length > 0;

/** The file that the record holds already, or one that the viewer brought: any other would be a way to read it. */
async function mayHold(
  fileId: number,
  query: RecordQuery,
  context: MemberContext,
  transaction: Transaction,
): Promise<boolean> {
  const [present, own] = await transaction.run([
    pageStatement(query, () => ['record_file_id'], { offset: 0, limit: 1 }, null),
    findOwnFileStatement(fileId, context.viewer.userId),
  ]);
  return Number(present?.rows[0]?.[0]) === fileId || own?.rows.length === 1;
}

/** Choices that stand in the record may stay though they were disabled since; only then is the record read first. */
async function readPresent(
  data: UpdateRecordInput,
  query: RecordQuery,
  recordType: AuthorisedRecordType,
  transaction: Transaction,
): Promise<PresentValues> {
  const base = relationInputs.filter(([inputName]) => data[inputName] != null).map(([, name]) => name);
  const additional = (data.additionalFields ?? []).flatMap(({ recordAdditionalFieldByTypeId, value }) => {
    const stored = recordType.fields.get(`f${recordAdditionalFieldByTypeId}`)?.stored.get(recordType.type.id);
    if (stored === undefined || value == null) return [];
    const family = valueFamily(stored.dataType);
    return family === 'relation' || family === 'relations' ? [stored] : [];
  });
  if (base.length === 0 && additional.length === 0) return { base: new Map(), additional: new Map() };
  const columns = [
    ...base.map((name) => baseColumns[name].expression),
    ...additional.map((stored) => stored.slot ?? `x ->> '${stored.id}'`),
  ];
  const found = await transaction.one(pageStatement(query, () => columns, { offset: 0, limit: 1 }, null));
  const row = found.rows[0] ?? [];
  return {
    base: new Map(base.map((name, index) => [name, row[index] == null ? null : Number(row[index])])),
    additional: new Map(
      additional.map((stored, index) => [
        stored.id,
        (row[base.length + index] ?? '')
          .split(/[{},[\]\s"]+/)
          .filter((part) => part !== '')
          .map(Number),
      ]),
    ),
  };
}

const relationInputs = [
  ['statusId', 'status'],
  ['problemCodeId', 'problemCode'],
  ['assignedTo', 'assignedTo'],
  ['receivedBy', 'receivedBy'],
  ['approvedBy', 'approvedBy'],
  ['targetTransmissionTenant', 'targetTransmissionTenant'],
] as const satisfies readonly (readonly [keyof UpdateRecordInput, BaseFieldName])[];

/** Everything of a record that a role may see, for whoever must decide between two versions of it. */
const wholeRecord = (names: readonly string[]): Selection =>
  names.map((name) => ({
    responseKey: name,
    name,
    typeName: '',
    selection: wholeParts[name] === undefined ? null : wholeRecord(wholeParts[name]),
  }));

const person = ['id', 'name', 'email'];
const named = ['id', 'name'];
const wholeParts: Readonly<Record<string, readonly string[]>> = {
  statusId: named,
  problemCodeId: named,
  targetTransmissionTenant: named,
  recordType: named,
  createdBy: person,
  receivedBy: person,
  approvedBy: person,
  assignedTo: person,
  recordFile: ['id', 'originalFileName'],
  additionalFields: ['id', 'tag', 'value'],
};

const contractNames: Readonly<Record<string, string>> = { status: 'statusId', problemCode: 'problemCodeId' };
const presentSelection = wholeRecord([
  'version',
  ...baseFields
    .filter((field: BaseField) => field.name !== 'tenant')
    .map((field) => contractNames[field.name] ?? field.name),
  'additionalFields',
]);

/** What stands in the record now, as far as the role may see it; a record out of sight is not found. */
async function conflict(
  query: RecordQuery,
  context: MemberContext,
  expectedVersion: number,
): Promise<Refusal | StaleConfiguration> {
  const writer = writerFor(query.recordType, context, presentSelection);
  const statement = pageStatement(query, (type) => writer.columns(type), { offset: 0, limit: 1 }, null);
  const row = (await context.read([statement])).answers[0]?.rows[0];
  if (row === undefined) return notFound('The record');
  const current = JSON.parse(writer.write([...row])) as { version: number };
  // Nobody changed it: it was moved to another bucket between the find and the save.
  if (current.version === expectedVersion) return new StaleConfiguration();
  return new Refusal('CONFLICT', 'Somebody else changed this record since you opened it.', {
    details: { current },
  });
}
