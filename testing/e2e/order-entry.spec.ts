// An order of a dealer, by keyboard: from an opportunity to its number, and a draft that is still there.
import type { Page } from '@playwright/test';
import { answerOperations } from './answer-operations.ts';
import { enter, enterAs } from './enter.ts';
import { expect, expectGoodAtBothWidths, expectGoodScreen, expectSaved, test } from './journey.ts';
import { aNewCompany } from './own-people.ts';

const address = 'dealers/entry/order-entry';

const png = Buffer.from('\u0089PNG\r\n\u001a\nand the rest of a picture', 'latin1');
const search = (page: Page) => page.getByRole('combobox', { name: 'Opportunity' });
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

/** F8 leads to the next open point, which is this one. */
async function answer(page: Page, name: string, text: string): Promise<void> {
  await page.keyboard.press('F8');
  await expect(page.locator(':focus')).toHaveAccessibleName(name);
  await page.keyboard.type(text);
}

/** Who orders, whereto, and who takes it in there: what every form asks. */
async function answerWhoAndWhere(page: Page): Promise<void> {
  for (const who of ['Order Contact', 'Dealer Sales Person']) {
    await answer(page, `${who} First Name`, 'Dana');
    await answer(page, `${who} Last Name`, 'Whitfield');
    await answer(page, `${who} Phone`, '2065550142');
    await answer(page, `${who} Email`, 'dana@example.com');
  }
  await answer(page, 'Company Name', 'Harbor Cycle Works');
  await answer(page, 'Address 1', '14 Foundry Road');
  await answer(page, 'City', 'Seattle');
  await answer(page, 'State', 'WA');
  await answer(page, 'Postal Code', '98101');
  await answer(page, 'Country', 'United States');
  for (const who of ['Delivery Contact 1', 'Delivery Contact 2']) {
    await answer(page, `${who} First Name`, 'Sam');
    await answer(page, `${who} Phone`, '2065550143');
    await answer(page, `${who} Email`, 'sam@example.com');
  }
  await answer(page, 'Destination Type', 'Store');
}

