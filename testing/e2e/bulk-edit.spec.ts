import type { Browser, Page } from '@playwright/test';
import { demoPassword, demoPeople } from '@rowhouse/server/seed/demo/people.ts';
import { putNoticesAway } from './between-steps.ts';
import { enterCompany } from './enter.ts';
import { gridOf, rowOf, selectionBar, waitForRows } from './grid-cells.ts';
import {
  expect,
  expectAccessible,
  expectGoodAtBothWidths,
  expectGoodScreen,
  test,
  widths,
} from './journey.ts';

const orders = 'Orders';

/** The orders of Northwind, which no other journey changes. */
async function openOrders(page: Page, person: 'nadia' | 'tom' = 'nadia', query = '') {
  const account = { email: demoPeople[person].email, password: demoPassword };
  await enterCompany(page, account, 'northwind', `sales/orders/orders${query}`);
  await waitForRows(page, orders);
}

async function elsewhere(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await openOrders(page);
  return page;
}

/** The numbers of the records in sight, from one of them on. */
async function numbers(page: Page, from: number, count: number): Promise<string[]> {
  const header = page.getByRole('columnheader', { name: 'Record Number' });
  const index = await header.getAttribute('aria-colindex');
  const all = await page.locator(`[role=gridcell][aria-colindex="${index}"]`).allInnerTexts();
  return all.slice(from, from + count).map((text) => text.trim());
}

async function select(page: Page, recordNumbers: readonly string[]) {
  for (const number of recordNumbers) await rowOf(page, number).getByRole('checkbox').check();
}

async function startAction(page: Page, name: string) {
  await selectionBar(page, orders).getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name }).click();
}

const dialogOf = (page: Page) => page.getByRole('dialog', { name: /^Bulk edit/ });

async function choose(page: Page, attribute: string) {
  await dialogOf(page).getByLabel('Attribute').fill(attribute);
  await page.getByRole('option', { name: attribute, exact: true }).click();
}

async function pick(page: Page, field: string, value: string) {
  await dialogOf(page).getByRole('combobox', { name: field }).fill(value);
  await page.getByRole('option', { name: value, exact: true }).click();
}

