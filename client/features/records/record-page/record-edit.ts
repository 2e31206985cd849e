// The edit of records on their page, outside React: one session over the records that were begun here, of which one is
// shown. What is not saved when another one is shown stays in it, and in the draft.
import { createLastDeed } from '../../../edit-session/last-deed.ts';
import { createEditSession } from '../../../edit-session/edit-session.ts';
import { todayHere } from '../../../platform/clock.ts';
import type { Confirm } from '../../../ui/confirm-dialog.tsx';
import { discarding } from '../../../ui/discarding.ts';
import { loadOrSay } from '../../../ui/load-or-say.ts';
import { createObserved } from '../../../platform/observed.ts';
import { snackbars } from '../../../ui/snackbars.tsx';
import { prepareInputs } from '../../../values/late-inputs.ts';
import type { FieldOptions } from '../../../values/value-field.ts';
import type { RecordField } from '../record-field.ts';
import { rowLabel, type RecordRow } from '../record-row.ts';
import { readingOf } from '../row-edit/edit-words.ts';
import { createRowDrafts } from '../row-edit/row-drafts.ts';
import { createRowSaving } from '../row-edit/save-rows.ts';
import { isInForm, recordFormKind, toGridDraft } from './record-form-kind.ts';

type Scene = {
  readonly fields: ReadonlyMap<string, RecordField>;
  readonly options: FieldOptions;
  readonly record: RecordRow | null;
};

type Parts = {
  readonly recordTypeId: number;
  readonly confirm: Confirm;
  /** Shows records as they stand now. */
  readonly showChanged: (records: readonly RecordRow[]) => void;
  /** An edit begins, or is about to. */
  readonly onBegin: () => void;
};

export type RecordEdit = ReturnType<typeof createRecordEdit>;

export function createRecordEdit({ recordTypeId, confirm, showChanged, onBegin }: Parts) {
  let scene: Scene = { fields: new Map(), options: new Map(), record: null };
  let goingOn: { readonly key: string | null } | null = null;
  const lastDeed = createLastDeed();
  const drafts = createRowDrafts(recordTypeId);
  /** Whether the shown record is in Edit; what was changed stays changed when it is left. */
  const isEditing = createObserved(false);
  /** The field that the form goes to, and how often it was asked to. */
  const wanted = createObserved<{ readonly key: string | null; readonly asked: number } | null>(null);
  const session = createEditSession(recordFormKind(todayHere), {
    keep: (changed) =>
      drafts.keep(
        new Map([...changed].map(([id, change]) => [id, change && toGridDraft(change, scene.fields)])),
      ),
  });
  const labels = new Map<number, string>();
  const labelOf = (id: number) => labels.get(id) ?? `record ${id}`;
  const saving = createRowSaving({
    recordTypeId,
    session,
    confirm,
    lastDeed,
    getFields: () => scene.fields,
    getReading: () => readingOf(scene),
    labelOf,
    sayFaults,
    showChanged,
  });

  const goTo = (key: string | null) => wanted.set({ key, asked: (wanted.get()?.asked ?? 0) + 1 });

  /** Answers whether it is edited now. */
  async function begin(key: string | null = null): Promise<boolean> {
    onBegin();
    if ((await loadOrSay(prepareInputs)) === null) return false;
    const { record } = scene;
    if (record === null) return false;
    const kept = drafts.offered.get();
    session.begin([record], kept);
    if (kept.has(record.id)) drafts.takeUp(record.id);
    isEditing.set(true);
    goTo(key);
    return true;
  }

  function leave() {
    const row = scene.record && session.getRows().get(scene.record.id);
    if (row && row.values.size === 0) session.leave([row.id]);
    isEditing.set(false);
  }

  async function discard(): Promise<void> {
    const { record } = scene;
    if (record === null) return;
    const changes = session.getRows().get(record.id)?.values.size ?? 0;
    if (changes > 0) {
      const body = `${changes === 1 ? 'One field' : `${changes} fields`} of ${rowLabel(record)} will be as before.`;
      if (!(await confirm({ ...discarding, body, cancelLabel: 'Keep editing' }))) return;
    }
    session.leave([record.id]);
    isEditing.set(false);
  }

  async function save(): Promise<void> {
    const { record } = scene;
    if (record === null) return;
    const first = session.tellAll(record.id);
    if (first !== null) {
      snackbars.warning(sayFaults(session.getRows().get(record.id)?.look.faults.size ?? 1));
      goTo(first);
      return;
    }
    if ((session.getRows().get(record.id)?.values.size ?? 0) === 0) {
      leave();
      return;
    }
    const outcome = await saving.save(record.id);
    if (outcome === 'all') {
      session.leave([record.id]);
      isEditing.set(false);
    } else if (outcome === 'left') {
      const [fault] = session.getRows().get(record.id)?.look.faults.keys() ?? [];
      if (fault !== undefined) goTo(fault);
    }
  }

  /** From the header: in Edit into the form, else saved at once; with a draft beside, into the draft. */
  async function choose(key: string, value: string): Promise<void> {
    const { record } = scene;
    if (record === null) return;
    const isHeld = session.getRows().has(record.id) || drafts.offered.get().has(record.id);
    if (isHeld && !isEditing.get() && !(await begin(key))) return;
    if (!isHeld) session.begin([record]);
    session.write([{ row: record.id, column: key, value }]);
    if (isHeld) return;
    await saving.save(record.id);
    session.leave([record.id]);
  }

  return {
    session,
    drafts,
    saving,
    lastDeed,
    isEditing,
    wanted,
    begin: (key?: string | null) => void begin(key),
    /** The form goes to the field. */
    goTo,
    prepare() {
      onBegin();
      void prepareInputs();
    },
    leave,
    discard: () => void discard(),
    save: () => void save(),
    choose: (key: string, value: string) => void choose(key, value),
    /** Another record comes: the edit goes on there, in the same field. */
    turn(key: string | null) {
      if (!isEditing.get()) return;
      leave();
      goingOn = { key };
    },
    goOn() {
      const wantedKey = goingOn;
      goingOn = null;
      if (wantedKey !== null) void begin(wantedKey.key);
    },
    getFields: () => scene.fields,
    discardDraft: () => scene.record && drafts.discard(scene.record.id),
    /** After each render of the page. */
    take(next: Scene) {
      if (next.fields !== scene.fields) {
        const all = [...next.fields.values()];
        session.setFields(all.filter(isInForm), all);
      }
      if (next.record !== null) labels.set(next.record.id, rowLabel(next.record));
      scene = next;
    },
    /**
     * The record as it stands now. What others changed comes in beside one's own; where both have changed one field, it
     * is asked when it is saved.
     *
     * @returns the names of the fields that came in
     */
    meet(record: RecordRow): readonly string[] {
      const row = session.getRows().get(record.id);
      if (!row || row.version >= record.version || saving.progress.get() !== null) return [];
      const merge = session.merge(record.id, record);
      if (merge === null || merge.overlapping.length > 0) return [];
      session.rebase(record.id, record, merge.kept);
      return merge.taken.map((key) => scene.fields.get(key)?.name ?? key);
    },
  };
}

function sayFaults(count: number): string {
  return count === 1 ? '1 field needs a look' : `${count} fields need a look`;
}
