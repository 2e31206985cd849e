// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { ColumnLayout } from './use-column-layout.ts';
import { headerHeight, useColumnWindow, useRowWindow } from './use-windows.ts';

let size = { offsetWidth: 800, offsetHeight: 400 + headerHeight };
let resize: () => void = () => undefined;

beforeAll(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(tell: () => void) {
        resize = tell;
      }
      observe() {}
      disconnect() {}
    },
  );
});
beforeEach(() => {
  size = { offsetWidth: 800, offsetHeight: 400 + headerHeight };
});
afterEach(cleanup);

/** jsdom lays nothing out: a scroller of 800 x 400 px below its header. */
function aScroller() {
  const element = document.createElement('div');
  for (const name of ['offsetWidth', 'offsetHeight'] as const)
    Object.defineProperty(element, name, { get: () => size[name] });
  return { current: element };
}

function scroll(element: HTMLElement, place: { top?: number; left?: number }): void {
  act(() => {
    if (place.top !== undefined) element.scrollTop = place.top;
    if (place.left !== undefined) element.scrollLeft = place.left;
    element.dispatchEvent(new Event('scroll'));
  });
}

const uniform = { count: 3000, rowHeight: 40, expandedIndex: -1, detailHeight: 460 };

test('rows in view and four beyond, in steps of four', () => {
  const scroller = aScroller();
  const { result } = renderHook(() => useRowWindow(scroller, uniform));
  expect(result.current).toEqual({ first: 0, last: 15 });
  scroll(scroller.current, { top: 40_000 });
  // 1000 to 1009 are seen.
  expect(result.current).toEqual({ first: 992, last: 1015 });
  scroll(scroller.current, { top: 3000 * 40 - 400 });
  expect(result.current.last).toBe(2999);
});

test('a scroll within the step renders nothing', () => {
  const scroller = aScroller();
  let renders = 0;
  renderHook(() => {
    renders += 1;
    return useRowWindow(scroller, uniform);
  });
  const before = renders;
  for (const top of [5, 10, 15]) scroll(scroller.current, { top });
  expect(renders).toBe(before);
});

test('an open row is as high as what is in it, and rows may have heights of their own', () => {
  const scroller = aScroller();
  const open = renderHook(() => useRowWindow(scroller, { ...uniform, expandedIndex: 0 }));
  expect(open.result.current).toEqual({ first: 0, last: 7 });
  const heights = Array.from({ length: 3000 }, (_, index) => (index % 2 === 0 ? 20 : 60));
  const own = renderHook(() => useRowWindow(aScroller(), { ...uniform, heights }));
  expect(own.result.current).toEqual({ first: 0, last: 15 });
});

test('what is taller shows more; what is not seen shows nothing; fewer rows end where they end', () => {
  const scroller = aScroller();
  const { result, rerender } = renderHook((count: number) => useRowWindow(scroller, { ...uniform, count }), {
    initialProps: 3000,
  });
  size = { ...size, offsetHeight: 1200 + headerHeight };
  act(() => resize());
  expect(result.current.last).toBe(35);
  size = { ...size, offsetHeight: 0 };
  act(() => resize());
  expect(result.current).toEqual({ first: 0, last: -1 });
  size = { ...size, offsetHeight: 400 + headerHeight };
  act(() => resize());
  scroll(scroller.current, { top: 100_000 });
  rerender(3);
  expect(result.current.last).toBe(2);
});

test('columns in chunks, without what lies under the pinned ones', () => {
  const scroller = aScroller();
  const center = Array.from({ length: 40 }, () => ({ width: 100 }));
  const layoutOf = (leftWidth: number) =>
    ({ center, leftWidth, rightWidth: 0 }) as unknown as ColumnLayout<unknown>;
  const { result, rerender } = renderHook((left: number) => useColumnWindow(scroller, layoutOf(left)), {
    initialProps: 0,
  });
  // 0 to 7 are seen, and 8 stands beside them.
  expect(result.current).toEqual({ first: 0, last: 2 });
  rerender(500);
  expect(result.current).toEqual({ first: 0, last: 1 });
  scroll(scroller.current, { left: 2000 });
  expect(result.current).toEqual({ first: 6, last: 7 });
});
