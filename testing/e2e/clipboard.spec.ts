import type { Page } from '@playwright/test';
import { putNoticesAway } from './between-steps.ts';
import { enter } from './enter.ts';
import { activeText, cellText, copyOf, goToCell, selectionBar, waitForRows } from './grid-cells.ts';
import { expect, expectGoodScreen, test, widths } from './journey.ts';

const orders = 'Purchase orders';

test.beforeEach(async ({ page, context, baseURL }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: baseURL! });
  await enter(page, 'sara', 'purchasing/orders/purchase-orders');
  await waitForRows(page, orders);
});

const paste = async (page: Page, text: string) => {
  await page.evaluate((written) => navigator.clipboard.writeText(written), text);
  await page.keyboard.press('Control+v');
};

const closeEdit = async (page: Page) => {
  await selectionBar(page, orders).getByRole('button', { name: 'Close Edit' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
};

test('ranges are copied and filled, and text is the text that it is', async ({ page }) => {
  await test.step('a range is marked by keys or by the mouse, and copied as a table', async () => {
    await goToCell(page, '7417', 'Subtotal');
    for (const key of ['Shift+ArrowDown', 'Shift+ArrowRight']) await page.keyboard.press(key);
    const copied = await copyOf(page);
    expect(copied.split(/\r?\n/).map((line) => line.split('\t').length)).toEqual([2, 2]);
    const html = await page.evaluate(async () => {
      const [item] = await navigator.clipboard.read();
      return (await item!.getType('text/html')).text();
    });
    expect(html.match(/<td/g)).toHaveLength(4);
    const cells = page.locator('[aria-selected=true].rh-ranged');
    await expect(cells).toHaveCount(4);
    await page.keyboard.press('Escape');
    await expect(cells).toHaveCount(0);

    const from = page.locator('[data-row="2"] > .rh-cell:not(.rh-pinned)').first();
    const to = page.locator('[data-row="4"] > .rh-cell:not(.rh-pinned)').nth(1);
    await from.hover();
    await page.mouse.down();
    await to.hover();
    await page.mouse.up();
    await expect(cells).toHaveCount(6);
    await expectGoodScreen(page);
    await page.keyboard.press('Escape');
  });
  await test.step('quotes, line breaks and formulas are the text that they are', async () => {
    await goToCell(page, '7417', 'Cost centre');
    await page.keyboard.press('F2');
    await page.keyboard.press('Enter');
    const cases: [string, string][] = [
      ['12" wheel', '12" wheel'],
      ['"say ""hi"""', 'say "hi"'],
      ['=HYPERLINK("x")', '=HYPERLINK("x")'],
      ["'=1+1", '=1+1'],
    ];
    for (const [pasted, stands] of cases) {
      await goToCell(page, '7417', 'Cost centre');
      await paste(page, pasted);
      await expect.poll(() => activeText(page)).toBe(stands);
    }
    expect(await copyOf(page)).toBe("'=1+1");
    await goToCell(page, '7417', 'Internal note');
    await paste(page, '"one\r\ntwo\tand ""three"""\r\n');
    await expect.poll(() => activeText(page)).toContain('one');
    await page.keyboard.press('F2');
    await expect(page.getByRole('textbox', { name: 'Internal note' })).toHaveValue('one\ntwo\tand "three"');
    await page.keyboard.press('Escape');
    await closeEdit(page);
    await putNoticesAway(page);
  });
  await test.step('one value fills the marked range, and so do Ctrl+D, Ctrl+R and Delete', async () => {
    await goToCell(page, '7418', 'Subtotal');
    for (const key of ['Shift+ArrowDown', 'Shift+ArrowDown', 'Shift+ArrowRight'])
      await page.keyboard.press(key);
    await paste(page, '5');
    await page.getByRole('dialog').getByRole('button', { name: 'Paste 6 cells' }).click();
    await expect(selectionBar(page, orders)).toContainText('6 changes');
    expect(await cellText(page, '7417', 'Tax')).toBe('5.00');

    await goToCell(page, '7418', 'Subtotal');
    await page.keyboard.type('77');
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Control+d');
    expect(await cellText(page, '7416', 'Subtotal')).toBe('77.00');

    await goToCell(page, '7417', 'Subtotal');
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Control+r');
    expect(await cellText(page, '7417', 'Tax')).toBe('77.00');

    await goToCell(page, '7417', 'Subtotal');
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Delete');
    expect(await cellText(page, '7417', 'Tax')).toBe('–');
    await closeEdit(page);
  });
});

test('tables are pasted, and what does not fit is said', async ({ page }) => {
  await test.step('what cannot be pasted is shown before, with its reasons', async () => {
    await goToCell(page, '7417', 'Vendor');
    await paste(page, 'Nobody\t99\t31/12/2026');
    const question = page.getByRole('dialog', { name: 'Paste 1 of 3 cells?' });
    await expect(
      question.getByRole('row', { name: /Vendor Nobody Should be a value from the list/ }),
    ).toBeVisible();
    await expect(
      question.getByRole('row', { name: /Order date 31\/12\/2026 Invalid date format/ }),
    ).toBeVisible();
    for (const size of widths) {
      await page.setViewportSize(size);
      await expectGoodScreen(page);
    }
    await page.setViewportSize(widths[0]);
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(selectionBar(page, orders)).toHaveCount(0);

    // Beside 0,5 the comma of 1,234 may stand before decimals.
    await goToCell(page, '7417', 'Subtotal');
    await paste(page, '1,234\t0,5');
    const unclear = page.getByRole('dialog', { name: 'None of 2 cells can be changed' });
    await expect(unclear).toContainText('1,234 can be read in two ways beside 0,5: write 1234 or 1.234.');
    await unclear.getByRole('button', { name: 'Close' }).click();

    await goToCell(page, '7417', 'Created At');
    await paste(page, '1');
    await expect(page.getByRole('dialog', { name: 'None of 1 cell can be changed' })).toContainText(
      'Created At is set by the system.',
    );
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  });
  await test.step('a table of Excel is pasted over rows that are then in row edit', async () => {
    await goToCell(page, '7419', 'Vendor');
    await paste(page, 'foxglove apparel\t420.50\t7/4/2026\r\nRedfern Hydraulics\t99\t2026-07-05\r\n');
    const question = page.getByRole('dialog', { name: 'Paste 6 cells?' });
    await expect(question).toContainText('2 rows will be in row edit. Nothing is stored until you save.');
    await question.getByRole('button', { name: 'Paste 6 cells' }).click();
    await expect(selectionBar(page, orders)).toContainText('2 rows in edit');
    expect(await cellText(page, '7419', 'Vendor')).toBe('Foxglove Apparel');
    expect(await cellText(page, '7418', 'Order date')).toBe('07/05/2026');
    await page.keyboard.press('Control+z');
    await expect(selectionBar(page, orders)).not.toContainText('change');
    await page.keyboard.press('Control+y');
    await page.keyboard.press('Control+s');
    await expect(page.getByText('2 of 2 Changes saved!')).toBeVisible();
    await page.reload();
    await waitForRows(page, orders);
    expect(await cellText(page, '7418', 'Vendor')).toBe('Redfern Hydraulics');
  });
});
