// The records of a grid as a board and as a calendar, moved by mouse and by keys, and by somebody else.
import type { Locator, Page } from '@playwright/test';
import { enterAs } from './enter.ts';
import { expect, expectGoodScreen, test } from './journey.ts';
import { ownCompaniesStand } from './own-people.ts';

const jobs = 'work/jobs/jobs';

const columnOf = (page: Page, name: string): Locator =>
  page.getByRole('region', { name: new RegExp(`^${name}, `) });
const cardOf = (place: Locator, number: number): Locator =>
  place.locator('[data-stop]').filter({ hasText: String(number) });
const numberOf = (page: Page, name: string, count: number): Locator =>
  page.getByRole('button', { name: `${name}: ${count} records, show as a grid`, exact: true });

async function openJobs(page: Page, person: 'xena' | 'zoe', query: string): Promise<void> {
  await ownCompaniesStand();
  await enterAs(page, person, 'yard', jobs + query);
}

test('a card moves by keys and by mouse, and a column that it may not enter says why', async ({ page }) => {
  await openJobs(page, 'xena', '?search=Customer+7');
  await page.getByRole('button', { name: 'Board', exact: true }).press('Enter');
  await expect(page).toHaveURL(/layout=board/);
  // Customer 7 and 70 to 79.
  await expect(numberOf(page, 'Planned', 11)).toBeVisible();
  await expect(columnOf(page, 'Planned')).toContainText('110.55 Price');
  const card = cardOf(columnOf(page, 'Planned'), 2007);
  await expect(card).toBeVisible();
  await expectGoodScreen(page);

  await card.focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(columnOf(page, 'Checked')).toContainText('No transition leads from Planned to Checked.');
  await expectGoodScreen(page);
  await page.keyboard.press('Enter');
  const reason = page.getByRole('dialog', { name: 'Planned → Checked is not allowed' });
  await expect(reason).toContainText('No transition leads from Planned to Checked.');
  await expectGoodScreen(page);
  await page.keyboard.press('Escape');
  await expect(reason).toBeHidden();
  await expect(card).toBeFocused();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Moved record 2007 to Started.').first()).toBeVisible();
  await expect(cardOf(columnOf(page, 'Started'), 2007)).toBeFocused();
  await expect(numberOf(page, 'Planned', 10)).toBeVisible();

  await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
  await expect(cardOf(columnOf(page, 'Planned'), 2007)).toBeVisible();
  await expect(numberOf(page, 'Planned', 11)).toBeVisible();

  const dragged = cardOf(columnOf(page, 'Planned'), 2070);
  await dragged.scrollIntoViewIfNeeded();
  const from = (await dragged.boundingBox())!;
  const to = (await columnOf(page, 'Started').boundingBox())!;
  await page.mouse.move(from.x + 20, from.y + 20);
  await page.mouse.down();
  await page.mouse.move(from.x + 60, from.y + 40, { steps: 4 });
  await page.mouse.move(to.x + 80, to.y + 200, { steps: 8 });
  await page.mouse.up();
  await expect(cardOf(columnOf(page, 'Started'), 2070)).toBeVisible();
  await expect(columnOf(page, 'Started')).toContainText('10.05 Price');
  await page.getByRole('button', { name: 'Started: 1 record, show as a grid', exact: true }).press('Enter');
  await expect(page.getByText(/^1 of \d+$/)).toBeVisible();
  await expect(page.getByRole('gridcell', { name: '2070', exact: true }).first()).toBeVisible();
});

test('what somebody else moves changes the column on the open board', async ({ page, browser }) => {
  await openJobs(page, 'xena', '?layout=board&search=Customer+4');
  await expect(numberOf(page, 'Planned', 11)).toBeVisible();
  const other = await browser.newPage();
  await openJobs(other, 'zoe', '?layout=board&search=Customer+4');
  await cardOf(columnOf(other, 'Planned'), 2040).focus();
  await other.keyboard.press('m');
  await other.getByRole('menuitem', { name: 'Move to Started' }).press('Enter');
  await expect(cardOf(columnOf(other, 'Started'), 2040)).toBeVisible();
  await expect(cardOf(columnOf(page, 'Started'), 2040)).toBeVisible();
  await expect(numberOf(page, 'Planned', 10)).toBeVisible();
  await expect(page.getByTitle(/^Zoe Adler changed it/)).toBeVisible();
  await other.close();
});

