import { csvLine } from '@rowhouse/domain/records/csv.ts';
import {
  lazy,
  Suspense,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ClipboardEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
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
import { actionsColumn, fieldColumn, orderColumn, type LineAction } from './line-columns.tsx';
import type { LineItemsPanelProps } from './line-items-panel-props.ts';
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

export function LinesOfType({ record, type, cells, mayEdit, mayExport, onUnsaved, title }: LinesOfTypeProps) {
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
  const rows = useMemo(
    () => order.rows ?? (created.length > 0 ? [...created, ...(lines ?? noLines)] : (lines ?? noLines)),
    [order.rows, created, lines],
  );

  const unsavedCount = order.isChanged ? 1 : summary.changed;
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
    const states = { isInEdit: (id: LineId) => store.getEdits().has(id), whyNotSaved: session.whyNotSaved };
    const isEditable = mayEdit && !isReordered;
    return [
      orderColumn(placeOf, isReordered),
      ...type.fields.map((field) => fieldColumn(field, cells, isEditable)),
      ...(isEditable ? [actionsColumn(nameOf, states)] : []),
    ];
  }, [places, type, cells, mayEdit, isReordered, session, store]);

  const gridElement = () => panel.current?.querySelector<HTMLElement>('[role=grid]') ?? null;
  const focusGrid = () => gridElement()?.focus({ preventScroll: true });

  function openFirst(line: Line) {
    const first = type.fields.find(isEdited);
    if (!first) return;
    store.setActive({ row: line.id, column: first.key });
    store.setOpen({ row: line.id, column: first.key, typed: '' });
  }

  function add() {
    const line = session.add();
    gridElement()?.scrollTo({ top: 0 });
    openFirst(line);
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
      save: () => void edit.save([line.id]),
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
