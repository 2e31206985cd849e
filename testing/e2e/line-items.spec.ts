import { readFile } from 'node:fs/promises';
import type { Browser, Locator, Page } from '@playwright/test';
import { readWorkbook } from '@rowhouse/client/platform/workbook/read-workbook.ts';
import type { DemoPerson } from '@rowhouse/server/seed/demo/people.ts';
import { makeWorkbook, makeZip, rowsOfTexts, workbookFiles } from '../make-workbook.ts';
import { answerOperations } from './answer-operations.ts';
import { putNoticesAway } from './between-steps.ts';
import { enter } from './enter.ts';
import { expect, expectGoodScreen, expectSaved, test, widths } from './journey.ts';

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

/** On a phone: under the fields of the record, in its sheet. */
async function openLinesByTouch(page: Page, recordNumber: number): Promise<Locator> {
  await enter(page, 'maya', `${orders}?search=${recordNumber}`);
  await page.getByRole('link', { name: String(recordNumber) }).click();
  await page.getByRole('button', { name: 'Details', exact: true }).click();
  const panel = page.getByRole('region', { name: `Order lines of record ${recordNumber}` });
  await expect(panel.getByRole('list')).toBeVisible();
  return panel;
}

/** On a phone the tools of the lines are a sheet, but for those of what is being done. */
async function openTool(panel: Locator, name: string): Promise<void> {
  const all = button(panel, 'Actions for Order lines');
  const isSheet = await all.isVisible();
  if (isSheet) await all.click();
  await button(isSheet ? panel.page() : panel, name).click();
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

test('lines are added, refused and discarded', async ({ page }) => {
  await enter(page, 'maya', orders);
  await test.step('a line is added at the top, put right, saved, changed and deleted', async () => {
    const panel = await findLines(page, 7390);
    const before = await count(panel);

    await addBolt(page, panel, 'six');
    await expect(panel.getByText('Should be numeric').first()).toBeAttached();
    await expect(button(panel, 'Save')).toHaveAttribute('aria-disabled', 'true');
    await expect(told(panel)).toContainText('Ordered: Should be numeric');
    await panel.getByRole('gridcell', { name: /^six/ }).click();
    await page.getByRole('textbox', { name: /^Ordered/ }).fill('6');
    await page.keyboard.press('Enter');
    await button(panel, 'Save').click();
    await expectSaved(page);
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
      const current = await count(again);
      await button(again, 'Delete line 1').click();
      await button(question, 'Delete line').click();
      await expect.poll(() => count(again)).toBe(current - 1);
    }
    await expect(again.getByText('No items found')).toBeVisible();
    await expect(again.locator('.rh-message').getByRole('button', { name: 'Add Line Item' })).toBeVisible();
  });
  await test.step('a new line that is cancelled is gone, and a refused one stays in edit with its reason', async () => {
    await putNoticesAway(page);
    const panel = await findLines(page, 7391);
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
      const json = {
        data: { createOrUpdateManyLineItems: [{ lineItemsRow: null, lineItems: [], refusal }] },
      };
      return route.fulfill({ json });
    });
    await button(panel, 'Save').click();
    await expect(page.getByText('Save changes failed: Ordered: too few')).toBeVisible();
    await expect(told(panel)).toContainText('1 line not saved');
    await page.unroute('**/graphql');
    await button(panel, 'Save').click();
    await expectSaved(page);
  });
  await test.step('closing with unsaved lines asks, and a reload loses nothing', async () => {
    await putNoticesAway(page);
    const panel = await findLines(page, 7389);
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
});

