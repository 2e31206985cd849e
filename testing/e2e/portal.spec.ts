// Pages of other servers, and what a company calls its roles. The other server is answered by the journey itself.
import { enterAs } from './enter.ts';
import { expect, expectGoodScreen, expectSaved, test } from './journey.ts';
import { aNewCompany } from './own-people.ts';

/** As the journeys' server allows it. */
const embedServer = 'https://reports.example';

test('a page of another server is given to a role and opens in a frame', async ({ page }) => {
  await page.route(`${embedServer}/**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>H</title><p>How we pack</p>' }),
  );
  const company = await aNewCompany();
  await enterAs(page, 'hugo', company, 'portal');
  await page.getByRole('button', { name: 'Add page' }).press('Enter');
  const form = page.getByRole('dialog', { name: 'Add page' });
  await expect(form.getByLabel('Name')).toBeFocused();
  await page.keyboard.type('Handbook');
  await form.getByLabel('Address').press('ControlOrMeta+a');
  await page.keyboard.type('https://evil.example/');
  await form.getByLabel('Administrator').press('Space');
  await expectGoodScreen(page);
  await page.keyboard.press('Enter');
  await expect(form.getByText(/evil\.example is not among the servers/)).toBeVisible();
  await form.getByLabel('Address').press('ControlOrMeta+a');
  await page.keyboard.type(`${embedServer}/handbook`);
  await page.keyboard.press('Enter');
  await expect(form).toBeHidden();
  await expectGoodScreen(page);
  await page
    .getByRole('list', { name: 'Pages' })
    .getByRole('link', { name: /Handbook/ })
    .press('Enter');
  await page.waitForURL(/\/dynamic-portals\/\d+$/);
  await expect(page.frameLocator('iframe[title="Handbook"]').getByText('How we pack')).toBeVisible();
  await expect(page.locator('iframe')).toHaveAttribute('sandbox', /^allow-scripts/);
  await page.goto(`/${company}/dynamic-portals/999999`);
  await expect(page.getByText('The page you request is not found.')).toBeVisible();
});

test('a role goes by what the company calls it', async ({ page }) => {
  const company = await aNewCompany();
  await enterAs(page, 'hugo', company, 'administration/people/role-aliases');
  await page.getByLabel('Alias of Administrator').press('End');
  await page.keyboard.type('Harbour master');
  await expectGoodScreen(page);
  await page.keyboard.press('Enter');
  await expectSaved(page);
  await expect(page.getByRole('banner').getByText('Harbour master')).toBeVisible();
  await page.goto(`/${company}/administration/people/users`);
  await expect(page.getByRole('table').getByText('Harbour master').first()).toBeVisible();
});
