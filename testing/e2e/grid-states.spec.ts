// What the grid shows when there is nothing to show, or not yet, or no more; and what a role never sees.
import { test as loudTest } from '@playwright/test';
import type { Page } from '@playwright/test';
import { answerOperations } from './answer-operations.ts';
import { enter } from './enter.ts';
import { firstRecord } from './grid-cells.ts';
import { expect, expectGoodAtBothWidths, expectGoodScreen, test, widths } from './journey.ts';

const orders = 'purchasing/orders/purchase-orders';

type Answer = { data: { filterAndSortRecordHeader: Record<string, unknown> } };

const isOfRows = (document: string): boolean => document.includes('query FilterAndSortRecords');

/** Answers the grid's question for its rows; whatever else is asked goes through. */
async function answerRows(page: Page, answer: (real: Answer) => object): Promise<void> {
  await page.route('**/graphql', (route) => answerOperations(route, isOfRows, answer));
}

const refusal = { errors: [{ message: 'Internal server error.', extensions: { code: 'INTERNAL' } }] };

test.describe('on a phone', () => {
  test.use({ viewport: { width: 320, height: 720 } });

  test('twelve rows in the making stand until the first ones come', async ({ page }) => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/graphql', async (route) => {
      if (isOfRows(route.request().postData() ?? '')) await held;
      await route.continue();
    });
    await enter(page, 'maya', orders);
    await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(1);
    const inTheMaking = page.locator('[data-skeleton]');
    await expect(inTheMaking).toHaveCount(12);
    await expectGoodScreen(page);
    const rowsInTheMaking = page.locator('.rh-skeleton-row');
    await page.setViewportSize(widths[0]);
    await expect(page.getByRole('columnheader', { name: 'Record Number' })).toBeVisible();
    await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(1);
    await expect(rowsInTheMaking).toHaveCount(12);
    await expectGoodScreen(page);
    release();
    await expect(firstRecord(page)).toBeVisible();
    await expect(rowsInTheMaking).toHaveCount(0);
    await page.setViewportSize(widths[1]);
    await expect(firstRecord(page)).toBeVisible();
    await expect(inTheMaking).toHaveCount(0);
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 320, height: 720 } });

  test('rows that could not be loaded are asked for again, and a type without records says so', async ({
    page,
  }) => {
    await test.step('rows that could not be loaded are asked for again', async () => {
      await answerRows(page, () => refusal);
      await enter(page, 'maya', orders);
      await expect(page.getByText('The records could not be loaded')).toBeVisible();
      await expectGoodAtBothWidths(page);
      await page.unrouteAll();
      await page.getByRole('button', { name: 'Retry' }).click();
      await expect(firstRecord(page)).toBeVisible();
      await expect(page.getByText('The records could not be loaded')).toHaveCount(0);
    });
    await test.step('a type without records says so, and leads to the first one', async () => {
      await answerRows(page, ({ data }) => ({
        data: {
          filterAndSortRecordHeader: {
            ...data.filterAndSortRecordHeader,
            records: [],
            total: 0,
            totalState: 'EXACT',
          },
        },
      }));
      await page.getByRole('button', { name: /^Tools/ }).click();
      await page.getByRole('button', { name: 'Refresh Grid' }).click();
      await expect(page.getByText('No records yet')).toBeVisible();
      await expectGoodAtBothWidths(page);
      await page
        .getByText('No records yet')
        .locator('..')
        .getByRole('button', { name: 'New Record' })
        .click();
      await expect(page.getByRole('form', { name: 'New record' })).toBeVisible();
    });
  });
});

test('the rows of a grid are asked for before its code has come; its keyboard sheet', async ({ page }) => {
  await enter(page, 'maya', orders);
  await expect(firstRecord(page)).toBeVisible();
  await test.step('a grid that is opened again asks for its rows before its code has come', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/assets/start-*.js', async (route) => {
      await held;
      await route.continue();
    });
    const asked = page.waitForRequest((request) => isOfRows(request.postData() ?? ''));
    await page.reload({ waitUntil: 'commit' });
    const answer = await (await asked).response();
    const rows = JSON.stringify(await answer?.json());
    release();
    await expect(firstRecord(page)).toBeVisible();
    const [, number = 'none'] = /"recordNumber":"?(\d+)/.exec(rows) ?? [];
    await expect(page.getByRole('grid').getByText(number).first()).toBeVisible();
  });
  await test.step('the keyboard sheet opens by ? and by its button, and gives the focus back', async () => {
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await page.getByRole('grid').focus();
    await page.keyboard.press('?');
    await expect(sheet.getByText('selects all rows of the page')).toBeVisible();
    await expect(sheet).toHaveCSS('opacity', '1');
    await expectGoodScreen(page);
    await page.keyboard.press('Escape');
    await expect(sheet).toHaveCount(0);
    await expect(page.getByRole('grid')).toBeFocused();

    await page.getByLabel('Find in Purchase orders').press('?');
    await expect(page.getByLabel('Find in Purchase orders')).toHaveValue('?');
    await expect(sheet).toHaveCount(0);

    await page.getByLabel('Keyboard shortcuts').or(page.getByText('Keyboard shortcuts')).first().click();
    await expect(sheet).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(sheet).toHaveCount(0);
    await page.getByLabel('Find in Purchase orders').clear();
  });
});

