// Record types as an administrator makes them: from nothing to a record in its own grid, by keyboard, and by two at once.
import type { Locator, Page } from '@playwright/test';
import { putNoticesAway } from './between-steps.ts';
import { enter } from './enter.ts';
import { expect, expectGoodAtBothWidths, expectGoodScreen, expectSaved, test } from './journey.ts';

const address = 'administration/data/record-types';

async function openTypes(page: Page): Promise<void> {
  await enter(page, 'ada', address);
  await expect(page.getByRole('button', { name: /^Purchase orders/ })).toBeVisible();
}

const type = async (input: Locator, text: string): Promise<void> => {
  await input.press('Control+a');
  await input.pressSequentially(text);
};

const nameOf = (page: Page) => page.getByRole('textbox', { name: 'Name', exact: true });

async function press(button: Locator): Promise<void> {
  await expect(button).toBeEnabled();
  await button.press('Enter');
}

/** A type in a section of its own; its page is open. */
async function makeType(page: Page, name: string, section: string): Promise<void> {
  await press(page.getByRole('button', { name: 'Add record type', exact: true }));
  await expect(nameOf(page)).toBeFocused();
  await page.keyboard.type(name);
  await page.getByLabel('Name of the section').pressSequentially(section);
  await page.getByLabel(/^Ready for a first record/).press('Space');
  await press(page.getByRole('button', { name: 'Add record type', exact: true }).last());
  await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add field' })).toBeVisible();
}

async function addPart(page: Page, adds: string, name: string): Promise<void> {
  await press(page.getByRole('button', { name: adds, exact: true }));
  await expect(nameOf(page)).toBeFocused();
  await page.keyboard.type(name);
}

async function save(page: Page): Promise<void> {
  await page.keyboard.press('Control+s');
  await expectSaved(page);
  await expect(page.getByRole('region', { name: 'Changes' })).toBeHidden();
}

/** By Tab from here into the bar of what is not saved: what has the focus behind it. */
async function listCoveredStops(page: Page): Promise<readonly string[]> {
  const covered: string[] = [];
  for (let stops = 0; stops < 20; stops += 1) {
    await page.keyboard.press('Tab');
    const focused = await page.getByRole('region', { name: 'Changes' }).evaluate((bar) => {
      const { activeElement } = document;
      const isBehind = activeElement!.getBoundingClientRect().bottom > bar.getBoundingClientRect().top;
      return { isInBar: bar.contains(activeElement), isBehind, name: activeElement!.outerHTML.slice(0, 120) };
    });
    if (focused.isInBar) return covered;
    if (focused.isBehind) covered.push(focused.name);
  }
  throw new Error('The bar is not reached.');
}

const rows = (page: Page, list: string) =>
  page.getByRole('list', { name: list, exact: true }).getByRole('button');

test.describe('on a phone', () => {
  test.use({ viewport: { width: 320, height: 720 } });

  test('a type is made from nothing, and its fields are named, described and switched off', async ({
    page,
  }) => {
    await openTypes(page);
    await expectGoodAtBothWidths(page);
    await makeType(page, 'Visits', 'Sites');
    await addPart(page, 'Add field', 'Length');
    await page.getByLabel('Data type').selectOption('Decimal');
    await page.getByLabel('Help text').pressSequentially('In hours');
    await expectGoodAtBothWidths(page, page.getByLabel('Help text'));
    await nameOf(page).focus();
    expect(await listCoveredStops(page)).toEqual([]);
    // However high the bar becomes by its words.
    const told = page.getByRole('region', { name: 'Changes' }).getByRole('status');
    await told.evaluate((words) => words.append(' Datensatztypkonfigurationsänderung'.repeat(5)));
    await nameOf(page).focus();
    expect(await listCoveredStops(page)).toEqual([]);
    await save(page);
    await press(page.getByRole('button', { name: 'Fields', exact: true }));
    await expect(rows(page, 'Fields')).toHaveText([/Length.*Decimal/]);
    await press(rows(page, 'Fields').first());
    await type(nameOf(page), 'Duration');
    await press(page.getByRole('button', { name: 'Switch off' }));
    await press(page.getByRole('button', { name: /^Save \d/ }));
    const impact = page.getByRole('dialog', { name: /^Save these changes of Visits/ });
    await expect(impact).toContainText(/Length.*1 person loses it/);
    await expectGoodAtBothWidths(page);
    await press(impact.getByRole('button', { name: /^Save \d/ }));
    await expectSaved(page);
    await expect(page.getByRole('region', { name: 'Changes' })).toBeHidden();
    await expect(page.locator(':focus')).toHaveCount(1);
    await press(page.getByRole('button', { name: 'Fields', exact: true }));
    await expect(rows(page, 'Fields')).toHaveText([/Duration.*Switched off/]);
    // What was pressed in the list goes away with it.
    await press(page.getByRole('button', { name: 'All types' }));
    await press(page.getByRole('button', { name: /^Visits/ }));
    await expect(page.getByRole('heading', { name: 'Visits', level: 1 })).toBeFocused();
  });
});

