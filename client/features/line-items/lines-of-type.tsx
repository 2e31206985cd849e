import { csvLine } from '@rowhouse/domain/records/csv.ts';
import {
  lazy,
  Suspense,
  useEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type SyntheticEvent,
} from 'react';
import { downloadText } from '../../platform/download.ts';
import { request } from '../../platform/graphql/request.ts';
import { isSessionEnd, toSentence } from '../../platform/request-failure.ts';
import { useConfirm } from '../../ui/confirm-dialog.tsx';
import { GridMessage } from '../../ui/grid/grid-message.tsx';
import { createGridStore } from '../../ui/grid/grid-store.ts';
import { Grid } from '../../ui/grid/grid.tsx';
import { snackbars } from '../../ui/snackbars.tsx';
import { useUnsavedWork } from '../../ui/use-unsaved-work.ts';
import { deleteLine } from './api.ts';
import { isEdited, linesOf, type Line, type LineId, type LineType } from './line.ts';
import { actionsColumn, fieldColumn, orderColumn } from './line-columns.tsx';
import type { LineItemsPanelProps } from './line-items-panel.tsx';
import styles from './line-items-panel.module.css';
import { LineTools } from './line-tools.tsx';
import { useLineEdit } from './use-line-edit.ts';
import { useLineOrder } from './use-line-order.ts';
import { useLines } from './use-lines.ts';

const HistoryDialog = lazy(async () => ({
  default: (await import('./line-history-dialog.tsx')).LineHistoryDialog,
}));
const AddLinesDialog = lazy(async () => ({
  default: (await import('./add-lines-dialog.tsx')).AddLinesDialog,
}));

type LinesOfTypeProps = Omit<LineItemsPanelProps, 'types'> & { type: LineType; title: ReactNode };

type Dialog = { name: 'history' } | { name: 'add'; text: string };

