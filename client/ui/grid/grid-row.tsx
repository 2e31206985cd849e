// A row renders when its record, its place or its snapshot in the store changes, and at no other time.
// The columns that are not pinned come in memoised chunks, so that scrolling sideways or moving the active
// cell touches one chunk of a row. Handlers sit on the grid, not here.
import { memo, type CSSProperties, type ReactElement, type ReactNode, type RefCallback } from 'react';
import { CellEditorFrame } from './cell-editor-frame.tsx';
import { Icon } from '../icons.tsx';
import { CellPopover } from './cell-popover.tsx';
import type { EditorExit, GridMarks, GridTree, RowId } from './grid-column.ts';
import { findFollowing } from './following.ts';
import { GridTreeCell, HeadCell } from './grid-tree-cell.tsx';
import type { GridStore, RowEdit, RowSnapshot } from './grid-store.ts';
import type { ColumnLayout, PlacedColumn } from './use-column-layout.ts';
import { useRowSnapshot } from './use-grid-store.ts';
import { columnsAChunk, type IndexWindow } from './use-windows.ts';

/** What all rows of one grid share; it keeps its identity while rows scroll. */
export interface RowSetting<Row> {
  gridId: string;
  store: GridStore;
  layout: ColumnLayout<Row>;
  rowId: (row: Row) => RowId;
  rowLabel: (row: Row) => string;
  rowTone: ((row: Row) => 'muted' | 'marked' | undefined) | undefined;
  rowNote: ((row: Row) => string | undefined) | undefined;
  marksOf: ((row: Row) => GridMarks | null) | undefined;
  tree: GridTree<Row> | undefined;
  isSelectable: boolean;
  isSelectionDisabled: boolean;
  /** Tells the grid which element its aria-activedescendant is. */
  activeCellRef: RefCallback<HTMLElement>;
  editor: OpenEditor;
}

/** What the one open editor tells the grid. */
export interface OpenEditor {
  close: (row: RowId, column: string, value: string | undefined, exit: EditorExit) => void;
  keep: (row: RowId, column: string, value: string) => void;
  /** Into the cells from the active one on. */
  paste: (text: string) => void;
}

interface GridRowProps<Row> {
  row: Row;
  /** Within the rows at hand. */
  index: number;
  ariaRowIndex: number;
  /** Pixels from the top of the body. */
  top: number;
  isOdd: boolean;
  chunks: IndexWindow;
  setting: RowSetting<Row>;
}

export const GridRow = memo(GridRowWhole) as typeof GridRowWhole;

function GridRowWhole<Row>({ row, index, ariaRowIndex, top, isOdd, chunks, setting }: GridRowProps<Row>) {
  const { layout, store, isSelectable, rowTone } = setting;
  const snapshot = useRowSnapshot(store, setting.rowId(row));
  const tone = rowTone?.(row);
  const mark = setting.marksOf?.(row)?.row ?? null;
  const note = [mark?.label, setting.rowNote?.(row)].filter(Boolean).join('. ') || undefined;
  const head = setting.tree?.headOf?.(row) ?? null;
  let className = isOdd ? 'rh-row rh-odd' : 'rh-row';
  if (snapshot.selected) className += ' rh-selected';
  if (snapshot.expanded) className += ' rh-expanded';
  if (snapshot.edit) className += snapshot.edit.fault === null ? ' rh-edited' : ' rh-edited rh-row-fault';
  if (tone) className += ` rh-${tone}`;
  if (head) className += ' rh-head';
  if (mark) className += ` rh-toned rh-tone-${mark.tone}`;
  return (
    <div
      role="row"
      aria-rowindex={ariaRowIndex}
      aria-selected={isSelectable && !head ? snapshot.selected : undefined}
      aria-level={setting.tree?.levelOf(row)}
      aria-expanded={setting.tree?.isOpen(row) ?? undefined}
      data-row={index}
      title={note}
      // oxlint-disable-next-line jsx-a11y/role-supports-aria-props -- ARIA 1.3 has it for every element
      aria-description={note}
      className={className}
      style={{ top }}
    >
      {layout.left.map((column) => cellOf(column, row, index, snapshot, setting))}
      {centerOf(row, index, snapshot, chunks, setting)}
      {layout.right.map((column) => cellOf(column, row, index, snapshot, setting))}
    </div>
  );
}

