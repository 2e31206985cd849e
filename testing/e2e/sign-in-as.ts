import { expect, type Browser, type Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { ownPassword, ownPeople, type OwnPerson } from './own-people.ts';

/** Types the person's email and password on the sign-in page. */
export async function typeCredentials(page: Page, person: OwnPerson, password = ownPassword): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(ownPeople[person].email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Signs the person in, who puts off two-factor when it is offered. */
export async function signInAs(page: Page, person: OwnPerson, password = ownPassword): Promise<void> {
  await typeCredentials(page, person, password);
  await page.waitForURL((url) => url.pathname !== '/login');
  if (new URL(page.url()).pathname !== '/setupmfa') return;
  await page.getByRole('button', { name: 'Skip for now' }).click();
  await page.waitForURL((url) => url.pathname !== '/setupmfa');
}

/** A page of another browser. */
export async function openElsewhere(browser: Browser): Promise<Page> {
  return (await browser.newContext()).newPage();
}

/** What the authenticator app shows. Each of its steps is good once, so a second call comes with the next one. */
export function anAuthenticator(key: string): () => string {
  const totp = new TOTP({ secret: Secret.fromBase32(key) });
  const stepMs = 30_000;
  let last = 0;
  return () => {
    last = Math.max(Math.floor(Date.now() / stepMs), last + 1);
    return totp.generate({ timestamp: last * stepMs });
  };
}

/** On /setupmfa: turns two-factor on, and answers what the person has in hand afterwards. */
export async function setUpTwoFactor(
  page: Page,
  { remember = false } = {},
): Promise<{ readCode: () => string; backupCodes: readonly string[] }> {
  const key = (await page.locator('code').innerText()).replace(/\s/g, '');
  const readCode = anAuthenticator(key);
  await page.getByLabel('6-digit code').fill(readCode());
  if (remember) await page.getByLabel('Remember this device for 30 days').check();
  await page.getByRole('button', { name: 'Turn on two-factor' }).click();
  await page.waitForURL('/configured');
  const backupCodes = await listBackupCodes(page);
  await page.getByLabel('I have stored them').check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).not.toHaveURL('/configured');
  return { readCode, backupCodes };
}

export const listBackupCodes = (page: Page): Promise<string[]> =>
  page.getByRole('list', { name: 'Backup codes' }).getByRole('listitem').allInnerTexts();

/** Ends the session of the page on the server alone, as another browser would. */
export async function endOnServer(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await fetch('/graphql', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${localStorage.getItem('serviceToken')}`,
      },
      body: JSON.stringify({ query: 'mutation { SaasUserLogout }' }),
    });
  });
}
