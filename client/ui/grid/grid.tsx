// The grid shell: rows and columns in windows, selection, keyboard, columns that move and resize. It knows no
// business word: a page describes columns and rows and is told what a person asked for. `GridProps` is all that
// a page needs to read, with `GridStore` (selection, active cell, expanded row, announcements).
import {
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type CSSProperties,
  type ReactNode,
} from 'react';
import {
  columnStateOf,
  type GridColumn,
  type GridColumnState,
  type GridEditing,
  type GridMarks,
  type GridTree,
  type RowId,
} from './grid-column.ts';
import { closeCell, keepValue, pasteText } from './grid-editing.ts';
import { GridFoot } from './grid-foot.tsx';
import { GridHeader } from './grid-header.tsx';
import { onGridCopy, onGridCut, onGridKeyDown, onGridPaste } from './grid-keyboard.ts';
import { GridMenu } from '../late-parts.tsx';
import type { GridMenuItem } from './grid-menu.tsx';
import {
  onGridClick,
  onGridContextMenu,
  onGridDoubleClick,
  onGridMouseDown,
  onGridMouseMove,
  onGridMouseOver,
} from './grid-pointer.ts';
import type { OpenEditor, RowSetting } from './grid-row.tsx';
import { GridRows } from './grid-rows.tsx';
import { activePosition, reveal, revealSpan, type GridScene, type OpenMenu } from './grid-scene.ts';
import type { GridSort } from './grid-sort.ts';
import type { GridStore } from './grid-store.ts';
import { onGridPointerDown } from './header-drag.ts';
import { LiveRegion } from './live-region.tsx';
import { SkeletonRows } from './skeleton-rows.tsx';
import { layoutVariables, useColumnLayout } from './use-column-layout.ts';
import { useExpandedRow } from './use-grid-store.ts';
import { useColumnWindow, useRowWindow } from './use-windows.ts';
import './grid.css';

/** 1.3 comfortable, 1 standard, 0.7 compact (specification, section 4). */
export type GridDensity = 1.3 | 1 | 0.7;

/** `first`: nothing to show yet; `refresh`: the rows shown are stale; `failed`: `failedState` stands for the rows. */
export type GridStatus = 'first' | 'refresh' | 'ready' | 'failed';

export interface GridProps<Row> {
  /** What the grid shows, spoken: 'Purchase orders'. */
  label: string;
  /** One per grid, made once: `useState(createGridStore)`. */
  store: GridStore;

  /** Keep the array's identity while nothing in it changes. Order, pins and widths may differ by `columnState`. */
  columns: readonly GridColumn<Row>[];
  /** Without it the grid keeps this state itself, until it unmounts. */
  columnState?: GridColumnState;
  onColumnStateChange?: (state: GridColumnState) => void;

  /** The rows at hand (a page of the server's). A record that has not changed keeps its identity. */
  rows: readonly Row[];
  /** Stable functions, as all that take a row. */
  rowId: (row: Row) => RowId;
  /** Names the row in spoken sentences: 'PO-4012'. */
  rowLabel: (row: Row) => string;
  /** `muted`: deleted and the like; `marked`: changed elsewhere, or no longer in the filter. */
  rowTone?: (row: Row) => 'muted' | 'marked' | undefined;
  /** Colours of the row and of its cells; null: none. A record that has not changed keeps the object's identity. */
  marksOf?: ((row: Row) => GridMarks | null) | undefined;
  /** What a mark of the row means, in a sentence: who changed it, and when. */
  rowNote?: (row: Row) => string | undefined;
  /** How many rows there are over all pages; undefined while that is not known. */
  totalRows: number | undefined;
  /** Index of rows[0] over all pages, from 0. */
  firstRowIndex: number;
  /** A change of it says that other rows are shown (page, sort, filter): scrolling and focus begin at the top. */
  viewKey?: string;

  status: GridStatus;
  /** For `ready` without rows: a `GridMessage` for no data, or for no match with Clear. */
  emptyState: ReactNode;
  /** For `failed`: a `GridMessage` with Retry. */
  failedState: ReactNode;

  density?: GridDensity;
  sort?: readonly GridSort[];
  /** Without it no column sorts. */
  onSort?: (sort: GridSort[]) => void;
  /** By how many columns at once. Default 1. */
  mostSorts?: number;

