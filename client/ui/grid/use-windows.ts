// Which rows and which columns are in the page. TanStack Virtual watches the scroller; both windows move in
// steps, so that most scroll events change nothing and the rest mount or drop a few rows at once.
// Two traps of Virtual are met here: sizes are no dependency of its memo, so what they depend on goes into a
// memoised getItemKey; and the scroller's rect includes what lies under the header and the pinned columns.
import { useCallback, useLayoutEffect, useMemo, useReducer, useRef, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
  type Range,
  type VirtualizerOptions,
} from '@tanstack/react-virtual';
import type { ColumnLayout, PlacedColumn } from './use-column-layout.ts';

export const headerHeight = 40;
export const columnsAChunk = 3;
const rowStep = 4;
/** Rows mounted beyond the view: what a fast wheel passes before the next frame. */
const rowOverscan = 4;

export interface IndexWindow {
  first: number;
  /** Inclusive; -1 when there is nothing. */
  last: number;
}

type GridVirtualizer = Virtualizer<HTMLDivElement, Element>;
type WindowOptions = Omit<VirtualizerOptions<HTMLDivElement, Element>, 'onChange'>;

const scrolling = { observeElementOffset, scrollToFn: elementScroll };

/**
 * The hook of react-virtual renders at every row that passes and when scrolling starts and ends; this one renders
 * when the step changes, and then within the scroll event: the frame that shows the new place shows its rows.
 * (Deferred, or left to React's scheduler, a slow machine paints an empty view for as long as one scrolls.)
 */
function useStepWindow(options: WindowOptions): IndexWindow {
  const [, render] = useReducer((count: number) => count + 1, 0);
  const [watcher] = useState(() => createStepWatcher(options, render));
  const [first = 0, last = -1] = watcher.read(options);
  useLayoutEffect(() => watcher.mount(), [watcher]);
  useLayoutEffect(() => watcher.afterRender(first, last));
  return useMemo(() => ({ first, last }), [first, last]);
}

function createStepWatcher(initial: WindowOptions, render: () => void) {
  let rendered = { first: 0, last: -1 };
  function onChange(virtualizer: GridVirtualizer, isScrolling: boolean) {
    const [first = 0, last = -1] = virtualizer.getVirtualIndexes();
    if (first === rendered.first && last === rendered.last) return;
    if (isScrolling) flushSync(render);
    else render();
  }
  const virtualizer: GridVirtualizer = new Virtualizer({ ...initial, onChange });
  // The underscored two are what every framework's adapter of Virtual calls.
  return {
    read(options: WindowOptions): number[] {
      virtualizer.setOptions({ ...options, onChange });
      return virtualizer.getVirtualIndexes();
    },
    // eslint-disable-next-line no-underscore-dangle -- an adapter's entry point
    mount: () => virtualizer._didMount(),
    afterRender(first: number, last: number) {
      rendered = { first, last };
      // eslint-disable-next-line no-underscore-dangle -- an adapter's entry point
      virtualizer._willUpdate();
    },
  };
}

type Scroller = RefObject<HTMLDivElement | null>;

interface RowGeometry {
  count: number;
  rowHeight: number;
  /** -1 for none. */
  expandedIndex: number;
  detailHeight: number;
  /** Of each row, where they are not all of `rowHeight`; the same array while they stay. */
  heights?: readonly number[] | undefined;
}

export function useRowWindow(
  scroller: Scroller,
  { count, rowHeight, expandedIndex, detailHeight, heights }: RowGeometry,
): IndexWindow {
  // A new function for every geometry, as the measurements depend on its identity.
  const getItemKey = useMemo(
    () => keyFor(rowHeight, expandedIndex, detailHeight, heights),
    [rowHeight, expandedIndex, detailHeight, heights],
  );
  return useStepWindow({
    ...scrolling,
    count,
    getScrollElement: () => scroller.current,
    estimateSize: (index) =>
      index === expandedIndex ? rowHeight + detailHeight : (heights?.[index] ?? rowHeight),
    getItemKey,
    initialRect: { width: window.innerWidth, height: window.innerHeight - headerHeight },
    observeElementRect: observeRowsRect,
    rangeExtractor: extractRowSteps,
  });
}

function keyFor(..._geometry: readonly unknown[]) {
  return (index: number) => index;
}

function observeRowsRect(instance: GridVirtualizer, report: ReportRect) {
  return observeElementRect(instance, ({ width, height }) =>
    report({ width, height: Math.max(0, height - headerHeight) }),
  );
}

function extractRowSteps({ startIndex, endIndex, count }: Range): number[] {
  const first = Math.floor((startIndex - rowOverscan) / rowStep) * rowStep;
  const last = Math.ceil((endIndex + 1 + rowOverscan) / rowStep) * rowStep - 1;
  return [Math.max(0, first), Math.min(count - 1, last)];
}

/** The window over the columns that are not pinned, in chunks of `columnsAChunk`. */
export function useColumnWindow<Row>(scroller: Scroller, layout: ColumnLayout<Row>): IndexWindow {
  const { center, leftWidth, rightWidth } = layout;
  const getItemKey = useMemo(() => keyForColumns(center), [center]);
  const pinnedWidth = leftWidth + rightWidth;
  const observeRect = useRectWithout(pinnedWidth);
  return useStepWindow({
    ...scrolling,
    horizontal: true,
    count: center.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => center[index]?.width ?? 0,
    getItemKey,
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    observeElementRect: observeRect,
    rangeExtractor: extractChunks,
  });
}

type ReportRect = (rect: { width: number; height: number }) => void;

/** Virtual observes the scroller once; a pin that changes later is told to it here. */
function useRectWithout(pinnedWidth: number) {
  const observed = useRef<{ width: number; height: number; pinnedWidth: number; report?: ReportRect }>({
    width: 0,
    height: 0,
    pinnedWidth,
  });
  useLayoutEffect(() => {
    const { width, height, report } = observed.current;
    if (observed.current.pinnedWidth === pinnedWidth) return;
    observed.current.pinnedWidth = pinnedWidth;
    report?.({ width: Math.max(0, width - pinnedWidth), height });
  }, [pinnedWidth]);
  return useCallback((instance: GridVirtualizer, report: ReportRect) => {
    observed.current.report = report;
    return observeElementRect(instance, ({ width, height }) => {
      observed.current.width = width;
      observed.current.height = height;
      report({ width: Math.max(0, width - observed.current.pinnedWidth), height });
    });
  }, []);
}

function keyForColumns<Row>(_columns: readonly PlacedColumn<Row>[]) {
  return (index: number) => index;
}

/** One column beyond each side, then whole chunks. */
function extractChunks({ startIndex, endIndex, count }: Range): number[] {
  const lastColumn = count - 1;
  return [
    Math.floor(Math.max(0, startIndex - 1) / columnsAChunk),
    Math.floor(Math.min(lastColumn, endIndex + 1) / columnsAChunk),
  ];
}
