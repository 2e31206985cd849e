// Lines that are made and changed, one or many, in one transaction. Each is judged for itself and gets an answer of its
// own; what is wrong with one keeps no other back unless that is asked.
import { Refusal, invalid } from '@rowhouse/domain/kernel/refusal.ts';
import { mostLinesAtOnce, mostLinesOfRecord } from '@rowhouse/domain/line-items/limits.ts';
import {
  changeLine,
  heldBack,
  lineChangedMeanwhile,
  lineWithoutValue,
  standingLine,
  tooManyLines,
} from '@rowhouse/domain/line-items/rules.ts';
import type { GivenValue, JudgedLine, LineFault } from '@rowhouse/domain/line-items/rules.ts';
import { deletedIsNotEdited } from '@rowhouse/domain/records/deleted-record.ts';
import { requireIdempotencyKey } from '@rowhouse/domain/kernel/idempotency.ts';
import type { StoredLineItemType } from '@rowhouse/domain/tenants/tenant-config.ts';
import type {
  LineItemsFieldInput,
  LineItemsRowInput,
  LineItemsRowResult,
} from '@rowhouse/domain/contract.generated.ts';
import type { MemberContext } from '../../graphql/operation.ts';
import { hashBody, isOtherBody, otherBody } from '../../platform/body-of-key.ts';
import type { Answer, Transaction } from '../../platform/database/database.ts';
import { databaseErrorCode } from '../../platform/database/open-database.ts';
import type { Statement } from '../../platform/database/statement-batch.ts';
import { lockGathering } from '../../platform/record-store/settle-records.ts';
import { readOwnEntries, selectOwnEntries } from '../../platform/record-store/own-entries.ts';
import { findPlacesStatement } from '../../platform/record-store/standing-records.ts';
import { deletedRecords, findSight, requireEditableLines } from './find-sight.ts';
import type { Sight } from './find-sight.ts';
import {
  findLineKeys,
  getLineOwner,
  holdLines,
  insertLineItems,
  keepLineKeys,
  readLineEnds,
  readLineKeys,
  readLines,
  readMadeLineIds,
  selectLineEnds,
  selectSavedLines,
  updateLines,
} from './sql.ts';
import type { KeptLine, LineEnds, StoredLine } from './sql.ts';
import { describeLine, describeRow } from './write-lines.ts';

type Refused = { readonly refusal: Refusal; readonly fieldId: number | null; readonly current?: StoredLine };
type Judged =
  | Refused
  | { readonly create: JudgedLine; readonly type: StoredLineItemType }
  | { readonly change: JudgedLine; readonly enabled: boolean; readonly line: StoredLine }
  | { readonly settled: KeptLine };

export async function changeLines(
  rows: readonly LineItemsRowInput[],
  context: MemberContext,
  { together = false } = {},
): Promise<LineItemsRowResult[]> {
  requireFair(rows);
  try {
    return await changeOnce(rows, context, together);
  } catch (error) {
    // The same key at the same moment: the other one made or changed the line, which is the answer to both.
    const hasKeys = rows.some((row) => row.idempotencyKey != null);
    if (!hasKeys || databaseErrorCode(error) !== '23505') throw error;
    return changeOnce(rows, context, together);
  }
}

/** The one result, or the refusal of the one row. */
export async function changeOneLine(
  row: LineItemsRowInput,
  context: MemberContext,
): Promise<LineItemsRowResult> {
  const [result] = await changeLines([row], context);
  if (result === undefined) throw new Error('One line has one result.');
  const { refusal, lineItems, lineItemsRow } = result;
  if (refusal == null) return result;
  if (refusal.code === 'CONFLICT') throw lineChangedMeanwhile({ lineItemsRow, lineItems });
  const field =
    refusal.lineItemsByTypeFiledsId == null ? {} : { field: String(refusal.lineItemsByTypeFiledsId) };
  throw new Refusal(refusal.code as 'INVALID' | 'NOT_FOUND', refusal.message, field);
}

