// Each measure drives one open page of the benchmark and answers in numbers. Nothing is judged here.
import type { CDPSession, Page } from '@playwright/test';
import type { BenchPage } from './page.ts';

declare const benchPage: BenchPage;

export interface ScrollFigures {
  framesASecond: number;
  /** Shares of all frames, in per cent. */
  over25: number;
  over50: number;
  over100: number;
  /** Milliseconds of main thread a second. */
  cpu: number;
}

export type Axis = 'vertical' | 'horizontal';

/** From the call that shows the rows to the end of the frame that paints them, in ms. */
export async function measureFirstRows(page: Page, rows: number, columns: number): Promise<number> {
  return page.evaluate(
    async ([rows, columns]) => {
      const afterPaint = () =>
        new Promise<void>((resolve) => {
          requestAnimationFrame(() => {
            const channel = new MessageChannel();
            channel.port1.onmessage = () => resolve();
            channel.port2.postMessage(null);
          });
        });
      benchPage.clear();
      const show = benchPage.prepare(rows, columns, Math.floor(performance.now()));
      await new Promise((resolve) => setTimeout(resolve, 300));
      const start = performance.now();
      show();
      do await afterPaint();
      while (!document.querySelector('.rh-row .rh-cell'));
      return performance.now() - start;
    },
    [rows, columns] as const,
  );
}

export async function show(page: Page, rows: number, columns: number): Promise<void> {
  await page.evaluate(
    ([rows, columns]) => {
      benchPage.prepare(rows, columns, 0)();
    },
    [rows, columns] as const,
  );
  await page.waitForSelector('.rh-row');
  await page.waitForTimeout(300);
}

/** Scrolls by a fixed step a frame, back and forth where there is an end, and counts how long frames took. */
export async function measureScroll(
  page: Page,
  cdp: CDPSession,
  axis: Axis,
  milliseconds: number,
): Promise<ScrollFigures> {
  const before = await readTaskMs(cdp);
  const { intervals, elapsed } = await page.evaluate(
    ([axis, milliseconds]) =>
      new Promise<{ intervals: number[]; elapsed: number }>((resolve) => {
        const scroller = benchPage.scroller();
        const intervals: number[] = [];
        const step = axis === 'vertical' ? 60 : 30;
        let direction = 1;
        let first = 0;
        let last = 0;
        scroller.scrollTop = 0;
        scroller.scrollLeft = 0;
        function onFrame(now: number) {
          if (first === 0) first = now;
          else intervals.push(now - last);
          last = now;
          if (now - first > milliseconds) {
            resolve({ intervals, elapsed: now - first });
            return;
          }
          if (axis === 'vertical') {
            scroller.scrollTop += step;
          } else {
            const atEnd = scroller.scrollLeft + scroller.clientWidth >= scroller.scrollWidth - 1;
            if (atEnd) direction = -1;
            else if (scroller.scrollLeft <= 0) direction = 1;
            scroller.scrollLeft += step * direction;
          }
          requestAnimationFrame(onFrame);
        }
        requestAnimationFrame(onFrame);
      }),
    [axis, milliseconds] as const,
  );
  const taskMs = (await readTaskMs(cdp)) - before;
  const share = (limit: number) => (100 * intervals.filter((each) => each > limit).length) / intervals.length;
  return {
    framesASecond: (1000 * intervals.length) / elapsed,
    over25: share(25),
    over50: share(50),
    over100: share(100),
    cpu: (1000 * taskMs) / elapsed,
  };
}

