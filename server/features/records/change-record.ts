import type { AuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import { mayOnRecordType } from '@rowhouse/domain/access/decide.ts';
import { recordFileKey } from '@rowhouse/domain/attachments/attached-file.ts';
import { fileUnknown } from '@rowhouse/domain/attachments/rules.ts';
import type { UpdateRecordInput } from '@rowhouse/domain/contract.generated.ts';
import { baseFields, readNameOf } from '@rowhouse/domain/fields/base-fields.ts';
import type { BaseField } from '@rowhouse/domain/fields/base-fields.ts';
import { Refusal, invalid, notFound } from '@rowhouse/domain/kernel/refusal.ts';
import { deletedIsNotEdited } from '@rowhouse/domain/records/deleted-record.ts';
import { requireIdempotencyKey } from '@rowhouse/domain/kernel/idempotency.ts';
import { StaleConfiguration } from '../../graphql/member-context.ts';
import type { MemberContext } from '../../graphql/operation.ts';
import { WrittenJson } from '../../graphql/written-json.ts';
import { hashBody } from '../../platform/body-of-key.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { databaseErrorCode } from '../../platform/database/open-database.ts';
import { updateStatement } from '../../platform/record-store/change-statements.ts';
import { pageStatement } from '../../platform/record-store/page-statements.ts';
import type { RecordQuery } from '../../platform/record-store/record-query.ts';
import type { Selection } from '../../platform/record-store/selection.ts';
import { keepFilesStatement } from '../attachments/sql.ts';
import { changesValues } from './bulk-change.ts';
import { asItStood, fillChange, isUndo } from './fill-change.ts';
import { commentOfMove, findPathOfChange, judgeMove, type Standing } from './judge-move.ts';
import type { JudgedChange } from './record-change.ts';
import { readOwnEntries, selectOwnEntries } from '../../platform/record-store/own-entries.ts';
import { findFilesFor, idsOf, namedFilesOf } from './named-files.ts';
import { assignmentsOf, parseRecordChange } from './parse-record-change.ts';
import type { CurrentValues } from './parse-record-change.ts';
import { queryByIds } from './parse-record-query.ts';
import { currentReading } from './current-values.ts';
import { readRecord } from './read-record.ts';
import { writerFor } from './read-record-page.ts';
import { findLinks } from './record-links.ts';
import type { KeyOfBody } from '../../platform/idempotency-key.ts';
import { findChangeKeyStatement, keepChangeKeyStatement, readKeptChange } from './sql.ts';
import { findPlacesStatement, readPlaces } from '../../platform/record-store/standing-records.ts';
import type { StandingRecord } from '../../platform/record-store/standing-records.ts';

/** How often a change is tried again that others' saves do not contradict, and that they came before all the same. */
const mostTries = 5;

/**
 * One record as it stands after the change; refused with the current values when somebody changed it meanwhile.
 * A change without a version is of the record as it stands.
 */
export async function changeRecord(data: UpdateRecordInput, context: MemberContext): Promise<WrittenJson> {
  let saved = await saveOrFind(data, context);
  for (let attempt = 1; attempt < mostTries; attempt += 1) {
    if (saved instanceof WrittenJson || saved.isOtherVersion) break;
    saved = await saveOrFind(data, context);
  }
  if (saved instanceof WrittenJson) return saved;
  // Read when the transaction is over: the embedded database has no second connection for it.
  throw await conflict(saved.unsaved, context, data.version ?? null);
}

type Saved =
  | WrittenJson
  | {
      readonly unsaved: RecordQuery;
      /** What the role sees of it is another version than the change was made from. */
      readonly isOtherVersion: boolean;
    };

/** The same key at the same moment: what the other one changed is the answer to both. */
async function saveOrFind(data: UpdateRecordInput, context: MemberContext): Promise<Saved> {
  try {
    return await saveRecord(data, context);
  } catch (error) {
    if (data.idempotencyKey == null || databaseErrorCode(error) !== '23505') throw error;
    return saveRecord(data, context);
  }
}

async function saveRecord(data: UpdateRecordInput, context: MemberContext): Promise<Saved> {
  if (data.tenant != null && data.tenant !== context.viewer.tenantId) throw notFound('The record');
  const key = keyOf(data);
  const first = [
    findPlacesStatement(context.config, [data.id]),
    // After the place: whoever sees the version of a first try sees its key.
    ...(key === null ? [] : [findChangeKeyStatement(key.key, context.viewer.userId)]),
  ];
  return context.write(first, async (transaction, [places, found]) => {
    const [place] = readPlaces(places);
    // Foreign reads as absent, and so does a record of a type that is out of sight.
    if (place === undefined || !mayOnRecordType(context.viewer, 'view', place.typeId))
      throw notFound('The record');
    const recordType = context.authorise(place.typeId);
    const made = key === null ? null : readKeptChange(found, key.body);
    if (made !== null) return readRecord(made.id, recordType, context, transaction, made.auditEntryId);
    return updateOne(data, recordType, place, context, transaction);
  });
}

function keyOf({ idempotencyKey: key = null, ...sent }: UpdateRecordInput): KeyOfBody | null {
  if (key === null) return null;
  requireIdempotencyKey(key);
  return { key, body: hashBody(sent) };
}

/** The record as it was saved, or the query that shows it when it is not the version that the change was made from. */
async function updateOne(
  data: UpdateRecordInput,
  recordType: AuthorisedRecordType,
  place: StandingRecord,
  context: MemberContext,
  transaction: Transaction,
): Promise<Saved> {
  const { bucket, version: currentVersion, storedVersion } = place;
  const query = queryByIds([data.id], recordType, context);
  const change = await parseUpdate(data, place, query, context, transaction).catch(
    async (refusal: unknown) => {
      // What is wrong with a change is told of a record in sight; of any other, that it was not found.
      if (refusal instanceof Refusal && !(await isInSight(query, transaction))) throw notFound('The record');
      throw refusal;
    },
  );
  if (data.version != null && currentVersion !== data.version)
    return { unsaved: query, isOtherVersion: true };
  const writer = writerFor(recordType, context, context.selection);
  const statement = updateStatement(
    query,
    bucket,
    (values) => [
      ...assignmentsOf(change, values),
      ...(data.enabled == null ? [] : [{ column: 'enabled', expression: values.bind(data.enabled) }]),
    ],
    storedVersion,
    writer.columns(recordType.type),
  );
  const files = idsOf(namedFilesOf(data, recordType));
  const links = await findLinks([data.id], recordType, context, {
    selection: context.selection,
    ask: (asked) => transaction.run(asked),
  });
  const wantsEntry = context.selection.some(({ name }) => name === 'auditEntryId');
  const { tenantId, userId } = context.viewer;
  const key = keyOf(data);
  const statements = [
    ...(files.length === 0 ? [] : [keepFilesStatement(files)]),
    statement,
    ...(key === null ? [] : [keepChangeKeyStatement(tenantId, userId, key, data.id)]),
    ...(wantsEntry ? [selectOwnEntries(tenantId, 'record', [data.id])] : []),
  ];
  const { comment } = change;
  const answers = await (comment === null ? transaction.finish(statements) : transaction.run(statements));
  const row = answers[statements.indexOf(statement)]?.rows[0];
  if (row === undefined) return { unsaved: query, isOtherVersion: false };
  if (comment !== null) {
    const saved = { id: data.id, version: storedVersion + 1 };
    await transaction.finish([commentOfMove(comment, saved, recordType, context)]);
  }
  const entry = wantsEntry ? readOwnEntries(answers.at(-1)).get(data.id) : null;
  return new WrittenJson(writer.write([...row], links, entry ?? null));
}

async function parseUpdate(
  data: UpdateRecordInput,
  { isEnabled }: StandingRecord,
  query: RecordQuery,
  context: MemberContext,
  transaction: Transaction,
): Promise<JudgedChange> {
  const { recordType } = query;
  if (data.enabled != null && !mayOnRecordType(context.viewer, 'soft delete', recordType.type.id)) {
    throw new Refusal('FORBIDDEN', 'Your role may not delete or restore records here.', { field: 'enabled' });
  }
  if (!isEnabled && data.enabled !== true && changesValues(data)) throw invalid(deletedIsNotEdited);
  const current = await readCurrent(data, query, recordType, transaction);
  const named = namedFilesOf(data, recordType);
  const findFile = await findFilesFor(data.id, named, query, context, transaction);
  const change = parseRecordChange(data, recordType, context.config, { ...current, findFile });
  if (data.recordFileId != null && findFile(recordFileKey, data.recordFileId) === null)
    throw invalid(fileUnknown, recordFileKey);
  const path = findPathOfChange(data, recordType, context);
  const filled = (before: Standing | null) =>
    isUndo(context)
      ? asItStood(change)
      : fillChange(change, recordType, {
          config: context.config,
          current,
          rules: path?.rules ?? null,
          ruled: before?.ruled ?? null,
        });
  if (path === null) return judgeMove(filled(null), null, null);
  const found = await transaction.one(
    pageStatement(query, () => path.columns, { offset: 0, limit: 1 }, null),
  );
  const row = found.rows[0];
  if (row === undefined) throw notFound('The record');
  const before = path.read(row);
  return judgeMove(filled(before), path, before);
}

const isInSight = async (query: RecordQuery, transaction: Transaction): Promise<boolean> =>
  (await transaction.one(pageStatement(query, () => ['id'], { offset: 0, limit: 1 }, null))).rows.length > 0;

async function readCurrent(
  data: UpdateRecordInput,
  query: RecordQuery,
  recordType: AuthorisedRecordType,
  transaction: Transaction,
): Promise<CurrentValues> {
  const { columns, read } = currentReading(data, recordType);
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
    selection: wholeParts.has(name) ? wholeRecord(wholeParts.get(name)!) : null,
  }));

