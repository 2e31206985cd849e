import type { Page } from '@playwright/test';
import { ownPassword, ownPeople, type OwnPerson } from './own-people.ts';
import type { DemoPerson } from '@rowhouse/server/seed/demo/people.ts';
import { demoPassword, demoPeople } from '@rowhouse/server/seed/demo/people.ts';

const company = 'adventure-works';

/**
 * Opens the path under Adventure Works as somebody who has signed in and put off two-factor; one that begins with a slash
 * is of no company. The journeys of signing in take the pages for that; here the calls of those pages are made, and what
 * they would have stored is stored.
 */
export const enter = (page: Page, person: DemoPerson, path: string): Promise<void> =>
  enterCompany(page, { email: demoPeople[person].email, password: demoPassword }, company, path);

/** The same of a person and a company of the journeys' own. */
export const enterAs = (page: Page, person: OwnPerson, url: string, path: string): Promise<void> =>
  enterCompany(page, { email: ownPeople[person].email, password: ownPassword }, url, path);

export async function enterCompany(
  page: Page,
  account: Account,
  company: string,
  path: string,
): Promise<void> {
  const { stored } = await signIn(page, account, company);
  await openWith(page, stored, path.startsWith('/') ? path : `/${company}/${path}`);
}

/**
 * Opens the page of a purchase order of Adventure Works, at the address at which the grid that was searched for its number
 * links to it. The grid itself is not opened: a journey of the record page alone would load a page more.
 */
export async function enterOrder(
  page: Page,
  person: DemoPerson,
  number: number,
  more: Readonly<Record<string, string>> = {},
): Promise<void> {
  const account = { email: demoPeople[person].email, password: demoPassword };
  const { stored, ask } = await signIn(page, account, company);
  const { SaasMenu: groups } = await ask<Menu>(
    '{ SaasMenu { appSections { menuItems { route recordType { id } } } } }',
  );
  const items = groups.flatMap(({ appSections }) => appSections.flatMap(({ menuItems }) => menuItems));
  const type = items.find(({ route }) => route === 'purchase-orders')?.recordType?.id;
  const { findRecordHeader: found } = await ask<{ findRecordHeader: { records: { id: number }[] } }>(
    `{ findRecordHeader(data: { recordTypeId: ${type}, recordNumber: ${number} }) { records { id } } }`,
  );
  const [order] = found.records;
  if (order === undefined) throw new Error(`${person} sees no purchase order ${number}.`);
  const query = new URLSearchParams({
    recordId: String(order.id),
    recordType: String(type),
    list: `search=${number}`,
    ...more,
  });
  await openWith(page, stored, `/${company}/record-details-viewer?${query}`);
}

type Menu = {
  SaasMenu: { appSections: { menuItems: { route: string; recordType: { id: number } | null }[] }[] }[];
};

type Account = { email: string; password: string };

/**
 * Signed in once for a worker: to check a password takes ten times what a journey asks else before its page. A journey goes on
 * in the session of one before it, if nobody is in it any more and it has not ended.
 */
async function signIn(page: Page, account: Account, company: string) {
  const key = `${account.email} ${company}`;
  const free = left.get(key)?.pop();
  const session = (free && (await goOn(page, free))) ?? (await signInAnew(page, account, company));
  page.context().once('close', () => left.set(key, [...(left.get(key) ?? []), session]));
  const ask = async <Data>(query: string): Promise<Data> =>
    (await post<{ data: Data }>(page, '/graphql', { query }, session.headers)).data;
  return { stored: session.stored, ask };
}

/** The sessions whose browser is closed. */
const left = new Map<string, Session[]>();

type Session = Awaited<ReturnType<typeof signInAnew>>;

async function goOn(page: Page, session: Session): Promise<Session | undefined> {
  const query = '{ SaasMenu { __typename } }';
  const isThere = await post(page, '/graphql', { query }, session.headers).then(
    () => true,
    () => false,
  );
  if (!isThere) return undefined;
  await page.context().addCookies(session.cookies);
  return session;
}

async function signInAnew(page: Page, account: Account, company: string) {
  const { email } = account;
  const { serviceToken } = await post<{ serviceToken: string }>(page, '/auth/sign-in', account);
  const authorization = `Bearer ${serviceToken}`;
  const { data: details } = await post<{
    data: { getUserDetails: { tenants: { tenant: { id: number; url: string } }[] } };
  }>(page, '/graphql', { query: '{ getUserDetails { tenants { tenant { id url } } } }' }, { authorization });
  const tenant = details.getUserDetails.tenants.find((one) => one.tenant.url === company)?.tenant;
  if (tenant === undefined) throw new Error(`${email} does not belong to ${company}.`);
  const { data: entered } = await post<{ data: { SaasTenantLogin: { token: string } } }>(
    page,
    '/graphql',
    { query: `mutation { SaasTenantLogin(data: { tenantId: ${tenant.id} }) { token } }` },
    { authorization },
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
  const headers = { authorization, backend_jwt: stored.backend_jwt, tenant_id: stored.tenant_id };
  return { stored, headers, cookies: await page.context().cookies() };
}

async function openWith(
  page: Page,
  stored: Readonly<Record<string, string>>,
  address: string,
): Promise<void> {
  // Before anything of the page runs, and in no page after it: what a journey does to it stays.
  const storing = await page.addInitScript((entries) => {
    if (window.top !== window) return;
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
  }, stored);
  await page.goto(address);
  await storing.dispose();
}

async function post<Answer>(page: Page, address: string, data: object, headers = {}): Promise<Answer> {
  const response = await page.request.post(address, { data, headers });
  const text = await response.text();
  const answer = response.ok() ? (JSON.parse(text) as Answer & { errors?: unknown }) : undefined;
  if (answer === undefined || answer.errors !== undefined)
    throw new Error(`${address} answered ${response.status()}: ${text}`);
  return answer;
}

/** The step that comes after signing in without a second factor. */
export async function putOffSecondFactor(page: Page): Promise<void> {
  await page.waitForURL('/setupmfa');
  await page.getByRole('button', { name: 'Skip for now' }).click();
  await page.waitForURL((url) => url.pathname !== '/setupmfa');
}