function requireFair(rows: readonly LineItemsRowInput[]): void {
  if (rows.length > mostLinesAtOnce)
    throw invalid(`At most ${mostLinesAtOnce} lines can be saved at once.`, 'data');
  const ids = rows.flatMap((row) => row.rowId ?? []);
  if (new Set(ids).size < ids.length) throw invalid('A line is given twice.', 'rowId');
  const keys = rows.flatMap((row) => row.idempotencyKey ?? []);
  if (new Set(keys).size < keys.length) throw invalid('A key is given twice.', 'idempotencyKey');
  for (const key of keys) requireIdempotencyKey(key);
}

async function changeOnce(
  rows: readonly LineItemsRowInput[],
  context: MemberContext,
  together: boolean,
): Promise<LineItemsRowResult[]> {
  const { tenantId, userId } = context.viewer;
  const records = [...new Set(rows.map((row) => row.recordHeaderId))];
  const keys = rows.flatMap((row) => row.idempotencyKey ?? []);
  const first: Statement[] = [
    findPlacesStatement(context.config, records),
    ...lockGathering(context.config, records),
    holdLines(
      context.config,
      rows.flatMap((row) => row.rowId ?? []),
    ),
    selectLineEnds(tenantId, records),
    findLineKeys(userId, keys),
  ];
  return context.write(first, async (transaction, answers) => {
    const places = answers[0];
    const [held, ends, settled] = answers.slice(-3);
    const sight = await findSight(places, context, (statements) => transaction.run(statements));
    for (const typeId of new Set(sight.values())) requireEditableLines(context.viewer, typeId);
    const known = new Map(readLines(held).map((line) => [line.id, line]));
    const settledByKey = readLineKeys(settled);
    const deleted = deletedRecords(places);
    const judged = rows.map((row) =>
      sight.has(row.recordHeaderId) && deleted.has(row.recordHeaderId)
        ? refused('INVALID', { sentence: deletedIsNotEdited, fieldId: null })
        : judge(row, sight, known, settledByKey, context),
    );
    keepWithin(judged, rows, readLineEnds(ends));
    const isRefused = judged.some((each) => 'refusal' in each);
    if (together && isRefused) holdBack(judged);
    return write(judged, rows, readLineEnds(ends), context, transaction);
  });
}

const refused = (
  code: 'INVALID' | 'NOT_FOUND' | 'CONFLICT',
  { sentence, fieldId }: LineFault,
  current?: StoredLine,
): Refused => ({
  refusal: new Refusal(code, sentence),
  fieldId,
  ...(current !== undefined && { current }),
});

const absent = (what: string): Refused =>
  refused('NOT_FOUND', { sentence: `${what} was not found.`, fieldId: null });

function judge(
  row: LineItemsRowInput,
  sight: Sight,
  known: ReadonlyMap<number, StoredLine>,
  settledByKey: ReadonlyMap<string, KeptLine>,
  context: MemberContext,
): Judged {
  const recordType = sight.get(row.recordHeaderId);
  if (recordType === undefined) return absent('The record');
  const { lineItemTypes } = context.config;
  const kept = row.idempotencyKey == null ? undefined : settledByKey.get(row.idempotencyKey);
  if (kept !== undefined)
    return isOtherBody(kept.body, bodyOf(row)) ? { refusal: otherBody(), fieldId: null } : { settled: kept };
  if (row.rowId != null) {
    const line = known.get(row.rowId);
    const type = line === undefined ? undefined : lineItemTypes.get(line.typeId);
    if (line === undefined || type === undefined || line.recordId !== row.recordHeaderId)
      return absent('The line');
    // What was deleted is gone, but for who restores it.
    if (!line.enabled && row.enabled !== true) return absent('The line');
    const given = readGiven(row.lineItemsFields ?? [], type, context);
    if ('sentence' in given) return refused('INVALID', given);
    if (row.version != null && line.version !== row.version)
      return refused('CONFLICT', { sentence: lineChangedMeanwhile(null).message, fieldId: null }, line);
    const enabled = row.enabled ?? line.enabled;
    // What is deleted may be as it is: a line can go though a field has become required since.
    if (given.length === 0) return { change: standingLine(type.fields, line.values), enabled, line };
    // What an undo writes stood together before.
    const fills = context.request.source?.kind !== 'UNDO';
    const changed = changeLine(type, line.values, given, context, { fills });
    return 'fault' in changed ? refused('INVALID', changed.fault) : { change: changed.values, enabled, line };
  }
  if (row.enabled === false) return refused('INVALID', { sentence: 'A new line is enabled.', fieldId: null });
  const fields = row.lineItemsFields ?? [];
  const [first] = fields;
  if (first === undefined) return refused('INVALID', { sentence: lineWithoutValue, fieldId: null });
  const field = context.config.lineItemFields.get(first.lineItemsByTypeFiledsId);
  const type = field === undefined ? undefined : lineItemTypes.get(field.lineItemTypeId);
  if (type === undefined || type.recordTypeId !== recordType)
    return refused('INVALID', noSuchField(first.lineItemsByTypeFiledsId));
  const given = readGiven(fields, type, context);
  if ('sentence' in given) return refused('INVALID', given);
  const changed = changeLine(type, null, given, context);
  return 'fault' in changed ? refused('INVALID', changed.fault) : { create: changed.values, type };
}

