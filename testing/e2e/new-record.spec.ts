import type { Page } from '@playwright/test';
import { openFromMenu } from './between-steps.ts';
import { enter } from './enter.ts';
import { expect, expectGoodAtBothWidths, expectGoodScreen, test, widths } from './journey.ts';

const bills = 'purchasing/bills/bills';

async function openForm(page: Page): Promise<void> {
  await enter(page, 'maya', bills);
  await startNew(page);
}

/** From the grid. */
async function startNew(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New Record' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'New record' })).toBeVisible();
  await expect(page.getByRole('form', { name: 'New record' })).toBeVisible();
}

/** Back to the grid. */
async function discard(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Discard' }).click();
  const question = page.getByRole('dialog', { name: 'Are you sure you want to discard your changes?' });
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('form')).toHaveCount(0);
}

const field = (page: Page, label: string) => page.getByRole('form').getByLabel(label, { exact: true });

async function pick(page: Page, label: string, option: string): Promise<void> {
  await field(page, label).fill(option);
  await page.getByRole('option', { name: option, exact: true }).click();
}

async function fill(page: Page, number: string): Promise<void> {
  await field(page, 'Record Number *').fill(number);
  await pick(page, 'Status *', 'Open');
  await field(page, 'PO Number *').fill('7420');
  await pick(page, 'Problem Code *', 'None');
  await field(page, 'Description *').fill('Spokes and rims');
  await pick(page, 'Vendor *', 'Foxglove Apparel');
  await field(page, 'Bill number *').fill('B-1');
  await field(page, 'Total due (USD)').fill('1984.5');
}

async function leaveFor(page: Page, link: string): Promise<void> {
  await page.getByRole('link', { name: link }).click();
  await page.getByRole('dialog', { name: 'Leave this page?' }).getByRole('button', { name: 'Leave' }).click();
}

