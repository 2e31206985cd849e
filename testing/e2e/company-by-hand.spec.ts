// The demo company Northwind, built by hand from an empty company: all that its seed makes of it has its place in the
// pages, and each place is reached by keys.
import type { Locator, Page } from '@playwright/test';
import { enterAs } from './enter.ts';
import { activeText, gridOf, moveToColumn, waitForRows } from './grid-cells.ts';
import { expect, expectGoodScreen, test } from './journey.ts';
import { aNewCompany } from './own-people.ts';

const properties = [
  { name: 'Name', required: true },
  { name: 'Number', required: true },
  { name: 'Unit price', type: 'currency' },
];
const preserve = { name: 'Cloudberry Preserve', number: 'NW-107', price: '12.90' };
const loaf = { name: 'Dark Rye Loaf', number: 'NW-108', price: '4.20' };

const lists = [
  { name: 'Customers', about: 'Who orders', values: ['Hanari Carnes', 'Vins et alcools', 'Old World'] },
  { name: 'Shippers', about: 'Who carries it', values: ['Speedy', 'United', 'Federal', 'Mule & Cart'] },
  { name: 'Employees', about: 'Who takes the order', values: ['Nadia Petrov', 'Tom Baker'] },
  { name: 'Occasions', about: 'What it is for', values: ['Wedding', 'Fair'] },
];
const owners = ['Hugo Reed', 'Walt Xiang'];

type NewField = { name: string; type?: string; list?: string; required?: true; formula?: string };

const lineFields: readonly NewField[] = [
  { name: 'Product', type: 'Dropdown', list: 'Products', required: true },
  { name: 'Product number' },
  { name: 'Unit price', type: 'Currency', required: true },
  { name: 'Quantity', type: 'Whole number', required: true },
  { name: 'Discount', type: 'Decimal' },
  { name: 'Line total', type: 'Currency', formula: 'Unit price * Quantity * (1 - Discount)' },
];
const fields: readonly NewField[] = [
  { name: 'Customer', type: 'Dropdown', list: 'Customers', required: true },
  { name: 'Employee', type: 'Dropdown', list: 'Employees' },
  { name: 'Order date', type: 'Date' },
  { name: 'Required date', type: 'Date' },
  { name: 'Shipped date', type: 'Date' },
  { name: 'Ship via', type: 'Single select', list: 'Shippers' },
  { name: 'Freight', type: 'Currency' },
  ...['name', 'address', 'city', 'region', 'postal code', 'country'].map((part) => ({
    name: `Ship ${part}`,
  })),
  { name: 'Account owner', type: 'Dropdown', list: 'Account owners' },
  { name: 'Occasions', type: 'Multiselect', list: 'Occasions' },
  { name: 'Keep cool', type: 'Checkbox' },
  { name: 'Margin', type: 'Decimal' },
  { name: 'Delivery note', type: 'Text area' },
  { name: 'Order total', type: 'Currency', formula: 'sum(Line total) + Freight' },
];
const statuses = ['New', 'Packed', 'Shipped', 'Cancelled'];
const closing = ['Shipped', 'Cancelled'];
const problemCodes = ['None', 'Spoiled', 'Late'];

const role = 'Sales representative';
const orders = Array.from({ length: 20 }, (_, index) => ({
  'Record Number': String(20_001 + index),
  Status: statuses[index % statuses.length]!,
  'PO Number': String(20_001 + index),
  'Problem Code': problemCodes[index % problemCodes.length]!,
  Description: `Order of week ${index + 1}`,
  'Issued by Company Name': lists[0]!.values[index % 3]!,
  'Issued to Company Name': 'Northwind Traders',
  Customer: lists[0]!.values[index % 3]!,
  Employee: lists[2]!.values[index % 2]!,
  'Order date': `2026-03-${String(index + 1).padStart(2, '0')}`,
  'Ship via': lists[1]!.values[index % 3]!,
  Freight: `${index + 1}.50`,
  'Ship city': 'Reims',
  'Account owner': owners[index % 2]!,
  Occasions: index % 2 === 0 ? 'Wedding' : 'Fair',
  'Keep cool': index % 2 === 0 ? 'true' : 'false',
  Margin: `0.${index + 10}`,
}));
/** The one that is found again; its freight is 17.50. */
const sought = orders[16]!;

