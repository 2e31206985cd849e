import { test as loudTest, type Page } from '@playwright/test';
import { enter } from './enter.ts';
import { expect, expectGoodScreen, test, widths } from './journey.ts';

const drawer = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const countOf = async (page: Page, item: string): Promise<number> => {
  const said = await drawer(page)
    .getByRole('link', { name: item, exact: true })
    .getAttribute('aria-description');
  return Number(said?.replace(/ records?$|,/g, '') ?? Number.NaN);
};

/** An operation as the person of the page. */
const ask = (page: Page, query: string, variables: object): Promise<unknown> =>
  page.evaluate(
    async (body) => {
      const answer = await fetch('/graphql', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${localStorage.getItem('serviceToken')}`,
          backend_jwt: localStorage.getItem('backend_jwt') ?? '',
          tenant_id: localStorage.getItem('tenant_id') ?? '',
        },
        body: JSON.stringify(body),
      });
      return answer.json();
    },
    { query, variables },
  );

test('the drawer says how many records there are, and follows what others delete', async ({
  page,
  browser,
}) => {
  const watching = new Promise<void>((resolve) => {
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (String(payload).includes('"ok":true')) resolve();
      }),
    );
  });
  await enter(page, 'maya', 'dashboard');
  await expect.poll(() => countOf(page, 'Bills')).toBeGreaterThan(1);
  await watching;

  const other = await browser.newPage();
  // A page that asks for little: it is there to ask by.
  await enter(other, 'ben', '/account');
  const find = `query ($data: FilterAndSortInput!) {
    filterAndSortRecordHeader(data: $data) { records { id version } } }`;
  const menu = '{ SaasMenu { appSections { menuItems { recordType { id name } } } } }';
  type Menu = {
    data: {
      SaasMenu: { appSections: { menuItems: { recordType: { id: number; name: string } | null }[] }[] }[];
    };
  };
  const types = ((await ask(other, menu, {})) as Menu).data.SaasMenu.flatMap(({ appSections }) =>
    appSections.flatMap(({ menuItems }) => menuItems.flatMap(({ recordType }) => recordType ?? [])),
  );
  const recordTypeId = types.find(({ name }) => name === 'Bills')?.id;
  type Found = { data: { filterAndSortRecordHeader: { records: { id: number; version: number }[] } } };
  const found = (await ask(other, find, { data: { recordTypeId } })) as Found;
  const [record] = found.data.filterAndSortRecordHeader.records;
  // Journeys beside this one make bills as well: how many there are is asked each time.
  const isCounted = async () => {
    const total = `query ($data: FilterAndSortInput!) { filterAndSortRecordHeader(data: $data) { total } }`;
    const answer = (await ask(page, total, { data: { recordTypeId } })) as {
      data: { filterAndSortRecordHeader: { total: number } };
    };
    return (await countOf(page, 'Bills')) === answer.data.filterAndSortRecordHeader.total;
  };
  await expect.poll(isCounted).toBe(true);
  const change = 'mutation ($data: UpdateRecordInput!) { updateRecordHeader(data: $data) { version } }';
  expect(await ask(other, change, { data: { ...record, enabled: false } })).not.toHaveProperty('errors');
  await expect.poll(isCounted).toBe(true);
  await ask(other, change, { data: { id: record?.id, version: (record?.version ?? 0) + 1, enabled: true } });
  await expect.poll(isCounted).toBe(true);
  await other.close();
});

const region = (page: Page, name: string) => page.getByRole('region', { name });
const wholeNumber = (text: string) => Number(/[\d,]+/.exec(text)?.[0].replaceAll(',', ''));

test('the start page says what waits for one, and Ctrl+K finds a record', async ({ page }) => {
  await test.step('the start page says what waits for one, and each number opens exactly its records', async () => {
    await enter(page, 'maya', 'dashboard');
    const assigned = region(page, 'Assigned to me');
    const overdue = assigned.getByRole('region', { name: /^Overdue/ });
    for (const size of widths) {
      await page.setViewportSize(size);
      await expect(overdue).toBeVisible();
      await expectGoodScreen(page);
    }
    await page.setViewportSize(widths[0]);
    const link = overdue.getByRole('link', { name: /Purchase orders$/ });
    const said = wholeNumber(await link.innerText());
    await link.press('Enter');
    await expect(page.getByRole('grid', { name: 'Purchase orders' })).toBeVisible();
    await expect(page.getByText(new RegExp(`of ${said}$`)).first()).toBeVisible();

    await page.goBack();
    const rows = assigned.locator('[data-stop]');
    await rows.first().focus();
    await page.keyboard.press('ArrowDown');
    await expect(rows.nth(1)).toBeFocused();
    const number = /\d+/.exec(await rows.nth(1).innerText())?.[0] ?? '';
    await page.keyboard.press('Enter');
    await expect(page.getByRole('gridcell', { name: number, exact: true }).first()).toBeVisible();
    await expect(page.getByRole('checkbox', { name: /^Select record/ })).toHaveCount(1);

    await page.getByRole('link', { name: 'Dashboard' }).click();
    await expect(region(page, 'Pick up where you left off')).toContainText('Purchase orders');
  });
  await test.step('Ctrl+K finds a record by its number and opens it, by keys alone', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.keyboard.press('Control+k');
    const box = palette(page).getByRole('combobox');
    await expect(box).toBeFocused();
    await box.pressSequentially('#7402');
    await expect(active(page)).toContainText('7402');
    await page.keyboard.press('Enter');
    await expect(palette(page)).toHaveCount(0);
    await expect(page.getByRole('gridcell', { name: '7402', exact: true })).toBeVisible();
    await expect(page.getByRole('checkbox', { name: /^Select record/ })).toHaveCount(1);
  });
});

test('a part that fails says so in its place, and is tried again', async ({ page }) => {
  let fails = true;
  await page.route('**/graphql', async (route) => {
    const isChanges = route.request().postData()?.includes('findRecentChanges') === true;
    if (!isChanges || !fails) return route.fallback();
    return route.fulfill({
      json: { data: null, errors: [{ message: 'Not now.', extensions: { code: 'INTERNAL' } }] },
    });
  });
  await enter(page, 'maya', 'dashboard');
  const changes = region(page, 'Changed since yesterday');
  await expect(changes.getByRole('alert')).toBeVisible();
  await expect(region(page, 'Assigned to me').locator('[data-stop]').first()).toBeVisible();
  fails = false;
  await changes.getByRole('button', { name: 'Retry' }).click();
  await expect(changes.getByRole('alert')).toHaveCount(0);
});

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search or jump to' });
const active = (page: Page) => palette(page).getByRole('option', { selected: true });

test('Ctrl+K finds grids, views, companies and actions, and gives the focus back', async ({ page }) => {
  await enter(page, 'victor', 'purchasing/orders/purchase-orders');
  const menu = page.getByRole('button', { name: 'Menu', exact: true });
  await expect(page.getByRole('gridcell').first()).toBeVisible();
  await menu.focus();
  await page.keyboard.press('Control+k');
  const box = palette(page).getByRole('combobox');
  await box.pressSequentially('bil');
  await expect(palette(page).getByRole('group', { name: 'Grids and pages' })).toContainText('Bills');
  await expectGoodScreen(page);
  // What the role may not do stands there with its reason, and is not run.
  await page.keyboard.press('Control+a');
  await box.pressSequentially('>new');
  const forbidden = palette(page).getByRole('option', { name: /New Record in Purchase orders/ });
  await expect(forbidden).toContainText('Your role cannot create records of this type.');
  await expect(forbidden).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Enter');
  await expect(palette(page)).toBeVisible();
  // Esc clears, then closes.
  await page.keyboard.press('Escape');
  await expect(box).toHaveValue('');
  await page.keyboard.press('Escape');
  await expect(palette(page)).toHaveCount(0);
  await expect(menu).toBeFocused();

  await page.setViewportSize(widths[1]);
  await page.getByRole('button', { name: 'Search or jump to' }).press('Enter');
  await box.pressSequentially('race');
  await expect(active(page)).toContainText(/race/i);
  await expectGoodScreen(page);
});

// The browser writes each call that could not be made into its console.
loudTest(
  'with the server silent the palette still knows the menu, and says that records are missing',
  async ({ page }) => {
    await enter(page, 'maya', 'dashboard');
    await expect(region(page, 'Assigned to me')).toBeVisible();
    await page.route('**/graphql', (route) =>
      route.request().postData()?.includes('searchRecords') === true ? route.abort() : route.fallback(),
    );
    await page.keyboard.press('Control+k');
    await palette(page).getByRole('combobox').pressSequentially('bills');
    await expect(palette(page).getByText(/^Records could not be searched/)).toBeVisible();
    await expect(active(page)).toContainText('Bills');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('grid', { name: 'Bills' })).toBeVisible();
  },
);