/** Share of frames, in per cent, in which a fast wheel saw no row at all; and those in which a part was not covered. */
export async function measureBlankFrames(
  page: Page,
  cdp: CDPSession,
): Promise<{ blank: number; uncovered: number }> {
  await page.evaluate(() => {
    const scroller = benchPage.scroller();
    scroller.scrollTop = 0;
    const seen = { frames: 0, blank: 0, uncovered: 0, isOver: false };
    Object.assign(globalThis, { seen });
    let previous = 0;
    function afterPaint() {
      const { scrollTop, clientHeight } = scroller;
      const top = scrollTop;
      const bottom = scrollTop + clientHeight - 40;
      let covered = 0;
      for (const row of document.querySelectorAll<HTMLElement>('.rh-row')) {
        const start = row.offsetTop;
        covered += Math.max(0, Math.min(bottom, start + row.offsetHeight) - Math.max(top, start));
      }
      if (scrollTop !== previous) {
        seen.frames += 1;
        if (covered <= 0) seen.blank += 1;
        if (covered < bottom - top - 1) seen.uncovered += 1;
      }
      previous = scrollTop;
      if (!seen.isOver) next();
    }
    function next() {
      requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.onmessage = afterPaint;
        channel.port2.postMessage(null);
      });
    }
    next();
  });
  await cdp.send('Input.synthesizeScrollGesture', {
    x: 700,
    y: 500,
    yDistance: -20_000,
    speed: 8000,
    gestureSourceType: 'mouse',
  });
  return page.evaluate(() => {
    const { seen } = globalThis as unknown as {
      seen: { frames: number; blank: number; uncovered: number; isOver: boolean };
    };
    seen.isOver = true;
    return {
      blank: (100 * seen.blank) / Math.max(1, seen.frames),
      uncovered: (100 * seen.uncovered) / Math.max(1, seen.frames),
    };
  });
}

export interface KeyFigures {
  /** From the key to the finished layout, in ms, one a key. */
  times: number[];
  rowsRenderedMost: number;
  /** The browser's own figure: the longest time from a key to the next paint, in ms, in steps of 8. */
  worstToPaint: number;
}

/** Real key events: arrows in both directions, the checkbox, pages. */
export async function measureKeys(page: Page): Promise<KeyFigures> {
  await page.evaluate(() => benchPage.scroller().scrollTo(0, 0));
  await page.waitForTimeout(200);
  await page.evaluate(() => {
    const keys = { times: [] as number[], rowsRenderedMost: 0, worst: 0 };
    Object.assign(globalThis, { keys });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) keys.worst = Math.max(keys.worst, entry.duration);
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
    window.addEventListener(
      'keydown',
      (event) => {
        const start = performance.now();
        const rendered = benchPage.rowsRendered!();
        const channel = new MessageChannel();
        channel.port1.onmessage = () => {
          void benchPage.scroller().offsetHeight;
          keys.times.push(performance.now() - start);
          const rows = benchPage.rowsRendered!() - rendered;
          if (event.key.startsWith('Arrow')) keys.rowsRenderedMost = Math.max(keys.rowsRenderedMost, rows);
        };
        channel.port2.postMessage(null);
      },
      { capture: true },
    );
    benchPage.scroller().focus();
  });
  // One key at a time: what a key renders is counted until the next one.
  async function press(key: string) {
    await page.keyboard.press(key);
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => resolve(null), 10))),
    );
  }
  for (let round = 0; round < 8; round += 1) {
    for (const key of ['ArrowDown', 'ArrowRight', 'ArrowDown', 'ArrowLeft', 'Space']) await press(key);
    if (round === 3) for (let up = 0; up < 6; up += 1) await press('ArrowUp');
  }
  await page.waitForTimeout(100);
  return page.evaluate(() => {
    const { keys } = globalThis as unknown as {
      keys: { times: number[]; rowsRenderedMost: number; worst: number };
    };
    return { times: keys.times, rowsRenderedMost: keys.rowsRenderedMost, worstToPaint: keys.worst };
  });
}

/** In an editor of a hundred edited rows: from the key to the finished layout, and the rows that it rendered. */
export async function measureTyping(page: Page): Promise<{ times: number[]; rowsRenderedMost: number }> {
  await page.evaluate(() => {
    benchPage.edit!(100);
    benchPage.scroller().scrollTo(0, 0);
    benchPage.scroller().focus();
  });
  await page.waitForTimeout(200);
  for (const key of ['Control+Home', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'F2'])
    await page.keyboard.press(key);
  await page.evaluate(() => {
    const typed = { times: [] as number[], rowsRenderedMost: 0 };
    Object.assign(globalThis, { typed });
    document.addEventListener(
      'keydown',
      () => {
        const start = performance.now();
        const rendered = benchPage.rowsRendered!();
        const channel = new MessageChannel();
        channel.port1.onmessage = () => {
          void benchPage.scroller().offsetHeight;
          typed.times.push(performance.now() - start);
          typed.rowsRenderedMost = Math.max(typed.rowsRenderedMost, benchPage.rowsRendered!() - rendered);
        };
        channel.port2.postMessage(null);
      },
      { capture: true },
    );
  });
  for (const character of 'abcdefghijklmnopqrst') {
    await page.keyboard.press(character);
    await page.waitForTimeout(20);
  }
  const figures = await page.evaluate(
    () => (globalThis as unknown as { typed: { times: number[]; rowsRenderedMost: number } }).typed,
  );
  await page.keyboard.press('Escape');
  await page.evaluate(() => benchPage.edit!(0));
  return figures;
}

