import { test as loudTest, type Page } from '@playwright/test';
import { demoPeople } from '@rowhouse/server/seed/demo/people.ts';
import { putOffSecondFactor } from './enter.ts';
import { expect, expectAccessible, expectGoodAtBothWidths, test } from './journey.ts';
import { codeIn, linkIn, waitForMail } from './mail.ts';
import { aNewEmail, typeAccount } from './new-account.ts';

const password = 'a quiet afternoon';

async function fillIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('First name').fill('Wren');
  await page.getByLabel('Last name').fill('Field');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('textbox', { name: 'Phone' }).fill('2125550123');
  await page.getByLabel('Password').fill(password);
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 320, height: 720 } });

  test('a stranger makes an account, confirms the email, and is signed in', async ({ page }) => {
    const email = aNewEmail('wren');
    await page.goto('/login');
    await page.getByRole('link', { name: 'Create an account' }).click();
    await expect(page.getByLabel('First name')).toBeFocused();
    await expect(page.getByLabel('Country code of Phone')).toHaveValue('US');
    await expectGoodAtBothWidths(page);

    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByLabel('First name')).toBeFocused();
    await expect(page.getByLabel('First name')).toHaveAccessibleDescription('First name is a required field');
    await expectGoodAtBothWidths(page);
    await fillIn(page, 'wren');
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription(
      /^Invalid format\. Please enter a valid email address/,
    );
    await expect(page.getByLabel('Email')).toBeFocused();
    await expect(page.getByRole('textbox', { name: 'Phone' })).toHaveValue('(212) 555-0123');
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Show what is typed' }).click();
    await expect(page.getByLabel('Password')).toHaveValue(password);
    await expect(page.getByLabel('Password')).toHaveAttribute('type', 'text');
    await page.getByRole('button', { name: 'Create account' }).click();

    await expect(page).toHaveURL(/\/user-confirmation\/[\w-]+$/);
    await expect(page.getByText(email)).toBeVisible();
    await expectGoodAtBothWidths(page);
    const mail = await waitForMail(email, 'Confirm your email');
    await page.getByLabel('6-digit code').fill(codeIn(mail));
    await page.getByRole('button', { name: 'Confirm email' }).click();
    await putOffSecondFactor(page);
    await expect(page).toHaveURL('/select-tenant');
    await expect(page.getByRole('heading', { level: 1, name: 'No tenants found' })).toBeVisible();
    await expectGoodAtBothWidths(page);
  });
});

test('signing in before the email is confirmed comes back to its confirmation', async ({ page }) => {
  const email = aNewEmail('wren');
  await page.goto('/register');
  await fillIn(page, email);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL(/user-confirmation/);
  await page.goto('/login');
  await typeAccount(page, { email, password });
  await expect(page).toHaveURL(/user-confirmation/);
  const mail = await waitForMail(email, 'Confirm your email');
  await page.getByLabel('6-digit code').fill(codeIn(mail));
  await page.getByRole('button', { name: 'Confirm email' }).click();
  await expect(page).toHaveURL('/setupmfa');
});

test('the link of the mail asks for the password on another device, and confirms by it', async ({
  page,
  browser,
}) => {
  const email = aNewEmail('wren');
  await page.goto('/register');
  await fillIn(page, email);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL(/user-confirmation/);
  const link = linkIn(await waitForMail(email, 'Confirm your email'));
  const other = await browser.newContext();
  const phone = await other.newPage();
  await phone.goto(link);
  await expect(phone).toHaveURL('/login');
  await expect(phone.getByLabel('Email')).toHaveValue(email);
  await expect(phone.getByLabel('Password', { exact: true })).toBeFocused();
  await phone.getByLabel('Password', { exact: true }).pressSequentially(password);
  await phone.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(phone).toHaveURL('/setupmfa');
  await other.close();
});

test('the link of the mail signs in the browser that registered', async ({ page, context }) => {
  const email = aNewEmail('wren');
  await page.goto('/register');
  await fillIn(page, email);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL(/user-confirmation/);
  const tab = await context.newPage();
  await tab.goto(linkIn(await waitForMail(email, 'Confirm your email')));
  await expect(tab).toHaveURL('/setupmfa');
});

test('an email that has an account gets the same page, and a mail that says so', async ({ page }) => {
  const { email } = demoPeople.ben;
  await page.goto('/register');
  await fillIn(page, email);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL(/\/user-confirmation\/[\w-]+$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Confirm your email' })).toBeVisible();
  await waitForMail(email, 'You have an account already');
});

// The browser writes each refusal of the server into its console, which the quiet page would take for a fault.
loudTest('a wrong code is said at its field; a new one is sent on asking', async ({ page }) => {
  const email = aNewEmail('wren');
  await page.goto('/register');
  await fillIn(page, email);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL(/user-confirmation/);
  const first = codeIn(await waitForMail(email, 'Confirm your email'));
  await page.getByLabel('6-digit code').fill(first === '000000' ? '000001' : '000000');
  await page.getByRole('button', { name: 'Confirm email' }).click();
  await expect(page.getByLabel('6-digit code')).toBeFocused();
  await expect(page.getByLabel('6-digit code')).toHaveAccessibleDescription(/not right/);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Send a new code' }).click();
  await expect(page.getByRole('button', { name: /Send a new code \(in \d+ s\)/ })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('6-digit code').fill(codeIn(await waitForMail(email, 'Confirm your email')));
  await page.getByRole('button', { name: 'Confirm email' }).click();
  await expect(page).toHaveURL('/setupmfa');
});
