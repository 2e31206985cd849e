// Dashboards beside Start. What another server shows is answered by the journey itself: the browser writes each call that
// never arrived into its console, so the quiet page of the other journeys is not asked for where one is silent.
import { expect, test as anyTest, type Locator, type Page, type Request } from '@playwright/test';
import { enter } from './enter.ts';
import { expectGoodScreen, test, widths } from './journey.ts';

/** As the journeys' server allows it; nobody but these journeys answers for it. */
const embedServer = 'https://reports.example';

const picker = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Dashboard: / });
const choices = (page: Page) => page.getByRole('dialog', { name: 'Dashboards' });

const answerEmbedded = (page: Page) =>
  page.route(`${embedServer}/**`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><title>F</title><p>Freight by month</p>',
    }),
  );

async function addEmbedded(page: Page, name: string): Promise<void> {
  await picker(page).press('Enter');
  await choices(page).getByRole('button', { name: 'New dashboard' }).press('Enter');
  const form = page.getByRole('dialog', { name: 'New dashboard' });
  await expect(form.getByLabel('Name')).toBeFocused();
  await page.keyboard.type(name);
  await form.getByLabel('What it shows').selectOption('A page of another server');
  await form.getByLabel('Site identifier').pressSequentially('site/one');
  await form.getByLabel('Environment').pressSequentially('cloud');
  await form.getByLabel('Dashboard id').pressSequentially('freight');
  await form.getByLabel('Key').pressSequentially('a key of the journeys');
  await form.getByRole('button', { name: 'Add dashboard' }).press('Enter');
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
}

/** From now on what is open opens first. */
async function openFirst(page: Page): Promise<void> {
  const kept = page.waitForResponse((one) =>
    (one.request().postData() ?? '').includes('SetMyDashboardPreference'),
  );
  await picker(page).press('Enter');
  await choices(page).getByRole('button', { name: 'Open this one first' }).press('Enter');
  await kept;
}

test('dashboards are added, picked, opened first and arranged', async ({ page }) => {
  await test.step('a dashboard of another server is added, picked, and opens first from then on', async () => {
    const name = 'Freight, remembered';
    await answerEmbedded(page);
    await enter(page, 'ada', 'dashboard');
    await expect(picker(page)).toHaveText('Dashboard: Start');
    await addEmbedded(page, name);
    const frame = page.frameLocator(`iframe[title="${name}"]`);
    await expect(frame.getByText('Freight by month')).toBeVisible();
    await expectGoodScreen(page);

    await openFirst(page);
    await page.goto('/adventure-works/dashboard');
    await expect(picker(page)).toHaveText(`Dashboard: ${name}`);
    await expect(frame.getByText('Freight by month')).toBeVisible();

    // Typed and taken, by keyboard alone.
    await picker(page).press('Enter');
    await expect(choices(page).getByLabel('Find a dashboard')).toBeFocused();
    await expectGoodScreen(page);
    await page.keyboard.type('start');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: /^Good / })).toBeVisible();
    await openFirst(page);
  });
  await test.step('a shared dashboard is arranged by keys, with a reason that stands in the audit log', async () => {
    await picker(page).press('Enter');
    await choices(page)
      .getByRole('button', { name: /^Purchasing/ })
      .press('Enter');
    await page.getByRole('button', { name: 'Arrange' }).press('Enter');
    const first = page.getByRole('button', { name: /^Move / }).first();
    const moved = await first.getAttribute('aria-label');
    await first.press('Enter');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: /^Move / }).nth(1)).toHaveAccessibleName(moved!);
    await page.getByLabel('Reason').pressSequentially('Vendors first, said the board');
    await expectGoodScreen(page);
    await page.getByRole('button', { name: 'Save arrangement' }).press('Enter');
    await expect(page.getByRole('button', { name: 'Arrange' })).toBeFocused();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Cancel' }).press('Enter');
    await expect(page.getByRole('button', { name: 'Arrange' })).toBeFocused();
    const menu = page.getByRole('navigation', { name: 'Main' });
    await menu.getByRole('button', { name: 'Changes', exact: true }).press('Enter');
    await menu.getByRole('link', { name: 'Audit log', exact: true }).press('Enter');
    await expect(page.getByRole('table', { name: 'Audit log' })).toContainText(
      'Vendors first, said the board',
    );
  });
});

