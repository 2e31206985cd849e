// From the columns of a page and how a person left them (order, visibility, widths, pins) to a layout: every visible
// column with its place, its classes and its style ready made, so that rendering a cell computes nothing. Widths are CSS
// variables of the grid: resizing writes the variables and renders no cell.
import { useMemo, type CSSProperties } from 'react';
import {
  defaultColumnWidth,
  defaultMinColumnWidth,
  type GridColumn,
  type GridColumnState,
} from './grid-column.ts';

export type ControlKind = 'select' | 'expand' | 'actions';

export interface PlacedColumn<Row> {
  id: string;
  /** From 0, over all visible columns in the order of the screen. */
  index: number;
  width: number;
  minWidth: number;
  /** Pixels from the start of its section (left, center or right). */
  start: number;
  pinned: 'left' | 'right' | undefined;
  className: string;
  activeClassName: string;
  headerClassName: string;
  style: CSSProperties;
  /** The grid's own columns have no description by the page. */
  control: ControlKind | undefined;
  column: GridColumn<Row> | undefined;
}

export interface ColumnLayout<Row> {
  left: readonly PlacedColumn<Row>[];
  center: readonly PlacedColumn<Row>[];
  right: readonly PlacedColumn<Row>[];
  all: readonly PlacedColumn<Row>[];
  leftWidth: number;
  centerWidth: number;
  rightWidth: number;
}

interface Controls {
  select: boolean;
  expand: boolean;
  actions: boolean;
}

const controlWidths: Record<ControlKind, number> = { select: 44, expand: 40, actions: 48 };
const idOfControl: Record<ControlKind, string> = {
  select: '#select',
  expand: '#expand',
  actions: '#actions',
};
const controlOfId = new Map(Object.entries(idOfControl).map(([kind, id]) => [id, kind as ControlKind]));
const largestPinnedShare = 0.6;
/** What must be left between the pinned columns: one column that can be read. */
const leastBetweenPx = 160;

export function useColumnLayout<Row>(
  columns: readonly GridColumn<Row>[],
  state: GridColumnState,
  { select, expand, actions }: Controls,
  viewportWidth: number,
): ColumnLayout<Row> {
  const sections = useMemo(
    () => divide(columns, state, { select, expand, actions }),
    [columns, state, select, expand, actions],
  );
  const pins = whichPinsFit(sections, viewportWidth);
  return useMemo(() => placeColumns(columns, unpin(sections, pins)), [columns, sections, pins]);
}

interface SizedColumn {
  id: string;
  width: number;
}
type Sections = Record<'left' | 'center' | 'right', SizedColumn[]>;
type Pins = 'all' | 'actions' | 'controls' | 'none';

/** Columns that the order does not name come after those that it does; what the page no longer describes is left out. */
function divide<Row>(
  columns: readonly GridColumn<Row>[],
  { order, hidden, widths, pinned }: GridColumnState,
  { select, expand, actions }: Controls,
): Sections {
  const isHidden = new Set(hidden);
  const visible = new Map(columns.filter(({ id }) => !isHidden.has(id)).map((column) => [column.id, column]));
  const toSized = (ids: Iterable<string>): SizedColumn[] =>
    [...ids].flatMap((id) => {
      const column = visible.get(id);
      if (column === undefined) return [];
      const minWidth = column.minWidth ?? defaultMinColumnWidth;
      return { id, width: Math.max(minWidth, widths[id] ?? column.width ?? defaultColumnWidth) };
    });
  const controls = (kind: ControlKind, isShown: boolean): SizedColumn[] =>
    isShown ? [{ id: idOfControl[kind], width: controlWidths[kind] }] : [];
  const isPinned = new Set([...pinned.left, ...pinned.right]);
  const ordered = new Set([...order, ...visible.keys()]);
  return {
    left: [...controls('select', select), ...controls('expand', expand), ...toSized(pinned.left)],
    center: toSized([...ordered].filter((id) => !isPinned.has(id))),
    right: [...toSized(pinned.right), ...controls('actions', actions)],
  };
}

/**
 * On a narrow screen pins give way, or nothing would be left to scroll: first the columns at the left, then those at the
 * right, where what can be done with a row stands, then the controls.
 */
