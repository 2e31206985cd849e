import type { Page } from '@playwright/test';
import { enter } from './enter.ts';
import { activeText, cellText, goToCell, gridOf, rowOf, selectionBar, waitForRows } from './grid-cells.ts';
import { expect, expectGoodScreen, expectSaved, test, widths } from './journey.ts';

const orders = 'Purchase orders';
const bills = 'Bills';

async function openOrders(page: Page, person: 'maya' | 'noah' | 'victor' = 'maya') {
  await enter(page, person, 'purchasing/orders/purchase-orders');
  await waitForRows(page, orders);
}

/** What is typed into each field, by its name, and what the cell shows when it is saved. */
const written: readonly (readonly [field: string, keys: readonly string[], shown: string])[] = [
  ['Status', ['text:on h', 'Enter'], 'On hold'],
  ['Problem Code', ['ArrowDown', 'Enter'], ''],
  ['Vendor', ['text:fox', 'Enter'], 'Foxglove Apparel'],
  ['Order date', ['text:07/04/2026', 'Enter'], '07/04/2026'],
  ['Subtotal', ['text:$1,984.5', 'Enter'], '1,984.50'],
  ['Revision', ['text:12', 'Enter'], '12'],
  ['Tags', ['text:sea', 'Enter', 'text:proto', 'Enter', 'Enter'], ''],
  ['Handling', ['ArrowDown', 'Space', 'Enter'], ''],
  ['Vendor email', ['text:a@b.example', 'Enter'], 'a@b.example'],
  ['Vendor phone', ['Control+a', 'text:4255550134', 'Enter'], '+1 4255550134'],
  ['Tracking', ['text:track.example/x', 'Enter'], 'https://track.example/x'],
  ['Promised at', ['text:07/04/2026 09:30 PM', 'Enter'], '07/04/2026 09:30 PM'],
  ['Unloading time', ['text:9:15 pm', 'Enter'], '09:15 PM'],
  ['Weight (kg)', ['text:1.25', 'Enter'], '1.25'],
  ['Exchange rate', ['text:.5', 'Enter'], '0.5'],
  ['Cost centre', ['text:=1+1', 'Enter'], '=1+1'],
  ['Internal note', ['Control+a', 'text:one', 'Shift+Enter', 'text:two', 'Enter'], 'one'],
  ['Assigned To', ['text:noah', 'Enter'], 'Noah Berg'],
];

async function press(page: Page, keys: readonly string[]) {
  for (const key of keys) {
    if (key.startsWith('text:')) await page.keyboard.type(key.slice(5));
    else await page.keyboard.press(key);
  }
}

test('every field is edited by keyboard alone, saved, and stands there after a reload', async ({ page }) => {
  test.setTimeout(180_000);
  await openOrders(page);
  const number = '7415';
  for (const [field, keys] of written) {
    await goToCell(page, number, field);
    await page.keyboard.press('F2');
    await expect(page.locator('.rh-editor').locator('input:focus, textarea:focus')).toBeVisible();
    await press(page, keys);
    await expect(page.locator('.rh-editor')).toHaveCount(0);
  }
  await goToCell(page, number, 'Rush');
  const before = await activeText(page);
  await page.keyboard.press('Enter');
  expect(await activeText(page)).not.toBe(before);
  await expect(selectionBar(page, orders)).toContainText('1 row in edit');
  await page.keyboard.press('Control+s');
  await expectSaved(page);
  await expect(selectionBar(page, orders)).toHaveCount(0);

  await page.reload();
  await waitForRows(page, orders);
  for (const [field, , shown] of written)
    if (shown !== '') expect.soft(await cellText(page, number, field), field).toContain(shown);
  expect(await cellText(page, number, 'Rush')).not.toBe(before);
});

