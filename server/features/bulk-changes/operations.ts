import { mayOnRecordType } from '@rowhouse/domain/access/decide.ts';
import { largestReportPage, mostBulkRecords, mostRunning } from '@rowhouse/domain/bulk-changes/limits.ts';
import {
  nothingToChange,
  tooManyRunning,
  whyNotMatching,
  whyNotUndo,
} from '@rowhouse/domain/bulk-changes/rules.ts';
import type {
  BulkChange,
  BulkChangeKind,
  BulkChangePreview,
  BulkChangeRecordPage,
  BulkValuesInput,
} from '@rowhouse/domain/contract.generated.ts';
import { recordTypeId } from '@rowhouse/domain/kernel/ids.ts';
import { Refusal, invalid, notFound } from '@rowhouse/domain/kernel/refusal.ts';
import { requireIdempotencyKey } from '@rowhouse/domain/kernel/idempotency.ts';
import type { StoredRecordType } from '@rowhouse/domain/tenants/tenant-config.ts';
import type { MemberContext, OperationTable } from '../../graphql/operation.ts';
import type { BackgroundRunner } from '../../platform/background/background-runner.ts';
import { hashBody } from '../../platform/body-of-key.ts';
import type { Answer, Transaction } from '../../platform/database/database.ts';
import { databaseErrorCode } from '../../platform/database/open-database.ts';
import {
  findIdempotencyStatement,
  keepIdempotencyStatement,
  readKeptId,
} from '../../platform/idempotency-key.ts';
import type { KeyOfBody } from '../../platform/idempotency-key.ts';
import { leafName } from '../../platform/record-store/column.ts';
import { placeOfType } from '../../platform/record-store/places.ts';
import type { RecordChanging } from './record-changing.ts';
import {
  countRecords,
  countRunning,
  holdOwn,
  insertBulkChange,
  insertMatching,
  insertUndone,
  readBulkChanges,
  readCount,
  readIsAnyLeft,
  readMadeId,
  readRecords,
  selectLeft,
  selectOwn,
  selectOwnOfType,
  selectRecords,
  setTotal,
  stopOwn,
} from './sql.ts';
import type { NewBulkChange, StoredBulkChange } from './sql.ts';

type BulkChangeOperations = Pick<
  OperationTable,
  | 'previewBulkChange'
  | 'findBulkChange'
  | 'findMyBulkChanges'
  | 'findBulkChangeRecords'
  | 'startBulkChange'
  | 'stopBulkChange'
  | 'undoBulkChange'
>;

const startOperation = 'startBulkChange';

export function bulkChangesOperations({
  records,
  runner,
}: {
  records: RecordChanging;
  runner: Pick<BackgroundRunner, 'wake'>;
}): BulkChangeOperations {
  return {
    previewBulkChange: ({ data: { query, values } }, context) => records.preview(query, values, context),

    async findBulkChange({ data }, context) {
      const { tenantId, userId } = context.viewer;
      const { answers } = await context.read([selectOwn(tenantId, userId, data.id)]);
      return describe(getOwn(answers[0], context), context);
    },

    async findMyBulkChanges({ data }, context) {
      const { tenantId, userId } = context.viewer;
      const { type } = context.authorise(data.recordTypeId);
      const { answers } = await context.read([selectOwnOfType(tenantId, userId, type.id)]);
      const found = readBulkChanges(answers[0]);
      // Of the one alone whose Undo is offered: this is asked again and again while something runs.
      const last = found.find(({ state }) => state !== 'RUNNING');
      const isOverwritten = last !== undefined && (await hasNothingLeft(last, type, context));
      return found.map((change) => ({
        ...describe(change, context),
        isOverwritten: change === last && isOverwritten,
      }));
    },

    async findBulkChangeRecords({ data, pagination }, context): Promise<BulkChangeRecordPage> {
      const { tenantId, userId } = context.viewer;
      const slice = pagination ?? { offset: 0, limit: 100 };
      if (slice.offset < 0) throw invalid('The offset cannot be negative.', 'pagination.offset');
      if (slice.limit < 1 || slice.limit > largestReportPage)
        throw invalid(`A page has from 1 to ${largestReportPage} records.`, 'pagination.limit');
      const outcomes = data.outcomes ?? null;
      const { answers } = await context.read([
        selectOwn(tenantId, userId, data.id),
        selectRecords(tenantId, data.id, outcomes, slice),
        countRecords(tenantId, data.id, outcomes),
      ]);
      const { recordTypeId: typeId } = getOwn(answers[0], context);
      const reported = readRecords(answers[1]);
      const ids = reported.map(({ id }) => id);
      const numbers = await records.findNumbers(typeId, ids, context);
      return {
        records: reported.map((record) => ({ ...record, recordNumber: numbers.get(record.id) ?? null })),
        total: readCount(answers[2]),
      };
    },

    async startBulkChange({ data }, context) {
      const { query, values } = data;
      const key = data.idempotencyKey ?? null;
      if (key !== null) requireIdempotencyKey(key);
      const body = hashBody({ query, values });
      const before = key === null ? null : await findStarted({ key, body }, context);
      if (before !== null) return describe(before, context);
      requireSomething(await records.preview(query, values, context));
      const { type } = context.authorise(query.recordTypeId);
      const keys = records.changedKeys(type.id, values, context);
      const made = { recordTypeId: type.id, kind: kindOf(values, keys), values, keys, undoOf: null };
      try {
        const started = await begin(made, context, {
          kept: key === null ? null : { key, body },
          fill: (id) =>
            insertMatching(
              context.viewer.tenantId,
              id,
              records.matching(query, context),
              mostBulkRecords + 1,
            ),
        });
        return describe(started, context);
      } catch (error) {
        // The same key at the same moment: the one that was started is the answer to both.
        const other =
          key !== null && databaseErrorCode(error) === '23505'
            ? await findStarted({ key, body }, context)
            : null;
        if (other === null) throw error;
        return describe(other, context);
      }
    },

    async stopBulkChange({ data }, context) {
      const { tenantId, userId } = context.viewer;
      const stopped = await context.write(
        [holdOwn(tenantId, userId, data.id)],
        async (transaction, [held]) => {
          getOwn(held, context);
          const answers = await transaction.finish([
            stopOwn(tenantId, userId, data.id),
            selectOwn(tenantId, userId, data.id),
          ]);
          return getOwn(answers[1], context);
        },
      );
      return describe(stopped, context);
    },

    async undoBulkChange({ data }, context) {
      const { tenantId, userId } = context.viewer;
      const begun = await context.write(
        [holdOwn(tenantId, userId, data.id), countRunning(tenantId, userId)],
        async (transaction, [held, running]) => {
          const change = getOwn(held, context);
          const whyNot = whyNotUndo(change);
          if (whyNot !== null) throw invalid(whyNot, 'id');
          const { recordTypeId: typeId, keys } = change;
          records.requireGiveBack({ typeId, keys }, context);
          requireRoom(running);
          const made = { recordTypeId: typeId, kind: 'UNDO', values: null, keys, undoOf: change.id } as const;
          return insert(made, context, transaction, {
            fill: (id) => insertUndone(tenantId, id, change.id),
          });
        },
      );
      runner.wake();
      return describe(begun, context);
    },
  };

  async function findStarted(
    { key, body }: KeyOfBody,
    context: MemberContext,
  ): Promise<StoredBulkChange | null> {
    const { tenantId, userId } = context.viewer;
    const { answers } = await context.read([findIdempotencyStatement(startOperation, key, userId)]);
    const id = readKeptId(answers[0], body);
    if (id === null) return null;
    return getOwn((await context.read([selectOwn(tenantId, userId, id)])).answers[0], context);
  }

  async function begin(
    made: NewBulkChange,
    context: MemberContext,
    { kept, fill }: { kept: KeyOfBody | null; fill: Fill },
  ): Promise<StoredBulkChange> {
    const { tenantId, userId } = context.viewer;
    const started = await context.write([countRunning(tenantId, userId)], (transaction, [running]) => {
      requireRoom(running);
      return insert(made, context, transaction, { fill, kept });
    });
    runner.wake();
    return started;
  }
}

