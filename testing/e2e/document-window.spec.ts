import type { Page } from '@playwright/test';
import { enter } from './enter.ts';
import { expectFound } from './found-words.ts';
import { expect, expectGoodScreen, test } from './journey.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const shownIn = (window: Page) => window.locator('.page[data-loaded] .textLayer span').first();
/** '8001, 1 of 131' and 'Bill 8001' have the same number. */
const numberOf = async (page: Page) =>
  (await page.getByRole('heading', { level: 1 }).first().innerText()).match(/\d{4,}/)![0];

test('the document goes into a window of its own, which follows, takes values, and comes back', async ({
  page,
}) => {
  await enter(page, 'maya', 'purchasing/bills/bills?hide=&right=recordFile&size=50');
  // One of the demo, not what another journey has just made.
  const demoBill = page.getByRole('link', { name: /^8[01]\d\d$/ });
  const row = page.getByRole('row').filter({ hasText: '.pdf' }).filter({ has: demoBill }).first();
  await row.locator('a[href*="record-details-viewer"]').first().click();
  await button(page, 'Form and pane').click();
  await page.getByRole('tab', { name: /^Document/ }).click();
  await expect(shownIn(page)).toBeVisible();

  // Where the browser blocks it, that is said, and the document stays.
  await page.evaluate(() => {
    Object.assign(window, { opened: window.open.bind(window) });
    window.open = () => null;
  });
  await button(page, 'Open in a window of its own').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('The browser did not open a second window.').first()).toBeVisible();
  await expect(shownIn(page)).toBeVisible();
  await page.evaluate(() => {
    window.open = (window as unknown as { opened: typeof window.open }).opened;
  });

  const coming = page.waitForEvent('popup');
  await page.keyboard.press('Enter');
  const beside = await coming;
  await expect(page.getByText('In the other window', { exact: true })).toBeVisible();
  const first = await numberOf(page);
  await expect(shownIn(beside)).toContainText(first);
  await expect(page.getByText('Page 1 of 1')).toBeVisible();
  await expectGoodScreen(page);
  await expectGoodScreen(beside);

  // What is selected there is taken into the field that is aimed at here.
  await page.keyboard.press('e');
  const description = page.getByRole('textbox', { name: /^Description/ });
  await description.focus();
  await beside.bringToFront();
  await beside.keyboard.press('ControlOrMeta+f');
  await beside.keyboard.type('For');
  await expectFound(beside, 'For');
  await beside.keyboard.press('Alt+ArrowRight');
  await expect(beside.getByRole('button', { name: /^Take/ })).toContainText('Description');
  await beside.keyboard.press('ControlOrMeta+Enter');
  await expect(description).toHaveValue('purchase');
  await page.bringToFront();
  await page.getByRole('button', { name: 'p. 1: where Description was taken from' }).click();
  await expect(beside.locator('.rh-place-marks [data-current="true"]')).toBeVisible();
  await button(page, 'Discard').click();
  await page.getByRole('dialog').getByRole('button').last().click();

  // Another record here is another one there, after a reload of either, too.
  const title = (window: Page) => window.getByRole('heading', { level: 1 }).first();
  await button(page, 'Next record').click();
  await expect(title(page)).not.toContainText(first);
  const second = await numberOf(page);
  await expect(title(beside)).toContainText(second);
  await beside.reload();
  await expect(title(beside)).toContainText(second);
  await page.reload();
  await expect(title(page)).toContainText(second);
  await button(page, 'Previous record').click();
  await expect(title(beside)).toContainText(first);
  await expect(shownIn(beside)).toContainText(first);
  await expect(page.getByText('In the other window', { exact: true })).toBeVisible();

  // Nothing is shown of what is not for these eyes.
  const absent = new URL(beside.url());
  absent.searchParams.set('recordId', '99999999');
  absent.searchParams.delete('link');
  const stranger = await page.context().newPage();
  await stranger.goto(absent.href);
  await expect(stranger.getByText('This record does not exist, or you may not see it')).toBeVisible();
  await stranger.close();

  await button(page, 'Bring back').click();
  await expect(shownIn(page)).toBeVisible();
  await expect.poll(() => beside.isClosed()).toBe(true);

  const again = page.waitForEvent('popup');
  await button(page, 'Open in a window of its own').click();
  await (await again).close();
  await expect(shownIn(page)).toBeVisible();

  // Whoever signs out takes the window along.
  const last = page.waitForEvent('popup');
  await button(page, 'Open in a window of its own').click();
  const left = await last;
  await expect(shownIn(left)).toBeVisible();
  await page.getByRole('button', { name: /Maya Alvarez/ }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click();
  await expect.poll(() => left.isClosed()).toBe(true);
});
