import { useQueryClient } from '@tanstack/react-query';
import {
  useCallback,
  Suspense,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ClipboardEvent,
  type MouseEvent,
  type ReactNode,
} from 'react';
import { isSessionEnd, toSentence } from '../../platform/request-failure.ts';
import { useConfirm } from '../../ui/confirm-dialog.tsx';
import { GridMessage } from '../../ui/grid/grid-message.tsx';
import { createGridStore } from '../../ui/grid/grid-store.ts';
import { Grid } from '../../ui/grid/grid.tsx';
import { loadOrSay } from '../../ui/load-or-say.ts';
import { usePanelKeys } from '../../ui/screen-keys/screen-keys.ts';
import { snackbars } from '../../ui/snackbars.tsx';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import { useUnsavedWork } from '../../ui/use-unsaved-work.ts';
import { deleteLine } from './edit/api.ts';
import { isEdited, linesOf, type Line, type LineId, type LineType } from './line.ts';
import { actionsColumn, fieldColumn, isTouched, orderColumn, type LineAction } from './line-columns.tsx';
import { lineKeys } from './line-keys.ts';
import type { LineItemsPanelProps } from './line-items-panel-props.ts';
import styles from './line-items-panel.module.css';
import { LineTools } from './line-tools.tsx';
import { placeFound, type FoundLine, type LineDifference } from './merge-lines.ts';
import type { PatchLines } from './save-lines.ts';
import { useLineEdit } from './use-line-edit.ts';
import { useLineOrder } from './use-line-order.ts';
import { useLineUndo } from './use-line-undo.ts';
import { linesKey, useLinesOfPanel } from './use-lines.ts';
import { sayDifference, useLiveLines } from './use-live-lines.ts';
import { writtenLines } from './written-lines.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

const HistoryDialog = lazyPart(async () => ({
  default: (await import('./line-history-dialog.tsx')).LineHistoryDialog,
}));
const LineCards = lazyPart(async () => ({ default: (await import('./line-cards.tsx')).LineCards }));
const AddLinesDialog = lazyPart(async () => ({
  default: (await import('./add-lines-dialog.tsx')).AddLinesDialog,
}));

type LinesOfTypeProps = LineItemsPanelProps & { type: LineType; title: ReactNode };

type Dialog = { name: 'history' } | { name: 'add'; text: string };