/**
 * Presses what Tab comes to, and nothing else: a key sent to another element would hide a dead end. Before it, the focus
 * is still somewhere: what was pressed last did not take it away.
 */
async function press(target: Locator, key = 'Enter'): Promise<void> {
  await expect(target.page().locator(':focus')).toHaveCount(1);
  await expect(target).toBeEnabled();
  await expect(target).toHaveJSProperty('tabIndex', 0);
  await target.press(key);
}

/** As often as somebody without a mouse does. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 60; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not come to ${String(target)}.`);
}

const button = (within: Locator | Page, name: string | RegExp) =>
  within.getByRole('button', { name, exact: true });
const box = (within: Locator | Page, name: string) => within.getByRole('checkbox', { name, exact: true });
const choice = (within: Locator | Page, name: string) => within.getByRole('combobox', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const nameOf = (page: Page) => page.getByRole('textbox', { name: 'Name', exact: true }).last();

async function typeAlong(page: Page, words: readonly string[]): Promise<void> {
  for (const [index, word] of words.entries()) {
    if (index > 0) await page.keyboard.press('Tab');
    await page.keyboard.type(word);
  }
}

/** By the button, which opens a dialog with its first input in focus. */
async function openForm(page: Page, name: string, words: readonly string[]): Promise<Locator> {
  await press(button(page, name));
  await expect(nameOf(page)).toBeFocused();
  await typeAlong(page, words);
  return page.getByRole('dialog');
}

/** By the menu; where several pages share a section, that is opened first. */
async function openPage(page: Page, name: string, section?: string): Promise<void> {
  const menu = page.getByRole('navigation', { name: 'Main' });
  if (section !== undefined && (await button(menu, section).getAttribute('aria-expanded')) === 'false')
    await press(button(menu, section));
  await press(menu.getByRole('link', { name, exact: true }));
  await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
}

/** Along the tabs by their arrows. */
async function openTab(page: Page, tabs: string, name: string): Promise<void> {
  const row = page.getByRole('tablist', { name: tabs });
  const wanted = row.getByRole('tab', { name: new RegExp(`^${name}`) });
  const chosen = row.getByRole('tab', { selected: true });
  await expect(wanted).toBeVisible();
  for (let left = await row.getByRole('tab').count(); left > 0; left -= 1) {
    if ((await wanted.getAttribute('aria-selected')) === 'true') return;
    const before = await chosen.getAttribute('id');
    await press(chosen, 'ArrowRight');
    await expect(chosen).not.toHaveAttribute('id', before!);
    await expect(chosen).toBeFocused();
  }
  throw new Error(`The arrows do not come to ${name}.`);
}

async function makeObject(page: Page): Promise<void> {
  const dialog = await openForm(page, 'Add object', ['Product']);
  for (const [index, { name, type, required }] of properties.entries()) {
    await press(button(dialog, 'Add property'));
    await expect(dialog.getByRole('textbox', { name: `Name of property ${index + 1}` })).toBeFocused();
    await page.keyboard.type(name);
    if (type !== undefined) await choice(dialog, `Type of property ${index + 1}`).selectOption(type);
    if (required) await press(box(dialog, `Required: ${name}`), 'Space');
  }
  // The first property of an object is shown from the start.
  await expect(box(dialog, 'Shown: Name')).toBeChecked();
  await press(button(dialog, 'Add object'));
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('table', { name: 'Properties of Product' })).toContainText('Unit price');
}

const valuesOf = (page: Page, list: string) => page.getByRole('list', { name: `Values of ${list}` });
const valuesDialog = (page: Page) => page.getByRole('dialog', { name: /^Update / });

async function openValues(page: Page, list: string): Promise<Locator> {
  await expect(heading(page, list)).toBeVisible();
  await press(button(page, 'Update values'));
  await expect(valuesDialog(page)).toHaveAccessibleName(`Update ${list}'s values`);
  return valuesDialog(page);
}

async function saveValues(page: Page): Promise<void> {
  await press(button(valuesDialog(page), /^Save/));
  await expect(valuesDialog(page)).toBeHidden();
}