test('lines are put into order, pasted and imported', async ({ page }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await enter(page, 'maya', orders);
  await test.step('lines are put into another order by the mouse, by keys and by the alphabet', async () => {
    const panel = await findLines(page, 7393);
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
    await page.unroute('**/graphql');
    await test.step('lines come from a workbook and go out as one; what is no workbook is told so', async () => {
      await putNoticesAway(page);
      const panel = await findLines(page, 7368);
      const before = await count(panel);
      await button(panel, 'Import').click();
      const dialog = page.getByRole('dialog', { name: 'Add lines to record 7368' });
      const file = dialog.getByLabel(/^Choose (a|another) file/);
      const said = dialog.getByRole('alert');

      const download = page.waitForEvent('download');
      await button(dialog, 'Download template').click();
      const template = await download;
      expect(template.suggestedFilename()).toBe('Order_lines.xlsx');
      await file.setInputFiles(asWorkbook(await readFile(await template.path())));
      await expect(dialog.getByRole('status')).toHaveText('There are no lines in it.');
      const headers = dialog.getByRole('columnheader');
      await expect(headers.filter({ hasText: 'Product *' })).toHaveCount(1);

      const bomb = workbookFiles({ sheets: [{ name: 'Lines', rows: '' }] }).map((part) =>
        part.name.includes('sheet1') ? { ...part, content: Buffer.alloc(250_000_000, ' ') } : part,
      );
      const million = rowsOfTexts([['Product'], ...Array.from({ length: 200_000 }, () => ['Hex Nut M6'])]);
      for (const [content, sentence] of [
        [makeZip(bomb), /unpacked it is too large/],
        [
          makeWorkbook({ sheets: [{ name: 'Lines', rows: million }] }),
          /At most 5,000 lines can be added at once/,
        ],
        [makeZip(bomb).subarray(0, 900), /is damaged, or not whole/],
        [Buffer.from('GIF89a\0'), /This is no spreadsheet/],
      ] as const) {
        await file.setInputFiles(asWorkbook(content));
        await expect(said).toHaveText(sentence);
      }

      // Of a file that cannot be read nothing is offered, least of all the rows of the one before.
      await file.setInputFiles(asWorkbook(Buffer.from('Product\tOrdered\nHex Nut M6\t1\n'), 'lines.tsv'));
      await expect(button(dialog, 'Add 1 line')).toBeEnabled();
      await file.setInputFiles(asWorkbook(Buffer.from('GIF89a\0')));
      await expect(said).toHaveText(/This is no spreadsheet/);
      await expect(button(dialog, 'Add lines')).toBeDisabled();
      await expect(dialog.getByRole('table')).toHaveCount(0);

      const line = (product: string, ordered: string, due: string) =>
        `<row><c t="inlineStr"><is><t>${product}</t></is></c>${ordered}${due}</row>`;
      const sheet = [
        rowsOfTexts([['Product *', 'Ordered *', 'Due date', 'Remark']]),
        line('hex nut m6', '<c><v>40</v></c>', '<c s="1"><v>46295</v></c>'),
        line('Hex Nut M6', '<c t="inlineStr"><is><t>two</t></is></c>', ''),
        line('Hex Nut M6', '<c><f>6*7</f><v>42</v></c>', '<c t="inlineStr"><is><t>9/30/2026</t></is></c>'),
      ].join('');
      const sheets = [
        { name: 'Notes', state: 'hidden' as const, rows: rowsOfTexts([['nothing']]) },
        { name: 'Order', rows: sheet },
        { name: 'More', rows: '' },
      ];
      await file.setInputFiles(asWorkbook(makeWorkbook({ sheets, formats: [0, 14] })));
      await expect(dialog.getByText('Read from the sheet “Order”, the first of 2.')).toBeVisible();
      await expect(dialog.getByText('Not taken, as no field has that name: Remark.')).toBeVisible();
      await expect(dialog.getByRole('row', { name: /two/ })).toContainText('Ordered must be a number');
      await expect(said).toHaveCount(0);
      await button(dialog, 'Add 2 lines, leave out 1').click();
      await expect(page.getByText('2 lines added')).toBeVisible();
      await button(dialog, 'Cancel').click();
      expect(await count(panel)).toBe(before + 2);
      expect((await column(panel, /^Ordered/)).slice(-2)).toEqual(['40', '42']);
      expect((await column(panel, 'Due date')).slice(-2)).toEqual(['09/30/2026', '09/30/2026']);

      const exported = page.waitForEvent('download');
      await button(panel, 'Export').click();
      await page.getByRole('menuitem', { name: 'Excel workbook' }).click();
      const { rows } = await readWorkbook(new Uint8Array(await readFile(await (await exported).path())));
      expect(rows).toHaveLength(before + 3);
      expect(rows.at(-1)?.cells).toEqual(
        expect.arrayContaining([
          { number: 42, look: 'number' },
          { number: 46_295, look: 'date' },
        ]),
      );
    });
  });
  await test.step('what is pasted into lines in edit and does not fit is asked about, and written nowhere before', async () => {
    await putNoticesAway(page);
    const panel = await findLines(page, 7366);
    const numbers = await column(panel, 'Product number');
    const table = Array.from({ length: 20 }, (_, row) => `P-${row}\t${row}`).join('\r\n');
    const fitting = numbers.length * 2;
    const question = page.getByRole('dialog', { name: `Paste ${fitting} of 40 cells?` });
    await writeCell(page, panel, 'Product number', 'MINE');
    // Into a cell by keys, and into the input of an open one: neither runs the table together.
    await page.keyboard.press('ArrowUp');
    for (const isOpen of [false, true]) {
      if (isOpen) await panel.getByRole('gridcell', { name: 'MINE' }).click();
      await paste(page, table);
      await expect(question).toContainText('will be left out');
      await button(question, 'Cancel').click();
      expect((await column(panel, 'Product number'))[0]).toContain('MINE');
      expect((await column(panel, 'Product number')).slice(1)).toEqual(numbers.slice(1));
    }
    await paste(page, table);
    await button(question, `Paste ${fitting} cells`).click();
    await expect.poll(() => column(panel, 'Product number')).toEqual(numbers.map((_, row) => `P-${row}`));
    await button(panel, 'Cancel').click();
    expect(await column(panel, 'Product number')).toEqual(numbers);
  });
  await test.step('many lines come from Excel and from a file; those that are wrong stay behind', async () => {
    await putNoticesAway(page);
    const panel = await findLines(page, 7394);
    const before = await count(panel);
    const lines = await column(panel, 'Product number');
    // After a click the browser pastes into the cell, and not into the grid.
    await panel.getByRole('gridcell').nth(2).click();
    await paste(
      page,
      'Product\tOrdered\tDue date\r\nHex Nut M6\t1,200\t12/31/2026\r\nNo such thing\t2\t\r\nHex Bolt M6 x 30\tmany\t31 Feb\r\n',
    );
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
    expect((await column(panel, 'Product number')).slice(0, -1)).toEqual(lines);
    expect((await column(panel, /^Ordered/)).at(-1)).toBe('1200');

    await button(panel, 'Import').click();
    const rows = Array.from(
      { length: 300 },
      (_, index) => `Hex Nut M6,N-${index + 1},${index + 1},"1,234.50"`,
    );
    await dialog.getByLabel('Choose a file').setInputFiles({
      name: 'lines.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`Product,Product number,Ordered,Unit price\r\n${rows.join('\r\n')}`),
    });
    await expect(dialog.getByRole('status')).toHaveText('Every line is right.');
    await button(dialog, 'Add 300 lines').click();
    await expect(page.getByText('300 lines added')).toBeVisible();
    await expect(dialog).toHaveCount(0);
    expect(await count(panel)).toBe(before + 301);

    const exported = page.waitForEvent('download');
    await button(panel, 'Export').click();
    await page.getByRole('menuitem', { name: 'CSV' }).click();
    const written = (await readFile(await (await exported).path(), 'utf8')).trim().split('\r\n');
    expect(written).toHaveLength(before + 302);
    expect(written.at(-1)).toContain(',Hex Nut M6,N-300,300,');
  });
});