  /** Items of the menu in the header's checkbox; without them there is no selection. */
  selectionMenu?: readonly GridMenuItem[];
  isSelectionDisabled?: boolean;
  /** Items of the menu of one row: kebab, right click, context menu key. Without it there is no such column. */
  rowMenu?: (row: Row, column?: string) => readonly GridMenuItem[];
  /** Items of the menu of a column: right click or context menu key on its header. */
  headerMenu?: (column: string) => readonly GridMenuItem[];
  /** The panel under the expanded row, 460 high; without it there is no such column. */
  renderDetail?: (row: Row) => ReactNode;
  /** Asked instead of expanding at once; then the page calls `store.setExpanded`, or not. */
  onExpand?: (id: RowId | null) => void;
  /** What stands under the column, in a row of its own; without it there is no such row. Its buttons carry `data-stop`. */
  foot?: { readonly label: string; readonly render: (column: string) => ReactNode } | undefined;
  /** Enter, F2, double click or a typed character on a cell: true when the page opened an editor in it. */
  onCellOpen?: (row: Row, column: string, key: string) => boolean;
  /** Rows that stand under others; without it they are a list. */
  tree?: GridTree<Row> | undefined;
  /** Without it no cell is edited. The rows in row edit stand in the store. */
  editing?: GridEditing | undefined;
}

const baseRowHeight = 40;
/** Specification, section 9. */
const detailHeight = 460;
const noSort: readonly GridSort[] = [];

