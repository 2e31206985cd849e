import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { showCount } from '@rowhouse/domain/kernel/formats.ts';
import { enterAs } from './enter.ts';
import { gridOf, rowOf, selectionBar, waitForRows } from './grid-cells.ts';
import { expect, expectGoodAtBothWidths, expectGoodScreen, test, widths } from './journey.ts';
import { parcelsADepot } from './own-companies.ts';
import { ownCompaniesStand } from './own-people.ts';
import type { OwnPerson } from './own-people.ts';

const parcels = 'Parcels';
const all = showCount(parcelsADepot);

/** The parcels of one depot; each journey has one of its own. */
async function openParcels(page: Page, depot: string, person: OwnPerson = 'hugo') {
  await ownCompaniesStand();
  await enterAs(page, person, 'depot', 'goods/parcels/parcels');
  await findParcels(page, depot);
}

async function findParcels(page: Page, depot: string) {
  await waitForRows(page, parcels);
  await page.getByRole('searchbox').fill(depot);
  await page.keyboard.press('Enter');
  // Of the depot before there are as many.
  await expect(page.getByRole('row').nth(1)).toContainText(depot);
  await expect(page.locator('h1 + div')).toContainText(all);
  await waitForRows(page, parcels);
}

async function selectAll(page: Page) {
  await page.getByRole('button', { name: /^Selection/ }).click();
  await page.getByRole('menuitem', { name: `Select all ${all} results` }).click();
  await expect(selectionBar(page, parcels)).toContainText(`All ${all} results selected`);
}

async function startAction(page: Page, name: string) {
  await selectionBar(page, parcels).getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}

/** Nothing is missed from the answer to 'watch' on. */
const watches = (page: Page) =>
  new Promise<void>((resolve) => {
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (String(payload).includes('"ok":true')) resolve();
      }),
    );
  });

