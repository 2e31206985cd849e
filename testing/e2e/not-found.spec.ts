import type { Page } from '@playwright/test';
import { enter } from './enter.ts';
import { expect, expectGoodAtBothWidths, test } from './journey.ts';

const notFound = 'The page you request is not found.';

/** A fetched page whose status is 404 would stand in the console of the browser. */
const statusOf = async (page: Page, address: string) =>
  (await page.request.get(address, { headers: { accept: 'text/html' } })).status();

const goWithin = (page: Page, address: string) =>
  page.evaluate((to) => {
    window.history.pushState(null, '', to);
    window.dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, address);

test.describe('on a phone', () => {
  test.use({ viewport: { width: 320, height: 720 } });

  test('an unknown address outside of a company says so, and leads to signing in', async ({ page }) => {
    // The answer is 404, and the browser tells that in its console; so does the quiet page's second address.
    for (const address of ['/login/again', '/wp-admin/setup.php'])
      expect(await statusOf(page, address)).toBe(404);
    await page.goto('/');
    await expect(page).toHaveURL('/404');
    await expect(page.getByText(notFound)).toBeVisible();
    await expectGoodAtBothWidths(page);
    await page.getByRole('link', { name: 'Sign in' }).click();
    await expect(page).toHaveURL('/login');
    await expect(page.getByLabel('Email')).toBeVisible();
  });

  test('an unknown address in the company says so beside the menu; a lost menu item leads to the dashboard', async ({
    page,
  }) => {
    await enter(page, 'maya', 'dashboard');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await goWithin(page, '/adventure-works/nonsense');
    await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
    await expect(page.getByText(notFound)).toBeVisible();
    await expect(page).toHaveURL('/adventure-works/nonsense');
    await expectGoodAtBothWidths(page);
    await page.getByRole('link', { name: 'Go to the dashboard' }).click();
    await expect(page).toHaveURL('/adventure-works/dashboard');

    // One of those pages that nobody made, and that the role would not see either.
    await page.goto('/adventure-works/dynamic-portals/9999');
    await expect(page.getByText(notFound)).toBeVisible();
    await expect(page).toHaveURL('/adventure-works/dynamic-portals/9999');
    await expect(page.getByText(/the page has moved or is not for your role/)).toBeVisible();

    // No company can have a page there: the status and the page say the same, signed in too.
    expect(await statusOf(page, '/nonsense/x')).toBe(404);
    await goWithin(page, '/nonsense/x');
    await expect(page.getByText(notFound)).toBeVisible();
    await expect(page).toHaveURL('/nonsense/x');
    // A company may have one here, and whether there is such a company is nobody else's to know.
    expect(await statusOf(page, '/nonsense')).toBe(200);
    await page.goto('/nonsense');
    await expect(page).toHaveURL('/adventure-works/dashboard?message=notAccessTenant');
    const told = page
      .getByRole('alert')
      .filter({ hasText: 'You do not belong to the company at that address.' });
    await expect(told).toBeVisible();
    await expect(page.getByText('notAccessTenant')).toHaveCount(0);

    await page.goto('/adventure-works/purchasing/orders/withdrawn');
    await expect(page).toHaveURL('/adventure-works/dashboard');
    await expect(
      page.getByText(
        /^The page at that address is not in your menu\. If you need it, ask an administrator of this company: your role is \S/,
      ),
    ).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectGoodAtBothWidths(page);
  });
});
