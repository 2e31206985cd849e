// The lines of one record as new lines of another.
import { withoutClosed } from './judge-new-line.ts';
import { isEdited, linesOf, type Line, type LineType } from './line.ts';
import { sendLines, toFields } from './save-lines.ts';

/** @returns how many of them stand there now */
export async function copyLines(
  lines: readonly Line[],
  types: readonly LineType[],
  recordId: number,
): Promise<number> {
  const rows = types.flatMap((type) => {
    const edited = new Set(type.fields.filter(isEdited).map(({ key }) => key));
    return linesOf(type, lines).map((line, at) => ({
      recordHeaderId: recordId,
      index: at + 1,
      lineItemsFields: toFields([
        ...withoutClosed(type, new Map([...line.values].filter(([key]) => edited.has(key)))),
      ]),
      // Sent twice, it makes one.
      idempotencyKey: `copy to ${recordId} of line ${line.id}`,
    }));
  });
  const outcomes = await sendLines(rows, () => undefined);
  return outcomes.filter(({ refusal }) => refusal === null).length;
}
