// Takes the last thing back that was done to the lines, by the entries of the history that tell it: what somebody wrote since
// stays, value by value, and is named.
import { mostLinesAtOnce } from '@rowhouse/domain/line-items/limits.ts';
import { movedLines } from '@rowhouse/domain/line-items/order.ts';
import { mostEntriesAtOnce, mostUndoneAtOnce } from '@rowhouse/domain/put-back/limits.ts';
import { useEffect, useMemo, useRef, useState } from 'react';
import { createLastDeed } from '../../edit-session/last-deed.ts';
import { viewerZone } from '../../platform/clock.ts';
import { snackbars } from '../../ui/snackbars.tsx';
import { reorderLines, undoLineChanges } from './edit/api.ts';
import { findLinesAgain } from './find-lines-again.ts';
import type { Line, LineId } from './line.ts';
import type { FoundLine } from './merge-lines.ts';

export type LineDeed =
  | {
      readonly kind: 'lines';
      /** As they were saved, with the entries that tell it. */
      readonly lines: readonly Pick<Line, 'id' | 'auditEntryId'>[];
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
  { lines }: Extract<LineDeed, { kind: 'lines' }>,
  { recordId, onLines }: UndoSetting,
): Promise<void> {
  const entries = lines.flatMap(({ auditEntryId }) => auditEntryId ?? []);
  if (entries.length === 0) return;
  const records = inParts(entries, mostEntriesAtOnce).map((part) => ({ recordId, entries: part }));
  const refusals: string[] = [];
  let isAnyDone = false;
  for (const part of inParts(records, mostUndoneAtOnce)) {
    for (const { outcome, rows } of await undoLineChanges({ records: part, timeZone: viewerZone() })) {
      if (outcome === 'UPDATED') isAnyDone = true;
      if (outcome === 'NOT_FOUND') refusals.push('The record was not found.');
      refusals.push(...rows.flatMap(({ name, whyNot }) => (whyNot === null ? [] : [`${name}: ${whyNot}`])));
    }
  }
  const ids = lines.map(({ id }) => Number(id));
  const found: FoundLine[] = [];
  for (const part of inParts(ids, mostLinesAtOnce)) found.push(...(await findLinesAgain(recordId, part)));
  const isThere = new Set(found.map(({ line }) => line.id));
  onLines(
    found,
    ids.filter((id) => !isThere.has(id)),
  );
  report(entries.length, isAnyDone, [...new Set(refusals)]);
}

function inParts<Item>(items: readonly Item[], size: number): Item[][] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, at) => items.slice(at * size, (at + 1) * size));
}

const mostToldAtOnce = 3;

function report(lines: number, isAnyDone: boolean, refusals: readonly string[]): void {
  if (refusals.length === 0)
    return void snackbars.info(
      lines === 1 ? 'The change is undone.' : `The changes of ${lines} lines are undone.`,
    );
  const left = refusals.length - mostToldAtOnce;
  const told = refusals.slice(0, mostToldAtOnce).join(' ') + (left > 0 ? ` And ${left} more.` : '');
  snackbars.warning(isAnyDone ? `${told} The rest is undone.` : `Not undone. ${told}`);
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
