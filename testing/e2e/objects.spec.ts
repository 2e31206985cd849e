import { test as loudTest, type Browser, type Page } from '@playwright/test';
import { demoPassword, type DemoPerson } from '@rowhouse/server/seed/demo/people.ts';
import { putNoticesAway } from './between-steps.ts';
import { enter } from './enter.ts';
import { activeText, goToCell, gridOf, rowOf, waitForRows } from './grid-cells.ts';
import { expect, expectGoodScreen, expectSaved, test, widths } from './journey.ts';
import { endOnServer } from './sign-in-as.ts';

const orders = 'Purchase orders';
const sureToSave = 'Do you want to save this changes?';
const sureToDiscard = 'Are you sure you want to discard your changes?';

/** The row of one order, and the keys on a cell of it. */
async function openCell(page: Page, person: DemoPerson, number: string, header: string): Promise<void> {
  await enter(page, person, 'purchasing/orders/purchase-orders');
  await findCell(page, number, header);
}

async function findCell(page: Page, number: string, header: string): Promise<void> {
  await waitForRows(page, orders);
  await page.getByRole('searchbox', { name: `Find in ${orders}` }).fill(number);
  // Other orders may hold the digits in other fields.
  await expect.poll(() => gridOf(page, orders).getByRole('row').count()).toBeLessThan(6);
  await goToCell(page, number, header);
}

const panelOf = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const button = (within: ReturnType<typeof panelOf>, name: string) =>
  within.getByRole('button', { name, exact: true });
const input = (within: ReturnType<typeof panelOf>, name: string) => within.getByLabel(name);
const shown = async (within: ReturnType<typeof panelOf>, name: string): Promise<string> =>
  within.locator('dt', { hasText: name }).locator('xpath=following-sibling::dd').innerText();

async function answerByKeys(page: Page, question: string): Promise<void> {
  await expect(page.getByRole('dialog', { name: question })).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: question })).toHaveCount(0);
}

async function saveByKeys(page: Page): Promise<void> {
  await page.keyboard.press('Control+s');
  await answerByKeys(page, sureToSave);
}