export function Grid<Row>(props: GridProps<Row>) {
  const {
    store,
    columns,
    rows,
    rowId,
    rowLabel,
    rowTone,
    rowNote,
    marksOf,
    renderDetail,
    onExpand,
    status,
    firstRowIndex,
    tree,
  } = props;
  const { sort = noSort, selectionMenu, rowMenu, isSelectionDisabled = false } = props;
  const gridId = useId();
  const root = useRef<HTMLDivElement>(null);
  const dropLine = useRef<HTMLDivElement>(null);
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const [columnState, changeColumns] = useColumnState(props);
  const viewportWidth = useViewportWidth(root);

  const isSelectable = selectionMenu !== undefined;
  const isExpandable = renderDetail !== undefined;
  const hasActions = rowMenu !== undefined;
  const controls = { select: isSelectable, expand: isExpandable, actions: hasActions };
  const layout = useColumnLayout(columns, columnState, controls, viewportWidth);
  const rowHeight = Math.round(baseRowHeight * (props.density ?? 1));

  const showsRows = status === 'ready' || status === 'refresh';
  const shownRows = showsRows ? rows : noRows;
  const ids = useMemo(() => shownRows.map(rowId), [shownRows, rowId]);
  const indexById = useMemo(() => new Map(ids.map((id, index) => [id, index])), [ids]);
  const ordinaryCount = useMemo(
    () =>
      tree?.headOf === undefined ? shownRows.length : shownRows.filter((row) => !tree.headOf!(row)).length,
    [shownRows, tree],
  );
  const expanded = useExpandedRow(store);
  const expandedIndex = isExpandable && expanded !== null ? (indexById.get(expanded) ?? -1) : -1;
  const rowTop = useCallback(
    (index: number) => index * rowHeight + (expandedIndex >= 0 && index > expandedIndex ? detailHeight : 0),
    [rowHeight, expandedIndex],
  );

  const rowsWindow = useRowWindow(root, { count: ids.length, rowHeight, expandedIndex, detailHeight });
  const chunks = useColumnWindow(root, layout);
  const activeIndexOutside = useSyncExternalStore(store.subscribe, () => {
    const active = store.getActive();
    const index = active?.row == null ? -1 : (indexById.get(active.row) ?? -1);
    return index >= rowsWindow.first && index <= rowsWindow.last ? -1 : index;
  });

  const activeCellRef = useCallback((cell: HTMLElement | null) => {
    const grid = root.current;
    if (!cell || !grid) return undefined;
    const { id } = cell;
    grid.setAttribute('aria-activedescendant', id);
    return () => {
      if (grid.getAttribute('aria-activedescendant') === id) grid.removeAttribute('aria-activedescendant');
    };
  }, []);

  const latestScene = useRef<GridScene<Row>>(null);
  const editor = useMemo(
    (): OpenEditor => ({
      close: (row, column, value, exit) => closeCell(latestScene.current!, row, column, value, exit),
      keep: (row, column, value) => keepValue(latestScene.current!, row, column, value),
      paste: (text) => void pasteText(latestScene.current!, text),
    }),
    [],
  );

  const setting = useMemo(
    (): RowSetting<Row> => ({
      gridId,
      store,
      layout,
      rowId,
      rowLabel,
      rowTone,
      rowNote,
      marksOf,
      tree,
      isSelectable,
      isSelectionDisabled,
      activeCellRef,
      editor,
    }),
    [
      gridId,
      store,
      layout,
      rowId,
      rowLabel,
      rowTone,
      rowNote,
      marksOf,
      tree,
      isSelectable,
      isSelectionDisabled,
      activeCellRef,
      editor,
    ],
  );

  const scene: GridScene<Row> = {
    root,
    store,
    rows: shownRows,
    ids,
    indexById,
    layout,
    columns,
    columnState,
    rowHeight,
    rowTop,
    rowLabel,
    sort,
    onSort: props.onSort,
    changeColumns,
    toggleDetail: isExpandable
      ? (id) => {
          const row = shownRows[indexById.get(id) ?? -1];
          if (row !== undefined && tree?.headOf?.(row)) return;
          (onExpand ?? store.setExpanded)(store.getExpanded() === id ? null : id);
        }
      : undefined,
    mostSorts: props.mostSorts ?? 1,
    rowMenu,
    headerMenu: props.headerMenu,
    selectionMenu,
    isSelectionDisabled,
    onCellOpen: props.onCellOpen,
    editing: props.editing,
    tree,
    openMenu: setMenu,
  };
  useLayoutEffect(() => {
    latestScene.current = scene;
  });
  const closeMenu = useCallback(() => {
    setMenu(null);
    root.current?.focus({ preventScroll: true });
  }, []);

  useEffect(
    () =>
      store.onReveal((focus) => {
        if (focus !== 'stays') root.current?.focus({ preventScroll: true });
        // The rows that a change brought are there only after it was rendered.
        requestAnimationFrame(() => {
          const position = activePosition(latestScene.current!);
          if (position) reveal(latestScene.current!, position);
        });
      }),
    [store],
  );
  useFollowRows(scene, props.viewKey ?? String(firstRowIndex));
  useRevealDetail(scene, expandedIndex);

  const bodyHeight = rowTop(ids.length);
  const style = { ...layoutVariables(layout), '--rh-row-height': `${rowHeight}px` } as CSSProperties;
  const isBusy = status === 'first' || status === 'refresh';
  return (
    <div className="rh-grid-frame">
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- its role is that of a grid, of rows or of a tree */}
      <div
        ref={root}
        role={tree === undefined ? 'grid' : 'treegrid'}
        tabIndex={0}
        className="rh-grid"
        style={style}
        aria-label={props.label}
        aria-rowcount={props.totalRows === undefined ? -1 : props.totalRows + (expandedIndex < 0 ? 1 : 2)}
        aria-colcount={layout.all.length}
        aria-multiselectable={isSelectable || undefined}
        aria-busy={isBusy || undefined}
        onFocus={(event) => {
          if (event.target === root.current) activateSomething(scene);
        }}
        onKeyDown={(event) => onGridKeyDown(scene, event)}
        onCopy={(event) => onGridCopy(scene, event)}
        onCut={(event) => onGridCut(scene, event)}
        onPaste={(event) => onGridPaste(scene, event)}
        onPointerDown={(event) => onGridPointerDown(scene, dropLine.current!, event)}
        onMouseDown={(event) => onGridMouseDown(scene, event)}
        onClick={(event) => onGridClick(scene, event)}
        onDoubleClick={(event) => onGridDoubleClick(scene, event)}
        onContextMenu={(event) => onGridContextMenu(scene, event)}
        onMouseOver={(event) => {
          onGridMouseOver(event);
          onGridMouseMove(scene, event);
        }}
      >
        {layout.all.length > 0 && (
          <div role="rowgroup" className="rh-header-group">
            <GridHeader
              gridId={gridId}
              store={store}
              layout={layout}
              chunks={chunks}
              sort={sort}
              canSort={props.onSort !== undefined}
              rowsAtHand={ordinaryCount}
              isSelectionDisabled={isSelectionDisabled}
              activeCellRef={activeCellRef}
            />
          </div>
        )}
        {ids.length > 0 && (
          <div role="rowgroup" className="rh-body" style={{ height: bodyHeight }}>
            <GridRows
              rows={shownRows}
              rowsWindow={rowsWindow}
              chunks={chunks}
              rowTop={rowTop}
              rowHeight={rowHeight}
              detailHeight={detailHeight}
              expandedIndex={expandedIndex}
              activeIndexOutside={activeIndexOutside}
              firstRowIndex={firstRowIndex}
              setting={setting}
              renderDetail={renderDetail}
            />
          </div>
        )}
        {ids.length > 0 && props.foot && <GridFoot {...props.foot} layout={layout} chunks={chunks} />}
      </div>
      {status === 'first' && (
        <SkeletonRows layout={layout} rowHeight={rowHeight} viewportWidth={viewportWidth} />
      )}
      {status === 'refresh' && <div aria-hidden="true" className="rh-progress" />}
      {status === 'failed' && <div className="rh-overlay">{props.failedState}</div>}
      {showsRows && ids.length === 0 && <div className="rh-overlay">{props.emptyState}</div>}
      <div ref={dropLine} hidden aria-hidden="true" className="rh-drop-line" />
      {menu && <GridMenu label={menu.label} items={menu.items} anchor={menu.anchor} onClose={closeMenu} />}
      <LiveRegion store={store} />
    </div>
  );
}

