// An account of the journey's own, made as its person would, but without their screens: those have a journey
// themselves (registration.spec.ts).
import { expect, type APIRequestContext, type Page } from '@playwright/test';
import { codeIn, waitForMail } from './mail.ts';

export type NewAccount = { readonly email: string; readonly password: string };

let made = 0;

/** An email that nobody has had, in this run or in a run before. */
export function aNewEmail(name: string): string {
  made += 1;
  return `${name}-${process.pid}-${Date.now().toString(36)}-${made}@journeys.example`;
}

export async function makeAccount(request: APIRequestContext, name: string): Promise<NewAccount> {
  const account = { email: aNewEmail(name), password: 'a quiet afternoon' };
  const signedUp = await request.post('/graphql', {
    data: {
      query: 'mutation ($data: userAuthentication!) { SaasUserSignUp(data: $data) { id } }',
      variables: { data: { ...account, firstName: 'Wren', lastName: 'Field' } },
    },
  });
  const { data } = (await signedUp.json()) as { data: { SaasUserSignUp: { id: string } } };
  const code = codeIn(await waitForMail(account.email, 'Confirm your email'));
  const confirmed = await request.post('/auth/confirm-registration', {
    data: { registrationId: data.SaasUserSignUp.id, code },
  });
  expect(confirmed.ok()).toBe(true);
  return account;
}

export async function typeAccount(page: Page, { email, password }: NewAccount): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}
