// Values that are no longer offered: hidden wherever one chooses, and seen behind a tick where a list has some.
import type { Locator, Page } from '@playwright/test';
import { enter } from './enter.ts';
import { goToCell, waitForRows } from './grid-cells.ts';
import { expect, expectGoodAtBothWidths, expectGoodScreen, test } from './journey.ts';

const orders = 'Purchase orders';
const gone = 'Telegraph office pickup (Disabled)';

const tick = (page: Page) => page.getByRole('option', { name: 'Show disabled values' });
const option = (page: Page, name: string) => page.getByRole('option', { name, exact: true });

/** The filter by what is no longer offered, up to what it compares with. */
async function filterBy(page: Page, field: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Filters' }).click();
  const panel = page.getByRole('dialog', { name: 'Filters' });
  await panel.getByLabel('Field of condition 1').fill(field);
  await option(page, field).click();
  await panel.getByLabel('Operator of condition 1').selectOption('is any of');
  await panel.getByLabel('Value of condition 1').click();
  return panel;
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 320, height: 720 } });

  test('a form shows what is not offered any more, and takes it not', async ({ page }) => {
    await enter(page, 'maya', 'purchasing/orders/purchase-orders');
    await page.getByRole('button', { name: 'New Record' }).click();
    const input = page.getByRole('form').getByLabel('Ship method', { exact: true });
    await input.click();
    await expect(tick(page)).not.toBeChecked();
    await expect(option(page, gone)).toHaveCount(0);
    // By keys alone: up from the first option is the last act, and the list stays open.
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await expect(tick(page)).toBeChecked();
    await expect(option(page, gone)).toHaveAttribute('aria-disabled', 'true');
    await expectGoodAtBothWidths(page);
    await option(page, gone).click({ force: true });
    await expect(input).toHaveValue('');
    await page.keyboard.press('Escape');
    // A list without any has no tick.
    await page.getByRole('form').getByLabel('Employee', { exact: true }).click();
    await expect(option(page, 'Maya Alvarez')).toBeVisible();
    await expect(tick(page)).toHaveCount(0);
  });

  test('the page of lists hides them as well, and keeps the tick', async ({ page }) => {
    await enter(page, 'ada', 'administration/lists/custom-lists');
    await page.getByRole('button', { name: /^Packaging conditions/ }).press('Enter');
    const values = page.getByRole('list', { name: 'Values of Packaging conditions' });
    await expect(values).toHaveText(/New.*Reused/);
    await expect(values).not.toContainText('Written off');
    const box = page.getByLabel('Show disabled values');
    await box.check();
    await expect(values).toContainText('Written off');
    await expectGoodAtBothWidths(page);
    await page.reload();
    await expect(values).toContainText('Written off');
    await page.getByRole('button', { name: 'Update values' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: /^Update / });
    await expect(dialog.getByLabel('Show disabled values')).toBeChecked();
    await expect(dialog.getByRole('listitem')).toHaveCount(3);
    await dialog.getByLabel('Show disabled values').uncheck();
    await expect(dialog.getByRole('listitem')).toHaveCount(2);
  });
});

test('a value that is made while working says at what, without being asked', async ({ page }) => {
  await enter(page, 'ada', 'purchasing/orders/purchase-orders');
  await page.getByRole('button', { name: 'New Record' }).click();
  await page.getByRole('form').getByLabel('Ship method', { exact: true }).click();
  await page.keyboard.type('Balloon');
  await option(page, 'Create Value…').click();
  const dialog = page.getByRole('dialog', { name: 'Create Value' });
  await expect(dialog.getByLabel('Value')).toHaveValue('Balloon');
  await expect(dialog.getByLabel('Reason (optional)')).toHaveValue('While working on Purchase orders');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});

test('a cell and a filter show disabled values, and the filter takes one', async ({ page }) => {
  await enter(page, 'maya', 'purchasing/orders/purchase-orders');
  await waitForRows(page, orders);
  await test.step('a cell shows them too, and takes none', async () => {
    await goToCell(page, '7414', 'Ship method');
    await page.keyboard.press('F2');
    await expect(tick(page)).not.toBeChecked();
    await tick(page).click();
    await expect(option(page, gone)).toHaveAttribute('aria-disabled', 'true');
    await option(page, gone).click({ force: true });
    await expect(page.locator('.rh-editor')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.locator('.rh-editor')).toHaveCount(0);
    await page.getByRole('button', { name: 'Close Edit' }).click();
  });
  await test.step('a filter takes a disabled value once it is shown, and shows it the next time', async () => {
    const panel = await filterBy(page, 'Ship method');
    await expect(option(page, gone)).toHaveCount(0);
    await expect(tick(page)).not.toBeChecked();
    await tick(page).click();
    await expect(tick(page)).toBeChecked();
    await expectGoodScreen(page);
    await option(page, gone).click();
    await panel.getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByText(/^4 of \d+$/)).toBeVisible();

    await page.reload();
    await page.getByRole('button', { name: 'Filters 1 applied' }).click();
    await panel.getByRole('button', { name: 'Add condition' }).click();
    await expect(panel.getByLabel('Field of condition 2')).toHaveValue('Status');
    await panel.getByLabel('Value of condition 2').click();
    await expect(option(page, 'Sent by fax (Disabled)')).toBeVisible();
    await tick(page).click();
    await expect(tick(page)).not.toBeChecked();
    await expect(option(page, 'Sent by fax (Disabled)')).toHaveCount(0);
  });
});
