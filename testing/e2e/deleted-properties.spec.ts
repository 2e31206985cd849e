// A property of an object that has values: deleted, gone, and put back with all of them.
import type { Locator, Page } from '@playwright/test';
import { enter } from './enter.ts';
import { expect, expectGoodScreen, test, widths } from './journey.ts';

const object = 'Packaging';
const property = 'Packing guide';

const properties = (page: Page): Locator => page.getByRole('table', { name: `Properties of ${object}` });
const deleted = (page: Page): Locator => page.getByRole('region', { name: 'Deleted properties' });

async function openObject(page: Page): Promise<void> {
  await enter(page, 'ada', 'administration/data/custom-objects');
  await page
    .getByRole('navigation', { name: 'Objects' })
    .getByRole('button', { name: new RegExp(`^${object}`) })
    .press('Enter');
  await expect(page.getByText(/^Used by/)).toBeVisible();
}

/** Disabled or enabled, as any other change of the object. */
async function turn(page: Page, from: 'Active' | 'Inactive'): Promise<void> {
  const dialog = page.getByRole('dialog', { name: `Change ${object}` });
  await page.getByRole('button', { name: 'Change', exact: true }).press('Enter');
  await dialog.getByRole('button', { name: `${property}: ${from}` }).press('Enter');
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeEnabled();
  await dialog.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(dialog).toBeHidden();
}

/** How many objects have a value, as the dialog of the deletion says before it does anything. */
async function heldBy(page: Page): Promise<string> {
  const words = page.getByRole('dialog', { name: `Delete ${property}?` }).getByText(/a value of it\./);
  await expect(words).toBeVisible();
  return (await words.innerText()).replace(/ a value of it\.[\s\S]*/, '');
}

for (const { name, width, height } of widths)
  test.describe(`${name}, ${width} px`, () => {
    test.use({ viewport: { width, height } });

    test('a property with values is deleted and put back, and they are there', async ({ page }) => {
      await openObject(page);
      await expect(page.getByRole('button', { name: `Delete ${property}` })).toHaveCount(0);
      await turn(page, 'Active');
      await page.getByRole('button', { name: `Delete ${property}` }).press('Enter');
      const dialog = page.getByRole('dialog', { name: `Delete ${property}?` });
      const before = await heldBy(page);
      expect(before).toMatch(/^[\d,]+ records have$/);
      await expectGoodScreen(page);
      await dialog.getByRole('button', { name: 'Cancel' }).press('Enter');
      await expect(properties(page)).toContainText(property);

      await page.getByRole('button', { name: `Delete ${property}` }).press('Enter');
      await dialog.getByRole('button', { name: `Delete ${property}` }).press('Enter');
      await expect(page.getByText(`${property} is deleted`)).toBeVisible();
      await expect(properties(page)).not.toContainText(property);
      await expect(deleted(page)).toContainText(/Its values are deleted after \d\d\/\d\d\/\d{4}\./);
      await expectGoodScreen(page);
      await page.reload();

      await deleted(page)
        .getByRole('button', { name: `Put ${property} back` })
        .press('Enter');
      await expect(page.getByText(`${property} is back, disabled`)).toBeVisible();
      await expect(deleted(page)).toHaveCount(0);
      await page.getByRole('button', { name: `Delete ${property}` }).press('Enter');
      expect(await heldBy(page)).toBe(before);
      await dialog.getByRole('button', { name: 'Cancel' }).press('Enter');
      await turn(page, 'Inactive');
      await expect(properties(page).getByText('Inactive')).toHaveCount(1);
    });
  });