test.describe('at a desk', () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test('a whole order is entered and submitted by keyboard alone', async ({ page }) => {
    await enter(page, 'noah', address);
    await search(page).press('End');
    await page.keyboard.type('race team pedal');
    await expect(page.getByText(/^1 of \d+ opportunities/)).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(field(page, 'Dealer ID')).toBeFocused();
    await expect(field(page, 'Dealer ID')).toHaveValue(/^104\d\d$/);

    await answer(page, 'PO Number', '4500118');
    // Away from its field a sentence names it.
    await field(page, 'Order Contact Email').pressSequentially('dana@');
    await field(page, 'PO Number').focus();
    const points = page.getByRole('list', { name: 'Open points' });
    await expect(points.getByRole('button', { name: /^Order Contact Email: Invalid/ })).toBeVisible();
    await field(page, 'Order Contact Email').clear();
    await field(page, 'PO Number').focus();
    await answerWhoAndWhere(page);
    await page.getByRole('checkbox', { name: 'Monday' }).press('Space');
    await expectGoodScreen(page);
    await answer(page, 'Pricing Program', 'Dealer');
    await answer(page, 'Billing', 'Net 30');
    await expect(page.getByText('Nothing is left to be filled in.')).toBeVisible();

    await page
      .getByRole('navigation', { name: 'Sections' })
      .getByRole('button', { name: 'Options' })
      .press('Enter');
    await page.getByRole('checkbox', { name: 'Axle B, 110 mm' }).press('Space');
    await page.getByRole('textbox', { name: 'Quantity of Axle B, 110 mm' }).press('End');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('4');
    await expect(page.getByText('192.00', { exact: true })).toBeVisible();
    await expectGoodScreen(page);

    await page
      .getByRole('navigation', { name: 'Sections' })
      .getByRole('button', { name: 'Attachments' })
      .press('Enter');
    await page
      .getByRole('region', { name: 'Attachments' })
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'Frame.png', mimeType: 'image/png', buffer: png });
    await expect(page.getByRole('button', { name: 'Remove Frame.png' })).toBeVisible();
    await expectGoodScreen(page);

    // What the server alone knows of a line: the sentence names it, its section opens, and nothing of the order is lost.
    const quantity = page.getByRole('textbox', { name: 'Quantity of Axle B, 110 mm' });
    await expect(quantity).toBeHidden();
    const refused = 'Axle B, 110 mm: Price is required when Option equals Axle B, 110 mm.';
    await page.route('**/graphql', (route) =>
      answerOperations(
        route,
        (document) => document.includes('mutation SubmitOrder'),
        () => ({ errors: [{ message: refused, extensions: { code: 'INVALID', field: 'lines.0' } }] }),
      ),
    );
    await page.keyboard.press('Control+Enter');
    await expect(page.getByText(refused)).toBeVisible();
    await expect(quantity).toHaveValue('4');
    await expectGoodScreen(page);
    await page.unroute('**/graphql');

    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('heading', { name: /^Order \d+ was submitted$/ })).toBeFocused();
    await expectGoodScreen(page);
    await page.getByRole('link', { name: 'Open the record' }).press('Enter');
    await expect(page.getByRole('heading', { name: 'Dealer orders', level: 1 })).toBeVisible();
    await expect(page.getByRole('gridcell', { name: /^SPA-207/ })).toBeVisible();

    await enter(page, 'noah', address);
    await page.getByRole('button', { name: 'Order again' }).press('Enter');
    const orders = page.getByRole('list', { name: 'Your last orders' });
    await expectGoodScreen(page);
    await orders
      .getByRole('button', { name: /PO 4500118/ })
      .first()
      .press('Enter');
    await expect(page.getByRole('textbox', { name: 'Quantity of Axle B, 110 mm' })).toHaveValue('4');
    await expectGoodScreen(page);
  });

  test('an administrator sees by row what is wrong with a file, and the one that stands stays', async ({
    page,
  }) => {
    await enter(page, 'ada', address);
    await page.getByRole('tab', { name: 'Files' }).click();
    await expect(page.getByText(/^dealer-options\.csv: \d+ options/)).toBeVisible();
    await page.getByLabel('File of options').setInputFiles({
      name: 'May.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(
        'opportunityId,customer,option,tenant_id\nSPA-1,Harbor,Rim,999999\nSPA-1,Harbor,"Disc',
      ),
    });
    const rows = page.getByRole('region', { name: 'What is wrong with May.csv' }).getByRole('row');
    await expect(rows).toHaveCount(3);
    await expect(rows.nth(1)).toContainText('tenant_id must be');
    await expect(rows.nth(2)).toContainText('A quote in this row is never closed.');
    await expect(page.getByText(/^dealer-options\.csv: \d+ options/)).toBeVisible();
    await expectGoodScreen(page);
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 320, height: 720 } });

  test('an empty company comes to its first order without typing the names of fields', async ({ page }) => {
    const company = await aNewCompany();
    const press = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();
    await enterAs(page, 'hugo', company, 'dashboard');
    await press('Start empty');
    await expect(page.getByText('You started empty.')).toBeVisible();

    await enterAs(page, 'hugo', company, 'administration/data/record-types');
    await press('Add record type');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Sales orders');
    await page.getByLabel('Name of the section').fill('Sales');
    await page.getByRole('dialog').getByRole('button', { name: 'Add record type' }).click();
    await expect(page.getByRole('heading', { name: 'Sales orders', exact: true })).toBeVisible();

    await enterAs(page, 'hugo', company, 'administration/navigation/menus');
    await press('Add an item to Sales');
    await page.getByLabel('Name').fill('Order entry');
    await page.getByLabel('Leads to').selectOption('Page: Order entry');
    await press('Done');
    await press('Save menu');
    await expectSaved(page);

    await enterAs(page, 'hugo', company, 'records/sales/order-entry');
    await page.getByRole('tab', { name: 'Forms' }).click();
    await press('Add form');
    const dialog = page.getByRole('dialog', { name: 'Add a form' });
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Dealers');
    await dialog.getByRole('checkbox', { name: 'Opportunity and Dealer ID' }).uncheck();
    await expect(
      dialog.getByText(/^Sales orders has no fields for 22 of these questions: Order Contact/),
    ).toBeVisible();
    await expectGoodAtBothWidths(page);
    await dialog.getByRole('button', { name: 'Add 22 fields' }).press('Enter');
    await expect(dialog.getByRole('status')).toContainText(
      'Added to Sales orders: Order Contact First Name,',
    );
    await expect(dialog.getByRole('status')).toBeFocused();
    await expectGoodAtBothWidths(page);
    await dialog.getByRole('button', { name: 'Add form' }).click();
    await expect(page.getByRole('heading', { name: 'Dealers' })).toBeVisible();

    await page.getByRole('tab', { name: 'New order' }).click();
    await expect(field(page, 'PO Number')).toBeVisible();
    await answer(page, 'PO Number', '4500118');
    await answerWhoAndWhere(page);
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('heading', { name: 'Order 1 was submitted' })).toBeFocused();
  });

  test('what is missing is told beside its field and together, and a reload keeps what was typed', async ({
    page,
  }) => {
    await enter(page, 'iris', address);
    await search(page).press('End');
    await page.keyboard.type('winter stock');
    await expect(page.getByText(/^\d+ of \d+ opportunities/)).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(field(page, 'Dealer ID')).toBeFocused();
    await answer(page, 'PO Number', '77');
    await answer(page, 'Order Contact First Name', 'Iris');
    await page.keyboard.press('Control+Enter');
    await expect(field(page, 'Order Contact Last Name')).toBeFocused();
    await expect(field(page, 'Order Contact Last Name')).toHaveAccessibleDescription(
      'Order Contact Last Name is required',
    );
    await expect(page.getByRole('button', { name: 'Next open point' })).toBeVisible();
    await expectGoodScreen(page);

    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await expect(field(page, 'PO Number')).toHaveValue('77');
    await expect(field(page, 'Order Contact First Name')).toHaveValue('Iris');
    await page
      .getByRole('navigation', { name: 'Sections' })
      .getByRole('button', { name: 'Opportunity' })
      .press('Enter');
    await expect(page.getByRole('button', { name: 'Choose another' })).toBeFocused();

    // A second window is for a second order, and neither takes the other's place.
    const second = await page.context().newPage();
    await second.goto(`/adventure-works/${address}`);
    await expect(
      second.getByText(
        'Another window has an order that is not submitted. This is a new one; both are kept.',
      ),
    ).toBeVisible();
    await expect(second.getByRole('button', { name: 'Choose another' })).toHaveCount(0);
    await search(second).press('End');
    await second.keyboard.type('winter stock');
    await second.keyboard.press('Enter');
    await answer(second, 'PO Number', '78');
    for (const [window, number] of [
      [second, '78'],
      [page, '77'],
    ] as const) {
      window.once('dialog', (dialog) => void dialog.accept());
      await window.reload();
      await expect(field(window, 'PO Number')).toHaveValue(number);
    }
  });
});
