import { readFile } from 'node:fs/promises';
import { enter } from './enter.ts';
import { rowOf, waitForRows } from './grid-cells.ts';
import { expect, test } from './journey.ts';

const orders = 'Purchase orders';

test('selected records are saved as one PDF and printed from a tab, by keyboard', async ({ page }) => {
  await enter(page, 'maya', 'purchasing/orders/purchase-orders');
  await waitForRows(page, orders);
  const numbers = await page.getByRole('gridcell', { name: /^7\d{3}$/ }).allInnerTexts();
  const [first = '', second = ''] = [...new Set(numbers)];
  for (const number of [first, second]) await rowOf(page, number).getByRole('checkbox').check();
  const actions = page.getByRole('button', { name: 'Actions', exact: true });
  await actions.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Download PDF…' }).focus();
  await page.keyboard.press('Enter');
  const started = page.waitForEvent('download');
  await expect(page.getByRole('button', { name: 'Download PDF', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  const download = await started;
  expect(download.suggestedFilename()).toBe('Purchase orders, 2 records.pdf');
  expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-');

  const printed = page.context().waitForEvent('response', (answer) => answer.url().includes('/prints/'));
  await actions.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Print…' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Print', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  const answer = await printed;
  expect(answer.status()).toBe(200);
  expect(answer.headers()).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': expect.stringMatching(/^inline; filename="Purchase orders, 2 records\.pdf"/),
  });
});
