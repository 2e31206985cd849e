// The pages whole, as somebody meets them first: production build, embedded database, an empty cache each time.
// JavaScript as it travels compressed by gzip; what comes after the first rows or fields is counted apart.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium, type Browser, type Locator, type Page } from '@playwright/test';
import { findOrInstallBrowser, toLaunchOptions } from '../browser.ts';
import { enter } from '../e2e/enter.ts';
import { spawnServer } from '../fault.ts';
import { median } from './statistics.ts';

const runCount = 5;
const viewport = { width: 1440, height: 900 };

type Visit = {
  readonly firstKb: number;
  readonly restKb: number;
  readonly lcpMs: number;
  readonly cls: number;
};
type Visited = {
  readonly name: string;
  readonly address: string;
  readonly aims: string;
  /** What shows that the page can be used. */
  readonly shown: (page: Page) => Locator;
};

const pages: readonly Visited[] = [
  {
    name: 'sign-in',
    address: '/login',
    aims: '≤ 215 kB, LCP ≤ 1.5 s, CLS ≤ 0.02',
    shown: (page) => page.getByLabel('Email'),
  },
  {
    name: 'record grid',
    address: '/adventure-works/purchasing/orders/purchase-orders',
    aims: '≤ 350 kB, LCP ≤ 2.0 s, CLS ≤ 0.02',
    shown: (page) => page.getByRole('gridcell').first(),
  },
];

export async function pagesBench() {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'rowhouse-bench-'));
  const browser = await chromium.launch(toLaunchOptions(await findOrInstallBrowser()));
  const server = await spawnServer({
    env: { DATA_DIR: dataDir, DATABASE_URL: '', DEMO: 'on', NODE_ENV: 'production' },
    withClient: true,
  });
  try {
    await server.waitReady();
    const signedIn = await (await signIn(browser, server.url)).storageState();
    const rows: Record<string, string>[] = [];
    for (const visited of pages) {
      const visits: Visit[] = [];
      for (let run = 0; run < runCount; run += 1) {
        const storageState = visited.name === 'sign-in' ? undefined : signedIn;
        visits.push(await visit(browser, server.url, visited, storageState));
      }
      const of = (read: (one: Visit) => number) => median(visits.map(read));
      rows.push({
        page: visited.name,
        'JavaScript, gzip kB': of(({ firstKb }) => firstKb).toFixed(1),
        'and after it is shown': of(({ restKb }) => restKb).toFixed(1),
        'LCP, ms': of(({ lcpMs }) => lcpMs).toFixed(0),
        CLS: of(({ cls }) => cls).toFixed(4),
        aim: visited.aims,
      });
    }
    return [{ title: `Pages with an empty cache, median of ${runCount}`, rows }];
  } finally {
    await browser.close();
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function signIn(browser: Browser, baseURL: string) {
  const context = await browser.newContext({ baseURL, viewport });
  await enter(await context.newPage(), 'maya', 'purchasing/orders/purchase-orders');
  return context;
}

type StorageState = Awaited<ReturnType<Awaited<ReturnType<typeof signIn>>['storageState']>>;

async function visit(
  browser: Browser,
  baseURL: string,
  { address, shown }: Visited,
  storageState: StorageState | undefined,
): Promise<Visit> {
  const context = await browser.newContext({ baseURL, viewport, ...(storageState && { storageState }) });
  const page = await context.newPage();
  const sizes: Promise<number>[] = [];
  page.on('response', (response) => {
    if (new URL(response.url()).pathname.endsWith('.js'))
      sizes.push(response.body().then((body) => gzipSync(body).length / 1000));
  });
  const sum = async (parts: readonly Promise<number>[]) =>
    (await Promise.all(parts)).reduce((whole, part) => whole + part, 0);
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
  await page.goto(address);
  await shown(page).waitFor();
  const first = sizes.length;
  await page.waitForLoadState('networkidle');
  const { lcpMs, cls } = await page.evaluate(
    () => (window as unknown as { seen: { lcpMs: number; cls: number } }).seen,
  );
  const firstKb = await sum(sizes.slice(0, first));
  const restKb = (await sum(sizes)) - firstKb;
  await context.close();
  return { firstKb, restKb, lcpMs, cls };
}
