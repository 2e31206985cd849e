// What is set up in a company while somebody works in it comes to the open screen, and nothing of the work is lost.
import type { Page } from '@playwright/test';
import { enterAs } from './enter.ts';
import { cellText, goToCell, gridOf, selectionBar, waitForRows } from './grid-cells.ts';
import { hearing } from './hearing.ts';
import { expect, expectSaved, test } from './journey.ts';
import { ownCompaniesStand, setUp } from './own-people.ts';

test.beforeAll(ownCompaniesStand);

const crates = 'Crates';
const header = (page: Page, name: string) =>
  gridOf(page, crates).getByRole('columnheader', { name, exact: false });

test('a new record that is being filled in gets the new field, and keeps what was typed', async ({
  page,
}) => {
  const watches = hearing(page);
  await enterAs(page, 'walt', 'quay', 'goods/crates/crates');
  await waitForRows(page, crates);
  await watches;
  await page.getByRole('button', { name: 'New Record' }).click();
  await page.getByLabel('Shelf').fill('B7');
  await expect(page.getByLabel('Berth')).toHaveCount(0);
  await setUp('a field Berth');
  await expect(page.getByLabel('Berth')).toBeVisible();
  await expect(page.getByLabel('Shelf')).toHaveValue('B7');
});

test('new fields, names, grants and hidden fields come to an open grid, and a row in edit stays in edit', async ({
  page,
}) => {
  const watches = hearing(page);
  await enterAs(page, 'walt', 'quay', 'goods/crates/crates');
  await waitForRows(page, crates);
  await watches;
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await expect(header(page, 'Gate')).toHaveCount(0);

  await goToCell(page, '503', 'Shelf');
  await page.keyboard.press('F2');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('DRAFT');
  await page.keyboard.press('Enter');
  await expect(selectionBar(page, crates)).toContainText('1 row in edit');

  await setUp('a field Gate');
  await expect(header(page, 'Gate')).toBeVisible();
  expect(await cellText(page, '503', 'Shelf')).toBe('DRAFT');
  await expect(selectionBar(page, crates)).toContainText('1 row in edit');

  await setUp('Road is called Lorry');
  await expect.poll(() => cellText(page, '501', 'Carrier')).toBe('Lorry');

  await setUp('Owner is hidden');
  await expect(header(page, 'Owner')).toHaveCount(0);
  await expect(page.getByText('Somebody')).toHaveCount(0);

  const newRecord = page.getByRole('button', { name: 'New Record' });
  await expect(newRecord).toBeEnabled();
  await setUp('no new records');
  await expect(newRecord).toBeDisabled();

  expect(await cellText(page, '503', 'Shelf')).toBe('DRAFT');
  await page.keyboard.press('Control+s');
  await expectSaved(page);
  expect(await cellText(page, '503', 'Shelf')).toBe('DRAFT');
  // Without a reload all the while.
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
});
