import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { enter } from './enter.ts';
import { expect, expectGoodScreen, test, widths } from './journey.ts';

const orders = 'purchasing/orders/purchase-orders';

const grid = (page: Page) => page.getByRole('grid', { name: 'Purchase orders' });
const count = async (page: Page) => page.locator('h1 + div').innerText();
/** The texts of one column, in the rows that are on the screen. */
async function column(page: Page, header: string): Promise<string[]> {
  const index = await page.getByRole('columnheader', { name: header }).getAttribute('aria-colindex');
  return page.locator(`[role=gridcell][aria-colindex="${index}"]`).allInnerTexts();
}
const ready = async (page: Page) => {
  await expect(grid(page).getByRole('gridcell').first()).toBeVisible();
  await expect(grid(page)).not.toHaveAttribute('aria-busy');
};

test('orders are filtered, sorted, paged through and taken along as CSV', async ({ page }) => {
  await enter(page, 'maya', orders);
  await ready(page);
  await expect(page).toHaveTitle(/^Purchase orders/);

  await page.getByRole('button', { name: 'Filters' }).click();
  const panel = page.getByRole('dialog', { name: 'Filters' });
  await expect(panel.getByRole('button', { name: 'Apply' })).toBeDisabled();
  await panel.getByLabel('Operator of condition 1').selectOption('is any of');
  for (const status of ['Approved', 'Complete']) {
    await panel.getByLabel('Value of condition 1').fill(status);
    await page.getByRole('option', { name: status, exact: true }).click();
  }
  await panel.getByRole('button', { name: 'Add condition' }).click();
  await panel.getByLabel('Field of condition 2').fill('Order date');
  await page.getByRole('option', { name: 'Order date' }).click();
  await panel.getByLabel('Operator of condition 2').selectOption('is on or after');
  await panel.getByLabel('Value of condition 2').fill('02/31/2026');
  await expect(panel.getByText('Order date needs a date as MM/DD/YYYY.')).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Apply' })).toBeDisabled();
  await panel.getByLabel('Value of condition 2').fill('01/01/2026');
  await panel.getByRole('button', { name: 'Apply' }).click();
  await expect(panel).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Filters 2 applied' })).toBeVisible();
  await ready(page);
  expect(new Set(await column(page, 'Status'))).toEqual(new Set(['Approved', 'Complete']));
  const filtered = await count(page);
  expect(filtered).toMatch(/^\d+ of \d+$/);

  await page.getByRole('button', { name: 'Order date', exact: true }).click();
  await expect(page.getByRole('columnheader', { name: 'Order date' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  await page.getByRole('button', { name: 'Order date', exact: true }).click();
  await expect(page.getByRole('columnheader', { name: 'Order date' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
  await ready(page);
  const days = (await column(page, 'Order date')).map((day) => day.slice(6) + day.slice(0, 5));
  expect(days).toEqual(days.toSorted());
  expect(days[0]! >= '202601/01').toBe(true);

  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page.getByText(/^26–50 of/)).toBeVisible();
  await page.getByLabel('Go to page').fill('9999');
  await expect(page.getByText(/^There are only \d+ pages!$/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Next page' })).toBeDisabled();

  await ready(page);
  const numbers = await column(page, 'Record Number');
  await page.reload();
  await ready(page);
  expect(await column(page, 'Record Number')).toEqual(numbers);
  expect(await count(page)).toBe(filtered);

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
  expect(lines[0]).toContain('Record Number,Status,Problem Code,Vendor');
  expect(String(lines.length - 1)).toBe(filtered.split(' ')[0]);

  await page.getByRole('button', { name: 'Reset Filters' }).click();
  await page.getByRole('button', { name: 'Restore Sort' }).click();
  await ready(page);
  expect(new URL(page.url()).search).toBe('');
});

test('what is searched is found, and what matches nothing can be cleared', async ({ page }) => {
  await enter(page, 'maya', orders);
  await ready(page);
  await page.keyboard.press('/');
  await expect(page.getByLabel('Find in Purchase orders')).toBeFocused();
  await page.keyboard.type('no order is called this');
  await expect(page.getByText('No records match')).toBeVisible();
  await expectGoodScreen(page);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await ready(page);
  await expect(page.getByLabel('Find in Purchase orders')).toHaveValue('');
});

test('deleted records are shown when they are asked for', async ({ page }) => {
  await enter(page, 'maya', orders);
  await ready(page);
  const before = Number(await count(page));
  await page.getByRole('button', { name: 'Show delete Records' }).click();
  await expect(page.getByRole('button', { name: 'Hide delete Records' })).toBeVisible();
  await expect.poll(async () => Number(await count(page))).toBeGreaterThan(before);
});

test('columns are hidden, moved and pinned, and a reload keeps them so', async ({ page }) => {
  await enter(page, 'maya', orders);
  await ready(page);
  await page.getByRole('button', { name: 'Columns' }).click();
  const panel = page.getByRole('dialog', { name: 'Columns' });
  await panel.getByLabel('Problem Code', { exact: true }).uncheck();
  await panel.getByRole('button', { name: 'Pin Vendor left' }).click();
  await panel.getByLabel('Ship method', { exact: true }).press('Alt+ArrowUp');
  await expect(panel.getByText(/^Ship method moved to place/)).toBeAttached();
  await page.keyboard.press('Escape');
  const shown = async () => (await page.getByRole('columnheader').allInnerTexts()).slice(2, 6);
  const expected = ['Record Number', 'Vendor', 'Status', 'Ship method'];
  await expect.poll(shown).toEqual(expected);
  await page.reload();
  await ready(page);
  await expect.poll(shown).toEqual(expected);
});

test('the density is kept', async ({ page }) => {
  await enter(page, 'maya', orders);
  await ready(page);
  for (const [name, factor, height] of [
    ['Compact', '0.7', 28],
    ['Comfortable', '1.3', 52],
    ['Standard', '1', 40],
  ] as const) {
    await page.getByRole('button', { name: 'Density' }).click();
    await page.getByRole('menuitemradio', { name }).click();
    await expect(page.getByRole('row').nth(1)).toHaveCSS('height', `${height}px`);
    expect(await page.evaluate(() => localStorage.getItem('grid_density_factor'))).toBe(factor);
  }
});

test('rows are selected by the page', async ({ page }) => {
  await enter(page, 'maya', orders);
  await ready(page);
  await page.getByRole('button', { name: /^Selection/ }).click();
  await page.getByRole('menuitem', { name: 'Select records in page: 25' }).click();
  const selected = page.getByRole('group', { name: /^Selected rows/ }).getByText('25 selected');
  await expect(selected).toBeVisible();
  await page.getByRole('button', { name: /^Selection/ }).click();
  await page.getByRole('menuitem', { name: 'Deselect all' }).click();
  await expect(selected).toHaveCount(0);
});

test("a record's link leads to it", async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await enter(page, 'maya', orders);
  await ready(page);
  const number = (await column(page, 'Record Number'))[2]!;
  await page.getByRole('button', { name: `Actions for record ${number}` }).click();
  await page.getByRole('menuitem', { name: 'Copy record link' }).click();
  await expect(page.getByText('Record link copied to clipboard')).toBeVisible();
  await page.goto(await page.evaluate(() => navigator.clipboard.readText()));
  await ready(page);
  expect(await column(page, 'Record Number')).toEqual([number]);
  await page.getByRole('button', { name: 'Show all records' }).click();
  await expect(page.getByText(/^1–25 of/)).toBeVisible();
});

test('the file attached to a record comes down', async ({ page }) => {
  await enter(page, 'maya', `${orders}?hide=&right=recordFile`);
  await ready(page);
  const rows = page.getByRole('row').filter({ hasText: '.pdf' });
  await rows.first().click({ button: 'right', position: { x: 120, y: 12 } });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Download attached file' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^PO-\d+\.pdf$/);
  expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-');
});

test('who may not create is told so, and a super record type offers no new record', async ({ page }) => {
  await enter(page, 'victor', orders);
  await ready(page);
  const button = page.getByRole('button', { name: 'New Record' });
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await button.hover();
  await expect(page.getByRole('tooltip')).toHaveText('Your role cannot create records of this type.');
  await expect(page.getByRole('button', { name: 'Show delete Records' })).toHaveCount(0);
  await page.goto('/adventure-works/purchasing/overview/all-orders');
  await expect(page.getByRole('gridcell').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'New Record' })).toHaveCount(0);
});

test('what a role is confined to is shown and cannot be edited', async ({ page }) => {
  await enter(page, 'lena', orders);
  await ready(page);
  await expect(page.getByTitle('Set for your role')).toHaveText(/Assigned To is Me/);
  await page.getByRole('button', { name: 'Filters' }).click();
  await expect(page.getByText('Set for your role; it cannot be edited.')).toBeVisible();
});

test('the whole screen is used with the keyboard alone', async ({ page }) => {
  await enter(page, 'maya', orders);
  await ready(page);
  await page.keyboard.press('/');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Filters' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Filters' })).toBeVisible();
  const value = page.getByLabel('Value of condition 1');
  for (let presses = 0; presses < 8 && !(await isFocused(page, 'Value of condition 1')); presses += 1)
    await page.keyboard.press('Tab');
  await expect(value).toBeFocused();
  await page.keyboard.type('Pending');
  await page.keyboard.press('Enter');
  await expect(value).toHaveValue('Pending');
  const apply = page.getByRole('button', { name: 'Apply' });
  for (let presses = 0; presses < 8; presses += 1) {
    await page.keyboard.press('Tab');
    if (await apply.evaluate((element) => element === document.activeElement)) break;
  }
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Filters 1 applied' })).toBeFocused();
  await ready(page);
  expect(new Set(await column(page, 'Status'))).toEqual(new Set(['Pending']));

  for (let presses = 0; presses < 20; presses += 1) {
    await page.keyboard.press('Tab');
    if (await grid(page).evaluate((element) => element === document.activeElement)) break;
  }
  await expect(grid(page)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('columnheader', { name: 'Record Number' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );

  await page.keyboard.press('Tab');
  for (let presses = 0; presses < 12 && !(await isFocused(page, 'Next page')); presses += 1)
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^26–\d+ of/)).toBeVisible();
});

const isFocused = (page: Page, label: string): Promise<boolean> =>
  page.getByLabel(label, { exact: true }).evaluate((element) => element === document.activeElement);

for (const { name, width, height } of widths) {
  test.describe(`${name}, ${width} px`, () => {
    test.use({ viewport: { width, height } });

    test('the grid and its panels stand and are accessible', async ({ page }) => {
      await enter(page, 'maya', orders);
      await ready(page);
      await expectGoodScreen(page);
      for (const panel of ['Filters', 'Columns']) {
        await page.getByRole('button', { name: panel, exact: true }).click();
        await expect(page.getByRole('dialog', { name: panel })).toBeVisible();
        await expect(page.getByRole('dialog', { name: panel })).toHaveCSS('opacity', '1');
        await expectGoodScreen(page);
        await page.keyboard.press('Escape');
        await expect(page.getByRole('dialog', { name: panel })).toHaveCount(0);
      }
      for (const opener of [
        page.getByRole('button', { name: 'Density' }),
        page.getByRole('button', { name: /^Selection/ }),
        page.getByRole('button', { name: /^Actions for/ }).first(),
        page.getByRole('button', { name: 'More tools' }),
      ]) {
        if ((await opener.count()) === 0) continue;
        // A menu closes when the grid scrolls, and a click may have to scroll to its place first.
        await opener.scrollIntoViewIfNeeded();
        await expect(async () => {
          await opener.click();
          await expect(page.getByRole('menu')).toBeVisible({ timeout: 3000 });
        }).toPass();
        // A menu that fades in has the contrast of its end at its end.
        await page.waitForFunction(() =>
          document.getAnimations().every(({ playState }) => playState !== 'running'),
        );
        await expectGoodScreen(page);
        await page.keyboard.press('Escape');
        await expect(page.getByRole('menu')).toHaveCount(0);
      }
    });
  });
}
