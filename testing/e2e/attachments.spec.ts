import { readFile } from 'node:fs/promises';
import type { Download, Locator, Page } from '@playwright/test';
import { tinyPdf } from '@rowhouse/server/seed/tiny-pdf.ts';
import { putNoticesAway } from './between-steps.ts';
import { enter } from './enter.ts';
import { cellText, moveToColumn, rowOf, selectionBar, waitForRows } from './grid-cells.ts';
import { expect, expectGoodScreen, expectSaved, test, widths } from './journey.ts';

const orders = 'Purchase orders';
const field = 'Signed copy';

/** The keys of the fields by their names, once they are known: an address with one need not be asked for by a page. */
const keys = new Map<string, string>();
const path = 'purchasing/orders/purchase-orders';

async function findKey(page: Page, person: 'maya' | 'victor', header: string): Promise<string> {
  const described = page.waitForResponse(
    (response) => response.request().postData()?.includes('GetFieldDefinitions') === true,
  );
  await enter(page, person, path);
  const [, key = ''] =
    new RegExp(`"key":"(\\w+)","name":"${header}"`).exec(await (await described).text()) ?? [];
  keys.set(header, key);
  return key;
}

/** Records that no other journey works on, wherever what others delete and restore moves them. */
const ownRecords = encodeURIComponent(JSON.stringify([['AND', 'recordNumber', 'lessThan', '7368']]));

/** The grid of them, with the column at its right edge; answers its first records. */
async function openOrders(
  page: Page,
  header: string = field,
  person: 'maya' | 'victor' = 'maya',
): Promise<string[]> {
  const key = keys.get(header);
  if (key !== undefined) await enter(page, person, `${path}?filters=${ownRecords}&right=${key}`);
  else {
    const found = await findKey(page, person, header);
    await page.goto(`/adventure-works/${path}?filters=${ownRecords}&right=${found}`);
  }
  await waitForRows(page, orders);
  // The browser hands its file choosers over from the first listener on, which takes it a moment.
  page.on('filechooser', () => undefined);
  const numbers = await page.getByRole('gridcell', { name: /^7\d{3}$/ }).allInnerTexts();
  return [...new Set(numbers)].slice(0, 8);
}

async function cellOf(page: Page, number: string, header: string): Promise<Locator> {
  const index = await page.getByRole('columnheader', { name: header }).getAttribute('aria-colindex');
  return rowOf(page, number).locator(`[aria-colindex="${index}"]`);
}

const pdf = { name: 'Contract.pdf', mimeType: 'application/pdf', buffer: Buffer.from(tinyPdf(['Contract'])) };
const picture = {
  name: 'Dent in the crate.png',
  mimeType: 'image/png',
  buffer: Buffer.concat([
    Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    ),
    Buffer.alloc(40_000),
  ]),
};
type Given = typeof pdf;

const picker = (page: Page, field: string): Locator => page.getByRole('group', { name: field, exact: true });

/** By keys alone, from the number of the record. */
async function openEditor(page: Page, number: string, header: string): Promise<Locator> {
  await rowOf(page, number).getByRole('gridcell', { name: number, exact: true }).first().click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('End');
  await moveToColumn(page, header, 'ArrowLeft');
  await page.keyboard.press('F2');
  await expect(picker(page, header)).toBeVisible();
  return picker(page, header);
}

/** With the keyboard alone: the focus stands on the first button of the editor. */
async function chooseByKey(page: Page, file: Given): Promise<void> {
  const asked = page.waitForEvent('filechooser');
  await page.keyboard.press('Enter');
  await (await asked).setFiles(file);
}

async function drop(page: Page, onto: Locator, files: readonly Given[]): Promise<void> {
  const transfer = await page.evaluateHandle(
    (given) => {
      const carried = new DataTransfer();
      for (const { name, mimeType, base64 } of given) {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        carried.items.add(new File([bytes], name, { type: mimeType }));
      }
      return carried;
    },
    files.map(({ name, mimeType, buffer }) => ({ name, mimeType, base64: buffer.toString('base64') })),
  );
  for (const event of ['dragenter', 'dragover', 'drop'])
    await onto.dispatchEvent(event, { dataTransfer: transfer });
}

async function downloadBy(page: Page, act: () => Promise<void>): Promise<Download> {
  const { promise, resolve } = Promise.withResolvers<Download>();
  page.on('download', resolve);
  page.context().on('page', (tab) => tab.on('download', resolve));
  await act();
  return promise;
}

const save = (page: Page) => page.keyboard.press('Control+s');
const saved = (page: Page) => expectSaved(page);