async function makeList(page: Page, name: string, about: string, type = 'Value'): Promise<Locator> {
  const dialog = await openForm(page, 'Add list', [name, about]);
  await choice(dialog, 'List type').selectOption(type);
  if (type === 'Object') await choice(dialog, 'Object').selectOption('Product');
  await choice(dialog, 'Backoffice managed').selectOption('No');
  await press(button(dialog, 'Add list'));
  await expect(dialog).toBeHidden();
  return openValues(page, name);
}

async function makeListOfWords(page: Page, { name, about, values }: (typeof lists)[number]): Promise<void> {
  const dialog = await makeList(page, name, about);
  for (const value of values) {
    await press(button(dialog, 'Add value'));
    await expect(page.locator(':focus')).toHaveValue('');
    await page.keyboard.type(value);
  }
  await saveValues(page);
  for (const value of values) await expect(valuesOf(page, name)).toContainText(value);
}

async function addProduct(page: Page, { name, number, price }: typeof loaf): Promise<void> {
  await press(button(valuesDialog(page), 'Create Value'));
  const dialog = page.getByRole('dialog', { name: 'Create Value' });
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await typeAlong(page, [name, number, price]);
  await expect(dialog.getByText(`It is called “${name}”.`)).toBeVisible();
  if (name === preserve.name) await expectGoodScreen(page);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(button(valuesDialog(page), 'Create Value')).toBeFocused();
}

async function makeListOfPeople(page: Page): Promise<void> {
  const dialog = await makeList(page, 'Account owners', 'Whose account it is', 'User');
  const people = choice(dialog, 'Add a person');
  for (const owner of owners) {
    await press(people, 'ArrowDown');
    await expect(button(dialog, `${owner}: Active`)).toBeVisible();
  }
  // Nobody is left to be added, and the way on begins here all the same.
  await expect(people).toBeFocused();
  await expectGoodScreen(page);
  await saveValues(page);
}

/** A new part of what the tab shows. */
async function addPart(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Alt+n');
  await expect(nameOf(page)).toHaveValue('');
  await expect(nameOf(page)).toBeFocused();
  await page.keyboard.type(name);
}

async function addField(page: Page, { name, type, list, required, formula }: NewField): Promise<void> {
  await addPart(page, name);
  if (type !== undefined) await choice(page, 'Data type').selectOption(type);
  if (list !== undefined) await choice(page, 'List').selectOption(list);
  if (required) await press(box(page, 'Required'), 'Space');
  if (formula === undefined) return;
  await press(box(page, 'Computed by a formula'), 'Space');
  await page.getByRole('textbox', { name: 'Formula' }).pressSequentially(formula);
}

const partsOf = (page: Page, list: string) =>
  page.getByRole('list', { name: list, exact: true }).getByRole('button');

async function makeLines(page: Page): Promise<void> {
  await press(button(page, 'Add a kind of lines'));
  await expect(nameOf(page)).toBeFocused();
  await page.keyboard.type('Order details');
  for (const field of lineFields) await addField(page, field);
  await press(partsOf(page, 'Fields of Order details').first());
  const fills = page.getByRole('region', { name: 'When a value is chosen' });
  for (const [field, property] of Object.entries({
    'Product number': 'Number',
    'Unit price': 'Unit price',
  })) {
    await press(button(fills, 'Fill a field…'));
    const pair = fills.getByRole('group', { name: `Fill ${field}` });
    await expect(choice(pair, 'Fill')).toBeFocused();
    await choice(pair, 'With').selectOption(property);
  }
}

async function makeType(page: Page): Promise<void> {
  const tabs = 'Parts of Orders';
  const dialog = await openForm(page, 'Add record type', ['Orders']);
  await dialog.getByLabel('Name of the section').pressSequentially('Sales');
  await press(dialog.getByLabel(/^Ready for a first record/), 'Space');
  await press(button(dialog, 'Add record type'));
  await expect(heading(page, 'Orders')).toBeVisible();
  await openTab(page, tabs, 'Line items');
  await makeLines(page);
  await openTab(page, tabs, 'Statuses');
  for (const name of statuses) {
    await addPart(page, name);
    if (closing.includes(name))
      await press(box(page, 'Closes the record: nothing is left to be done'), 'Space');
  }
  await expect(partsOf(page, 'Statuses')).toHaveText([/New.*First/, /Packed/, /Shipped.*Closes/, /Closes/]);
  await openTab(page, tabs, 'Problem codes');
  for (const name of problemCodes) await addPart(page, name);
  await openTab(page, tabs, 'Fields');
  for (const field of fields) await addField(page, field);
  await expectGoodScreen(page);
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('region', { name: 'Changes' })).toBeHidden();
  await expect(partsOf(page, 'Fields')).toHaveCount(fields.length);
}

