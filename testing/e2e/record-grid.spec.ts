import { readFile } from 'node:fs/promises';
import { readWorkbook } from '@rowhouse/client/platform/workbook/read-workbook.ts';
import { textOfSheetCell } from '@rowhouse/domain/import/sheet-cell.ts';
import { demoPeople } from '@rowhouse/server/seed/demo/people.ts';
import type { Page } from '@playwright/test';
import { openFromMenu } from './between-steps.ts';
import { enter } from './enter.ts';
import { moveToColumn } from './grid-cells.ts';
import { expect, expectGoodScreen, test } from './journey.ts';

const orders = 'purchasing/orders/purchase-orders';

const grid = (page: Page) => page.getByRole('grid', { name: 'Purchase orders' });
const count = async (page: Page) => page.locator('h1 + div').innerText();
/** The texts of one column, in the rows that are on the screen. */
async function column(page: Page, header: string): Promise<string[]> {
  const index = await page.getByRole('columnheader', { name: header }).getAttribute('aria-colindex');
  // Not of the lines that stand open below a record.
  return page.locator(`[role=gridcell][aria-colindex="${index}"]:not([role=gridcell] *)`).allInnerTexts();
}
const ready = async (page: Page) => {
  await expect(grid(page).getByRole('gridcell').first()).toBeVisible();
  await expect(grid(page)).not.toHaveAttribute('aria-busy');
};

test('orders are filtered, by the mouse and with the keyboard alone', async ({ page }) => {
  await enter(page, 'maya', orders);
  await ready(page);
  await test.step('orders are filtered, sorted, paged through and taken along as CSV', async () => {
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
    expect(await count(page)).toMatch(/^\d+ of \d+$/);

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

    // Journeys beside this one make and delete orders of the same company.
    await expect(async () => {
      await ready(page);
      const before = [await count(page), await column(page, 'Record Number')];
      await page.reload();
      await ready(page);
      expect([await count(page), await column(page, 'Record Number')]).toEqual(before);
    }).toPass();

    const exported = async (name: string) => {
      await page.getByRole('button', { name: 'Export', exact: true }).click();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name }).click(),
      ]);
      return readFile(await download.path());
    };
    let lines: string[] = [];
    let rows: Awaited<ReturnType<typeof readWorkbook>>['rows'] = [];
    await expect(async () => {
      const [counted] = (await count(page)).split(' ');
      lines = (await exported('Export CSV')).toString('utf8').trimEnd().split('\r\n');
      ({ rows } = await readWorkbook(new Uint8Array(await exported('Export Excel'))));
      expect([lines.length - 1, rows.length - 1].map(String)).toEqual([counted, counted]);
    }).toPass();
    expect(lines[0]).toContain(
      'Record Number,Status,Vendor,Total due (USD),Order date,Assigned To,Problem Code',
    );
    const titles = rows[0]?.cells.map(String) ?? [];
    expect(titles.join()).toBe(lines[0]?.replace('\uFEFF', ''));
    const cell = (title: string) => rows[1]?.cells[titles.indexOf(title)];
    expect(cell('Total due (USD)')).toMatchObject({ number: expect.any(Number), look: 'number' });
    expect(cell('Order date')).toMatchObject({ number: expect.any(Number), look: 'date' });
    expect(textOfSheetCell(cell('Order date'), 'date')).toBe(
      lines[1]?.split(',')[titles.indexOf('Order date')],
    );

    await page.getByRole('button', { name: 'Reset Filters' }).click();
    await page.getByRole('button', { name: 'Restore Sort' }).click();
    await ready(page);
    expect(new URL(page.url()).search).toBe('');
  });
  await test.step('the whole screen is used with the keyboard alone', async () => {
    await page.mouse.move(0, 0);
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
});