export function LinesOfType(props: LinesOfTypeProps) {
  const { recordTypeId, record, types, type, cells, mayEdit, mayExport, onUnsaved, onWritten, title } = props;
  const confirm = useConfirm();
  const [store] = useState(createGridStore);
  const panel = useRef<HTMLDivElement>(null);
  const isPhone = useMediaQuery('(width < 600px)');
  /** On a phone: the line whose sheet is open. */
  const [opened, setOpened] = useState<LineId | null>(null);
  const dropLine = useRef<HTMLDivElement>(null);
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const query = useLinesOfPanel(record.id, recordTypeId);
  const lines = useMemo(() => query.data && linesOf(type, query.data), [query.data, type]);
  useEffect(() => {
    if (query.error && !isSessionEnd(query.error))
      snackbars.error(`Failed to fetch line items: ${toSentence(query.error)}`);
  }, [query.error]);

  const { patch, during, isSaving } = useWork(record.id);
  const [news, setNews] = useState<string | null>(null);
  const undo = useLineUndo({
    recordId: record.id,
    during,
    onLines: (found, gone) => {
      setNews(null);
      const asked = new Set([...gone, ...found.map(({ line }) => line.id)]);
      patch((before) => placeOrAppend(before, asked, found, type));
    },
  });
  const shared = { recordId: record.id, store, patch, during, undo };
  const edit = useLineEdit({ ...shared, type, cells, lines, isEditable: mayEdit });
  const { session, summary, created } = edit;
  const order = useLineOrder({ ...shared, lines: lines ?? noLines, panel, dropLine });
  /** Deleted by others while they were in edit: they stay as long as that. */
  const [lost, setLost] = useState<readonly LineId[]>([]);
  useEffect(
    () =>
      session.subscribe(() => {
        const left = lost.filter((id) => !session.getRows().has(id));
        if (left.length === 0) return;
        setLost(lost.filter((id) => !left.includes(id)));
        patch((before) => before.filter(({ id }) => !left.includes(id)));
      }),
    [lost, session, patch],
  );
  const current = useMemo(
    () => (lost.length === 0 ? query.data : query.data?.filter(({ id }) => !lost.includes(id))),
    [query.data, lost],
  );
  const marked = useLiveLines({
    recordTypeId,
    recordId: record.id,
    lines: current,
    types,
    isSaving,
    onFound: (now, difference) => takeFound(now, difference),
  });
  const rowTone = useCallback(
    (line: Line) => (lost.includes(line.id) ? 'muted' : marked.has(line.id) ? 'marked' : undefined),
    [lost, marked],
  );

  function takeFound(now: readonly Line[], { added, changed, removed, isReordered }: LineDifference) {
    const before = lines ?? noLines;
    const held = removed.filter(({ id }) => session.getRows().has(id));
    const kept = new Set([...lost, ...held.map(({ id }) => id)]);
    // A line in edit stays where it stood, with what was written into it.
    const after = (query.data ?? noLines).reduce<readonly Line[]>(
      (shown, line, at) => (kept.has(line.id) ? shown.toSpliced(at, 0, line) : shown),
      now,
    );
    patch(() => after);
    if (held.length > 0) setLost([...kept]);
    edit.meet(changed, held);
    if (order.rows !== null && isReordered) order.warn();
    const own = (found: readonly Line[]) => linesOf(type, found);
    const ownBefore = new Map(before.map(({ id }, at) => [id, at + 1]));
    const ownAfter = new Map(own(after).map(({ id }, at) => [id, at + 1]));
    const words = sayDifference(
      { added: own(added), changed: own(changed), removed: own(removed), isReordered },
      ({ id }) => `Line ${ownAfter.get(id) ?? ownBefore.get(id)}`,
    );
    if (words !== '') setNews(words);
  }

  useEffect(() => {
    const tell = () => onWritten(record.id, type.id, writtenLines(session, lines ?? noLines));
    tell();
    const stop = session.subscribe(tell);
    return () => {
      stop();
      onWritten(record.id, type.id, null);
    };
  }, [onWritten, record.id, session, type, lines]);

  const rows = useMemo(
    () => order.rows ?? (created.length > 0 ? [...created, ...(lines ?? noLines)] : (lines ?? noLines)),
    [order.rows, created, lines],
  );

  const unsavedCount = order.isChanged ? 1 : summary.changedRows;
  useUnsavedWork(
    unsavedCount > 0
      ? `Line items of ${record.label} are not saved. Changed lines are kept in this tab.`
      : null,
  );
  useEffect(() => {
    onUnsaved({
      count: () => unsavedCount,
      discard: () => {
        session.leave(session.getRows().keys());
        order.cancel();
      },
    });
    return () => onUnsaved(null);
  });

  const places = useMemo(
    () => new Map(rows.filter(({ isNew }) => !isNew).map(({ id }, at) => [id, at + 1])),
    [rows],
  );
  const isReordered = order.rows !== null;
  const columns = useMemo(() => {
    const placeOf = (line: Line) => places.get(line.id) ?? 0;
    const nameOf = (line: Line) => (line.isNew ? 'new line' : `line ${placeOf(line)}`);
    const states = { isInEdit: (id: LineId) => store.getEdits().has(id), whyNotSaved: session.whyNotSent };
    const isEditable = mayEdit && !isReordered;
    return [
      orderColumn(placeOf, isReordered),
      ...type.fields.map((field) => fieldColumn(field, cells, isEditable)),
      ...(isEditable ? [actionsColumn(nameOf, states)] : []),
    ];
  }, [places, type, cells, mayEdit, isReordered, session, store]);

  const gridElement = () => panel.current?.querySelector<HTMLElement>('[role=grid], [data-lines]') ?? null;
  const focusGrid = () => gridElement()?.focus({ preventScroll: true });

  function openFirst(line: Line) {
    const first = type.fields.find(isEdited);
    if (!first) return;
    store.setActive({ row: line.id, column: first.key });
    store.setOpen({ row: line.id, column: first.key, typed: '' });
  }

  /** The one that was open is in edit no more, unless something was written into it. */
  function openSheet(line: Line | null) {
    const before = opened === null ? undefined : session.getRows().get(opened);
    if (before && before.id !== line?.id && before.values.size === 0) session.leave([before.id]);
    if (line !== null && mayEdit) session.begin([line]);
    setOpened(line?.id ?? null);
  }

  function add() {
    setNews(null);
    const line = edit.add();
    if (isPhone) openSheet(line);
    else {
      gridElement()?.scrollTo({ top: 0 });
      openFirst(line);
    }
    store.announce('A new line stands at the top.');
  }

  async function remove(line: Line) {
    if (typeof line.id !== 'number') return;
    const rowId = line.id;
    await confirm({
      title: 'Are you sure you want to delete this item?',
      body: `Line ${places.get(rowId)} of ${record.label}.`,
      confirmLabel: 'Delete line',
      tone: 'danger',
      onConfirm: async () => {
        const deleted = { recordHeaderId: record.id, rowId, version: line.version };
        const auditEntryId = await during(() => deleteLine(deleted));
        setNews(null);
        session.leave([rowId]);
        patch((before) => before.filter(({ id }) => id !== rowId));
        undo.tell('Line deleted', { kind: 'lines', lines: [{ id: rowId, auditEntryId }] });
      },
    });
    focusGrid();
  }

  async function exportLines(form: 'workbook' | 'csv') {
    const code = await loadOrSay(() => import('./export-lines.ts'));
    if (code === null) return;
    const file = { recordLabel: record.label, type, cells, lines: lines ?? noLines };
    if (form === 'csv') code.exportCsv(file);
    else await code.exportWorkbook(file).catch(() => snackbars.error('The lines could not be exported.'));
  }

  function save(ids: readonly LineId[]) {
    setNews(null);
    void edit.save(ids);
  }

  function onClick(event: MouseEvent) {
    const button = (event.target as Element).closest<HTMLElement>('[data-line-action]');
    const line = rows.find(({ id }) => String(id) === button?.dataset['line']);
    if (!button || !line || button.ariaDisabled === 'true') return;
    const actions: Record<LineAction, () => void> = {
      edit: () => {
        session.begin([line]);
        openFirst(line);
      },
      delete: () => void remove(line),
      save: () => save([line.id]),
      cancel: () => {
        session.leave([line.id]);
        focusGrid();
      },
    };
    actions[button.dataset['lineAction'] as LineAction]();
  }

  /** Several lines from a spreadsheet are new lines; one value goes into its cell. */
  function onPaste(event: ClipboardEvent) {
    const text = event.clipboardData.getData('text/plain');
    if (!mayEdit || isReordered || summary.rows > 0 || !/[\t\n]/.test(text.trim())) return;
    // After a click the event meets the cell in which the caret was left: the focus says where it is meant.
    if (document.activeElement !== gridElement()) return;
    event.preventDefault();
    event.stopPropagation();
    setDialog({ name: 'add', text });
  }

  const onKeyDown = usePanelKeys(
    lineKeys,
    {
      move: (key, { target }) => order.moveByKey(key === 'Alt+ArrowUp' ? -1 : 1, target),
      save() {
        if (summary.changedRows === 0 || summary.whyNot !== null) return 'pass';
        return save([...session.getRows().keys()]);
      },
      undo() {
        if (!mayEdit || summary.rows > 0 || order.rows !== null) return 'pass';
        return void undo.undo();
      },
    },
    keysOfRowEdit,
  );

  const nameOf = (line: Line) => (line.isNew ? 'new line' : `line ${places.get(line.id)}`);
  const status = query.isError && !query.isFetching ? 'failed' : lines === undefined ? 'first' : 'ready';
  /** What the grid and the cards show alike. */
  const shown = {
    label: `${type.name} of ${record.label}`,
    store,
    rows,
    status,
    emptyState: (
      <GridMessage
        title="No items found"
        {...(mayEdit && { action: { label: 'Add Line Item', onSelect: add } })}
      >
        {mayEdit ? 'Lines can be added here, or pasted from a spreadsheet.' : `${record.label} has no lines.`}
      </GridMessage>
    ),
    failedState: (
      <GridMessage
        title="The lines could not be loaded"
        action={{ label: 'Retry', onSelect: () => void query.refetch() }}
      >
        {toSentence(query.error)}
      </GridMessage>
    ),
  } as const;
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- keys and pointer meet the grid in it, this only hears them first
    <section
      ref={panel}
      className={styles.panel}
      aria-label={`${type.name} of ${record.label}`}
      onClick={onClick}
      onPasteCapture={onPaste}
      onKeyDownCapture={onKeyDown}
      onPointerDownCapture={order.onPointerDown}
    >
      <LineTools
        title={title}
        count={lines?.length}
        type={type}
        cells={cells}
        order={order}
        summary={summary}
        isSaving={edit.isSaving}
        mayEdit={mayEdit}
        mayExport={mayExport}
        onAdd={add}
        onAddMany={() => setDialog({ name: 'add', text: '' })}
        onHistory={() => setDialog({ name: 'history' })}
        news={news}
        onExport={(form) => void exportLines(form)}
        onSave={() => save([...session.getRows().keys()])}
        onCancel={() => {
          session.leave(session.getRows().keys());
          focusGrid();
        }}
      />
      {isPhone ? (
        <Suspense fallback={null}>
          <LineCards
            {...shown}
            fields={type.fields}
            columns={columns.filter(({ id }) => id !== 'order' && id !== 'actions')}
            written={writtenLines(session, lines ?? noLines) ?? lines ?? noLines}
            nameOf={nameOf}
            placeOf={(line) => (line.isNew ? 'New' : String(places.get(line.id) ?? 0))}
            toneOf={rowTone}
            opened={opened}
            onOpen={openSheet}
            onMove={isReordered ? order.moveTo : undefined}
            sheet={
              edit.editing && {
                session,
                editing: edit.editing,
                cells,
                canUndo: summary.canUndo,
                canRedo: summary.canRedo,
                whyBusy: edit.isSaving ? 'The lines are being saved.' : null,
                save: (line) => save([line.id]),
                remove: (line) => void remove(line),
                removeLabel: (line) => `Delete ${nameOf(line)}`,
                add,
              }
            }
          />
        </Suspense>
      ) : (
        <div className={styles.grid}>
          <Grid
            {...shown}
            columns={columns}
            density={isTouched() ? 1.3 : 1}
            rowId={lineId}
            rowTone={rowTone}
            rowLabel={nameOf}
            totalRows={lines && rows.length}
            firstRowIndex={0}
            editing={isReordered ? undefined : edit.editing}
          />
          <div ref={dropLine} hidden aria-hidden="true" className={styles.dropLine} />
        </div>
      )}
      <Suspense fallback={null}>
        {dialog?.name === 'history' && (
          <HistoryDialog
            record={record}
            type={type}
            cells={cells}
            places={places}
            onClose={() => setDialog(null)}
          />
        )}
        {dialog?.name === 'add' && (
          <AddLinesDialog
            record={record}
            type={type}
            cells={cells}
            text={dialog.text}
            onAdded={(added) => patch((before) => [...before, ...added])}
            onDone={(made) => {
              setNews(null);
              const words =
                made.length === 1 ? '1 line added' : `${made.length.toLocaleString('en-US')} lines added`;
              undo.tell(words, { kind: 'lines', lines: made });
            }}
            during={during}
            onClose={() => setDialog(null)}
          />
        )}
      </Suspense>
    </section>
  );
}

