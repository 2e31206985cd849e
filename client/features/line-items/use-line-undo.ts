// Takes the last thing back that was done to the lines, by ordinary changes of the versions that it made: they are
// audited like any other, and what somebody has changed since stays as they left it.
import { movedLines } from '@rowhouse/domain/line-items/order.ts';
import type { LineItemsRowInput } from '@rowhouse/domain/contract.generated.ts';
import { useEffect, useMemo, useRef, useState } from 'react';
import { createLastDeed } from '../../edit-session/last-deed.ts';
import { snackbars } from '../../ui/snackbars.tsx';
import { reorderLines } from './edit/api.ts';
import type { Line, LineId } from './line.ts';
import type { FoundLine } from './merge-lines.ts';
import { sendLines, toFields, type LineOutcome } from './save-lines.ts';

export type LineDeed =
  | {
      readonly kind: 'lines';
      readonly made: readonly Line[];
      /** As they were saved, with what stood in the fields that were changed. */
      readonly changed: readonly { readonly line: Line; readonly before: ReadonlyMap<string, string> }[];
      readonly deleted: readonly Line[];
    }
  | { readonly kind: 'order'; readonly before: readonly LineId[]; readonly after: readonly LineId[] };

type UndoSetting = {
  recordId: number;
  lines: readonly Line[];
  during: <Answer>(work: () => Promise<Answer>) => Promise<Answer>;
  /** Lines of this kind as they stand after it; `gone` are no more. */
  onLines: (found: readonly FoundLine[], gone: readonly LineId[]) => void;
  onOrder: (order: readonly LineId[]) => void;
};

export type LineUndo = ReturnType<typeof useLineUndo>;

export function useLineUndo(setting: UndoSetting) {
  const present = useRef(setting);
  useEffect(() => {
    present.current = setting;
  });
  const [lastDeed] = useState(createLastDeed);
  return useMemo(() => {
    const takingBack = (deed: LineDeed) => () =>
      present.current.during(() =>
        deed.kind === 'order' ? undoOrder(deed, present.current) : undoLines(deed, present.current),
      );
    return {
      undo: lastDeed.undo,
      remember: (deed: LineDeed) => lastDeed.remember(takingBack(deed)),
      /** Says what was done, with the way back. */
      tell: (words: string, deed: LineDeed) => lastDeed.tell(words, takingBack(deed)),
    };
  }, [lastDeed]);
}

async function undoLines(
  { made, changed, deleted }: Extract<LineDeed, { kind: 'lines' }>,
  { recordId: recordHeaderId, onLines }: UndoSetting,
): Promise<void> {
  const of = ({ id, version }: Line) => ({ recordHeaderId, rowId: Number(id), version });
  const inputs: LineItemsRowInput[] = [
    ...made.map((line) => ({ ...of(line), enabled: false })),
    ...changed.map(({ line, before }) => ({ ...of(line), lineItemsFields: toFields(before) })),
    ...deleted.map((line) => ({ ...of(line), enabled: true })),
  ];
  let count = 0;
  const refusals: string[] = [];
  await sendLines(inputs, (outcomes, first) => {
    const found: FoundLine[] = [];
    const gone: LineId[] = [];
    outcomes.forEach((outcome, at) => {
      if (outcome.refusal !== null) refusals.push(sentenceOf(outcome.refusal));
      else {
        count += 1;
        const { line, index } = outcome;
        if (inputs[first + at]!.enabled === false) gone.push(inputs[first + at]!.rowId!);
        else if (line !== null) found.push({ line, index });
      }
    });
    onLines(found, gone);
  });
  report(count, refusals);
}

const sentenceOf = ({ code, message }: NonNullable<LineOutcome['refusal']>): string =>
  code === 'CONFLICT' ? 'Somebody else changed it since, and it stays so.' : message;

function report(count: number, refusals: readonly string[]): void {
  const done = count === 1 ? 'The change is undone.' : `The changes of ${count} lines are undone.`;
  if (refusals.length === 0) return void snackbars.info(done);
  const reasons = [...new Set(refusals)].join(' ');
  const number = refusals.length === 1 ? 'One line' : `${refusals.length} lines`;
  snackbars.warning(`${count > 0 ? `${done} ` : ''}${number} could not be undone: ${reasons}`);
}

async function undoOrder(
  { before, after }: Extract<LineDeed, { kind: 'order' }>,
  { recordId, lines, onOrder }: UndoSetting,
): Promise<void> {
  const ids = lines.map(({ id }) => id);
  const [isThere, wasThere] = [new Set(ids), new Set(after)];
  const known = ids.filter((id) => wasThere.has(id));
  const left = after.filter((id) => isThere.has(id));
  if (known.some((id, at) => left[at] !== id)) {
    snackbars.warning('Not undone: somebody else changed the order since, and it stays so.');
    return;
  }
  // Lines that came since stay in their places.
  const rest = before.filter((id) => isThere.has(id))[Symbol.iterator]();
  const order = ids.map((id) => (wasThere.has(id) ? rest.next().value! : id));
  const rows = movedLines(ids.map(Number), order.map(Number));
  const moved = rows.map(({ id, fromIndex, index }) => ({ rowId: id, fromIndex, index }));
  if (moved.length > 0) await reorderLines(recordId, moved);
  onOrder(order);
  snackbars.info('The order is as it was before.');
}
