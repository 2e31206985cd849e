// Row edit of the grid screen: which rows are in it, what is written into them, what was left unsaved before. It stands
// outside React; the banner and the dialogs read what they show of it and open themselves.
import type { WhyUnclearBeside } from '@rowhouse/domain/records/pasted-together.ts';
import { deletedIsNotEdited } from '@rowhouse/domain/records/deleted-record.ts';
import { selectionCap } from '@rowhouse/domain/records/limits.ts';
import { tooManySelected } from '@rowhouse/domain/records/selection-rules.ts';
import { createEditSession } from '../../../edit-session/edit-session.ts';
import type { LastDeed } from '../../../edit-session/last-deed.ts';
import { viewerZone } from '../../../platform/clock.ts';
import { toSentence } from '../../../platform/request-failure.ts';
import type { Confirm } from '../../../ui/confirm-dialog.tsx';
import { discarding } from '../../../ui/discarding.ts';
import type { CellWrite, GridEditing, RowId, WriteKind } from '../../../ui/grid/grid-column.ts';
import type { GridStore } from '../../../ui/grid/grid-store.ts';
import { createObserved } from '../../../platform/observed.ts';
import { loadOrSay } from '../../../ui/load-or-say.ts';
import { snackbars } from '../../../ui/snackbars.tsx';
import { findRecords } from '../api.ts';
import type { RecordField } from '../record-field.ts';
import { rowLabel, type RecordRow } from '../record-row.ts';
import type { FieldOptions } from '../../../values/value-field.ts';
import { readingOf } from './edit-words.ts';
import { planWrites, writtenTexts } from './plan-writes.ts';
import { recordKind } from './record-kind.ts';
import { createRowDrafts } from './row-drafts.ts';
import { createRowSaving } from './save-rows.ts';
import type { AskedWrite } from './write-question.tsx';

/** What the screen shows now. */
export type RowEditScene = {
  readonly fields: ReadonlyMap<string, RecordField>;
  readonly options: FieldOptions;
  /** The rows of the page with those that somebody works on. */
  readonly rows: readonly RecordRow[];
  /** Why no row can be edited here, or null. */
  readonly whyNot: string | null;
};

type RowEditParts = {
  readonly recordTypeId: number;
  readonly store: GridStore;
  readonly confirm: Confirm;
  readonly lastDeed: LastDeed;
  readonly showChanged: (records: readonly RecordRow[]) => void;
};

export type RowEdit = ReturnType<typeof createRowEdit>;