/** Whether the first letter of the text is in sight at the right side of its cell. */
const beginsAtRight = (text: string): boolean => {
  const all = document.createTreeWalker(document.querySelector('[role=grid]')!, NodeFilter.SHOW_TEXT);
  while (all.nextNode()) {
    const { currentNode: node } = all;
    if (node.textContent?.startsWith(text.slice(0, 20)) !== true) continue;
    const letter = document.createRange();
    letter.setStart(node, 0);
    letter.setEnd(node, 1);
    const at = letter.getBoundingClientRect();
    const cell = node.parentElement!.closest('[role=gridcell]')!.getBoundingClientRect();
    return at.right <= cell.right && at.left > cell.left + cell.width / 2;
  }
  return false;
};

test('rows are edited together, put right, left and counted', async ({ page }) => {
  await openOrders(page);
  await test.step('the selected rows are edited together, and each is saved by an update of its own', async () => {
    for (const number of ['7412', '7411', '7410'])
      await rowOf(page, number)
        .getByRole('checkbox', { name: `Select record ${number}` })
        .check();
    const bar = selectionBar(page, orders);
    await expect(bar).toContainText('3 selected');
    await bar.getByRole('button', { name: 'Edit' }).click();
    await expect(bar).toContainText('3 rows in edit');
    await expect(page.getByRole('checkbox', { name: 'Select record 7409' })).toBeDisabled();
    await expect(bar.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-disabled', 'true');
    // Away from the buttons, whose reasons show under the mouse.
    await page.mouse.move(700, 600);
    for (const size of widths) {
      await page.setViewportSize(size);
      // On a phone the row in edit is a sheet, which comes a moment later.
      await expect(page.getByRole('heading', { name: 'Record 7412', exact: true })).toHaveCount(
        size.name === 'narrow' ? 1 : 0,
      );
      await expectGoodScreen(page);
    }
    await page.setViewportSize(widths[0]);

    // Tab goes from field to field and on to the next row in edit; Enter goes down.
    await goToCell(page, '7412', 'Subtotal');
    await page.keyboard.type('100');
    await page.keyboard.press('Enter');
    await page.keyboard.type('200');
    await page.keyboard.press('Tab');
    await page.keyboard.type('30');
    await page.keyboard.press('Escape');
    await expect(bar).toContainText('2 changes');
    await goToCell(page, '7410', 'Subtotal');
    await page.keyboard.type('300');
    await page.keyboard.press('Enter');

    const calls: string[] = [];
    page.on('request', (request) => {
      const body = request.postData() ?? '';
      if (body.includes('mutation UpdateRecord')) calls.push(body);
    });
    await bar.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('3 of 3 Changes saved!')).toBeVisible();
    expect(
      calls.map((body) => Object.keys((JSON.parse(body) as { variables: { data: object } }).variables.data)),
    ).toEqual(Array.from({ length: 3 }, () => ['idempotencyKey', 'id', 'version', 'additionalFields']));

    // One undo of what was saved, by ordinary updates.
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('The changes of 3 records are undone.')).toBeVisible();
    await page.reload();
    await waitForRows(page, orders);
    for (const number of ['7412', '7411', '7410'])
      expect(['100.00', '200.00', '300.00']).not.toContain(await cellText(page, number, 'Subtotal'));
  });
  await test.step('what is wrong is said while it is typed, and nothing wrong is sent', async () => {
    await goToCell(page, '7409', 'Subtotal');
    await page.keyboard.type('abc');
    await expect(page.getByText('Should be numeric')).toBeVisible();
    await page.keyboard.press('Tab');
    await goToCell(page, '7409', 'Order date');
    await page.keyboard.press('F2');
    await page.keyboard.type('02/31/2026');
    await expect(page.getByRole('alert').getByText('Invalid date format. Write MM/DD/YYYY')).toBeVisible();
    await expectGoodScreen(page);
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    await expect(page.getByRole('alert').getByText('Order date is required')).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(selectionBar(page, orders)).toContainText('2 to put right');
    await page.keyboard.press('Control+s');
    await expect(page.getByText('2 cells have to be put right first.')).toBeVisible();
    await expectGoodScreen(page);

    // In drafts every step can be taken back.
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await expect(selectionBar(page, orders)).not.toContainText('change');
    await page.keyboard.press('Control+y');
    await expect(selectionBar(page, orders)).toContainText('1 change');
    await selectionBar(page, orders).getByRole('button', { name: 'Close Edit' }).click();
    const question = page.getByRole('dialog', { name: 'Are you sure you want to discard your changes?' });
    await question.getByRole('button', { name: 'Discard' }).click();
    await expect(selectionBar(page, orders)).toHaveCount(0);
  });
  await test.step('leaving with unsaved changes asks, and what is read from the right is cut at its end', async () => {
    await goToCell(page, '7408', 'Cost centre');
    const text = 'מרכז העלות של המחסן הגדול בצפון הארץ, ליד הנמל ומסילת הברזל הישנה';
    await press(page, ['F2', 'Control+a', `text:${text}`, 'Enter']);
    await expect.poll(() => page.evaluate(beginsAtRight, text)).toBe(true);
    await page.getByRole('link', { name: 'Bills' }).click();
    const question = page.getByRole('dialog', { name: 'Leave this page?' });
    await expect(question).toContainText('One row has changes that are not saved.');
    await question.getByRole('button', { name: 'Stay' }).click();
    await expect(selectionBar(page, orders)).toContainText('1 change');
    await selectionBar(page, orders).getByRole('button', { name: 'Close Edit' }).click();
    await page.getByRole('button', { name: 'Discard' }).click();
  });
  await test.step('more than a hundred rows are not edited, and that is said before the click', async () => {
    await page.getByLabel('Rows per page').selectOption('200');
    await waitForRows(page, orders);
    await gridOf(page, orders).focus();
    await page.keyboard.press('Control+a');
    const bar = selectionBar(page, orders);
    await expect(bar).toContainText('200 selected');
    const edit = bar.getByRole('button', { name: 'Edit' });
    await expect(edit).toHaveAttribute('aria-disabled', 'true');
    await edit.hover();
    await expect(
      page.getByRole('tooltip', {
        name: 'The maximum number of records that can be edited/downloaded/deleted is 100.',
      }),
    ).toBeVisible();
  });
});

