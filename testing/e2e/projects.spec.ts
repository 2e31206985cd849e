import type { Locator, Page } from '@playwright/test';
import { enterOrder } from './enter.ts';
import { expect, expectGoodScreen, test, widths } from './journey.ts';

const orders = 'purchasing/orders/purchase-orders';

async function open(page: Page, number: number): Promise<void> {
  await enterOrder(page, 'ada', number, { viewMode: 'DEFAULT' });
  await expect(page.getByRole('heading', { level: 1, name: new RegExp(`^${number}\\b`) })).toBeVisible();
}

const tree = (page: Page, number: number) => page.getByRole('treegrid', { name: `Project of ${number}` });
const row = (within: Locator, number: number) => within.getByRole('row').filter({ hasText: String(number) });
const finder = (page: Page) => page.getByRole('dialog');

/** In the open dialog: finds the record by its number, and what is said of it. */
async function find(page: Page, number: number): Promise<void> {
  await expect(finder(page).getByRole('combobox')).toBeFocused();
  await page.keyboard.type(String(number));
  await expect(finder(page).getByRole('option', { selected: true })).toContainText(String(number));
}

async function link(page: Page, number: number): Promise<void> {
  await page.getByRole('button', { name: 'Link a record', exact: true }).press('Enter');
  await find(page, number);
  const button = finder(page).getByRole('button', { name: `Link ${number}`, exact: true });
  await expect(button).toBeEnabled();
  await page.keyboard.press('Enter');
  await expect(finder(page)).toBeHidden();
}

/** Several things may have been said: the button of this one. */
const undoOf = (page: Page, said: string) =>
  page
    .getByText(said, { exact: true })
    .locator('xpath=ancestor::*[.//button][1]')
    .getByRole('button', { name: 'Undo', exact: true });

for (const { name, width, height } of widths) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height }, hasTouch: name === 'narrow' });
    const [root, first, second] = name === 'wide' ? [7340, 7341, 7342] : [7351, 7352, 7353];

    test('records are linked, moved and unlinked by keyboard, and a circle is refused before it is saved', async ({
      page,
    }) => {
      await open(page, root);
      const rows = tree(page, root);
      await expect(rows).toBeVisible();
      await link(page, first);
      await expect(row(rows, first)).toBeVisible();
      await link(page, second);
      await expect(row(rows, second)).toBeVisible();
      await expectGoodScreen(page);

      // Under its neighbour, and back by the button of what was said.
      await row(rows, second).focus();
      await page.keyboard.press('m');
      await find(page, first);
      await expect(
        finder(page).getByRole('button', { name: `Move under ${first}`, exact: true }),
      ).toBeEnabled();
      await page.keyboard.press('Enter');
      await expect(row(rows, second)).toBeHidden();
      await row(rows, first).focus();
      await page.keyboard.press('ArrowRight');
      await expect(row(rows, second)).toHaveAttribute('aria-level', '3');

      await row(rows, first).focus();
      await page.keyboard.press('m');
      await find(page, second);
      await expect(finder(page)).toContainText(`${first} is above ${second}.`);
      await expect(
        finder(page).getByRole('button', { name: `Move under ${second}`, exact: true }),
      ).toBeDisabled();
      await expectGoodScreen(page);
      await page.keyboard.press('Escape');
      await expect(finder(page)).toBeHidden();

      await row(rows, first).focus();
      await page.keyboard.press('Delete');
      const question = page.getByRole('dialog', { name: `Unlink ${first}?` });
      await question.getByRole('button', { name: 'Unlink', exact: true }).press('Enter');
      await expect(row(rows, first)).toBeHidden();
      await undoOf(page, '1 record unlinked').press('Enter');
      await expect(row(rows, first)).toBeVisible();

      // What stands under a record is asked about when that is deleted, and comes back with one press.
      await page.getByRole('button', { name: /^Actions for record/ }).press('Enter');
      await page.getByRole('menuitem', { name: 'Delete', exact: true }).press('Enter');
      const deleting = page.getByRole('dialog', { name: 'Are you sure you want to delete this item?' });
      await deleting.getByRole('checkbox', { name: 'Delete the record under it too' }).press('Space');
      await expect(deleting).toContainText('They are deleted too');
      await expectGoodScreen(page);
      await deleting.getByRole('button', { name: 'Delete record', exact: true }).press('Enter');
      await expect(page.getByText('3 of 3 records deleted!', { exact: true })).toBeVisible();
      await undoOf(page, '3 of 3 records deleted!').press('Enter');
      await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeVisible();
      await expect(row(rows, first)).toBeVisible();

      // Enter leads to the record, which says what it stands under.
      await row(rows, first).focus();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { level: 1, name: new RegExp(`^${first}\\b`) })).toBeVisible();
      await expect(
        page
          .getByRole('navigation', { name: 'Parents' })
          .getByRole('link', { name: String(root), exact: true }),
      ).toBeVisible();
      await expect(row(tree(page, first), second)).toBeVisible();
    });
  });
}

/** Rows follow a scroll within the frame: whoever looks before would pass the row. */
async function pageDownTo(page: Page, row: Locator): Promise<void> {
  const drawn = () =>
    page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
  for (let pages = 0; pages < 200 && !(await row.isVisible()); pages += 1) {
    await page.keyboard.press('PageDown');
    await drawn();
  }
  await expect(row).toBeVisible();
}

test('the grid shows records under those that they stand under, by keyboard', async ({ page }) => {
  await open(page, 7361);
  await link(page, 7362);
  // The dialog goes before the answer comes, and to leave the page then may end what was asked.
  await expect(row(tree(page, 7361), 7362)).toBeVisible();
  const sort = 'sort=recordNumber:asc';
  const roots = page.waitForResponse((one) => (one.request().postData() ?? '').includes('rootsOnly'));
  await page.goto(`/adventure-works/${orders}?${sort}&size=3000&tree=true`);
  await roots;
  const grid = page.getByRole('treegrid', { name: 'Purchase Orders' });
  const root = row(grid, 7361);
  const child = row(grid, 7362);
  await expect(grid.getByRole('row').nth(1)).toBeVisible();
  await grid.focus();
  await pageDownTo(page, root);
  await root.getByRole('button', { name: 'Expand', exact: true }).click();
  await expect(child).toHaveAttribute('aria-level', '2');
  await expectGoodScreen(page);
  await page.keyboard.press('ArrowLeft');
  await expect(root).toHaveAttribute('aria-expanded', 'false');
  await expect(child).toHaveCount(0);
  await page.keyboard.press('ArrowRight');
  await expect(child).toBeVisible();
  // From what is below to what it stands under, and closed.
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(root).toHaveAttribute('aria-expanded', 'false');
});
