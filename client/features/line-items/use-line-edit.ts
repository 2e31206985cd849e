// Lines in edit: drafts that outlive the page, writes from the grid, saving, and what becomes of the lines at hand.
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { toSentence } from '../../platform/request-failure.ts';
import { useConfirm } from '../../ui/confirm-dialog.tsx';
import type { GridEditing } from '../../ui/grid/grid-column.ts';
import type { GridStore } from '../../ui/grid/grid-store.ts';
import { snackbars } from '../../ui/snackbars.tsx';
import type { LineCells } from './use-line-cells.ts';
import type { Line, LineId, LineType } from './line.ts';
import { createLineEditing } from './line-editing.ts';
import { isChanged } from '../../edit-session/edited.ts';
import { saveThings, type SavedThing } from '../../edit-session/save-things.ts';
import { newLine } from './line-kind.ts';
import { useFilling } from '../../values/choices/use-filling.ts';
import { openLineSession } from './open-line-session.ts';
import { linesAtOnce, sendTo, type PatchLines } from './save-lines.ts';
import type { LineDeed, LineUndo } from './use-line-undo.ts';

type LineEditSetting = {
  recordId: number;
  type: LineType;
  cells: LineCells;
  store: GridStore;
  /** Undefined while they are on their way. */
  lines: readonly Line[] | undefined;
  isEditable: boolean;
  patch: PatchLines;
  during: <Answer>(work: () => Promise<Answer>) => Promise<Answer>;
  undo: LineUndo;
};

export const draftOfLines = (recordId: number, typeId: number): string => `line-items:${recordId}:${typeId}`;

export function useLineEdit(setting: LineEditSetting) {
  const { recordId, type, store, lines, isEditable, patch, during, undo } = setting;
  const confirm = useConfirm();
  const latest = useRef(setting);
  useEffect(() => {
    latest.current = setting;
  });
  const [{ session, restore }] = useState(() =>
    openLineSession(draftOfLines(recordId, type.id), type, (looks) => store.setEdits(looks)),
  );
  useEffect(() => {
    session.setFields(type.fields);
    session.setRules(type.rules);
  }, [session, type]);
  const summary = useSyncExternalStore(session.subscribe, session.getSummary);
  useFilling(session, type.fields, setting.cells.allOptions, summary.rows > 0);
  const created = useSyncExternalStore(session.subscribe, session.getCreated);
  const [isSaving, setSaving] = useState(false);

  const isThere = lines !== undefined;
  useEffect(() => {
    if (!isThere) return;
    const count = restore(isEditable, latest.current.lines ?? []);
    if (count > 0) snackbars.info('Lines that were not saved are here again.');
  }, [isThere, isEditable, restore]);

  const editing = useMemo((): GridEditing | undefined => {
    if (!isEditable) return undefined;
    return createLineEditing({
      session,
      confirm,
      getLines: () => latest.current.lines ?? [],
      getFields: () => latest.current.type.fields,
      getCells: () => latest.current.cells,
    });
  }, [isEditable, session, confirm]);

  async function save(ids: readonly LineId[]) {
    const rows = ids.flatMap((id) => session.getRows().get(id) ?? []);
    const sent = rows.filter(isChanged).map(({ id }) => id);
    session.leave(rows.flatMap((row) => (isChanged(row) ? [] : [row.id])));
    if (sent.length === 0) return;
    setSaving(true);
    try {
      const { saved, failures, conflicts } = await during(() =>
        saveThings(sent, { session, send: sendTo(recordId, patch), atOnce: linesAtOnce }),
      );
      meet(conflicts.map(({ source }) => source));
      const deed = deedOf(saved);
      const [failure] = [...failures, ...conflicts];
      if (saved.length === sent.length) undo.tell('Changes Saved!', deed);
      else if (saved.length > 0) {
        undo.remember(deed);
        snackbars.warning(`${saved.length} of ${sent.length} Changes saved!`);
      } else snackbars.error(`Save changes failed: ${failure?.sentence ?? ''}`);
    } catch (failure) {
      snackbars.error(`Save changes failed: ${toSentence(failure)}`);
    } finally {
      setSaving(false);
    }
  }

  /** Somebody else has changed lines: those in edit go on from how they stand now. */
  function meet(changed: readonly Line[], removed: readonly Line[] = []) {
    for (const line of changed)
      session.meet(line.id, line, (overlap) => tellOverlap(overlap, latest.current));
    for (const { id } of removed)
      session.refuse(id, 'Somebody else deleted this line. What you wrote is still here to be copied.', null);
  }

  /** An empty line at the top. */
  function add(): Line {
    const line = newLine();
    session.begin([line]);
    return line;
  }

  return { session, summary, created, add, editing, isSaving, save, meet };
}

const deedOf = (saved: readonly SavedThing<Line, LineId>[]): LineDeed => ({
  kind: 'lines',
  lines: saved.flatMap(({ source }) => (source.isNew ? [] : [source])),
});

function tellOverlap(
  overlap: readonly { key: string; theirs: string }[],
  { type, cells }: Pick<LineEditSetting, 'type' | 'cells'>,
): string {
  const told = overlap.flatMap(({ key, theirs }) => {
    const field = type.fields.find((one) => one.key === key);
    return field ? `${field.name} is now ${theirs === '' ? 'empty' : `“${cells.text(field, theirs)}”`}` : [];
  });
  return `Somebody else changed this line: ${told.join(', ')}. Save again to keep yours, or cancel to take theirs.`;
}