test('by keyboard alone: fields, statuses and a number from a series, and a record in its own grid', async ({
  page,
}) => {
  await openTypes(page);
  await makeType(page, 'Repairs', 'Workshop');
  await page.keyboard.press('Alt+n');
  await expect(nameOf(page)).toBeFocused();
  await page.keyboard.type('Machine');
  await page.keyboard.press('Alt+n');
  await expect(nameOf(page)).toHaveValue('');
  await page.keyboard.type('machine');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('There is “machine” already.')).toBeVisible();
  await type(nameOf(page), 'Fault');
  await rows(page, 'Fields').last().press('Alt+ArrowUp');
  await expect(rows(page, 'Fields')).toHaveText([/Fault/, /Machine/]);
  await save(page);
  await expect(rows(page, 'Fields')).toHaveText([/Fault/, /Machine/]);

  await page.getByRole('tab', { name: /^Statuses/ }).click();
  await addPart(page, 'Add status', 'Waiting');
  await page.getByRole('tab', { name: /^Problem codes/ }).click();
  await addPart(page, 'Add problem code', 'None');
  await page.getByRole('tab', { name: /^Line items/ }).click();
  await addPart(page, 'Add a kind of lines', 'Parts');
  await page.getByRole('tab', { name: /^Numbering/ }).click();
  await page.getByLabel('Give record numbers from a series').press('Space');
  await page.getByLabel('Prefix').pressSequentially('77');
  await type(page.getByLabel('Digits of the counter'), '4');
  await expect(page.getByText('The next record gets 770001.')).toBeVisible();
  await save(page);
  await type(page.getByLabel('Prefix'), '78');
  await press(page.getByRole('region', { name: 'Changes' }).getByRole('button', { name: 'Discard' }));
  await press(page.getByRole('dialog').getByRole('button', { name: 'Discard' }));
  await expect(page.getByRole('tab', { name: /^Numbering/ })).toBeFocused();

  await press(page.getByRole('link', { name: 'Open its grid' }));
  await press(page.getByRole('button', { name: 'New Record', exact: true }).first());
  await expect(page.getByRole('heading', { name: 'New record' })).toBeVisible();
  await page.getByLabel('PO Number').pressSequentially('9');
  await page.getByLabel('Issued by Company Name').pressSequentially('One');
  await page.getByLabel('Issued to Company Name').pressSequentially('Two');
  await page.getByLabel('Description').pressSequentially('It does not start');
  await page.getByLabel('Machine').pressSequentially('Lathe 3');
  await expect(page.getByRole('combobox', { name: /^Problem Code/ })).toHaveValue('None');
  await press(page.getByRole('button', { name: 'Save' }));
  await expect(page.getByText('Record 770001 created')).toBeVisible();
  await expect(page.getByRole('gridcell', { name: 'Lathe 3' })).toBeVisible();
});

