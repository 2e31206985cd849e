// What a person keeps of a grid, and what the grid opens with. By people who open no grid in other journeys, as these
// go on at the same time.
import type { Page, Request } from '@playwright/test';
import { answerOperations } from './answer-operations.ts';
import { enter } from './enter.ts';
import { firstRecord } from './grid-cells.ts';
import { expect, expectGoodScreen, expectSaved, test, widths } from './journey.ts';

const orders = 'purchasing/orders/purchase-orders';
const bills = 'purchasing/bills/bills';

const selector = (page: Page) => page.getByRole('button', { name: /^Grid preference: / });
const menu = (page: Page) => page.getByRole('menu', { name: 'Grid preferences' });
const dialog = (page: Page) => page.getByRole('dialog');
const ready = async (page: Page) => {
  await expect(firstRecord(page)).toBeVisible();
  await expect(page.getByRole('main').locator('[aria-busy]')).toHaveCount(0);
};
const shows = (page: Page, name: string) =>
  expect(selector(page)).toHaveAccessibleName(`Grid preference: ${name}`);
const isUnsaved = (page: Page) => page.getByTestId('unsaved');

/** Opens the menu, and takes the action or the preference of this name. */
async function take(page: Page, name: string | RegExp): Promise<void> {
  await selector(page).click();
  await menu(page)
    .getByRole('menuitem', { name })
    .or(menu(page).getByRole('menuitemradio', { name }))
    .click();
  await expect(menu(page)).toHaveCount(0);
}

async function saveAs(page: Page, name: string): Promise<void> {
  await take(page, 'Save as new…');
  await dialog(page).getByLabel('Name').fill(name);
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  const question = page.getByRole('dialog', { name: 'Do you want to save this changes?' });
  await expect(question.or(page.getByText('Changes Saved!')).first()).toBeVisible();
  if (await question.isVisible()) await question.getByRole('button', { name: 'Save' }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByText('Changes Saved!')).toHaveCount(0);
}

const sortByOrderDate = async (page: Page) => {
  await page.getByRole('button', { name: 'Order date', exact: true }).click();
  await ready(page);
};

/** Takes away what a journey has saved, so that those after it find the grid as it starts. */
async function deleteAll(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const headers = {
      'content-type': 'application/json',
      authorization: `Bearer ${localStorage.getItem('serviceToken')}`,
      backend_jwt: localStorage.getItem('backend_jwt') ?? '',
      tenant_id: localStorage.getItem('tenant_id') ?? '',
    };
    const ask = async (query: string, variables: object) =>
      (
        await fetch('/graphql', { method: 'POST', headers, body: JSON.stringify({ query, variables }) })
      ).json();
    const found = (await ask('{ findUserGridPreferences(data: { ofRoles: true }) { id version } }', {})) as {
      data: { findUserGridPreferences: { id: number; version: number }[] };
    };
    for (const data of found.data.findUserGridPreferences) {
      await ask(
        'mutation ($data: DeleteUserGridPreferencesInput!) { deleteUserGridPreferences(data: $data) { id } }',
        { data },
      );
    }
  });
}

test.afterEach(async ({ page }) => {
  await page.unrouteAll();
  await deleteAll(page);
});