/** The chunks of the window and, wherever it is, the chunk of the active cell: focus and editors survive scrolling. */
function centerOf<Row>(
  row: Row,
  index: number,
  snapshot: RowSnapshot,
  chunks: IndexWindow,
  setting: RowSetting<Row>,
) {
  const { center } = setting.layout;
  const current = snapshot.open?.column ?? snapshot.activeColumn;
  const activeAt = current === null ? -1 : center.findIndex(({ id }) => id === current);
  const activeChunk = activeAt < 0 ? -1 : Math.floor(activeAt / columnsAChunk);
  const shown: ReactElement[] = [];
  let reached = 0;
  function show(chunk: number) {
    const first = center[chunk * columnsAChunk]!;
    const last = center[Math.min(center.length, (chunk + 1) * columnsAChunk) - 1]!;
    if (first.start > reached) shown.push(spacer(`before ${chunk}`, first.start - reached));
    shown.push(
      <Chunk
        key={chunk}
        chunk={chunk}
        row={row}
        index={index}
        snapshot={chunk === activeChunk ? snapshot : quiet}
        edit={snapshot.edit}
        follows={snapshot.follows}
        range={snapshot.range}
        setting={setting}
      />,
    );
    reached = last.start + last.width;
  }
  if (activeChunk >= 0 && activeChunk < chunks.first) show(activeChunk);
  for (let chunk = chunks.first; chunk <= chunks.last; chunk += 1) show(chunk);
  if (activeChunk > chunks.last) show(activeChunk);
  return shown;
}

/** Of the snapshot only row edit, what follows and range show in the cells of other chunks. */
const quiet: RowSnapshot = {
  selected: false,
  expanded: false,
  activeColumn: null,
  edit: null,
  follows: null,
  open: null,
  range: null,
};

export function spacer(key: string, width: number): ReactElement {
  const style: CSSProperties = { width };
  return <div key={key} aria-hidden="true" className="rh-spacer" style={style} />;
}

interface ChunkProps<Row> {
  chunk: number;
  row: Row;
  index: number;
  snapshot: RowSnapshot;
  edit: RowEdit | null;
  follows: RowSnapshot['follows'];
  range: ReadonlySet<string> | null;
  setting: RowSetting<Row>;
}

const Chunk = memo(ChunkWhole) as typeof ChunkWhole;

function ChunkWhole<Row>(props: ChunkProps<Row>): ReactNode {
  const { chunk, row, index, edit, follows, range, setting } = props;
  // While it is the chunk of the active cell, its snapshot is the whole one already.
  const snapshot =
    props.snapshot !== quiet || (edit === null && follows === null && range === null)
      ? props.snapshot
      : { ...quiet, edit, follows, range };
  const from = chunk * columnsAChunk;
  return setting.layout.center
    .slice(from, from + columnsAChunk)
    .map((column) => cellOf(column, row, index, snapshot, setting));
}