export function createRowEdit({ recordTypeId, store, confirm, lastDeed, showChanged }: RowEditParts) {
  let scene: RowEditScene = { fields: new Map(), options: new Map(), rows: [], whyNot: null };
  const drafts = createRowDrafts(recordTypeId);
  const session = createEditSession(recordKind, {
    publish: (looks) => store.setEdits(looks),
    keep: drafts.keep,
  });
  /** Cells that are asked about before they are written. */
  const plan = createObserved<AskedWrite | null>(null);

  const labelOf = (id: number): string => {
    const record = scene.rows.find((row) => row.id === id);
    return record ? rowLabel(record) : `record ${id}`;
  };
  const saving = createRowSaving({
    recordTypeId,
    session,
    confirm,
    lastDeed,
    getFields: () => scene.fields,
    getReading: () => readingOf(scene),
    labelOf,
    sayFaults: (count) =>
      count === 1 ? 'One cell has to be put right first.' : `${count} cells have to be put right first.`,
    showChanged,
  });

  /** The first cell that cannot be saved becomes the active one: its reason is shown at it. */
  function goToFirstFault() {
    for (const [id, { look }] of session.getRows()) {
      const [column] = look.faults.keys();
      const active = column ?? (look.fault === null ? undefined : store.getActive()?.column);
      if (active === undefined) continue;
      goTo(id, active);
      return;
    }
  }

  function goTo(row: number, column: string) {
    store.setActive({ row, column });
    store.reveal();
  }

  function begin(ids: Iterable<RowId>): boolean {
    const wanted = new Set([...ids].map(Number));
    if (scene.whyNot !== null) {
      snackbars.warning(scene.whyNot);
      return false;
    }
    const added = [...wanted].filter((id) => !session.getRows().has(id));
    if (session.getRows().size + added.length > selectionCap) {
      snackbars.warning(tooManySelected);
      return false;
    }
    const chosen = scene.rows.filter(({ id }) => wanted.has(id));
    const there = chosen.filter(({ enabled }) => enabled !== false);
    // What was typed into a deleted record would be refused when it is saved.
    if (there.length < chosen.length) snackbars.warning(deletedIsNotEdited);
    session.begin(there);
    return there.length > 0 || chosen.length === 0;
  }

  async function write(writes: readonly CellWrite[], kind: WriteKind, leftOut = 0) {
    if (kind !== 'paste') return writeAs(writes, kind, leftOut);
    const together = await loadOrSay(() => import('@rowhouse/domain/records/pasted-together.ts'));
    if (together !== null)
      writeAs(writes, kind, leftOut, together.judgeTogether(writtenTexts(writes, scene.fields)));
  }

  function writeAs(
    writes: readonly CellWrite[],
    kind: WriteKind,
    leftOut: number,
    whyUnclear?: WhyUnclearBeside,
  ) {
    const { fields, options } = scene;
    const whyLocked = (row: number, column: string) => session.getRows().get(row)?.look.locked?.get(column);
    const planned = planWrites(writes, kind, {
      fields,
      options,
      timeZone: viewerZone(),
      whyLocked,
      ...(whyUnclear && { whyUnclear }),
    });
    const added = new Set(planned.changes.map(({ row }) => row).filter((id) => !session.getRows().has(id)));
    if (kind === 'type' || (added.size === 0 && planned.problems.length === 0 && leftOut === 0)) {
      session.write(planned.changes);
      const count = planned.changes.length;
      if (kind !== 'type') store.announce(`${count} ${count === 1 ? 'cell' : 'cells'} changed`);
    } else plan.set({ ...planned, kind, leftOut, added: [...added] });
  }

  function answerPlan(goesOn: boolean) {
    const asked = plan.get();
    plan.set(null);
    if (asked && goesOn && begin(asked.added)) session.write(asked.changes);
  }

  async function save() {
    const outcome = await saving.save();
    if (outcome === 'left') goToFirstFault();
    if (outcome !== 'all') return;
    session.leave(session.getRows().keys());
    store.setSelection([]);
  }

  async function closeEdit() {
    const { changes, changedRows: count } = session.getSummary();
    const body =
      count === 1 ? 'The changes of one row are not saved.' : `The changes of ${count} rows are not saved.`;
    if (changes > 0 && !(await confirm({ ...discarding, body, cancelLabel: 'Keep editing' }))) return;
    session.leave(session.getRows().keys());
  }

  function undo() {
    const step = session.undo();
    if (step) showStep(step, 'Undone');
    else if (session.getSummary().rows === 0) void lastDeed.undo();
  }

  function redo() {
    const step = session.redo();
    if (step) showStep(step, 'Done again');
  }

  function showStep(step: readonly { row: number; column: string }[], word: string) {
    const [first] = step;
    if (first) store.setActive({ row: first.row, column: first.column });
    store.reveal();
    store.announce(`${word}: ${step.length} ${step.length === 1 ? 'cell' : 'cells'}`);
  }

  async function continueDrafts() {
    const offered = drafts.offered.get();
    const ids = [...offered.keys()].slice(0, selectionCap);
    const here = new Map(scene.rows.map((record) => [record.id, record]));
    const elsewhere = ids.filter((id) => !here.has(id));
    try {
      for (const record of await findRecords(recordTypeId, elsewhere)) here.set(record.id, record);
    } catch (failure) {
      snackbars.error(toSentence(failure));
      return;
    }
    const found = ids.filter((id) => here.has(id));
    session.begin(
      found.map((id) => here.get(id)!),
      offered,
    );
    drafts.takeUp();
    const missing = ids.length - found.length;
    if (missing > 0)
      snackbars.warning(
        missing === 1
          ? 'One of the records is not there any more. Its changes are kept for thirty days.'
          : `${missing} of the records are not there any more. Their changes are kept for thirty days.`,
      );
    const [first] = found;
    const column = first === undefined ? undefined : [...offered.get(first)!.values.keys()][0];
    if (first !== undefined && column !== undefined) goTo(first, column);
  }

  async function discardDrafts() {
    const count = drafts.offered.get().size;
    const body =
      count === 1 ? 'The changes of one row go for good.' : `The changes of ${count} rows go for good.`;
    if (await confirm({ ...discarding, body, cancelLabel: 'Keep them' })) drafts.discard();
  }

  const editing: GridEditing = { begin, write };
  return {
    recordTypeId,
    session,
    drafts,
    plan,
    saving,
    editing,
    labelOf,
    begin,
    answerPlan,
    save: () => void save(),
    closeEdit: () => void closeEdit(),
    undo,
    redo,
    continueDrafts: () => void continueDrafts(),
    discardDrafts: () => void discardDrafts(),
    /** After each render of the screen. */
    take(next: RowEditScene) {
      if (next.fields !== scene.fields) session.setFields(next.fields.values());
      scene = next;
    },
  };
}