// The browser writes a call that never arrived into its console.
loudTest('a server that cannot be reached is told, and nothing is lost', async ({ page }) => {
  await enter(page, 'maya', orders);
  await expect(firstRecord(page)).toBeVisible();
  await page.route('**/graphql', (route) => route.abort());
  await page.getByRole('button', { name: 'Refresh Grid' }).click();
  await expect(page.getByText('The server cannot be reached.')).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(firstRecord(page)).toBeVisible();
});

test('a hidden field is neither column nor filter nor sort; a read-only one is both', async ({ page }) => {
  await enter(page, 'noah', orders);
  await expect(firstRecord(page)).toBeVisible();
  await page.getByRole('button', { name: 'Columns' }).click();
  const columns = page.getByRole('dialog', { name: 'Columns' });
  await expect(columns.getByLabel('Total due', { exact: true })).toBeVisible();
  for (const hidden of ['Internal note', 'Exchange rate', 'Cost centre', 'Tenant'])
    await expect(columns.getByLabel(hidden, { exact: true })).toHaveCount(0);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Filters' }).click();
  const field = page.getByLabel('Field of condition 1');
  await field.fill('Exchange rate');
  await expect(page.getByText('No options')).toBeVisible();
  await field.fill('Total due');
  await expect(page.getByRole('option', { name: 'Total due', exact: true })).toBeVisible();
});

test('who may not delete sees neither the toggle nor the column of deleted records', async ({ page }) => {
  await enter(page, 'victor', orders);
  await expect(firstRecord(page)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Show delete Records' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Columns' }).click();
  const columns = page.getByRole('dialog', { name: 'Columns' });
  await expect(columns.getByLabel('Record Number', { exact: true })).toBeVisible();
  await expect(columns.getByLabel('Enabled', { exact: true })).toHaveCount(0);
});

test.describe('a whole way at 320 px', () => {
  test.use({ viewport: { width: 320, height: 640 } });

  test('menu, grid, filter, chips, new record and back', async ({ page }) => {
    await enter(page, 'maya', 'dashboard');
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    const drawer = page.getByRole('navigation', { name: 'Main' });
    await expect(drawer).toBeVisible();
    await drawer.getByRole('link', { name: 'Purchase orders' }).click();
    await expect(drawer, 'a selection closes the drawer').toHaveCount(0);
    await expect(firstRecord(page)).toBeVisible();

    const tools = page.getByRole('button', { name: /^Tools/ });
    await tools.click();
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByLabel('Value of condition 1').fill('Pending');
    await page.getByRole('option', { name: 'Pending', exact: true }).click();
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(tools).toHaveAccessibleName('Tools 1 filters applied');
    await expect(page.getByRole('main').locator('[aria-busy]')).toHaveCount(0);
    await expect(page.getByRole('listitem').filter({ hasText: 'Approved' })).toHaveCount(0);
    await expectGoodScreen(page);
    await tools.click();
    await page.getByRole('button', { name: 'Reset Filters' }).click();
    await expect(tools).toHaveAccessibleName('Tools');

    await page.getByRole('button', { name: 'New Record' }).click();
    await expect(page.getByRole('form', { name: 'New record' })).toBeVisible();
    await expectGoodScreen(page);
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect(page).toHaveURL(`/adventure-works/${orders}`);
  });
});

test('a grid stands still while somebody searches, and is gone with its company', async ({ page }) => {
  await enter(page, 'ada', orders);
  await expect(firstRecord(page)).toBeVisible();
  await test.step('the grid does not move when somebody searches, however many tools they have', async () => {
    const topOf = async () => (await page.getByRole('grid').boundingBox())?.y;
    const before = await topOf();
    await page.getByRole('searchbox', { name: 'Find in Purchase orders' }).press('Z');
    await expect(page.getByRole('button', { name: 'Reset Filters' }).first()).toBeVisible();
    expect(await topOf()).toBe(before);
    await page.setViewportSize({ width: 1900, height: 900 });
    await page.getByRole('button', { name: 'Reset Filters' }).first().press('Enter');
    await expect(page.getByRole('button', { name: 'Import', exact: true })).toHaveText('Import');
    // As at 200 %.
    await page.setViewportSize({ width: 720, height: 450 });
    const find = page.getByRole('button', { name: 'Find in Purchase orders' });
    await expect(find).toBeVisible();
    const low = await topOf();
    await find.click();
    await page.getByRole('searchbox', { name: 'Find in Purchase orders' }).press('Z');
    await expect(page.getByRole('button', { name: 'Reset Filters' }).first()).toBeVisible();
    expect(await topOf()).toBe(low);
    await page.setViewportSize(widths[0]);
  });
  await test.step('a change of company leaves nothing of the first one on the screen', async () => {
    await page.getByRole('button', { name: /Ada Novak/ }).click();
    await page.getByRole('menuitem', { name: 'Switch company' }).click();
    await page.getByRole('option', { name: /Northwind/ }).click();
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page).toHaveURL('/northwind/dashboard');
    const menu = page.getByRole('navigation', { name: 'Main' });
    await expect(menu.getByText('Northwind Traders')).toBeVisible();
    await expect(menu.getByRole('link', { name: 'Purchase orders' })).toHaveCount(0);
    // The first item that has records, as its number says.
    await menu.locator('a[aria-description]').first().click();
    await expect(firstRecord(page)).toBeVisible();
  });
});