/** Where a new one stands among the others is another question than what it is. */
const bodyOf = ({
  recordHeaderId,
  rowId,
  version,
  enabled,
  lineItemsFields: fields,
}: LineItemsRowInput): string =>
  hashBody({
    recordHeaderId,
    lineItemsFields: fields ?? [],
    ...(rowId != null && { rowId, version, enabled }),
  });

const noSuchField = (id: number): LineFault => ({
  sentence: `There is no field '${id}' in these lines.`,
  fieldId: null,
});

/** Each a field of the line's kind, and none twice. */
function readGiven(
  inputs: readonly LineItemsFieldInput[],
  type: StoredLineItemType,
  { config }: MemberContext,
): GivenValue[] | LineFault {
  const given: GivenValue[] = [];
  for (const { lineItemsByTypeFiledsId: id, value } of inputs) {
    const field = config.lineItemFields.get(id);
    if (field === undefined || field.lineItemTypeId !== type.id) return noSuchField(id);
    if (given.some((other) => other.field === field))
      return { sentence: `${field.name} is given twice.`, fieldId: id };
    given.push({ field, value: value ?? null });
  }
  return given;
}

/** New lines beyond what a record holds are refused. */
function keepWithin(judged: Judged[], rows: readonly LineItemsRowInput[], ends: readonly LineEnds[]): void {
  const counts = new Map<number, number>();
  for (const { recordId, count } of ends) counts.set(recordId, (counts.get(recordId) ?? 0) + count);
  judged.forEach((each, index) => {
    const record = rows[index]?.recordHeaderId;
    if (!('create' in each) || record === undefined) return;
    const count = (counts.get(record) ?? 0) + 1;
    counts.set(record, count);
    if (count > mostLinesOfRecord)
      judged[index] = refused('INVALID', { sentence: tooManyLines, fieldId: null });
  });
}

function holdBack(judged: Judged[]): void {
  judged.forEach((each, index) => {
    if ('create' in each || 'change' in each)
      judged[index] = { refusal: new Refusal('INVALID', heldBack), fieldId: null };
  });
}

async function write(
  judged: readonly Judged[],
  rows: readonly LineItemsRowInput[],
  ends: readonly LineEnds[],
  context: MemberContext,
  transaction: Transaction,
): Promise<LineItemsRowResult[]> {
  const { tenantId, userId } = context.viewer;
  const created = await create(judged, rows, ends, context, transaction);
  const changes = judged.flatMap((each) =>
    'change' in each && isOther(each) ? { line: each.line, values: each.change, enabled: each.enabled } : [],
  );
  const keys = judged.flatMap((each, index) => {
    const row = rows[index];
    const id = 'change' in each ? each.line.id : created.get(index);
    return row?.idempotencyKey == null || id === undefined
      ? []
      : { key: row.idempotencyKey, body: bodyOf(row), id };
  });
  const ids = judged.map((each, index) => {
    if ('change' in each) return each.line.id;
    if ('settled' in each) return each.settled.id;
    return 'refusal' in each ? (each.current?.id ?? null) : (created.get(index) ?? null);
  });
  const wantsEntries = context.selection.some(({ name }) => name === 'auditEntryId');
  const written = [...changes.map(({ line: { id } }) => id), ...created.values()];
  const saving = selectSavedLines(
    context.config,
    [...new Set(rows.map((row) => row.recordHeaderId))],
    ids.flatMap((id) => id ?? []),
  );
  const statements = [
    ...updateLines(context.config, changes),
    ...(keys.length > 0 ? [keepLineKeys(tenantId, userId, keys)] : []),
    saving,
    ...(wantsEntries ? [selectOwnEntries(tenantId, 'line_item', written)] : []),
  ];
  const answers: Answer[] = await transaction.finish(statements);
  const saved = new Map(readLines(answers[statements.indexOf(saving)]).map((line) => [line.id, line]));
  const entries = wantsEntries ? readOwnEntries(answers.at(-1)) : new Map<number, number>();
  return judged.map((each, index) => {
    const id = ids[index] ?? 0;
    const entry = 'settled' in each ? each.settled.auditEntryId : entries.get(id);
    return describeResult(each, saved.get(id), entry ?? null, context);
  });
}

