import { createEditSession } from '../../edit-session/edit-session.ts';
import { readDraft, removeDraft, writeDraft } from '../../platform/storage/drafts.ts';
import type { RowEdit } from '../../ui/grid/grid-store.ts';
import { isKeptLines, keptLines, lineKind, restoreLines, type LineSession } from './line-kind.ts';
import type { Line, LineId, LineType } from './line.ts';

/** A session whose changes are kept in the tab, once those that were kept before are restored. */
export function openLineSession(
  draftName: string,
  { fields, rules }: LineType,
  publish: (looks: ReadonlyMap<LineId, RowEdit>) => void,
) {
  let isRestored = false;
  const session: LineSession = createEditSession(lineKind, {
    publish,
    keep: () => {
      if (!isRestored) return;
      const kept = keptLines(session);
      if (kept.length > 0) writeDraft(draftName, kept);
      else removeDraft(draftName);
    },
  });
  session.setFields(fields);
  session.setRules(rules);
  /** When the lines are there. Answers how many came back. */
  const restore = (isEditable: boolean, lines: readonly Line[]): number => {
    if (isRestored) return 0;
    isRestored = true;
    const kept = isEditable ? readDraft(draftName, isKeptLines) : null;
    return restoreLines(session, kept ?? [], lines);
  };
  return { session, restore };
}
