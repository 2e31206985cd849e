import type { Browser, Page } from '@playwright/test';
import type { DemoPerson } from '@rowhouse/server/seed/demo/people.ts';
import { enterOrder } from './enter.ts';
import { expect, expectGoodScreen, test, widths } from './journey.ts';

/** The page of the record, with its form alone where there is room for more. */
async function open(page: Page, person: DemoPerson, number: number): Promise<void> {
  await enterOrder(page, person, number);
  await expect(page.getByRole('heading', { level: 1, name: new RegExp(`^${number}\\b`) })).toBeVisible();
}

const tab = (page: Page) => page.getByRole('tab', { name: /^Comments\b/ });
const said = (page: Page) => page.getByRole('group', { name: 'Comments of the record' });
const field = (page: Page) => page.getByRole('textbox', { name: 'Write a comment' });
const people = (page: Page) => page.getByRole('listbox', { name: 'People who can see this record' });
const readers = (page: Page) => people(page).getByRole('option');

/** On a phone they are the tabs of the page; on a desk they stand in the pane beside the form. */
async function showTabs(page: Page): Promise<void> {
  const split = page.getByRole('button', { name: 'Form and pane' });
  await expect(tab(page).or(split).first()).toBeVisible();
  if (!(await tab(page).isVisible())) await split.press('Enter');
}

async function openComments(page: Page): Promise<void> {
  await showTabs(page);
  await tab(page).press('Enter');
  await expect(tab(page)).toHaveAttribute('aria-selected', 'true');
  await expect(field(page)).toBeVisible();
}

async function say(page: Page, text: string): Promise<void> {
  await field(page).focus();
  await page.keyboard.type(text);
  await page.keyboard.press('Control+Enter');
  await expect(said(page).getByText(text, { exact: true })).toBeVisible();
  await expect(field(page)).toHaveValue('');
}

/** Somebody else, in a browser of their own. */
const somebodyElse = async (browser: Browser, page: Page): Promise<Page> =>
  browser.newPage({ viewport: page.viewportSize()!, baseURL: new URL(page.url()).origin });

for (const { name, width, height } of widths) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height }, hasTouch: name === 'narrow' });

    test('two people speak about a record, and who cannot see it is not named', async ({ page, browser }) => {
      await test.step('two people speak about a record, each in their own browser, by keyboard', async () => {
        // Neither is Lena's.
        const number = name === 'wide' ? 7408 : 7405;
        await open(page, 'maya', number);
        await openComments(page);
        await expect(said(page).getByText('No comments yet')).toBeVisible();
        await expectGoodScreen(page);
        await say(page, 'Crates are in the yard since Friday.');

        const other = await somebodyElse(browser, page);
        await open(other, 'ben', number);
        await showTabs(other);
        await expect(tab(other)).toHaveAccessibleName(/1 new/);
        await openComments(other);
        await expect(said(other).getByText('1 new', { exact: true })).toBeVisible();
        await expect(said(other).getByText('Crates are in the yard since Friday.')).toBeVisible();
        await other.bringToFront();
        await expect(tab(other)).toHaveAccessibleName(/^Comments\s*1$/);

        // Named by keyboard: the list is of the text, which keeps the focus.
        await field(other).focus();
        await other.keyboard.type('@ma');
        await expect(readers(other).first()).toContainText('Maya Alvarez');
        await expectGoodScreen(other);
        await other.keyboard.press('Enter');
        await other.keyboard.type('which crate? See https://example.com/crates.');
        await expect(field(other)).toHaveValue('@Maya Alvarez which crate? See https://example.com/crates.');
        await other.keyboard.press('Control+Enter');

        await expect(said(page).getByText('@Maya Alvarez', { exact: true })).toBeVisible();
        const link = said(page).getByRole('link', { name: 'https://example.com/crates' });
        await expect(link).toHaveAttribute('rel', 'noopener noreferrer');

        // ↑ in the empty field edits one's last comment, wherever it stands.
        await field(page).focus();
        await page.keyboard.press('ArrowUp');
        const editor = page.getByRole('textbox', { name: 'Edit the comment' });
        await expect(editor).toBeFocused();
        await page.keyboard.press('End');
        await page.keyboard.type(' Four of them.');
        await page.keyboard.press('Control+Enter');
        await expect(editor).toHaveCount(0);
        await expect(field(page)).toBeFocused();
        await expect(
          said(other).getByText('Crates are in the yard since Friday. Four of them.'),
        ).toBeVisible();
        await expect(said(other).getByText('edited', { exact: true })).toBeVisible();

        await said(page)
          .getByRole('button', { name: /^Delete the comment/ })
          .focus();
        await page.keyboard.press('Enter');
        const question = page.getByRole('dialog', { name: 'Are you sure you want to delete this comment?' });
        await expect(question).toBeVisible();
        await question.getByRole('button', { name: 'Delete' }).focus();
        await page.keyboard.press('Enter');
        await expect(said(other).getByText('Deleted by Maya Alvarez')).toBeVisible();
        await expectGoodScreen(page);
        await other.close();
      });
      await test.step('somebody who cannot see the record is offered last, and refused by name', async () => {
        await field(page).focus();
        await page.keyboard.type('@lena');
        await expect(readers(page)).toHaveCount(1);
        await expect(readers(page)).toHaveAttribute('aria-disabled', 'true');
        await expect(readers(page)).toContainText('cannot see this record');
        await expectGoodScreen(page);
        await page.keyboard.press('Escape');
        await expect(readers(page)).toHaveCount(0);
        await page.keyboard.press('Control+a');
        await page.keyboard.type('@Lena Okafor please look');
        await page.keyboard.press('Control+Enter');
        await expect(
          said(page).getByText(
            'Not sent. Lena Okafor cannot see this record. Take the name out to send the comment.',
          ),
        ).toBeVisible();
        await expectGoodScreen(page);
        await said(page).getByRole('button', { name: 'Edit', exact: true }).click();
        await expect(field(page)).toHaveValue('@Lena Okafor please look');
        await page.keyboard.press('Control+a');
        await page.keyboard.press('Delete');
      });
    });
  });
}