function kindOf({ enabled }: BulkValuesInput, keys: readonly string[]): BulkChangeKind {
  if (keys.some((key) => key !== 'enabled')) return 'EDIT';
  return enabled === true ? 'RESTORE' : 'DELETE';
}

type Fill = (id: number) => ReturnType<typeof insertMatching>;

async function insert(
  made: NewBulkChange,
  context: MemberContext,
  transaction: Transaction,
  { fill, kept = null }: { fill: Fill; kept?: KeyOfBody | null },
): Promise<StoredBulkChange> {
  const { tenantId, userId } = context.viewer;
  const id = readMadeId(await transaction.one(insertBulkChange(tenantId, userId, made)));
  const { count } = await transaction.one(fill(id));
  const whyNot = whyNotMatching(count);
  if (whyNot !== null) throw invalid(whyNot, 'query');
  const answers = await transaction.finish([
    setTotal(tenantId, id, count),
    ...(kept === null ? [] : [keepIdempotencyStatement(tenantId, userId, startOperation, kept, id)]),
    selectOwn(tenantId, userId, id),
  ]);
  return getOwn(answers.at(-1), context);
}

/** One of another person, and one of records that are out of sight now, read as none. */
function getOwn(answer: Answer | undefined, { viewer }: MemberContext): StoredBulkChange {
  const [change] = readBulkChanges(answer);
  if (change === undefined || !mayOnRecordType(viewer, 'view', recordTypeId(change.recordTypeId)))
    throw notFound('The bulk change');
  return change;
}

function requireSomething({ changing, reasons }: BulkChangePreview): void {
  if (changing === 0) throw invalid(reasons[0] ?? nothingToChange, 'values');
}

function requireRoom(running: Answer | undefined): void {
  if (readCount(running) >= mostRunning) throw new Refusal('LIMITED', tooManyRunning);
}

async function hasNothingLeft(
  change: StoredBulkChange,
  type: StoredRecordType,
  context: MemberContext,
): Promise<boolean> {
  // Of a type that is being moved, part of the records stand elsewhere.
  const { bucket, movingFrom } = placeOfType(type);
  if (change.updated === 0 || change.isUndone || movingFrom !== null) return false;
  const leaf = leafName(bucket);
  const { answers } = await context.read([selectLeft(context.viewer.tenantId, change.id, leaf)]);
  return !readIsAnyLeft(answers[0]);
}

function describe(change: StoredBulkChange, context: MemberContext): BulkChange {
  const { type, fields } = context.authorise(change.recordTypeId);
  const { userId: _, recordTypeId: _type, values: _values, reached: _reached, keys, ...told } = change;
  return {
    ...told,
    isOverwritten: false,
    recordType: { id: type.id, name: type.name },
    fieldNames: keys.flatMap((key) => (key === 'enabled' ? [] : (fields.get(key)?.name ?? []))),
  };
}
