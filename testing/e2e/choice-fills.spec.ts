// A product that is chosen in a line fills its number and its price, and the totals follow; before and after it is saved.
import type { Locator, Page } from '@playwright/test';
import { demoPassword, demoPeople } from '@rowhouse/server/seed/demo/people.ts';
import { enterCompany } from './enter.ts';
import { expect, expectGoodScreen, expectSaved, test, widths } from './journey.ts';

const account = { email: demoPeople.nadia.email, password: demoPassword };
/** Cloudberry Preserve and Dark Rye Loaf, as the demo has them. */
const preserve = { name: 'Cloudberry Preserve', number: 'NW-107', price: '12.90' };
const loaf = { name: 'Dark Rye Loaf', number: 'NW-108', price: '4.20' };

/** The lines of one order; each journey has orders of its own. */
async function openLines(page: Page, recordNumber: number, isWide: boolean): Promise<Locator> {
  await enterCompany(page, account, 'northwind', `sales/orders/orders?search=${recordNumber}`);
  if (isWide) await page.getByRole('button', { name: `Details of record ${recordNumber}` }).click();
  else {
    await page.getByRole('link', { name: String(recordNumber) }).click();
    await page.getByRole('button', { name: 'Details', exact: true }).click();
  }
  const panel = page.getByRole('region', { name: `Order details of record ${recordNumber}` });
  await expect(panel.getByRole(isWide ? 'grid' : 'list')).not.toHaveAttribute('aria-busy');
  return panel;
}

/** What the first line shows under a header. */
async function first(panel: Locator, header: string | RegExp): Promise<Locator> {
  const index = await panel.getByRole('columnheader', { name: header }).getAttribute('aria-colindex');
  return panel.locator(`[role=gridcell][aria-colindex="${index}"]`).first();
}
const button = (within: Locator, name: string) => within.getByRole('button', { name, exact: true });

for (const [at, { name, width, height }] of widths.entries())
  test(`a chosen product fills its line, and can be changed and taken back, ${name}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    const isWide = name === 'wide';
    const panel = await openLines(page, 20_230 + at, isWide);
    const expectLine = async ({ number, price }: typeof loaf, total: string) => {
      if (isWide) {
        await expect(await first(panel, 'Product number')).toHaveText(number);
        await expect(await first(panel, /^Unit price/)).toContainText(price);
        await expect(await first(panel, /^Line total/)).toContainText(total);
      } else
        for (const shown of [number, price, total])
          await expect(panel.getByRole('list')).toContainText(shown);
    };
    /** By the key that takes what is marked, or by a press on it. */
    const choose = async (product: string, key: string) => {
      const input = page.getByRole('combobox', { name: /^Product/ });
      if (!isWide) await input.click();
      await input.pressSequentially(product);
      const option = page.getByRole('option', { name: new RegExp(product) });
      await expect(option).toBeVisible();
      if (isWide) await page.keyboard.press(key);
      else await option.click();
    };
    /** On a phone a line is a sheet over the panel, with buttons of its own. */
    const line = isWide ? panel : page.getByRole('dialog').last();
    // What a product fills is asked for when a line is first in edit, and an editor that is open by then is left as it is.
    const filling = page.waitForResponse((one) =>
      (one.request().postData() ?? '').includes('FindObjectsOfLists'),
    );
    await button(panel, 'Add Line Item').click();
    await filling;
    await choose('Cloudberry', 'Tab');
    await expect(page.getByRole('textbox', { name: 'Product number' })).toHaveValue(preserve.number);
    if (isWide) {
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
    } else await page.getByRole('textbox', { name: /^Quantity/ }).click();
    await page.keyboard.type('3');
    if (isWide) await page.keyboard.press('Enter');
    else await button(line, 'Close').click();
    await expectLine(preserve, '38.70');
    await expectGoodScreen(page);
    await button(panel, 'Save').click();
    await expectSaved(page);

    // Another product: what stands there is filled over, and to cancel takes all of it back.
    await panel.getByRole('button', { name: /^Edit line 1\b/ }).click();
    await choose('Dark Rye', 'Enter');
    if (!isWide) await button(line, 'Close').click();
    await expectLine(loaf, '12.60');
    await button(panel, 'Cancel').click();
    await expectLine(preserve, '38.70');
  });

test('an administrator says what a choice fills, and the designer offers what fits alone', async ({
  page,
}) => {
  await enterCompany(
    page,
    { email: demoPeople.ada.email, password: demoPassword },
    'northwind',
    'administration/data/record-types',
  );
  await page.getByRole('button', { name: /^Orders/ }).click();
  await page.getByRole('tab', { name: /^Line items/ }).click();
  await page
    .getByRole('list', { name: 'Fields of Order details', exact: true })
    .getByRole('button', { name: /^Product\b(?! number)/ })
    .first()
    .click();
  const fills = page.getByRole('region', { name: 'When a value is chosen' });
  const ofPrice = fills.getByRole('group', { name: 'Fill Unit price' });
  await expect(ofPrice.getByRole('combobox', { name: 'With' }).locator('option')).toHaveText(['Unit price']);
  await expect(
    fills
      .getByRole('group', { name: 'Fill Product number' })
      .getByRole('combobox', { name: 'With' })
      .locator('option'),
  ).toHaveText(['Name', 'Number']);
  await fills.getByRole('button', { name: 'Fill a field…' }).click();
  await expect(fills.getByRole('group')).toHaveCount(3);
  await expectGoodScreen(page);
});