const named = ['id', 'name'];
const partsOfRelation: Readonly<Record<NonNullable<BaseField['relation']>, readonly string[]>> = {
  status: named,
  problemCode: named,
  tenant: named,
  recordType: named,
  user: ['id', 'name', 'email'],
  file: ['id', 'originalFileName'],
};
const asked = baseFields.filter((field: BaseField) => field.name !== 'tenant');
const wholeParts = new Map<string, readonly string[]>([
  ...asked.flatMap(({ name, relation }: BaseField): [string, readonly string[]][] =>
    relation === undefined ? [] : [[readNameOf(name), partsOfRelation[relation]]],
  ),
  ['additionalFields', ['id', 'tag', 'value']],
]);

const currentSelection = wholeRecord([
  'version',
  ...asked.map((field: BaseField) => readNameOf(field.name)),
  'additionalFields',
]);

/** What stands in the record now, as far as the role may see it; a record out of sight is not found. */
async function conflict(
  query: RecordQuery,
  context: MemberContext,
  expectedVersion: number | null,
): Promise<Refusal | StaleConfiguration> {
  const writer = writerFor(query.recordType, context, currentSelection);
  const statement = pageStatement(query, (type) => writer.columns(type), { offset: 0, limit: 1 }, null);
  const row = (await context.read([statement])).answers[0]?.rows[0];
  if (row === undefined) return notFound('The record');
  const current = JSON.parse(writer.write([...row])) as { version: number };
  // Nothing that the role sees was changed: it was moved to another bucket between the find and the save, or what changed is
  // hidden. What is hidden was judged too, so the change is judged again.
  if (current.version === expectedVersion) return new StaleConfiguration();
  return new Refusal('CONFLICT', 'Somebody else changed this record since you opened it.', {
    details: { current },
  });
}
