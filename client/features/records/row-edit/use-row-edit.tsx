// Row edit of the grid screen, put together: the session, its drafts, saving, conflicts, undo and the keys.
import { selectionCap } from '@rowhouse/domain/records/limits.ts';
import { tooManySelected } from '@rowhouse/domain/records/selection-rules.ts';
import { useQueryClient } from '@tanstack/react-query';
import {
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
import { viewerZone } from '../../../platform/clock.ts';
import { request } from '../../../platform/graphql/request.ts';
import { toSentence } from '../../../platform/request-failure.ts';
import { useConfirm } from '../../../ui/confirm-dialog.tsx';
import type { CellWrite, GridEditing, RowId, WriteKind } from '../../../ui/grid/grid-column.ts';
import type { GridStore } from '../../../ui/grid/grid-store.ts';
import { snackbars } from '../../../ui/snackbars.tsx';
import { useUnsavedWork } from '../../../ui/use-unsaved-work.ts';
import { findRecords, updateRecord } from '../api.ts';
import type { FieldOptions, RecordField } from '../record-field.ts';
import { noOptions } from '../record-field.ts';
import type { RecordQuery } from '../record-query.ts';
import { rowLabel, type RecordRow } from '../record-row.ts';
import { textOfStored } from '../record-text.ts';
import { loadPhoneEditor } from './column-edit.tsx';
import type { Choices, ConflictField } from './conflict-dialog.tsx';
import { DraftsBanner } from './drafts-banner.tsx';
import { createEditSession, type EditSummary } from './edit-session.ts';
import { findStrays } from './find-strays.ts';
import { holdRows } from './hold-rows.ts';
import { planWrites } from './plan-writes.ts';
import { keyOfRefused, toUpdateInput } from './row-values.ts';
import { saveRows, type Conflict, type SaveReport, type SentRow } from './save-rows.ts';
import { undoRows } from './undo-rows.ts';
import { UpdatingRowsCard, type Progress } from './updating-rows-card.tsx';
import { useRowDrafts } from './use-row-drafts.ts';
import type { AskedWrite } from './write-question.tsx';

const ConflictDialog = lazy(async () => ({
  default: (await import('./conflict-dialog.tsx')).ConflictDialog,
}));
const WriteQuestion = lazy(async () => ({ default: (await import('./write-question.tsx')).WriteQuestion }));

type RowEditSetting = {
  recordTypeId: number;
  fields: ReadonlyMap<string, RecordField>;
  options: FieldOptions;
  store: GridStore;
  /** The rows of the page, and what they were asked by. */
  page: readonly RecordRow[];
  asked: object & { readonly query: RecordQuery };
  /** Whether a record can drop out of the view by being changed. */
  isFiltered: boolean;
  /** Why no row can be edited here, or null. */
  whyNot: string | null;
};

export type RowEdit = {
  /** The page with the rows that somebody works on. */
  rows: readonly RecordRow[];
  tone: (record: RecordRow) => 'muted' | 'marked' | undefined;
  editing: GridEditing | undefined;
  summary: EditSummary;
  isSaving: boolean;
  edit: (ids: Iterable<RowId>) => void;
  closeEdit: () => void;
  save: () => void;
  undo: () => void;
  redo: () => void;
  /** Puts records that were changed otherwise into the page, where they stand; the filter may find them no more. */
  showChanged: (records: readonly RecordRow[]) => void;
  /** A change that was made otherwise is the last one now: it is what Ctrl+Z takes back. */
  offerUndo: (run: () => void) => void;
  /** The marks of saved rows that the filter finds no more go. */
  forgetStrays: () => void;
  banner: ReactNode;
  dialogs: ReactNode;
};

/** For how long the last save can be taken back. */
const undoMs = 60_000;

type Asked = { conflict: Conflict; answer: (choices: Choices | null) => void };
type Strayed = { from: object | null; rows: ReadonlyMap<number, RecordRow> };
const nobody: ReadonlyMap<number, RecordRow> = new Map();
type LastSave = { saved: SaveReport['saved']; until: number };

export function useRowEdit(setting: RowEditSetting): RowEdit {
  const { recordTypeId, fields, options, store, page, asked, whyNot } = setting;
  const confirm = useConfirm();
  const queryClient = useQueryClient();
  const present = useRef(setting);
  useEffect(() => {
    present.current = setting;
  });
  const drafts = useRowDrafts(recordTypeId);
  const { keep } = drafts;
  const [session] = useState(() => createEditSession({ publish: (looks) => store.setEdits(looks), keep }));
  useEffect(() => session.setFields(fields), [session, fields]);
  const summary = useSyncExternalStore(session.subscribe, session.getSummary);
  const edited = useSyncExternalStore(session.subscribe, session.getRows);

  // Another page, sort or filter is another view: what strayed from this one is no news there.
  const [strayed, setStrayed] = useState<Strayed>({ from: asked, rows: nobody });
  const strays = strayed.from === asked ? strayed.rows : nobody;
  const forgetStrays = useCallback(() => setStrayed({ from: null, rows: nobody }), []);
  const rows = useHeldRows(page, edited, strays);

  const [progress, setProgress] = useState<Progress | null>(null);
  const isStopped = useRef(false);
  const [question, setQuestion] = useState<Asked | null>(null);
  const lastSave = useRef<LastSave | null>(null);
  const otherUndo = useRef<{ run: () => void; until: number } | null>(null);

  const parts = summary.changedRows === 1 ? 'One row has' : `${summary.changedRows} rows have`;
  useUnsavedWork(
    summary.changes > 0 ? `${parts} changes that are not saved. They are kept here and offered again.` : null,
  );

  /** The page shows what was saved without being asked for again: rows stay where they are. */
  const patch = useCallback(
    (records: readonly RecordRow[]) => {
      const byId = new Map(records.map((record) => [record.id, record]));
      type Page = { records: readonly RecordRow[] };
      queryClient.setQueriesData<Page>({ queryKey: ['records', recordTypeId, 'page'] }, (before) =>
        before?.records.some(({ id }) => byId.has(id))
          ? { ...before, records: before.records.map((record) => byId.get(record.id) ?? record) }
          : before,
      );
    },
    [queryClient, recordTypeId],
  );

  const send = useCallback(async (row: SentRow): Promise<RecordRow> => {
    const data = toUpdateInput(present.current.fields, row);
    return (await request(updateRecord, { data })).updateRecordHeader;
  }, []);

  const markStrays = useCallback(async (records: readonly RecordRow[]) => {
    if (!present.current.isFiltered || records.length === 0) return;
    const from = present.current.asked;
    const ids = await findStrays(from.query, records);
    if (ids.size === 0) return;
    const added = records.filter(({ id }) => ids.has(id)).map((record) => [record.id, record] as const);
    setStrayed((before) => ({
      from,
      rows: new Map([...(before.from === from ? before.rows : []), ...added]),
    }));
  }, []);

  const runSteps = useCallback(async <Result,>(total: number, run: Run<Result>): Promise<Result> => {
    isStopped.current = false;
    setProgress({ done: 0, total, isStopping: false });
    try {
      return await run(
        (done) => setProgress((before) => before && { ...before, done }),
        () => isStopped.current,
      );
    } finally {
      setProgress(null);
    }
  }, []);

  const labelOf = (id: number): string => {
    const record = rows.find((row) => row.id === id);
    return record ? rowLabel(record) : `record ${id}`;
  };
  const nameOf = (key: string) => fields.get(key)?.name ?? key;

  const undoSave = useCallback(async () => {
    const last = lastSave.current;
    if (!last || Date.now() > last.until) return;
    lastSave.current = null;
    const report = await runSteps(last.saved.length, (onProgress) =>
      undoRows(last.saved, { send, onProgress }),
    );
    patch(report.undone);
    void markStrays(report.undone);
    const count = report.undone.length;
    const done = count === 1 ? 'The change is undone.' : `The changes of ${count} records are undone.`;
    if (report.refused.length === 0) snackbars.info(done);
    else {
      const reasons = report.refused
        .slice(0, 3)
        .map(({ record, sentence }) => `${rowLabel(record)}: ${sentence}`)
        .join(' ');
      const more = report.refused.length > 3 ? ` And ${report.refused.length - 3} more.` : '';
      snackbars.info(`${count > 0 ? `${done} ` : ''}Not undone: ${reasons}${more}`);
    }
  }, [runSteps, send, patch, markStrays]);

  async function settleConflicts(report: SaveReport): Promise<SaveReport> {
    const saved = [...report.saved];
    let failure = report.failure;
    const waiting = [...report.conflicts];
    for (let conflict = waiting.shift(); conflict; conflict = waiting.shift()) {
      const asks = conflict;
      const choices = await new Promise<Choices | null>((answer) => setQuestion({ conflict: asks, answer }));
      setQuestion(null);
      if (choices === null) continue;
      const mine = asks.merge.overlapping.filter(({ key }) => choices.get(key) === 'mine');
      const values = new Map([...asks.merge.kept, ...mine.map((field) => [field.key, field.mine] as const)]);
      session.rebase(asks.id, asks.present, values);
      const again = await saveRows([asks.id], { ...saveParts(), onProgress: () => undefined });
      saved.push(...again.saved);
      waiting.push(...again.conflicts);
      failure ??= again.failure;
    }
    return { ...report, saved, failure };
  }

  const saveParts = () => ({
    session,
    send,
    columnOf: (field: string) => {
      const key = keyOfRefused(field);
      return present.current.fields.has(key) ? key : null;
    },
    isStopped: () => isStopped.current,
  });

  async function save() {
    if (progress !== null || question !== null) return;
    const { changedRows, faults } = session.getSummary();
    if (changedRows === 0) return;
    const blocked = [...session.getRows()].filter(([, row]) => hasOwnFault(row.look.faults, row.refusals));
    if (faults > 0 && blocked.length > 0) {
      goToFirstFault();
      snackbars.warning(
        faults === 1 ? 'One cell has to be put right first.' : `${faults} cells have to be put right first.`,
      );
      return;
    }
    const ids = [...session.getRows()].filter(([, { values }]) => values.size > 0).map(([id]) => id);
    lastSave.current = null;
    const first = await runSteps(ids.length, (onProgress) => saveRows(ids, { ...saveParts(), onProgress }));
    const report = await settleConflicts(first);
    const records = report.saved.map(({ record }) => record);
    patch(records);
    void markStrays(records);
    tell(report, ids.length);
    if (session.getSummary().changedRows === 0) leaveAll();
    else goToFirstFault();
  }

  function tell(report: SaveReport, total: number) {
    const { saved, merged, failure } = report;
    if (saved.length > 0) {
      lastSave.current = { saved, until: Date.now() + undoMs };
      otherUndo.current = null;
      const words = total === 1 ? 'Changes Saved!' : `${saved.length} of ${total} Changes saved!`;
      snackbars.success(words, { label: 'Undo', run: () => void undoSave() });
    } else if (failure === null && total > 1) snackbars.info(`0 of ${total} Changes saved!`);
    if (failure !== null) snackbars.error(`Save changes failed: ${failure}`);
    if (merged.length > 0) {
      const names = [...new Set(merged.flatMap(({ taken }) => taken.map(nameOf)))].join(', ');
      const who =
        merged.length === 1
          ? `${capital(rowLabel(saved.find(({ id }) => id === merged[0]!.id)!.record))} was`
          : `${merged.length} records were`;
      snackbars.info(`${who} changed by somebody else meanwhile (${names}). Both changes are kept.`);
    }
  }

  /** The first cell that cannot be saved becomes the active one: its reason is shown at it. */
  function goToFirstFault() {
    for (const [id, { look }] of session.getRows()) {
      const [column] = look.faults.keys();
      const active = column ?? (look.fault === null ? undefined : store.getActive()?.column);
      if (active === undefined) continue;
      store.setActive({ row: id, column: active });
      store.reveal();
      return;
    }
  }

  function leaveAll() {
    session.leave([...session.getRows().keys()]);
    store.setSelection([]);
  }

  async function closeEdit() {
    if (session.getSummary().changes > 0) {
      const count = session.getSummary().changedRows;
      const discards = await confirm({
        title: 'Are you sure you want to discard your changes?',
        body:
          count === 1
            ? 'The changes of one row are not saved.'
            : `The changes of ${count} rows are not saved.`,
        confirmLabel: 'Discard',
        cancelLabel: 'Keep editing',
        tone: 'danger',
      });
      if (!discards) return;
    }
    session.leave([...session.getRows().keys()]);
  }

  const isEditing = summary.rows > 0;
  useEffect(() => {
    const hasPhones = [...present.current.fields.values()].some(({ dataType }) => dataType === 'phone');
    if (isEditing && hasPhones) void loadPhoneEditor();
  }, [isEditing]);

  const shown = useRef(rows);
  useEffect(() => {
    shown.current = rows;
  });

  const begin = useCallback(
    (ids: Iterable<RowId>): boolean => {
      const wanted = new Set([...ids].map(Number));
      const reason = present.current.whyNot;
      if (reason !== null) {
        snackbars.warning(reason);
        return false;
      }
      const added = [...wanted].filter((id) => !session.getRows().has(id));
      if (session.getRows().size + added.length > selectionCap) {
        snackbars.warning(tooManySelected);
        return false;
      }
      session.begin(shown.current.filter(({ id }) => wanted.has(id)));
      return true;
    },
    [session],
  );

  const [plan, setPlan] = useState<AskedWrite | null>(null);
  const editing = useMemo((): GridEditing | undefined => {
    if (whyNot !== null) return undefined;
    const write = (writes: readonly CellWrite[], kind: WriteKind, leftOut = 0) => {
      const { fields: present_, options: choices } = present.current;
      const planned = planWrites(writes, kind, {
        fields: present_,
        options: choices,
        timeZone: viewerZone(),
      });
      const added = new Set(planned.changes.map(({ row }) => row).filter((id) => !session.getRows().has(id)));
      if (kind === 'type' || (added.size === 0 && planned.problems.length === 0 && leftOut === 0)) {
        session.write(planned.changes);
        const count = planned.changes.length;
        if (kind !== 'type') store.announce(`${count} ${count === 1 ? 'cell' : 'cells'} changed`);
      } else setPlan({ ...planned, kind, leftOut, added: [...added] });
    };
    return { begin, write };
  }, [whyNot, session, store, begin]);

  const undo = useCallback(() => {
    const step = session.undo();
    if (step) showStep(store, step, 'Undone');
    else if (session.getSummary().rows === 0) {
      const other = otherUndo.current;
      otherUndo.current = null;
      if (other && Date.now() <= other.until) other.run();
      else void undoSave();
    }
  }, [session, store, undoSave]);
  const redo = useCallback(() => {
    const step = session.redo();
    if (step) showStep(store, step, 'Done again');
  }, [session, store]);
  useEditKeys({ undo, redo, save: () => void save(), isEditing: () => session.getSummary().rows > 0 });

  async function continueDrafts() {
    const offered = drafts.offered;
    const ids = [...offered.keys()].slice(0, selectionCap);
    const here = new Map(page.map((record) => [record.id, record]));
    const elsewhere = ids.filter((id) => !here.has(id));
    try {
      if (elsewhere.length > 0) {
        const pagination = { offset: 0, limit: elsewhere.length };
        const answer = await request(findRecords, { data: { ids: elsewhere, recordTypeId }, pagination });
        for (const record of answer.findRecordHeader.records) here.set(record.id, record);
      }
    } catch (failure) {
      snackbars.error(toSentence(failure));
      return;
    }
    const found = ids.filter((id) => here.has(id));
    session.begin(
      found.map((id) => here.get(id)!),
      new Map(found.map((id) => [id, offered.get(id)!])),
    );
    drafts.takeUp(found);
    const missing = ids.length - found.length;
    if (missing > 0)
      snackbars.warning(
        missing === 1
          ? 'One of the records is not there any more. Its changes are kept for thirty days.'
          : `${missing} of the records are not there any more. Their changes are kept for thirty days.`,
      );
    const [first] = found;
    const column = first === undefined ? undefined : [...offered.get(first)!.values.keys()][0];
    if (first !== undefined && column !== undefined) {
      store.setActive({ row: first, column });
      store.reveal();
    }
  }

  const tone = useCallback(
    (record: RecordRow) => {
      if (strays.has(record.id)) return 'marked' as const;
      return record.enabled === false ? ('muted' as const) : undefined;
    },
    [strays],
  );

  const zone = viewerZone();
  const read = (key: string, value: string) => {
    const field = fields.get(key);
    if (!field || value === '') return value;
    const names = new Map((options.get(key) ?? noOptions).map((option) => [option.id, option]));
    return textOfStored(field, value, names, zone) || value;
  };
  const fieldsOf = ({ merge }: Conflict): ConflictField[] =>
    merge.overlapping.map(({ key, original, mine, theirs }) => ({
      key,
      name: nameOf(key),
      original: read(key, original),
      mine: read(key, mine),
      theirs: read(key, theirs),
    }));

  return {
    rows,
    tone,
    editing,
    summary,
    isSaving: progress !== null,
    edit: begin,
    closeEdit: () => void closeEdit(),
    save: () => void save(),
    undo,
    redo,
    showChanged: (records) => {
      patch(records);
      void markStrays(records);
    },
    offerUndo: (run) => {
      lastSave.current = null;
      otherUndo.current = { run, until: Date.now() + undoMs };
    },
    forgetStrays,
    banner: drafts.offered.size > 0 && whyNot === null && (
      <DraftsBanner
        count={drafts.offered.size}
        onContinue={() => void continueDrafts()}
        onDiscard={() => void drafts.discard(confirm)}
      />
    ),
    dialogs: (
      <Suspense fallback={null}>
        {progress && (
          <UpdatingRowsCard
            progress={progress}
            onStop={() => {
              isStopped.current = true;
              setProgress({ ...progress, isStopping: true });
            }}
          />
        )}
        {question && (
          <ConflictDialog
            key={`${question.conflict.id} ${question.conflict.present.version}`}
            title={`${capital(labelOf(question.conflict.id))} was changed by somebody else`}
            fields={fieldsOf(question.conflict)}
            taken={question.conflict.merge.taken.map(nameOf)}
            kept={[...question.conflict.merge.kept.keys()].map(nameOf)}
            onAnswer={question.answer}
          />
        )}
        {plan && (
          <WriteQuestion
            plan={plan}
            labelOf={labelOf}
            onAnswer={(goesOn) => {
              setPlan(null);
              if (goesOn && begin(plan.added)) session.write(plan.changes);
            }}
          />
        )}
      </Suspense>
    ),
  };
}

type Run<Result> = (onProgress: (done: number) => void, isStopped: () => boolean) => Promise<Result>;

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** What the server refused may pass the next time; what the rules refuse cannot. */
const hasOwnFault = (faults: ReadonlyMap<string, string>, refusals: ReadonlyMap<string, string>): boolean =>
  [...faults].some(([key, sentence]) => refusals.get(key) !== sentence);

function showStep(store: GridStore, step: readonly { row: number; column: string }[], word: string) {
  const [first] = step;
  if (first) store.setActive({ row: first.row, column: first.column });
  store.reveal();
  store.announce(`${word}: ${step.length} ${step.length === 1 ? 'cell' : 'cells'}`);
}

function useHeldRows(
  page: readonly RecordRow[],
  edited: ReadonlyMap<number, { readonly record: RecordRow }>,
  strays: ReadonlyMap<number, RecordRow>,
): readonly RecordRow[] {
  // A cell's change keeps the set of rows, and so the page.
  const heldKey = [...edited.keys(), ...strays.keys()].join();
  const places = useRef<ReadonlyMap<number, number>>(new Map());
  const rows = useMemo(() => {
    const held = new Map([...strays, ...[...edited].map(([id, { record }]) => [id, record] as const)]);
    return holdRows(page, held, (id) => places.current.get(id));
    // eslint-disable-next-line react-hooks/exhaustive-deps -- heldKey stands for edited and strays
  }, [page, heldKey]);
  useEffect(() => {
    places.current = new Map(rows.map(({ id }, index) => [id, index]));
  }, [rows]);
  return rows;
}

type EditKeys = { undo: () => void; redo: () => void; save: () => void; isEditing: () => boolean };

/** Ctrl+Z, Ctrl+Y and Ctrl+S, wherever on the screen nobody types into something else. */
function useEditKeys(keys: EditKeys) {
  const present = useRef(keys);
  useEffect(() => {
    present.current = keys;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      if (document.querySelector('[role=dialog], [role=menu]')) return;
      const { undo, redo, save, isEditing } = present.current;
      const target = event.target as HTMLElement;
      // The lines of a record have keys of their own.
      if (target.closest('[data-grid-detail]')) return;
      const isInEditor = target.closest('.rh-editor') !== null;
      const isTyping = target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
      const key = event.key.toLowerCase();
      if (key === 's' && isEditing()) {
        // The open editor is taken first: leaving it is what takes it.
        if (isInEditor) target.closest<HTMLElement>('[role=grid]')?.focus({ preventScroll: true });
        save();
      } else if (isTyping && target.getAttribute('type') !== 'checkbox') return;
      else if (key === 'z' && !event.shiftKey) undo();
      else if (key === 'y' || (key === 'z' && event.shiftKey)) redo();
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
