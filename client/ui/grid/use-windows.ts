// Which rows and which columns are in the page. Both windows move in steps, so that most scroll events change nothing and
// the rest mount or drop a few rows at once. Every size is known before anything is drawn: a window is two searches.
import { useLayoutEffect, useMemo, useReducer, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import type { ColumnLayout } from './use-column-layout.ts';

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

const nothing: IndexWindow = { first: 0, last: -1 };

/** What stands one after another along one side of the scroller, in pixels. */
interface Along {
  readonly side: 'height' | 'width';
  /** Where each begins, and at the end where the last one ends. */
  readonly starts: Float64Array;
  /** Of the scroller's own length, what lies under the header or the pinned columns. */
  readonly covered: number;
  /** What is mounted for what is in view, both inclusive. */
  readonly widen: (first: number, last: number, count: number) => IndexWindow;
}

function startsOf(count: number, sizeOf: (index: number) => number): Float64Array {
  const starts = new Float64Array(count + 1);
  for (let index = 0; index < count; index += 1) starts[index + 1] = starts[index]! + sizeOf(index);
  return starts;
}

/** How many begin before the place. */
function countBefore(starts: Float64Array, place: number): number {
  let from = 0;
  let to = starts.length - 1;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (starts[middle]! < place) from = middle + 1;
    else to = middle;
  }
  return from;
}

/**
 * Renders when the step changes, and then within the scroll event: the frame that shows the new place shows its rows.
 * (Deferred, or left to React's scheduler, a slow machine paints an empty view for as long as one scrolls.)
 */
function useStepWindow(scroller: Scroller, along: Along): IndexWindow {
  const [, render] = useReducer((count: number) => count + 1, 0);
  const [watcher] = useState(() => createStepWatcher(along.side, render));
  const { first, last } = watcher.windowOf(along);
  useLayoutEffect(() => watcher.stop, [watcher]);
  useLayoutEffect(() => watcher.afterRender(scroller.current, along, { first, last }));
  return useMemo(() => ({ first, last }), [first, last]);
}

function createStepWatcher(side: Along['side'], render: () => void) {
  const isAcross = side === 'width';
  let rendered: { along: Along; shown: IndexWindow } | null = null;
  let watched: HTMLElement | null = null;
  let offset = 0;
  let length = isAcross ? window.innerWidth : window.innerHeight;
  let stopWatching = (): void => undefined;

  function windowOf({ starts, covered, widen }: Along): IndexWindow {
    const count = starts.length - 1;
    const seen = length - covered;
    if (count === 0 || seen <= 0) return nothing;
    const first = Math.max(0, countBefore(starts, offset) - 1);
    return widen(first, Math.max(first, countBefore(starts, offset + seen) - 1), count);
  }

  function settle(renderNow: (render: () => void) => void): void {
    if (rendered === null) return;
    const { first, last } = windowOf(rendered.along);
    if (first !== rendered.shown.first || last !== rendered.shown.last) renderNow(render);
  }

  function watch(element: HTMLElement): () => void {
    const place = () => {
      offset = isAcross ? element.scrollLeft : element.scrollTop;
    };
    const measure = () => {
      length = isAcross ? element.offsetWidth : element.offsetHeight;
    };
    const onScroll = () => {
      place();
      settle(flushSync);
    };
    const observer = new ResizeObserver(() => {
      measure();
      settle((render) => render());
    });
    place();
    measure();
    element.addEventListener('scroll', onScroll, { passive: true });
    observer.observe(element);
    return () => {
      element.removeEventListener('scroll', onScroll);
      observer.disconnect();
    };
  }

  function stop(): void {
    stopWatching();
    watched = null;
  }

  return {
    windowOf,
    stop,
    afterRender(element: HTMLElement | null, along: Along, shown: IndexWindow) {
      rendered = { along, shown };
      if (element !== watched) {
        stop();
        watched = element;
        stopWatching = element === null ? () => undefined : watch(element);
      }
      settle((render) => render());
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
  const starts = useMemo(
    () =>
      startsOf(count, (index) =>
        index === expandedIndex ? rowHeight + detailHeight : (heights?.[index] ?? rowHeight),
      ),
    [count, rowHeight, expandedIndex, detailHeight, heights],
  );
  return useStepWindow(scroller, { side: 'height', starts, covered: headerHeight, widen: widenByRows });
}

const widenByRows: Along['widen'] = (firstSeen, lastSeen, count) => {
  const first = Math.floor((firstSeen - rowOverscan) / rowStep) * rowStep;
  const last = Math.ceil((lastSeen + 1 + rowOverscan) / rowStep) * rowStep - 1;
  return { first: Math.max(0, first), last: Math.min(count - 1, last) };
};

/** The window over the columns that are not pinned, in chunks of `columnsAChunk`. */
export function useColumnWindow<Row>(scroller: Scroller, layout: ColumnLayout<Row>): IndexWindow {
  const { center, leftWidth, rightWidth } = layout;
  const starts = useMemo(() => startsOf(center.length, (index) => center[index]?.width ?? 0), [center]);
  return useStepWindow(scroller, {
    side: 'width',
    starts,
    covered: leftWidth + rightWidth,
    widen: widenByChunks,
  });
}

/** One column beyond each side, then whole chunks. */
const widenByChunks: Along['widen'] = (firstSeen, lastSeen, count) => ({
  first: Math.floor(Math.max(0, firstSeen - 1) / columnsAChunk),
  last: Math.floor(Math.min(count - 1, lastSeen + 1) / columnsAChunk),
});