export function LinesOfType({ record, type, cells, mayEdit, mayExport, unsaved, title }: LinesOfTypeProps) {
  const confirm = useConfirm();
  const [store] = useState(createGridStore);
  const panel = useRef<HTMLDivElement>(null);
  const dropLine = useRef<HTMLDivElement>(null);
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const query = useLines(record.id);
  const lines = useMemo(() => query.data && linesOf(type, query.data), [query.data, type]);
  useEffect(() => {
    if (query.error && !isSessionEnd(query.error))
      snackbars.error(`Failed to fetch line items: ${toSentence(query.error)}`);
  }, [query.error]);

  const edit = useLineEdit({ recordId: record.id, type, cells, store, lines, isEditable: mayEdit });
  const { session, summary, created, patch } = edit;
  const order = useLineOrder({ recordId: record.id, lines: lines ?? noLines, store, panel, dropLine, patch });
  const rows = order.rows ?? (created.length > 0 ? [...created, ...(lines ?? noLines)] : (lines ?? noLines));

  const unsavedCount = order.isChanged ? 1 : summary.changed;
  useUnsavedWork(
    unsavedCount > 0
      ? `Line items of ${record.label} are not saved. Changed lines are kept in this tab.`
      : null,
  );
  useEffect(() => {
    unsaved.current = {
      count: () => unsavedCount,
      discard: () => {
        session.leave(session.getRows().keys());
        order.cancel();
      },
    };
    return () => {
      unsaved.current = null;
    };
  });

  const present = useRef({ save: edit.save, remove: (_line: Line) => {} });
  const places = useMemo(
    () => new Map(rows.filter(({ isNew }) => !isNew).map(({ id }, at) => [id, at + 1])),
    [rows],
  );
  const isReordered = order.rows !== null;
  const columns = useMemo(() => {
    const placeOf = (line: Line) => places.get(line.id) ?? 0;
    const nameOf = (line: Line) => (line.isNew ? 'new line' : `line ${placeOf(line)}`);
    const actions = {
      isInEdit: (id: LineId) => store.getEdits().has(id),
      whyNotSaved: session.whyNotSaved,
      edit: (line: Line) => {
        session.begin([line]);
        openFirst(line);
      },
      save: (line: Line) => void present.current.save([line.id]),
      cancel: (line: Line) => {
        session.leave([line.id]);
        focusGrid();
      },
      remove: (line: Line) => present.current.remove(line),
    };
    const first = type.fields.find(isEdited);
    const openFirst = (line: Line) => {
      if (!first) return;
      store.setActive({ row: line.id, column: first.key });
      store.setOpen({ row: line.id, column: first.key, typed: '' });
    };
    return [
      orderColumn(placeOf, isReordered),
      ...type.fields.map((field) => fieldColumn(field, cells, mayEdit && !isReordered)),
      ...(mayEdit && !isReordered ? [actionsColumn(nameOf, actions)] : []),
    ];
  }, [places, type, cells, mayEdit, isReordered, session, store]);

  const gridElement = () => panel.current?.querySelector<HTMLElement>('[role=grid]') ?? null;
  const focusGrid = () => gridElement()?.focus({ preventScroll: true });

  function add() {
    const line = session.add();
    gridElement()?.scrollTo({ top: 0 });
    const first = type.fields.find(isEdited);
    if (!first) return;
    store.setActive({ row: line.id, column: first.key });
    store.setOpen({ row: line.id, column: first.key, typed: '' });
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
        const data = { recordHeaderId: record.id, rowId, version: line.version, enabled: false };
        await request(deleteLine, { data });
        patch((before) => before.filter(({ id }) => id !== rowId));
        snackbars.success('Line deleted');
      },
    });
    focusGrid();
  }
  useEffect(() => {
    present.current = { save: edit.save, remove: (line) => void remove(line) };
  });

  function exportLines() {
    const text = (line: Line) =>
      type.fields.map((field) => {
        const value = line.values.get(field.key) ?? '';
        return value === '' ? '' : cells.text(field, value);
      });
    const table = [['#', ...type.fields.map(({ name }) => name)]];
    (lines ?? noLines).forEach((line, at) => table.push([String(at + 1), ...text(line)]));
    const name = `${record.label}_${type.name}`.replace(/[^\p{L}\p{N}]+/gu, '_');
    downloadText(`\uFEFF${table.map(csvLine).join('')}`, `${name}.csv`);
  }

  /** Several lines from a spreadsheet are new lines; one value goes into its cell. */
  function onPaste(event: React.ClipboardEvent) {
    const text = event.clipboardData.getData('text/plain');
    if (!mayEdit || isReordered || summary.rows > 0 || !/[\t\n]/.test(text.trim())) return;
    if (event.target !== gridElement()) return;
    event.preventDefault();
    event.stopPropagation();
    setDialog({ name: 'add', text });
  }

  function onKeyDown(event: KeyboardEvent) {
    if (order.onKeyDown(event)) return;
    const isSave = event.key === 's' && (event.ctrlKey || event.metaKey) && summary.changed > 0;
    if (!isSave || summary.whyNot !== null) return;
    event.preventDefault();
    event.stopPropagation();
    void edit.save([...session.getRows().keys()]);
  }

  const status = query.isError && !query.isFetching ? 'failed' : lines === undefined ? 'first' : 'ready';
  return (
    // The grid around this panel would take its mouse for its own.
    <section
      ref={panel}
      className={styles.panel}
      aria-label={`${type.name} of ${record.label}`}
      onPasteCapture={onPaste}
      onKeyDownCapture={onKeyDown}
      onPointerDownCapture={order.onPointerDown}
      onPointerDown={stop}
      onMouseDown={stop}
      onClick={stop}
      onDoubleClick={stop}
      onContextMenu={stop}
      onMouseOver={stop}
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
        onExport={exportLines}
        onSave={() => void edit.save([...session.getRows().keys()])}
        onCancel={() => {
          session.leave(session.getRows().keys());
          focusGrid();
        }}
      />
      <div className={styles.grid}>
        <Grid
          label={`${type.name} of ${record.label}`}
          store={store}
          columns={columns}
          rows={rows}
          rowId={lineId}
          rowLabel={(line) => (line.isNew ? 'new line' : `line ${places.get(line.id)}`)}
          totalRows={lines && rows.length}
          firstRowIndex={0}
          status={status}
          editing={isReordered ? undefined : edit.editing}
          emptyState={
            <GridMessage
              title="No items found"
              {...(mayEdit && { action: { label: 'Add Line Item', onSelect: add } })}
            >
              {mayEdit
                ? 'Lines can be added here, or pasted from a spreadsheet.'
                : `${record.label} has no lines.`}
            </GridMessage>
          }
          failedState={
            <GridMessage
              title="The lines could not be loaded"
              action={{ label: 'Retry', onSelect: () => void query.refetch() }}
            >
              {toSentence(query.error)}
            </GridMessage>
          }
        />
        <div ref={dropLine} hidden aria-hidden="true" className={styles.dropLine} />
      </div>
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
            onClose={() => setDialog(null)}
          />
        )}
      </Suspense>
    </section>
  );
}

const noLines: readonly Line[] = [];
const lineId = (line: Line): LineId => line.id;
const stop = (event: SyntheticEvent) => event.stopPropagation();
