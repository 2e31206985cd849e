import { enter } from './enter.ts';
import { expect, expectGoodScreen, test, widths } from './journey.ts';

const notFound = 'The page you request is not found.';

for (const { name, width, height } of widths) {
  test.describe(`${name}, ${width} px`, () => {
    test.use({ viewport: { width, height } });

    test('an unknown address outside of a company says so, and leads to signing in', async ({ page }) => {
      // The answer is 404, and the browser tells that in its console; so does the quiet page's second address.
      for (const address of ['/login/again', '/wp-admin/setup.php']) {
        const answer = await page.request.get(address, { headers: { accept: 'text/html' } });
        expect(answer.status()).toBe(404);
      }
      await page.goto('/');
      await expect(page).toHaveURL('/404');
      await expect(page.getByText(notFound)).toBeVisible();
      await expectGoodScreen(page);
      await page.getByRole('link', { name: 'Sign in' }).click();
      await expect(page).toHaveURL('/login');
      await expect(page.getByLabel('Email')).toBeVisible();
    });

    test('an unknown address in the company says so beside the menu; a lost menu item leads to the dashboard', async ({
      page,
    }) => {
      await enter(page, 'maya', 'dashboard');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.evaluate(() => {
        window.history.pushState(null, '', '/adventure-works/nonsense');
        window.dispatchEvent(new PopStateEvent('popstate', { state: null }));
      });
      await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
      await expect(page.getByText(notFound)).toBeVisible();
      await expect(page).toHaveURL('/adventure-works/nonsense');
      await expectGoodScreen(page);
      await page.getByRole('link', { name: 'Go to the dashboard' }).click();
      await expect(page).toHaveURL('/adventure-works/dashboard');

      await page.goto('/adventure-works/purchasing/orders/withdrawn');
      await expect(page).toHaveURL('/adventure-works/dashboard');
      await expect(
        page.getByText(
          /^The page at that address is not in your menu\. If you need it, ask an administrator of this company: your role is \S/,
        ),
      ).toBeVisible();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectGoodScreen(page);
    });
  });
}
