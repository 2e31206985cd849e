// The menu as an administrator keeps it: by keyboard, on a desk and on a phone, and in the drawers of others at once.
import { enterAs } from './enter.ts';
import { expect, expectGoodAtBothWidths, expectSaved, test } from './journey.ts';
import { aNewCompany } from './own-people.ts';
import { openElsewhere } from './sign-in-as.ts';

const address = 'administration/navigation/menus';

test.describe('on a phone', () => {
  test.use({ viewport: { width: 320, height: 720 } });

  test('the menu is ordered, added to and switched, and the last way back is kept', async ({
    page,
    browser,
  }) => {
    const company = await aNewCompany();
    await enterAs(page, 'hugo', company, address);
    const rows = page.getByRole('list', { name: 'The menu' }).getByRole('listitem');
    await expect(rows.first()).toContainText('Administration');
    await expectGoodAtBothWidths(page);
    const other = await openElsewhere(browser);
    // Where the drawer stands open.
    await other.setViewportSize({ width: 1440, height: 900 });
    await enterAs(other, 'walt', company, address);
    await expect(
      other.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Custom lists' }),
    ).toBeVisible();

    await page.getByRole('button', { name: 'Add group' }).press('Enter');
    await expect(page.getByLabel('Name')).toBeFocused();
    await page.keyboard.type('Our desk');
    await expect(page.getByLabel('Route')).toHaveValue('our-desk');
    await expectGoodAtBothWidths(page);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Add a section to Our desk' }).press('Enter');
    await expect(page.getByLabel('Name')).toBeFocused();
    await page.keyboard.type('Papers');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Add an item to Papers' }).press('Enter');
    await expect(page.getByLabel('Name')).toBeFocused();
    await page.keyboard.type('Our lists');
    await page.getByLabel('Leads to').selectOption('Page: Custom lists');
    await page.getByRole('button', { name: 'Done' }).press('Enter');
    await expect(rows.last()).toContainText('Our lists');

    // The group goes up with what stands below it.
    await page.getByRole('button', { name: 'Move Our desk' }).press('Alt+ArrowUp');
    await expect(rows.first()).toContainText('Our desk');
    await expect(rows.nth(2)).toContainText('Our lists');
    await expect(page.getByRole('button', { name: 'Move Our desk' })).toBeFocused();
    await page.keyboard.press('Control+s');
    await expectSaved(page);
    // In the other drawer at once.
    await expect(
      other.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Our lists' }),
    ).toBeVisible();
    await other.close();

    await page.getByRole('button', { name: 'Menus: Active' }).press('Enter');
    await page.getByRole('button', { name: 'Save menu' }).press('Enter');
    const impact = page.getByRole('dialog', { name: 'Save the menu?' });
    await expect(impact).toContainText(/Menus.*\d+ (person loses|people lose) it/);
    await expectGoodAtBothWidths(page);
    await impact.getByRole('button', { name: 'Save menu' }).press('Enter');
    await expect(page.getByText(/^This is the last way to the page Menus, and nobody/)).toBeVisible();
    await expectGoodAtBothWidths(page);
    await page.getByRole('button', { name: 'Discard' }).press('Enter');

    await page.getByRole('button', { name: 'Change Our lists' }).press('Enter');
    await page.getByLabel('Route').press('End');
    await page.keyboard.type('-of-old');
    await page.getByRole('button', { name: 'Done' }).press('Enter');
    await expect(rows.nth(2)).toContainText('Menu Items Error');
  });
});