test('a day of the calendar opens its records, a card goes to another day by keys, and a phone has both', async ({
  page,
}) => {
  await openJobs(page, 'zoe', '?layout=calendar&month=2026-03');
  const day = (name: string) => page.getByRole('button', { name: new RegExp(`^\\w+day ${name}, `) });
  await expect(page.getByRole('heading', { name: 'March 2026' })).toBeVisible();
  await expect(day('03/10/2026')).toHaveAccessibleName(/^Tuesday 03\/10\/2026, 6 records, 60\.30 ?, show/);
  await expect(page.getByRole('button', { name: '3 more on 03/10/2026, show as a grid' })).toBeVisible();
  await expectGoodScreen(page);
  await day('03/10/2026').focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowRight');
  await expect(day('03/11/2026')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Moved record \d+ to 03\/11\/2026\.$/).first()).toBeVisible();
  await expect(day('03/11/2026')).toHaveAccessibleName(/, 1 record, 10\.05 ?, show/);
  await day('03/10/2026').press('Enter');
  await expect(page.getByText(/^5 of \d+$/)).toBeVisible();

  await page.setViewportSize({ width: 320, height: 720 });
  const showAs = async (layout: string) => {
    await page.getByRole('button', { name: /^Tools/ }).click();
    await page.getByRole('button', { name: `Show as ${layout}` }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
  };
  await showAs('board');
  await expect(numberOf(page, 'Planned', 5)).toBeVisible();
  await expectGoodScreen(page);
  await page.locator('[data-actions]').first().click();
  await page.getByRole('button', { name: 'Move to Started' }).click();
  await expect(numberOf(page, 'Planned', 4)).toBeAttached();
  await openJobs(page, 'zoe', '?layout=calendar&month=2026-03');
  await expect(day('03/10/2026')).toBeVisible();
  // Days without records are not in the list.
  await expect(day('03/12/2026')).toHaveCount(0);
  await expectGoodScreen(page);
});

test('moments of a week stand in order, and a week is in the address and goes on by keys', async ({
  page,
}) => {
  await test.step('moments of a week stand in the order of their time', async () => {
    await openJobs(page, 'zoe', '?layout=calendar&week=2026-05-03');
    await page.getByRole('combobox', { name: 'Days of' }).selectOption('Fetched at');
    const cards = page.getByRole('gridcell').locator('[data-card]');
    await expect(cards).toHaveCount(4);
    await expect(cards).toContainText(['2100', '2102', '2101', '2103']);
    // A month keeps the order of the grid, and has no times.
    const times = page.getByRole('gridcell').getByText(/^\d\d:\d\d [AP]M$/);
    await expect(times).toHaveCount(4);
    await page.getByRole('combobox', { name: 'Show', exact: true }).selectOption('Month');
    await expect(page.getByRole('heading', { name: 'May 2026' })).toBeVisible();
    await expect(times).toHaveCount(0);
  });
  await test.step('a week of the calendar has its days side by side, goes on by keys and is in the address', async () => {
    await page.getByRole('combobox', { name: 'Days of' }).selectOption('Due');
    await page
      .getByRole('gridcell')
      .getByRole('button', { name: /^\w+day 05\// })
      .first()
      .focus();
    await page.keyboard.press('PageUp');
    await expect(page.getByRole('heading', { name: 'April 2026' })).toBeVisible();
    const day = (name: string) => page.getByRole('button', { name: new RegExp(`^\\w+day ${name}, `) });
    await day('04/01/2026').focus();
    await page.getByRole('combobox', { name: 'Show', exact: true }).selectOption('Week');
    await expect(page).toHaveURL(/week=2026-03-29/);
    await expect(page.getByRole('heading', { name: 'Week of 03/29/2026' })).toBeVisible();
    await expect(page.getByRole('gridcell')).toHaveCount(7);
    await expect(day('04/01/2026')).toHaveAccessibleName(
      /^Wednesday 04\/01\/2026, \d+ records, [\d,.]+ ?, show/,
    );
    await expect(
      page.getByRole('button', { name: /^\d+ more on 04\/01\/2026, show as a grid$/ }),
    ).toBeVisible();
    await expectGoodScreen(page);

    await day('04/01/2026').focus();
    await page.keyboard.press('ArrowDown');
    await expect(day('04/02/2026')).toBeFocused();
    await page.keyboard.press('PageUp');
    await expect(day('03/26/2026')).toBeFocused();
    await expect(page).toHaveURL(/week=2026-03-22/);
    await page.keyboard.press('PageDown');
    await page.keyboard.press('ArrowLeft');
    await expect(day('04/01/2026')).toBeFocused();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Week of 03/29/2026' })).toBeVisible();
    // With its records the day is there anew.
    await expect(day('04/01/2026')).toHaveAccessibleName(/ \d+ records, /);
    await day('04/01/2026').press('Enter');
    await expect(page.getByText(/^11\d of \d+$/)).toBeVisible();

    await page.setViewportSize({ width: 320, height: 720 });
    await openJobs(page, 'zoe', '?layout=calendar&week=2026-03-29');
    // Of a week each day is in the list.
    await expect(page.getByRole('listitem').filter({ has: day('\\d\\d/\\d\\d/2026') })).toHaveCount(7);
    await expectGoodScreen(page);
  });
});