/** All that the live region of the grid has said from now on. */
function heardIn(page: Page): () => Promise<string> {
  const starts = page.evaluate(() => {
    const said: string[] = [];
    Object.assign(window, { said });
    new MutationObserver(() => {
      for (const region of document.querySelectorAll('[aria-live]')) said.push(region.textContent ?? '');
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
  return async () => {
    await starts;
    return page.evaluate(() => (window as unknown as { said: string[] }).said.join('\n'));
  };
}

const dialogOf = (page: Page) => page.getByRole('dialog');
const changes = (page: Page) => page.getByRole('list', { name: 'Bulk changes' }).getByRole('listitem');
/** Of the newest. */
const change = (page: Page) => changes(page).first();

async function choose(page: Page, attribute: string) {
  await dialogOf(page).getByLabel('Attribute').fill(attribute);
  await page.getByRole('option', { name: attribute, exact: true }).click();
}

test('all results are changed at once: seen before, followed, reported, undone in one step', async ({
  page,
  browser,
}) => {
  await openParcels(page, 'North');
  const other = await browser.newPage();
  const isWatching = watches(other);
  await openParcels(other, 'North', 'ines');
  await isWatching;
  const [mine, theirs] = [heardIn(page), heardIn(other)];
  const before = await rowOf(page, '11199').innerText();
  const placeOfRows = async () => (await gridOf(page, parcels).boundingBox())?.y;
  const place = await placeOfRows();
  await selectAll(page);
  await startAction(page, 'Bulk Edit');
  await expect(page.getByRole('heading', { name: `Bulk edit of all ${all} records` })).toBeVisible();
  const pieces = dialogOf(page).getByRole('textbox', { name: 'Pieces' });
  await choose(page, 'Pieces');
  await pieces.pressSequentially('1.5');
  await expect(pieces).toHaveValue('1.5');
  await expect(pieces).toHaveAccessibleDescription('Should be a whole number');
  await expect(dialogOf(page).getByText('records: ')).toHaveCount(0);
  await choose(page, 'Shelf');
  await dialogOf(page).getByRole('textbox', { name: 'Shelf' }).fill('A7');
  await expect(dialogOf(page)).toContainText(`${all} records: 1,170 change, 30 have it already`);
  await expect(dialogOf(page).getByRole('rowheader')).toHaveText([
    '11199',
    '11198',
    '11197',
    '11196',
    '11195',
  ]);
  await dialogOf(page).getByRole('button', { name: 'Change 1,170 records' }).click();
  await expect(dialogOf(page)).toHaveCount(0);

  // Who changed them is told nothing of others; who else looks at them is.
  await expect(rowOf(page, '11199')).toContainText('A7');
  await expect.poll(theirs).toMatch(/were changed by Hugo Reed/);
  await expect(rowOf(other, '11199')).toHaveClass(/rh-marked/);
  await expect(change(page)).toContainText('Changed Shelf of 1,170 records');
  expect(await placeOfRows(), 'no row stands lower for what is told').toBe(place);
  expect(await mine()).not.toMatch(/hanged by/);
  await expect(page.locator('.rh-marked')).toHaveCount(0);
  await other.close();

  await expect(change(page).getByRole('status')).toContainText('Changed Shelf');

  // It goes on without the page, which shows it again when it is opened again.
  await page.reload();
  await expect(change(page)).toContainText('Changed Shelf of 1,170 records');
  await expect(change(page)).toContainText('30 held it already');
  // What was told is not told again.
  await expect(change(page).getByRole('status')).toHaveText('');
  await expect(rowOf(page, '11199')).toContainText('A7');

  await change(page)
    .getByRole('button', { name: /^Report/ })
    .click();
  await dialogOf(page).getByRole('button', { name: 'Held it already: 30' }).click();
  await expect(dialogOf(page).getByRole('rowheader')).toHaveCount(30);
  await dialogOf(page).getByRole('button', { name: 'Close' }).click();

  await change(page).getByRole('button', { name: /^Undo/ }).click();
  await expect(change(page)).toContainText('Undid the change of 1,170 records');
  await expect(changes(page)).toHaveCount(1);
  await expect.poll(() => rowOf(page, '11199').innerText()).toBe(before);
  await change(page)
    .getByRole('button', { name: /^Dismiss/ })
    .click();
  await expect(changes(page)).toHaveCount(0);
  await page.reload();
  await waitForRows(page, parcels);
  await expect(changes(page)).toHaveCount(0);
});

test('all results are changed in part, deleted and restored', async ({ page }) => {
  await openParcels(page, 'South');
  await test.step('what somebody changed since is left by Undo, told with its reason, and can be had as a file', async () => {
    await selectAll(page);
    await startAction(page, 'Bulk Edit');
    await choose(page, 'Shelf');
    await dialogOf(page).getByRole('textbox', { name: 'Shelf' }).fill('B1');
    await dialogOf(page).getByRole('button', { name: 'Change 1,200 records' }).click();
    await expect(change(page)).toContainText('Changed Shelf of 1,200 records');

    await rowOf(page, '21199').getByRole('checkbox').check();
    await startAction(page, 'Bulk Edit');
    await choose(page, 'Shelf');
    await dialogOf(page).getByRole('textbox', { name: 'Shelf' }).fill('C1');
    // Before the record has been read a press changes nothing.
    await expect(dialogOf(page).getByText('1 record: 1 changes')).toBeVisible();
    await dialogOf(page).getByRole('button', { name: 'Change 1 record' }).click();
    await expect(page.getByText('Changes saved!')).toBeVisible();

    await change(page).getByRole('button', { name: /^Undo/ }).click();
    await expect(change(page)).toContainText('Undid the change of 1,199 records');
    await expect(change(page)).toContainText('1 could not be changed');
    await change(page)
      .getByRole('button', { name: /^Report/ })
      .click();
    await expect(dialogOf(page).getByRole('row').nth(1)).toContainText(
      /21199Changed by somebody else.*Superseded by .*That value is kept\./,
    );
    const downloading = page.waitForEvent('download');
    await dialogOf(page).getByRole('button', { name: 'Download what was not changed' }).click();
    const text = await readFile(await (await downloading).path(), 'utf8');
    expect(text.split('\r\n')).toEqual([
      '\uFEFFRecord,Id,Outcome,Reason',
      expect.stringMatching(/^21199,\d+,Changed by somebody else,.*Superseded by/),
      '',
    ]);
    await dialogOf(page).getByRole('button', { name: 'Close' }).click();
    await change(page)
      .getByRole('button', { name: /^Dismiss/ })
      .click();
    await expect(changes(page)).toHaveCount(0);
    await selectionBar(page, parcels).getByRole('button', { name: 'Deselect' }).click();
  });
  await test.step('all results are deleted and restored', async () => {
    await findParcels(page, 'East');
    await selectAll(page);
    await startAction(page, 'Delete');
    const question = page.getByRole('dialog', { name: `Are you sure you want to delete ${all} records?` });
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await expect(question).toContainText(`${all} records leave the list. They can be restored.`);
    await question.getByRole('button', { name: `Delete ${all} records` }).click();
    await expect(change(page)).toContainText(`Deleted ${all} records`);
    await expect(page.getByText('No records match')).toBeVisible();
    await change(page).getByRole('button', { name: /^Undo/ }).click();
    await expect(change(page)).toContainText(`Undid the change of ${all} records`);
    await expect(page.locator('h1 + div')).toContainText(all);
  });
});

test('all results are selected after the page, and what is done with them stands at both widths', async ({
  page,
}) => {
  await openParcels(page, 'West');
  await test.step('the page is selected before all results, and a row that is taken out ends both', async () => {
    await gridOf(page, parcels).focus();
    await page.keyboard.press('Control+a');
    const bar = selectionBar(page, parcels);
    await expect(bar).toContainText('25 selected');
    await bar.getByRole('button', { name: `Select all ${all} results` }).click();
    await expect(bar).toContainText(`All ${all} results selected`);
    await bar.getByRole('button', { name: 'Actions' }).click();
    const cap = 'The maximum number of records that can be edited/downloaded/deleted is 100.';
    await expect(page.getByRole('menuitem', { name: 'Bulk Download' })).toContainText(cap);
    await expect(page.getByRole('menuitem', { name: 'Bulk Edit' })).not.toHaveAttribute('aria-disabled');
    await page.keyboard.press('Escape');
    await page.getByRole('row').nth(3).getByRole('checkbox').uncheck();
    await expect(bar).toContainText('24 selected');
    await expect(bar.getByRole('button', { name: /^Select all/ })).toHaveCount(0);
    await bar.getByRole('button', { name: 'Deselect' }).click();
    await expect(bar).toHaveCount(0);
  });
  await test.step('it stands on a desk and on a phone', async () => {
    await selectAll(page);
    await expectGoodScreen(page);
    await startAction(page, 'Bulk Edit');
    await page.setViewportSize(widths[1]);
    await choose(page, 'Shelf');
    await dialogOf(page).getByRole('textbox', { name: 'Shelf' }).fill('Stood');
    await expect(dialogOf(page)).toContainText(`${all} records: ${all} change`);
    await expectGoodAtBothWidths(page);
    await dialogOf(page)
      .getByRole('button', { name: `Change ${all} records` })
      .click();
    await expect(change(page)).toContainText(`Changed Shelf of ${all} records`);
    await expectGoodAtBothWidths(page);
    // It goes with the grid, which is another one on a desk.
    for (const size of widths.toReversed()) {
      await page.setViewportSize(size);
      await change(page)
        .getByRole('button', { name: /^Report/ })
        .click();
      await expect(dialogOf(page).getByRole('rowheader').first()).toBeVisible();
      await expectGoodScreen(page);
      await dialogOf(page).getByRole('button', { name: 'Close' }).click();
    }
    await change(page).getByRole('button', { name: /^Undo/ }).click();
    await expect(change(page)).toContainText('Undid the change');
  });
});

test('who may change only single records is not offered all of them', async ({ page }) => {
  await openParcels(page, 'West', 'ines');
  await page.getByRole('button', { name: /^Selection/ }).click();
  await expect(page.getByRole('menuitem', { name: 'Select records in page: 25' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: /^Select all/ })).toHaveCount(0);
});
