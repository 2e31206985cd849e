import { readFile } from 'node:fs/promises';
import type { Browser, Locator, Page } from '@playwright/test';
import type { DemoPerson } from '@rowhouse/server/seed/demo/people.ts';
import { enter } from './enter.ts';
import { expect, expectGoodScreen, test, widths } from './journey.ts';

const orders = 'purchasing/orders/purchase-orders';

/** The lines of one order; each journey has orders of its own. */
async function openLines(page: Page, recordNumber: number, person: DemoPerson = 'maya'): Promise<Locator> {
  await enter(page, person, orders);
  return findLines(page, recordNumber);
}

async function findLines(page: Page, recordNumber: number): Promise<Locator> {
  await page.getByRole('searchbox', { name: 'Find in Purchase orders' }).fill(String(recordNumber));
  await page.getByRole('button', { name: `Details of record ${recordNumber}` }).click();
  const panel = page.getByRole('region', { name: `Order lines of record ${recordNumber}` });
  await expect(panel.getByRole('grid')).not.toHaveAttribute('aria-busy');
  return panel;
}

/** What the lines show under a header, in their order. */
async function column(panel: Locator, header: string | RegExp): Promise<string[]> {
  const index = await panel.getByRole('columnheader', { name: header }).getAttribute('aria-colindex');
  return panel.locator(`[role=gridcell][aria-colindex="${index}"]`).allInnerTexts();
}
const count = async (panel: Locator) => Number(await panel.locator('h2 + span').innerText());
/** What is said beside the title of the lines. */
const told = (panel: Locator) => panel.locator('p[role=status]');
const button = (within: Locator | Page, name: string) => within.getByRole('button', { name, exact: true });

async function addBolt(page: Page, panel: Locator, ordered: string): Promise<void> {
  await button(panel, 'Add Line Item').click();
  await page.getByRole('combobox', { name: /^Product/ }).fill('Hex Bolt');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('textbox', { name: 'Product number' })).toBeFocused();
  await page.keyboard.type('HB-6030');
  await page.keyboard.press('Tab');
  await page.keyboard.type(ordered);
  await page.keyboard.press('Enter');
}

test('a line is added at the top, put right, saved, changed and deleted', async ({ page }) => {
  const panel = await openLines(page, 7390);
  const before = await count(panel);

  await addBolt(page, panel, 'six');
  await expect(panel.getByText('Should be numeric').first()).toBeAttached();
  await expect(button(panel, 'Save')).toHaveAttribute('aria-disabled', 'true');
  await expect(told(panel)).toContainText('Ordered: Should be numeric');
  await panel.getByRole('gridcell', { name: /^six/ }).click();
  await page.getByRole('textbox', { name: /^Ordered/ }).fill('6');
  await page.keyboard.press('Enter');
  await button(panel, 'Save').click();
  await expect(page.getByText('Changes Saved!')).toBeVisible();
  expect(await count(panel)).toBe(before + 1);
  expect((await column(panel, /^Product \*/))[0]).toBe('Hex Bolt M6 x 30');

  await button(panel, 'Edit line 1').click();
  await page.keyboard.press('Escape');
  await button(panel, 'Cancel line 1').click();
  await expect(button(panel, 'Edit line 1')).toBeVisible();

  await page.reload();
  const again = await findLines(page, 7390);
  expect((await column(again, /^Ordered/))[0]).toBe('6');
  await button(again, 'Delete line 1').click();
  const question = page.getByRole('dialog', { name: 'Are you sure you want to delete this item?' });
  await button(question, 'Delete line').click();
  await expect(question).toHaveCount(0);
  expect(await count(again)).toBe(before);

  while ((await count(again)) > 0) {
    const present = await count(again);
    await button(again, 'Delete line 1').click();
    await button(question, 'Delete line').click();
    await expect.poll(() => count(again)).toBe(present - 1);
  }
  await expect(again.getByText('No items found')).toBeVisible();
  await expect(again.locator('.rh-message').getByRole('button', { name: 'Add Line Item' })).toBeVisible();
});

