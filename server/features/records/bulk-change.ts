// One change of many records. The rows are locked before anything is judged, in one order for everybody: what is said
// of each record stays true until the end of the transaction, and two bulk changes that meet never hold each other up.
import type { AuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import { toCommentText } from '@rowhouse/domain/comments/rules.ts';
import { mayOnRecordType } from '@rowhouse/domain/access/decide.ts';
import type { ChangeSource } from '@rowhouse/domain/audit-log/change-source.ts';
import type {
  BulkRecordResult,
  BulkValuesInput,
  UpdateBulkRecordInput,
  UpdateRecordInput,
} from '@rowhouse/domain/contract.generated.ts';
import type { RecordTypeId } from '@rowhouse/domain/kernel/ids.ts';
import { Refusal, invalid, notFound } from '@rowhouse/domain/kernel/refusal.ts';
import { whyNotBulkField, whyNotBulkIds } from '@rowhouse/domain/records/bulk-rules.ts';
import { deletedIsNotEdited } from '@rowhouse/domain/records/deleted-record.ts';
import { requireIdempotencyKey } from '@rowhouse/domain/kernel/idempotency.ts';
import { changedMeanwhile } from '@rowhouse/domain/records/merge-change.ts';
import type { MemberContext } from '../../graphql/operation.ts';
import { hashBody } from '../../platform/body-of-key.ts';
import type { Answer, Transaction } from '../../platform/database/database.ts';
import { databaseErrorCode } from '../../platform/database/open-database.ts';
import { flag, number, row, text } from '../../platform/database/row.ts';
import type { Statement, TextRow } from '../../platform/database/statement-batch.ts';
import {
  lockStatements,
  readVersions,
  updateManyStatements,
} from '../../platform/record-store/change-statements.ts';
import type { RecordQuery } from '../../platform/record-store/record-query.ts';
import { readOwnEntries, selectOwnEntries } from '../../platform/record-store/own-entries.ts';
import { heldFieldsOf, heldText } from './bulk-held.ts';
import { judgeEach, refusalOr, type JudgedEach } from './judge-each.ts';
import { commentOfMove, findPathOfChange, type PathOfChange } from './judge-move.ts';
import { assignmentsOf, parseRecordChange } from './parse-record-change.ts';
import type { RecordChange } from './record-change.ts';
import { queryByIds } from './parse-record-query.ts';
import { currentReading } from './current-values.ts';
import type { CurrentReading } from './current-values.ts';
import {
  findBulkAnswerStatement,
  findOwnFileStatement,
  keepBulkAnswerStatement,
  readBulkAnswer,
} from './sql.ts';
import { findPlacesStatement, readPlaces } from '../../platform/record-store/standing-records.ts';

/** A record that is in sight, and locked. */
type LockedRecord = {
  readonly id: number;
  readonly version: number;
  readonly isEnabled: boolean;
  /** What it holds in the fields that are to change; null where nobody asked to keep it. */
  readonly held: string | null;
  readonly current: TextRow;
};

/** The records of one type among those that are named. */
export type Part = {
  readonly query: RecordQuery;
  readonly reading: CurrentReading;
  /** Null where the change moves no status, and where the type is free. */
  readonly path: PathOfChange | null;
  readonly locked: readonly LockedRecord[];
};

type Wanted = Pick<Part, 'query' | 'reading' | 'path'> & { readonly statements: readonly Statement[] };

/** What became of a record, and what it held before. */
export type ChangedRecord = Omit<BulkRecordResult, 'auditEntryId'> & { readonly held: string | null };

export async function changeRecords(
  ids: readonly number[],
  data: UpdateBulkRecordInput,
  context: MemberContext,
): Promise<BulkRecordResult[]> {
  requireSense(ids, data, context);
  const { userId, tenantId } = context.viewer;
  const { idempotencyKey: key = null, ...sent } = data;
  const body = hashBody({ ids, ...sent });
  const first = [
    findPlacesStatement(context.config, ids),
    ...(key === null ? [] : [findBulkAnswerStatement(key, userId)]),
  ];
  const change = () =>
    context.write(
      first,
      async (transaction, [places, kept]) => {
        const answer = readBulkAnswer(kept, body);
        if (answer !== null) return answer;
        const changed = await changeEach(ids, data, wantedOf(data, places, context), context, transaction);
        const changedIds = changed.flatMap(({ id, outcome }) => (outcome === 'UPDATED' ? id : []));
        const wantsEntries = context.selection.some(({ name }) => name === 'auditEntryId');
        const entries =
          wantsEntries && changedIds.length > 0
            ? readOwnEntries(await transaction.one(selectOwnEntries(tenantId, 'record', changedIds)))
            : null;
        const results = changed.map(({ held: _, ...result }): BulkRecordResult => ({
          ...result,
          auditEntryId: entries?.get(result.id) ?? null,
        }));
        if (key !== null)
          await transaction.finish([keepBulkAnswerStatement(tenantId, userId, { key, body }, results)]);
        return results;
      },
      sourceOf(ids, context),
    );
  try {
    return await change();
  } catch (error) {
    // The same key at the same moment: what the other one answered is the answer to both.
    if (key === null || databaseErrorCode(error) !== '23505') throw error;
    return change();
  }
}

/** One record is changed where it is seen, and an undo stays one. */
const sourceOf = (ids: readonly number[], { request }: MemberContext): ChangeSource | undefined =>
  ids.length === 1 || request.source?.kind === 'UNDO'
    ? undefined
    : { kind: 'BULK_CHANGE', records: ids.length };

function requireSense(ids: readonly number[], data: UpdateBulkRecordInput, context: MemberContext): void {
  const whyNot = whyNotBulkIds(ids);
  if (whyNot !== null) throw invalid(whyNot, 'ids');
  if (data.tenant != null && data.tenant !== context.viewer.tenantId) throw notFound('The company');
  const versionedIds = (data.versions ?? []).map(({ id }) => id);
  if (new Set(versionedIds).size < versionedIds.length || versionedIds.some((id) => !ids.includes(id)))
    throw invalid('Versions are given once for each record, of records that are named.', 'versions');
  if (data.idempotencyKey != null) requireIdempotencyKey(data.idempotencyKey);
  requireValues(data);
}

export function requireValues(data: BulkValuesInput): void {
  if (data.enabled == null && !changesValues(data)) throw invalid('Say what is to be changed.');
}

/** Whether it says anything but that records are deleted or restored. */
export function changesValues(data: UpdateRecordInput | UpdateBulkRecordInput | BulkValuesInput): boolean {
  const {
    id: _id,
    version: _version,
    versions: _versions,
    enabled: _enabled,
    tenant: _tenant,
    idempotencyKey: _key,
    comment: _comment,
    additionalFields,
    ...base
  } = data as UpdateRecordInput & UpdateBulkRecordInput;
  return (additionalFields ?? []).length > 0 || Object.values(base).some((value) => value !== undefined);
}

/**
 * The same for records of one type, of however many: what they held before is kept.
 * @param keys the fields of which it is kept
 */
export const changeOfType = (
  recordType: AuthorisedRecordType,
  { ids, keys }: { readonly ids: readonly number[]; readonly keys: readonly string[] },
  data: UpdateBulkRecordInput,
  context: MemberContext,
  transaction: Transaction,
): Promise<ChangedRecord[]> => {
  const held = heldText(heldFieldsOf(keys, recordType));
  return changeEach(ids, data, [partOf(recordType, ids, data, context, held)], context, transaction);
};

async function changeEach(
  ids: readonly number[],
  data: UpdateBulkRecordInput,
  wanted: readonly Wanted[],
  context: MemberContext,
  transaction: Transaction,
): Promise<ChangedRecord[]> {
  const { parts, ownsFile } = await lockParts(data, wanted, context, transaction);
  const results = new Map<number, ChangedRecord>();
  const expected = new Map((data.versions ?? []).map(({ id, version }) => [id, version]));
  const comments = new Map<number, Comment>();
  const updates = parts.flatMap((part) => {
    const { groups, refusals, commented } = judge(data, part, ownsFile, context);
    for (const id of commented)
      comments.set(id, { recordType: part.query.recordType, text: data.comment ?? '' });
    const changed = new Set<number>();
    for (const { id, version, held } of part.locked) {
      const refusal = refusals.get(id);
      if ((expected.get(id) ?? version) !== version)
        results.set(id, { id, outcome: 'CONFLICT', version, message: changedMeanwhile, held });
      else if (refusal !== undefined)
        results.set(id, { id, outcome: 'REFUSED', version, message: refusal.message, held });
      else {
        changed.add(id);
        results.set(id, { id, outcome: 'UNCHANGED', version, message: null, held });
      }
    }
    return groups.flatMap(({ change, ids: ofGroup }) => {
      const own = ofGroup.filter((id) => changed.has(id));
      if (own.length === 0) return [];
      return updateManyStatements({ ...part.query, ids: own }, (values) => [
        ...assignmentsOf(change, values),
        ...(data.enabled == null ? [] : [{ column: 'enabled', expression: values.bind(data.enabled) }]),
      ]);
    });
  });
  const updated = updates.length === 0 ? [] : (await transaction.run(updates)).flatMap(readVersions);
  const told = updated.flatMap(({ id, stored: version }) => {
    const comment = comments.get(id);
    return comment === undefined
      ? []
      : [commentOfMove(toCommentText(comment.text), { id, version }, comment.recordType, context)];
  });
  if (told.length > 0) await transaction.run(told);
  for (const { id, version } of updated)
    results.set(id, { id, outcome: 'UPDATED', version, message: null, held: results.get(id)?.held ?? null });
  return ids.map((id) => results.get(id) ?? notFoundRecord(id));
}

type Comment = { readonly recordType: AuthorisedRecordType; readonly text: string };

export const notFoundRecord = (id: number): ChangedRecord => ({
  id,
  outcome: 'NOT_FOUND',
  version: null,
  message: notFound('The record').message,
  held: null,
});

/** By type, in the order of their ids; what is out of sight is in none of them. */
function wantedOf(
  data: UpdateBulkRecordInput,
  places: Answer | undefined,
  context: MemberContext,
): readonly Wanted[] {
  const idsByType = new Map<RecordTypeId, number[]>();
  for (const { id, typeId } of readPlaces(places)) {
    if (!mayOnRecordType(context.viewer, 'view', typeId)) continue;
    idsByType.set(typeId, [...(idsByType.get(typeId) ?? []), id]);
  }
  return [...idsByType]
    .toSorted(([one], [other]) => one - other)
    .map(([typeId, ids]) => partOf(context.authorise(typeId), ids, data, context));
}

function partOf(
  recordType: AuthorisedRecordType,
  ids: readonly number[],
  data: UpdateBulkRecordInput,
  context: MemberContext,
  held = 'null',
): Wanted {
  const query = queryByIds(ids, recordType, context);
  const reading = currentReading(data, recordType);
  const path = findPathOfChange(data, recordType, context);
  const columns = judgedColumns(data, reading, path);
  return { query, reading, path, statements: lockStatements(query, ['enabled', held, ...columns]) };
}

/** What a record is judged by; the file comes last. */
export const judgedColumns = (
  data: BulkValuesInput,
  reading: CurrentReading,
  path: PathOfChange | null,
): readonly string[] => [
  ...reading.columns,
  ...(path?.columns ?? []),
  ...(data.recordFileId == null ? [] : ['record_file_id']),
];

async function lockParts(
  data: UpdateBulkRecordInput,
  wanted: readonly Wanted[],
  context: MemberContext,
  transaction: Transaction,
): Promise<{ parts: Part[]; ownsFile: boolean }> {
  const file =
    data.recordFileId == null ? [] : [findOwnFileStatement(data.recordFileId, context.viewer.userId)];
  const answers = await transaction.run([...wanted.flatMap(({ statements }) => statements), ...file]);
  let at = 0;
  const parts = wanted.map(({ query, reading, path, statements }) => {
    const found = answers.slice(at, (at += statements.length));
    return { query, reading, path, locked: found.flatMap(readLocked) };
  });
  return { parts: parts.filter(({ locked }) => locked.length > 0), ownsFile: answers[at]?.rows.length === 1 };
}

const lockedRecord = row({ id: number, version: number, isEnabled: flag.at('enabled'), held: text.orNull });

/** Of a statement of locks: `enabled`, what is held, and then the values that are judged. */
export const readLocked = (answer: Answer | undefined): LockedRecord[] =>
  (answer?.rows ?? []).map((stored) => {
    const [locked, current] = lockedRecord.split(stored);
    return { ...locked, current };
  });

/**
 * The change as it is made in records of the type, and of which records it is refused. What holds for all of them is
 * wrong with the change, and thrown; it is told only where one of the records is in sight.
 */
export function judge(
  data: BulkValuesInput,
  { query: { recordType }, reading, path, locked }: Part,
  ownsFile: boolean,
  context: MemberContext,
): JudgedEach & { readonly given: RecordChange } {
  requireGrants({ deletes: data.enabled != null, changes: changesValues(data) }, recordType, context);
  const refusals = new Map<number, Refusal>();
  let change = refusalOr(() => parseRecordChange(data, recordType, context.config));
  if (change instanceof Refusal) {
    const general = change;
    if (reading.columns.length === 0) throw general;
    // A choice that is disabled may stay where it is: then the change is right for some of the records.
    for (const { id, current } of locked) {
      const own = refusalOr(() => parseRecordChange(data, recordType, context.config, reading.read(current)));
      if (own instanceof Refusal) refusals.set(id, own);
      else change = own;
    }
    if (change instanceof Refusal) throw general;
  }
  requireBulkFields(change);
  // A deleted record is only restored, or restored with the values.
  if (data.enabled !== true && changesValues(data))
    for (const { id, isEnabled } of locked) if (!isEnabled) refusals.set(id, invalid(deletedIsNotEdited));
  if (data.recordFileId != null && !ownsFile) {
    // The file that the record holds already, or one that the viewer brought: any other would be a way to read it.
    const unknown = invalid('The file was not found.', 'recordFile');
    for (const { id, current } of locked)
      if (Number(current.at(-1) ?? Number.NaN) !== data.recordFileId) refusals.set(id, unknown);
    if (refusals.size === locked.length) throw unknown;
  }
  return { given: change, ...judgeEach(change, { recordType, reading, path, locked }, refusals, context) };
}

/** @param what whether records are deleted or restored, and whether values of theirs are changed */
export function requireGrants(
  what: { readonly deletes: boolean; readonly changes: boolean },
  { type }: AuthorisedRecordType,
  { viewer }: MemberContext,
): void {
  if (what.deletes && !mayOnRecordType(viewer, 'soft delete', type.id))
    throw new Refusal('FORBIDDEN', 'Your role may not delete or restore records here.', { field: 'enabled' });
  if (what.changes && !mayOnRecordType(viewer, 'bulk update', type.id))
    throw new Refusal('FORBIDDEN', 'Your role may not change many records at once here.');
}

function requireBulkFields({ additional }: RecordChange): void {
  for (const { field } of additional) {
    const whyNot = whyNotBulkField(field);
    if (whyNot !== null) throw invalid(whyNot, `f${field.id}`);
  }
}
