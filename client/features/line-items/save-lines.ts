// Sends lines in parts that a request can hold, and says of each what became of it.
import { additionalFieldKey, parseFieldKey } from '@rowhouse/domain/fields/field.ts';
import { saveManyLines, type KeyedLine } from './edit/api.ts';
import { gatherLines, type Line, type LineId } from './line.ts';
import { withoutAnswer, type Outcome, type Send, type SentThing } from '../../edit-session/save-things.ts';
import { isConnectionLost } from '../../platform/request-failure.ts';

export const linesAtOnce = 250;

export type LineOutcome = {
  /** As it stands now; null when nothing was made. */
  readonly line: Line | null;
  /** Its place among the lines of its kind, from 1; 0 when it is deleted. */
  readonly index: number;
  readonly refusal: {
    readonly code: string;
    readonly message: string;
    readonly column: string | null;
  } | null;
};

/** @param onSent how many have been answered */
export async function sendLines(
  rows: readonly KeyedLine[],
  onSent: (outcomes: readonly LineOutcome[], first: number) => void,
): Promise<LineOutcome[]> {
  const all: LineOutcome[] = [];
  for (let first = 0; first < rows.length; first += linesAtOnce) {
    const data = rows.slice(first, first + linesAtOnce);
    const answered = await saveManyLines(data);
    const outcomes = answered.map(({ lineItemsRow, lineItems, refusal, auditEntryId }): LineOutcome => {
      const [gathered] = gatherLines(lineItems);
      const empty = lineItemsRow && {
        id: lineItemsRow.id,
        version: lineItemsRow.version,
        values: new Map<string, string>(),
        isNew: false,
      };
      const fieldId = refusal?.lineItemsByTypeFiledsId ?? null;
      return {
        line: withEntry(gathered ?? empty, auditEntryId),
        index: lineItemsRow?.index ?? 0,
        refusal: refusal && {
          code: refusal.code,
          message: refusal.message,
          column: fieldId === null ? null : additionalFieldKey(fieldId),
        },
      };
    });
    onSent(outcomes, first);
    all.push(...outcomes);
  }
  return all;
}

const withEntry = (line: Line | null, auditEntryId: number | null): Line | null =>
  line && { ...line, auditEntryId };

export const toFields = (values: Iterable<readonly [string, string]>) =>
  [...values].flatMap(([key, value]) => {
    const parsed = parseFieldKey(key);
    return 'fieldId' in parsed
      ? { lineItemsByTypeFiledsId: parsed.fieldId, value: value === '' ? null : value }
      : [];
  });

/** Changes the lines at hand, of every kind. */
export type PatchLines = (change: (before: readonly Line[]) => readonly Line[]) => void;

/** Sends lines of the record, and puts what came back among the lines at hand. */
export const sendTo =
  (recordId: number, patch: PatchLines): Send<Line, LineId> =>
  async (things, first) => {
    const inputs = things.map((thing, at) => toRowInput(recordId, thing, first + at));
    const outcomes = await sendLines(inputs, () => undefined).catch((failure: unknown) => {
      if (!isConnectionLost(failure)) throw failure;
      return null;
    });
    if (outcomes === null) return things.map(() => withoutAnswer);
    const made: Line[] = [];
    const changed = new Map<LineId, Line>();
    outcomes.forEach(({ line, refusal }, at) => {
      const { id } = things[at]!;
      if (line === null || (refusal !== null && refusal.code !== 'CONFLICT')) return;
      if (typeof id === 'string') made.push(line);
      else changed.set(id, line);
    });
    patch((before) => [...made, ...before.map((line) => changed.get(line.id) ?? line)]);
    return outcomes.map(outcomeOf);
  };

function outcomeOf({ line, refusal }: LineOutcome): Outcome<Line> {
  if (refusal === null) return { kind: 'saved', source: line ?? nothingMade };
  const { code, message: sentence, column: key } = refusal;
  if (code === 'CONFLICT' && line) return { kind: 'stale', source: line, sentence };
  return { kind: 'refused', sentence, key, endsAll: false };
}

const nothingMade: Line = { id: '', version: 0, values: new Map(), isNew: true };

/** New lines come above the others, in the order in which they stand. */
function toRowInput(
  recordHeaderId: number,
  { id, version, values, idempotencyKey }: SentThing<LineId>,
  index: number,
): KeyedLine {
  const lineItemsFields = toFields(values);
  return typeof id === 'string'
    ? { recordHeaderId, index: index + 1, lineItemsFields, idempotencyKey }
    : { recordHeaderId, rowId: id, version, lineItemsFields, idempotencyKey };
}
