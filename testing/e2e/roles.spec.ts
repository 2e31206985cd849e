// What roles may see and do, as an administrator changes it: by keyboard alone, on a desk and on a phone.
import type { Page } from '@playwright/test';
import { enter } from './enter.ts';
import { expect, expectGoodAtBothWidths, expectGoodScreen, test } from './journey.ts';

const address = 'administration/people/roles';

async function openRoles(page: Page): Promise<void> {
  await enter(page, 'ada', address);
  await expect(page.getByRole('table', { name: 'Roles' })).toBeVisible();
}

/** A role of the journey's own, which nobody has. */
async function copyViewer(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Actions for Viewer', exact: true }).press('Enter');
  await page.getByRole('menuitem', { name: 'Copy' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Copy Viewer' });
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await page.keyboard.press('Control+a');
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('rowheader', { name })).toBeVisible();
}

async function openTab(page: Page, name: string): Promise<void> {
  await page.getByRole('tab', { name }).click();
  await expect(page.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true');
}

const bar = (page: Page) => page.getByRole('region', { name: 'Changes that are not saved' });

async function save(page: Page): Promise<void> {
  await page.keyboard.press('Control+s');
  await expect(bar(page)).toBeHidden();
}

test.describe('viewed as a role', () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  const viewAs = async (page: Page, role: string) => {
    await openRoles(page);
    await page.getByRole('button', { name: `Actions for ${role}`, exact: true }).press('Enter');
    await page.getByRole('menuitem', { name: /^View/ }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'View', exact: true }).press('Enter');
    await expect(page.getByRole('region', { name: 'Viewing as somebody else' })).toContainText(role);
  };
  const open = (page: Page, path: string) => page.goto(`/adventure-works/${path}`);

  test('each page offers what the role may do, and says beforehand that nothing is saved', async ({
    page,
  }) => {
    await viewAs(page, 'Viewer');
    await open(page, 'purchasing/orders/purchase-orders');
    const newRecord = page.getByRole('button', { name: 'New Record' });
    await expect(newRecord).toHaveAttribute('aria-disabled', 'true');
    for (const name of ['Import', 'Actions', 'Edit'])
      await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0);
    await open(page, address);
    await expect(
      page.getByText(/ask an administrator of this company: your role is Viewer\.$/),
    ).toBeVisible();
    const stop = page.getByRole('button', { name: 'Stop viewing' });
    await stop.press('Enter');
    await page.waitForURL('**/dashboard');

    await viewAs(page, 'Buyer');
    await open(page, 'purchasing/orders/purchase-orders');
    await newRecord.press('Enter');
    const nothing = page.getByText(/^This is what Buyer sees here\. .* nothing that you fill in is saved\./);
    await expect(nothing).toBeVisible();
    await expectGoodAtBothWidths(page);
    await open(page, 'dealers/entry/order-entry');
    await expect(nothing).toBeVisible();
    await expectGoodAtBothWidths(page);
    await stop.press('Enter');
    await page.waitForURL('**/dashboard');
    await expect(stop).toBeHidden();
    await open(page, 'dealers/entry/order-entry');
    await expect(page.getByRole('combobox', { name: 'Opportunity' })).toBeVisible();
    await expect(nothing).toHaveCount(0);
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 320, height: 720 } });

  test('roles are copied, described, disabled and changed one at a time', async ({ page }) => {
    await openRoles(page);
    await test.step('a role is copied, described and disabled', async () => {
      const role = 'Auditor';
      await copyViewer(page, role);
      await page.getByRole('button', { name: `Actions for ${role}`, exact: true }).press('Enter');
      await page.getByRole('menuitem', { name: 'Change' }).press('Enter');
      await page.getByLabel('Description', { exact: true }).press('Control+a');
      await page.keyboard.type('Looks at everything');
      const button = page.getByRole('button', { name: 'Save' });
      await expect(button).toBeEnabled();
      await button.press('Enter');
      await expect(page.getByRole('dialog')).toBeHidden();
      await expect(page.getByText('Looks at everything')).toBeVisible();
      await page.getByRole('button', { name: `Actions for ${role}`, exact: true }).press('Enter');
      await page.getByRole('menuitem', { name: 'Disable' }).press('Enter');
      await expect(page.getByText('Nobody has it.')).toBeVisible();
      await page.getByRole('button', { name: 'Disable', exact: true }).press('Enter');
      await expect(page.getByRole('dialog')).toBeHidden();
      await expectGoodAtBothWidths(page);
    });
    await test.step('one role at a time, by the arrows of its choices', async () => {
      const role = 'Dock';
      await copyViewer(page, role);
      await openTab(page, 'Field access');
      await page.getByLabel('Role', { exact: true }).selectOption(role);
      await page.getByLabel('Record type', { exact: true }).selectOption('Bills');
      const choice = page.getByRole('group', { name: 'Due Date, Bills' });
      await expectGoodScreen(page);
      await choice.getByRole('radio', { name: 'View only' }).press('ArrowRight');
      await expect(choice.getByRole('radio', { name: 'Not allowed' })).toBeChecked();
      await expect(bar(page)).toContainText('loses Due Date on Bills');
      await save(page);
      await expect(choice.getByRole('radio', { name: 'Not allowed' })).toBeChecked();
    });
  });
});