function cellOf<Row>(
  placed: PlacedColumn<Row>,
  row: Row,
  index: number,
  snapshot: RowSnapshot,
  setting: RowSetting<Row>,
): ReactElement {
  const isActive = snapshot.activeColumn === placed.id;
  const isInRange = snapshot.range?.has(placed.id) === true;
  let className = isActive ? placed.activeClassName : placed.className;
  if (isInRange) className += ' rh-ranged';
  const head = setting.tree?.headOf?.(row) ?? null;
  if (head && setting.tree?.column === placed.id) className += ' rh-head-title';
  const marks = placed.column && setting.marksOf ? setting.marksOf(row) : null;
  const mark = marks?.cells.get(placed.id);
  if (mark) className += ` rh-toned-cell rh-tone-${mark.tone}`;
  const isFirst = marks?.row && placed.id === setting.layout.all.find(({ column }) => column)?.id;
  if (isFirst) className += ' rh-toned-first';
  const edited = !placed.column
    ? null
    : snapshot.edit
      ? editedCell(placed, row, snapshot, setting)
      : followingCell(placed, row, snapshot);
  if (edited) className += edited.className;
  return (
    <div
      key={placed.id}
      role="gridcell"
      aria-colindex={placed.index + 1}
      aria-selected={isInRange || undefined}
      // oxlint-disable-next-line jsx-a11y/role-supports-aria-props -- ARIA 1.2 has it for cells of a grid
      aria-readonly={edited?.isReadOnly}
      aria-invalid={edited?.isFaulty}
      title={edited?.title ?? mark?.label}
      // oxlint-disable-next-line jsx-a11y/role-supports-aria-props -- ARIA 1.3 has it for every element
      aria-description={mark?.label}
      data-marked={mark ? '' : undefined}
      id={isActive ? `${setting.gridId}-${index}-${placed.index}` : undefined}
      ref={isActive ? setting.activeCellRef : undefined}
      className={className}
      style={placed.style}
    >
      {head ? (
        <HeadCell head={head} tree={setting.tree!} row={row} column={placed.column && placed.id} />
      ) : setting.tree?.column === placed.id && !snapshot.edit ? (
        <GridTreeCell tree={setting.tree} row={row}>
          {contentOf(placed, row, snapshot, setting)}
        </GridTreeCell>
      ) : edited ? (
        edited.content
      ) : (
        contentOf(placed, row, snapshot, setting)
      )}
    </div>
  );
}

interface EditedCell {
  className: string;
  content: ReactNode;
  isReadOnly?: true;
  isFaulty?: true | undefined;
  title?: string | undefined;
}

/** A cell of a row in row edit: painted as a field, or the open editor itself. */
function editedCell<Row>(
  { id, column }: PlacedColumn<Row>,
  row: Row,
  snapshot: RowSnapshot,
  setting: RowSetting<Row>,
): EditedCell {
  const { edit: rowEdit, open, activeColumn } = snapshot;
  const { edit, text, render, whyReadOnly } = column!;
  const following = findFollowing(column!, row, snapshot);
  const asItStands = () => following?.text ?? (render ? render(row) : text(row));
  const fault = edit ? rowEdit!.faults.get(id) : undefined;
  const told = activeColumn === id ? (fault ?? rowEdit!.fault) : null;
  const bubble = told !== null && (
    <CellPopover side="above" className="rh-fault-bubble" aria-hidden="true">
      {told}
    </CellPopover>
  );
  if (!edit) {
    const isUnsaved = following?.isUnsaved === true;
    const content = (
      <>
        {asItStands()}
        {isUnsaved && <span className="rh-unseen">, not saved</span>}
        {bubble}
      </>
    );
    return {
      className: isUnsaved ? ' rh-read-only rh-follows' : ' rh-read-only',
      content,
      isReadOnly: true,
      title: isUnsaved ? sayNotSaved(whyReadOnly) : whyReadOnly,
    };
  }
  const whyLocked = open?.column === id ? undefined : rowEdit!.locked?.get(id);
  if (whyLocked !== undefined) {
    const isAbsent = rowEdit!.absent?.has(id) === true;
    const locked = lockedCell(asItStands(), whyLocked, isAbsent, activeColumn === id, bubble);
    return fault === undefined
      ? locked
      : { ...locked, className: `${locked.className} rh-faulty`, isFaulty: true };
  }
  const draft = rowEdit!.values.get(id);
  const rowKey = setting.rowId(row);
  if (open?.column === id) {
    const content = (
      <CellEditorFrame
        column={column!}
        row={row}
        value={draft ?? edit.value(row)}
        typed={open.typed}
        onClose={(value, exit) => setting.editor.close(rowKey, id, value, exit)}
        onKeep={(value) => setting.editor.keep(rowKey, id, value)}
        onTable={setting.editor.paste}
      />
    );
    return { className: ' rh-open', content };
  }
  const whyAsked = edit.required ? undefined : rowEdit!.asked?.get(id);
  return {
    className: ` rh-field${draft === undefined ? '' : ' rh-changed'}${fault === undefined ? '' : ' rh-faulty'}`,
    isFaulty: fault === undefined ? undefined : true,
    title: whyAsked,
    content: (
      <>
        {whyAsked !== undefined && (
          <span className="rh-required" aria-hidden="true">
            *{' '}
          </span>
        )}
        {whyAsked !== undefined && fault === undefined && <span className="rh-unseen">{`${whyAsked} `}</span>}
        {draft === undefined ? asItStands() : edit.show(draft)}
        {fault !== undefined && <span className="rh-unseen">{`, ${fault}`}</span>}
        {bubble}
      </>
    ),
  };
}

