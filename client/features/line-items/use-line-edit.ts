// Lines in edit: drafts that outlive the page, writes from the grid, saving, and what becomes of the lines at hand.
import { indexChoices, readPasted } from '@rowhouse/domain/records/written-value.ts';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { viewerZone } from '../../platform/clock.ts';
import { makeRandomKey } from '../../platform/random-key.ts';
import { toSentence } from '../../platform/request-failure.ts';
import { readDraft, removeDraft, writeDraft } from '../../platform/storage/drafts.ts';
import type { CellWrite, GridEditing } from '../../ui/grid/grid-column.ts';
import type { GridStore } from '../../ui/grid/grid-store.ts';
import { snackbars } from '../../ui/snackbars.tsx';
import type { Line, LineCells, LineField, LineId, LineType } from './line.ts';
import { createLineSession, isKeptLines, type EditedLine } from './line-session.ts';
import { sendLines, toRowInput } from './save-lines.ts';
import type { LineUndo } from './use-line-undo.ts';

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

/** Changes the lines at hand, of every kind. */
export type PatchLines = (change: (before: readonly Line[]) => readonly Line[]) => void;

type Saved = { made: Line[]; changed: { line: Line; before: ReadonlyMap<string, string> }[] };

export function useLineEdit(setting: LineEditSetting) {
  const { recordId, type, store, lines, isEditable, patch, during, undo } = setting;
  const present = useRef(setting);
  useEffect(() => {
    present.current = setting;
  });
  const draftName = `line-items:${recordId}:${type.id}`;
  const [session] = useState(() =>
    createLineSession({
      fields: type.fields,
      makeKey: makeRandomKey,
      publish: (looks) => store.setEdits(looks),
      keep: (kept) => {
        if (kept.length > 0) writeDraft(draftName, kept);
        else removeDraft(draftName);
      },
    }),
  );
  useEffect(() => session.setFields(type.fields), [session, type]);
  const summary = useSyncExternalStore(session.subscribe, session.getSummary);
  const created = useSyncExternalStore(session.subscribe, session.getCreated);
  const [isSaving, setSaving] = useState(false);

  const isThere = lines !== undefined;
  useEffect(() => {
    if (!isThere) return;
    const kept = isEditable ? readDraft(draftName, isKeptLines) : null;
    const count = session.restore(kept ?? [], present.current.lines ?? []);
    if (count > 0) snackbars.info('Lines that were not saved are here again.');
  }, [isThere, isEditable, draftName, session]);

  const editing = useMemo((): GridEditing | undefined => {
    if (!isEditable) return undefined;
    const find = (id: LineId) => present.current.lines?.find((line) => line.id === id);
    const begin = (ids: readonly LineId[]) => {
      session.begin(ids.flatMap((id) => find(id) ?? []));
      return true;
    };
    return {
      begin,
      write(writes, kind, leftOut = 0) {
        begin([...new Set(writes.map(({ row }) => row))]);
        const fields = new Map(present.current.type.fields.map((field) => [field.key, field]));
        session.write(
          writes.flatMap((write) => {
            const field = fields.get(write.column);
            return field ? { ...write, value: valueOf(write, field, present.current.cells) } : [];
          }),
        );
        if (kind === 'paste' && leftOut > 0)
          snackbars.warning('What was pasted beyond the last line or column was left out.');
      },
    };
  }, [isEditable, session]);

  async function save(ids: readonly LineId[]) {
    const rows = ids.flatMap((id) => session.getRows().get(id) ?? []);
    const unchanged = rows.filter(({ line, values }) => !line.isNew && values.size === 0);
    session.leave(unchanged.map(({ line }) => line.id));
    const sent = rows.filter((row) => !unchanged.includes(row));
    if (sent.length === 0) return;
    setSaving(true);
    const done: Saved = { made: [], changed: [] };
    try {
      const { saved, firstRefusal } = await during(() => sendAll(sent, done));
      if (saved === sent.length) undo.tell('Changes Saved!', deedOf(done));
      else if (saved > 0) {
        undo.remember(deedOf(done));
        snackbars.warning(`${saved} of ${sent.length} Changes saved!`);
      } else snackbars.error(`Save changes failed: ${firstRefusal}`);
    } catch (failure) {
      snackbars.error(`Save changes failed: ${toSentence(failure)}`);
    } finally {
      setSaving(false);
    }
  }

  /** A line that somebody else changed elsewhere in it goes out once more, over theirs. */
  async function sendAll(
    sent: readonly EditedLine[],
    done: Saved,
    isAgain = false,
  ): Promise<{ saved: number; firstRefusal: string }> {
    const again: LineId[] = [];
    let saved = 0;
    let firstRefusal = '';
    const inputs = sent.map((row, index) => toRowInput(recordId, row, index));
    await sendLines(inputs, (outcomes, first) => {
      const made: Line[] = [];
      const changed = new Map<LineId, Line>();
      outcomes.forEach(({ line, refusal }, at) => {
        const { id } = sent[first + at]!.line;
        if (refusal === null) {
          saved += 1;
          if (line && typeof id === 'string') {
            made.push(line);
            done.made.push(line);
          } else if (line) {
            changed.set(id, line);
            done.changed.push({ line, before: standingBefore(sent[first + at]!) });
          }
          session.leave([id]);
        } else if (refusal.code === 'CONFLICT' && line) {
          changed.set(id, line);
          const overlaps = session.rebase(id, line, (overlap) => tellOverlap(overlap, present.current));
          if (overlaps.length === 0 && !isAgain) again.push(id);
          else firstRefusal ||= refusal.message;
        } else {
          firstRefusal ||= refusal.message;
          session.refuse(id, refusal.message, refusal.column);
        }
      });
      patch((before) => [...made, ...before.map((line) => changed.get(line.id) ?? line)]);
    });
    if (again.length === 0) return { saved, firstRefusal };
    const rest = again.flatMap((id) => session.getRows().get(id) ?? []);
    // Somebody else may have made the same change.
    const same = rest.filter(({ values }) => values.size === 0);
    session.leave(same.map(({ line }) => line.id));
    const next = await sendAll(
      rest.filter(({ values }) => values.size > 0),
      done,
      true,
    );
    return { saved: saved + same.length + next.saved, firstRefusal: firstRefusal || next.firstRefusal };
  }

  /** Somebody else has changed lines: those in edit go on from how they stand now. */
  function meet(changed: readonly Line[], removed: readonly Line[]) {
    for (const line of changed)
      session.rebase(line.id, line, (overlap) => tellOverlap(overlap, present.current));
    for (const { id } of removed)
      session.refuse(id, 'Somebody else deleted this line. What you wrote is still here to be copied.', null);
  }

  return { session, summary, created, editing, isSaving, save, meet };
}

const deedOf = (saved: Saved) => ({ kind: 'lines', ...saved, deleted: [] }) as const;

/** In the fields that were changed. */
const standingBefore = ({ line, values }: EditedLine): ReadonlyMap<string, string> =>
  new Map([...values.keys()].map((key) => [key, line.values.get(key) ?? '']));

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

function valueOf({ text, value }: CellWrite, field: LineField, cells: LineCells): string {
  if (value !== undefined) return value;
  const read = readPasted(field, text, indexChoices(cells.options(field) ?? []), viewerZone());
  // What is no value stays as it was written, and its cell says what is wrong.
  return read.whyNot === undefined ? read.value : text;
}
