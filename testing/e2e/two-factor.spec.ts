import { readFile } from 'node:fs/promises';
import { test as loudTest, type Page } from '@playwright/test';
import { expect, expectAccessible, expectGoodAtBothWidths, test } from './journey.ts';
import { makeAccount, typeAccount, type NewAccount } from './new-account.ts';
import { anAuthenticator } from './sign-in-as.ts';

/** To /setupmfa; answers the app that has the key. */
async function startSetUp(page: Page, account: NewAccount): Promise<() => string> {
  await page.goto('/login');
  await typeAccount(page, account);
  await expect(page).toHaveURL('/setupmfa');
  return anAuthenticator((await page.locator('code').innerText()).replace(/\s/g, ''));
}

async function turnOn(page: Page, code: string): Promise<string[]> {
  await page.getByLabel('6-digit code').fill(code);
  await page.getByRole('button', { name: 'Turn on two-factor' }).click();
  await expect(page).toHaveURL('/configured');
  const codes = page.getByRole('list', { name: 'Backup codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  return codes.allInnerTexts();
}

async function goOn(page: Page): Promise<void> {
  await page.getByLabel('I have stored them').check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL('/select-tenant');
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL('/login');
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 320, height: 720 } });

  test('a person turns two-factor on, and signs in with the code of the app', async ({ page, request }) => {
    const account = await makeAccount(request, 'careful');
    const readCode = await startSetUp(page, account);
    await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible();
    await expectGoodAtBothWidths(page);
    await page.getByRole('button', { name: 'Turn on two-factor' }).click();
    await expect(page.getByLabel('6-digit code')).toBeFocused();
    await expect(page.getByLabel('6-digit code')).toHaveAccessibleDescription(
      'Enter the 6 digits of the code.',
    );
    await turnOn(page, readCode());
    await expect(page.getByRole('heading', { level: 1, name: 'Two-factor sign-in is on' })).toBeFocused();
    await expectGoodAtBothWidths(page);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByLabel('I have stored them')).toBeFocused();
    await expect(page.getByLabel('I have stored them')).toHaveAccessibleDescription(/Copy or download/);
    await expectGoodAtBothWidths(page);
    await goOn(page);
    await logOut(page);

    await typeAccount(page, account);
    await expect(page.getByRole('heading', { level: 1, name: 'Enter your code' })).toBeVisible();
    await expect(page).toHaveURL('/login');
    await expect(page.getByLabel('6-digit code')).toBeFocused();
    await expectGoodAtBothWidths(page);
    await page.keyboard.type(readCode());
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/select-tenant');
  });
});

loudTest('a backup code opens once, and a remembered device asks for none', async ({ page, request }) => {
  const account = await makeAccount(request, 'careful');
  const readCode = await startSetUp(page, account);
  const [backupCode = ''] = await turnOn(page, readCode());
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  const file = await (await downloading).path();
  expect(await readFile(file, 'utf8')).toContain(backupCode);
  await goOn(page);
  await logOut(page);

  await typeAccount(page, account);
  await page.getByLabel('6-digit code').fill('000000');
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByLabel('6-digit code')).toBeFocused();
  await expect(page.getByLabel('6-digit code')).toHaveAccessibleDescription(/not right/);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Use a backup code instead' }).click();
  await expect(page.getByLabel('Backup code')).toBeFocused();
  await page.keyboard.type(backupCode.toLowerCase());
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/select-tenant');
  await logOut(page);

  await typeAccount(page, account);
  await page.getByRole('button', { name: 'Use a backup code instead' }).click();
  await page.getByLabel('Backup code').fill(backupCode);
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByLabel('Backup code')).toHaveAccessibleDescription(/has been used/);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Use the code of the app instead' }).click();
  await page.getByLabel('6-digit code').fill(readCode());
  await page.getByLabel('Remember this device for 30 days').check();
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page).toHaveURL('/select-tenant');
  await logOut(page);

  await typeAccount(page, account);
  await expect(page).toHaveURL('/select-tenant');
});

test('what was put off comes again with the next session, and not before', async ({ page, request }) => {
  const account = await makeAccount(request, 'hasty');
  await startSetUp(page, account);
  await page.goto('/select-tenant');
  await expect(page).toHaveURL('/setupmfa');
  await page.getByRole('button', { name: 'Skip for now' }).click();
  await expect(page).toHaveURL('/select-tenant');
  await page.reload();
  await expect(page).toHaveURL('/select-tenant');
  await logOut(page);
  await typeAccount(page, account);
  await expect(page).toHaveURL('/setupmfa');
});
