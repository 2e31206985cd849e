// Takes the last thing back that was done to the lines, by the entries of the history that tell it: what somebody wrote since
// stays, value by value, and is named.
import { mostLinesAtOnce } from '@rowhouse/domain/line-items/limits.ts';
import { mostEntriesAtOnce, mostUndoneAtOnce } from '@rowhouse/domain/put-back/limits.ts';
import { useEffect, useMemo, useRef, useState } from 'react';
import { createLastDeed } from '../../edit-session/last-deed.ts';
import { viewerZone } from '../../platform/clock.ts';
import { snackbars } from '../../ui/snackbars.tsx';
import { undoLineChanges } from './edit/api.ts';
import { findLinesAgain } from './find-lines-again.ts';
import type { Line, LineId } from './line.ts';
import type { FoundLine } from './merge-lines.ts';

export type LineDeed =
  | {
      readonly kind: 'lines';
      /** As they were saved, with the entries that tell it. */
      readonly lines: readonly Pick<Line, 'id' | 'auditEntryId'>[];
    }
  /** All lines of the kind, whose numbers may have changed. */
  | { readonly kind: 'order'; readonly ids: readonly LineId[]; readonly entry: number | null };

type UndoSetting = {
  recordId: number;
  during: <Answer>(work: () => Promise<Answer>) => Promise<Answer>;
  /** Lines of this kind as they stand after it; `gone` are no more. */
  onLines: (found: readonly FoundLine[], gone: readonly LineId[]) => void;
};

export type LineUndo = ReturnType<typeof useLineUndo>;

export function useLineUndo(setting: UndoSetting) {
  const latest = useRef(setting);
  useEffect(() => {
    latest.current = setting;
  });
  const [lastDeed] = useState(createLastDeed);
  return useMemo(() => {
    const takingBack = (deed: LineDeed) => () => latest.current.during(() => undoLines(deed, latest.current));
    return {
      undo: lastDeed.undo,
      remember: (deed: LineDeed) => lastDeed.remember(takingBack(deed)),
      /** Says what was done, with the way back. */
      tell: (words: string, deed: LineDeed) => lastDeed.tell(words, takingBack(deed)),
    };
  }, [lastDeed]);
}

async function undoLines(deed: LineDeed, { recordId, onLines }: UndoSetting): Promise<void> {
  const entries =
    deed.kind === 'order'
      ? [deed.entry ?? []].flat()
      : deed.lines.flatMap(({ auditEntryId }) => auditEntryId ?? []);
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
  const ids = (deed.kind === 'order' ? deed.ids : deed.lines.map(({ id }) => id)).map(Number);
  const found: FoundLine[] = [];
  for (const part of inParts(ids, mostLinesAtOnce)) found.push(...(await findLinesAgain(recordId, part)));
  const isThere = new Set(found.map(({ line }) => line.id));
  onLines(
    found,
    ids.filter((id) => !isThere.has(id)),
  );
  const done =
    deed.kind === 'order'
      ? 'The order is as it was before.'
      : entries.length === 1
        ? 'The change is undone.'
        : `The changes of ${entries.length} lines are undone.`;
  report(done, isAnyDone, [...new Set(refusals)]);
}

function inParts<Item>(items: readonly Item[], size: number): Item[][] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, at) => items.slice(at * size, (at + 1) * size));
}

const mostToldAtOnce = 3;

function report(done: string, isAnyDone: boolean, refusals: readonly string[]): void {
  if (refusals.length === 0) return void snackbars.info(done);
  const left = refusals.length - mostToldAtOnce;
  const told = refusals.slice(0, mostToldAtOnce).join(' ') + (left > 0 ? ` And ${left} more.` : '');
  snackbars.warning(isAnyDone ? `${told} The rest is undone.` : `Not undone. ${told}`);
}
