import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { enter } from './enter.ts';
import { waitForRows } from './grid-cells.ts';

const dist = path.join(import.meta.dirname, '../../client/dist');

/** In bytes, as they travel to a browser that takes brotli. */
const travels = async (file: string): Promise<number> =>
  (await stat(path.join(dist, `${file}.br`)).catch(() => stat(path.join(dist, file)))).size;

const sum = async (files: readonly string[]): Promise<number> =>
  (await Promise.all(files.map(travels))).reduce((whole, size) => whole + size, 0);

/** What the page names for a place, and the code that starts. */
async function listFiles(place: 'company' | 'door'): Promise<readonly string[]> {
  const page = await readFile(path.join(dist, 'index.html'), 'utf8');
  const [, early = ''] = /const early = (\{.*?\});/.exec(page) ?? [];
  const named = (JSON.parse(early) as Record<string, string[]>)[place] ?? [];
  const started = [
    ...page.matchAll(/<(?:script type="module"|link rel="modulepreload")[^>]*?(\/assets\/[^"]+)/g),
  ];
  return [...new Set([...named, ...started.map(([, file = '']) => file)])];
}
const isCode = (file: string): boolean => file.endsWith('.js');

// Each 50 kB are a second on a line of 400 kbit/s (docs/performance.md). What a first screen does not show goes into
// ui/opened-parts.ts, or behind an import() of its own.
for (const [place, most] of [
  ['company', 244_600],
  ['door', 154_000],
] as const)
  test(`the code of a first screen keeps to its bytes: ${place}`, async () => {
    const files = await listFiles(place);
    expect(files.filter(isCode).length).toBeGreaterThanOrEqual(3);
    expect(await sum(files.filter(isCode))).toBeLessThanOrEqual(most);
  });

test('menus, questions and the socket are no part of the first bytes', async () => {
  const early = await listFiles('company');
  const later = (await readdir(path.join(dist, 'assets'))).filter((file) => /^opened-.*\.js$/.test(file));
  expect(later).toHaveLength(1);
  expect(early.join(' ')).not.toContain(later[0]);
  const code = await Promise.all(early.filter(isCode).map((file) => readFile(path.join(dist, file), 'utf8')));
  // What MUI's menus and its dialogs are called in the page, and the event of the socket's library.
  for (const word of ['MuiPopover', 'MuiDialogTitle', 'MuiTooltip-popper', 'reconnect_attempt'])
    expect(code.filter((text) => text.includes(`"${word}"`) || text.includes(`\`${word}\``))).toEqual([]);
});

test('a grid that was never opened here is asked for beside its code, and each thing once', async ({
  page,
}) => {
  await enter(page, 'maya', 'dashboard');
  await page.evaluate(() => localStorage.removeItem('asked-first'));
  // Rows that were asked for long before they are shown are read again when changes begin to be heard.
  await page.routeWebSocket(/\/socket/, () => undefined);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (!request.url().endsWith('/graphql')) return;
    asked.push(...[...(request.postData() ?? '').matchAll(/query (\w+)/g)].map(([, name = '']) => name));
  });
  // The code of the start comes after the first rows have been asked for.
  await page.route(/\/assets\/start-(?!page).*\.js/, async (route) => {
    await expect.poll(() => asked).toContain('FilterAndSortRecords');
    await route.continue();
  });
  await page.goto('/adventure-works/purchasing/orders/purchase-orders');
  await waitForRows(page, 'Purchase orders');
  const first = ['Menu', 'UserDetails', 'FindRecordType', 'GetFieldDefinitions', 'DefaultGridPreference'];
  for (const name of [...first, 'FilterAndSortRecords'])
    expect(asked.filter((one) => one === name)).toEqual([name]);
});