/** What changes nothing raises no version. */
function isOther({ change, enabled, line }: Extract<Judged, { readonly line: StoredLine }>): boolean {
  const ids = new Set([...Object.keys(change), ...Object.keys(line.values)]);
  return enabled !== line.enabled || [...ids].some((id) => change[id] !== line.values[id]);
}

/** The ids of the new lines, by their place among the rows. */
async function create(
  judged: readonly Judged[],
  rows: readonly LineItemsRowInput[],
  ends: readonly LineEnds[],
  { config }: MemberContext,
  transaction: Transaction,
): Promise<Map<number, number>> {
  const byType = new Map<
    number,
    { index: number; recordId: number; top: number | null; values: JudgedLine }[]
  >();
  judged.forEach((each, index) => {
    const row = rows[index];
    if (!('create' in each) || row === undefined) return;
    const top = row.index != null && row.index >= 1 ? row.index : null;
    const line = { index, recordId: row.recordHeaderId, top, values: each.create };
    byType.set(each.type.id, [...(byType.get(each.type.id) ?? []), line]);
  });
  const created = new Map<number, number>();
  for (const [typeId, lines] of byType) {
    const places = ends.filter((end) => end.typeId === typeId);
    const [inserted] = await transaction.run(
      insertLineItems(getLineOwner(config, typeId), placeNew(lines, places)),
    );
    readMadeLineIds(inserted).forEach((id, at) => created.set(lines[at]?.index ?? -1, id));
  }
  return created;
}

/** Above the first or below the last: no line that stands is touched. */
function placeNew<Line extends { recordId: number; top: number | null; values: JudgedLine }>(
  lines: readonly Line[],
  ends: readonly LineEnds[],
) {
  const endsOf = new Map(ends.map((end) => [end.recordId, end]));
  const next = new Map<number, number>();
  const above = new Map<Line, number>();
  const tops = lines.filter((line) => line.top !== null).sort((one, other) => one.top! - other.top!);
  const counts = new Map<number, number>();
  for (const line of tops) counts.set(line.recordId, (counts.get(line.recordId) ?? 0) + 1);
  const seen = new Map<number, number>();
  for (const line of tops) {
    const at = seen.get(line.recordId) ?? 0;
    seen.set(line.recordId, at + 1);
    above.set(line, (endsOf.get(line.recordId)?.first ?? 1) - (counts.get(line.recordId) ?? 0) + at);
  }
  return lines.map((line) => {
    const placed = above.get(line);
    if (placed !== undefined) return { recordId: line.recordId, values: line.values, position: placed };
    const position = next.get(line.recordId) ?? (endsOf.get(line.recordId)?.last ?? 0) + 1;
    next.set(line.recordId, position + 1);
    return { recordId: line.recordId, values: line.values, position };
  });
}

function describeResult(
  each: Judged,
  line: StoredLine | undefined,
  auditEntryId: number | null,
  { config }: MemberContext,
): LineItemsRowResult {
  const isHeldBack = 'refusal' in each && each.refusal.message === heldBack;
  return {
    lineItemsRow: line === undefined ? null : describeRow(line),
    lineItems: line === undefined ? [] : describeLine(line, config.lineItemTypes),
    refusal:
      'refusal' in each
        ? {
            code: isHeldBack ? 'HELD_BACK' : each.refusal.code,
            message: each.refusal.message,
            lineItemsByTypeFiledsId: each.fieldId,
          }
        : null,
    auditEntryId,
  };
}
