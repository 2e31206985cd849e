// From an installation that nobody has opened to the first own record, and how a company is set up by several.
import type { Page } from '@playwright/test';
import { enterAs } from './enter.ts';
import { expect, expectGoodScreen, test } from './journey.ts';
import { aNewCompany, anEmptyInstallation } from './own-people.ts';
import { openElsewhere } from './sign-in-as.ts';

const steps = (page: Page) => page.getByRole('list', { name: 'First steps' });
const step = (page: Page, name: string) => steps(page).getByRole('listitem', { name, exact: true });

/** Presses Tab until the element has the focus: as often as somebody without a mouse does. */
async function tabTo(
  page: Page,
  name: string | RegExp,
  role: 'button' | 'link' | 'textbox' | 'checkbox' | 'combobox',
) {
  const wanted = page.getByRole(role, { name, exact: true });
  await expect(wanted).toBeEnabled();
  for (let presses = 0; presses < 60; presses += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not come to ${name}.`);
}

test('a stranger gets from an empty installation to an own record in an own grid, by keyboard', async ({
  page,
}) => {
  const { url, link } = await anEmptyInstallation();
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Welcome to your installation' })).toBeVisible();
  await expect(page).toHaveURL(`${url}/register`);
  await expectGoodScreen(page);
  await expect(page.getByLabel('First name')).toBeFocused();
  for (const word of ['Nadia', 'Petrov', 'nadia@northwind.example']) {
    await page.keyboard.type(word);
    await page.keyboard.press('Tab');
  }
  await page.keyboard.type('a few words for a door');
  await page.keyboard.press('Enter');

  await expect(page.getByLabel('Company name')).toBeFocused();
  await page.keyboard.type('Northwind Traders');
  await expect(page.getByLabel('Address')).toHaveValue('northwind-traders');
  await expect(page.getByText('/northwind-traders is free.')).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.type('login');
  await expect(
    page.getByText("'login' is an address of the application itself. Choose another."),
  ).toBeVisible();
  await expectGoodScreen(page);
  await page.keyboard.press('Control+a');
  await page.keyboard.type('northwind');
  await page.keyboard.press('Enter');
  await page.waitForURL(`${url}/setupmfa`);
  await page.getByRole('button', { name: 'Skip for now' }).press('Enter');

  await expect(page).toHaveURL(`${url}/northwind/dashboard`);
  await expect(page.getByRole('heading', { level: 1, name: 'Set up Northwind Traders' })).toBeFocused();
  await expect(page.getByText('2 of 5 done')).toBeVisible();
  await expect(step(page, 'Your account')).toContainText('nadia@northwind.example, two-factor is off');
  await expect(step(page, 'Your company')).toContainText('Northwind Traders, at /northwind');
  await expect(page.getByRole('table', { name: 'Sales orders: sample rows' })).toContainText('Hanari Carnes');
  await expectGoodScreen(page);
  await tabTo(page, /^Purchase orders/, 'checkbox');
  await page.keyboard.press('Space');
  await expect(page.getByText('with 2 roles, 3 lists and a menu')).toBeVisible();
  await tabTo(page, 'Create 2 record types', 'button');
  await page.keyboard.press('Enter');
  await expect(step(page, 'What do you work with?')).toContainText('Sales orders, Purchase orders: made');
  await expect(page.getByText('3 of 5 done')).toBeVisible();
  await expect(
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Sales orders' }),
  ).toBeVisible();

  await expect(
    step(page, 'Bring your records').getByRole('link', { name: 'Purchase orders', exact: true }),
  ).toHaveAttribute('href', /^\/northwind\/.*purchase-orders$/);
  await tabTo(page, 'New in Sales orders', 'link');
  await page.keyboard.press('Enter');
  const form = page.getByRole('form', { name: 'New record' });
  await expect(form.getByText('Left empty, it is the next number.')).toBeVisible();
  const field = (label: string) => form.getByLabel(label, { exact: true });
  await expect(field('Record Number')).toBeVisible();
  await expect(field('Status *')).toHaveValue('Draft');
  await field('Problem Code *').focus();
  await page.keyboard.type('None');
  await expect(page.getByRole('option', { name: 'None', exact: true })).toBeVisible();
  await page.keyboard.press('Enter');
  for (const [label, text] of [
    ['PO Number *', '1'],
    ['Issued by Company Name *', 'Northwind'],
    ['Issued to Company Name *', 'Vins'],
    ['Description *', 'First'],
    ['Customer *', 'Vins et alcools'],
  ] as const) {
    await field(label).focus();
    await page.keyboard.type(text);
  }
  await page.keyboard.press('Control+s');
  // Nobody had to think of a number.
  await expect(page.getByText('Record 1 created')).toBeVisible();
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Sales orders' })
    .press('Enter');
  await expect(page.getByRole('row').nth(1)).toContainText('Vins et alcools');

  // The link has done its work.
  const again = await page.context().browser()!.newPage();
  await again.goto(link);
  await expect(
    again.getByText('This link has been used. Sign in with the account that it made.'),
  ).toBeVisible();
  await again.close();
});

test('two administrators set a company up together, and see the same', async ({ page, browser }) => {
  const company = await aNewCompany();
  await enterAs(page, 'hugo', company, 'dashboard');
  await expect(page.getByText('3 of 5 done')).toBeVisible();
  const other = await openElsewhere(browser);
  await enterAs(other, 'walt', company, 'dashboard');
  await expect(other.getByText('3 of 5 done')).toBeVisible();
  await page.getByRole('button', { name: 'Start empty' }).press('Enter');
  await expect(step(page, 'What do you work with?')).toContainText('You started empty.');
  // Nothing is loaded anew, and nothing is pressed.
  await expect(other.getByText('4 of 5 done')).toBeVisible();
  await expect(step(other, 'What do you work with?')).toContainText('You started empty.');
  await other.getByRole('button', { name: 'Put away' }).press('Enter');
  await expect(page.getByText('The company is being set up: 4 of 5 steps are done.')).toBeVisible();
  await page.getByRole('button', { name: 'Show the steps' }).press('Enter');
  await expect(steps(other)).toBeVisible();
  await other.close();
});

test.describe('narrow, 320 px', () => {
  test.use({ viewport: { width: 320, height: 720 } });

  test('the first steps stand in one column, and the preview is a fold below them', async ({ page }) => {
    await enterAs(page, 'hugo', await aNewCompany(), 'dashboard');
    await expect(steps(page)).toBeVisible();
    await expect(page.getByRole('table')).toHaveCount(0);
    await page.getByText('This is what you get').press('Enter');
    await expect(page.getByRole('table', { name: 'Sales orders: sample rows' })).toBeVisible();
    await expectGoodScreen(page);
    await page.getByRole('checkbox', { name: /^Sales orders/ }).press('Space');
    await page.getByRole('checkbox', { name: /^Projects/ }).press('Space');
    await page.getByRole('button', { name: 'Create 1 record type' }).press('Enter');
    await expect(page.getByRole('link', { name: 'New in Projects' })).toBeVisible();
    await expectGoodScreen(page);
    const heights = await steps(page)
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().height));
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(24);

    // The buttons of a form stay, however low the screen is.
    await page.setViewportSize({ width: 320, height: 480 });
    await steps(page).getByRole('button', { name: 'Invite' }).press('Enter');
    await expect(
      page.getByRole('dialog', { name: 'Invite somebody' }).getByRole('button', { name: 'Invite' }),
    ).toBeInViewport({ ratio: 1 });
  });
});
