import { test as loudTest } from '@playwright/test';
import { putOffSecondFactor } from './enter.ts';
import { expect, expectAccessible, expectGoodAtBothWidths, test } from './journey.ts';
import { codeIn, linkIn, waitForMail } from './mail.ts';
import { aNewEmail, makeAccount, typeAccount } from './new-account.ts';

const newPassword = 'another quiet afternoon';

test.describe('on a phone', () => {
  test.use({ viewport: { width: 320, height: 720 } });

  test('who forgot the password chooses a new one by a code from the mail', async ({ page, request }) => {
    const { email } = await makeAccount(request, 'forgetful');
    await page.goto('/login');
    await page.getByLabel('Email').fill(email);
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await expect(page.getByLabel('Email')).toHaveValue(email);
    await expectGoodAtBothWidths(page);
    await page.getByRole('button', { name: 'Send the code' }).click();
    await expect(page).toHaveURL('/recover');
    await expect(page.getByText(`If ${email} has an account`)).toBeVisible();
    await expectGoodAtBothWidths(page);

    const mail = await waitForMail(email, 'Choose a new password');
    await page.getByLabel('6-digit code').fill(codeIn(mail));
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL('/reset');
    await expectGoodAtBothWidths(page);
    await page.getByLabel('New password').fill('short');
    await page.getByRole('button', { name: 'Save the new password' }).click();
    await expect(page.getByLabel('New password')).toBeFocused();
    await expect(page.getByLabel('New password')).toHaveAccessibleDescription(/at least 8 characters/);
    await page.getByLabel('New password').fill(newPassword);
    await page.getByRole('button', { name: 'Save the new password' }).click();
    await expect(page).toHaveURL('/login');
    await expect(page.getByText('Your password is changed. Sign in with the new one.')).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue(email);
    await waitForMail(email, 'Your password was changed');

    await page.getByLabel('Password').fill(newPassword);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await putOffSecondFactor(page);
    await expect(page).toHaveURL('/select-tenant');
  });
});

test('the whole way by keyboard alone', async ({ page, request }) => {
  const { email } = await makeAccount(request, 'forgetful');
  const { keyboard } = page;
  const focused = page.locator(':focus');
  await page.goto('/login');
  await expect(page.getByLabel('Email')).toBeFocused();
  for (const name of ['Password', 'Show what is typed', 'Forgot password?']) {
    await keyboard.press('Tab');
    await expect(focused).toHaveAccessibleName(name);
  }
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Forgot your password?' })).toBeVisible();
  await expect(focused).toHaveAccessibleName('Email');
  await keyboard.type(email);
  await keyboard.press('Enter');

  await expect(page.getByRole('heading', { level: 1, name: 'Check your mail' })).toBeVisible();
  await expect(focused).toHaveAccessibleName('6-digit code');
  await keyboard.type(codeIn(await waitForMail(email, 'Choose a new password')));
  await keyboard.press('Enter');

  await expect(page.getByRole('heading', { level: 1, name: 'Choose a new password' })).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await expect(focused).toHaveAccessibleName('New password');
  await keyboard.press('Enter');
  await expect(focused).toHaveAccessibleDescription('Password is a required field');
  await keyboard.type(newPassword);
  await keyboard.press('Tab');
  await expect(focused).toHaveAccessibleName('Show what is typed');
  await keyboard.press('Space');
  await expect(page.getByLabel('New password')).toHaveValue(newPassword);
  await keyboard.press('Tab');
  await expect(focused).toHaveAccessibleName('Save the new password');
  await keyboard.press('Enter');

  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await expect(focused).toHaveAccessibleName('Password');
  await keyboard.type(newPassword);
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Set up two-factor sign-in' })).toBeFocused();
});

loudTest('the link of the mail works once, and the old password no longer', async ({ page, request }) => {
  const account = await makeAccount(request, 'forgetful');
  await page.goto('/forgot');
  await page.getByLabel('Email').fill(account.email);
  await page.getByRole('button', { name: 'Send the code' }).click();
  await expect(page).toHaveURL('/recover');
  const link = linkIn(await waitForMail(account.email, 'Choose a new password'));
  await page.goto(link);
  await expect(page).toHaveURL('/reset');
  await expect(page.getByLabel('Email')).toHaveValue(account.email);
  await page.getByLabel('New password').fill(newPassword);
  await page.getByRole('button', { name: 'Save the new password' }).click();
  await expect(page).toHaveURL('/login');

  await typeAccount(page, account);
  await expect(page.getByLabel('Password')).toHaveAccessibleDescription(/do not match/);

  await page.goto(link);
  await page.getByLabel('New password').fill('a third afternoon');
  await page.getByRole('button', { name: 'Save the new password' }).click();
  await expect(page.getByLabel('6-digit code')).toBeFocused();
  await expect(page.getByLabel('6-digit code')).toHaveAccessibleDescription(/has been used/);
  await expect(page.getByLabel('New password')).toHaveValue('a third afternoon');
  await expectAccessible(page);
});

test('an email without an account is told nothing else', async ({ page }) => {
  const email = aNewEmail('nobody');
  await page.goto('/forgot');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send the code' }).click();
  await expect(page).toHaveURL('/recover');
  await expect(page.getByText(`If ${email} has an account`)).toBeVisible();
});