async function makeRole(page: Page): Promise<void> {
  const dialog = await openForm(page, 'Add role', [role, 'Sees the accounts that they own']);
  await press(button(dialog, 'Add role'));
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('rowheader', { name: role })).toBeVisible();
}

/** The first row of the matrix, in the column of the role. */
async function goToRole(page: Page, grid: Locator): Promise<number> {
  await tabTo(page, grid);
  const head = grid.getByRole('columnheader', { name: `${role} (0)` });
  const column = Number(await head.getAttribute('aria-colindex'));
  await page.keyboard.press('Control+Home');
  for (let at = 1; at < column; at += 1) await page.keyboard.press('ArrowRight');
  return column;
}

/** The letter where what is found meets the role. */
async function setAccess(page: Page, matrix: string, found: string, letter: 'a' | 'v' | 'n'): Promise<void> {
  const grid = page.getByRole('grid', { name: matrix });
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.press('Control+a');
  await page.keyboard.type(found);
  await expect(grid.getByRole('row')).toHaveCount(2);
  const column = await goToRole(page, grid);
  await page.keyboard.press(letter);
  const word = { a: 'Allowed', v: 'View only', n: 'Not allowed' }[letter];
  await expect(grid.locator(`[role=gridcell][aria-colindex="${column}"]`)).toContainText(word);
}

async function pick(page: Page, label: string, letters: string, option: string): Promise<void> {
  await press(choice(page, label), 'Control+a');
  await page.keyboard.type(letters);
  await expect(page.getByRole('option', { name: option, exact: true })).toBeVisible();
  await page.keyboard.press('Enter');
}

/** Own accounts alone: a condition with the person themselves. */
async function confine(page: Page): Promise<void> {
  await choice(page, 'Role').selectOption({ label: role });
  await choice(page, 'Record type').selectOption({ label: 'Orders' });
  await press(button(page, 'Add condition'));
  await pick(page, 'Field of condition 1', 'Account', 'Account owner');
  await pick(page, 'Value of condition 1', 'Me', 'Me (@username)');
  await expect(page.getByText(`${role} sees 0 of 0 records, with you as the person.`)).toBeVisible();
  await expectGoodScreen(page);
  await press(button(page, 'Save'));
  await expect(choice(page, 'Record type')).toContainText('Orders (confined)');
}

async function importOrders(page: Page): Promise<void> {
  await press(button(page, 'Import a file'));
  const dialog = page.getByRole('dialog', { name: 'Import into Orders' });
  const lines = [Object.keys(orders[0]!), ...orders.map((order) => Object.values(order))];
  await dialog.getByLabel('Choose a file').setInputFiles({
    name: 'orders.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(lines.map((cells) => cells.join(',')).join('\r\n')),
  });
  await expect(dialog.getByRole('status')).toHaveText('20 will be made.');
  for (const column of lines[0]!) await expect(choice(dialog, `${column} goes to`)).not.toHaveValue('');
  await press(button(dialog, 'Import 20 records'));
  const changes = page.getByRole('list', { name: 'Bulk changes' }).getByRole('listitem');
  await expect(changes.first()).toContainText('Imported 20 records from orders.csv');
}

async function findOrder(page: Page): Promise<void> {
  const rows = gridOf(page, 'Orders').getByRole('row');
  await waitForRows(page, 'Orders');
  await page.keyboard.press('/');
  await page.keyboard.type(sought['Record Number']);
  await page.keyboard.press('Enter');
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(1)).toContainText(sought['Record Number']);
  await tabTo(page, gridOf(page, 'Orders'));
  for (const name of ['Customer', 'Ship city', 'Account owner'] as const) {
    await moveToColumn(page, name);
    expect(await activeText(page)).toContain(sought[name]);
  }
}

