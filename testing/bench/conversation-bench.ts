// An order of 1,000 lines in the browser of the company that answers it, production build, PostgreSQL with fsync: the conversation is
// opened, walked, answered whole by one pasted range, and sent. It reports what the browser painted and counted, and never judges.
import { chromium, type Page } from '@playwright/test';
import { demoPassword, demoPeople } from '@rowhouse/server/seed/demo/people.ts';
import pg from 'pg';
import { findOrInstallBrowser, toLaunchOptions } from '../browser.ts';
import { enterCompany } from '../e2e/enter.ts';
import { spawnServer } from '../fault.ts';
import { createTestDatabase, startTestPostgres, superuser } from '../postgres.ts';
import { median, quantile, shownMs } from './statistics.ts';
import { deliver, enterBoth, findReceived } from './transmissions-bench.ts';

const company = 'northwind';

/** `--records N`: lines, 1,000 unless told. `--runs N`: 5. */
export async function conversationBench({ values }: { values: Record<string, string | undefined> }) {
  const lines = Number(values['records'] ?? 1000);
  const runs = Number(values['runs'] ?? 5);
  const postgres = await startTestPostgres({ durable: true, sharedBuffersMb: 256 });
  const { url: databaseUrl } = await createTestDatabase(postgres.adminUrl, { owner: superuser });
  const browser = await chromium.launch(toLaunchOptions(await findOrInstallBrowser()));
  const server = await spawnServer({
    env: { DEMO: 'on', DATABASE_URL: databaseUrl, SECRET: 'a-secret-of-the-bench-that-is-long-enough' },
    withClient: true,
  });
  const client = new pg.Client({ connectionString: databaseUrl });
  try {
    await server.waitReady();
    await client.connect();
    const world = await enterBoth(client, server.url);
    const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    const took: Record<string, number[]> = {};
    const keys: number[] = [];
    const say = (text: string) => process.stderr.write(`${text}\n`);
    for (let run = 0; run < runs; run += 1) {
      say(`order ${run + 1} of ${runs}`);
      const [sent] = (await deliver(world, 1, lines)).ids;
      const received = await findReceived(client, sent ?? 0);
      const { rows } = await client.query<{ type: number }>(
        'select record_type_id::int as type from record where id = $1',
        [received],
      );
      const account = { email: demoPeople.nadia.email, password: demoPassword };
      await enterCompany(
        page,
        account,
        company,
        `record-details-viewer?recordId=${received}&recordType=${rows[0]?.type}`,
      );
      say('delivered');
      const times = await answerByHand(page, lines, keys);
      for (const [what, ms] of Object.entries(times)) (took[what] ??= []).push(ms);
    }
    return [
      {
        title: `An order of ${lines} lines in the browser, median of ${runs}, ms`,
        rows: [
          ...Object.entries(took).map(([what, all]) => ({
            what,
            ms: shownMs(median(all)),
            longest: shownMs(Math.max(...all)),
          })),
          {
            what: 'a key while all are shown: an arrow, a letter of the message',
            ms: shownMs(quantile(keys, 0.98)),
            longest: shownMs(Math.max(...keys)),
          },
        ],
      },
    ];
  } finally {
    await browser.close();
    await client.end();
    await server.stop();
    await postgres.stop();
  }
}

async function answerByHand(page: Page, lines: number, keys: number[]): Promise<Record<string, number>> {
  const open = page.getByRole('button', { name: /^Conversation/ });
  await open.waitFor();
  await page.evaluate(() => {
    const kept: [number, number][] = [];
    Object.assign(globalThis, { interactions: kept });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { interactionId: number })[])
        if (entry.interactionId > 0) kept.push([entry.interactionId, entry.duration]);
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  });
  const opened = await paintedAfter(page, () => open.click(), {
    selector: `ul > [data-line="${lines}"]`,
    text: '',
  });
  await page.locator('ul > [data-line="1"]').focus();
  for (let step = 0; step < 20; step += 1) await page.keyboard.press('ArrowDown', { delay: 20 });
  const message = page.getByRole('textbox', { name: 'Message, read by both' });
  await message.focus();
  await page.keyboard.type('as we said on Monday', { delay: 20 });
  await page.locator('ul > [data-line="1"]').focus();
  const rows = Array.from({ length: lines }, (_, at) => `${at + 1}\t${at + 1000}`).join('\n');
  const pasted = await paintedAfter(
    page,
    () =>
      page.evaluate((text) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', text);
        document.activeElement?.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
        );
      }, rows),
    { selector: 'button', text: `Send answer, ${lines} lines` },
  );
  const sent = await paintedAfter(page, () => page.keyboard.press('Control+Enter'), {
    selector: '[role=alert], [role=status]',
    text: 'Sent to Adventure Works',
  });
  const found = await page.evaluate(
    () => (globalThis as unknown as { interactions: [number, number][] }).interactions,
  );
  const longest = new Map<number, number>();
  for (const [id, ms] of found) longest.set(id, Math.max(ms, longest.get(id) ?? 0));
  // The last is the sending; the browser reports none that took less than 16 ms.
  const counted = [...longest.values()].slice(1, -1);
  keys.push(...counted, ...Array<number>(Math.max(0, 40 - counted.length)).fill(8));
  return {
    'opened, all lines there': opened,
    'pasted, all answers shown': pasted,
    'sent, and said so': sent,
  };
}

/** From the deed until the second frame that has an element with the text. */
async function paintedAfter(
  page: Page,
  act: () => Promise<unknown>,
  awaited: { selector: string; text: string },
): Promise<number> {
  await page.evaluate(({ selector, text }) => {
    const began = performance.now();
    const isThere = () =>
      [...document.querySelectorAll(selector)].some(({ textContent }) => textContent.includes(text));
    Object.assign(globalThis, {
      painted: new Promise<number>((resolve) => {
        const look = () => {
          if (!isThere()) requestAnimationFrame(look);
          else requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - began)));
        };
        look();
      }),
    });
  }, awaited);
  await act();
  return page.evaluate(() => (globalThis as unknown as { painted: Promise<number> }).painted);
}
