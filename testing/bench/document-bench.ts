// A PDF of 500 pages in the viewer, in Chromium, built as for production and read by ranges from this machine: medians
// of five rounds, each in a page of its own. It reports and never judges.
import { chromium, type CDPSession, type Page } from '@playwright/test';
import { findOrInstallBrowser, toLaunchOptions } from '../browser.ts';
import { makeReport } from '../document-stage/make-documents.ts';
import { serveDocumentStage } from '../document-stage/serve-stage.ts';
import { median } from './statistics.ts';

const rounds = 5;
const pages = 500;

type Figures = {
  readonly firstPageMs: number;
  readonly firstPageBytes: number;
  readonly firstHitMs: number;
  readonly farHitMs: number;
  readonly countedMs: number;
  readonly matches: number;
  readonly longestTaskMs: number;
  readonly canvases: number;
  readonly heapGrowthPercent: number;
};

export async function documentBench({ json }: { json: boolean }) {
  const stage = await serveDocumentStage();
  const report = await makeReport(pages, 250);
  stage.files.set('report.pdf', report);
  const browser = await chromium.launch(toLaunchOptions(await findOrInstallBrowser()));
  const all: Figures[] = [];
  try {
    for (let round = 0; round <= rounds; round += 1) {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
      const figures = await measure(page, stage);
      // The first round also reads the built files from the disk.
      if (round > 0) all.push(figures);
      if (!json) console.error(`document: round ${round} of ${rounds}`);
      await page.close();
    }
  } finally {
    await browser.close();
    await stage.close();
  }
  const of = (name: keyof Figures) => median(all.map((figures) => figures[name]));
  const worst = (name: keyof Figures) => Math.max(...all.map((figures) => figures[name]));
  const ms = (value: number) => `${Math.round(value)} ms`;
  return [
    {
      title: `A PDF of ${pages} pages and ${Math.round(report.length / 1000)} kB in the viewer, median (and worst) of ${rounds}`,
      rows: [
        line(
          'first page drawn, from an empty tab',
          ms(of('firstPageMs')),
          ms(worst('firstPageMs')),
          '≤ 1500 ms',
        ),
        line(
          'read for it',
          `${Math.round(of('firstPageBytes') / 1000)} kB`,
          `${Math.round(worst('firstPageBytes') / 1000)} kB`,
          '≤ 1000 kB',
        ),
        line(
          'find: first hit, of a word of every page',
          ms(of('firstHitMs')),
          ms(worst('firstHitMs')),
          '≤ 500 ms',
        ),
        line(`all ${of('matches')} counted`, ms(of('countedMs')), ms(worst('countedMs')), '≤ 5000 ms'),
        line('find: the one hit, on page 250, all text read', ms(of('farHitMs')), ms(worst('farHitMs')), '–'),
        line('longest task while it counts', ms(of('longestTaskMs')), ms(worst('longestTaskMs')), '≤ 50 ms'),
        line('canvases, most at once', String(of('canvases')), String(worst('canvases')), '≤ 5'),
        line(
          'heap after three times to the end and back',
          `${of('heapGrowthPercent').toFixed(1)} %`,
          `${worst('heapGrowthPercent').toFixed(1)} %`,
          '≤ 5 %',
        ),
      ],
    },
  ];
}

const line = (what: string, value: string, worst: string, aim: string) => ({
  what,
  median: value,
  worst,
  aim,
});

type Stage = Awaited<ReturnType<typeof serveDocumentStage>>;

async function measure(page: Page, stage: Stage): Promise<Figures> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable');
  await page.addInitScript(watchTasks);
  stage.bytesSent = 0;
  const opened = performance.now();
  await page.goto(`${stage.url}/?file=report.pdf`);
  await page.waitForSelector('.page[data-loaded]');
  const firstPageMs = performance.now() - opened;
  await page.waitForSelector('.textLayer span');
  await page.waitForLoadState('networkidle');
  const firstPageBytes = stage.bytesSent;

  await page.keyboard.press('ControlOrMeta+f');
  await page.waitForSelector('[data-find-field]');
  await page.evaluate(() => {
    (window as unknown as { longest: number }).longest = 0;
  });
  const asked = performance.now();
  await page.locator('[data-find-field]').fill('bearing');
  await page.waitForSelector('.highlight.selected');
  const firstHitMs = performance.now() - asked;
  const count = page.locator('[role="search"] span', { hasText: /^1 of \d+$/ });
  await count.waitFor();
  const countedMs = performance.now() - asked;
  const matches = Number((await count.innerText()).split(' of ')[1]);
  const longestTaskMs = await page.evaluate(() => (window as unknown as { longest: number }).longest);
  const askedFar = performance.now();
  await page.locator('[data-find-field]').fill('kingfisher');
  await page.waitForSelector('.page[data-page-number="250"] .highlight.selected');
  const farHitMs = performance.now() - askedFar;
  await page.keyboard.press('Escape');

  const region = page.getByRole('region', { name: 'report.pdf' });
  await region.focus();
  let canvases = 0;
  const walk = async () => {
    for (const key of ['End', 'Home']) {
      // By steps as somebody scrolls, not by a leap alone.
      for (let step = 0; step < 12; step += 1) {
        await page.keyboard.press(key === 'End' ? 'PageDown' : 'PageUp');
        await settle(page);
        canvases = Math.max(canvases, await countCanvases(page));
      }
      await page.keyboard.press(key);
      await page.waitForSelector(`.page[data-page-number="${key === 'End' ? pages : 1}"][data-loaded]`);
      canvases = Math.max(canvases, await countCanvases(page));
    }
  };
  await walk();
  const before = await heapOf(cdp);
  for (let times = 0; times < 3; times += 1) await walk();
  const after = await heapOf(cdp);
  return {
    firstPageMs,
    firstPageBytes,
    firstHitMs,
    farHitMs,
    countedMs,
    matches,
    longestTaskMs,
    canvases,
    heapGrowthPercent: (after / before - 1) * 100,
  };
}

function watchTasks(): void {
  const scope = window as unknown as { longest: number };
  scope.longest = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) scope.longest = Math.max(scope.longest, duration);
  }).observe({ type: 'longtask', buffered: false });
}

const countCanvases = (page: Page): Promise<number> =>
  page.evaluate(() => document.querySelectorAll('canvas').length);

/** Until the page in sight is drawn. */
const settle = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => {
    const number = document.querySelector<HTMLInputElement>('[aria-label="Page"]')?.value;
    return document.querySelector(`.page[data-page-number="${number}"][data-loaded]`) !== null;
  });

async function heapOf(cdp: CDPSession): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage');
  const { metrics } = await cdp.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN;
}