const paste = async (page: Page, text: string) => {
  await page.evaluate((written) => navigator.clipboard.writeText(written), text);
  await page.keyboard.press('Control+v');
};

const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const asWorkbook = (buffer: Buffer, name = 'lines.xlsx') => ({ name, mimeType: workbookType, buffer });

test('lines are taken back, and followed while somebody else changes them', async ({ page, browser }) => {
  await enter(page, 'maya', orders);
  const other = await secondBrowser(browser);
  await test.step('the last change of the lines is taken back, by its button or by Ctrl+Z', async () => {
    const panel = await findLines(page, 7367);
    const undone = page.getByText('The change is undone.');
    const undoByKey = async () => {
      await panel.getByRole('grid').focus();
      await page.keyboard.press('Control+z');
    };
    const before = await column(panel, 'Product number');

    await addBolt(page, panel, '6');
    await button(panel, 'Save').click();
    await button(page, 'Undo').click();
    await expect(undone).toBeVisible();
    await expect.poll(() => column(panel, 'Product number')).toEqual(before);
    await button(page, 'Dismiss').first().click();

    await writeCell(page, panel, 'Product number', 'CHANGED');
    await button(panel, 'Save').click();
    await expect(button(page, 'Undo')).toBeVisible();
    await undoByKey();
    await expect.poll(() => column(panel, 'Product number')).toEqual(before);

    await button(panel, 'Delete line 1').click();
    await button(page, 'Delete line').click();
    await expect.poll(() => count(panel)).toBe(before.length - 1);
    await undoByKey();
    await expect.poll(() => column(panel, 'Product number')).toEqual(before);

    await addBolt(page, panel, '7');
    await button(panel, 'Save').click();
    await expect(button(panel, 'Edit order')).toBeVisible();
    const added = await column(panel, 'Product number');
    await button(panel, 'Edit order').click();
    await panel.locator('[data-line-handle]').first().click();
    await page.keyboard.press('Alt+ArrowDown');
    await button(panel, 'Save order').click();
    await expect(page.getByText('Reordering Saved!')).toBeVisible();
    expect(await column(panel, 'Product number')).not.toEqual(added);
    await undoByKey();
    await expect(page.getByText('The order is as it was before.')).toBeVisible();
    expect(await column(panel, 'Product number')).toEqual(added);

    const received = (await column(panel, 'Received'))[0];
    await writeCell(page, panel, 'Product number', 'MINE');
    await writeCell(page, panel, 'Received', '2.5');
    await button(panel, 'Save').click();
    await expect(button(panel, 'Edit line 1')).toBeVisible();
    const theirs = await openLines(other, 7367, 'ben');
    await writeCell(other, theirs, 'Product number', 'THEIRS');
    await button(theirs, 'Save').click();
    await expect.poll(() => column(panel, 'Product number').then(([first]) => first)).toBe('THEIRS');
    await undoByKey();
    // What the other wrote stays, and the rest goes back.
    await expect(
      page.getByText(
        /Product number: Superseded by Ben Miller, .*\. That value is kept\. The rest is undone\.$/,
      ),
    ).toBeVisible();
    await page.reload();
    const standing = await findLines(page, 7367);
    expect((await column(standing, 'Product number'))[0]).toBe('THEIRS');
    expect((await column(standing, 'Received'))[0]).toBe(received);
  });
  await test.step('what somebody else does to the lines appears in the open panel, and nothing that is written is lost', async () => {
    await putNoticesAway(page);
    await putNoticesAway(other);
    const panel = await findLines(page, 7366);
    const theirs = await findLines(other, 7366);
    const row = (within: Locator) => within.locator('[data-row="0"]');

    await writeCell(other, theirs, 'Product number', 'LIVE-1');
    await button(theirs, 'Save').click();
    await expect.poll(() => column(panel, 'Product number').then(([first]) => first)).toBe('LIVE-1');
    await expect(told(panel)).toHaveText('Line 1 was changed by somebody else');
    await expect(row(panel)).toHaveClass(/rh-marked/);
    // Whoever made the change is told nothing of it.
    await expect(told(theirs)).toHaveText('');
    await expectRestingScreen(page);

    await writeCell(page, panel, 'Received', '3.5');
    await panel.locator('[data-row="0"] > [aria-colindex="3"]').dblclick();
    const open = page.getByRole('textbox', { name: 'Product number' });
    await open.fill('half writ');
    await writeCell(other, theirs, 'Received', '7');
    await writeCell(other, theirs, 'Rejected', '1');
    await button(theirs, 'Save').click();
    await expect(told(panel)).toContainText('Somebody else changed this line: Received is now “7');
    await expect(open).toHaveValue('half writ');
    await expect(open).toBeFocused();
    await page.keyboard.press('Enter');
    await button(panel, 'Save').click();
    await expect.poll(() => column(theirs, 'Product number').then(([first]) => first)).toBe('half writ');
    expect((await column(theirs, 'Received'))[0]).toBe('3.5');
    expect((await column(panel, 'Rejected'))[0]).toBe('1');

    await writeCell(page, panel, 'Product number', 'still here');
    await button(theirs, 'Delete line 1').click();
    await button(other, 'Delete line').click();
    await expect(told(panel)).toContainText('Somebody else deleted this line.');
    expect((await column(panel, 'Product number'))[0]).toBe('still here');
    const current = await count(theirs);
    await button(panel, 'Cancel').click();
    await expect.poll(() => count(panel)).toBe(current);
    await other.context().close();
  });
});

