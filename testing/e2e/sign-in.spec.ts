import { test as loudTest } from '@playwright/test';
import type { Page } from '@playwright/test';
import { demoPassword, demoPeople } from '@rowhouse/server/seed/demo/people.ts';
import { enter } from './enter.ts';
import { expect, expectAccessible, expectGoodAtBothWidths, test } from './journey.ts';

/** A member of one company. */
const maya = demoPeople.maya.email;
/** A member of both. */
const ada = demoPeople.ada.email;

async function tryToSignIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

async function signIn(page: Page, email: string): Promise<void> {
  await tryToSignIn(page, email, demoPassword);
  await page.waitForURL((url) => url.pathname !== '/login');
}

async function listStoredKeys(page: Page): Promise<string[]> {
  return page.evaluate(() => Object.keys(localStorage).toSorted());
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 320, height: 720 } });

  test('a person signs in, sees the dashboard, and logs out', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByText('The page you request is not found.')).toBeVisible();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await expect(page).toHaveTitle('Sign in · Rowhouse');
    await expectGoodAtBothWidths(page);

    await tryToSignIn(page, maya, demoPassword);
    await expect(page).toHaveURL('/adventure-works/dashboard');
    await expect(page.getByRole('heading', { level: 1, name: /^Good / })).toBeFocused();
    await expect(page.getByRole('heading', { name: /^Good \w+, Maya/ })).toBeVisible();
    await expect(page.getByText('Counting…')).toHaveCount(0);

    await page.goto('/');
    await expect(page).toHaveURL('/adventure-works/dashboard');

    await page.getByRole('button', { name: /Maya Alvarez/ }).click();
    await expect(page.getByRole('menu').getByText('Purchasing lead')).toBeVisible();
    await expectGoodAtBothWidths(page);
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    const dialog = page.getByRole('dialog', { name: 'Are you sure you want to log out?' });
    await expect(dialog.getByText('This action will cause any unsaved changes to be lost')).toBeVisible();
    await expectGoodAtBothWidths(page);
    await dialog.getByRole('button', { name: 'Log out' }).click();
    await expect(page).toHaveURL('/login');
    expect(await listStoredKeys(page)).toEqual(['berry-config']);
  });

  test('a member of two companies chooses one, and switches', async ({ page }) => {
    await page.goto('/login');
    await signIn(page, ada);
    await expect(page).toHaveURL('/select-tenant');
    await expect(page.getByRole('button', { name: 'Login' })).toBeDisabled();
    await expectGoodAtBothWidths(page);

    await page.getByRole('combobox').fill('nobody');
    await expect(page.getByText('No tenants found')).toBeVisible();
    await page.getByRole('combobox').fill('NORTHWIND');
    await page.getByRole('option').click();
    await expectGoodAtBothWidths(page);
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page).toHaveURL('/northwind/dashboard');

    await page.getByRole('button', { name: /Ada Novak/ }).click();
    await page.getByRole('menuitem', { name: 'Switch company' }).click();
    await expect(page.getByRole('option')).toHaveText([/Adventure Works/]);
  });
});

test('a link that was opened signed out is followed after signing in, once', async ({ page }) => {
  await page.goto('/adventure-works/create-record?recordTypeId=1');
  await expect(page).toHaveURL('/login');
  await signIn(page, ada);
  await expect(page).toHaveURL('/adventure-works/create-record?recordTypeId=1');
  expect(await page.evaluate(() => sessionStorage.getItem('redirectPath'))).toBeNull();
});

test('the address of another own company logs in there; of a foreign one it does not', async ({ page }) => {
  await page.goto('/adventure-works');
  await expect(page).toHaveURL('/login');
  await signIn(page, ada);
  await expect(page).toHaveURL('/adventure-works/dashboard');
  await page.goto('/northwind/dashboard');
  await expect(page.getByRole('status').getByText('You are now in Northwind Traders.')).toBeVisible();
  await page.goto('/somewhere-else/dashboard');
  await expect(page).toHaveURL(/^[^?]*\/northwind\/dashboard\?message=notAccessTenant$/);
  await expect(
    page.getByRole('alert').getByText('You do not belong to the company at that address.'),
  ).toBeVisible();
});

test('a person signs in by keyboard alone, and an unknown address leads to the dashboard', async ({
  page,
}) => {
  await test.step('a person signs in and reaches a grid by keyboard alone', async () => {
    await page.goto('/login');
    await expect(page.getByLabel('Email')).toBeVisible();
    await expect(page.getByLabel('Email')).toBeFocused();
    await page.keyboard.type(maya);
    await page.keyboard.press('Tab');
    await page.keyboard.type(demoPassword);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: /^Good /, level: 1 })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'New Record' })).toBeFocused();
    const first = page.getByRole('main').getByRole('link').first();
    await expect(first).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(first).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('grid')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
  });
  await test.step('an address that the menu does not know leads to the dashboard', async () => {
    await page.goto('/adventure-works/no/such/item');
    await expect(page).toHaveURL('/adventure-works/dashboard');
  });
});

