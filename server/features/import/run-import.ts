// A part of an import that was started: its rows are judged again by what the role may do now, made and changed, and
// written down with what a later undo gives back.
import type { AuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import type { BaseFieldName } from '@rowhouse/domain/fields/base-fields.ts';
import { additionalFieldKey } from '@rowhouse/domain/fields/field.ts';
import { createdAtKey } from '@rowhouse/domain/import/import-field.ts';
import { recordGone, recordThere } from '@rowhouse/domain/import/screen-rules.ts';
import { dayAt } from '@rowhouse/domain/kernel/dates.ts';
import { Refusal, invalid, notFound } from '@rowhouse/domain/kernel/refusal.ts';
import type { MemberContext } from '../../graphql/operation.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { json, number, row } from '../../platform/database/row.ts';
import { baseColumns } from '../../platform/record-store/column.ts';
import {
  giveBackStatements,
  heldExpression,
  type HeldField,
} from '../../platform/record-store/held-fields.ts';
import {
  insertRecordsStatement,
  type PlacedValue,
  type RecordPlace,
} from '../../platform/record-store/insert-records.ts';
import { bucketsOfType, placeOfType } from '../../platform/record-store/places.ts';
import { lockStatements, readVersions } from '../../platform/record-store/change-statements.ts';
import type { Assignment } from '../../platform/record-store/settle-columns.ts';
import { placeRecords, readPlaced } from '../projects/sql.ts';
import { seriesNumber } from '../records/sql.ts';
import {
  aboveKey,
  createImportPlan,
  SeenRows,
  whyNotMake,
  type ImportPlan,
  type PlannedRow,
  type Current,
} from './import-plan.ts';
import { findCurrent, queryOf } from './current-records.ts';
import {
  beginImportStatements,
  findLastNumberStatement,
  readLastNumber,
  readTakenIds,
  takeRecordIdsStatement,
} from './sql.ts';
import {
  insertImported,
  noteMade,
  readImports,
  readStagedRows,
  selectImportOfChange,
  selectRowsAfter,
  setFaults,
  type ImportedRecord,
  type JudgedRow,
  type StagedImport,
} from './staged-sql.ts';

type Change = { readonly id: number; readonly recordTypeId: number; readonly keys: readonly string[] };

/** What became of a part, in numbers. */
export type ImportedPart = {
  readonly updated: number;
  readonly unchanged: number;
  readonly refused: number;
  readonly reachedRow: number;
  readonly isLast: boolean;
};

type Part = {
  readonly change: Change;
  readonly recordType: AuthorisedRecordType;
  readonly plan: ImportPlan;
  readonly context: MemberContext;
  readonly transaction: Transaction;
  readonly nowMs: number;
  readonly current: Current;
};

export const createImportRunning = (clock: Clock) => ({
  async runPart(
    change: Change,
    { after, size }: { readonly after: number; readonly size: number },
    context: MemberContext,
    transaction: Transaction,
  ): Promise<ImportedPart> {
    const { tenantId } = context.viewer;
    const [staged] = readImports(await transaction.one(selectImportOfChange(tenantId, change.id)));
    if (staged === undefined) throw new Error('An import has lost its rows.');
    const rows = readStagedRows(await transaction.one(selectRowsAfter(tenantId, staged.id, after, size)));
    const open = rows.filter(({ fault }) => fault === null);
    const { planned, part } = await planPart(change, staged, open, context, transaction, clock.now());
    const faults = planned.flatMap((one) =>
      one.kind === 'FAULTY' ? [{ row: one.row, fault: one.fault }] : [],
    );
    const written = part === null ? [] : await writePart(planned, part);
    const made = planned.filter(({ kind }) => kind === 'MAKE').length;
    await transaction.run([
      ...(written.length === 0 ? [] : [insertImported(tenantId, change.id, written)]),
      ...(faults.length === 0 ? [] : [setFaults(tenantId, staged.id, faults)]),
      noteMade(tenantId, staged.id, made),
    ]);
    const unchanged = written.filter(({ outcome }) => outcome === 'UNCHANGED').length;
    return {
      updated: written.length - unchanged,
      unchanged,
      refused: rows.length - open.length + faults.length,
      reachedRow: rows.at(-1)?.row ?? after,
      isLast: rows.length < size,
    };
  },
});

/** What the role may not do any more is refused row by row, with the sentence. */
async function planPart(
  change: Change,
  { headers, choices }: StagedImport,
  rows: readonly JudgedRow[],
  context: MemberContext,
  transaction: Transaction,
  nowMs: number,
): Promise<{ planned: readonly PlannedRow[]; part: Part | null }> {
  try {
    if (choices === null) throw notFound('The file');
    const recordType = context.authorise(change.recordTypeId);
    const plan = createImportPlan(recordType, headers, choices, context, nowMs);
    const [problem] = plan.mapping.problems;
    if (problem !== undefined) throw invalid(problem);
    const whyNot = change.keys.includes('enabled') ? whyNotMake(recordType, context) : null;
    if (whyNot !== null) throw new Refusal('FORBIDDEN', whyNot);
    const read = rows.map(plan.read);
    const wanted = { plan, recordType, context, bulkChangeId: change.id, more: [enabledField], locks: true };
    const current = await findCurrent(read, wanted, (statements) => transaction.run(statements));
    const seen = new SeenRows();
    const planned = read.map((one) => asStarted(plan.judge(one, current, seen), change));
    return { planned, part: { change, recordType, plan, context, transaction, nowMs, current } };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { planned: rows.map(({ row }) => ({ kind: 'FAULTY', row, fault: error.message })), part: null };
  }
}

const enabledField: HeldField = { key: 'enabled', column: 'enabled' };

/** An undo gives back what was said at the start to change: what would be another kind of change meanwhile is not made. */
function asStarted(planned: PlannedRow, { keys }: Change): PlannedRow {
  const { row } = planned;
  if (planned.kind === 'MAKE' && !keys.includes('enabled'))
    return { kind: 'FAULTY', row, fault: recordGone(planned.number) };
  if (planned.kind === 'CHANGE' && keys.every((key) => key === 'enabled'))
    return { kind: 'FAULTY', row, fault: recordThere };
  return planned;
}

async function writePart(planned: readonly PlannedRow[], part: Part): Promise<ImportedRecord[]> {
  const changed = await writeChanged(
    planned.filter((one) => one.kind === 'CHANGE'),
    part,
  );
  const made = await writeMade(
    planned.filter((one) => one.kind === 'MAKE'),
    part,
  );
  const same = planned.flatMap((one): ImportedRecord[] =>
    one.kind === 'UNCHANGED'
      ? [{ id: one.record.id, version: one.record.version, outcome: 'UNCHANGED', held: '{}' }]
      : [],
  );
  return [...changed, ...made, ...same];
}

type Changed = Extract<PlannedRow, { kind: 'CHANGE' }>;

async function writeChanged(
  rows: readonly Changed[],
  { plan, recordType, context, transaction }: Part,
): Promise<ImportedRecord[]> {
  if (rows.length === 0) return [];
  const query = queryOf(
    rows.map(({ record }) => record.id),
    recordType,
    context,
  );
  const given = rows.map(({ record, held }) => ({ id: record.id, held: JSON.stringify(held) }));
  const answers = await transaction.run(giveBackStatements(query, plan.heldFields, given));
  const versions = new Map(answers.flatMap(readVersions).map(({ id, version }) => [id, version]));
  return rows.map(({ record }) => {
    const version = versions.get(record.id);
    const held = JSON.stringify(record.held);
    if (version === undefined) return { id: record.id, version: record.version, outcome: 'UNCHANGED', held };
    return { id: record.id, version, outcome: 'UPDATED', held };
  });
}

type Made = Extract<PlannedRow, { kind: 'MAKE' }>;

async function writeMade(rows: readonly Made[], part: Part): Promise<ImportedRecord[]> {
  if (rows.length === 0) return [];
  const { recordType, context, transaction, nowMs } = part;
  const { type } = recordType;
  const { tenantId, timeZone } = context.viewer;
  const buckets = bucketsOfType(type);
  const answers = await transaction.run([
    ...beginImportStatements(tenantId, type.id),
    findLastNumberStatement(buckets, type.id),
    takeRecordIdsStatement(rows.length),
  ]);
  const ids = readTakenIds(answers.at(-1));
  const numbered = rows.filter(({ number }) => number !== null || !type.isNumbered);
  const unnumbered = rows.filter(({ number }) => number === null && type.isNumbered);
  let next = numbered.reduce(
    (most, { number }) => Math.max(most, number ?? 0),
    readLastNumber(answers.at(-2)),
  );
  const withNumbers = numbered.map((one) => ({ ...one, number: one.number ?? (next += 1) }));
  const year = Number(dayAt(nowMs, timeZone ?? 'UTC').slice(0, 4));
  // Those that say their number come first: what the series gives then is none of theirs.
  await transaction.run([
    ...(numbered.length === 0 ? [] : [insertMade(withNumbers, ids.slice(0, numbered.length), part)]),
    ...(unnumbered.length === 0
      ? []
      : [insertMade(unnumbered, ids.slice(numbered.length), part, [seriesNumber(tenantId, type, year)])]),
  ]);
  const made = [...withNumbers, ...unnumbered].map((one, index) => ({ ...one, id: ids[index] ?? 0 }));
  const versions = await placeMade(made, part);
  const held = await findHeld(ids, part);
  return ids.map((id) => ({
    id,
    version: versions.get(id) ?? 1,
    outcome: 'UPDATED',
    held: JSON.stringify({ ...held.get(id), enabled: false }),
  }));
}

/** Puts new records under those that they name, which stand already or were made beside them. Answers their versions. */
async function placeMade(
  made: readonly (Made & { readonly id: number })[],
  { current, recordType, transaction }: Part,
): Promise<ReadonlyMap<number, number>> {
  const idOf = new Map<string, number>();
  for (const [key, [record]] of current.above) if (record !== undefined) idOf.set(key, record.id);
  for (const { number, id } of made) if (number !== null) idOf.set(aboveKey(recordType.type.id, number), id);
  const byParent = Map.groupBy(
    made.filter(({ parent }) => parent !== null),
    ({ parent }) =>
      parent?.recordType == null
        ? null
        : (idOf.get(aboveKey(parent.recordType.type.id, parent.number)) ?? null),
  );
  // In the order of the file: what stands under one of it goes after that one.
  const statements = [...byParent].flatMap(([parentId, children]) =>
    parentId === null
      ? []
      : [
          placeRecords(
            parentId,
            children.map(({ id }) => ({ id, version: 1 })),
          ),
        ],
  );
  if (statements.length === 0) return new Map();
  const answers = await transaction.run(statements);
  return new Map(
    answers
      .flatMap(readPlaced)
      .flatMap(({ id, version }) => (version === null ? [] : [[id, version] as const])),
  );
}

function insertMade(
  rows: readonly Made[],
  ids: readonly number[],
  { recordType, plan, context, nowMs }: Part,
  given: readonly Assignment[] = [],
) {
  const { type } = recordType;
  const { tenantId, userId } = context.viewer;
  const keys = [...new Set([...plan.changeable.map(({ key }) => key), ...plan.given.keys()])];
  const placed = keys.map((key): { key: string; place: RecordPlace; empty: PlacedValue } => {
    const stored = type.fields.find(({ id }) => additionalFieldKey(id) === key);
    if (stored !== undefined) return { key, place: { field: stored }, empty: null };
    const base = key as BaseFieldName;
    // Base checkboxes are never empty.
    return { key, place: { base }, empty: baseColumns[base].family === 'checkbox' ? 'false' : null };
  });
  const madeAt = new Date(nowMs).toISOString();
  const places: RecordPlace[] = [
    { base: 'id' },
    { base: 'createdBy' },
    ...(plan.isDated ? [{ base: 'createdAt' } as const] : []),
    ...(given.length > 0 ? [] : [{ base: 'recordNumber' } as const]),
    ...placed.map(({ place }) => place),
  ];
  return insertRecordsStatement(
    { tenantId, type, bucket: placeOfType(type).bucket },
    places,
    rows.map(({ number, values }, index): PlacedValue[] => [
      ids[index] ?? null,
      userId,
      ...(plan.isDated ? [values.get(createdAtKey) ?? madeAt] : []),
      ...(given.length > 0 ? [] : [number]),
      ...placed.map(({ key, empty }) => values.get(key) ?? empty),
    ]),
    given,
  );
}

const heldOf = row({ id: number, version: number, held: json<Readonly<Record<string, unknown>>>() });

/** What the new records hold in the fields that an undo gives back to others beside them. */
async function findHeld(
  ids: readonly number[],
  { change, plan, recordType, context, transaction }: Part,
): Promise<ReadonlyMap<number, Readonly<Record<string, unknown>>>> {
  if (change.keys.every((key) => key === 'enabled') || plan.heldFields.length === 0) return new Map();
  const statements = lockStatements(queryOf(ids, recordType, context), [
    `(${heldExpression(plan.heldFields)})::text`,
  ]);
  const answers = await transaction.run(statements);
  return new Map(answers.flatMap((answer) => heldOf.read(answer)).map(({ id, held }) => [id, held]));
}
