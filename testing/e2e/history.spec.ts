import type { Page } from '@playwright/test';
import { putNoticesAway } from './between-steps.ts';
import { enter } from './enter.ts';
import { goToCell, waitForRows, writeCell } from './grid-cells.ts';
import { expect, expectGoodScreen, expectSaved, test, widths } from './journey.ts';

const number = '7391';
const dialog = (page: Page) => page.getByRole('dialog', { name: `History of record ${number}` });

async function writeCostCentre(page: Page, text: string): Promise<void> {
  await writeCell(page, number, 'Cost centre', text);
  await page.keyboard.press('Control+s');
  await expectSaved(page);
}

test('the history of a record is read by keys alone, and values are put back', async ({ page }) => {
  await enter(page, 'maya', `purchasing/orders/purchase-orders?search=${number}`);
  await waitForRows(page, 'Purchase orders');
  await test.step('the history of a record says who changed what, before and after, by keys alone', async () => {
    await writeCostCentre(page, 'BEFORE');
    await writeCostCentre(page, 'AFTER');

    const menu = page.getByRole('button', { name: `Actions for record ${number}` });
    await menu.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'History' }).focus();
    await page.keyboard.press('Enter');
    // What somebody did in one go is folded under one head.
    const head = dialog(page).getByRole('button', { name: /^Maya Alvarez.*2 entries/ });
    await expect(dialog(page).getByRole('row').nth(1)).toContainText('Record grid');
    await head.focus();
    await page.keyboard.press('Enter');
    const [newest, older] = [dialog(page).getByRole('row').nth(2), dialog(page).getByRole('row').nth(3)];
    await expect(newest).toContainText(/Cost centre.*BEFORE.*AFTER.*Changed.*Maya Alvarez/s);
    await expect(older).toContainText(/Cost centre.*BEFORE.*Changed.*Maya Alvarez/s);
    await dialog(page).getByRole('button', { expanded: false }).last().press('Enter');
    await expect(dialog(page).getByRole('row').last()).toContainText(/The record.*Created/s);
    await expect(
      dialog(page)
        .getByRole('status')
        .filter({ hasText: /^\d+ entries$/ }),
    ).toBeVisible();
    await dialog(page).getByRole('combobox', { name: 'From' }).selectOption('Record grid');
    await expect(
      dialog(page)
        .getByRole('status')
        .filter({ hasText: /^2 of \d+ entries$/ }),
    ).toBeVisible();
    await dialog(page).getByRole('button', { name: 'Reset' }).press('Enter');
    await expect(
      dialog(page)
        .getByRole('status')
        .filter({ hasText: /^\d+ entries$/ }),
    ).toBeVisible();
    for (const { width, height } of widths) {
      await page.setViewportSize({ width, height });
      await expect(dialog(page)).toBeVisible();
      await expectGoodScreen(page);
    }
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
    await page.setViewportSize(widths[0]);
    await waitForRows(page, 'Purchase orders');
    await putNoticesAway(page);
  });
  await test.step('several entries are chosen and put back together', async () => {
    await page.getByRole('searchbox').fill('7389');
    await expect(page.getByRole('button', { name: 'Actions for record 7389' })).toBeVisible();
    for (const text of ['ONE', 'TWO']) {
      await writeCell(page, '7389', 'Cost centre', text);
      await page.keyboard.press('Control+s');
      await expectSaved(page);
      await page.getByRole('button', { name: 'Dismiss' }).first().click();
    }
    await page.getByRole('button', { name: 'Actions for record 7389' }).press('Enter');
    await page.getByRole('menuitem', { name: 'History' }).press('Enter');
    const history = page.getByRole('dialog', { name: 'History of record 7389' });
    await history.getByRole('button', { name: /^Maya Alvarez.*2 entries/ }).press('Enter');
    await history.getByRole('button', { name: 'Choose several' }).press('Enter');
    const chosen = history.getByRole('group', { name: 'Chosen entries' });
    await expect(chosen.getByRole('button', { name: 'Put back…' })).toBeDisabled();
    const ticks = history.getByRole('checkbox', { name: /^Choose Cost centre/ });
    // The older one alone is not the last word about the value; with the newer one it is.
    await ticks.nth(1).press('Space');
    await expect(chosen.getByRole('status')).toHaveText('1 entry chosen');
    await ticks.nth(0).press('Space');
    await expect(chosen.getByRole('status')).toHaveText('2 entries chosen');
    for (const { width, height } of widths) {
      await page.setViewportSize({ width, height });
      await expectGoodScreen(page);
    }
    await chosen.getByRole('button', { name: 'Put back…' }).press('Enter');
    const sheet = page.getByRole('dialog', { name: 'Put back 1 value?' });
    await expect(sheet.getByRole('row', { name: /Cost centre/ })).toContainText(/2 entries.*TWO/s);
    await sheet.getByRole('button', { name: 'Put back 1 value', exact: true }).press('Enter');
    await expect(sheet).toHaveCount(0);
    await expect(chosen).toHaveCount(0);
    await page.setViewportSize({ width: 1440, height: 900 });
    // The cards of the narrow screen have given way to the rows, and the dialog stands anew above them.
    await page.locator('[role=gridcell]').first().waitFor({ state: 'attached' });
    await page.keyboard.press('Escape');
    await expect(history).toHaveCount(0);
    await goToCell(page, '7389', 'Cost centre');
    await expect(page.getByRole('row', { name: /7389/ })).toContainText('CC-');
    await putNoticesAway(page);
  });
  await test.step('a value is put back by keys alone, and is told as a change of its own', async () => {
    await page.getByRole('searchbox').fill('7390');
    await expect(page.getByRole('button', { name: 'Actions for record 7390' })).toBeVisible();
    await goToCell(page, '7390', 'Cost centre');
    await page.keyboard.press('F2');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('WRONG');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+s');
    await expectSaved(page);
    await page.getByRole('button', { name: 'Actions for record 7390' }).press('Enter');
    await page.getByRole('menuitem', { name: 'History' }).press('Enter');
    const history = page.getByRole('dialog', { name: 'History of record 7390' });
    await history.getByRole('button', { name: 'Put back… Cost centre' }).first().press('Enter');

    const sheet = page.getByRole('dialog', { name: 'Put back 1 value?' });
    await expect(sheet.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await expect(sheet.getByRole('row', { name: /Cost centre/ })).toContainText('WRONG');
    for (const { width, height } of widths) {
      await page.setViewportSize({ width, height });
      await expectGoodScreen(page);
    }
    const tick = sheet.getByRole('checkbox', { name: 'Put back Cost centre' });
    await tick.press('Space');
    await expect(page.getByRole('button', { name: 'Nothing can be put back' })).toBeDisabled();
    await page.getByRole('checkbox', { name: 'Put back Cost centre' }).press('Space');
    await sheet.getByRole('textbox', { name: 'Reason (optional)' }).pressSequentially('It was right');
    await sheet.getByRole('button', { name: 'Put back 1 value', exact: true }).press('Enter');
    await expect(sheet).toHaveCount(0);
    await expect(history.getByText('“It was right”')).toBeVisible();
    await expect(history.getByRole('row').getByText('Put back', { exact: true }).first()).toBeVisible();

    // What was put back cannot be put back again, and says by whom it was.
    await history.getByRole('button', { name: 'Put back… Cost centre' }).nth(1).press('Enter');
    await expect(page.getByText(/Already put back by Maya Alvarez/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Nothing can be put back' })).toBeDisabled();
  });
});

test('who may not see a field reads nothing of its changes', async ({ page }) => {
  await enter(page, 'noah', `purchasing/orders/purchase-orders?search=${number}`);
  await page.getByRole('button', { name: `Actions for record ${number}` }).click();
  await page.getByRole('menuitem', { name: 'History' }).click();
  await expect(
    dialog(page)
      .getByRole('row')
      .getByText(/Maya Alvarez|Created/)
      .first(),
  ).toBeVisible();
  await expect(dialog(page)).not.toContainText('Cost centre');
});