test('columns that the role may only read are not fields', async ({ page }) => {
  await openOrders(page, 'noah');
  await goToCell(page, '7406', 'Total due');
  await page.keyboard.type('1');
  await expect(page.getByText('Total due is read-only for your role.')).toBeAttached();
  await expect(selectionBar(page, orders)).toHaveCount(0);
  await goToCell(page, '7406', 'Subtotal');
  await page.keyboard.press('F2');
  await page.keyboard.press('Escape');
  await expect(rowOf(page, '7406').locator('[aria-readonly=true]').first()).toBeAttached();
  await selectionBar(page, orders).getByRole('button', { name: 'Close Edit' }).click();
});

test('who may only read is told so', async ({ page }) => {
  await openOrders(page, 'victor');
  await page.getByRole('checkbox').nth(1).check();
  const edit = selectionBar(page, orders).getByRole('button', { name: 'Edit' });
  await edit.hover();
  await expect(page.getByText('Your role cannot change any field of these records.')).toBeVisible();
});

test('an edited row that the filter finds no more stays, marked, until Refresh', async ({ page }) => {
  await enter(page, 'maya', 'purchasing/bills/bills');
  await waitForRows(page, bills);
  await page.getByRole('button', { name: 'Filters' }).click();
  const panel = page.getByRole('dialog', { name: 'Filters' });
  await panel.getByLabel('Operator of condition 1').selectOption('is');
  await panel.getByLabel('Value of condition 1').fill('Approved');
  await page.getByRole('option', { name: 'Approved', exact: true }).click();
  await panel.getByRole('button', { name: 'Apply' }).click();
  await waitForRows(page, bills);
  const number = await page.locator('[data-row="1"] > [aria-colindex="2"]').innerText();
  await goToCell(page, number, 'Status');
  await page.keyboard.press('F2');
  await page.keyboard.type('disp');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+s');
  await expectSaved(page);
  await expect(page.locator('.rh-marked')).toContainText(number);
  await expect(page.locator('.rh-marked')).toContainText('Disputed');
  await page.getByRole('button', { name: 'Refresh Grid' }).click();
  await expect(page.locator('.rh-marked')).toHaveCount(0);
  await expect(rowOf(page, number)).toHaveCount(0);
});
