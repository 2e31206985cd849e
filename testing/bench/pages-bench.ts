// The pages whole, as somebody meets them first: production build, embedded database, an empty cache each time.
// Bytes as they travel, by the browser's own count; what comes after the first rows or fields is counted apart. Then
// the same on a slow line: 400 kbit/s and 400 ms there and back.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, type Browser, type Locator, type Page } from '@playwright/test';
import { findOrInstallBrowser, toLaunchOptions } from '../browser.ts';
import { demoPassword, demoPeople } from '@rowhouse/server/seed/demo/people.ts';
import { enter } from '../e2e/enter.ts';
import { spawnServer } from '../fault.ts';
import { median } from './statistics.ts';

const runCount = 5;
const slowRunCount = 3;
/** As Chrome DevTools counts: bytes a second, and milliseconds there and back. */
const slowLine = { latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
/** The floor: the page's own round trip, one more for all that it names, and the bytes, with nothing read or drawn. */
const lineAloneS = (kb: number): number =>
  (2 * slowLine.latency) / 1000 + (kb * 1000) / slowLine.downloadThroughput;
/** How long somebody needs for an email and a password. */
const typingMs = 8000;
const viewport = { width: 1440, height: 900 };

type Visit = {
  readonly shownMs: number;
  readonly requests: number;
  /** Of them those to the contract. */
  readonly calls: number;
  /** Everything: page, code, styles, fonts, answers. */
  readonly wholeKb: number;
  readonly firstKb: number;
  readonly restKb: number;
  readonly paintMs: number;
  readonly lcpMs: number;
  readonly cls: number;
};
type Visited = {
  readonly name: string;
  readonly address: string;
  /** With what the browser keeps of whom; its cache is empty. */
  readonly as: 'nobody' | 'who signed in' | 'who was here';
  readonly aims: string;
  readonly slowAim: string;
  /** What shows that the page can be used. */
  readonly shown: (page: Page) => Locator;
};

const grid = '/adventure-works/purchasing/orders/purchase-orders';

const pages: readonly Visited[] = [
  {
    name: 'sign-in',
    address: '/login',
    as: 'nobody',
    slowAim: '≤ 4 s',
    aims: '≤ 165 kB, LCP ≤ 1.5 s, CLS ≤ 0.02',
    shown: (page) => page.getByLabel('Email'),
  },
  {
    name: 'record grid',
    address: grid,
    as: 'who was here',
    slowAim: '≤ 7 s',
    aims: '≤ 300 kB, LCP ≤ 2.0 s, CLS ≤ 0.02',
    shown: (page) => page.getByRole('gridcell').first(),
  },
  {
    name: 'the same, for the first time',
    address: grid,
    as: 'who signed in',
    slowAim: '≤ 7 s',
    aims: '≤ 300 kB',
    shown: (page) => page.getByRole('gridcell').first(),
  },
];

export async function pagesBench() {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'rowhouse-bench-'));
  const browser = await chromium.launch(toLaunchOptions(await findOrInstallBrowser()));
  const server = await spawnServer({
    env: { DATA_DIR: dataDir, DATABASE_URL: '', DEMO: 'on', NODE_ENV: '' },
    withClient: true,
  });
  try {
    await server.waitReady();
    const states = {
      nobody: undefined,
      'who signed in': await signIn(browser, server.url, false),
      'who was here': await signIn(browser, server.url, true),
    };
    const rows: Record<string, string>[] = [];
    const slowRows: Record<string, string>[] = [];
    for (const visited of pages) {
      const visits: Visit[] = [];
      for (let run = 0; run < runCount; run += 1) {
        visits.push(await visit(browser, server.url, visited, states[visited.as]));
      }
      const slow: Visit[] = [];
      for (let run = 0; run < slowRunCount; run += 1) {
        slow.push(await visit(browser, server.url, visited, states[visited.as], slowLine));
      }
      const ofSlow = (read: (one: Visit) => number) => median(slow.map(read));
      slowRows.push({
        page: visited.name,
        'first paint, s': (ofSlow(({ paintMs }) => paintMs) / 1000).toFixed(1),
        'shown, s': (ofSlow(({ shownMs }) => shownMs) / 1000).toFixed(1),
        'the line alone, s': ofSlow(({ wholeKb }) => lineAloneS(wholeKb)).toFixed(1),
        'JavaScript, kB': ofSlow(({ firstKb }) => firstKb).toFixed(0),
        'all that came, kB': ofSlow(({ wholeKb }) => wholeKb).toFixed(0),
        requests: ofSlow(({ requests }) => requests).toFixed(0),
        calls: ofSlow(({ calls }) => calls).toFixed(0),
        CLS: ofSlow(({ cls }) => cls).toFixed(4),
        aim: visited.slowAim,
      });
      const of = (read: (one: Visit) => number) => median(visits.map(read));
      rows.push({
        page: visited.name,
        'JavaScript, kB': of(({ firstKb }) => firstKb).toFixed(1),
        'and after it is shown': of(({ restKb }) => restKb).toFixed(1),
        'LCP, ms': of(({ lcpMs }) => lcpMs).toFixed(0),
        CLS: of(({ cls }) => cls).toFixed(4),
        aim: visited.aims,
      });
    }
    const afterForm: number[] = [];
    for (let run = 0; run < slowRunCount; run += 1) afterForm.push(await signInSlowly(browser, server.url));
    return [
      { title: `Pages with an empty cache, median of ${runCount}`, rows },
      { title: `The same at 400 kbit/s and 400 ms, median of ${slowRunCount}`, rows: slowRows },
      {
        title: 'On that line, from the password to the first rows',
        rows: [
          {
            'at the form for, s': String(typingMs / 1000),
            'first rows, s': (median(afterForm) / 1000).toFixed(1),
          },
        ],
      },
    ];
  } finally {
    await browser.close();
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** What the browser keeps then; with the grid, what that asked first as well. */
async function signIn(browser: Browser, baseURL: string, seesGrid: boolean) {
  const context = await browser.newContext({ baseURL, viewport });
  const page = await context.newPage();
  await enter(page, 'maya', seesGrid ? 'purchasing/orders/purchase-orders' : 'dashboard');
  if (seesGrid) await page.getByRole('gridcell').first().waitFor();
  await page.waitForLoadState('networkidle');
  const state = await context.storageState();
  await context.close();
  return state;
}

/** In milliseconds from Enter in the password to the first rows. */
async function signInSlowly(browser: Browser, baseURL: string): Promise<number> {
  const context = await browser.newContext({ baseURL, viewport });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', { offline: false, ...slowLine });
  await page.goto('/adventure-works/purchasing/orders/purchase-orders', { waitUntil: 'commit' });
  const email = page.getByLabel('Email');
  await email.waitFor();
  const shown = Date.now();
  await email.pressSequentially(demoPeople.maya.email, { delay: 100 });
  await page.getByLabel('Password', { exact: true }).pressSequentially(demoPassword, { delay: 100 });
  await page.waitForTimeout(Math.max(0, shown + typingMs - Date.now()));
  const begun = Date.now();
  await page.keyboard.press('Enter');
  await page.getByRole('gridcell').first().waitFor();
  const taken = Date.now() - begun;
  await context.close();
  return taken;
}

type StorageState = Awaited<ReturnType<typeof signIn>>;

async function visit(
  browser: Browser,
  baseURL: string,
  { address, shown }: Visited,
  storageState: StorageState | undefined,
  line?: typeof slowLine,
): Promise<Visit> {
  const context = await browser.newContext({ baseURL, viewport, ...(storageState && { storageState }) });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  if (line) await session.send('Network.emulateNetworkConditions', { offline: false, ...line });
  const scripts = new Set<string>();
  const sizes: { isScript: boolean; kb: number }[] = [];
  session.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script') scripts.add(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    sizes.push({ isScript: scripts.has(requestId), kb: encodedDataLength / 1000 });
  });
  const sum = (parts: typeof sizes) => parts.reduce((whole, { kb }) => whole + kb, 0);
  const scriptsOf = (parts: typeof sizes) => parts.filter(({ isScript }) => isScript);
  await page.addInitScript(() => {
    const seen = { lcpMs: 0, cls: 0 };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      seen.lcpMs = list.getEntries().at(-1)?.startTime ?? seen.lcpMs;
    }).observe({ type: 'largest-contentful-paint', buffered: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
        seen.cls += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  let calls = 0;
  page.on('request', (asked) => {
    if (asked.url().endsWith('/graphql')) calls += 1;
  });
  const begun = Date.now();
  await page.goto(address, { waitUntil: 'commit' });
  await shown(page).waitFor();
  const shownMs = Date.now() - begun;
  const first = sizes.slice();
  const firstCalls = calls;
  await page.waitForLoadState('networkidle');
  const { lcpMs, cls, paintMs } = await page.evaluate(() => ({
    ...(window as unknown as { seen: { lcpMs: number; cls: number } }).seen,
    paintMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
  }));
  const firstKb = sum(scriptsOf(first));
  const restKb = sum(scriptsOf(sizes)) - firstKb;
  await context.close();
  return {
    firstKb,
    restKb,
    lcpMs,
    cls,
    paintMs,
    shownMs,
    wholeKb: sum(first),
    requests: first.length,
    calls: firstCalls,
  };
}
