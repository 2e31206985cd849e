// Lines of an order from a table and from an earlier order, by keyboard.
import type { Page } from '@playwright/test';
import { enter } from './enter.ts';
import { expect, expectGoodScreen, test } from './journey.ts';

const address = 'dealers/entry/order-entry';

async function chooseOpportunity(page: Page, words: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Opportunity' }).press('End');
  await page.keyboard.type(words);
  await expect(page.getByText(/^1 of \d+ opportunities/)).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Dealer ID' })).toBeFocused();
}

const section = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Sections' }).getByRole('button', { name });

test.describe('at a desk', () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test('pasted lines come in, and what is not known is put right by one key', async ({ page }) => {
    await enter(page, 'noah', address);
    await chooseOpportunity(page, 'race team pedal');
    await section(page, 'Options').press('Enter');
    await page.getByRole('button', { name: 'Paste lines or a file' }).press('Enter');
    await expect(page.getByRole('textbox', { name: 'Paste cells from a spreadsheet' })).toBeFocused();
    await page.keyboard.type('Item;Qty\naxle b 110MM;4\nHydraulc disk;2\nZZ-9;1\nRim;two');
    await expect(page.getByText('2 items are not known. You put them right next.')).toBeVisible();
    await expect(
      page.getByText('Row 5: two is no quantity: it is a whole number from 1 to 99,999.'),
    ).toBeVisible();
    await expectGoodScreen(page);
    await page.getByRole('button', { name: 'Add 3 lines' }).press('Enter');
    await expect(page.getByRole('textbox', { name: 'Quantity of Axle B, 110 mm' })).toHaveValue('4');
    const unknown = page.getByRole('list', { name: 'Items that are not known' });
    await expect(unknown.getByRole('listitem')).toHaveCount(2);
    await expectGoodScreen(page);

    await expect(unknown.getByText('Nothing comes near.')).toBeVisible();
    await unknown
      .getByRole('button', { name: /^Hydraulc disk: take/ })
      .first()
      .press('1');
    await expect(unknown.getByRole('listitem')).toHaveCount(1);
    await expect(unknown.getByRole('button', { name: 'ZZ-9: leave out' })).toBeFocused();
    await page.keyboard.press('Delete');
    await expect(unknown).toHaveCount(0);
  });
});
