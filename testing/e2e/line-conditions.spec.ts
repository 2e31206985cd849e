// Conditions of fields of lines: an administrator makes one, who edits a line meets it, and the administrator takes it away.
import type { Page } from '@playwright/test';
import { enter } from './enter.ts';
import { expect, expectGoodScreen, test } from './journey.ts';

const record = 7394;
const why = 'Unit price is read only when Ordered is greater than 90000: save it before.';

async function openDesigner(page: Page): Promise<void> {
  await enter(page, 'ada', 'administration/data/record-types');
  await page.getByRole('button', { name: /^Purchase orders/ }).click();
  await expect(page.getByRole('heading', { name: 'Purchase orders', exact: true })).toBeVisible();
}

async function saveType(page: Page): Promise<void> {
  await page.keyboard.press('Control+s');
  // What it touches is asked where there is something.
  await expect(page.getByRole('region', { name: 'Changes', exact: true })).toHaveCount(0);
}

test('a field of lines becomes read only while its line meets a condition', async ({ page }) => {
  await openDesigner(page);
  await page.getByRole('tab', { name: /^Line items/ }).click();
  await page.getByRole('button', { name: /^Unit price/ }).click();
  await page.getByRole('button', { name: 'Required, read only or shown when…', exact: true }).click();
  await expect(page.getByLabel('Field', { exact: true })).toHaveValue(/^l\d+$/);
  await page.getByLabel('Is', { exact: true }).selectOption('Read only when');
  await page.getByRole('button', { name: 'Add condition', exact: true }).press('Enter');
  await expect(page.getByRole('combobox', { name: 'Field of condition 1' })).toBeFocused();
  await page.getByRole('combobox', { name: 'Field of condition 1' }).click();
  await page.getByRole('option', { name: 'Ordered', exact: true }).click();
  await page.getByLabel('Operator of condition 1').selectOption('greater than');
  await page.getByRole('textbox', { name: /condition 1/ }).fill('90000');
  await expect(page.getByText('Unit price is read only when Ordered is greater than 90000.')).toBeVisible();
  await expectGoodScreen(page);
  await saveType(page);

  await enter(page, 'maya', `purchasing/orders/purchase-orders?search=${record}`);
  await page.getByRole('button', { name: `Details of record ${record}` }).click();
  const panel = page.getByRole('region', { name: `Order lines of record ${record}` });
  await panel.getByRole('button', { name: 'Edit line 1', exact: true }).click();
  await page.keyboard.press('Escape');
  await expect(panel.getByText(why)).toHaveCount(0);
  // To the third field: what was ordered.
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.type('95000');
  await page.keyboard.press('Enter');
  await expect(panel.getByText(why).first()).toBeAttached();
  await panel.getByRole('button', { name: 'Cancel line 1', exact: true }).click();
  await expect(panel.getByText(why)).toHaveCount(0);

  await openDesigner(page);
  await page.getByRole('tab', { name: /^Conditions/ }).click();
  const conditions = page.getByRole('list', { name: 'Conditions', exact: true }).getByRole('button');
  await conditions.filter({ hasText: 'Order lines: Unit price' }).first().press('Delete');
  await saveType(page);
});