test('a grid is searched and sorted, and its columns are arranged', async ({ page }) => {
  await enter(page, 'maya', orders);
  await ready(page);
  await test.step('a search finds what the grid shows; columns sort one after the other, and a cell becomes a filter', async () => {
    const find = page.getByLabel('Find in Purchase orders');
    for (const header of ['Status', 'Vendor', 'Order date']) {
      const [shown = ''] = await column(page, header);
      expect(shown).not.toBe('');
      await find.pressSequentially(shown);
      await expect.poll(() => count(page), { message: `${header} ${shown}` }).toMatch(/^[1-9]\d* of \d+/);
      await find.clear();
      await expect.poll(() => count(page)).toMatch(/^\d+$/);
    }

    await page.getByRole('button', { name: 'Status', exact: true }).click();
    await page.getByRole('button', { name: 'Vendor', exact: true }).click({ modifiers: ['Shift'] });
    const status = page.getByRole('columnheader', { name: /^Status/ });
    const vendor = page.getByRole('columnheader', { name: /^Vendor/ });
    await expect(status).toHaveAttribute('aria-sort', 'descending');
    await expect(vendor).toHaveAttribute('aria-sort', 'descending');
    await expect(vendor.locator('.rh-sort-place')).toContainText('2');
    await expect(page).toHaveURL(/sort=status%3Adesc%2Cf\d+%3Adesc/);
    await ready(page);
    const pairs = async () => {
      const [statuses, vendors] = [await column(page, 'Status'), await column(page, 'Vendor')];
      return statuses.map((name, index) => `${name} ${vendors[index]}`);
    };
    // Of names that differ by more than their case.
    await expect.poll(async () => (await pairs()).length).toBeGreaterThan(5);
    const first = await pairs();
    expect(first).toEqual(first.toSorted((one, other) => (one.toLowerCase() < other.toLowerCase() ? 1 : -1)));

    const [name = ''] = await column(page, 'Status');
    await page.getByRole('gridcell', { name, exact: true }).first().click({ button: 'right' });
    await expectGoodScreen(page);
    await page.getByRole('menuitem', { name: `Filter by this value: Status is ${name}` }).click();
    await expect(page.getByRole('list', { name: 'Applied filters' })).toContainText(`Status is ${name}`);
    await ready(page);
    expect(new Set(await column(page, 'Status'))).toEqual(new Set([name]));

    // The same by keys: the header's menu begins a condition on its column.
    // Past the columns of the selection and of the lines.
    for (const key of ['Control+Home', 'ArrowUp', 'ArrowRight', 'ArrowRight', 'Shift+F10'])
      await page.keyboard.press(key);
    await expect(page.getByRole('menu', { name: /^Column/ })).toBeVisible();
    await page.keyboard.press('Enter');
    const panel = page.getByRole('dialog', { name: 'Filters' });
    await expect(panel.getByLabel('Field of condition 2')).toHaveValue('Record Number');
    await expect(panel.getByText('One condition is not complete.')).toHaveCount(0);
    await panel.getByLabel('Operator of condition 2').selectOption('is between');
    await panel.getByLabel('Value of condition 2, from').pressSequentially('1.2.3');
    await expect(panel.getByText('One condition is not complete.')).toBeVisible();
    await panel.getByLabel('Value of condition 2, to').pressSequentially('9');
    await expect(panel.getByText('Should be numeric')).toBeVisible();
    await panel.getByLabel('Value of condition 2, from').fill('');
    await panel.getByLabel('Value of condition 2, from').pressSequentially('7,001');
    await panel.getByLabel('Value of condition 2, to').fill('');
    await panel.getByLabel('Value of condition 2, to').pressSequentially('9999');
    await expectGoodScreen(page);
    await panel.getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByRole('list', { name: 'Applied filters' })).toContainText(
      'Record Number is between 7001 and 9999',
    );
  });
  await test.step('columns are hidden, moved and pinned, and a reload keeps them so', async () => {
    await openFromMenu(page, 'Purchase orders');
    await page.getByRole('button', { name: 'Restore Sort' }).click();
    await ready(page);
    await page.getByRole('button', { name: 'Columns' }).click();
    const panel = page.getByRole('dialog', { name: 'Columns' });
    await panel.getByLabel('Problem Code', { exact: true }).uncheck();
    await panel.getByRole('button', { name: 'Pin Vendor left' }).click();
    await panel.getByLabel('Order date', { exact: true }).press('Alt+ArrowUp');
    await expect(panel.getByText(/^Order date moved to place/)).toBeAttached();
    await page.keyboard.press('Escape');
    const shown = async () => (await page.getByRole('columnheader').allInnerTexts()).slice(2, 6);
    const expected = ['Record Number', 'Vendor', 'Status', 'Order date'];
    await expect.poll(shown).toEqual(expected);
    await page.reload();
    await ready(page);
    await expect.poll(shown).toEqual(expected);
  });
});

test('a link opens with what of it can be shown, and says what is left out', async ({ page }) => {
  const filters = [
    ['AND', 'f999999', 'is', '1'],
    ['AND', 'status', 'resembles', '1'],
    ['AND', 'recordDate', 'isWithin', 'last30Days'],
  ];
  await enter(
    page,
    'maya',
    `${orders}?sort=nope:desc&filters=${encodeURIComponent(JSON.stringify(filters))}`,
  );
  await expect(page.getByRole('alert')).toContainText("There is no operator 'resembles'.");
  await expect(page.getByRole('alert')).toContainText(
    'A condition asks for a field that is no longer there, or that you may not see.',
  );
  await expect(page.getByRole('alert')).toContainText(
    'The order asks for a field that is no longer there, or that you may not see.',
  );
  await expect(page.getByRole('list', { name: 'Applied filters' })).toContainText('is in the last 30 days');
  await expect(page.getByText('The records could not be loaded')).toHaveCount(0);
  await expectGoodScreen(page);
});

