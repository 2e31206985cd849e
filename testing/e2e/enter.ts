import type { Page } from '@playwright/test';
import { ownPassword, ownPeople, type OwnPerson } from './own-people.ts';
import type { DemoPerson } from '@rowhouse/server/seed/demo/people.ts';
import { demoPassword, demoPeople } from '@rowhouse/server/seed/demo/people.ts';

const company = 'adventure-works';

/**
 * Opens the path under Adventure Works as somebody who has signed in and put off two-factor. The journeys of signing in
 * take the pages for that; here the calls of those pages are made, and what they would have stored is stored.
 */
export const enter = (page: Page, person: DemoPerson, path: string): Promise<void> =>
  enterCompany(page, { email: demoPeople[person].email, password: demoPassword }, company, path);

/** The same of a person and a company of the journeys' own. */
export const enterAs = (page: Page, person: OwnPerson, url: string, path: string): Promise<void> =>
  enterCompany(page, { email: ownPeople[person].email, password: ownPassword }, url, path);

export async function enterCompany(
  page: Page,
  account: { email: string; password: string },
  company: string,
  path: string,
): Promise<void> {
  const { email } = account;
  const { serviceToken } = await post<{ serviceToken: string }>(page, '/auth/sign-in', account);
  const authorization = `Bearer ${serviceToken}`;
  const { data: details } = await post<{
    data: { getUserDetails: { tenants: { tenant: { id: number; url: string } }[] } };
  }>(page, '/graphql', { query: '{ getUserDetails { tenants { tenant { id url } } } }' }, authorization);
  const tenant = details.getUserDetails.tenants.find((one) => one.tenant.url === company)?.tenant;
  if (tenant === undefined) throw new Error(`${email} does not belong to ${company}.`);
  const { data: entered } = await post<{ data: { SaasTenantLogin: { token: string } } }>(
    page,
    '/graphql',
    { query: `mutation { SaasTenantLogin(data: { tenantId: ${tenant.id} }) { token } }` },
    authorization,
  );
  const stored = {
    userEmail: email,
    serviceToken,
    associateSoftwareToken: 'true',
    shouldSkipSetupMFA: 'true',
    backend_jwt: entered.SaasTenantLogin.token,
    tenant_id: String(tenant.id),
    tenantPath: `/${company}`,
    tenantSelected: 'true',
  };
  // Before anything of the page runs, and in no page after it: what a journey does to it stays.
  const storing = await page.addInitScript((entries) => {
    if (window.top !== window) return;
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
  }, stored);
  await page.goto(`/${company}/${path}`);
  await storing.dispose();
}

async function post<Answer>(page: Page, address: string, data: object, authorization = ''): Promise<Answer> {
  const response = await page.request.post(address, {
    data,
    headers: authorization ? { authorization } : {},
  });
  if (!response.ok()) throw new Error(`${address} answered ${response.status()}: ${await response.text()}`);
  return (await response.json()) as Answer;
}

/** The step that comes after signing in without a second factor. */
export async function putOffSecondFactor(page: Page): Promise<void> {
  await page.waitForURL('/setupmfa');
  await page.getByRole('button', { name: 'Skip for now' }).click();
  await page.waitForURL((url) => url.pathname !== '/setupmfa');
}
