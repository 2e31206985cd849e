import type { Browser, Page } from '@playwright/test';
import type { DemoPerson } from '@rowhouse/server/seed/demo/people.ts';
import { enter, enterOrder } from './enter.ts';
import { expect, expectGoodAtBothWidths, test } from './journey.ts';

async function open(page: Page, person: DemoPerson, number: number): Promise<void> {
  await enterOrder(page, person, number, { viewMode: 'SPLIT_VIEW', tab: 'comments' });
  await expect(page.getByRole('heading', { level: 1, name: new RegExp(`^${number}\\b`) })).toBeVisible();
  await expect(field(page)).toBeVisible();
}

const field = (page: Page) => page.getByRole('textbox', { name: 'Write a comment' });
const said = (page: Page) => page.getByRole('group', { name: 'Comments of the record' });
const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ });
const panel = (page: Page) => page.getByRole('dialog', { name: 'Notifications' });
const level = (page: Page, name: string) => page.getByRole('radio', { name, exact: true });

async function say(page: Page, text: string): Promise<void> {
  await field(page).focus();
  await page.keyboard.type(text);
  await page.keyboard.press('Control+Enter');
  await expect(said(page).getByText(text, { exact: true })).toBeVisible();
}

/** Somebody else, in a browser of their own. */
const somebodyElse = async (browser: Browser, page: Page): Promise<Page> =>
  browser.newPage({ viewport: page.viewportSize()!, baseURL: new URL(page.url()).origin });

test.describe('on a phone', () => {
  test.use({ viewport: { width: 320, height: 720 }, hasTouch: true });

  test('a comment on a watched record is told at once in every window, and is opened from the bell', async ({
    page,
    browser,
  }) => {
    const number = 7402;
    await open(page, 'maya', number);
    const kept = page.waitForResponse((one) =>
      (one.request().postData() ?? '').includes('UpdateRecordWatch'),
    );
    await level(page, 'All').press('Space');
    await expect(level(page, 'All')).toBeChecked();
    await kept;
    await page.reload();
    await expect(level(page, 'All')).toBeChecked();
    await page.goto(new URL('dashboard', page.url()).href);
    const window = await page.context().newPage();
    await window.goto(page.url());
    await expect(bell(window)).toBeVisible();

    const other = await somebodyElse(browser, page);
    await open(other, 'ben', number);
    await say(other, `The crates of ${number} are here.`);
    await other.close();

    await expect(bell(page)).toHaveAccessibleName(/unread/);
    await expect(bell(window)).toHaveAccessibleName(/unread/);
    await bell(page).focus();
    await page.keyboard.press('Enter');
    const link = panel(page).getByRole('link', {
      name: new RegExp(`^Unread: Ben \\S+ commented on .* ${number}`),
    });
    await expect(link).toBeVisible();
    await expect(link).toContainText(`The crates of ${number} are here.`);
    await expectGoodAtBothWidths(page);
    await link.focus();
    await page.keyboard.press('Enter');
    await expect(panel(page)).toHaveCount(0);
    await expect(said(page).getByText(`The crates of ${number} are here.`)).toBeVisible();

    // The other window has heard that it was read.
    await bell(window).press('Enter');
    await expect(
      panel(window).getByRole('link', { name: new RegExp(`^Ben \\S+ commented on .* ${number}`) }),
    ).toBeVisible();
    await window.close();
  });
});

test('W says what of a record one is told, and what was told is marked as read by keyboard', async ({
  page,
  browser,
}) => {
  await open(page, 'maya', 7403);
  await page.getByRole('heading', { level: 1 }).click();
  await expect(level(page, 'Mentions')).toBeChecked();
  await page.keyboard.press('w');
  await expect(level(page, 'Muted')).toBeChecked();
  await expect(page.getByText('Muted: You are told only when the record is assigned to you.')).toBeVisible();
  await page.keyboard.press('w');
  await expect(level(page, 'All')).toBeChecked();
  await page.keyboard.press('w');
  await expect(level(page, 'Mentions')).toBeChecked();

  const other = await somebodyElse(browser, page);
  await open(other, 'ben', 7403);
  await field(other).focus();
  await other.keyboard.type('@maya');
  await expect(other.getByRole('option')).toHaveCount(1);
  await other.keyboard.press('Enter');
  await other.keyboard.type('please look');
  await other.keyboard.press('Control+Enter');
  await other.close();

  await expect(bell(page)).toHaveAccessibleName(/unread/);
  await bell(page).press('Enter');
  const mark = panel(page).getByRole('button', { name: /^Mark as read: Ben \S+ mentioned you in .* 7403$/ });
  await mark.press('Enter');
  await expect(mark).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(bell(page)).toBeFocused();
});

test.describe('the account on a phone', () => {
  test.use({ viewport: { width: 320, height: 720 }, hasTouch: true });

  test('says how one hears by mail, and keeps what is chosen by keyboard', async ({ page }) => {
    await enter(page, 'iris', '/account');
    const watched = page.getByRole('group', { name: 'Watched records' });
    await expect(watched.getByRole('radio', { name: 'Daily' })).toBeChecked();
    await watched.getByRole('radio', { name: 'Daily' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect(watched.getByRole('radio', { name: 'Off' })).toBeChecked();
    await page.reload();
    await expect(watched.getByRole('radio', { name: 'Off' })).toBeChecked();
  });
});