test('a line total, an order total and a text are made, and follow a line that is edited', async ({
  page,
}) => {
  await openTypes(page);
  await makeType(page, 'Quotes', 'Quoting');
  const formula = page.getByRole('textbox', { name: 'Formula' });
  const compute = async (text: string) => {
    await page.getByLabel('Computed by a formula').check();
    await formula.fill(text);
  };
  await page.getByRole('tab', { name: /^Line items/ }).click();
  await addPart(page, 'Add a kind of lines', 'Goods');
  for (const [name, dataType] of [
    ['Quantity', 'Whole number'],
    ['Unit price', 'Currency'],
    ['Line total', 'Currency'],
  ] as const) {
    await press(page.getByRole('button', { name: 'Add line field', exact: true }));
    await nameOf(page).last().fill(name);
    await page.getByLabel('Data type').selectOption(dataType);
  }
  await compute('Quantity * Unit prise');
  await expect(page.getByText('There is no field “Unit prise” here.')).toBeVisible();
  await formula.fill('Quantity *');
  await press(page.getByRole('button', { name: 'Unit price', exact: true }));
  await expect(formula).toHaveValue('Quantity * Unit price');
  await expectGoodScreen(page);

  await page.getByRole('tab', { name: /^Fields/ }).click();
  await addPart(page, 'Add field', 'Order total');
  await page.getByLabel('Data type').selectOption('Currency');
  await compute('Order total + 1');
  await expect(page.getByText('This goes in a circle: Order total → Order total.')).toBeVisible();
  await formula.fill('');
  await press(page.getByRole('button', { name: 'sum(Line total)', exact: true }));
  await expectGoodScreen(page);
  await addPart(page, 'Add field', 'Size');
  await page.getByLabel('Data type').selectOption('Text');
  await compute('Order total * 2');
  await expect(
    page.getByText('It comes to a number, and this field is text: add & "" to make a text of it.'),
  ).toBeVisible();
  await press(page.getByText('What a formula can say'));
  await expect(page.getByText('if(Quantity >= 100, "Bulk", "Piece")')).toBeVisible();
  await formula.fill('if(Order total > 50, "Large ", "Small ") & round(Order total, 0)');
  await expectGoodScreen(page);
  await page.getByRole('tab', { name: /^Statuses/ }).click();
  await addPart(page, 'Add status', 'Open');
  await page.getByRole('tab', { name: /^Problem codes/ }).click();
  await addPart(page, 'Add problem code', 'None');
  await save(page);
  await page.getByRole('tab', { name: /^Fields/ }).click();
  await expect(rows(page, 'Fields')).toHaveText([/Order total.*Currency, computed/, /Size.*Text, computed/]);

  await press(page.getByRole('link', { name: 'Open its grid' }));
  await press(page.getByRole('button', { name: 'New Record', exact: true }).first());
  await expect(page.getByRole('heading', { name: 'New record' })).toBeVisible();
  await page.getByLabel('Record Number').fill('4100');
  await page.getByLabel('PO Number').fill('9');
  await page.getByLabel('Issued by Company Name').fill('One');
  await page.getByLabel('Issued to Company Name').fill('Two');
  await page.getByLabel('Description').fill('Three chairs');
  await page.getByRole('combobox', { name: /^Problem Code/ }).press('ArrowDown');
  await page.getByRole('option', { name: 'None' }).click();
  await press(page.getByRole('button', { name: 'Save' }));
  await expect(page.getByText('Record 4100 created')).toBeVisible();

  const openGoods = async () => {
    await page.getByRole('button', { name: 'Details of record 4100' }).click();
    const goods = page.getByRole('region', { name: 'Goods of record 4100' });
    await expect(goods.getByRole('grid')).not.toHaveAttribute('aria-busy');
    return goods;
  };
  const panel = await openGoods();
  await panel.getByRole('button', { name: 'Add Line Item', exact: true }).first().click();
  await page.keyboard.type('3');
  await page.keyboard.press('Tab');
  await page.keyboard.type('19.99');
  await page.keyboard.press('Enter');
  // At once, before anything is saved.
  await expect(panel.getByRole('gridcell', { name: '59.97' })).toBeVisible();
  // The line's and, in the row above, the record's.
  await expect(page.getByRole('gridcell', { name: '59.97 , not saved' })).toHaveCount(2);
  await expect(page.getByRole('gridcell', { name: 'Large 60 , not saved' })).toBeVisible();
  await panel.getByRole('button', { name: 'Save', exact: true }).click();
  await expectSaved(page);
  await expect(panel.getByRole('button', { name: 'Edit line 1', exact: true })).toBeVisible();
  await expect(page.getByRole('gridcell', { name: 'not saved' })).toHaveCount(0);
  const inGrid = page.getByRole('grid', { name: 'Quotes' }).getByRole('gridcell', { name: '59.97' });
  await expect(inGrid.first()).toBeVisible();
  await page.reload();
  await expect(inGrid.first()).toBeVisible();
  await expect(page.getByRole('gridcell', { name: 'Large 60', exact: true })).toBeVisible();

  // On the page of the record its total follows a line that is being changed, and says that it is not saved.
  const grid = page.url();
  await page.locator('a[href*="record-details-viewer"]').first().click();
  const goods = page.getByRole('region', { name: 'Goods of record 4100' });
  await expect(goods.getByRole('gridcell', { name: '59.97' })).toBeVisible();
  await goods.getByRole('button', { name: 'Edit line 1', exact: true }).click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('4');
  await page.keyboard.press('Enter');
  const total = page.locator('[data-field]').filter({ hasText: 'Order total' });
  await expect(total).toContainText('79.96Not saved');
  const size = page.locator('[data-field]').filter({ hasText: 'Size' });
  await expect(size).toContainText('Large 80Not saved');
  await goods.getByRole('button', { name: 'Save', exact: true }).click();
  await expectSaved(page);
  await expect(total).not.toContainText('Not saved');
  await expect(total).toContainText('79.96');
  await expect(size).toHaveText(/Large 80$/);

  // On a phone the sheet of the record shows it over the lines that are open in it.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(grid);
  const card = page.getByRole('list', { name: 'Quotes' }).getByRole('listitem');
  await card.getByRole('link').click();
  const sheet = page.getByRole('dialog', { name: 'Record 4100' });
  await sheet.getByRole('button', { name: 'Details', exact: true }).click();
  const inSheet = sheet.getByRole('region', { name: 'Goods of record 4100' });
  await inSheet.getByRole('button', { name: /^Edit line 1:/ }).click();
  const line = page.getByRole('dialog', { name: 'Line 1' });
  await line.getByRole('textbox').first().click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('5');
  await line.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(sheet.locator('[data-field]').filter({ hasText: 'Order total' })).toContainText(
    '99.95Not saved',
  );
  await expect(sheet.locator('[data-field]').filter({ hasText: 'Size' })).toContainText('Large 100Not saved');
  await inSheet.getByRole('button', { name: 'Save', exact: true }).click();
  await expectSaved(page);
  await expect(sheet.getByText('Not saved')).toHaveCount(0);
  await expect(sheet.locator('[data-field]').filter({ hasText: 'Order total' })).toContainText('99.95');
  await press(sheet.getByRole('button', { name: 'Close', exact: true }));
  await expect(card).toContainText('99.95');
});