test('bills are written down, with the mouse and with the keyboard alone, and drafts are kept', async ({
  page,
}) => {
  await enter(page, 'maya', bills);
  await test.step('a bill is written down and stands in the grid', async () => {
    await startNew(page);
    await fill(page, '990001');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Record 990001 created', { exact: true })).toBeVisible();
    await expect(page).toHaveURL(`/adventure-works/${bills}`);
    const row = page.getByRole('row').nth(1);
    await expect(row).toContainText('990001');
    await expect(row).toContainText('Foxglove Apparel');
  });
  await test.step('a bill is written down with the keyboard alone', async () => {
    await page.getByRole('button', { name: 'New Record' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('form', { name: 'New record' })).toBeVisible();
    await field(page, 'Record Number *').focus();
    const type = (text: string) => page.keyboard.type(text);
    const choose = async (text: string) => {
      await type(text);
      await expect(page.getByRole('option', { name: text, exact: true })).toBeVisible();
      await page.keyboard.press('Enter');
    };
    const next = () => page.keyboard.press('Tab');
    await type('990003');
    await next();
    await type('Typed');
    await next();
    await choose('Open');
    await next();
    await choose('None');
    await goTo(page, 'PO Number *');
    await type('7421');
    await goTo(page, 'Vendor *');
    await choose('Foxglove Apparel');
    await next();
    await type('B-3');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Record 990003 created')).toBeVisible();
  });
  await test.step('what is missing or wrong is said at its field, and the first one is focused', async () => {
    await startNew(page);
    await page.getByRole('button', { name: 'Save' }).click();
    for (const sentence of [
      'Record number is a required field',
      'Status is a required field',
      'PO Number is a required field',
      'Problem Code is a required field',
      'Description is a required field',
      'Vendor is required',
      'Bill number is required',
    ])
      await expect(page.getByText(sentence, { exact: true })).toBeVisible();
    await expect(field(page, 'Record Number *')).toBeFocused();

    await field(page, 'Record Number *').fill('PO-1');
    await expect(page.getByText('Record number have to be a valid number')).toBeVisible();
    await field(page, 'PO Number *').fill('one');
    await expect(page.getByText('PO Number have to be a valid number')).toBeVisible();
    await field(page, 'Record Date *').fill('12/31/2099');
    await expect(page.getByText('Record Date must be earlier than today')).toBeVisible();
    await field(page, 'Record Date *').fill('02/31/2026');
    await expect(page.getByText('Invalid date format. Write MM/DD/YYYY, such as 12/31/2026.')).toBeVisible();
    await discard(page);
  });
  await test.step('the draft outlives a reload, and goes when it is discarded', async () => {
    await startNew(page);
    await fill(page, '990002');
    await page.reload();
    await expect(field(page, 'Description *')).toHaveValue('Spokes and rims');
    await expect(field(page, 'Status *')).toHaveValue('Open');
    await expect(field(page, 'Total due (USD)')).toHaveValue('1,984.50');
    await page.getByRole('button', { name: 'Discard' }).click();
    const question = page.getByRole('dialog', { name: 'Are you sure you want to discard your changes?' });
    await question.getByRole('button', { name: 'Discard' }).click();
    await expect(page).toHaveURL(`/adventure-works/${bills}`);
    await page.getByRole('button', { name: 'New Record' }).click();
    await expect(field(page, 'Description *')).toHaveValue('');
  });
});

test('a record is duplicated with its lines, and a number that is there already is asked about', async ({
  page,
}) => {
  const filters = JSON.stringify([['AND', 'recordNumber', 'equals', '7360']]);
  await enter(page, 'maya', `purchasing/orders/purchase-orders?filters=${encodeURIComponent(filters)}`);
  await page.getByRole('button', { name: 'Actions for record 7360' }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await expect(page.getByText('a copy of record 7360')).toBeVisible();
  await expect(field(page, 'Record Number *')).toHaveValue('');
  await expect(field(page, 'Description *')).not.toHaveValue('');
  await expect(page.getByLabel(/^With its \d+ lines?$/)).toBeChecked();
  await field(page, 'Record Number *').pressSequentially('7360');
  await expect(page.getByText('There is already a record 7360.')).toBeVisible();
  await expectGoodScreen(page);
  await page.getByRole('button', { name: 'Save' }).click();
  const question = page.getByRole('dialog', { name: 'There is already a record 7360. Save anyway?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await field(page, 'Record Number *').fill('');
  await field(page, 'Record Number *').pressSequentially('990360');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Record 990360 created. The current filter does not show it.')).toBeVisible();
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^990360\b/ })).toBeVisible();
  await openFromMenu(page, 'Purchase orders');
  await page.getByRole('searchbox').fill('990360');
  await page.getByRole('button', { name: 'Details of record 990360' }).click();
  const panel = page.getByRole('region', { name: 'Order lines of record 990360' });
  await expect(panel.locator('[data-row="0"]')).toBeVisible();
});

test('what a role may only read is not in the form, and what is hidden is not either', async ({ page }) => {
  await enter(page, 'noah', bills);
  await page.getByRole('button', { name: 'New Record' }).click();
  await expect(field(page, 'Subtotal (USD)')).toBeVisible();
  for (const label of ['Tax (USD)', 'Freight (USD)', 'Total due (USD)', 'Discount taken'])
    await expect(field(page, label)).toHaveCount(0);
});

test('forms are left and come back to, numbers are read, and an order is made with its lines', async ({
  page,
}) => {
  await test.step('a type that is not there is said to be so', async () => {
    await enter(page, 'maya', 'create-record?recordTypeId=999999');
    await expect(page.getByText('There is no such record type')).toBeVisible();
    await page.getByRole('button', { name: 'Go back' }).click();
    await expect(page).toHaveURL('/adventure-works/dashboard');
  });
  await test.step('who leaves the form and comes back finds what was typed', async () => {
    await page.getByRole('link', { name: 'Bills', exact: true }).click();
    await startNew(page);
    await field(page, 'Description *').fill('Half a sen');
    await leaveFor(page, 'Dashboard');
    await expect(page.getByRole('heading', { level: 1, name: /^Good / })).toBeVisible();
    await page.goBack();
    await expect(field(page, 'Description *')).toHaveValue('Half a sen');
    await expect(page.getByText('1 field filled. Your draft is kept.')).toBeVisible();
    await leaveFor(page, 'Purchase orders');
    await page.getByRole('button', { name: 'New Record' }).click();
    await expect(field(page, 'Description *'), 'a draft belongs to its type').toHaveValue('');
  });
  await test.step('a number is read whole or refused, and never becomes another one', async () => {
    const typed: readonly (readonly [field: string, keys: string, shown: string, sentence: string])[] = [
      ['Record Number *', '7420.5', '7420.5', 'Record number have to be a valid number'],
      ['Record Number *', '7,420', '7420', ''],
      ['Revision', '1.5', '1.5', 'Should be a whole number'],
      ['Revision', '1,234.56', '1,234.56', 'Should be a whole number'],
      ['Revision', '1.000', '1.000', 'Write 1000 or 1,000: behind a point stand decimals.'],
      ['Revision', '12.0', '12', ''],
      ['Revision', '1,234', '1234', ''],
      ['Subtotal (USD)', '1.234,56', '1.234,56', 'Write 1234.56: two decimals, a point before them.'],
      ['Subtotal (USD)', '1.500', '1.500', '1.500 can be read in two ways: write 1500 or 1.50.'],
      ['Subtotal (USD)', '$1,234.567', '$1,234.567', 'Write 1234.56: two decimals, a point before them.'],
      ['Subtotal (USD)', '$5', '5.00', ''],
      ['Subtotal (USD)', '1,234.5', '1,234.50', ''],
      ['Weight (kg)', '1,5', '1,5', 'Write 1234.56: a point before the decimals.'],
      ['Weight (kg)', '1e5', '1e5', 'Should be numeric. Write digits, such as 1250.75.'],
      ['Weight (kg)', '.125', '0.125', ''],
      ['Vendor phone', '12065550199', '(206) 555-0199', ''],
      ['Vendor phone', '0123456789', '0123456789', 'Should be a whole phone number'],
      ['Vendor phone', '+12065550199', '(206) 555-0199', ''],
      ['Vendor phone', '+49 30 1234567', '301234567', ''],
    ];
    for (const [name, keys, shown, sentence] of typed) {
      const input = field(page, name);
      // By Tab, as all of what stands there is selected then.
      await input.focus();
      await page.keyboard.press('Shift+Tab');
      await page.keyboard.press('Tab');
      await input.pressSequentially(keys);
      await expect(input, `${name} while ${keys} is typed`).toHaveValue(keys);
      await page.keyboard.press('Tab');
      await expect(input, `${name} after ${keys}`).toHaveValue(shown);
      await expect(input).toHaveAccessibleDescription(sentence);
    }
    await expect(field(page, 'Country code of Vendor phone')).toHaveValue('DE');
    await discard(page);
  });
  await test.step('an order is made with its lines, which stand in the order in which they were written', async () => {
    await page.getByRole('button', { name: 'New Record' }).click();
    await field(page, 'Record Number *').fill('990361');
    await field(page, 'Description *').fill('Bolts and more bolts');
    await pick(page, 'Status *', 'Pending');
    await pick(page, 'Problem Code *', 'None');
    await field(page, 'PO Number *').fill('7420');
    await pick(page, 'Vendor *', 'Foxglove Apparel');
    await field(page, 'Order date *').fill('11/20/2026');
    const lines = page.getByRole('region', { name: 'Order lines of the new record' });
    for (const ordered of ['6', '12']) {
      await lines.getByRole('button', { name: 'Add Line Item' }).first().click();
      await page.getByRole('combobox', { name: /^Product/ }).fill('Hex Bolt');
      await page.keyboard.press('Tab');
      await page.keyboard.type('HB-6030');
      await page.keyboard.press('Tab');
      await page.keyboard.type(ordered);
      await page.keyboard.press('Enter');
    }
    // One in which nothing is written is not sent.
    await lines.getByRole('button', { name: 'Add Line Item' }).first().click();
    await page.keyboard.press('Escape');
    await expectGoodScreen(page);
    await page.reload();
    await expect(lines.locator('[data-row="1"]')).toBeVisible();
    await page.keyboard.press('Control+s');
    await expect(page.getByText('Record 990361 created')).toBeVisible();
    await page.getByRole('searchbox').fill('990361');
    await page.getByRole('button', { name: 'Details of record 990361' }).click();
    const panel = page.getByRole('region', { name: 'Order lines of record 990361' });
    await expect(panel.locator('[data-row="0"]')).toContainText('6');
    await expect(panel.locator('[data-row="1"]')).toContainText('12');
    await expect(panel.locator('[data-row="2"]')).toHaveCount(0);
  });
});

async function goTo(page: Page, label: string): Promise<void> {
  for (let presses = 0; presses < 12; presses += 1) {
    if (await field(page, label).evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
}

test('who may not create gets no form', async ({ page }) => {
  await enter(page, 'victor', 'create-record?recordTypeId=3');
  await expect(page.getByText('Your role cannot create records of this type.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 320, height: 720 } });

  test('on a phone the form is accessible, and an order is made by keys', async ({ page }) => {
    await openForm(page);
    await test.step('the form is accessible, with its errors too', async () => {
      await expectGoodAtBothWidths(page);
      await page.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByText('Status is a required field')).toBeVisible();
      await expectGoodAtBothWidths(page);
      await field(page, 'Vendor *').click();
      await expect(page.getByRole('listbox')).toBeVisible();
      await expectGoodAtBothWidths(page);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Open calendar' }).first().click();
      await expect(page.getByRole('gridcell', { name: '15' })).toBeVisible();
      await expect(page.getByRole('dialog')).toHaveCSS('opacity', '1');
      await expectGoodAtBothWidths(page);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Discard' }).press('Enter');
    });
    await test.step('an order is made with its packaging and a file by keys, over a reload', async () => {
      await page.getByRole('button', { name: 'Menu', exact: true }).press('Enter');
      await page
        .getByRole('navigation', { name: 'Main' })
        .getByRole('link', { name: 'Purchase orders' })
        .press('Enter');
      const number = '9904320';
      await page.getByRole('button', { name: 'New Record' }).press('Enter');
      await field(page, 'Record Number *').pressSequentially(number);
      await pick(page, 'Status *', 'Pending');
      await pick(page, 'Problem Code *', 'None');
      await field(page, 'PO Number *').pressSequentially('7420');
      await field(page, 'Description *').pressSequentially('Boxes');
      await pick(page, 'Vendor *', 'Foxglove Apparel');
      await field(page, 'Order date *').fill('11/20/2026');
      await page
        .locator('input[type=file]')
        .last()
        .setInputFiles({
          name: 'signed.txt',
          mimeType: 'text/plain',
          buffer: Buffer.from('Signed'),
        });
      await expect(page.getByText('signed.txt').first()).toBeVisible();
      await page.getByRole('button', { name: 'Add Packaging' }).press('Enter');
      await expect(field(page, 'Material *')).toBeFocused();
      await page.keyboard.press('Tab');
      await page.keyboard.type('12');
      await page.keyboard.press('Control+s');
      // The object is asked for whole, and the first that is wrong has the focus.
      await expect(page.getByText('Material is required')).toBeVisible();
      await expect(field(page, 'Material *')).toBeFocused();
      await page.keyboard.type('Crate');
      await field(page, 'Packing guide *').pressSequentially('example.com/packing');
      await expectGoodAtBothWidths(page);
      await page.reload();
      await expect(field(page, 'Material *')).toHaveValue('Crate');
      await page.keyboard.press('Control+s');
      await expect(page.getByText(`Record ${number} created`)).toBeVisible();
      const link = page.getByRole('link', { name: new RegExp(`^${number}`) });
      const href = await link.getAttribute('href');
      await link.click();
      await expect(page.getByRole('dialog')).toContainText('Crate, 12');
      await expect(page.getByRole('dialog')).toContainText('signed.txt');
      // The sheet over the list; on a desk the page of the record.
      await page.setViewportSize(widths[0]);
      await page.goto(href!);
      await expect(page.getByRole('main')).toContainText('Crate, 12');
      await expect(page.getByRole('main')).toContainText('signed.txt');
    });
  });
});
