import type { Page } from '@playwright/test';
import { putNoticesAway } from './between-steps.ts';
import { enter } from './enter.ts';
import { cellText, goToCell, selectionBar, waitForRows } from './grid-cells.ts';
import { expect, expectGoodScreen, expectSaved, test, widths } from './journey.ts';

const orders = 'Purchase orders';

async function openOrders(page: Page, person: 'maya' | 'ben') {
  // Other journeys make new records, which push the older ones off a page of 25.
  await enter(page, person, 'purchasing/orders/purchase-orders?size=100');
  await waitForRows(page, orders);
}

async function write(page: Page, number: string, field: string, text: string) {
  await goToCell(page, number, field);
  await page.keyboard.press('F2');
  await page.keyboard.press('Control+a');
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
}

const save = (page: Page) => page.keyboard.press('Control+s');

test('two people change the same records: what is kept, what is decided, and what is not undone', async ({
  page,
  browser,
}) => {
  const other = await browser.newPage();
  await openOrders(page, 'maya');
  await openOrders(other, 'ben');
  await test.step('changes of different fields are both kept, and that is said', async () => {
    await write(page, '7404', 'Subtotal', '111');
    await write(other, '7404', 'Cost centre', 'BEN');
    await save(other);
    await expectSaved(other);
    await save(page);
    await expectSaved(page);
    await expect(
      page.getByText(
        'Record 7404 was changed by somebody else meanwhile (Cost centre). Both changes are kept.',
      ),
    ).toBeVisible();
    expect(await cellText(page, '7404', 'Cost centre')).toBe('BEN');
    await page.reload();
    await waitForRows(page, orders);
    expect(await cellText(page, '7404', 'Subtotal')).toBe('111.00');
    expect(await cellText(page, '7404', 'Cost centre')).toBe('BEN');
  });
  await test.step('where both changed a field a person decides, by keyboard, and nothing is overwritten before', async () => {
    await putNoticesAway(other);
    const was = await cellText(page, '7403', 'Subtotal');
    await write(page, '7403', 'Subtotal', '111');
    await write(page, '7403', 'Tax', '11');
    await write(page, '7403', 'Freight', '1');
    await write(other, '7403', 'Subtotal', '222');
    await write(other, '7403', 'Tax', '22');
    await write(other, '7403', 'Cost centre', 'BEN');
    await save(other);
    await expectSaved(other);

    await save(page);
    const dialog = page.getByRole('dialog', { name: /^Record 7403 was changed by Ben / });
    await expect(dialog).toContainText(/^.*Ben \w+ changed the same 2 fields (just now|\d minutes? ago)\./);
    // What is wrong with the active cell is told when the question is over, not above it.
    await expect(page.locator('.rh-fault-bubble')).toHaveCount(0);
    await expect(dialog).toContainText('They also changed Cost centre: that is kept.');
    await expect(dialog).toContainText('Your changes of Freight are kept.');
    const subtotal = dialog.getByRole('group', { name: 'Subtotal' });
    await expect(subtotal).toContainText(`It was${was}`);
    await expect(subtotal).toContainText('Take theirs222.00');
    await expect(subtotal).toContainText('Keep mine111.00');
    for (const size of widths) {
      await page.setViewportSize(size);
      // On a phone the row in edit is a sheet, which comes a moment later.
      const sheet = page.getByRole('heading', { name: 'Record 7403', exact: true, includeHidden: true });
      await expect(sheet).toHaveCount(size.name === 'narrow' ? 1 : 0);
      await expectGoodScreen(page);
    }
    await page.setViewportSize(widths[0]);

    // Deciding later loses nothing.
    await expect(dialog.getByRole('button', { name: 'Decide later' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(selectionBar(page, orders)).toContainText('3 changes');
    await save(page);
    await expect(dialog.getByRole('button', { name: 'Decide 2 more' })).toBeDisabled();
    await page.keyboard.press('Shift+Tab');
    await expect(dialog.getByRole('group', { name: 'Tax' }).getByRole('radio').nth(1)).toBeFocused();
    await page.keyboard.press('Space');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('ArrowUp');
    await expect(subtotal.getByRole('radio', { name: 'Take theirs' })).toBeChecked();
    await dialog.getByRole('button', { name: 'Save the record' }).press('Enter');
    await expectSaved(page);

    await page.reload();
    await waitForRows(page, orders);
    const now = [];
    for (const field of ['Subtotal', 'Tax', 'Freight', 'Cost centre'])
      now.push(await cellText(page, '7403', field));
    expect(now).toEqual(['222.00', '11.00', '1.00', 'BEN']);
  });
  await test.step('an undo says what somebody changed since, and leaves it', async () => {
    await putNoticesAway(other);
    await write(page, '7402', 'Subtotal', '111');
    await write(page, '7401', 'Subtotal', '111');
    await save(page);
    await expect(page.getByText('2 of 2 Changes saved!')).toBeVisible();
    await write(other, '7401', 'Subtotal', '222');
    await save(other);
    await expectSaved(other);
    await page.getByRole('grid').focus();
    await page.keyboard.press('Control+z');
    const kept =
      /^The change is undone\. Not undone: record 7401: .*Superseded by Ben Miller, .*That value is kept\.$/;
    await expect(page.getByText(kept)).toBeVisible();
    await page.reload();
    await waitForRows(page, orders);
    expect(await cellText(page, '7402', 'Subtotal')).not.toBe('111.00');
    expect(await cellText(page, '7401', 'Subtotal')).toBe('222.00');
  });
  await other.close();
});