test('two administrators change a type at once, and an open form takes in what is changed', async ({
  page,
  browser,
  baseURL,
}) => {
  await openTypes(page);
  const other = await (
    await browser.newContext({ baseURL: baseURL!, viewport: { width: 1440, height: 900 } })
  ).newPage();
  await test.step('two administrators: different things of a type merge, and the same one is asked', async () => {
    await makeType(page, 'Shared', 'Together');
    await addPart(page, 'Add field', 'First');
    await addPart(page, 'Add field', 'Second');
    await save(page);
    const here = page.url();

    await enter(other, 'ada', address);
    await other.goto(here);
    await press(rows(other, 'Fields').first());
    await press(rows(page, 'Fields').first());
    await type(nameOf(page), 'Mine');

    await type(nameOf(other), 'Theirs');
    await press(rows(other, 'Fields').last());
    await other.getByLabel('Help text').pressSequentially('From them');
    await save(other);

    // It comes in without a reload, beside what is not saved here.
    await expect(page.getByText('name is “Theirs” to them and “Mine” to you')).toBeVisible();
    await press(page.getByRole('button', { name: 'Keep mine' }));
    await press(rows(page, 'Fields').last());
    await expect(page.getByLabel('Help text')).toHaveValue('From them');
    await save(page);
    await expect(rows(other, 'Fields').first()).toHaveText(/Mine/);
  });
  await test.step('an open form takes a new field in, and says of one that is gone why it is not saved', async () => {
    await putNoticesAway(page);
    await press(page.getByRole('button', { name: 'All types' }));
    await makeType(page, 'Watched', 'Live');
    await addPart(page, 'Add field', 'Colour');
    await save(page);
    const id = new URL(page.url()).searchParams.get('type');
    await other.goto(`/adventure-works/create-record?recordTypeId=${id}`);
    await other.getByLabel('Colour').pressSequentially('Red');
    await addPart(page, 'Add field', 'Size');
    await page.getByLabel('Help text').pressSequentially('In metres');
    await save(page);
    await expect(other.getByLabel('Size')).toBeVisible();
    await expect(other.getByText('In metres')).toBeVisible();
    await expect(other.getByLabel('Colour')).toHaveValue('Red');
  });
  await other.context().close();
});
