// What the grid shows when there is nothing to show, or not yet, or no more; and what a role never sees.
import { test as loudTest } from '@playwright/test';
import type { Page, Route } from '@playwright/test';
import { enter } from './enter.ts';
import { expect, expectGoodScreen, test, widths } from './journey.ts';

const orders = 'purchasing/orders/purchase-orders';

type Answer = { data: { filterAndSortRecordHeader: Record<string, unknown> } };

/** Answers the grid's question for its rows; every other call goes through. */
async function answerRows(page: Page, answer: (route: Route) => Promise<void>): Promise<void> {
  await page.route('**/graphql', (route) =>
    route.request().postData()?.includes('query FilterAndSortRecords') ? answer(route) : route.continue(),
  );
}

const refusal = JSON.stringify({
  errors: [{ message: 'Internal server error.', extensions: { code: 'INTERNAL' } }],
});

for (const { name, width, height } of widths) {
  test.describe(`${name}, ${width} px`, () => {
    test.use({ viewport: { width, height } });

    test('rows that could not be loaded are asked for again', async ({ page }) => {
      await answerRows(page, (route) => route.fulfill({ contentType: 'application/json', body: refusal }));
      await enter(page, 'maya', orders);
      await expect(page.getByText('The records could not be loaded')).toBeVisible();
      await expectGoodScreen(page);
      await page.unrouteAll();
      await page.getByRole('button', { name: 'Retry' }).click();
      await expect(page.getByRole('gridcell').first()).toBeVisible();
      await expect(page.getByText('The records could not be loaded')).toHaveCount(0);
    });

    test('twelve rows in the making stand until the first ones come', async ({ page }) => {
      let release = () => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      await answerRows(page, async (route) => {
        await held;
        await route.continue();
      });
      await enter(page, 'maya', orders);
      await expect(page.getByRole('columnheader', { name: 'Record Number' })).toBeVisible();
      await expect(page.locator('.rh-skeleton-row')).toHaveCount(12);
      await expect(page.getByRole('grid')).toHaveAttribute('aria-busy', 'true');
      await expectGoodScreen(page);
      release();
      await expect(page.getByRole('gridcell').first()).toBeVisible();
      await expect(page.locator('.rh-skeleton-row')).toHaveCount(0);
    });

    test('a type without records says so, and leads to the first one', async ({ page }) => {
      await answerRows(page, async (route) => {
        const answer = (await (await route.fetch()).json()) as Answer;
        const none = { ...answer.data.filterAndSortRecordHeader, records: [], total: 0, totalState: 'EXACT' };
        await route.fulfill({ json: { data: { filterAndSortRecordHeader: none } } });
      });
      await enter(page, 'maya', orders);
      await expect(page.getByText('No records yet')).toBeVisible();
      await expectGoodScreen(page);
      await page.getByRole('grid').locator('..').getByRole('button', { name: 'New Record' }).click();
      await expect(page.getByRole('form', { name: 'New record' })).toBeVisible();
    });

    test('the keyboard sheet opens by ? and by its button, and gives the focus back', async ({ page }) => {
      await enter(page, 'maya', orders);
      await expect(page.getByRole('gridcell').first()).toBeVisible();
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

      const more = page.getByRole('button', { name: 'More tools' });
      if ((await more.count()) > 0) await more.click();
      await page.getByLabel('Keyboard shortcuts').or(page.getByText('Keyboard shortcuts')).first().click();
      await expect(sheet).toBeVisible();
    });
  });
}

// The browser writes a call that never arrived into its console.
loudTest('a server that cannot be reached is told, and nothing is lost', async ({ page }) => {
  await enter(page, 'maya', orders);
  await expect(page.getByRole('gridcell').first()).toBeVisible();
  await page.route('**/graphql', (route) => route.abort());
  await page.getByRole('button', { name: 'Refresh Grid' }).click();
  await expect(page.getByText('The server cannot be reached.')).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('gridcell').first()).toBeVisible();
});

test('a hidden field is neither column nor filter nor sort; a read-only one is both', async ({ page }) => {
  await enter(page, 'noah', orders);
  await expect(page.getByRole('gridcell').first()).toBeVisible();
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
  await expect(page.getByRole('gridcell').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Show delete Records' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Columns' }).click();
  const columns = page.getByRole('dialog', { name: 'Columns' });
  await expect(columns.getByLabel('Record Number', { exact: true })).toBeVisible();
  await expect(columns.getByLabel('Enabled', { exact: true })).toHaveCount(0);
});

test('a change of company leaves nothing of the first one on the screen', async ({ page }) => {
  await enter(page, 'ada', orders);
  await expect(page.getByRole('gridcell').first()).toBeVisible();
  await page.getByRole('button', { name: /Ada Novak/ }).click();
  await page.getByRole('menuitem', { name: 'Switch company' }).click();
  await page.getByRole('option', { name: /Northwind/ }).click();
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL('/northwind/dashboard');
  const menu = page.getByRole('navigation', { name: 'Main' });
  await expect(menu.getByText('Northwind Traders')).toBeVisible();
  await expect(menu.getByRole('link', { name: 'Purchase orders' })).toHaveCount(0);
  await page.getByRole('main').getByRole('link').first().click();
  await expect(page.getByRole('gridcell').first()).toBeVisible();
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
    await expect(page.getByRole('gridcell').first()).toBeVisible();

    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByLabel('Value of condition 1').fill('Pending');
    await page.getByRole('option', { name: 'Pending', exact: true }).click();
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByRole('list', { name: 'Applied filters' })).toContainText('Status is Pending');
    await expect(page.getByRole('grid')).not.toHaveAttribute('aria-busy');
    await expectGoodScreen(page);
    await page.getByRole('button', { name: 'Reset Filters' }).click();
    await expect(page.getByRole('list', { name: 'Applied filters' })).toHaveCount(0);

    await page.getByRole('button', { name: 'New Record' }).click();
    await expect(page.getByRole('form', { name: 'New record' })).toBeVisible();
    await expectGoodScreen(page);
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect(page).toHaveURL(`/adventure-works/${orders}`);
  });
});