test('objects are edited by keys alone, and filled by the mouse', async ({ page }) => {
  await enter(page, 'maya', 'purchasing/orders/purchase-orders');
  await test.step('by keys alone: an object is opened, edited, saved, taken back, and the cell has the focus again', async () => {
    await findCell(page, '7380', 'Packaging');
    const before = await activeText(page);
    expect(before).toMatch(/^[A-Z][a-z ]+, \d+$/);
    await page.keyboard.press('Enter');
    const panel = panelOf(page, 'Packaging');
    await expect(panel.getByRole('heading', { name: 'Packaging' })).toBeFocused();
    await expect(panel).toContainText(`Record 7380 · ${before.replace(',', '')}`);
    const names = [
      'Material',
      'Pieces',
      'Condition',
      'Returnable',
      'Return by',
      'Sealed at',
      'Packing guide',
    ];
    await expect(panel.locator('dt')).toHaveText(names);
    expect(await shown(panel, 'Pieces')).toBe(before.split(', ')[1]);
    // The grid makes room: nothing is covered, and the cell is in sight.
    const [grid, side] = [await gridOf(page, orders).boundingBox(), await panel.boundingBox()];
    expect(grid!.x + grid!.width).toBeLessThan(side!.x);
    expect(side!.width / (grid!.width + side!.width)).toBeCloseTo(3 / 12, 1);
    await expect(rowOf(page, '7380').getByRole('button', { name: before, exact: true })).toBeInViewport();

    for (let step = 0; step < 5; step += 1) {
      if (await button(panel, 'Edit').evaluate((element) => element === document.activeElement)) break;
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
    await expect(input(panel, 'Material')).toBeFocused();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('Steel drum');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert').filter({ hasText: 'Please save first' })).toContainText('Warning');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('1.5');
    await expect(input(panel, 'Pieces'), 'what is typed stands as it is typed').toHaveValue('1.5');
    await page.keyboard.press('Shift+Tab');
    await expect(panel.getByText('Should be a whole number', { exact: true })).toBeVisible();
    await expect(input(panel, 'Pieces')).toHaveValue('1.5');
    // Who comes by Tab types over what stands there.
    await page.keyboard.press('Tab');
    await page.keyboard.type('1,250');
    await expect(input(panel, 'Pieces')).toHaveValue('1,250');
    await saveByKeys(page);
    await expectSaved(page);
    await expect(button(panel, 'Edit')).toBeFocused();
    expect(await shown(panel, 'Material')).toBe('Steel drum');
    await page.keyboard.press('Escape');
    await expect(panel).toHaveCount(0);
    await expect(gridOf(page, orders)).toBeFocused();
    expect(await activeText(page)).toBe('Steel drum, 1250');

    await page.reload();
    await findCell(page, '7380', 'Packaging');
    expect(await activeText(page)).toBe('Steel drum, 1250');
    await page.keyboard.press('Enter');
    await button(panel, 'Edit').click();
    await input(panel, 'Material').fill('Tin');
    await saveByKeys(page);
    await expect(button(panel, 'Edit')).toBeFocused();
    await page.keyboard.press('Control+z');
    await expect(page.getByText('The change is undone.')).toBeVisible();
    expect(await shown(panel, 'Material')).toBe('Steel drum');
    await page.keyboard.press('Escape');
    await expect(panel).toHaveCount(0);
  });
  await test.step('a value of a list, a box and an empty object are filled', async () => {
    await putNoticesAway(page);
    await findCell(page, '7383', 'Packaging');
    expect(await activeText(page)).toBe(
      'No display value filled, please fill at least one display value property',
    );
    await gridOf(page, orders).getByRole('button', { name: 'No display value filled' }).click();
    const panel = panelOf(page, 'Packaging');
    await button(panel, 'Edit').click();
    await input(panel, 'Material').fill('Carton');
    await input(panel, 'Packing guide').fill('packing.example/7383');
    await input(panel, 'Returnable').check();
    await input(panel, 'Condition').click();
    await expect(page.getByRole('option', { name: /Written off/ })).toHaveCount(0);
    await page.getByRole('option', { name: 'Reused' }).click();
    await button(panel, 'Save').click();
    await page.getByRole('dialog', { name: sureToSave }).getByRole('button', { name: 'Save' }).click();
    await expect(button(panel, 'Edit')).toBeFocused();
    expect(await shown(panel, 'Condition')).toBe('Reused');
    expect(await shown(panel, 'Returnable')).toBe('Yes');
    await expect(panel.getByRole('link')).toHaveAttribute('href', 'https://packing.example/7383');
    await expect(gridOf(page, orders).getByRole('button', { name: 'Carton', exact: true })).toBeVisible();
  });
});

test('what is wrong is said at its property, and leaving asks', async ({ page }) => {
  await openCell(page, 'noah', '7384', 'Packaging');
  await page.keyboard.press('Enter');
  const panel = panelOf(page, 'Packaging');
  await button(panel, 'Edit').click();
  await input(panel, 'Material').fill('');
  await input(panel, 'Pieces').fill('many');
  await input(panel, 'Return by').fill('02/30/2026');
  await input(panel, 'Packing guide').fill('');
  await button(panel, 'Save').click();
  for (const fault of [
    'Material is required',
    'Should be numeric. Write digits, such as 1250.',
    'Invalid date format. Write MM/DD/YYYY, such as 12/31/2026.',
  ])
    await expect(panel.getByText(fault, { exact: true })).toBeVisible();
  await expect(panel.getByText('Packing guide is required')).toBeVisible();
  await expect(input(panel, 'Material')).toBeFocused();
  await expect(page.getByText('4 properties have to be put right first.')).toBeVisible();

  await button(panel, 'Close Packaging').click();
  await page
    .getByRole('dialog', { name: sureToDiscard })
    .getByRole('button', { name: 'Keep editing' })
    .click();
  await page.getByRole('link', { name: 'Bills', exact: true }).click();
  const leave = page.getByRole('dialog', { name: 'Leave this page?' });
  await expect(leave).toContainText('Packaging of record 7384 is not saved.');
  await leave.getByRole('button', { name: 'Stay' }).click();
  await expect(input(panel, 'Pieces')).toHaveValue('many');
  await button(panel, 'Discard').click();
  await page.getByRole('dialog', { name: sureToDiscard }).getByRole('button', { name: 'Discard' }).click();
  await expect(button(panel, 'Edit')).toBeFocused();
  expect(await shown(panel, 'Pieces')).toMatch(/^\d+$/);
});

test('who may not edit it reads it, and why', async ({ page }) => {
  await openCell(page, 'victor', '7386', 'Packaging');
  await page.keyboard.press('Enter');
  const panel = panelOf(page, 'Packaging');
  await expect(panel).toContainText('Packaging is read-only for your role.');
  await expect(button(panel, 'Edit')).toHaveCount(0);
  await expectGoodScreen(page);
});

const secondBrowser = async (browser: Browser): Promise<Page> =>
  (await browser.newContext({ timezoneId: 'America/New_York', locale: 'en-US' })).newPage();

test('of two who change one object nobody loses anything, and the other grid shows it', async ({
  page,
  browser,
}) => {
  const other = await secondBrowser(browser);
  await openCell(page, 'maya', '7387', 'Packaging');
  await openCell(other, 'ben', '7387', 'Packaging');
  const [mine, theirs] = [panelOf(page, 'Packaging'), panelOf(other, 'Packaging')];
  for (const [on, panel] of [
    [page, mine],
    [other, theirs],
  ] as const) {
    await on.keyboard.press('Enter');
    await button(panel, 'Edit').click();
  }
  await input(theirs, 'Material').fill('Theirs');
  await input(theirs, 'Pieces').fill('77');
  await saveByKeys(other);
  await expectSaved(other);
  await expect(gridOf(page, orders).getByRole('button', { name: 'Theirs, 77' })).toBeVisible();

  await input(mine, 'Material').fill('Mine');
  await saveByKeys(page);
  const contest = page.getByRole('dialog', { name: 'Packaging of record 7387 was changed by somebody else' });
  const material = contest.getByRole('group', { name: 'Material' });
  await expect(material).toContainText('Take theirsTheirs');
  await expect(contest).toContainText('They also changed Pieces: that is kept.');
  await expectGoodScreen(page);
  await material.getByRole('radio', { name: /Keep mine/ }).check();
  await contest.getByRole('button', { name: 'Save the record' }).click();
  await expectSaved(page);
  await expect(gridOf(other, orders).getByRole('button', { name: 'Mine, 77' })).toBeVisible();
  await other.context().close();
});

test('the panel of an object stands at both widths, and one of a list is for its administrator', async ({
  page,
}) => {
  await enter(page, 'maya', 'purchasing/orders/purchase-orders');
  await test.step('the panel is a good screen at both widths', async () => {
    for (const { width, height } of widths) {
      await page.setViewportSize(widths[0]);
      await findCell(page, '7388', 'Packaging');
      if (width >= 900) await expectGoodScreen(page);
      await page.keyboard.press('Enter');
      await expect(panelOf(page, 'Packaging')).toBeVisible();
      await page.setViewportSize({ width, height });
      const panel =
        width < 900 ? page.getByRole('dialog', { name: 'Packaging' }) : panelOf(page, 'Packaging');
      await expect(panel.locator('dt').first()).toBeVisible();
      await expectGoodScreen(page);
      await button(panel, 'Edit').click();
      await expect(input(panel, 'Sealed at')).toBeVisible();
      await input(panel, 'Material').fill('');
      await button(panel, 'Save').click();
      await expect(panel.getByText('Material is required')).toBeVisible();
      await expect(page.getByText('One property has to be put right first.')).toHaveCount(0);
      await expectGoodScreen(page);
      await page.keyboard.press('Escape');
      await page
        .getByRole('dialog', { name: sureToDiscard })
        .getByRole('button', { name: 'Discard' })
        .click();
      await expect(button(panel, 'Edit')).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(panel).toHaveCount(0);
      if (width >= 900) await expect(gridOf(page, orders)).toBeFocused();
    }
    await page.setViewportSize(widths[0]);
  });
  await test.step('an object of a list is shown, and is for the list administrator to edit', async () => {
    await findCell(page, '7385', 'Dock');
    expect(await activeText(page)).toMatch(/^(North|River) dock, \d+$/);
    await page.keyboard.press('Enter');
    const panel = panelOf(page, 'Dock');
    await expect(panel.locator('dt')).toHaveText(['Name', 'Street', 'Gate', 'Open on Saturday']);
    await button(panel, 'Edit').click();
    await expect(page.getByRole('alert').filter({ hasText: 'Contact the List Administrator' })).toBeVisible();
    await expect(panel.getByRole('textbox')).toHaveCount(0);
    await page.keyboard.press('Escape');
    // Which of them it is can still be chosen.
    await page.keyboard.press('F2');
    await expect(page.getByRole('option', { name: /River dock, 11/ })).toBeVisible();
  });
});

loudTest('a session ends over an object in edit, which is saved with what was typed', async ({ page }) => {
  await openCell(page, 'maya', '7382', 'Packaging');
  await page.keyboard.press('Enter');
  const panel = panelOf(page, 'Packaging');
  await button(panel, 'Edit').click();
  await input(panel, 'Material').fill('Kept through it');
  await endOnServer(page);
  const expired = page.getByRole('alertdialog', { name: 'Session Expired' });
  await expect(expired).toBeVisible();
  await page.keyboard.press('Enter');
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await expect(input(panel, 'Material')).toHaveValue('Kept through it');
  await button(panel, 'Save').click();
  await page.getByRole('dialog', { name: sureToSave }).getByRole('button', { name: 'Save' }).click();
  await expect(button(panel, 'Edit')).toBeFocused();
  expect(await shown(panel, 'Material')).toBe('Kept through it');
});
