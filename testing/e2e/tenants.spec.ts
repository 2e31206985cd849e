import { demoPassword, demoPeople } from '@rowhouse/server/seed/demo/people.ts';
import { expect, expectGoodScreen, test } from './journey.ts';
import { ownCompaniesStand, requireSecondFactor } from './own-people.ts';
import { setUpTwoFactor, signInAs } from './sign-in-as.ts';
import type { Page } from '@playwright/test';

test.beforeAll(ownCompaniesStand);

async function signInAda(page: Page): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(demoPeople.ada.email);
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL((url) => url.pathname !== '/login');
  if (new URL(page.url()).pathname === '/setupmfa')
    await page.getByRole('button', { name: 'Skip for now' }).click();
  await expect(page).toHaveURL('/select-tenant');
}

async function choose(page: Page, company: string): Promise<void> {
  await page.getByRole('option', { name: company }).click();
  await page.getByRole('button', { name: 'Login' }).click();
}

const drawer = (page: Page) => page.getByRole('navigation', { name: 'Main' });

test('switching the company changes the role and the menu, and two tabs stand in two companies', async ({
  page,
}) => {
  await signInAda(page);
  await choose(page, 'Adventure Works');
  await test.step('switching the company changes the role and the menu', async () => {
    await expect(drawer(page).getByRole('link', { name: 'Purchase orders' })).toBeVisible();
    await page.getByRole('button', { name: /Ada Novak/ }).click();
    await page.getByRole('menuitem', { name: 'Switch company' }).click();
    await choose(page, 'Northwind Traders');
    await expect(page).toHaveURL('/northwind/dashboard');
    await expect(drawer(page).getByRole('link', { name: 'Purchase orders' })).toHaveCount(0);
    await expect(drawer(page).getByText('Northwind Traders')).toBeVisible();
  });
  await test.step('two tabs stand in two companies, and neither disturbs the other', async () => {
    await page.getByRole('button', { name: /Ada Novak/ }).click();
    await page.getByRole('menuitem', { name: 'Switch company' }).click();
    await choose(page, 'Adventure Works');
    await expect(page).toHaveURL('/adventure-works/dashboard');
    const second = await page.context().newPage();
    await second.goto('/northwind/dashboard');
    await expect(drawer(second).getByText('Northwind Traders')).toBeVisible();

    // This tab goes on in its own company, with its own token.
    await drawer(page).getByRole('link', { name: 'Bills' }).click();
    await expect(page.getByRole('grid')).toBeVisible();
    await expect(page.getByRole('row').nth(1)).toBeVisible();

    for (const [tab, company, url] of [
      [page, 'Adventure Works', '/adventure-works/purchasing/bills/bills'],
      [second, 'Northwind Traders', '/northwind/dashboard'],
      [page, 'Adventure Works', '/adventure-works/purchasing/bills/bills'],
    ] as const) {
      await tab.reload();
      await expect(tab).toHaveURL(url);
      await expect(drawer(tab).getByText(company)).toBeVisible();
      await expect(tab.getByText('You are now in')).toHaveCount(0);
      await expect(tab.getByRole('alertdialog')).toHaveCount(0);
    }

    // Outside of the companies too, each tab knows where it came from.
    await page.goto('/account');
    await second.goto('/account');
    await page.reload();
    await expect(page.getByRole('link', { name: 'Back to Adventure Works' })).toBeVisible();
    await expect(second.getByRole('link', { name: 'Back to Northwind Traders' })).toBeVisible();
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 320, height: 720 } });

  test('who belongs to no company reads what to do', async ({ page }) => {
    await signInAs(page, 'yara');
    await expect(page).toHaveURL('/select-tenant');
    await expect(page.getByRole('heading', { level: 1, name: 'No tenants found' })).toBeVisible();
    await expect(
      page.getByText('Ask an administrator of yours to invite yara@nowhere.example'),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Log out' }).click();
    await expect(page).toHaveURL('/login');
  });
});

test('a company that requires two-factor says so, and leads to setting it up', async ({ page }) => {
  await signInAs(page, 'uma');
  await expect(page).toHaveURL('/select-tenant');
  await requireSecondFactor('foundry');
  await page.reload();
  await expect(page.getByRole('option', { name: /Foundry Metals/ })).toContainText(
    'Requires two-factor sign-in',
  );
  await page.getByRole('option', { name: /Foundry Metals/ }).click();
  await expect(page.getByText('You set it up on the next page.')).toBeVisible();
  await expectGoodScreen(page);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL('/setupmfa');
  await expect(page.getByRole('button', { name: 'Skip for now' })).toHaveCount(0);
  await setUpTwoFactor(page);
  await expect(page).toHaveURL(/\/foundry/);
  await expect(drawer(page).getByText('Foundry Metals')).toBeVisible();
});

test('a company that begins to require two-factor leads there at the next action, and back', async ({
  page,
}) => {
  await signInAs(page, 'vera');
  await expect(page).toHaveURL('/anvil/dashboard');
  await requireSecondFactor('anvil');
  // The next action is the click, or what the page asks for by itself, whichever is first.
  const users = drawer(page).getByRole('link', { name: 'Users' });
  await expect(async () => {
    if (new URL(page.url()).pathname !== '/setupmfa') await users.click({ timeout: 2000 });
    await expect(page).toHaveURL('/setupmfa', { timeout: 2000 });
  }).toPass();
  await expect(page.getByRole('button', { name: 'Skip for now' })).toHaveCount(0);
  await expectGoodScreen(page);
  await setUpTwoFactor(page);
  await expect(page).toHaveURL(/\/anvil\/(administration\/people\/users|dashboard)$/);
  await users.click();
  await expect(page.getByRole('rowheader', { name: /Vera Young/ })).toBeVisible();
});
