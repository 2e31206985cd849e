import { test as loudTest, type APIRequestContext } from '@playwright/test';
import { demoPassword, demoPeople } from '@rowhouse/server/seed/demo/people.ts';
import { putOffSecondFactor } from './enter.ts';
import { expect, expectAccessible, expectGoodAtBothWidths, expectGoodScreen, test } from './journey.ts';
import { linkIn, waitForMail } from './mail.ts';
import { aNewEmail, makeAccount } from './new-account.ts';

const subject = 'You are invited to Northwind Traders';

/** Ada invites to Northwind Traders; answers the link of the mail. Her own screen has a journey in users.spec.ts. */
async function invite(request: APIRequestContext, email: string): Promise<string> {
  const ask = async (path: string, data: object, headers: Record<string, string> = {}): Promise<unknown> =>
    (await request.post(path, { data, headers })).json();
  const graphql = async <Data>(query: string, headers: Record<string, string>): Promise<Data> =>
    ((await ask('/graphql', { query }, headers)) as { data: Data }).data;

  const credentials = { email: demoPeople.ada.email, password: demoPassword };
  const { serviceToken } = (await ask('/auth/sign-in', credentials)) as { serviceToken: string };
  const asAda = { authorization: `Bearer ${serviceToken}` };
  const { getUserDetails } = await graphql<{
    getUserDetails: { tenants: { tenant: { id: number; url: string } }[] };
  }>('{ getUserDetails { tenants { tenant { id url } } } }', asAda);
  const tenantId = getUserDetails.tenants.find(({ tenant }) => tenant.url === 'northwind')?.tenant.id;
  const { SaasTenantLogin } = await graphql<{ SaasTenantLogin: { token: string } }>(
    `mutation { SaasTenantLogin(data: { tenantId: ${tenantId} }) { token } }`,
    asAda,
  );
  const inside = { ...asAda, tenant_id: String(tenantId), backend_jwt: SaasTenantLogin.token };
  const { findInvitations } = await graphql<{
    findInvitations: { roles: { id: number; name: string }[] };
  }>('{ findInvitations { roles { id name } } }', inside);
  const role = findInvitations.roles.find(({ name }) => name === 'Sales representative');
  await graphql(
    `mutation { inviteUser(data: { email: "${email}", roleId: ${role?.id}, firstName: "Wren" }) { id } }`,
    inside,
  );
  return linkIn(await waitForMail(email, subject));
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 320, height: 720 } });

  test('a person without an account accepts an invitation, and is in', async ({ page, request }) => {
    const email = aNewEmail('invited');
    await page.goto(await invite(request, email));
    await expect(page).toHaveURL('/register');
    await expect(page.getByRole('heading', { level: 1, name: 'Join Northwind Traders' })).toBeVisible();
    await expect(
      page.getByText('Ada Novak invites you to Northwind Traders as Sales representative.'),
    ).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue(email);
    await expect(page.getByLabel('Email')).not.toBeEditable();
    await expect(page.getByLabel('First name')).toHaveValue('Wren');
    await expect(page.getByLabel('Country code of Phone')).toBeVisible();
    await expectGoodAtBothWidths(page);
    await page.getByLabel('Last name').fill('Field');
    await page.getByLabel('Password').fill('a quiet afternoon');
    // A reload in between does not lose the invitation.
    await page.reload();
    await page.getByLabel('Last name').fill('Field');
    await page.getByLabel('Password').fill('a quiet afternoon');
    await page.getByRole('button', { name: 'Join Northwind Traders' }).click();
    await putOffSecondFactor(page);
    await expect(page).toHaveURL('/northwind/dashboard');
    await expect(page.getByRole('heading', { name: /^Good \w+, Wren/ })).toBeVisible();
  });
});

test('a person with an account signs in and joins', async ({ page, request }) => {
  const account = await makeAccount(request, 'invited');
  await page.goto(await invite(request, account.email));
  await expect(page.getByRole('heading', { level: 1, name: 'Join Northwind Traders' })).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(account.email);
  await expectGoodScreen(page);
  await page.getByLabel('Password').fill(account.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await putOffSecondFactor(page);
  await expect(page).toHaveURL('/northwind/dashboard');
});

test('a person who is signed in joins by one button', async ({ page, request }) => {
  const account = await makeAccount(request, 'invited');
  const link = await invite(request, account.email);
  await page.goto('/login');
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password').fill(account.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await putOffSecondFactor(page);
  await page.goto(link);
  await expectGoodScreen(page);
  await page.getByRole('button', { name: 'Join Northwind Traders' }).click();
  await expect(page).toHaveURL('/northwind/dashboard');
});

loudTest('an invitation that is used or unknown says so, with a way on', async ({ page, request }) => {
  const email = aNewEmail('invited');
  const link = await invite(request, email);
  await page.goto(link);
  await page.getByLabel('Last name').fill('Field');
  await page.getByLabel('Password').fill('a quiet afternoon');
  await page.getByRole('button', { name: 'Join Northwind Traders' }).click();
  await putOffSecondFactor(page);
  await expect(page).toHaveURL('/northwind/dashboard');
  await page.evaluate(() => localStorage.clear());

  await page.goto(link);
  await expect(page.getByText('This invitation has been used. Sign in with your account.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Go to sign in' }).click();
  await expect(page).toHaveURL('/login');
  await page.goto('/register#invitation=no-such-token');
  await expect(page.getByText(/^This invitation is not known\. If a newer mail came/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create an account without it' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Create an account' })).toBeVisible();
});
