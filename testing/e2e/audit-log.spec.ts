// What happened in the company, as an administrator reads it: by keyboard, on a desk and on a phone.
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { enter } from './enter.ts';
import { expect, expectGoodScreen, test, widths } from './journey.ts';

const address = 'administration/changes/audit-log';

async function makeList(page: Page, name: string): Promise<void> {
  await enter(page, 'ada', 'administration/lists/custom-lists');
  await page.getByRole('button', { name: 'Add list' }).press('Enter');
  await expect(page.getByLabel('Name')).toBeFocused();
  await page.keyboard.type(name);
  await page.getByLabel('Description').pressSequentially('For the audit log');
  await page.getByLabel('Backoffice managed').selectOption('No');
  await page.getByRole('button', { name: 'Add list' }).last().press('Enter');
  await expect(page.getByRole('heading', { name })).toBeVisible();
}

for (const { name, width, height } of widths) {
  test.describe(`${name}, ${width} px`, () => {
    test.use({ viewport: { width, height } });

    test('an administrator finds who made a list, and goes there', async ({ page }) => {
      const list = `Audited ${name}`;
      await makeList(page, list);
      await page.goto(`/adventure-works/${address}`);
      const table = page.getByRole('table', { name: 'Audit log' });
      await expect(table).toBeVisible();
      await expectGoodScreen(page);
      if (name === 'narrow') await page.getByRole('button', { name: 'Filters' }).press('Enter');
      await page.getByRole('combobox', { name: 'What' }).selectOption('Lists');
      await page.getByLabel('Find').press('End');
      await page.keyboard.type(list);
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/kind=LIST&text=Audited/);
      await expect(page.getByRole('status').filter({ hasText: 'One entry' })).toBeVisible();
      await expect(table.getByRole('row').nth(1)).toContainText('Ada Novak');
      await expect(table.getByRole('row').nth(1)).toContainText('Created');
      await table.getByRole('link', { name: `List ${list}` }).press('Enter');
      await expect(page.getByRole('heading', { name: list })).toBeVisible();
      await page.goBack();
      if (name === 'narrow') await page.getByRole('button', { name: 'Filters (2)' }).press('Enter');
      await expect(page.getByLabel('Find')).toHaveValue(list);
      await page.getByRole('button', { name: 'Reset' }).press('Enter');
      await expect(page.getByLabel('Find')).toHaveValue('');
    });
  });
}

test('the entries that are asked for come as a file', async ({ page }) => {
  await makeList(page, 'Audited file');
  await page.goto(`/adventure-works/${address}?text=Audited+file`);
  await expect(page.getByRole('status').filter({ hasText: 'One entry' })).toBeVisible();
  const button = page.getByRole('button', { name: 'Export CSV' });
  await expect(button).toBeEnabled();
  const [download] = await Promise.all([page.waitForEvent('download'), button.press('Enter')]);
  expect(download.suggestedFilename()).toMatch(/^Audit_log_.*\.csv$/);
  const text = await readFile(await download.path(), 'utf8');
  expect(text).toContain('List Audited file,Lists,Name,,Audited file,Created');
});

test('how long it is kept is asked before anything is dropped', async ({ page }) => {
  await enter(page, 'ada', address);
  await page.getByRole('button', { name: /^Kept: / }).press('Enter');
  await page.getByLabel('Keep the audit log').selectOption('10 years');
  await expectGoodScreen(page);
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
  const question = page.getByRole('dialog', { name: 'Keep the audit log for 10 years?' });
  await expect(question).toContainText('No entry is that old now.');
  await question.getByRole('button', { name: 'Cancel' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Kept: forever', includeHidden: true })).toHaveCount(1);
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
  await question.getByRole('button', { name: 'Keep so long' }).press('Enter');
  await expect(page.getByText('Changes Saved!', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Kept: 10 years' })).toBeVisible();
  await page.getByRole('button', { name: 'Kept: 10 years' }).press('Enter');
  await page.getByLabel('Keep the audit log').selectOption('Forever');
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
  await expect(page.getByRole('button', { name: 'Kept: forever' })).toBeVisible();
});