/** Three jars for the order: 38.70, and 17.50 of freight. */
async function addLine(page: Page): Promise<void> {
  await page.keyboard.press('Shift+Space');
  const panel = page.getByRole('region', { name: `Order details of record ${sought['Record Number']}` });
  await expect(panel.getByRole('grid')).not.toHaveAttribute('aria-busy');
  await tabTo(page, button(panel, 'Add Line Item').first());
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: /^Product/ })).toBeFocused();
  await page.keyboard.type('Cloudberry');
  await expect(page.getByRole('option', { name: preserve.name })).toBeVisible();
  // Past the number and the price, which are filled even if what fills them comes while one stands in them.
  for (const name of [/^Product number/, /^Unit price/, /^Quantity/]) {
    await page.keyboard.press('Tab');
    await expect(page.getByRole('textbox', { name })).toBeFocused();
  }
  await page.keyboard.type('3');
  await page.keyboard.press('Enter');
  for (const text of [preserve.number, preserve.price, '38.70'])
    await expect(panel.getByRole('gridcell', { name: text })).toBeVisible();

  await page.keyboard.press('Escape');
  await expect(gridOf(page, 'Orders')).toBeFocused();
  await page.keyboard.press('Home');
  await moveToColumn(page, 'Order total');
  await expect.poll(() => activeText(page)).toMatch(/^56\.20\s.*not saved$/);
  await tabTo(page, button(panel, 'Save'));
  await page.keyboard.press('Enter');
  await expect(button(panel, 'Edit line 1')).toBeVisible();
  await page.reload();
  await waitForRows(page, 'Orders');
  await tabTo(page, gridOf(page, 'Orders'));
  await moveToColumn(page, 'Order total');
  await expect.poll(() => activeText(page)).toBe('56.20');
}

test('the demo company Northwind is built by hand, by keyboard alone, from an empty company, and imported data is found in its grid', async ({
  page,
}) => {
  test.setTimeout(240_000);
  await test.step('the company is empty', async () => {
    await enterAs(page, 'hugo', await aNewCompany(), 'dashboard');
    await tabTo(page, button(page, 'Start empty'));
    await page.keyboard.press('Enter');
    await expect(page.getByText('You started empty.')).toBeVisible();
  });
  await test.step('its object and its lists', async () => {
    await openPage(page, 'Custom objects', 'Data');
    await makeObject(page);
    await openPage(page, 'Custom lists');
    for (const list of lists) await makeListOfWords(page, list);
    await makeList(page, 'Products', 'What is sold', 'Object');
    for (const product of [preserve, loaf]) await addProduct(page, product);
    await saveValues(page);
    await makeListOfPeople(page);
    // One that carries nothing any more.
    await press(page.getByRole('button', { name: /^Shippers/ }));
    const dialog = await openValues(page, 'Shippers');
    await press(button(dialog, 'Mule & Cart: Active'));
    await saveValues(page);
    await expect(valuesOf(page, 'Shippers')).not.toContainText('Mule & Cart');
  });
  await test.step('its record type, in the menu', async () => {
    await openPage(page, 'Record types', 'Data');
    await makeType(page);
  });
  await test.step('its role, and what that may do', async () => {
    await openPage(page, 'Roles', 'People');
    await makeRole(page);
    await openTab(page, 'Roles', 'Menu items');
    await setAccess(page, 'Menu items', 'Orders', 'a');
    await openTab(page, 'Roles', 'Actions');
    for (const action of ['Create records', 'Line item access'])
      await setAccess(page, 'Actions', action, 'a');
    await openTab(page, 'Roles', 'Field access');
    // On the head of the role, for its whole column.
    await goToRole(page, page.getByRole('grid', { name: 'Field access' }));
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('e');
    await setAccess(page, 'Field access', 'Freight', 'v');
    await setAccess(page, 'Field access', 'Margin', 'n');
    await page.keyboard.press('Control+s');
    await expect(page.getByRole('region', { name: 'Changes that are not saved' })).toBeHidden();
    await openTab(page, 'Roles', 'Confinements');
    await confine(page);
  });
  await test.step('its orders, out of a file', async () => {
    await openPage(page, 'Orders');
    await importOrders(page);
    await findOrder(page);
  });
  await test.step('a line of an order', () => addLine(page));
});