test('a new line that is cancelled is gone, and a refused one stays in edit with its reason', async ({
  page,
}) => {
  const panel = await openLines(page, 7391);
  const before = await count(panel);
  await button(panel, 'Add Line Item').click();
  await page.keyboard.press('Escape');
  await expect(button(panel, 'Save')).toHaveAttribute('aria-disabled', 'true');
  await button(panel, 'Cancel').click();
  await expect(button(panel, 'History')).toBeVisible();
  expect(await count(panel)).toBe(before);

  await addBolt(page, panel, '2');
  await page.route('**/graphql', async (route) => {
    const isSave = route.request().postData()?.includes('SaveManyLines') === true;
    if (!isSave) return route.fallback();
    const refusal = { code: 'INVALID', message: 'Ordered: too few', lineItemsByTypeFiledsId: null };
    const json = { data: { createOrUpdateManyLineItems: [{ lineItemsRow: null, lineItems: [], refusal }] } };
    return route.fulfill({ json });
  });
  await button(panel, 'Save').click();
  await expect(page.getByText('Save changes failed: Ordered: too few')).toBeVisible();
  await expect(told(panel)).toContainText('1 line not saved');
  await page.unroute('**/graphql');
  await button(panel, 'Save').click();
  await expect(page.getByText('Changes Saved!')).toBeVisible();
});

test('closing with unsaved lines asks, and a reload loses nothing', async ({ page }) => {
  const panel = await openLines(page, 7389);
  await addBolt(page, panel, '12');
  const expander = page.getByRole('button', { name: 'Details of record 7389' });
  const question = page.getByRole('dialog', { name: 'Are you sure you want to discard your changes?' });
  await expander.click();
  await button(question, 'Keep editing').click();
  await expect(told(panel)).toContainText('1 line not saved');

  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  const again = await findLines(page, 7389);
  await expect(told(again)).toContainText('1 line not saved');
  await expect(again.getByText('Hex Bolt M6 x 30')).toBeVisible();
  await expander.click();
  await button(question, 'Discard').click();
  await expect(again).toHaveCount(0);
  await expander.click();
  await expect(button(again, 'History')).toBeVisible();
});

test('lines are put into another order by the mouse, by keys and by the alphabet', async ({ page }) => {
  const panel = await openLines(page, 7393);
  for (const ordered of ['1', '2']) {
    await addBolt(page, panel, ordered);
    await button(panel, 'Save').click();
    await expect(button(panel, 'History')).toBeVisible();
  }
  const before = await column(panel, /^Ordered/);
  const last = before.length - 1;

  await button(panel, 'Edit order').click();
  const handles = panel.locator('[data-line-handle]');
  const [from, to] = [await handles.first().boundingBox(), await handles.nth(last).boundingBox()];
  await page.mouse.move(from!.x + 8, from!.y + 8);
  await page.mouse.down();
  await page.mouse.move(to!.x + 8, to!.y + 20, { steps: 8 });
  await expect(panel.locator('[data-dragged]')).toHaveCount(1);
  await page.mouse.up();
  const moved = [...before.slice(1), before[0]];
  expect(await column(panel, /^Ordered/)).toEqual(moved);
  await button(panel, 'Cancel').click();
  expect(await column(panel, /^Ordered/)).toEqual(before);

  await button(panel, 'Edit order').click();
  await handles.first().click();
  await page.keyboard.press('Alt+ArrowDown');
  const swapped = [before[1], before[0], ...before.slice(2)];
  expect(await column(panel, /^Ordered/)).toEqual(swapped);
  await expect(page.getByText(`Line moved to place 2 of ${before.length}`)).toBeAttached();
  const sent = page.waitForRequest((request) => request.postData()?.includes('ReorderLines') === true);
  await button(panel, 'Save order').click();
  const { variables } = (await sent).postDataJSON() as { variables: { data: { rows: unknown[] } } };
  expect(variables.data.rows).toHaveLength(2);
  await expect(page.getByText('Reordering Saved!')).toBeVisible();

  await button(panel, 'Edit order').click();
  await button(panel, 'Alphabetical order').click();
  await page.getByRole('menuitem', { name: 'Product', exact: true }).click();
  const products = await column(panel, /^Product$/);
  expect(products).toEqual(products.toSorted((one, other) => one.localeCompare(other, 'en')));
  await page.route('**/graphql', (route) => {
    const isMeant = route.request().postData()?.includes('ReorderLines') === true;
    const errors = [{ message: 'Not now.', extensions: { code: 'CONFLICT' } }];
    return isMeant ? route.fulfill({ json: { data: null, errors } }) : route.fallback();
  });
  await button(panel, 'Save order').click();
  await expect(page.getByText('Reordering Failed!')).toBeVisible();
  await button(panel, 'Cancel').click();
  expect(await column(panel, /^Ordered/)).toEqual(swapped);

  await button(panel, 'History').click();
  const history = page.getByRole('table', { name: 'History of the lines of record 7393' });
  const newest = history.getByRole('row').nth(1);
  await expect(newest).toContainText('Reordered');
  await expect(newest).toContainText('Maya Alvarez');
  await expect(newest).toContainText(/[A-Z][a-z]{2} \d{1,2}, \d{4} - \d{1,2}:\d{2}[ap]\.m\./);
  await button(page, 'Close').click();
});

