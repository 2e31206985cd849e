// The lists that fields choose from, as an administrator keeps them: by keyboard, on a desk and on a phone.
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { enter } from './enter.ts';
import { expect, expectGoodAtBothWidths, expectSaved, test } from './journey.ts';

const address = 'administration/lists/custom-lists';

async function openLists(page: Page): Promise<void> {
  await enter(page, 'ada', address);
  await expect(page.getByRole('button', { name: /^Ship methods/ })).toBeVisible();
}

const dialog = (page: Page) => page.getByRole('dialog', { name: /^Update / });
const values = (page: Page) =>
  dialog(page)
    .getByRole('listitem')
    .getByRole('textbox')
    .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));

/** Of the list that was chosen: until it is there, the card of the one before is shown, with a button of its own. */
async function openValues(page: Page, list: string): Promise<void> {
  await expect(page.getByRole('heading', { name: list, exact: true })).toBeVisible();
  const button = page.getByRole('button', { name: 'Update values' });
  await expect(button).toBeEnabled();
  await button.press('Enter');
  await expect(dialog(page)).toBeVisible();
}

async function addValue(page: Page, value: string): Promise<void> {
  await dialog(page).getByRole('button', { name: 'Add value' }).press('Enter');
  await expect(page.locator(':focus')).toHaveValue('');
  await page.keyboard.type(value);
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 320, height: 720 } });

  test('a list is made and given values, and what is dropped is kept', async ({ page }) => {
    const list = 'Finishes';
    await openLists(page);
    await expectGoodAtBothWidths(page);
    await page.getByRole('button', { name: 'Add list' }).press('Enter');
    await expect(page.getByLabel('Name')).toBeFocused();
    await page.keyboard.type('F');
    await page.keyboard.press('Enter');
    await expect(page.getByText('The name has at least 2 characters.')).toBeVisible();
    await expect(page.getByText('backoffice managed is required')).toBeVisible();
    await page.getByLabel('Name').press('End');
    await page.keyboard.type(list.slice(1));
    await page.getByLabel('Description').pressSequentially('Of what is painted');
    await page.getByLabel('Backoffice managed').selectOption('No');
    await expectGoodAtBothWidths(page);
    await page.getByRole('button', { name: 'Add list' }).last().press('Enter');
    await expect(page.getByRole('heading', { name: list })).toBeVisible();
    await expect(page.getByText('No items found')).toBeVisible();

    await openValues(page, list);
    await expect(dialog(page)).toHaveAccessibleName(`Update ${list}'s values`);
    for (const value of ['Matt', 'Gloss', 'Raw']) await addValue(page, value);
    expect(await values(page)).toEqual(['Matt', 'Gloss', 'Raw']);
    await expectGoodAtBothWidths(page);

    // Space lifts, arrows carry, Escape returns, Enter drops.
    const grip = dialog(page).getByRole('button', { name: 'Move Raw', exact: true });
    await grip.press('Space');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Escape');
    expect(await values(page)).toEqual(['Matt', 'Gloss', 'Raw']);
    await grip.press('Space');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    expect(await values(page)).toEqual(['Raw', 'Matt', 'Gloss']);
    await dialog(page).getByRole('button', { name: 'Save 3 changes' }).press('Enter');
    await expectSaved(page);
    await expect(page.getByRole('list', { name: `Values of ${list}` })).toHaveText(/Raw.*Matt.*Gloss/);

    await openValues(page, list);
    await dialog(page).getByRole('button', { name: 'Basic entry' }).press('Enter');
    await dialog(page).getByLabel('One value a line').press('Control+a');
    await page.keyboard.type('Gloss\nMatt\nBrushed');
    await dialog(page)
      .getByRole('button', { name: /^Save \d changes/ })
      .press('Enter');
    await expect(dialog(page)).toBeHidden();
    // What was dropped is kept, behind the tick.
    await page.getByLabel('Show disabled values').press('Space');
    await expect(page.getByRole('list', { name: `Values of ${list}` })).toHaveText(
      /GlossActive.*MattActive.*BrushedActive.*RawInactive/,
    );
    await page.reload();
    await expect(page.getByRole('heading', { name: list })).toBeVisible();
  });

  test('a value that stands twice is said where it stands, and Cancel asks before it discards', async ({
    page,
  }) => {
    await openLists(page);
    await page.getByRole('button', { name: /^Ship methods/ }).press('Enter');
    // What was pressed goes away with the index of lists.
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await openValues(page, 'Ship methods');
    const before = await values(page);
    await addValue(page, 'express AIR');
    await dialog(page).getByRole('button', { name: 'Save' }).press('Enter');
    await expect(page.getByText('“express AIR” stands in the list twice.')).toBeVisible();
    await dialog(page).getByLabel('Find in Ship methods').pressSequentially('courier');
    await expect.poll(() => values(page)).toEqual(['Regional courier']);
    await dialog(page).getByRole('button', { name: 'Cancel' }).press('Enter');
    await page.getByRole('button', { name: 'Discard' }).press('Enter');
    await expect(dialog(page)).toBeHidden();
    await openValues(page, 'Ship methods');
    expect(await values(page)).toEqual(before);
  });
});

