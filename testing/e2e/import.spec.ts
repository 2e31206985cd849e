// A file of records, imported in the browser: into a new company, with faults in it, and by keyboard alone.
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { enterAs } from './enter.ts';
import { gridOf } from './grid-cells.ts';
import { expect, expectGoodScreen, test } from './journey.ts';
import { aNewCompany } from './own-people.ts';

const type = 'Sales orders';
const dialog = (page: Page) => page.getByRole('dialog', { name: `Import into ${type}` });
const changes = (page: Page) => page.getByRole('list', { name: 'Bulk changes' }).getByRole('listitem');
const csv = (lines: readonly string[]) => ({
  name: 'orders.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.join('\r\n')),
});

/** A type made from a template, and its grid, which is empty. */
async function openEmptyGrid(page: Page): Promise<void> {
  await enterAs(page, 'hugo', await aNewCompany(), 'dashboard');
  await page.getByRole('button', { name: /^Create \d record type/ }).press('Enter');
  const menu = page.getByRole('navigation', { name: 'Main' });
  await menu.getByRole('link', { name: type }).press('Enter');
  await expect(page.getByText('No records yet')).toBeVisible();
}

const header = 'Record Number,Status,Customer,Description';

test('a type is made from a template, a file is imported into its empty grid and found there', async ({
  page,
}) => {
  await openEmptyGrid(page);
  await expectGoodScreen(page);
  await page.getByRole('button', { name: 'Import a file' }).click();
  await expect(dialog(page)).toBeVisible();
  await expectGoodScreen(page);
  const rows = Array.from(
    { length: 40 },
    (_, index) => `${10_248 + index},Draft,Customer ${index},Order ${index}`,
  );
  await dialog(page)
    .getByLabel('Choose a file')
    .setInputFiles(csv([header, ...rows]));
  await expect(dialog(page).getByRole('status')).toHaveText('40 will be made.');
  await expect(dialog(page).getByLabel('Customer goes to')).toHaveValue(/^f\d+$/);
  await expect(dialog(page).getByLabel('Separator')).toHaveValue(',');
  await expectGoodScreen(page);
  await dialog(page).getByRole('button', { name: 'Import 40 records' }).click();
  await expect(changes(page).first()).toContainText('Imported 40 records from orders.csv');
  await expect(page.locator('h1 + div')).toContainText('40');
  await page.getByRole('searchbox').fill('Customer 17');
  await page.keyboard.press('Enter');
  await expect(gridOf(page, type).getByRole('row').nth(1)).toContainText('10265');

  await changes(page)
    .first()
    .getByRole('button', { name: /^Undo: / })
    .click();
  await expect(changes(page).first()).toContainText('Undid the import of 40 records from orders.csv');
  await expect(page.getByText('No records match')).toBeVisible();
});

test('of a file with faults each is told with its row, the others come in, and the faulty rows come back as a file', async ({
  page,
}) => {
  await openEmptyGrid(page);
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await dialog(page)
    .getByLabel('Choose a file')
    .setInputFiles(
      csv([
        header,
        '1,Draft,One,First',
        '1a,Draft,Two,Second',
        '3,Nothing,Three,=1+1',
        '1,Draft,Four,Fourth',
        '5,Draft,Five,Fifth',
      ]),
    );
  await expect(dialog(page).getByRole('status')).toHaveText('2 will be made, 3 cannot.');
  const faults = dialog(page).getByRole('region', { name: 'Rows that cannot be imported' });
  await expect(faults).toContainText("has no status 'Nothing'");
  await expect(faults).toContainText('A row further up has this record number already.');
  const first = dialog(page).getByRole('region', { name: 'First rows' });
  await expect(first.getByRole('row').nth(3)).toContainText(
    "NothingStatus: Sales orders has no status 'Nothing'.",
  );
  await faults.getByRole('button', { name: /^Show the rows: Status/ }).press('Enter');
  const rows = dialog(page).getByRole('region', { name: /^Rows: Status/ });
  await expect(rows.getByRole('row').nth(1)).toContainText('4');
  await expectGoodScreen(page);
  const downloading = page.waitForEvent('download');
  await dialog(page).getByRole('button', { name: 'Download these rows' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('rejected-orders.csv');
  const text = await readFile(await download.path(), 'utf8');
  expect(text).toContain('Rejected row,Rejected because,Record Number,Status,Customer,Description');
  // What a spreadsheet would run is text in it.
  expect(text).toContain("'=1+1");
  await dialog(page).getByRole('button', { name: 'Import 2 records' }).click();
  await expect(changes(page).first()).toContainText('3 could not be imported');
  await changes(page)
    .first()
    .getByRole('button', { name: /^Report: / })
    .click();
  const report = page.getByRole('dialog', { name: 'Imported 2 records from orders.csv' });
  await expect(report.getByRole('region', { name: 'Rows that could not be imported' })).toContainText(
    'A row further up has this record number already.',
  );
  await report.getByRole('button', { name: /^Show the rows: Status/ }).press('Enter');
  await expect(report.getByRole('region', { name: /^Rows: Status/ })).toContainText('Nothing');
  await expectGoodScreen(page);
});

test('by keyboard alone, on a narrow screen, a file is chosen, its columns are given fields and it is imported', async ({
  page,
}) => {
  await openEmptyGrid(page);
  await page.setViewportSize({ width: 320, height: 720 });
  await page.getByRole('button', { name: 'Import a file' }).press('Enter');
  await expect(dialog(page).getByRole('button', { name: 'Choose a file' })).toBeFocused();
  await expectGoodScreen(page);
  const choosing = page.waitForEvent('filechooser');
  await dialog(page).getByRole('button', { name: 'Choose a file' }).press('Enter');
  await (await choosing).setFiles(csv(['No;State;Who', '7;Draft;Hanari', '8;Draft;Vins']));
  await expect(dialog(page).getByRole('alert')).toContainText('No column goes to a field.');
  await expect(dialog(page).getByRole('group', { name: 'Chosen file' })).toBeFocused();
  await expect(page.locator(':focus')).toHaveCSS('outline-style', 'solid');
  for (const [column, letters] of [
    ['No', 'Record N'],
    ['State', 'Status'],
    ['Who', 'Customer'],
  ] as const) {
    await dialog(page).getByLabel(`${column} goes to`, { exact: true }).focus();
    await page.keyboard.type(letters);
    await expect(dialog(page).getByLabel(`${column} goes to`, { exact: true })).not.toHaveValue('');
    // The whole choice, and not the edge of it: nothing is scrolled to the side for it.
    await expect(dialog(page).getByLabel(`${column} goes to`, { exact: true })).toBeInViewport({ ratio: 1 });
  }
  const start = dialog(page).getByRole('button', { name: 'Import 2 records' });
  await expect(start).toBeEnabled();
  await expectGoodScreen(page);
  await start.press('Enter');
  await expect(changes(page).first()).toContainText('Imported 2 records from orders.csv');
  await expect(page.getByText('Hanari').first()).toBeVisible();
});