const noLines: readonly Line[] = [];
/** In the lines they are meant for the lines, also while there is nothing to do. */
const keysOfRowEdit = ['Ctrl+S', 'Ctrl+Z', 'Ctrl+Y', 'Ctrl+Shift+Z'];
const lineId = (line: Line): LineId => line.id;

/** The lines at hand, and whether something of one's own is on its way. */
function useWork(recordId: number) {
  const queryClient = useQueryClient();
  const count = useRef(0);
  const patch = useCallback<PatchLines>(
    (change) =>
      void queryClient.setQueryData<readonly Line[]>(linesKey(recordId), (before) => change(before ?? [])),
    [queryClient, recordId],
  );
  const during = useCallback(async <Answer,>(work: () => Promise<Answer>): Promise<Answer> => {
    count.current += 1;
    try {
      return await work();
    } finally {
      count.current -= 1;
    }
  }, []);
  const isSaving = useCallback(() => count.current > 0, []);
  return { patch, during, isSaving };
}

/** Where the lines that came back cannot be told apart from others, they come after all of them. */
function placeOrAppend(
  before: readonly Line[],
  asked: ReadonlySet<LineId>,
  found: readonly FoundLine[],
  type: LineType,
): readonly Line[] {
  const own = new Set(linesOf(type, [...before, ...found.map(({ line }) => line)]));
  const placed = placeFound(before, asked, found, (line) => (own.has(line) ? type.id : 0));
  return placed ?? [...before.filter(({ id }) => !asked.has(id)), ...found.map(({ line }) => line)];
}