test('the values of a list go out and come in, and are changed by two at once', async ({
  page,
  browser,
  baseURL,
}) => {
  await openLists(page);
  await test.step('the values of a list go out as a file, and come in from one', async () => {
    await page.getByRole('button', { name: /^Tags/ }).click();
    await openValues(page, 'Tags');
    const before = await values(page);
    const download = page.waitForEvent('download');
    await dialog(page).getByRole('button', { name: 'Export' }).click();
    const exported = await (await download).path();
    const text = await readFile(exported, 'utf8');
    expect(text).toContain('Value,State');
    for (const value of before) expect(text).toContain(value);
    await dialog(page).getByLabel('Import values of Tags').setInputFiles(exported);
    await expect(page.getByText('All values of the file are in the list.')).toBeVisible();
    await dialog(page)
      .getByLabel('Import values of Tags')
      .setInputFiles({
        name: 'more.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from('Value\r\n"Käse, fein"\r\n'),
      });
    await expect.poll(() => values(page)).toContain('Käse, fein');
    await expect(dialog(page).getByText('1 change: 1 new')).toBeVisible();
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect(dialog(page)).toBeHidden();
  });
  await test.step('two administrators change a list at once: the second takes the first in and keeps their own', async () => {
    await page.getByRole('button', { name: 'Add list' }).click();
    await expect(page.getByLabel('Name')).toBeFocused();
    await page.keyboard.type('Both of us');
    await page.getByLabel('Description').pressSequentially('Changed at once');
    await page.getByLabel('Backoffice managed').selectOption('No');
    await page.getByRole('button', { name: 'Add list' }).last().click();
    await openValues(page, 'Both of us');
    await addValue(page, 'Mine');

    const context = await browser.newContext({ ...(baseURL !== undefined && { baseURL }) });
    const other = await context.newPage();
    await openLists(other);
    await other.getByRole('button', { name: /^Both of us/ }).click();
    await openValues(other, 'Both of us');
    await addValue(other, 'Theirs');
    await other.getByRole('button', { name: 'Save', exact: true }).click();
    await expectSaved(other);
    await context.close();

    // Told by the socket, or by the refusal of a save that was quicker.
    const save = page.getByRole('button', { name: 'Save', exact: true });
    const told = page.getByText('Somebody has changed this list since you opened it.');
    await expect(async () => {
      if (await save.isEnabled()) await save.press('Enter');
      await expect(told).toBeVisible({ timeout: 1000 });
    }).toPass();
    await page.getByRole('button', { name: 'Take theirs in, keep mine' }).click();
    await expect.poll(async () => (await values(page)).toSorted()).toEqual(['Mine', 'Theirs']);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('list', { name: 'Values of Both of us' })).toHaveText(
      /Mine.*Theirs|Theirs.*Mine/,
    );
  });
});
