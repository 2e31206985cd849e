// What an administrator says of the company, and a person of themself.
import type { Page } from '@playwright/test';
import { demoPassword, demoPeople } from '@rowhouse/server/seed/demo/people.ts';
import { expect, expectGoodAtBothWidths, expectGoodScreen, expectSaved, test } from './journey.ts';
import { enterAs, enterCompany } from './enter.ts';
import { aNewCompany, ownCompaniesStand } from './own-people.ts';
import { openElsewhere, signInAs } from './sign-in-as.ts';

test.beforeAll(ownCompaniesStand);

async function openCompany(page: Page): Promise<void> {
  await enterAs(page, 'olga', 'harbor', 'tenant-profile-settings');
  await expect(page.getByLabel('Name')).toBeVisible();
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 320, height: 720 } });

  test('an administrator changes the company, and is not shut out of it', async ({ page }) => {
    await openCompany(page);
    await expect(page.getByText('/harbor', { exact: false }).first()).toBeVisible();
    await expect(page.getByLabel('Two-factor is required')).toBeDisabled();
    await expect(page.getByText(/Set up two-factor sign-in for yourself first/)).toBeVisible();
    await expectGoodAtBothWidths(page);

    await page.getByLabel('Name').fill('');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByLabel('Name')).toBeFocused();
    await expect(page.getByLabel('Name')).toHaveAccessibleDescription('Name is a required field');
    await page.getByLabel('Name').pressSequentially('Harbor Supply');
    await page.getByLabel('Description').fill('Ropes and sails');
    await page.getByLabel('Currency').click();
    await page.getByLabel('Currency').pressSequentially('yen');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expectSaved(page);
    await page.reload();
    await expect(page.getByLabel('Description')).toHaveValue('Ropes and sails');
  });

  test('a person corrects the profile and works in the dark', async ({ page }) => {
    const [lastName, city] = ['Zanova', 'Jakarta'];
    await signInAs(page, 'yara');
    await page.goto('/account');
    await page.getByLabel('Last name').fill('');
    await page.getByLabel('Last name').pressSequentially(lastName);
    await page.getByLabel('Time zone').click();
    await page.getByLabel('Time zone').pressSequentially(city);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Save profile' }).click();
    await expectSaved(page);
    await page.getByRole('radio', { name: 'Dark', exact: true }).check();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expectGoodAtBothWidths(page);
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expect(page.getByLabel('Last name')).toHaveValue(lastName);
    await expect(page.getByLabel('Time zone')).toHaveValue(`Asia/${city}`);
    await page.getByRole('radio', { name: 'Light', exact: true }).check();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
    await page.getByLabel('Last name').fill('Zane');
    await page.getByRole('button', { name: 'Save profile' }).click();
    await expectSaved(page);
  });
});

test('who does not administer the company has no such page', async ({ page }) => {
  await enterAs(page, 'pete', 'harbor', 'dashboard');
  await expect(page.getByRole('link', { name: 'Users', exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Company', exact: true })).toHaveCount(0);
});

test('what two administrators change at once is not lost', async ({ page, browser }) => {
  await openCompany(page);
  const other = await openElsewhere(browser);
  await openCompany(other);
  await other.getByLabel('Description').fill('Changed elsewhere');
  await other.getByRole('button', { name: 'Save changes' }).click();
  await expectSaved(other);
  await page.getByLabel('Name').press('End');
  await page.getByLabel('Name').pressSequentially(' and Sons');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText(/Another administrator has changed the company/)).toBeVisible();
  await expect(page.getByLabel('Description')).toHaveValue('Changed elsewhere');
  await expect(page.getByLabel('Name')).toHaveValue('Harbor Supply and Sons');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByLabel('Name')).toHaveValue('Harbor Supply');
});

test('one field has another currency than the company, and says so wherever it stands', async ({ page }) => {
  const settings = 'tenant-profile-settings';
  const orders = '/northwind/sales/orders/orders';
  const change = page.getByRole('button', { name: 'Change the currency of Freight of Orders' });
  const choose = async (words: string) => {
    await change.click();
    const picker = page.getByLabel('Currency of Freight of Orders');
    await expect(picker).toBeFocused();
    await picker.fill(words);
    await page.keyboard.press('Enter');
    await expectSaved(page);
    await expect(change).toBeFocused();
  };
  const account = { email: demoPeople.ada.email, password: demoPassword };
  await enterCompany(page, account, 'northwind', settings);
  await choose('Swiss');
  // Wide enough for a column that stands behind others.
  await page.setViewportSize({ width: 3000, height: 900 });
  await page.goto(orders);
  const header = page.getByRole('columnheader', { name: /^Freight/ });
  await expect(header).toContainText('CHF');
  await page.getByRole('button', { name: 'New Record' }).click();
  await expect(page.getByLabel('Freight (CHF)')).toBeVisible();

  await page.goto(`/northwind/${settings}`);
  await choose('as above');
  await page.goto(orders);
  await expect(header).toContainText('USD');
});

test('a company moves to another address, shows its logo, and links of before lead there', async ({
  page,
}) => {
  const url = await aNewCompany();
  const settings = 'tenant-profile-settings';
  await enterAs(page, 'hugo', url, settings);
  await page.getByLabel('Address').press('End');
  await page.getByLabel('Address').pressSequentially('-moved');
  await page.getByLabel('Colour', { exact: true }).focus();
  await page.keyboard.type('#0a7d5a');
  await expect(page.getByText(/Light: the mark of the menu stands out at/)).toBeVisible();
  await expectGoodScreen(page);
  await page.getByRole('button', { name: 'Save changes' }).press('Enter');
  await page.waitForURL(`/${url}-moved/${settings}`);
  await expect(page.getByText(`Links with ${url} lead here too.`, { exact: false })).toBeVisible();

  // 700 pixels wide, and drawn by the page: a picture of the page itself needs a browser that draws.
  const picture = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 700, height: 300 });
    canvas.getContext('2d')!.fillRect(50, 50, 600, 200);
    return canvas.toDataURL('image/png').split(',')[1]!;
  });
  await page
    .getByLabel('Logo file')
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(picture, 'base64') });
  const logo = page.getByRole('navigation', { name: 'Main' }).locator('img');
  await expect(logo).toHaveJSProperty('naturalWidth', 512);
  await page.getByLabel('Logo file').setInputFiles({
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: Buffer.from('<script>alert(1)</script>'),
  });
  await expect(page.getByText('The file cannot be read as a picture. Choose another one.')).toBeVisible();

  await page.goto(`/${url}/${settings}?from=a-bookmark`);
  await page.waitForURL(`/${url}-moved/${settings}?from=a-bookmark`);
  await expect(logo).toBeVisible();
});