anyTest('an embed server that is silent leaves a sentence, and the page', async ({ page }) => {
  const name = 'Plant floor, silent';
  await page.route(`${embedServer}/**`, (route) => route.abort());
  await enter(page, 'ada', 'dashboard');
  await addEmbedded(page, name);
  await expect(page.getByText('reports.example does not answer. Trying again in 30 s.')).toBeVisible();
  await expectGoodScreen(page);
  await picker(page).press('Enter');
  await expect(
    choices(page).getByRole('button', { name: new RegExp(`${name}.*does not answer`) }),
  ).toBeVisible();
  await page.keyboard.press('Escape');

  await page.unroute(`${embedServer}/**`);
  await answerEmbedded(page);
  await page.getByRole('button', { name: 'Try now' }).press('Enter');
  await expect(page.frameLocator(`iframe[title="${name}"]`).getByText('Freight by month')).toBeVisible();
});

anyTest(
  'a form of a chart whose fields cannot be loaded says so, and opens when they can',
  async ({ page }) => {
    const isOfFields = (request: Request) => request.postData()?.includes('GetFieldDefinitions') === true;
    let isDown = true;
    await page.route('**/graphql', (route) =>
      isDown && isOfFields(route.request()) ? route.fulfill({ status: 500, body: '' }) : route.continue(),
    );
    await enter(page, 'ada', 'dashboard?board=start');
    await picker(page).press('Enter');
    await choices(page)
      .getByRole('button', { name: /^Purchasing/ })
      .press('Enter');
    await page.getByRole('button', { name: 'Add chart' }).press('Enter');
    const form = page.getByRole('dialog', { name: 'Add chart' });
    await expect(form.getByText('The fields could not be loaded')).toBeVisible();
    isDown = false;
    await form.getByRole('button', { name: 'Retry' }).press('Enter');
    await expect(form.getByLabel('Title')).toBeFocused();

    // Another record type has other fields; what was typed of all of them stays.
    await page.keyboard.type('Typed before');
    const records = form.getByLabel('Records', { exact: true });
    await records.selectOption('Bills');
    await expect(records).toBeFocused();
    await expect(form.getByLabel('Title')).toHaveValue('Typed before');
  },
);