/** A cell of a row that is not in row edit, while it follows from what is changed beside the row; else null. */
function followingCell<Row>(
  { column }: PlacedColumn<Row>,
  row: Row,
  snapshot: RowSnapshot,
): EditedCell | null {
  const following = findFollowing(column!, row, snapshot);
  if (following === null) return null;
  const { text, isUnsaved } = following;
  if (!isUnsaved) return { className: '', content: text };
  return {
    className: ' rh-follows',
    content: (
      <>
        {text}
        <span className="rh-unseen">, not saved</span>
      </>
    ),
    title: sayNotSaved(column!.whyReadOnly),
  };
}

const sayNotSaved = (whyReadOnly: string | undefined): string => `Not saved. ${whyReadOnly ?? ''}`.trim();

/** Its reason stands at it as soon as somebody is there, and not only once they have typed. */
function lockedCell(
  content: ReactNode,
  why: string,
  isAbsent: boolean,
  isActive: boolean,
  bubble: ReactNode,
): EditedCell {
  return {
    className: ` rh-read-only rh-locked${isAbsent ? ' rh-absent' : ''}`,
    isReadOnly: true,
    title: why,
    content: (
      <>
        <span className="rh-locked-value">{content}</span>
        {!isAbsent && <Icon name="lock" size={14} />}
        <span className="rh-unseen">{`, ${why}`}</span>
        {bubble ||
          (isActive && (
            <CellPopover side="above" className="rh-lock-bubble" aria-hidden="true">
              {why}
            </CellPopover>
          ))}
      </>
    ),
  };
}

function contentOf<Row>(
  { control, column }: PlacedColumn<Row>,
  row: Row,
  snapshot: RowSnapshot,
  setting: RowSetting<Row>,
): ReactNode {
  if (column) return column.render ? column.render(row) : column.text(row);
  switch (control) {
    case 'select':
      return (
        <input
          type="checkbox"
          className="rh-checkbox"
          tabIndex={-1}
          aria-label={`Select ${setting.rowLabel(row)}`}
          checked={snapshot.selected}
          disabled={setting.isSelectionDisabled}
          onChange={doNothing}
        />
      );
    case 'expand':
      return (
        <button
          type="button"
          className="rh-expander"
          tabIndex={-1}
          aria-expanded={snapshot.expanded}
          aria-label={`Details of ${setting.rowLabel(row)}`}
        />
      );
    case 'actions':
      return (
        <button
          type="button"
          className="rh-kebab"
          tabIndex={-1}
          aria-haspopup="menu"
          aria-label={`Actions for ${setting.rowLabel(row)}`}
        />
      );
    default:
      return null;
  }
}

/** The grid listens for the click; React only wants to know that the box is not read-only. */
function doNothing() {}