test.describe('on a desk', () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test('what roles may see is explained, set, confined and guarded', async ({ page }) => {
    await openRoles(page);
    await test.step('a cell says how a role comes to it, by keyboard', async () => {
      await openTab(page, 'Field access');
      await page.keyboard.press('/');
      await page.keyboard.type('total due');
      const grid = page.getByRole('grid', { name: 'Field access' });
      await expect(grid.getByRole('row').filter({ hasNotText: 'Total due' })).toHaveCount(1);
      await grid.focus();
      const column = Number(
        await grid.getByRole('columnheader', { name: /^Buyer \(/ }).getAttribute('aria-colindex'),
      );
      await page.keyboard.press('Control+Home');
      for (let at = 1; at < column; at += 1) await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Shift+F10');
      await page.getByRole('menuitem', { name: 'Why is it so?' }).press('Enter');
      const answer = page.getByRole('dialog', { name: 'Why is Total due so for Buyer?' });
      await expect(answer).toContainText('Buyer: Total due is view only.');
      await expect(answer).toContainText(/Since \d\d\/\d\d\/\d{4}/);
      await expectGoodScreen(page);
      await page.keyboard.press('Escape');
      await expect(answer).toBeHidden();
      await openTab(page, 'Roles');
    });
    await test.step('field access is set by letters over a range, told with its effect and saved by keyboard', async () => {
      const role = 'Back office';
      await copyViewer(page, role);
      await openTab(page, 'Field access');
      await page.keyboard.press('/');
      await page.keyboard.type('due date');
      const grid = page.getByRole('grid', { name: 'Field access' });
      // The head, and that field of each type: other journeys make types of their own.
      await expect(grid.getByRole('row').filter({ hasNotText: 'Due Date' })).toHaveCount(1);
      await expect(grid.getByRole('row').nth(1)).toContainText('Bills');
      await expect(grid.getByRole('row').nth(2)).toContainText('Dealer orders');
      await expectGoodScreen(page);
      await grid.focus();
      // From the first cell along the row to the role.
      const column = Number(
        await grid.getByRole('columnheader', { name: `${role} (0)` }).getAttribute('aria-colindex'),
      );
      await page.keyboard.press('Control+Home');
      for (let at = 1; at < column; at += 1) await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Shift+ArrowDown');
      await page.keyboard.press('n');
      await expect(bar(page)).toContainText(
        '2 cells changed: Back office, which nobody has, loses Due Date on 2 types',
      );
      await page.keyboard.press('Control+z');
      await expect(bar(page)).toBeHidden();
      await page.keyboard.press('Control+y');
      await expectGoodScreen(page);
      await save(page);
      const cells = grid.locator(`[role=gridcell][aria-colindex="${column}"]`);
      const isSaved = async () => {
        await expect(cells.nth(0)).toHaveText('Not allowed');
        await expect(cells.nth(1)).toHaveText('Not allowed');
      };
      await isSaved();
      await page.reload();
      await page.getByRole('searchbox', { name: 'Find a field' }).press('d');
      await page.keyboard.type('ue date');
      await expect(grid.getByRole('row').filter({ hasNotText: 'Due Date' })).toHaveCount(1);
      await isSaved();
      await openTab(page, 'Roles');
    });
    await test.step('a role is confined by a condition, and it is said to how many records', async () => {
      const role = 'Branch';
      await copyViewer(page, role);
      await openTab(page, 'Confinements');
      await page.getByLabel('Role', { exact: true }).selectOption({ label: role });
      await page.getByLabel('Record type', { exact: true }).selectOption({ label: 'Bills' });
      await expect(page.getByText(/^Branch sees (\d+) of \1 records\.$/)).toBeVisible();
      await page.getByRole('button', { name: 'Add condition' }).press('Enter');
      await expect(page.getByLabel('Field of condition 1')).toBeFocused();
      await page.getByRole('button', { name: 'Remove condition 1' }).press('Enter');
      await expect(page.getByRole('button', { name: 'Add condition' })).toBeFocused();
      await page.keyboard.press('Enter');
      await page.getByLabel('Operator of condition 1').selectOption({ label: 'is empty' });
      await expect(page.getByText(/^Branch sees 0 of \d+ records\.$/)).toBeVisible();
      await expectGoodScreen(page);
      const button = page.getByRole('button', { name: 'Save', exact: true });
      await expect(button).toBeEnabled();
      await button.press('Enter');
      await expect(page.getByLabel('Record type', { exact: true })).toContainText('Bills (confined)');
    });
    await test.step('the last administrator keeps the page, and is told why', async () => {
      await openTab(page, 'Menu items');
      const grid = page.getByRole('grid', { name: 'Menu items' });
      await expect(grid).toBeVisible();
      await page.keyboard.press('/');
      await page.keyboard.type('users');
      await expect(grid.getByRole('row')).toHaveCount(2);
      const column = await grid
        .getByRole('columnheader', { name: /^Administrator/ })
        .getAttribute('aria-colindex');
      await grid.locator(`[role=gridcell][aria-colindex="${column}"]`).click();
      await page.keyboard.press('n');
      await expect(bar(page)).toContainText('loses Users in the menu');
      await page.keyboard.press('Control+s');
      const impact = page.getByRole('dialog', { name: 'Save these changes of access?' });
      await expect(impact).toContainText(/Users.*\d+ (person loses|people lose) it/);
      await impact.getByRole('button', { name: 'Save 1 change' }).press('Enter');
      await expect(bar(page).getByRole('alert')).toContainText('could reach Users any more');
      await page.getByRole('button', { name: 'Discard' }).press('Enter');
      await expect(bar(page)).toBeHidden();
      await expect(grid).toBeFocused();
    });
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 320, height: 720 } });
});
