// What bulk changes ask of records: the same judging and the same statements as one change of up to 100, for a set of
// any size. The application hands it to them.
import { requireEditable } from '@rowhouse/domain/access/why-not-editable.ts';
import { mostBulkRecords, sampleSize } from '@rowhouse/domain/bulk-changes/limits.ts';
import { changedSinceStart, tooManyMatch, whyNotMatching } from '@rowhouse/domain/bulk-changes/rules.ts';
import type {
  BulkChangePreview,
  BulkValuesInput,
  FilterAndSortInput,
} from '@rowhouse/domain/contract.generated.ts';
import { keysToFill } from '@rowhouse/domain/fills/fill-record.ts';
import { Refusal, invalid } from '@rowhouse/domain/kernel/refusal.ts';
import type { MemberContext } from '../../graphql/operation.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { number, row } from '../../platform/database/row.ts';
import type { Statement } from '../../platform/database/statement-batch.ts';
import { giveBackStatements } from '../../platform/record-store/held-fields.ts';
import {
  differingStatements,
  lockStatements,
  readDiffering,
  readVersions,
} from '../../platform/record-store/change-statements.ts';
import { seenVersion } from '../../platform/record-store/column.ts';
import { matchingStatement, pageStatement } from '../../platform/record-store/page-statements.ts';
import type { RecordQuery } from '../../platform/record-store/record-query.ts';
import type { Assignment } from '../../platform/record-store/settle-columns.ts';
import type { Values } from '../../platform/record-store/predicate.ts';
import {
  changeOfType,
  judge,
  judgedColumns,
  notFoundRecord,
  readLocked,
  requireGrants,
  requireValues,
} from './bulk-change.ts';
import type { ChangedRecord } from './bulk-change.ts';
import { judgeGiveBack } from './judge-give-back.ts';
import { changedKeys, heldFieldsOf, heldText } from './bulk-held.ts';
import { asItStood, mayFill } from './fill-change.ts';
import { refusalOr } from './judge-each.ts';
import { assignmentsOf } from './parse-record-change.ts';
import { keepOnWay } from './keep-on-way.ts';
import { findPathOfChange, judgeMove, pathOfChange } from './judge-move.ts';
import type { RecordChange } from './record-change.ts';
import { parseRecordQuery, queryByIds } from './parse-record-query.ts';
import { currentReading } from './current-values.ts';
import { findOwnFileStatement } from './sql.ts';

type VersionedRecord = { readonly id: number; readonly version: number };

const numbered = row({ id: number, recordNumber: number.orNull });

export const bulkRecordChanging = {
  /** The keys of the fields that the values set, with those that their choices may fill. */
  changedKeys(typeId: number, values: BulkValuesInput, { authorise, config }: MemberContext): string[] {
    const keys = changedKeys(values);
    return [...keys, ...keysToFill(keys, authorise(typeId), config)];
  },

  /** Refuses what is wrong with the change as a whole. */
  async preview(
    query: FilterAndSortInput,
    values: BulkValuesInput,
    context: MemberContext,
  ): Promise<BulkChangePreview> {
    requireValues(values);
    const recordType = context.authorise(query.recordTypeId);
    requireGrants(grantsOf(changedKeys(values)), recordType, context);
    const matching = { ...parseRecordQuery(query, recordType, context), sort: [] };
    const reading = currentReading(values, recordType);
    const path = findPathOfChange(values, recordType, context);
    const general = refusalOr(() =>
      judge(values, { query: matching, reading, path, locked: [] }, true, context),
    );
    if (general instanceof Refusal && reading.columns.length === 0) throw general;
    if (general instanceof Refusal || values.recordFileId != null || path !== null || mayFill(general.given))
      return previewEach(matching, values, context);
    const counted = await countDiffering(matching, toAssignments(general.given, values), context);
    return describe({ ...counted, refusals: [] });
  },

  /** The ids and versions of what matches now. */
  matching(query: FilterAndSortInput, context: MemberContext): Statement {
    const recordType = context.authorise(query.recordTypeId);
    return matchingStatement(
      parseRecordQuery(query, recordType, context),
      ['id', `${seenVersion} as version`],
      ({ leaf }) => leaf,
    );
  },

  async change(
    {
      typeId,
      records,
      values,
      keys,
    }: {
      typeId: number;
      records: readonly VersionedRecord[];
      values: BulkValuesInput;
      keys: readonly string[];
    },
    context: MemberContext,
    transaction: Transaction,
  ): Promise<ChangedRecord[]> {
    const changed = await changeOfType(
      context.authorise(typeId),
      { ids: records.map(({ id }) => id), keys },
      { ...values, versions: [...records] },
      context,
      transaction,
    );
    return changed.map((one) => (one.outcome === 'CONFLICT' ? { ...one, message: changedSinceStart } : one));
  },

  /** Refuses where the role may not write what is to be given back. */
  requireGiveBack(
    { typeId, keys }: { typeId: number; keys: readonly string[] },
    context: MemberContext,
  ): void {
    const recordType = context.authorise(typeId);
    requireGrants(grantsOf(keys), recordType, context);
    for (const key of keys) if (key !== 'enabled') requireEditable(recordType.fields, key);
  },

  /**
   * An ordinary change that gives each record back what it held, value by value: what somebody wrote since stays, and is
   * named (decision 065). What stood in a record may stand in it again, though a
   * choice was disabled or a field became required since; whether the role may write the fields is asked as ever.
   */
  async giveBack(
    {
      typeId,
      records,
      keys,
      undoneId,
    }: {
      typeId: number;
      records: readonly (VersionedRecord & { readonly held: string })[];
      keys: readonly string[];
      undoneId: number;
    },
    context: MemberContext,
    transaction: Transaction,
  ): Promise<ChangedRecord[]> {
    bulkRecordChanging.requireGiveBack({ typeId, keys }, context);
    const recordType = context.authorise(typeId);
    const fields = heldFieldsOf(keys, recordType);
    const ids = records.map(({ id }) => id);
    const query = queryByIds(ids, recordType, context);
    const way = pathOfChange(recordType.type, null, context, keys.includes('status'));
    const columns = ['enabled', heldText(fields), ...(way?.columns ?? [])];
    const locked = (await transaction.run(lockStatements(query, columns))).flatMap(readLocked);
    const current = new Map(locked.map((record) => [record.id, record]));
    const later = records.filter(({ id, version }) => {
      const now = current.get(id)?.version;
      return now !== undefined && now !== version;
    });
    const asked = await judgeGiveBack({ recordType, keys, undoneId, later, current }, context, transaction);
    const judged = keepOnWay(records, asked, current, way, { keys, recordType });
    const given = records.flatMap(({ id, held }) => {
      const one = judged.get(id);
      if (!current.has(id) || one?.isLeft === true) return [];
      return [{ id, held: one === undefined ? held : one.held }];
    });
    const updated = new Map(
      given.length === 0
        ? []
        : (
            await transaction.run(
              giveBackStatements({ ...query, ids: given.map(({ id }) => id) }, fields, given),
            )
          )
            .flatMap(readVersions)
            .map(({ id, version }) => [id, version]),
    );
    return records.map(({ id }): ChangedRecord => {
      const record = current.get(id);
      if (record === undefined) return notFoundRecord(id);
      const { held, version } = record;
      const message = judged.get(id)?.message ?? null;
      const now = updated.get(id);
      if (now !== undefined) return { id, outcome: 'UPDATED', version: now, message, held };
      if (message !== null) return { id, outcome: 'CONFLICT', version, message, held };
      return { id, outcome: 'UNCHANGED', version, message: null, held };
    });
  },

  /** Of those in sight the number by id, as far as the role may see it. */
  async findNumbers(
    typeId: number,
    ids: readonly number[],
    context: MemberContext,
  ): Promise<ReadonlyMap<number, number | null>> {
    if (ids.length === 0) return new Map();
    const recordType = context.authorise(typeId);
    const query = { ...queryByIds(ids, recordType, context), sort: [] };
    const columns = ['id', recordType.fields.has('recordNumber') ? 'record_number' : 'null'];
    const { answers } = await context.read([
      pageStatement(query, () => columns, { offset: 0, limit: ids.length }, null),
    ]);
    return new Map(numbered.read(answers[0]).map(({ id, recordNumber }) => [id, recordNumber]));
  },
};

