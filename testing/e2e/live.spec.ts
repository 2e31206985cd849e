import type { Page } from '@playwright/test';
import { enter } from './enter.ts';
import { cellText, goToCell, waitForRows } from './grid-cells.ts';
import { expect, expectGoodScreen, expectSaved, test } from './journey.ts';

const orders = 'Purchase orders';

async function openOrders(page: Page, person: 'maya' | 'ben') {
  // Nothing is missed from the answer to 'watch' on.
  const watches = new Promise<void>((resolve) => {
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (String(payload).includes('"ok":true')) resolve();
      }),
    );
  });
  // Other journeys make new records, which push the older ones off a page of 25.
  await enter(page, person, 'purchasing/orders/purchase-orders?size=100');
  await waitForRows(page, orders);
  await watches;
}

async function write(page: Page, number: string, field: string, text: string) {
  await goToCell(page, number, field);
  await page.keyboard.press('F2');
  await page.keyboard.press('Control+a');
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+s');
  await expectSaved(page);
}

test('what somebody else saves appears in the open grid, marked, where the row stands', async ({
  page,
  browser,
}) => {
  const other = await browser.newPage();
  await openOrders(page, 'maya');
  await openOrders(other, 'ben');
  const row = page.getByRole('row').filter({ hasText: '7402' });
  const place = await row.getAttribute('aria-rowindex');

  await write(other, '7402', 'Cost centre', 'LIVE');
  await expect.poll(() => cellText(page, '7402', 'Cost centre')).toBe('LIVE');
  await expect(page.getByText(/^Changed by Ben \w+: record 7402$/)).toBeAttached();
  await expect(row).toHaveAttribute('title', /^Ben \w+ changed it (just now|\d minutes? ago)$/);
  await expect(row).toHaveAttribute('aria-rowindex', place ?? '');
  await expectGoodScreen(page);
  // Whoever made the change is told nothing of it.
  await expect(other.getByText(/Changed by/)).toHaveCount(0);
  await other.close();
});