test('files are chosen by keyboard alone, saved, downloaded and removed', async ({ page }) => {
  const numbers = await openOrders(page);
  await test.step('a file is chosen by keyboard alone, saved, downloaded, removed, and the removal undone', async () => {
    const [number = ''] = numbers;
    const editor = await openEditor(page, number, field);
    await expect(editor.getByRole('button')).toBeFocused();
    await expect(editor).toContainText('Click to upload or drag and drop');
    await chooseByKey(page, picture);
    await expect(page.locator('.rh-editor')).toHaveCount(0);
    await expect(page.getByRole('grid', { name: orders })).toBeFocused();
    await expect(selectionBar(page, orders)).toContainText('1 change');
    await save(page);
    await saved(page);
    await page.reload();
    await waitForRows(page, orders);
    const cell = await cellOf(page, number, field);
    await expect(cell).toHaveText(/^Dent in the crate\.png\s*41 kB$/);
    await cell.click({ position: { x: 2, y: 2 } });

    // Enter goes into the cell, Enter once more opens what is there.
    await page.keyboard.press('Enter');
    await expect(page.locator(':focus')).toHaveText(/Dent in the crate\.png/);
    const download = await downloadBy(page, () => page.keyboard.press('Enter'));
    expect(download.suggestedFilename()).toBe(picture.name);
    expect(await readFile(await download.path())).toEqual(picture.buffer);
    await page.keyboard.press('Escape');

    const again = await openEditor(page, number, field);
    await expect(again.getByRole('button', { name: `Replace ${picture.name}` })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(again.getByRole('button', { name: `Remove ${picture.name}` })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(selectionBar(page, orders)).toContainText('1 change');
    await page.keyboard.press('Control+z');
    await expect(selectionBar(page, orders)).not.toContainText('change');
    await page.keyboard.press('Control+y');
    await save(page);
    await saved(page);
    await expect(cell).toHaveText('–');
    await page.keyboard.press('Control+z');
    await expect(page.getByText('The change is undone.')).toBeVisible();
    await expect(cell).toContainText(picture.name);
  });
  await test.step('several files stand in one cell, each with its own button, and one of them goes again', async () => {
    await putNoticesAway(page);
    const [, , , number = ''] = numbers;
    const editor = await openEditor(page, number, field);
    await expect(editor).toContainText('Up to 20 files (max. 10 MB each)');
    const asked = page.waitForEvent('filechooser');
    await page.keyboard.press('Enter');
    await (await asked).setFiles([picture, pdf]);
    await expect(page.locator('.rh-editor')).toHaveCount(0);
    await save(page);
    await saved(page);
    await page.reload();
    await waitForRows(page, orders);
    const cell = await cellOf(page, number, field);
    await expect(cell.getByRole('button')).toHaveText([picture.name, pdf.name]);

    const again = await openEditor(page, number, field);
    await again.getByRole('button', { name: `Remove ${picture.name}` }).focus();
    await page.keyboard.press('Enter');
    await save(page);
    await saved(page);
    await expect(cell.getByRole('button')).toHaveText([/^Contract\.pdf/]);
  });
});

test('a file is dropped into the record file, which takes a PDF alone', async ({ page }) => {
  const [, number = ''] = await openOrders(page, 'Record File');
  const editor = await openEditor(page, number, 'Record File');
  await expect(editor).toContainText('PDF (max. 3MB)');
  const alert = editor.getByRole('alert');
  await drop(page, editor, [picture]);
  await expect(alert).toHaveText('Error! The record file must be a PDF.');
  await drop(page, editor, [pdf, pdf]);
  await expect(alert).toHaveText('Error! One file only, please.');
  await drop(page, editor, [{ ...pdf, name: 'README' }]);
  await expect(alert).toHaveText('Error! invalid file type');
  await drop(page, editor, [{ ...pdf, buffer: Buffer.alloc(3 * 1024 * 1024 + 1) }]);
  await expect(alert).toHaveText('Error! The file size exceeds the 3 MB limit.');
  await drop(page, editor, [{ ...pdf, buffer: Buffer.from('MZ, a program') }]);
  await expect(alert).toHaveText('Error! The content of the file is not that of a .pdf file.');
  await drop(page, editor, [pdf]);
  await expect(page.locator('.rh-editor')).toHaveCount(0);
  await save(page);
  await saved(page);
  await page.reload();
  await waitForRows(page, orders);
  const cell = await cellOf(page, number, 'Record File');
  await expect(cell).toHaveText(pdf.name);
  await cell.click({ position: { x: 2, y: 2 } });
  await page.keyboard.press('Enter');
  const download = await downloadBy(page, () => page.keyboard.press('Enter'));
  expect(await readFile(await download.path())).toEqual(pdf.buffer);

  // Both come down with the rest of the page.
  await rowOf(page, number)
    .getByRole('checkbox', { name: `Select record ${number}` })
    .check();
  await page.getByRole('button', { name: 'Actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Bulk Download' }).click();
  await expect(page.getByText('The file is ready to download.')).toBeVisible();
});

test('an upload says how far it is, and its editor stands in every state', async ({ page }) => {
  const numbers = await openOrders(page);
  await test.step('an upload says how far it is, is cancelled, and is not lost by looking elsewhere', async () => {
    const [, , number = ''] = numbers;
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/uploads/**', async (route) => {
      await held;
      await route.continue();
    });
    const editor = await openEditor(page, number, field);
    await chooseByKey(page, picture);
    await expect(editor.getByRole('progressbar', { name: `Upload of ${picture.name}` })).toBeVisible();
    await expect(editor.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(editor).toContainText('Click to upload or drag and drop');
    await expect(editor.getByRole('button')).toBeFocused();

    await chooseByKey(page, picture);
    await expect(editor.getByRole('progressbar')).toBeVisible();
    await page.getByRole('heading', { level: 1 }).click();
    await expect(editor.getByRole('progressbar')).toBeVisible();
    release();
    await expect(page.locator('.rh-editor')).toHaveCount(0);
    await expect(await cellOf(page, number, field)).toContainText(picture.name);
    await selectionBar(page, orders).getByRole('button', { name: 'Close Edit' }).click();
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.unrouteAll();
  });
  await test.step('the editor stands and is accessible in every state', async () => {
    const [, , , number = ''] = numbers;
    const picturesTo = process.env['PICTURES'];
    const look = async (state: string) => {
      await expectGoodScreen(page);
      if (picturesTo) await page.screenshot({ path: `${picturesTo}/attachment-${state}-wide.png` });
    };
    const editor = await openEditor(page, number, field);
    await look('empty');
    await drop(page, editor, [{ ...picture, buffer: Buffer.from('no picture') }]);
    await expect(editor.getByRole('alert')).toBeVisible();
    await look('refused');
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/uploads/**', async (route) => {
      await held;
      await route.continue();
    });
    await drop(page, editor, [picture]);
    await expect(editor.getByRole('progressbar')).toBeVisible();
    await look('sending');
    release();
    await expect(page.locator('.rh-editor')).toHaveCount(0);
    await look('draft');
    await page.keyboard.press('F2');
    await expect(editor.getByRole('button', { name: `Remove ${picture.name}` })).toBeVisible();
    await look('chosen');
    await page.keyboard.press('Escape');
    await selectionBar(page, orders).getByRole('button', { name: 'Close Edit' }).click();
    await page.getByRole('button', { name: 'Discard' }).click();
  });
});

test('who may only read opens the file and changes nothing', async ({ page }) => {
  await openOrders(page, field, 'victor');
  const signed = page.getByRole('gridcell', { name: /^Signed PO-/ }).first();
  await signed.click({ position: { x: 2, y: 2 } });
  await page.keyboard.press('F2');
  await expect(page.locator('.rh-editor')).toHaveCount(0);
  await expect(page.locator(':focus')).toHaveText(/^Signed PO-/);
  const download = await downloadBy(page, () => page.keyboard.press('Enter'));
  expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-');
});

test('a new record takes its file with it', async ({ page }) => {
  await enter(page, 'maya', 'purchasing/bills/bills');
  await page.getByRole('button', { name: 'New Record' }).click();
  const form = page.getByRole('form', { name: 'New record' });
  const field = (label: string) => form.getByLabel(label, { exact: true });
  const pick = async (label: string, option: string) => {
    await field(label).fill(option);
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  await field('Record Number *').fill('990101');
  await pick('Status *', 'Open');
  await field('PO Number *').fill('1');
  await pick('Problem Code *', 'None');
  await field('Description *').fill('With its paper');
  await pick('Vendor *', 'Foxglove Apparel');
  await field('Bill number *').fill('B-101');
  const file = picker(page, 'Record File');
  await drop(page, file, [picture]);
  await expect(file.getByRole('alert')).toHaveText('Error! The record file must be a PDF.');
  const asked = page.waitForEvent('filechooser');
  await file.getByRole('button').click();
  await (await asked).setFiles(pdf);
  await expect(file).toContainText('Contract.pdf');
  for (const size of widths) {
    await page.setViewportSize(size);
    await expectGoodScreen(page);
    await file.scrollIntoViewIfNeeded();
    if (process.env['PICTURES'])
      await page.screenshot({ path: `${process.env['PICTURES']}/attachment-form-${size.name}.png` });
  }
  await page.setViewportSize(widths[0]);
  // The draft outlives a reload with its file.
  await page.reload();
  await expect(picker(page, 'Record File')).toContainText('Contract.pdf');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Record 990101 created')).toBeVisible();
  await waitForRows(page, 'Bills');
  expect(await cellText(page, '990101', 'Record File')).toBe('Contract.pdf');
});