test('what is searched, deleted, linked to and opened of a grid', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await enter(page, 'maya', orders);
  await ready(page);
  await test.step('what is searched is found, and what matches nothing can be cleared', async () => {
    await page.keyboard.press('/');
    await expect(page.getByLabel('Find in Purchase orders')).toBeFocused();
    await page.keyboard.type('no order is called this');
    await expect(page.getByText('No records match')).toBeVisible();
    await expectGoodScreen(page);
    await page.getByRole('button', { name: 'Clear search' }).click();
    await ready(page);
    const find = page.getByLabel('Find in Purchase orders');
    await expect(find).toHaveValue('');
    // Escape empties the box, and leaves the empty one for the rows.
    await find.fill('7404');
    await find.press('Escape');
    await expect(find).toHaveValue('');
    await expect(find).toBeFocused();
    await find.press('Escape');
    await expect(grid(page)).toBeFocused();
  });
  await test.step('deleted records are shown when they are asked for', async () => {
    const before = Number(await count(page));
    await page.getByRole('button', { name: 'Show delete Records' }).click();
    await expect(page.getByRole('button', { name: 'Hide delete Records' })).toBeVisible();
    await expect.poll(async () => Number(await count(page))).toBeGreaterThan(before);
    await page.getByRole('button', { name: 'Hide delete Records' }).click();
    await expect(page.getByRole('button', { name: 'Show delete Records' })).toBeVisible();
    await ready(page);
  });
  await test.step("a record's link leads to it", async () => {
    const number = (await column(page, 'Record Number'))[2]!;
    await page.getByRole('button', { name: `Actions for record ${number}` }).click();
    await page.getByRole('menuitem', { name: 'Copy record link' }).click();
    await expect(page.getByText('Record link copied to clipboard')).toBeVisible();
    await page.goto(await page.evaluate(() => navigator.clipboard.readText()));
    await ready(page);
    expect(await column(page, 'Record Number')).toEqual([number]);
    await page.getByRole('button', { name: 'Show all records' }).click();
    await expect(page.getByText(/^1–25 of/)).toBeVisible();
    await ready(page);
  });
  await test.step('the number opens the record, here and in a tab of its own', async () => {
    const number = (await column(page, 'Record Number'))[1]!;
    const link = page.getByRole('link', { name: number, exact: true });
    const opened = (on: Page) => on.getByRole('heading', { level: 1, name: new RegExp(`^${number}\\b`) });
    const lines = (on: Page) => on.getByRole('region', { name: `Order lines of record ${number}` });
    await link.click();
    await expect(opened(page)).toBeVisible();
    await expect(lines(page)).toBeVisible();
    await page.goBack();
    await ready(page);
    // The grid takes up the focus where it was left: a click that comes in between would meet a row that moves.
    await expect(page.getByRole('grid')).toBeFocused();

    // A click with Ctrl is the browser's. The tab that it opens counts as loading for ever at times, or is never told of:
    // that the page does not take the click is asked, and its address is opened in a tab of our own.
    const isLeft = await link.evaluate(
      (anchor) =>
        new Promise<boolean>((resolve) => {
          const look = (event: Event) => {
            resolve(!event.defaultPrevented);
            event.preventDefault();
          };
          document.addEventListener('click', look, { once: true });
          anchor.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey: true }));
        }),
    );
    expect(isLeft).toBe(true);
    const own = await context.newPage();
    await own.goto((await link.getAttribute('href'))!);
    await expect(opened(own)).toBeVisible();
    await expect(lines(own)).toBeVisible();
    await own.close();

    // By keys: Enter goes into a cell with a link, F2 edits it.
    await page.getByRole('gridcell', { name: number, exact: true }).click({ position: { x: 90, y: 20 } });
    await page.keyboard.press('F2');
    await expect(page.getByRole('textbox', { name: /^Record Number/ })).toBeFocused();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Close Edit' }).click();
    await page.getByRole('gridcell', { name: number, exact: true }).click({ position: { x: 90, y: 20 } });
    await page.keyboard.press('Enter');
    await expect(link).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(opened(page)).toBeVisible();
  });
});