const grantsOf = (keys: readonly string[]) => ({
  deletes: keys.includes('enabled'),
  changes: keys.some((key) => key !== 'enabled'),
});

/** By what is given alone: a record that has the choice already is not filled anew. */
const toAssignments =
  (given: RecordChange, data: BulkValuesInput) =>
  (values: Values): Assignment[] => [
    ...assignmentsOf(judgeMove(asItStood(given), null, null), values),
    ...(data.enabled == null ? [] : [{ column: 'enabled', expression: values.bind(data.enabled) }]),
  ];

type Counted = { total: number; changing: number; sampleIds: number[] };

async function countDiffering(
  query: RecordQuery,
  change: (values: Values) => readonly Assignment[],
  context: MemberContext,
): Promise<Counted> {
  const { answers } = await context.read(differingStatements(query, change, sampleSize));
  const parts = answers.flatMap(readDiffering);
  return {
    total: parts.reduce((sum, part) => sum + part.total, 0),
    changing: parts.reduce((sum, part) => sum + part.changing, 0),
    sampleIds: parts.flatMap((part) => part.ids).slice(0, sampleSize),
  };
}

/** Where records differ in whether they can be given the values, each is asked as it will be. */
async function previewEach(
  matching: RecordQuery,
  values: BulkValuesInput,
  context: MemberContext,
): Promise<BulkChangePreview> {
  const { recordType } = matching;
  const reading = currentReading(values, recordType);
  const path = findPathOfChange(values, recordType, context);
  const columns = ['id', seenVersion, 'enabled', 'null', ...judgedColumns(values, reading, path)];
  const file = values.recordFileId == null ? null : values.recordFileId;
  const { answers } = await context.read([
    pageStatement(matching, () => columns, { offset: 0, limit: mostBulkRecords + 1 }, null),
    ...(file === null ? [] : [findOwnFileStatement(file, context.viewer.userId)]),
  ]);
  const locked = readLocked(answers[0]);
  if (locked.length > mostBulkRecords) throw invalid(tooManyMatch);
  const part = { query: matching, reading, path, locked };
  const { given, refusals } = judge(values, part, answers[1]?.rows.length === 1, context);
  const ids = locked.map(({ id }) => id).filter((id) => !refusals.has(id));
  // Where all of them are refused there is no change to count.
  const counted =
    ids.length === 0
      ? { total: 0, changing: 0, sampleIds: [] }
      : await countDiffering({ ...matching, ids }, toAssignments(given, values), context);
  return describe({
    ...counted,
    total: counted.total + refusals.size,
    refusals: [...refusals.values()].map(({ message }) => message),
  });
}

function describe({
  total,
  changing,
  sampleIds,
  refusals,
}: Counted & { refusals: readonly string[] }): BulkChangePreview {
  const whyNot = whyNotMatching(total);
  if (whyNot !== null) throw invalid(whyNot, 'query');
  return {
    total,
    changing,
    unchanged: total - changing - refusals.length,
    refused: refusals.length,
    reasons: [...new Set(refusals)],
    sampleIds,
  };
}
