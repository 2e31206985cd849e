import { enter } from './enter.ts';
import { expect, expectGoodScreen, test } from './journey.ts';

const orders = 'purchasing/orders/purchase-orders';

test('a total under a column follows the filter, and a group of the summary opens its records, by keyboard', async ({
  page,
}) => {
  await enter(page, 'ada', orders);
  const grid = page.getByRole('grid', { name: 'Purchase orders' });
  await expect(grid).not.toHaveAttribute('aria-busy', 'true');
  await page.getByRole('button', { name: 'Totals', exact: true }).press('Enter');
  const add = grid.getByRole('button', { name: /^Add a total of / });
  await add.first().focus();
  await page.keyboard.press('ArrowRight');
  await expect(add.nth(1)).toBeFocused();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Different values' }).press('Enter');
  const total = grid.getByRole('button', { name: /^Different values \d+: .*, \d+ results$/ });
  await expect(total).toBeVisible();
  // In a narrow column the words give way to the number.
  expect((await total.locator('.rh-figures').boundingBox())?.width).toBeGreaterThan(4);
  await expectGoodScreen(page);

  await page.getByRole('button', { name: 'Summary', exact: true }).press('Enter');
  const group = page.getByRole('button', { name: /: \d+ records, show them$/ });
  await expect(group.nth(1)).toBeVisible();
  await expectGoodScreen(page);
  await group.first().focus();
  await page.keyboard.press('ArrowDown');
  await expect(group.nth(1)).toBeFocused();
  const count = /: (\d+) records/.exec((await group.nth(1).getAttribute('aria-label'))!)![1]!;
  await page.keyboard.press('Enter');
  await expect(page.getByText(new RegExp(`^${count} of \\d+$`))).toBeVisible();
  await expect(
    grid.getByRole('button', { name: new RegExp(`^Different values \\d+: .*, ${count} results$`) }),
  ).toBeVisible();
});

test('orders are gathered by status and vendor, opened by keys, and a count leads to its records', async ({
  page,
}) => {
  await enter(page, 'ada', orders);
  await page.getByRole('button', { name: 'Group', exact: true }).press('Enter');
  const levels = page.getByRole('group', { name: 'Groups' });
  await levels.getByRole('combobox', { name: 'Add a level' }).selectOption('Status');
  await levels.getByRole('combobox', { name: 'Add a level' }).selectOption('Assigned To');
  await page.keyboard.press('Escape');
  const grid = page.getByRole('treegrid', { name: 'Purchase orders' });
  const groups = (level: number) => grid.locator(`[role=row][aria-level="${level}"][aria-expanded]`);
  await expect(groups(1).nth(1)).toBeVisible();
  await grid.focus();
  await page.keyboard.press('ArrowRight');
  await expect(groups(2).first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await expect(grid.locator('[role=row][aria-level="3"]').first()).toBeVisible();
  await expectGoodScreen(page);
  const label = await groups(2).first().getByRole('link').textContent();
  const count = /^[\d,]+/.exec(label!)![0];
  await page.keyboard.press('Enter');
  await expect(page.getByText(new RegExp(`^${count} of [\\d,]+$`))).toBeVisible();
  await expect(page.getByRole('grid', { name: 'Purchase orders' })).toBeVisible();
  await page.goBack();
  await expect(groups(2).first()).toBeVisible();

  await page.getByRole('button', { name: 'Save as chart' }).press('Enter');
  const form = page.getByRole('dialog', { name: 'Add chart' });
  await expect(form.getByLabel('Grouped by')).toHaveValue('status');
  await expect(form.getByLabel('Then by')).toHaveValue('assignedTo');
  await form.getByLabel('Title').pressSequentially('Who has what');
  await form.getByLabel('Dashboard', { exact: true }).selectOption('New dashboard…');
  await form.getByLabel('Name of the dashboard').pressSequentially('Gathered');
  await expectGoodScreen(page);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Open', exact: true }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Gathered', level: 1 })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Who has what' })).toBeVisible();
});

test.describe('at 320 px', () => {
  test.use({ viewport: { width: 320, height: 720 }, hasTouch: true });

  test('totals and groups stand in sheets', { tag: '@drawn' }, async ({ page }) => {
    await enter(page, 'ada', orders);
    await page.getByRole('button', { name: 'Tools', exact: true }).tap();
    await page.getByRole('button', { name: 'Totals', exact: true }).tap();
    const sheet = page.getByRole('dialog', { name: 'Totals' });
    await sheet.getByLabel('Record Number', { exact: true }).selectOption('Largest');
    await expect(sheet.getByRole('status')).toHaveText(/^[\d,]+$/);
    await expectGoodScreen(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Tools', exact: true }).tap();
    await page.getByRole('button', { name: 'Summary', exact: true }).tap();
    await expect(page.getByRole('rowheader', { name: 'Total' })).toBeVisible();
    await expectGoodScreen(page);
  });
});
