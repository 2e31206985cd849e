import type { AuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import { mayOnRecordType } from '@rowhouse/domain/access/decide.ts';
import { recordFileKey } from '@rowhouse/domain/attachments/attached-file.ts';
import { fileUnknown } from '@rowhouse/domain/attachments/rules.ts';
import type { UpdateRecordInput } from '@rowhouse/domain/contract.generated.ts';
import { baseFields } from '@rowhouse/domain/fields/base-fields.ts';
import type { BaseField } from '@rowhouse/domain/fields/base-fields.ts';
import { recordTypeId } from '@rowhouse/domain/kernel/ids.ts';
import { Refusal, invalid, notFound } from '@rowhouse/domain/kernel/refusal.ts';
import { StaleConfiguration } from '../../graphql/member-context.ts';
import type { MemberContext } from '../../graphql/operation.ts';
import { WrittenJson } from '../../graphql/written-json.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { pageStatement, updateStatement } from '../../platform/record-store/record-query.ts';
import type { RecordQuery } from '../../platform/record-store/record-query.ts';
import type { Selection } from '../../platform/record-store/selection.ts';
import { keepFilesStatement } from '../attachments/sql.ts';
import { findFilesFor, namedFilesOf } from './named-files.ts';
import { assignmentsOf, parseRecordChange } from './parse-record-change.ts';
import type { PresentValues, RecordChange } from './parse-record-change.ts';
import { queryByIds } from './parse-record-query.ts';
import { presentReading } from './present-values.ts';
import { writerFor } from './read-record-page.ts';
import { findPlacesStatement } from './sql.ts';

/** One record as it stands after the change; refused with the present values when somebody changed it meanwhile. */
export async function changeRecord(data: UpdateRecordInput, context: MemberContext): Promise<WrittenJson> {
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
  const files = [...namedFilesOf(data, recordType).values()];
  const answers = await transaction.finish([
    ...(files.length === 0 ? [] : [keepFilesStatement(files)]),
    statement,
  ]);
  const row = answers.at(-1)?.rows[0];
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
  const named = namedFilesOf(data, recordType);
  const findFile = await findFilesFor(data.id, named, query, context, transaction);
  const change = parseRecordChange(data, recordType, context.config, { ...present, findFile });
  if (data.recordFileId != null && findFile(recordFileKey, data.recordFileId) === null)
    throw invalid(fileUnknown, recordFileKey);
  return change;
}

const isInSight = async (query: RecordQuery, transaction: Transaction): Promise<boolean> =>
  (await transaction.one(pageStatement(query, () => ['id'], { offset: 0, limit: 1 }, null))).rows.length > 0;

async function readPresent(
  data: UpdateRecordInput,
  query: RecordQuery,
  recordType: AuthorisedRecordType,
  transaction: Transaction,
): Promise<PresentValues> {
  const { columns, read } = presentReading(data, recordType);
  if (columns.length === 0) return read([]);
  const found = await transaction.one(pageStatement(query, () => columns, { offset: 0, limit: 1 }, null));
  return read(found.rows[0] ?? []);
}

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