test('a chart and a pivot table are made, read and drilled by keyboard alone', async ({ page }) => {
  await enter(page, 'maya', 'dashboard?board=start');
  await test.step('a chart is made, read and drilled by keyboard alone', async () => {
    const name = 'Mine by keys';
    await picker(page).press('Enter');
    await choices(page).getByRole('button', { name: 'New dashboard' }).press('Enter');
    await expect(page.getByRole('dialog').getByLabel('Name')).toBeFocused();
    await page.keyboard.type(name);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();

    await page.getByRole('button', { name: 'Add chart' }).press('Enter');
    const form = page.getByRole('dialog', { name: 'Add chart' });
    await expect(form.getByLabel('Title')).toBeFocused();
    await form.getByRole('button', { name: 'Add condition' }).press('Enter');
    await expect(form.getByLabel('Field of condition 1')).toBeFocused();
    await form.getByRole('button', { name: 'Add condition' }).press('Enter');
    await expect(form.getByLabel('Field of condition 2')).toBeFocused();
    for (const left of [1, 0]) {
      await form.getByRole('button', { name: 'Remove condition 1' }).press('Enter');
      await expect(form.getByRole('button', { name: /^Remove condition/ })).toHaveCount(left);
    }
    await expect(form.getByRole('button', { name: 'Add condition' })).toBeFocused();
    await form.getByLabel('Title').focus();
    await page.keyboard.type('Orders by status');
    await expectGoodScreen(page);
    await page.keyboard.press('Enter');

    const chart = page.getByRole('application', { name: /^Orders by status/ });
    await expect(chart.locator('svg')).toBeVisible();
    // The first chart takes the place of the button that made it.
    await expect(page.getByRole('heading', { name, level: 1 })).toBeFocused();
    for (const size of widths.toReversed()) {
      await page.setViewportSize(size);
      await expectGoodScreen(page);
    }
    await chart.press('Home');
    const said = page.getByRole('region', { name: 'Orders by status' }).getByRole('status');
    await expect(said).toHaveText(/records?, [\d.]+ %\.$/);
    const first = await said.innerText();
    await page.keyboard.press('ArrowRight');
    await expect(said).not.toHaveText(first);
    await page.keyboard.press('ArrowLeft');
    await expect(said).toHaveText(first);
    await page.keyboard.press('t');
    const [, count = ''] = /: ([\d,]+) record/.exec(first) ?? [];
    await expect(page.getByRole('region', { name: 'Orders by status, table' })).toContainText(count);
    await page.getByRole('button', { name: 'Show Orders by status as chart' }).press('Enter');
    await chart.press('Home');
    await expect(said).toHaveText(first);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('grid', { name: 'Purchase orders' })).toBeVisible();
    await expect(page.getByText(new RegExp(`of ${count}$`)).first()).toBeVisible();

    await page.goBack();
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
    await page.getByRole('main').getByRole('button', { name: 'Dashboard', exact: true }).press('Enter');
    await page.getByRole('menuitem', { name: 'Delete dashboard' }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).press('Enter');
    await expect(page.getByRole('heading', { name: /^Good /, level: 1 })).toBeVisible();
    // The title, or the page while its title is still loaded.
    await expect(page.locator('main:focus, main h1:focus')).toHaveCount(1);
  });
  await test.step('a pivot table by two fields has subtotals, and one opens exactly its records, by keyboard', async () => {
    await page.setViewportSize(widths[0]);
    await picker(page).press('Enter');
    await choices(page).getByRole('button', { name: 'New dashboard' }).press('Enter');
    await expect(page.getByRole('dialog').getByLabel('Name')).toBeFocused();
    await page.keyboard.type('Crossed by keys');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Add chart' }).first().press('Enter');
    const form = page.getByRole('dialog', { name: 'Add chart' });
    await expect(form.getByLabel('Title')).toBeFocused();
    await page.keyboard.type('Orders crossed');
    await form.getByLabel('Shown as').selectOption('Pivot table');
    await form.getByLabel('Rows', { exact: true }).selectOption('Status');
    await form.getByLabel('Rows within', { exact: true }).selectOption('Ship method');
    await form.getByLabel('Columns', { exact: true }).selectOption('Rush');
    // Its records are read once: all that it asks about them travels in one request.
    const asked = page.waitForRequest((request) => {
      const sent = request.postData() ?? '';
      return sent.startsWith('[') && sent.split('query ChartNumbers').length === 6;
    });
    await form.getByRole('button', { name: 'Add chart' }).press('Enter');
    await asked;

    const table = page.getByRole('grid', { name: /^Orders crossed/ });
    const subtotals = table
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name: /^All of / }) });
    await expect(subtotals.first()).toBeVisible();
    for (const size of widths.toReversed()) {
      await page.setViewportSize(size);
      await expectGoodScreen(page);
      await table.focus();
      await page.keyboard.press('Control+Home');
      for (let step = 0; step < 2; step += 1) {
        await page.keyboard.press('ArrowRight');
        await expectWhollyIn(table, table.locator('[data-active]'));
      }
    }
    // Named by both of its fields, for those who hear it.
    const heads = await subtotals.first().getByRole('rowheader').allInnerTexts();
    expect(heads[1]).toBe(`All of ${heads[0]}`);
    const row = Number(await subtotals.first().getAttribute('aria-rowindex'));
    const count = await subtotals.first().getByRole('gridcell').last().innerText();
    await table.focus();
    await page.keyboard.press('Control+Home');
    for (let step = 1; step < row; step += 1) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('grid', { name: 'Purchase orders' })).toBeVisible();
    await expect(page.getByText(new RegExp(`of ${count}$`)).first()).toBeVisible();
  });
});

/** From side to side, also where the frame scrolls. */
const expectWhollyIn = (frame: Locator, cell: Locator) =>
  expect
    .poll(async () => {
      const [outer, inner] = [await frame.boundingBox(), await cell.boundingBox()];
      if (outer === null || inner === null) return 'not drawn';
      return inner.x >= outer.x - 1 && inner.x + inner.width <= outer.x + outer.width + 1;
    })
    .toBe(true);