test('what is saved is what the grid opens with, before it asks for its first rows', async ({ page }) => {
  await enter(page, 'ben', orders);
  await ready(page);
  await shows(page, 'Standard view');
  await expect(isUnsaved(page)).toHaveCount(0);

  await sortByOrderDate(page);
  await page.getByRole('button', { name: 'Density' }).click();
  await page.getByRole('menuitemradio', { name: 'Compact' }).click();
  await page.getByLabel('Rows per page').selectOption('50');
  await shows(page, 'Standard view, changed');
  await page.getByRole('button', { name: 'Save view' }).click();
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(dialog(page).getByText('Name is required.')).toBeVisible();
  await dialog(page).getByLabel('Name').fill('By order date');
  await page.keyboard.press('Enter');
  await expectSaved(page);
  await shows(page, 'By order date');
  await expect(page.getByRole('button', { name: 'Save view' })).toHaveCount(0);

  const asked: string[] = [];
  const note = (request: Request) => {
    const body = request.postData() ?? '';
    if (body.includes('query FilterAndSortRecords')) asked.push(body);
  };
  page.on('request', note);
  // From anew, as from the menu: the address says nothing.
  await page.goto(`/adventure-works/${orders}`);
  await ready(page);
  await shows(page, 'By order date');
  await expect(page.getByRole('columnheader', { name: 'Order date' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  await expect(page.getByText(/^1–50 of/)).toBeVisible();
  await expect(page.getByRole('row').nth(1)).toHaveCSS('height', '28px');
  await expect(isUnsaved(page)).toHaveCount(0);
  // What else travels in the same request is a matter of moments.
  const rowsIn = (body = '') =>
    [JSON.parse(body) as { query: string }]
      .flat()
      .find(({ query }) => query.includes('query FilterAndSortRecords'));
  const rows = rowsIn(asked[0]);
  // Never as the standard view would ask. Who saves an order beside it has the rows asked for again.
  const askedAlike = () => {
    for (const body of asked) expect(rowsIn(body)).toEqual(rows);
  };
  expect(rows).toMatchObject({ variables: { pagination: { offset: 0, limit: 50 } } });

  await page.reload();
  await ready(page);
  await shows(page, 'By order date');
  expect(asked.length).toBeGreaterThanOrEqual(2);
  askedAlike();
  page.off('request', note);

  // The address of the view wins over the default, and the selector says that it is another.
  await page.goto(`/adventure-works/${orders}?search=bearings`);
  await ready(page);
  await shows(page, 'By order date, changed');
  await expect(page.getByText(/^1–\d+ of/)).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Order date' })).not.toHaveAttribute('aria-sort');
});

test('a preference is changed, made the default, renamed, deleted and chosen by keyboard', async ({
  page,
}) => {
  await enter(page, 'ben', orders);
  await ready(page);
  await test.step('a change is marked, and kept or saved as new', async () => {
    await saveAs(page, 'First');
    await shows(page, 'First');
    await expect(isUnsaved(page)).toHaveCount(0);

    await sortByOrderDate(page);
    await shows(page, 'First, changed');
    await page.getByRole('button', { name: 'Save view' }).click();
    const keep = page.getByRole('dialog', { name: 'Keep changes?' });
    await expect(keep.getByText('Are you sure you want to keep these changes?')).toBeVisible();
    await expectGoodScreen(page);
    await keep.getByLabel("Don't show this again").check();
    await keep.getByRole('button', { name: 'Save changes' }).click();
    await expectSaved(page);
    await shows(page, 'First');

    // Sorted back, and saved without being asked again.
    await sortByOrderDate(page);
    await shows(page, 'First, changed');
    await page.getByRole('button', { name: 'Save view' }).click();
    await shows(page, 'First');

    await sortByOrderDate(page);
    await take(page, 'Save as new…');
    await dialog(page).getByLabel('Name').fill(' first ');
    // As low and narrow as at 200 %, where the views stand in another place.
    await page.setViewportSize({ width: 720, height: 450 });
    await expect(dialog(page).getByLabel('Name')).toHaveValue(' first ');
    await page.setViewportSize({ width: 1440, height: 900 });
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await expect(
      dialog(page).getByText('A grid preference of this name exists already. Choose another name.'),
    ).toBeVisible();
    await expectGoodScreen(page);
    await dialog(page).getByLabel('Name').fill('Second');
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await page
      .getByRole('dialog', { name: 'Do you want to save this changes?' })
      .getByRole('button', { name: 'Save' })
      .click();
    await shows(page, 'Second');

    await take(page, 'First');
    await expect(page.getByText('Grid preference changed!')).toBeVisible();
    await shows(page, 'First');
    await expect(page.getByRole('columnheader', { name: 'Order date' })).toHaveAttribute(
      'aria-sort',
      'ascending',
    );
    await page.goBack();
    await ready(page);
    await shows(page, 'Second');
  });
  await test.step('one is made the default, renamed and deleted', async () => {
    await selector(page).click();
    await expect(menu(page).getByRole('menuitemradio', { name: 'Second' })).toHaveAccessibleName(
      'Second Default',
    );
    await expect(menu(page).getByRole('menuitem', { name: 'Save changes' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await page.keyboard.press('Escape');

    await take(page, 'First');
    await take(page, 'Make default');
    const question = page.getByRole('dialog', { name: 'Make “First” your default?' });
    await question.getByRole('button', { name: 'Make default' }).click();
    await expect(question).toHaveCount(0);
    await page.goto(`/adventure-works/${orders}`);
    await ready(page);
    await shows(page, 'First');

    await take(page, 'Rename…');
    await dialog(page).getByLabel('Name').fill('The first');
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await page
      .getByRole('dialog', { name: 'Do you want to save this changes?' })
      .getByRole('button', { name: 'Save' })
      .click();
    await shows(page, 'The first');

    await take(page, 'Delete…');
    const deletion = page.getByRole('dialog', { name: 'Are you sure you want to delete this item?' });
    await expect(deletion.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await expectGoodScreen(page);
    await deletion.getByRole('button', { name: 'Delete' }).click();
    await shows(page, 'Standard view');
    await selector(page).click();
    await expect(menu(page).getByRole('menuitemradio')).toHaveText(['Standard view', /^Yours|Second/]);
  });
  await test.step('the selector is used with the keyboard alone', async () => {
    await page.keyboard.press('Escape');
    await saveAs(page, 'First');
    await selector(page).focus();
    await page.keyboard.press('Enter');
    await expect(menu(page).getByRole('menuitemradio', { name: 'First' })).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(menu(page).getByRole('menuitemradio', { name: 'Standard view' })).toBeFocused();
    await page.keyboard.press('Enter');
    await shows(page, 'Standard view');
    await expect(selector(page)).toBeFocused();
  });
});

test('what an administrator sets for a role is there for its members, and locked', async ({
  page,
  browser,
}) => {
  await enter(page, 'ada', bills);
  await ready(page);
  await page.getByLabel('Rows per page').selectOption('100');
  await take(page, 'Save for role…');
  await dialog(page).getByLabel('Name').fill('For buyers');
  await dialog(page).getByRole('combobox', { name: 'Role' }).selectOption('Buyer');
  await dialog(page)
    .getByLabel(/^Default of the role/)
    .check();
  await expectGoodScreen(page);
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await page
    .getByRole('dialog', { name: 'Do you want to save this changes?' })
    .getByRole('button', { name: 'Save' })
    .click();
  await expect(dialog(page)).toHaveCount(0);
  await selector(page).click();
  await expect(menu(page).getByText('Set for other roles')).toBeVisible();
  await expect(menu(page).getByRole('menuitemradio', { name: /^For buyers/ })).toBeVisible();
  await page.keyboard.press('Escape');

  const context = await browser.newContext();
  const noah = await context.newPage();
  await enter(noah, 'noah', bills);
  await ready(noah);
  await shows(noah, 'For buyers');
  await expect(noah.getByText(/^1–100 of/)).toBeVisible();
  await selector(noah).click();
  for (const absent of ['Rename…', 'Delete…'])
    await expect(menu(noah).getByRole('menuitem', { name: absent })).toHaveCount(0);
  const save = menu(noah).getByRole('menuitem', { name: /^Save changes/ });
  await expect(save).toHaveAttribute('aria-disabled', 'true');
  await save.focus();
  await noah.keyboard.press('Enter');
  await expect(
    noah.getByRole('alert').getByText('Admin preferences cannot be edited. You should save as new.'),
  ).toBeVisible();
  await noah.keyboard.press('Escape');

  await noah.getByLabel('Rows per page').selectOption('25');
  await shows(noah, 'For buyers, changed');
  await noah.getByRole('button', { name: 'Save view' }).click();
  await dialog(noah).getByLabel('Name').fill('My own');
  await dialog(noah).getByRole('button', { name: 'Save' }).click();
  await noah
    .getByRole('dialog', { name: 'Do you want to save this changes?' })
    .getByRole('button', { name: 'Save' })
    .click();
  await shows(noah, 'My own');
  await noah.goto(`/adventure-works/${bills}`);
  await ready(noah);
  await shows(noah, 'My own');
  await deleteAll(noah);
  await context.close();
});

test('who may not save chooses, and is told why nothing is saved', async ({ page }) => {
  await page.route('**/graphql', async (route) => {
    if (!route.request().postData()?.includes('SaasMyRoleMenuItemActions')) return route.continue();
    const answer = await route.fetch();
    await route.fulfill({ body: (await answer.text()).replaceAll('grid preferences', 'nothing') });
  });
  await enter(page, 'victor', orders);
  await ready(page);
  await sortByOrderDate(page);
  await shows(page, 'Standard view, changed');
  await expect(page.getByRole('button', { name: 'Save view' })).toHaveCount(0);
  await selector(page).click();
  await expect(menu(page).getByRole('menuitem', { name: /^Save as new…/ })).toHaveText(
    /Your role cannot save grid preferences\.$/,
  );
});

test('what cannot be loaded or saved is told, and the grid stands all the same', async ({ page }) => {
  await page.route('**/graphql', (route) =>
    answerOperations(
      route,
      (document) =>
        /query (DefaultGridPreference|GridPreferences)|mutation RegisterGridPreference/.test(document),
      () => ({ errors: [{ message: 'Out of order.', extensions: { code: 'INVALID' } }] }),
    ),
  );
  await enter(page, 'ben', orders);
  await expect(page.getByText('Failed to fetch default grid preferences: Out of order.')).toBeVisible();
  await expect(page.getByText('Failed to fetch grid preferences: Out of order.')).toBeVisible();
  await ready(page);
  await take(page, 'Save as new…');
  await dialog(page).getByLabel('Name').fill('First');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(dialog(page).getByRole('alert').getByText('Out of order.')).toBeVisible();
  await expect(dialog(page).getByLabel('Name')).toHaveValue('First');
});

test('a saved filter that can no longer be applied is left out, and told', async ({ page }) => {
  await enter(page, 'ben', orders);
  await ready(page);
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByLabel('Value of condition 1').fill('Approved');
  await page.getByRole('option', { name: 'Approved', exact: true }).click();
  await page.getByRole('button', { name: 'Apply' }).click();
  await ready(page);
  await saveAs(page, 'Approved ones');
  // As if the field were of another type since.
  await page.route('**/graphql', async (route) => {
    if (!/query (DefaultGridPreference|GridPreferences)/.test(route.request().postData() ?? ''))
      return route.continue();
    const answer = await route.fetch();
    await route.fulfill({
      body: (await answer.text()).replaceAll('"operatorValue":"is"', '"operatorValue":"contains"'),
    });
  });
  await page.goto(`/adventure-works/${orders}`);
  await ready(page);
  await shows(page, 'Approved ones, changed');
  const notice = page.getByRole('alert').filter({ hasText: "Status cannot be filtered by 'contains'." });
  await expect(notice).toBeVisible();
  await expectGoodScreen(page);
  await notice.getByRole('button', { name: 'Reset Filters' }).click();
  await expect(notice).toHaveCount(0);
  await shows(page, 'Approved ones, changed');
});

test('selector, menu and dialog stand and are accessible', async ({ page }) => {
  await page.setViewportSize(widths[1]);
  await enter(page, 'ben', orders);
  await ready(page);
  await saveAs(
    page,
    'A name that is as long as a name of a grid preference may be, and then a little longer than that',
  );
  await page.getByLabel('Rows per page').selectOption('50');
  // A menu goes when the width changes, so each is opened at both.
  for (const size of widths.toReversed()) {
    await page.setViewportSize(size);
    await expect(isUnsaved(page)).toBeVisible();
    await ready(page);
    await expectGoodScreen(page);
    await selector(page).click();
    await expect(menu(page)).toBeVisible();
    await expectGoodScreen(page);
    await menu(page).getByRole('menuitem', { name: 'Save as new…' }).click();
    await expect(dialog(page).getByLabel('Name')).toBeFocused();
    await expectGoodScreen(page);
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
  }
});