const noRows: readonly never[] = [];

function useColumnState<Row>({ columns, columnState, onColumnStateChange }: GridProps<Row>) {
  const [own, setOwn] = useState<GridColumnState | null>(null);
  const given = useMemo(() => columnStateOf(columns), [columns]);
  return [columnState ?? own ?? given, onColumnStateChange ?? setOwn] as const;
}

/** Also tells the stylesheet, as the detail panel is as wide as the view. */
function useViewportWidth(root: React.RefObject<HTMLDivElement | null>): number {
  const [width, setWidth] = useState(() => window.innerWidth);
  useLayoutEffect(() => {
    const element = root.current!;
    const measure = () => {
      // Read once: what is set makes the page be laid out anew for whoever reads after it.
      const { clientWidth } = element;
      element.style.setProperty('--rh-grid-view', `${clientWidth}px`);
      setWidth(clientWidth);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [root]);
  return width;
}

/** The first focus lands on the first cell that is not the grid's own, or in the header while there are no rows. */
function activateSomething<Row>({ store, ids, indexById, layout }: GridScene<Row>) {
  const active = store.getActive();
  const isThere =
    active !== null &&
    (active.row === null || indexById.has(active.row)) &&
    layout.all.some(({ id }) => id === active.column);
  const first = layout.all.find(({ column }) => column !== undefined);
  if (!isThere && first) store.setActive({ row: ids[0] ?? null, column: first.id });
}

/** Keeps the active cell among the rows when these change, and begins at the top when they are others. */
function useFollowRows<Row>({ root, store, ids }: GridScene<Row>, viewKey: string) {
  const before = useRef({ ids, viewKey });
  useEffect(() => {
    const { ids: idsBefore, viewKey: viewKeyBefore } = before.current;
    if (ids === idsBefore || ids.length === 0) return;
    before.current = { ids, viewKey };
    const isOtherView = viewKey !== viewKeyBefore;
    if (isOtherView) root.current?.scrollTo(root.current.scrollLeft, 0);
    const active = store.getActive();
    if (!active || active.row === null || (!isOtherView && ids.includes(active.row))) return;
    const wasAt = isOtherView ? 0 : Math.max(0, idsBefore.indexOf(active.row));
    store.setActive({ row: ids[Math.min(wasAt, ids.length - 1)]!, column: active.column });
  }, [root, store, ids, viewKey]);
}

function useRevealDetail<Row>({ root, rowTop, rowHeight }: GridScene<Row>, expandedIndex: number) {
  useEffect(() => {
    if (expandedIndex < 0 || !root.current) return;
    revealSpan(root.current, rowTop(expandedIndex), rowHeight + detailHeight);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only when another row opens, not with the density
  }, [expandedIndex]);
}