export type Deed =
  | 'select all'
  | 'density'
  | 'expand'
  | 'page swap'
  | 'row edit of 100'
  | 'paste of 100 x 60';

/** From the call to the end of the frame that paints its outcome, in ms, ten times. */
export async function measureDeed(page: Page, deed: Deed): Promise<number[]> {
  return page.evaluate(async (deed) => {
    const times: number[] = [];
    for (let round = 0; round < 10; round += 1) {
      const isEven = round % 2 === 0;
      const swap = deed === 'page swap' ? benchPage.prepare(3000, 60, round + 1) : undefined;
      if (deed === 'paste of 100 x 60') benchPage.edit!(100);
      const paste = deed === 'paste of 100 x 60' ? benchPage.paste!(100, 60) : undefined;
      await new Promise((resolve) => setTimeout(resolve, 120));
      const start = performance.now();
      if (deed === 'row edit of 100') benchPage.edit!(isEven ? 100 : 0);
      else if (paste) paste();
      else if (deed === 'select all') benchPage.selectAll!(isEven);
      else if (deed === 'density') benchPage.setDensity!(isEven ? 0.7 : 1);
      else if (deed === 'expand') benchPage.expand!(isEven ? 3 : null);
      else swap!();
      await new Promise<void>((resolve) => {
        // React may answer in a task of its own: the frame after that is the one that shows it.
        setTimeout(() =>
          requestAnimationFrame(() => {
            const channel = new MessageChannel();
            channel.port1.onmessage = () => resolve();
            channel.port2.postMessage(null);
          }),
        );
      });
      times.push(performance.now() - start);
    }
    benchPage.edit!(0);
    return times;
  }, deed);
}

export async function countElements(page: Page): Promise<{ elements: number; cells: number }> {
  return page.evaluate(() => ({
    elements: document.querySelectorAll('#grid *').length,
    cells: document.querySelectorAll('#grid [role=gridcell], #grid [role=columnheader]').length,
  }));
}

/** What the grid itself holds beside the rows that it was given, and how much 20 changes of page leave behind. */
export async function measureHeap(
  page: Page,
  cdp: CDPSession,
): Promise<{ gridMegabytes: number; growthPercent: number }> {
  const swap = (seed: number) =>
    page.evaluate(async (seed) => {
      benchPage.prepare(3000, 60, seed)();
      await new Promise((resolve) => setTimeout(resolve, 120));
    }, seed);
  // React keeps the state before the last one: only after three is the last page of rows gone.
  for (let times = 0; times < 3; times += 1) {
    await page.evaluate(() => benchPage.clear());
    await page.waitForTimeout(100);
  }
  await page.evaluate(() => {
    Object.assign(globalThis, { held: benchPage.prepare(3000, 60, 1) });
  });
  await page.waitForTimeout(300);
  const withRowsOnly = await readHeap(cdp);
  await page.evaluate(() => (globalThis as unknown as { held: () => void }).held());
  await page.waitForTimeout(300);
  const withGrid = await readHeap(cdp);
  await page.evaluate(() => Object.assign(globalThis, { held: undefined }));
  for (let seed = 2; seed < 5; seed += 1) await swap(seed);
  const before = await readHeap(cdp);
  for (let seed = 5; seed < 25; seed += 1) await swap(seed);
  const after = await readHeap(cdp);
  return {
    gridMegabytes: (withGrid - withRowsOnly) / 1e6,
    growthPercent: (100 * (after - before)) / before,
  };
}

async function readHeap(cdp: CDPSession): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage');
  return readMetric(cdp, 'JSHeapUsedSize');
}

async function readTaskMs(cdp: CDPSession): Promise<number> {
  return 1000 * (await readMetric(cdp, 'TaskDuration'));
}

async function readMetric(cdp: CDPSession, name: string): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return metrics.find((metric) => metric.name === name)!.value;
}
