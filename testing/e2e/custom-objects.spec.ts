// The objects that fields and lists hold, as an administrator makes them: by keyboard, on a desk and on a phone.
import type { Page } from '@playwright/test';
import { enter } from './enter.ts';
import { expect, expectGoodAtBothWidths, expectSaved, test } from './journey.ts';

const address = 'administration/data/custom-objects';

async function openObjects(page: Page): Promise<void> {
  await enter(page, 'ada', address);
  await expect(page.getByRole('heading', { name: 'Custom objects' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add object' })).toBeEnabled();
}

const dialog = (page: Page) => page.getByRole('dialog');
const names = (page: Page) =>
  dialog(page)
    .getByRole('textbox', { name: /^Name of property/ })
    .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));

async function addProperty(page: Page, name: string): Promise<void> {
  const count = (await names(page)).length;
  await dialog(page).getByRole('button', { name: 'Add property' }).press('Enter');
  await expect(dialog(page).getByRole('textbox', { name: /^Name of property/ })).toHaveCount(count + 1);
  await expect(page.locator(':focus')).toHaveAttribute('placeholder', 'Name');
  await page.keyboard.type(name);
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 320, height: 720 } });

  test('an object is made by keyboard, put in order, and what is removed is kept', async ({ page }) => {
    const object = 'Pallet';
    await openObjects(page);
    await expectGoodAtBothWidths(page);
    await page.getByRole('button', { name: 'Add object' }).press('Enter');
    await expect(dialog(page).getByLabel('Name', { exact: false }).first()).toBeFocused();
    await page.keyboard.type(object);
    await expect(
      dialog(page).getByText('No display value setted, please contact an administrator', { exact: false }),
    ).toBeVisible();
    await addProperty(page, 'Town');
    await addProperty(page, 'Weight');
    await dialog(page).getByLabel('Type of property 2').selectOption('number');
    await dialog(page).getByRole('checkbox', { name: 'Shown: Weight' }).press('Space');
    await expect(dialog(page).getByText('Town, Weight')).toBeVisible();
    await expectGoodAtBothWidths(page);

    // Space lifts, arrows carry, Enter drops: the order of what is shown is the text in a cell.
    await dialog(page).getByRole('button', { name: 'Move Weight', exact: true }).press('Space');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    expect(await names(page)).toEqual(['Weight', 'Town']);
    await expect(dialog(page).getByText('Weight, Town')).toBeVisible();
    await dialog(page).getByRole('button', { name: 'Add object' }).press('Enter');
    await expectSaved(page);
    await expect(page.getByRole('heading', { name: object })).toBeVisible();
    await expect(page.getByText('Not used by any field or list yet.')).toBeVisible();

    await page.getByRole('button', { name: 'Change', exact: true }).press('Enter');
    await dialog(page).getByRole('button', { name: 'Weight: Active' }).press('Enter');
    await expect(dialog(page).getByText('Weight is disabled; nothing has a value of it.')).toBeVisible();
    const save = dialog(page).getByRole('button', { name: 'Save' });
    await expect(save).toBeEnabled();
    await save.press('Enter');
    await expect(page.getByRole('table', { name: `Properties of ${object}` })).toContainText('Inactive');
    await expectGoodAtBothWidths(page);
  });
});

test('what a change does to the objects that are there is said before it is saved', async ({ page }) => {
  await openObjects(page);
  await page
    .getByRole('navigation', { name: 'Objects' })
    .getByRole('button', { name: /^Packaging/ })
    .press('Enter');
  // The object that stood there before has the same button, and a moment longer.
  const chosen = page.getByRole('region', { name: 'Packaging', exact: true });
  await expect(chosen.getByText(/^Used by/)).toBeVisible();
  await chosen.getByRole('button', { name: 'Change', exact: true }).press('Enter');
  await expect(dialog(page).getByLabel('Type of property 1')).toBeDisabled();
  const first = (await names(page))[0] ?? '';
  await dialog(page)
    .getByRole('button', { name: `${first}: Active` })
    .press('Enter');
  await expect(
    dialog(page).getByText(/ keep the value, and nobody sees it until it is enabled again\.$/),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard' }).press('Enter');
  await expect(dialog(page)).toBeHidden();
});
