// Sends lines in parts that a request can hold, and says of each what became of it.
import type { LineItemsRowInput } from '@rowhouse/domain/contract.generated.ts';
import { additionalFieldKey, parseFieldKey } from '@rowhouse/domain/fields/field.ts';
import { request } from '../../platform/graphql/request.ts';
import { saveManyLines } from './api.ts';
import { gatherLines, type Line } from './line.ts';
import type { EditedLine } from './line-session.ts';

const linesAtOnce = 250;

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
  rows: readonly LineItemsRowInput[],
  onSent: (outcomes: readonly LineOutcome[], first: number) => void,
): Promise<LineOutcome[]> {
  const all: LineOutcome[] = [];
  for (let first = 0; first < rows.length; first += linesAtOnce) {
    const data = rows.slice(first, first + linesAtOnce);
    const answered = (await request(saveManyLines, { data })).createOrUpdateManyLineItems;
    const outcomes = answered.map(({ lineItemsRow, lineItems, refusal }): LineOutcome => {
      const [gathered] = gatherLines(lineItems);
      const empty = lineItemsRow && {
        id: lineItemsRow.id,
        version: lineItemsRow.version,
        values: new Map<string, string>(),
        isNew: false,
      };
      const fieldId = refusal?.lineItemsByTypeFiledsId ?? null;
      return {
        line: gathered ?? empty,
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

export const toFields = (values: Iterable<readonly [string, string]>) =>
  [...values].flatMap(([key, value]) => {
    const parsed = parseFieldKey(key);
    return 'fieldId' in parsed
      ? { lineItemsByTypeFiledsId: parsed.fieldId, value: value === '' ? null : value }
      : [];
  });

/** New lines come above the others, in the order in which they stand. */
export function toRowInput(
  recordHeaderId: number,
  { line, values, idempotencyKey }: EditedLine,
  index: number,
): LineItemsRowInput {
  const lineItemsFields = toFields(values);
  return typeof line.id === 'string'
    ? { recordHeaderId, index: index + 1, lineItemsFields, idempotencyKey }
    : { recordHeaderId, rowId: line.id, version: line.version, lineItemsFields };
}