test('many lines come from Excel and from a file; those that are wrong stay behind', async ({ page }) => {
  const panel = await openLines(page, 7394);
  const before = await count(panel);
  await panel.getByRole('gridcell').first().click();
  await page.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.activeElement!.dispatchEvent(event);
  }, 'Product\tOrdered\tDue date\r\nHex Nut M6\t1,200\t12/31/2026\r\nNo such thing\t2\t\r\nHex Bolt M6 x 30\tmany\t31 Feb\r\n');
  const dialog = page.getByRole('dialog', { name: 'Add lines to record 7394' });
  await expect(dialog.getByText('Product: Should be a value from the list')).toBeVisible();
  await expect(dialog).toContainText('Ordered must be a number');
  await expect(dialog).toContainText('Due date Invalid date format, format should be MM/DD/YYYY');
  await expect(dialog.getByRole('status')).toHaveText('2 lines to put right.');
  await button(dialog, 'Add 1 line, leave out 2').click();
  await expect(page.getByText('1 line added')).toBeVisible();
  await expect(dialog.getByRole('status')).toHaveText('2 lines to put right.');
  await button(dialog, 'Cancel').click();
  expect(await count(panel)).toBe(before + 1);
  expect((await column(panel, /^Ordered/)).at(-1)).toBe('1200');

  await button(panel, 'Import').click();
  const download = page.waitForEvent('download');
  await button(dialog, 'Download template').click();
  const template = await readFile(await (await download).path(), 'utf8');
  expect(template.trim()).toBe(
    '\uFEFFProduct,Product number,Ordered,Received,Rejected,Stocked,Unit price,Line total,Due date'.trim(),
  );
  const rows = Array.from(
    { length: 300 },
    (_, index) => `Hex Nut M6,N-${index + 1},${index + 1},,,,"1,234.50",,`,
  );
  await dialog.getByLabel('Choose a CSV file').setInputFiles({
    name: 'lines.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`${template}${rows.join('\r\n')}`),
  });
  await expect(dialog.getByRole('status')).toHaveText('Every line is right.');
  await button(dialog, 'Add 300 lines').click();
  await expect(page.getByText('300 lines added')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  expect(await count(panel)).toBe(before + 301);

  const exported = page.waitForEvent('download');
  await button(panel, 'Export').click();
  const lines = (await readFile(await (await exported).path(), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(before + 302);
  expect(lines.at(-1)).toContain(',Hex Nut M6,N-300,300,');
});

test('of two who change one line nobody loses anything', async ({ page, browser }) => {
  const panel = await openLines(page, 7395);
  const other = await secondBrowser(browser);
  const theirs = await openLines(other, 7395, 'ben');
  const write = async (on: Page, within: Locator, header: string, value: string) => {
    const index = await within.getByRole('columnheader', { name: header }).getAttribute('aria-colindex');
    await within.locator(`[data-row="0"] > [aria-colindex="${index}"]`).dblclick();
    await on.getByRole('textbox', { name: header }).fill(value);
    await on.keyboard.press('Enter');
  };
  await write(other, theirs, 'Product number', 'THEIRS-1');
  await button(theirs, 'Save').click();
  await expect(other.getByText('Changes Saved!')).toBeVisible();

  await write(page, panel, 'Received', '3.5');
  await button(panel, 'Save').click();
  await expect(page.getByText('Changes Saved!')).toBeVisible();
  expect((await column(panel, 'Product number'))[0]).toBe('THEIRS-1');
  expect((await column(panel, 'Received'))[0]).toBe('3.5');

  await write(other, theirs, 'Received', '7');
  await button(theirs, 'Save').click();
  await expect(told(theirs)).toContainText('Received is now “3.5”');
  await button(theirs, 'Save').click();
  await expect(told(theirs)).toHaveText('');
  await page.reload();
  expect((await column(await findLines(page, 7395), 'Received'))[0]).toBe('7');
  await other.context().close();
});

const secondBrowser = async (browser: Browser): Promise<Page> =>
  (await browser.newContext({ timezoneId: 'America/New_York', locale: 'en-US' })).newPage();

test('who may only read sees the lines and can change nothing', async ({ page }) => {
  const panel = await openLines(page, 7396, 'victor');
  expect(await count(panel)).toBeGreaterThan(0);
  await expect(button(panel, 'History')).toBeVisible();
  for (const name of ['Add Line Item', 'Import', 'Edit order', 'Export', 'Edit line 1'])
    await expect(button(panel, name)).toHaveCount(0);
  await panel.getByRole('gridcell').nth(1).dblclick();
  await expect(panel.getByRole('textbox')).toHaveCount(0);
});

test('by keys alone: into the lines, a line added and saved, and back', async ({ page }) => {
  await enter(page, 'maya', orders);
  const search = page.getByRole('searchbox', { name: 'Find in Purchase orders' });
  await search.fill('7397');
  const grid = page.getByRole('grid', { name: 'Purchase orders' });
  await expect(grid.getByRole('row')).toHaveCount(2);
  await grid.focus();
  await page.keyboard.press('Shift+Space');
  const panel = page.getByRole('region', { name: 'Order lines of record 7397' });
  await expect(panel.getByRole('grid')).not.toHaveAttribute('aria-busy');
  const before = await count(panel);
  await page.keyboard.press('Tab');
  await expect(button(panel, 'History')).toBeFocused();
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Hex Nut M6');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type('40');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Changes Saved!')).toBeVisible();
  expect(await count(panel)).toBe(before + 1);
  await page.keyboard.press('Escape');
  await expect(grid).toBeFocused();
  await page.keyboard.press('Shift+Space');
  await expect(panel).toHaveCount(0);
});

/** Words that come with the pointer are gone with it. */
async function expectRestingScreen(page: Page): Promise<void> {
  await page.mouse.move(0, 0);
  await expect(page.getByRole('tooltip')).toHaveCount(0);
  await expectGoodScreen(page);
}

for (const { name, width, height } of widths)
  test(`the lines and their dialogs are good screens, ${name}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    const panel = await openLines(page, 7398);
    await expectRestingScreen(page);
    await button(panel, 'Add Line Item').click();
    await page.keyboard.press('Escape');
    await expectRestingScreen(page);
    await button(panel, 'Cancel').click();
    await button(panel, 'Edit order').click();
    await expectRestingScreen(page);
    await button(panel, 'Cancel').click();
    await button(panel, 'History').click();
    await expect(page.getByRole('table')).toBeVisible();
    await expectRestingScreen(page);
    await button(page, 'Close').click();
    await button(panel, 'Import').click();
    const dialog = page.getByRole('dialog', { name: 'Add lines to record 7398' });
    await expectRestingScreen(page);
    await dialog.getByRole('textbox').fill('Hex Nut M6\tA\t1\nNothing\tB\ttwo\n');
    await expect(dialog.getByRole('table')).toBeVisible();
    await expectRestingScreen(page);
  });