test('what could not be sent is kept over a reload, and sent once', async ({ page }) => {
  await open(page, 'maya', 7401);
  await openComments(page);
  // The comment is written, and its answer is lost on the way.
  await page.route('**/graphql', async (route) => {
    if (!(route.request().postData() ?? '').includes('CreateComment')) return route.fallback();
    await route.fetch();
    return route.fulfill({
      json: { errors: [{ message: 'Try again in a moment.', extensions: { code: 'UNAVAILABLE' } }] },
    });
  });
  await field(page).focus();
  await page.keyboard.type('Said while the line was down');
  await page.keyboard.press('Control+Enter');
  await expect(said(page).getByText('Not sent', { exact: true })).toBeVisible();
  await page.keyboard.type('and half of another');
  await page.unroute('**/graphql');
  await page.reload();
  await openComments(page);
  await expect(field(page)).toHaveValue('and half of another');
  await said(page).getByRole('button', { name: 'Retry' }).click();
  await expect(said(page).getByRole('button', { name: 'Retry' })).toHaveCount(0);
  await expect(said(page).getByText('Said while the line was down')).toHaveCount(1);
  await expect(said(page).locator('[data-number]')).toHaveCount(1);

  // So is what an own comment is to say: over a look at another tab, and over a reload.
  const edited = page.getByRole('textbox', { name: 'Edit the comment' });
  await field(page).focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await page.keyboard.press('ArrowUp');
  await expect(edited).toBeFocused();
  await page.keyboard.type(', and after it');
  await page.getByRole('tab', { name: /^History/ }).press('Enter');
  await expect(edited).toHaveCount(0);
  await openComments(page);
  await expect(edited).toHaveValue('Said while the line was down, and after it');
  await page.reload();
  await openComments(page);
  await expect(edited).toHaveValue('Said while the line was down, and after it');
  await edited.press('Control+Enter');
  await expect(said(page).getByText('Said while the line was down, and after it')).toBeVisible();
  await expect(edited).toHaveCount(0);

  // Where one answer is lost and the server is there, nobody is asked.
  let lost = 0;
  await page.route('**/graphql', async (route) => {
    if (lost > 0 || !(route.request().postData() ?? '').includes('CreateComment')) return route.fallback();
    lost += 1;
    await route.fetch();
    return route.fulfill({
      json: { errors: [{ message: 'Try again in a moment.', extensions: { code: 'UNAVAILABLE' } }] },
    });
  });
  await field(page).focus();
  await page.keyboard.type('Said on a bad line');
  await page.keyboard.press('Control+Enter');
  await expect(said(page).locator('[data-number]')).toHaveCount(2);
  await expect(said(page).getByText('Said on a bad line')).toHaveCount(1);
  await expect(said(page).getByText('Not sent', { exact: true })).toHaveCount(0);
  expect(lost).toBe(1);
});