test('of two who change one line nobody loses anything', async ({ page, browser }) => {
  const other = await secondBrowser(browser);
  // What others do is not heard here: it comes out in saving.
  for (const each of [page, other]) {
    await each.route('**/socket/**', (route) => route.abort());
    await each.routeWebSocket(/\/socket\//, (socket) => socket.close());
  }
  const panel = await openLines(page, 7395);
  const theirs = await openLines(other, 7395, 'ben');
  await writeCell(other, theirs, 'Product number', 'THEIRS-1');
  await button(theirs, 'Save').click();
  await expectSaved(other);

  await writeCell(page, panel, 'Received', '3.5');
  await button(panel, 'Save').click();
  await expectSaved(page);
  expect((await column(panel, 'Product number'))[0]).toBe('THEIRS-1');
  expect((await column(panel, 'Received'))[0]).toBe('3.5');

  await writeCell(other, theirs, 'Received', '7');
  await button(theirs, 'Save').click();
  await expect(told(theirs)).toContainText('Received is now “3.5”');
  await button(theirs, 'Save').click();
  await expect(told(theirs)).toHaveText('');
  await page.reload();
  expect((await column(await findLines(page, 7395), 'Received'))[0]).toBe('7');
  await other.context().close();
});

/** In the first line. */
async function writeCell(page: Page, panel: Locator, header: string, value: string): Promise<void> {
  const index = await panel.getByRole('columnheader', { name: header }).getAttribute('aria-colindex');
  await panel.locator(`[data-row="0"] > [aria-colindex="${index}"]`).dblclick();
  await page.getByRole('textbox', { name: header }).fill(value);
  await page.keyboard.press('Enter');
}

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

test('kinds of lines that are asked for again, lines by keys alone, and their dialogs', async ({ page }) => {
  await test.step('kinds of lines that cannot be fetched are told, and asked for again', async () => {
    await page.route('**/graphql', (route) =>
      answerOperations(
        route,
        (document) => document.includes('findAllLineItemsByType'),
        () => ({ errors: [{ message: 'The lines are away.', extensions: {} }] }),
      ),
    );
    const told = page.getByText('Failed to fetch line items: The lines are away.').waitFor();
    await Promise.all([enter(page, 'maya', orders), told]);
    await page.unroute('**/graphql');
    await button(page, 'Retry').click();
    await expect(page.getByRole('button', { name: /^Details of record/ }).first()).toBeVisible();
  });
  await test.step('by keys alone: into the lines, a line added and saved, and back', async () => {
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
    await expectSaved(page);
    expect(await count(panel)).toBe(before + 1);
    await page.keyboard.press('Escape');
    await expect(grid).toBeFocused();
    await page.keyboard.press('Shift+Space');
    await expect(panel).toHaveCount(0);
  });
  await test.step('the lines and their dialogs are good screens, wide', async () => {
    await putNoticesAway(page);
    await expectGoodLines(page, await findLines(page, 7398), true);
  });
});

/** Words that come with the pointer are gone with it. */
async function expectRestingScreen(page: Page): Promise<void> {
  await page.mouse.move(0, 0);
  await expect(page.getByRole('tooltip')).toHaveCount(0);
  await expectGoodScreen(page);
}

/** The lines and each of their dialogs, at the width that the page has. */
async function expectGoodLines(page: Page, panel: Locator, isWide: boolean): Promise<void> {
  await expectRestingScreen(page);
  await button(panel, 'Add Line Item').click();
  if (!isWide) {
    await expect(page.getByRole('dialog', { name: 'New line' })).toBeVisible();
    await expectRestingScreen(page);
  }
  await page.keyboard.press('Escape');
  // On a phone the new line is gone with its sheet.
  if (isWide) {
    await expectRestingScreen(page);
    await button(panel, 'Cancel').click();
  }
  await openTool(panel, 'Edit order');
  await expectRestingScreen(page);
  await button(panel, 'Cancel').click();
  await openTool(panel, 'History');
  await expect(page.getByRole('table')).toBeVisible();
  await expectRestingScreen(page);
  await page.getByRole('button', { name: 'Close', exact: true }).last().click();
  await openTool(panel, 'Import');
  const dialog = page.getByRole('dialog', { name: 'Add lines to record 7398' });
  await expect(dialog).toBeVisible();
  await expectRestingScreen(page);
  await dialog.getByRole('textbox').fill('Hex Nut M6\tA\t1\nNothing\tB\ttwo\n');
  await expect(dialog.getByRole('table')).toBeVisible();
  await expectRestingScreen(page);
}

test('the lines and their dialogs are good screens, narrow', async ({ page }) => {
  await page.setViewportSize(widths[1]);
  await expectGoodLines(page, await openLinesByTouch(page, 7398), false);
});
