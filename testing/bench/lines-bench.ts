// The lines of one record in a real browser, production build, embedded database: thousands of them come from a
// workbook, and then the panel is opened, dragged in and exported. It reports and never judges.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, type Locator, type Page } from '@playwright/test';
import { findOrInstallBrowser, toLaunchOptions } from '../browser.ts';
import { enter } from '../e2e/enter.ts';
import { spawnServer } from '../fault.ts';
import { makeWorkbook, rowsOfTexts } from '../make-workbook.ts';
import { median, shownMs } from './statistics.ts';

const recordNumber = '7400';
const lineCount = 4990;
const runCount = 5;
const headers = [
  'Product',
  'Product number',
  'Ordered',
  'Received',
  'Rejected',
  'Stocked',
  'Unit price',
  'Due date',
];

export async function linesBench() {
  const say = (text: string) => process.stderr.write(`${text}\n`);
  const dataDir = await mkdtemp(path.join(tmpdir(), 'rowhouse-bench-'));
  const browser = await chromium.launch(toLaunchOptions(await findOrInstallBrowser()));
  const server = await spawnServer({
    env: { DATA_DIR: dataDir, DATABASE_URL: '', DEMO: 'on', NODE_ENV: '' },
    withClient: true,
  });
  try {
    await server.waitReady();
    const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    await enter(page, 'maya', 'purchasing/orders/purchase-orders');
    say('importing');
    const imported = await importLines(page);
    const opened: Opening[] = [];
    for (let run = 0; run < runCount; run += 1) {
      say(`opening ${run + 1} of ${runCount}`);
      await page.reload();
      opened.push(await openLines(page));
    }
    const frames = await drag(page);
    const order = await saveOrder(page);
    const row = (what: string, values: readonly number[], aim = '') => ({
      what,
      ms: shownMs(median(values)),
      aim,
    });
    const rows = [
      row(
        'panel with its first lines painted, after the answer',
        opened.map((one) => one.fromAnswer),
        '≤ 300',
      ),
      row(
        'the same from the click',
        opened.map((one) => one.fromClick),
      ),
      row('an .xlsx file read and checked', [imported.readMs]),
      row('longest frame of the page meanwhile', [imported.longestFrameMs]),
      row('the same saved, in parts of 250, each with audit', [imported.savedMs]),
      row('the order of all saved', [order.ms]),
      row('longest frame of the page meanwhile', [order.longestFrameMs]),
      row('all exported as a workbook', [await exportWorkbook(page)]),
      row('dragging over them: frames a second', [1000 / median(frames)], '60'),
      row('dragging over them: longest frame', [Math.max(...frames)]),
    ];
    return [
      { title: `${lineCount} lines of ${headers.length} fields on one record, median of ${runCount}`, rows },
    ];
  } finally {
    await browser.close();
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

const panelOf = (page: Page): Locator =>
  page.getByRole('region', { name: `Order lines of record ${recordNumber}` });

/** Runs beside what is measured, and answers the times between the frames. */
async function watchFrames(page: Page): Promise<() => Promise<number[]>> {
  const watch = await page.evaluateHandle(() => {
    const seen: number[] = [];
    let isOver = false;
    let last = performance.now();
    const step = (now: number) => {
      seen.push(now - last);
      last = now;
      if (!isOver) requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
    return {
      end() {
        isOver = true;
        return seen.slice(1);
      },
    };
  });
  return () => watch.evaluate((one) => one.end());
}

async function findRecord(page: Page): Promise<Locator> {
  await page.getByRole('searchbox', { name: 'Find in Purchase orders' }).fill(recordNumber);
  return page.getByRole('button', { name: `Details of record ${recordNumber}` });
}

async function importLines(page: Page) {
  await (await findRecord(page)).click();
  await panelOf(page).getByRole('button', { name: 'Import' }).click();
  const dialog = page.getByRole('dialog', { name: `Add lines to record ${recordNumber}` });
  const cells = Array.from(
    { length: lineCount },
    (_, at) =>
      `<row><c t="inlineStr"><is><t>Hex Nut M6</t></is></c><c t="inlineStr"><is><t>N-${at + 1}</t></is></c>${[
        (at * 7919) % 1000,
        1,
        0,
        1,
        12.5,
      ]
        .map((value) => `<c><v>${value}</v></c>`)
        .join('')}<c s="1"><v>46295</v></c></row>`,
  );
  const sheets = [{ name: 'Lines', rows: `${rowsOfTexts([headers])}${cells.join('')}` }];
  const buffer = makeWorkbook({ sheets, formats: [0, 14] });
  const seeFrames = await watchFrames(page);
  const began = performance.now();
  await dialog.getByLabel('Choose a file').setInputFiles({ name: 'lines.xlsx', mimeType: '', buffer });
  await dialog.getByText('Every line is right.').waitFor();
  const readMs = performance.now() - began;
  const longestFrameMs = Math.max(...(await seeFrames()));
  const beganSaving = performance.now();
  await dialog.getByRole('button', { name: /^Add / }).click();
  await dialog.waitFor({ state: 'detached', timeout: 120_000 });
  return { readMs, longestFrameMs, savedMs: performance.now() - beganSaving };
}

type Opening = { readonly fromAnswer: number; readonly fromClick: number };

async function openLines(page: Page): Promise<Opening> {
  const expander = await findRecord(page);
  await expander.waitFor();
  await page.waitForLoadState('networkidle');
  const painted = page.evaluate(
    (label) =>
      new Promise<Opening>((resolve) => {
        let clicked = 0;
        performance.clearResourceTimings();
        document.addEventListener('click', () => (clicked = performance.now()), {
          once: true,
          capture: true,
        });
        const look = () => {
          const row = document.querySelector(`section[aria-label="${label}"] [role=grid] [data-row="0"]`);
          if (row === null || clicked === 0) return void requestAnimationFrame(look);
          requestAnimationFrame(() =>
            setTimeout(() => {
              const now = performance.now();
              const answers = performance
                .getEntriesByType('resource')
                .filter(({ name }) => name.endsWith('/graphql'));
              const largest = answers
                .map((entry) => entry as PerformanceResourceTiming)
                .toSorted((one, other) => other.decodedBodySize - one.decodedBodySize)[0]!;
              resolve({ fromAnswer: now - largest.responseEnd, fromClick: now - clicked });
            }),
          );
        };
        look();
      }),
    `Order lines of record ${recordNumber}`,
  );
  await expander.click();
  return painted;
}

async function drag(page: Page): Promise<number[]> {
  const panel = panelOf(page);
  await panel.getByRole('button', { name: 'Edit order' }).click();
  const handle = await panel.locator('[data-line-handle]').first().boundingBox();
  const grid = await panel.getByRole('grid').boundingBox();
  if (!handle || !grid) throw new Error('There is nothing to drag.');
  await page.mouse.move(handle.x + 8, handle.y + 8);
  await page.mouse.down();
  // The lower edge scrolls the lines by.
  await page.mouse.move(handle.x + 8, grid.y + grid.height - 12, { steps: 10 });
  const seeFrames = await watchFrames(page);
  await page.waitForTimeout(3000);
  const frames = await seeFrames();
  await page.mouse.up();
  return frames;
}

async function saveOrder(page: Page) {
  const panel = panelOf(page);
  await panel.getByRole('button', { name: 'Alphabetical order' }).click();
  await page.getByRole('menuitem', { name: 'Ordered' }).click();
  const seeFrames = await watchFrames(page);
  const isSaved = page.waitForResponse((one) => one.request().postData()?.includes('ReorderLines') === true);
  await panel.getByRole('button', { name: 'Save order' }).click();
  const saved = await isSaved;
  await saved.finished();
  const { responseEnd, requestStart } = saved.request().timing();
  await page.getByText('Reordering Saved!').waitFor();
  return { ms: responseEnd - requestStart, longestFrameMs: Math.max(...(await seeFrames())) };
}

async function exportWorkbook(page: Page): Promise<number> {
  const download = page.waitForEvent('download');
  await panelOf(page).getByRole('button', { name: 'Export' }).click();
  const began = performance.now();
  await page.getByRole('menuitem', { name: 'Excel workbook' }).click();
  await (await download).path();
  return performance.now() - began;
}
