import { test as loudTest } from '@playwright/test';
import { expect, expectAccessible, expectGoodAtBothWidths, test } from './journey.ts';
import { ownCompaniesStand, ownPassword } from './own-people.ts';
import { listBackupCodes, openElsewhere, setUpTwoFactor, signInAs, typeCredentials } from './sign-in-as.ts';

test.beforeAll(ownCompaniesStand);
loudTest.beforeAll(ownCompaniesStand);

test.describe('on a phone', () => {
  test.use({ viewport: { width: 320, height: 720 } });

  test('a person sees what guards the account', async ({ page }) => {
    await signInAs(page, 'pete');
    await expect(page).toHaveURL(/\/harbor/);
    await page.getByRole('button', { name: /Pete Quill/ }).click();
    await page.getByRole('menuitem', { name: 'Profile and security' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Profile and security' })).toBeFocused();
    await expect(page.getByText('pete@harbor.example')).toBeVisible();
    await expect(page.getByRole('list', { name: 'Sessions' }).getByText('This browser')).toBeVisible();
    await expect(page.getByRole('list', { name: 'Recent activity' })).toContainText('Signed in');
    await expectGoodAtBothWidths(page);

    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await expect(page.getByRole('dialog').getByLabel('Your password')).toBeFocused();
    await expectGoodAtBothWidths(page);
    await page.keyboard.press('Escape');

    await page.getByRole('link', { name: 'Change password' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Change your password' })).toBeVisible();
    await expectGoodAtBothWidths(page);
    await page.getByRole('button', { name: 'Change password' }).click();
    await expect(page.getByLabel('Current password')).toBeFocused();
    await expect(page.getByLabel('Current password')).toHaveAccessibleDescription(
      'Password is a required field',
    );
    await expectGoodAtBothWidths(page);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page).toHaveURL('/account');
    await page.getByRole('link', { name: 'Back to Harbor Supply' }).click();
    await expect(page).toHaveURL('/harbor/dashboard');
  });
});

loudTest(
  'a changed password signs out the other browser, and this one goes on',
  async ({ page, browser }) => {
    const other = await openElsewhere(browser);
    await signInAs(other, 'rita');
    await signInAs(page, 'rita');
    await page.goto('/change');
    await page.getByLabel('Current password').fill('not the password');
    await page.getByLabel('New password').fill('tide and timber');
    await page.getByRole('button', { name: 'Change password' }).click();
    await expect(page.getByLabel('Current password')).toBeFocused();
    await expect(page.getByLabel('Current password')).toHaveAccessibleDescription(
      /not your current password/,
    );
    await expectAccessible(page);
    await page.getByLabel('Current password').fill(ownPassword);
    await page.getByRole('button', { name: 'Change password' }).click();
    await expect(page).toHaveURL('/account');
    await expect(page.getByText('The password was changed')).toBeVisible();
    await page.getByRole('link', { name: 'Back to Harbor Supply' }).click();
    await expect(page.getByRole('heading', { name: /^Good \w+, Rita/ })).toBeVisible();

    await other.reload();
    await other
      .getByRole('alertdialog', { name: 'Session Expired' })
      .getByRole('button', { name: 'Ok' })
      .click();
    await expect(other).toHaveURL('/login');
    await typeCredentials(other, 'rita');
    await expect(other.getByRole('alert').getByText('do not match')).toBeVisible();
    await signInAs(other, 'rita', 'tide and timber');
    await expect(other).toHaveURL(/\/harbor/);
  },
);

loudTest(
  'devices are forgotten, sessions ended, codes made anew, and all is left',
  async ({ page, browser }) => {
    await signInAs(page, 'sven');
    await page.goto('/account');
    await page.getByRole('link', { name: 'Turn on' }).click();
    const { readCode, backupCodes } = await setUpTwoFactor(page, { remember: true });
    await expect(page).toHaveURL('/account');
    await expect(page.getByText('10 are left.')).toBeVisible();

    const other = await openElsewhere(browser);
    await typeCredentials(other, 'sven');
    await other.getByLabel('6-digit code').fill(readCode());
    await other.getByRole('button', { name: 'Verify' }).click();
    await expect(other).toHaveURL(/\/harbor/);

    await page.reload();
    await page.getByRole('button', { name: /^End the session/ }).click();
    await expectAccessible(page);
    await page.getByLabel('Your password').fill('not the password');
    await page.getByRole('button', { name: 'End session' }).click();
    await expect(page.getByLabel('Your password')).toHaveAccessibleDescription(/not your current password/);
    await page.getByLabel('Your password').fill(ownPassword);
    await page.getByRole('button', { name: 'End session' }).click();
    await expect(page.getByRole('button', { name: /^End the session/ })).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Sessions' })).toBeFocused();
    await other.reload();
    await expect(other.getByRole('alertdialog', { name: 'Session Expired' })).toBeVisible();

    // The remembered device is not asked for a code until it is forgotten.
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.getByLabel('Your password').fill(ownPassword);
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
    await expect(page).toHaveURL('/login');
    await typeCredentials(page, 'sven');
    await expect(page).toHaveURL(/\/harbor/);
    await page.goto('/account');
    await page.getByRole('button', { name: /^Forget / }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Forget' }).click();
    await expect(page.getByText('No device is remembered.')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Remembered devices' })).toBeFocused();

    await page.getByRole('button', { name: 'Make new codes' }).click();
    await page.getByLabel('Code', { exact: true }).fill('000000');
    await page.getByRole('dialog').getByRole('button', { name: 'Make new codes' }).click();
    await expect(page.getByLabel('Code', { exact: true })).toHaveAccessibleDescription(/not right/);
    await expectAccessible(page);
    // A backup code will do as well: the phone may be what was lost.
    await page.getByLabel('Code', { exact: true }).fill(backupCodes[0] ?? '');
    await page.getByRole('dialog').getByRole('button', { name: 'Make new codes' }).click();
    await expect(page.getByRole('dialog', { name: 'Your new backup codes' })).toBeVisible();
    await expectAccessible(page);
    const [newCode = ''] = await listBackupCodes(page);
    expect(backupCodes).not.toContain(newCode);
    await page.getByRole('button', { name: 'I have kept them' }).click();

    await page.getByRole('button', { name: 'Turn off' }).click();
    await page.getByLabel('Code', { exact: true }).fill(newCode);
    await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click();
    await expect(page.getByRole('link', { name: 'Turn on' })).toBeVisible();
  },
);

test('who is signed out is led from /account and /change to sign-in', async ({ page }) => {
  for (const path of ['/account', '/change']) {
    await page.goto(path);
    await expect(page).toHaveURL('/login');
  }
});