const preview = (page: Page) =>
  dialogOf(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') })
    .evaluateAll((rows) => rows.map((row) => [...row.children].map(({ textContent }) => textContent)));

/** By the arrow alone. */
async function moveToRow(page: Page, recordNumber: string) {
  for (let steps = 0; steps < 40; steps += 1) {
    await page.keyboard.press('ArrowDown');
    const active = await gridOf(page, orders).getAttribute('aria-activedescendant');
    const row = page.getByRole('row').filter({ has: page.locator(`[id="${active}"]`) });
    if ((await row.innerText()).includes(recordNumber)) return;
  }
  throw new Error(`There is no row ${recordNumber} below.`);
}

/** What was selected for the step before. */
async function deselect(page: Page) {
  const bar = selectionBar(page, orders);
  if (await bar.isVisible()) await bar.getByRole('button', { name: 'Deselect', exact: true }).click();
  await expect(bar).toHaveCount(0);
}

const total = (page: Page) => page.locator('h1 + div').innerText();

test('orders are changed together, by one and by two', async ({ page, browser }) => {
  await openOrders(page);
  await test.step('several orders are given one value, which is shown before and taken back after', async () => {
    const some = await numbers(page, 0, 4);
    await select(page, some);
    await startAction(page, 'Bulk Edit');
    const dialog = dialogOf(page);
    await expect(dialog.getByLabel('Attribute')).toBeFocused();
    await dialog.getByRole('button', { name: 'Change 4 records' }).click();
    await expect(dialog.getByText('You have to select an attribute')).toBeVisible();

    await choose(page, 'Customer');
    await dialog.getByRole('button', { name: 'Change 4 records' }).click();
    await expect(dialog.getByText('You have to enter a value')).toBeVisible();

    await choose(page, 'Ship via');
    await expect(dialog.getByText('What they hold now')).toHaveCount(0);
    const before = await preview(page);
    expect(before.map(([number]) => number).toSorted()).toEqual(some.toSorted());
    await choose(page, 'Delivery note');
    await dialog.getByRole('textbox', { name: 'Delivery note' }).fill('Leave it at the gate');
    await expect(dialog.getByText('4 records: 4 change')).toBeVisible();
    expect((await preview(page)).map(([, , after]) => after)).toEqual(Array(4).fill('Leave it at the gate'));
    await dialog.getByRole('button', { name: 'Change 4 records' }).click();
    await expect(page.getByText('Changes saved!')).toContainText('4 Records updated');
    await expect(dialog).toHaveCount(0);
    await expect(selectionBar(page, orders)).toContainText('4 selected');

    await startAction(page, 'Bulk Edit');
    await choose(page, 'Delivery note');
    await dialog.getByRole('textbox', { name: 'Delivery note' }).fill('Leave it at the gate');
    await expect(dialog.getByText('4 records: 4 have it already')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Nothing to change' })).toBeDisabled();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await deselect(page);
  });
  await test.step('Undo writes back what each of them held', async () => {
    await putNoticesAway(page);
    const some = await numbers(page, 4, 4);
    const statuses = () => Promise.all(some.map((number) => rowOf(page, number).innerText()));
    const before = await statuses();
    await select(page, some);
    await startAction(page, 'Bulk Edit');
    await choose(page, 'Status');
    await pick(page, 'Status', 'Cancelled');
    const dialog = dialogOf(page);
    // Before the records have been read a press changes nothing.
    await expect(dialog.getByText(/^4 records: \d change/)).toBeVisible();
    await dialog.getByRole('button', { name: /^Change \d records?$/ }).click();
    await expect(page.getByText('Changes saved!')).toBeVisible();
    for (const number of some) await expect(rowOf(page, number)).toContainText('Cancelled');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(
      page.getByText(/^The changes? of \d records are undone\.$|^The change is undone\.$/),
    ).toBeVisible();
    await expect.poll(statuses).toEqual(before);
    await deselect(page);
  });
  await test.step('what somebody else changed since is told of, and not overwritten', async () => {
    await putNoticesAway(page);
    const some = await numbers(page, 8, 3);
    await select(page, some);
    await startAction(page, 'Bulk Edit');
    await choose(page, 'Ship name');
    const dialog = dialogOf(page);
    await dialog.getByRole('textbox', { name: 'Ship name' }).fill('Mine');
    await expect(dialog.getByText('3 records: 3 change')).toBeVisible();

    const other = await elsewhere(browser);
    await select(other, some.slice(1, 2));
    await startAction(other, 'Bulk Edit');
    await choose(other, 'Ship name');
    await dialogOf(other).getByRole('textbox', { name: 'Ship name' }).fill('Theirs');
    await expect(dialogOf(other).getByText('1 record: 1 changes')).toBeVisible();
    await dialogOf(other).getByRole('button', { name: 'Change 1 record' }).click();
    await expect(other.getByText('Changes saved!')).toBeVisible();

    await dialog.getByRole('button', { name: 'Change 3 records' }).click();
    await expect(page.getByText('Changes saved!')).toContainText('2 Records updated');
    const alert = dialog.getByRole('alert');
    await expect(alert).toContainText('One record was not changed');
    await expect(alert).toContainText('Somebody else changed this record since you opened it.');
    await expect(alert).toContainText(`Record ${some[1]}`);
    await expect(dialog.getByText('1 record: 1 changes')).toBeVisible();
    expect(await preview(page)).toEqual([[some[1], 'Theirs', 'Mine']]);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Change 1 record' }).click();
    await expect(dialog).toHaveCount(0);
    await other.context().close();
  });
});

test('orders are deleted and restored, changed by keys alone, and the dialog stands', async ({ page }) => {
  await openOrders(page);
  await test.step('orders are deleted, shown as deleted, and restored', async () => {
    const some = await numbers(page, 11, 3);
    const before = Number(await total(page));
    await select(page, some);
    await startAction(page, 'Delete');
    const question = page.getByRole('dialog', { name: 'Are you sure you want to delete 3 records?' });
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await expect(question).toContainText('3 records leave the list.');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await startAction(page, 'Delete');
    await question.getByRole('button', { name: 'Delete 3 records' }).click();
    await expect(page.getByText('3 of 3 records deleted!')).toBeVisible();
    await expect(selectionBar(page, orders)).toHaveCount(0);
    await expect.poll(() => total(page)).toBe(String(before - 3));
    for (const number of some) await expect(rowOf(page, number)).toHaveCount(0);
    await expect(gridOf(page, orders)).toBeFocused();

    await page.getByRole('button', { name: 'Show delete Records' }).click();
    await waitForRows(page, orders);
    await rowOf(page, some[0]!).getByRole('gridcell').nth(2).click();
    await page.keyboard.press('F2');
    await expect(page.getByText('A deleted record is not edited. Restore it first.').first()).toBeVisible();
    await select(page, some);
    await startAction(page, 'Restore');
    await expect(page.getByText('3 of 3 records restored!')).toBeVisible();
    await page.getByRole('button', { name: 'Hide delete Records' }).click();
    await expect.poll(() => total(page)).toBe(String(before));
    for (const number of some) await expect(rowOf(page, number)).toBeVisible();
    await deselect(page);
  });
  await test.step('the dialog and its menu stand on a desk and on a phone', async () => {
    await putNoticesAway(page);
    await select(page, await numbers(page, 0, 3));
    await selectionBar(page, orders).getByRole('button', { name: 'Actions' }).click();
    await expect(page.getByRole('menuitem', { name: 'Bulk Edit' })).toBeVisible();
    await expectGoodScreen(page);
    await page.getByRole('menuitem', { name: 'Bulk Edit' }).click();
    await page.setViewportSize(widths[1]);
    await choose(page, 'Occasions');
    await pick(page, 'Occasions', 'Fair');
    await expect(dialogOf(page).getByText(/^3 records: /)).toBeVisible();
    await expectGoodAtBothWidths(page);
    await page.keyboard.press('Escape');
    await dialogOf(page).getByRole('button', { name: 'Cancel' }).click();
    await page.setViewportSize(widths[0]);
    await startAction(page, 'Delete');
    await expect(
      page.getByRole('dialog', { name: 'Are you sure you want to delete 3 records?' }),
    ).toBeVisible();
    await expectGoodAtBothWidths(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await deselect(page);
  });
  await test.step('one order is deleted without being asked again, and Undo brings it back', async () => {
    await putNoticesAway(page);
    const [first = '', second = ''] = await numbers(page, 14, 2);
    await select(page, [first]);
    await startAction(page, 'Delete');
    const question = page.getByRole('dialog', { name: 'Are you sure you want to delete this item?' });
    await question.getByLabel("Don't show this again").check();
    await question.getByRole('button', { name: 'Delete record' }).click();
    await expect(page.getByText('1 of 1 records deleted!')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('The change is undone.')).toBeVisible();
    await expect(rowOf(page, first)).toBeVisible();

    await select(page, [second]);
    await startAction(page, 'Delete');
    await expect(rowOf(page, second)).toHaveCount(0);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo' }).first().click();
    await expect(rowOf(page, second)).toBeVisible();
  });
  await test.step('a bulk edit by keyboard alone', async () => {
    await putNoticesAway(page);
    await gridOf(page, orders).focus();
    await page.keyboard.press('Control+Home');
    const [number = ''] = await numbers(page, 16, 1);
    await gridOf(page, orders).focus();
    await moveToRow(page, number);
    await page.keyboard.press('Space');
    await expect(rowOf(page, number)).toHaveAttribute('aria-selected', 'true');
    await selectionBar(page, orders).getByRole('button', { name: 'Actions' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Bulk Edit' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialogOf(page).getByLabel('Attribute')).toBeFocused();
    await page.keyboard.type('Ship city');
    await page.keyboard.press('Enter');
    await expect(dialogOf(page).getByRole('textbox', { name: 'Ship city' })).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(dialogOf(page).getByRole('textbox', { name: 'Ship city' })).toBeFocused();
    await page.keyboard.type('Riverside');
    await expect(dialogOf(page).getByText('1 record: 1 changes')).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.getByText('Changes saved!')).toContainText('1 Records updated');
    await expect(selectionBar(page, orders).getByRole('button', { name: 'Actions' })).toBeFocused();
    await deselect(page);
  });
  await test.step('more than 100 are neither changed nor deleted, which is said before the click', async () => {
    await page.getByLabel('Rows per page').selectOption('200');
    await waitForRows(page, orders);
    await gridOf(page, orders).focus();
    await page.keyboard.press('Control+a');
    await selectionBar(page, orders).getByRole('button', { name: 'Actions' }).click();
    for (const name of [/^Bulk Edit/, /^Delete/]) {
      const item = page.getByRole('menuitem', { name });
      await expect(item).toHaveAttribute('aria-disabled', 'true');
      await expect(item).toContainText(
        'The maximum number of records that can be edited/downloaded/deleted is 100.',
      );
    }
    await expectAccessible(page);
  });
});

test('who may not is told so, and is offered no deleting', async ({ page }) => {
  await openOrders(page, 'tom');
  await select(page, await numbers(page, 0, 1));
  await selectionBar(page, orders).getByRole('button', { name: 'Actions' }).click();
  await expect(page.getByRole('menuitem', { name: 'Bulk Edit' })).toContainText(
    'Your role cannot change many records at once.',
  );
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toHaveCount(0);
});