test('how a grid was left is there after signing out and in again, under no address', async ({ page }) => {
  await enter(page, 'noah', orders);
  await ready(page);
  const vendor = page.getByRole('columnheader', { name: 'Vendor' });
  const width = async () => (await vendor.boundingBox())!.width;
  const order = async () => (await page.getByRole('columnheader').allInnerTexts()).slice(2, 6);
  const [first, fitted] = [await order(), await width()];
  await page.getByRole('button', { name: 'Columns' }).click();
  const panel = page.getByRole('dialog', { name: 'Columns' });
  await panel.getByLabel('Vendor', { exact: true }).press('Alt+ArrowUp');
  await expect(panel.getByText(/^Vendor moved to place/)).toBeAttached();
  await page.keyboard.press('Escape');
  await grid(page).focus();
  await page.keyboard.press('Control+Home');
  await moveToColumn(page, 'Vendor');
  await page.keyboard.press('ArrowUp');
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('Alt+ArrowRight');
  await expect.poll(width).toBeGreaterThan(fitted);
  const [left, wide] = [await order(), await width()];
  expect(left).not.toEqual(first);

  await page.getByRole('button', { name: /Noah/ }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL('/login');
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(
    demoPeople.noah.email.split('@')[1],
  );

  // Somebody else finds the grid as it starts.
  await enter(page, 'ben', orders);
  await ready(page);
  expect(await order()).toEqual(first);
  await enter(page, 'noah', orders);
  await ready(page);
  await expect.poll(order).toEqual(left);
  expect(await width()).toBe(wide);
});

test("the row's menu and its links lead to the record's other screens, for whom they are there", async ({
  page,
}) => {
  const columns = `${orders}?order=recordNumber,recordViewerUrl,dynamicViewsUrl`;
  await enter(page, 'maya', columns);
  await ready(page);
  const number = (await column(page, 'Record Number'))[0]!;
  for (const [entry, route] of [
    ['Record details view', 'record-details-viewer'],
    ['Dynamic data focus view', 'data-focus-view'],
  ] as const) {
    await page.getByRole('button', { name: `Actions for record ${number}` }).click();
    await page.getByRole('menuitem', { name: entry }).click();
    await page.waitForURL(new RegExp(`/${route}\\?`));
    await page.goBack();
    await ready(page);
  }
  const links = (route: string) => grid(page).locator(`a[href*="${route}"]`).first();
  await expect(links('record-details-viewer')).toBeVisible();
  await expect(links('data-focus-view')).toBeVisible();

  await enter(page, 'noah', columns);
  await ready(page);
  expect((await column(page, 'Dynamic Views URL'))[0]).toBe('N/A');
  await page
    .getByRole('button', { name: /^Actions for record/ })
    .first()
    .click();
  await expect(page.getByRole('menuitem', { name: 'Copy record link' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Dynamic data focus view' })).toHaveCount(0);
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
  await page.getByRole('link', { name: 'All orders' }).click();
  await expect(page).toHaveURL(/all-orders/);
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

const isFocused = (page: Page, label: string): Promise<boolean> =>
  page.getByLabel(label, { exact: true }).evaluate((element) => element === document.activeElement);

test('the grid as it opens: its screen, its columns, its density', async ({ page }) => {
  await enter(page, 'maya', orders);
  await ready(page);
  await test.step('the grid and its panels stand and are accessible', async () => {
    // What is shown to who has a mouse alone is judged too.
    expect(await page.evaluate(() => matchMedia('(hover: hover) and (pointer: fine)').matches)).toBe(true);
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
  await test.step('the density is kept', async () => {
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
  await test.step('rows are selected by the page', async () => {
    await page.getByRole('button', { name: /^Selection/ }).click();
    await page.getByRole('menuitem', { name: 'Select records in page: 25' }).click();
    const selected = page.getByRole('group', { name: /^Selected rows/ }).getByText('25 selected');
    await expect(selected).toBeVisible();
    await page.getByRole('button', { name: /^Selection/ }).click();
    await page.getByRole('menuitem', { name: 'Deselect all' }).click();
    await expect(selected).toHaveCount(0);
  });
  await test.step('the first screen shows what matters, and its columns stay where they are', async () => {
    for (const header of ['Record Number', 'Status', 'Vendor', /^Total due/, 'Order date', 'Assigned To'])
      await expect(page.getByRole('columnheader', { name: header, exact: true })).toBeInViewport({
        ratio: 1,
      });
    const cut = () =>
      page
        .locator('[role=columnheader] .rh-header-text')
        .evaluateAll((heads) => heads.filter((head) => head.scrollWidth > head.clientWidth).length);
    expect(await cut()).toBe(0);
    await expect(page.getByRole('gridcell', { name: 'None', exact: true }).first().locator('span')).toHaveCSS(
      'color',
      'rgb(91, 100, 114)',
    );
    const widthsNow = () =>
      page
        .getByRole('columnheader')
        .evaluateAll((heads) => heads.map((head) => head.getBoundingClientRect().width));
    const before = await widthsNow();
    await page.getByRole('button', { name: 'Next page' }).click();
    await expect(page.getByText(/^26–50 of/)).toBeVisible();
    await ready(page);
    expect(await widthsNow()).toEqual(before);
  });
});