function whichPinsFit(sections: Sections, viewportWidth: number): Pins {
  const room = Math.min(viewportWidth * largestPinnedShare, viewportWidth - leastBetweenPx);
  const fits = (pins: Pins) =>
    widthOf([
      ...sections.left.filter(({ id }) => staysPinned(pins, 'left', id)),
      ...sections.right.filter(({ id }) => staysPinned(pins, 'right', id)),
    ]) <= room;
  return (['all', 'actions', 'controls'] as const).find(fits) ?? 'none';
}

const staysPinned = (pins: Pins, side: 'left' | 'right', id: string): boolean =>
  pins === 'all' || (pins === 'actions' && side === 'right') || (pins !== 'none' && controlOfId.has(id));

function unpin({ left, center, right }: Sections, pins: Pins): Sections {
  return {
    left: left.filter(({ id }) => staysPinned(pins, 'left', id)),
    center: [
      ...left.filter(({ id }) => !staysPinned(pins, 'left', id)),
      ...center,
      ...right.filter(({ id }) => !staysPinned(pins, 'right', id)),
    ],
    right: right.filter(({ id }) => staysPinned(pins, 'right', id)),
  };
}

function widthOf(columns: readonly SizedColumn[]): number {
  return columns.reduce((sum, column) => sum + column.width, 0);
}

function placeColumns<Row>(
  columns: readonly GridColumn<Row>[],
  { left, center, right }: Sections,
): ColumnLayout<Row> {
  const described = new Map(columns.map((column) => [column.id, column]));
  let index = 0;
  function place(section: SizedColumn[], pinned: 'left' | 'right' | undefined): PlacedColumn<Row>[] {
    let start = 0;
    return section.map(({ id, width }, at) => {
      const column = described.get(id);
      const control = controlOfId.get(id);
      const isEdge = pinned === 'left' ? at === section.length - 1 : pinned === 'right' && at === 0;
      const className = classesOf(column, control, pinned, isEdge);
      const placed: PlacedColumn<Row> = {
        id,
        index,
        width,
        minWidth: column?.minWidth ?? defaultMinColumnWidth,
        start,
        pinned,
        className: `rh-cell ${className}`,
        activeClassName: `rh-cell ${className} rh-active`,
        headerClassName: `rh-header-cell ${className}`,
        style: styleOf(index, pinned),
        control,
        column,
      };
      start += width;
      index += 1;
      return placed;
    });
  }
  const placedLeft = place(left, 'left');
  const placedCenter = place(center, undefined);
  const placedRight = place(right, 'right');
  return {
    left: placedLeft,
    center: placedCenter,
    right: placedRight,
    all: [...placedLeft, ...placedCenter, ...placedRight],
    leftWidth: widthOf(left),
    centerWidth: widthOf(center),
    rightWidth: widthOf(right),
  };
}

function classesOf<Row>(
  column: GridColumn<Row> | undefined,
  control: ControlKind | undefined,
  pinned: 'left' | 'right' | undefined,
  isEdge: boolean,
): string {
  const kind = column?.kind ?? 'text';
  const align = control ? 'center' : (column?.align ?? (kind === 'number' ? 'end' : 'start'));
  return [
    align === 'start' ? '' : `rh-align-${align}`,
    kind === 'text' ? '' : 'rh-tabular',
    control ? 'rh-control' : '',
    pinned ? 'rh-pinned' : '',
    isEdge ? `rh-edge-${pinned}` : '',
  ]
    .filter(Boolean)
    .join(' ');
}

function styleOf(index: number, pinned: 'left' | 'right' | undefined): CSSProperties {
  const width = `var(--w${index})`;
  if (!pinned) return { width };
  return pinned === 'left' ? { width, left: `var(--x${index})` } : { width, right: `var(--x${index})` };
}

/** The variables that the cells' styles refer to; `resized` is a column being dragged, not yet in the layout. */
export function layoutVariables<Row>(
  layout: ColumnLayout<Row>,
  resized?: { id: string; width: number },
): Record<string, string> {
  const variables: Record<string, string> = {};
  const widthNow = (column: PlacedColumn<Row>) => (column.id === resized?.id ? resized.width : column.width);
  let total = 0;
  for (const column of layout.all) {
    variables[`--w${column.index}`] = `${widthNow(column)}px`;
    total += widthNow(column);
  }
  let x = 0;
  for (const column of layout.left) {
    variables[`--x${column.index}`] = `${x}px`;
    x += widthNow(column);
  }
  x = 0;
  for (const column of layout.right.toReversed()) {
    variables[`--x${column.index}`] = `${x}px`;
    x += widthNow(column);
  }
  variables['--rh-grid-width'] = `${total}px`;
  return variables;
}
