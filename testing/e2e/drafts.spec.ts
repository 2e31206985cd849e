import type { Page } from '@playwright/test';
import { enter } from './enter.ts';
import { cellText, goToCell, gridOf, selectionBar, waitForRows } from './grid-cells.ts';
import { expect, expectGoodScreen, test, widths } from './journey.ts';

const bills = 'Bills';
const path = 'purchasing/bills/bills';

async function write(page: Page, number: string, field: string, text: string) {
  await goToCell(page, number, field);
  await page.keyboard.press('F2');
  await page.keyboard.press('Control+a');
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
}

const numbersOf = (page: Page) => page.locator('[data-row] > [aria-colindex="2"]').allInnerTexts();
/** From the top of the window. */
const placeOfRows = async (page: Page) => (await gridOf(page, bills).boundingBox())!.y;
const banner = (page: Page) => page.getByRole('region', { name: 'Changes that were not saved' });

test('what was not saved outlives the page, and is offered again', async ({ page, context }) => {
  await enter(page, 'ben', path);
  await waitForRows(page, bills);
  const [first = '', second = ''] = (await numbersOf(page)).slice(2);
  await write(page, first, 'Bill number', 'B-DRAFT');
  await write(page, second, 'Total due', '12.5');
  // Typed and not yet entered: the page goes away under it.
  await goToCell(page, second, 'Tax');
  await page.keyboard.type('9');
  const crashed = page;
  const next = await context.newPage();
  await crashed.close({ runBeforeUnload: false });

  await next.goto(`/adventure-works/${path}`);
  await waitForRows(next, bills);
  await expect(banner(next)).toContainText('2 rows have changes that were not saved.');
  const told = await placeOfRows(next);
  for (const size of widths) {
    await next.setViewportSize(size);
    await expectGoodScreen(next);
  }
  await next.setViewportSize(widths[0]);
  await next.getByRole('button', { name: 'Continue editing' }).press('Enter');
  await expect(selectionBar(next, bills)).toContainText('2 rows in edit');
  expect(await cellText(next, first, 'Bill number')).toBe('B-DRAFT');
  await next.keyboard.press('Control+s');
  await expect(next.getByText('2 of 2 Changes saved!')).toBeVisible();
  await next.reload();
  await waitForRows(next, bills);
  await expect(banner(next)).toHaveCount(0);
  expect(await placeOfRows(next), 'no row stands lower for what is told').toBe(told);
  expect(await cellText(next, second, 'Total due')).toBe('12.50');
});

test('rows of another page come along when they are continued', async ({ page }) => {
  page.on('dialog', (dialog) => void dialog.accept());
  await enter(page, 'sara', path);
  await waitForRows(page, bills);
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page.getByText(/^26–50 of/)).toBeVisible();
  await waitForRows(page, bills);
  const [number = ''] = await numbersOf(page);
  await write(page, number, 'Bill number', 'B-FAR');
  await page.goto(`/adventure-works/${path}`);
  await waitForRows(page, bills);
  await expect(banner(page)).toContainText('1 row has changes that were not saved.');
  await page.getByRole('button', { name: 'Continue editing' }).click();
  expect(await cellText(page, number, 'Bill number')).toBe('B-FAR');
  await expect(gridOf(page, bills).getByRole('row').nth(1)).toContainText(number);
  await selectionBar(page, bills).getByRole('button', { name: 'Close Edit' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
});

test('what is discarded does not come back, and signing out takes the drafts away', async ({ page }) => {
  page.on('dialog', (dialog) => void dialog.accept());
  await enter(page, 'maya', path);
  await waitForRows(page, bills);
  const [, , , , number = ''] = await numbersOf(page);
  const drafts = () =>
    page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('row-draft:')).length);
  await write(page, number, 'Bill number', 'B-1');
  await expect.poll(drafts).toBe(1);
  await page.reload();
  await waitForRows(page, bills);
  await banner(page).getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await expect(banner(page)).toHaveCount(0);
  await expect.poll(drafts).toBe(0);

  await write(page, number, 'Bill number', 'B-2');
  await expect.poll(drafts).toBe(1);
  await page.getByRole('button', { name: /Maya Alvarez/ }).click();
  await page.getByRole('menuitem', { name: /Log ?out/i }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Log ?out/i })
    .click();
  await page.waitForURL('/login');
  expect(await drafts()).toBe(0);
});
