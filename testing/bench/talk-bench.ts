// A record with 500 comments in a real browser, production build, embedded database: all of them are shown, then one types,
// sends and scrolls. It reports the interactions as the browser counts them (event timing), and never judges.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { findOrInstallBrowser, toLaunchOptions } from '../browser.ts';
import { enter } from '../e2e/enter.ts';
import { spawnServer } from '../fault.ts';
import { quantile, shownMs } from './statistics.ts';

const recordNumber = '7400';
const comments = 500;
const sent = 10;

export async function talkBench() {
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
    const asked = page.waitForRequest(
      (request) => request.url().endsWith('/graphql') && request.headers()['backend_jwt'] !== undefined,
    );
    await enter(page, 'maya', `purchasing/orders/purchase-orders?search=${recordNumber}`);
    const { authorization = '', backend_jwt = '', tenant_id = '' } = (await asked).headers();
    const href = await page
      .getByRole('link', { name: new RegExp(`^${recordNumber}\\b`) })
      .first()
      .getAttribute('href');
    const place = new URL(href ?? '', server.url).searchParams;
    for (let number = 1; number <= comments; number += 1) {
      const answer = await page.request.post('/graphql', {
        headers: { authorization, backend_jwt, tenant_id },
        data: {
          query: 'mutation ($data: CreateCommentInput!) { createComment(data: $data) { id } }',
          variables: {
            data: {
              recordId: Number(place.get('recordId')),
              recordTypeId: Number(place.get('recordType')),
              text: `Comment ${number}: the crates are in the yard, see https://example.com/${number}.`,
              idempotencyKey: `bench ${number}`,
            },
          },
        },
      });
      if ((await answer.text()).includes('"errors"')) throw new Error(await answer.text());
    }
    await page.goto(`${href}&viewMode=SPLIT_VIEW&tab=comments`);
    const said = page.getByRole('group', { name: 'Comments of the record' });
    const earlier = said.getByRole('button', { name: 'Show earlier comments' });
    for (let shown = 50; shown < comments; shown += 50) {
      await earlier.press('Enter');
      await said.getByText(`Comment ${comments - shown - 1}:`).waitFor();
    }
    await page.evaluate(() => {
      const kept: [number, number][] = [];
      Object.assign(globalThis, { interactions: kept });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { interactionId: number })[])
          if (entry.interactionId > 0) kept.push([entry.interactionId, entry.duration]);
      }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
    });
    let keys = 0;
    const field = page.getByRole('textbox', { name: 'Write a comment' });
    for (let turn = 1; turn <= sent; turn += 1) {
      const text = `Answer ${turn} to all of it`;
      await field.focus();
      await page.keyboard.type(text, { delay: 30 });
      await page.keyboard.press('Control+Enter');
      await said.getByText(text, { exact: true }).waitFor();
      await said.focus();
      for (let step = 0; step < 5; step += 1) await page.keyboard.press('PageUp', { delay: 30 });
      keys += text.length + 6;
    }
    const found = await page.evaluate(
      () => (globalThis as unknown as { interactions: [number, number][] }).interactions,
    );
    const longest = new Map<number, number>();
    for (const [id, ms] of found) longest.set(id, Math.max(ms, longest.get(id) ?? 0));
    // The browser reports none that took less than 16 ms.
    const all = [...longest.values(), ...Array<number>(Math.max(0, keys - longest.size)).fill(8)];
    return [
      {
        title: `Interactions with ${comments} comments shown; aim: p98 ≤ 100 ms`,
        rows: [
          {
            keys: String(keys),
            'of 16 ms and more': String(longest.size),
            'median ms': shownMs(quantile(all, 0.5)),
            'p98 ms': shownMs(quantile(all, 0.98)),
            'longest ms': shownMs(quantile(all, 1)),
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