test('the form stands before its code has come, and what is typed or sent is kept', async ({ page }) => {
  await test.step('the form stands before its code has come, and what is typed meanwhile is kept', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/assets/start-*.js', async (route) => {
      await held;
      await route.continue();
    });
    // Where everything stands and what it looks like. The logo is drawn in two ways.
    const describeForm = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('h1, main p, main label, main input, main button, main a')]
          .filter((element) => element.checkVisibility())
          .map((element) => {
            const { x, y, width, height } = element.getBoundingClientRect();
            const { color, backgroundColor, borderColor, borderRadius, font } = getComputedStyle(element);
            const { id, name, type, autocomplete } = element as HTMLInputElement;
            const field = element instanceof HTMLInputElement ? { id, name, type, autocomplete } : {};
            const words = element.textContent.trim();
            const look = { x, y, width, height, color, backgroundColor, borderColor, borderRadius, font };
            return { words, ...field, ...look };
          }),
      );
    await page.goto('/login', { waitUntil: 'commit' });
    await expect(page.getByLabel('Email')).toBeFocused();
    // Text is as wide as it stays when the three weights of the font have come.
    await page.waitForFunction(
      () => [...document.fonts].filter(({ status }) => status === 'loaded').length >= 3,
    );
    const first = await describeForm();
    expect(first.length).toBeGreaterThan(8);
    await page.keyboard.type(maya.slice(0, 4));
    release();
    await expect(page.locator('#shell')).toHaveCount(0);
    await expect(page.getByLabel('Email')).toBeFocused();
    await page.keyboard.type(maya.slice(4));
    await expect(page.getByLabel('Email')).toHaveValue(maya);
    expect(await describeForm()).toEqual(first);
    await page.unrouteAll();
  });
  await test.step('what was sent before the code has come is sent when it has', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/assets/start-*.js', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/adventure-works/purchasing/orders/purchase-orders', { waitUntil: 'commit' });
    await page.getByLabel('Email').pressSequentially(maya);
    await page.keyboard.press('Tab');
    await page.keyboard.type(demoPassword);
    await page.getByRole('button', { name: 'Show what is typed' }).click();
    await expect(page.getByLabel('Password')).toHaveAttribute('type', 'text');
    await page.getByLabel('Password').press('Enter');
    await expect(page.getByRole('button', { name: 'Signing in…' })).toBeVisible();
    release();
    await expect(page).toHaveURL('/adventure-works/purchasing/orders/purchase-orders');
    await expect(page.getByRole('grid')).toBeVisible();
  });
});

// The browser writes what it could not load into its console.
loudTest('when the code does not come, the form says so, and so does a page inside', async ({ page }) => {
  await page.route('**/assets/start-*.js', (route) => route.abort());
  await page.goto('/login');
  await expect(page.getByRole('alert')).toHaveText(
    'The page could not be loaded. Check your connection, and load it again.',
  );
  await enter(page, 'maya', 'purchasing/orders/purchase-orders');
  await expect(page.getByRole('alert')).toContainText('This page could not be shown');
  await page.unroute('**/assets/start-*.js');
  await page.getByRole('button', { name: 'Retry' }).press('Enter');
  await expect(page.getByRole('grid')).toBeVisible();
});

// The browser writes each refusal of the server into its console, which the quiet page would take for a fault.
loudTest('wrong passwords are said at their field, and too many of them', async ({ page }) => {
  await test.step('a wrong password is said at its field, and nothing typed is lost', async () => {
    await page.goto('/login');
    await tryToSignIn(page, '', '');
    await expect(page.getByLabel('Email')).toBeFocused();
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Email is a required field');
    await tryToSignIn(page, maya, 'not the password');
    await expect(page.getByRole('alert').getByText('do not match')).toBeVisible();
    await expect(page.getByLabel('Password')).toBeFocused();
    await expect(page.getByLabel('Password')).toHaveAccessibleDescription(/do not match/);
    await expect(page.getByLabel('Email')).toHaveValue(maya);
    await expect(page.getByLabel('Password')).toHaveValue('not the password');
    await expectAccessible(page);
  });
  await test.step('too many wrong passwords: the page says how long to wait', async () => {
    // An account of nobody else's journey: its own limit is what is reached.
    for (let guess = 0; guess < 6; guess += 1) {
      await tryToSignIn(page, demoPeople.iris.email, `guess number ${guess}`);
      await expect(page.getByRole('button', { name: 'Sign in' })).toBeEnabled();
    }
    await expect(page.getByText(/Too many attempts\. Try again in \d+ minutes\./).last()).toBeVisible();
    await expectAccessible(page);
  });
});

loudTest('a session that the server has ended is told, and leads to sign-in and back', async ({ page }) => {
  await page.goto('/login');
  await signIn(page, demoPeople.victor.email);
  await expect(page).toHaveURL('/adventure-works/dashboard');
  // Another tab signs out on the server alone.
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
  await page.reload();
  const dialog = page.getByRole('alertdialog', { name: 'Session Expired' });
  await expect(dialog).toContainText('Your session has expired. Please log in again to continue.');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Ok' }).click();
  await expect(page).toHaveURL('/login');
  await signIn(page, demoPeople.victor.email);
  await expect(page).toHaveURL('/adventure-works/dashboard');
});
