// The network goes, or the server does, and comes back. The browser writes each call that never arrived into its
// console: the quiet page of the other journeys is not asked for.
import { expect, test, type Page } from '@playwright/test';
import { putNoticesAway } from './between-steps.ts';
import { enter } from './enter.ts';
import { cellText, firstRecord, goToCell, gridOf, waitForRows, writeCell } from './grid-cells.ts';
import { expectGoodScreen, expectSaved, test as quietTest } from './journey.ts';
import { startOtherServer } from './other-server.ts';

const orders = 'purchasing/orders/purchase-orders';
const name = 'Purchase orders';

const failedRows = (page: Page) => page.getByText('The records could not be loaded');
const bar = (page: Page, says: string) => page.getByRole('paragraph').filter({ hasText: says });
const offline = (page: Page) => bar(page, 'You are offline: nothing can be saved.');
const range = (page: Page) => page.getByText(/^[\d,]+–[\d,]+$/);

async function openOrders(page: Page): Promise<void> {
  // Heard of, and not only begun: what is cut off before that is noticed later.
  const socket = page.waitForEvent('websocket').then((begun) => begun.waitForEvent('framereceived'));
  await enter(page, 'maya', orders);
  await waitForRows(page, name);
  await socket;
}

async function openMenu(page: Page): Promise<void> {
  const drawer = page.getByRole('navigation', { name: 'Main' });
  if (!(await drawer.isVisible())) await page.getByRole('button', { name: 'Menu', exact: true }).click();
}

test.describe('narrow, 320 px', () => {
  test.use({ viewport: { width: 320, height: 720 } });

  test('offline, the cards stay, another grid says why it is empty, and it fills by itself', async ({
    page,
    context,
  }) => {
    await enter(page, 'maya', orders);
    await expect(firstRecord(page)).toBeVisible();
    await context.setOffline(true);
    await expect(offline(page)).toBeVisible();
    await expect(firstRecord(page)).toBeVisible();
    await expectGoodScreen(page);
    // It leaves the page its room.
    const height = async () => (await page.getByRole('region', { name: 'Connection' }).boundingBox())?.height;
    await expect.poll(height).toBeLessThan(60);
    await openMenu(page);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Bills' }).click();
    await expect(page.getByRole('heading', { name: 'Bills' })).toBeVisible();
    await expect(failedRows(page)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
    await expectGoodScreen(page);
    await context.setOffline(false);
    await expect(firstRecord(page)).toBeVisible();
    await expect(offline(page)).toHaveCount(0);
  });
});

quietTest('rows that wait for others keep their own name until those come', async ({ page }) => {
  await openOrders(page);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/graphql', async (route) => {
    if (route.request().postData()?.includes('query FilterAndSortRecords') === true) await held;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Page 3', exact: true }).click();
  await expect(page).toHaveURL(/page=3/);
  await expect(gridOf(page, name)).toHaveAttribute('aria-busy', 'true');
  await expect(range(page)).toHaveText('1–25');
  await expect(page.getByRole('button', { name: 'Page 1', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await page.getByLabel(`Find in ${name}`).pressSequentially('7401');
  await expect(page).toHaveURL(/search=7401/);
  await expect(page.getByText(/^[\d,]+ of [\d,]+$/).filter({ visible: true })).toHaveCount(0);
  release();
  await waitForRows(page, name);
  await expect(gridOf(page, name).getByRole('gridcell', { name: '7401', exact: true })).toBeVisible();
});

/**
 * Saves of records arrive, and their answers are lost on the way back, as often as that.
 * @param meanwhile waited for before what is sent again goes out
 */
async function loseAnswers(
  page: Page,
  times: number,
  meanwhile: () => Promise<void> = async () => undefined,
): Promise<readonly unknown[]> {
  const keys: unknown[] = [];
  await page.route('**/graphql', async (route) => {
    const asked = route.request().postData() ?? '';
    if (!asked.includes('mutation UpdateRecord')) return route.continue();
    keys.push((JSON.parse(asked) as { variables: { data: object } }).variables.data);
    if (keys.length > 1) await meanwhile();
    if (keys.length > times) return route.continue();
    await route.fetch();
    return route.abort();
  });
  return keys;
}

test('a save gets no answer, the network goes and comes back, and one logs out without it', async ({
  page,
  context,
}) => {
  await openOrders(page);
  await test.step('a save whose answer is lost is sent again and kept once, and one that gets none loses nothing', async () => {
    const write = async (text: string) => {
      await writeCell(page, '7406', 'Cost centre', text);
      await page.keyboard.press('Control+s');
    };
    const again = page.getByText('No answer came. Sending it again: it is kept once.').last();
    const once = await loseAnswers(page, 1, async () => {
      await again.waitFor();
      // It hides nothing of the header, and lets through what is pressed below it.
      const header = (await page.getByRole('banner').boundingBox())!;
      expect((await again.boundingBox())!.y).toBeGreaterThan(header.y + header.height);
      await expect(again).toHaveCSS('pointer-events', 'none');
    });
    await write('ONCE');
    await expectSaved(page);
    await expect(again).toHaveCount(0);
    expect(once).toHaveLength(2);
    expect(once[1]).toEqual(once[0]);
    await expect.poll(() => cellText(page, '7406', 'Cost centre')).toBe('ONCE');
    await page.unroute('**/graphql');

    await loseAnswers(page, 3);
    await write('TWICE');
    await expect(page.getByText('Save changes failed: No answer came.')).toBeVisible();
    await expectGoodScreen(page);
    await page.unroute('**/graphql');
    await write('AT LAST');
    await expectSaved(page);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect.poll(() => cellText(page, '7406', 'Cost centre')).toBe('AT LAST');
    await putNoticesAway(page);
  });
  await test.step('offline, nothing is shown under a name that is not its own, and all comes back by itself', async () => {
    await context.setOffline(true);
    await expect(offline(page)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Try now' })).toBeVisible();
    await expect(page.getByText('Live changes are off until the connection is back')).toBeVisible();
    await expectGoodScreen(page);

    // Rows that stand stay, though they cannot be read again.
    const refused = page.waitForEvent('requestfailed', (one) => one.url().endsWith('/graphql'));
    await page.getByRole('button', { name: 'Refresh Grid' }).click();
    await refused;
    await expect(gridOf(page, name)).not.toHaveAttribute('aria-busy');
    await expect(firstRecord(page)).toBeVisible();
    await expect(failedRows(page)).toHaveCount(0);

    await page.getByRole('button', { name: 'Next page' }).click();
    await expect(failedRows(page)).toBeVisible();
    await expect(
      page.getByRole('main').getByText('The server cannot be reached.', { exact: false }),
    ).toBeVisible();
    await expect(range(page)).toHaveCount(0);
    await expect(gridOf(page, name).getByRole('gridcell')).toHaveCount(0);
    await expectGoodScreen(page);
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(failedRows(page)).toBeVisible();

    await context.setOffline(false);
    await waitForRows(page, name);
    await expect(offline(page)).toHaveCount(0);
    await expect(range(page)).toHaveText('26–50');
    await expect(page.getByText('Live changes are off until the connection is back')).toHaveCount(0);

    await context.setOffline(true);
    await page.getByLabel(`Find in ${name}`).pressSequentially('7401');
    await expect(failedRows(page)).toBeVisible();
    await context.setOffline(false);
    await expect(gridOf(page, name).getByRole('gridcell', { name: '7401', exact: true })).toBeVisible();
    await expect(page.getByLabel(`Find in ${name}`)).toHaveValue('7401');

    await context.setOffline(true);
    await openMenu(page);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Bills' }).click();
    await expect(page.getByRole('heading', { name: 'Bills' })).toBeVisible();
    await expect(failedRows(page)).toBeVisible();
    await expect(page.locator('#content').getByRole('button', { name: 'Retry' })).toBeVisible();
    await expectGoodScreen(page);
    await context.setOffline(false);
    await waitForRows(page, 'Bills');
  });
  await test.step('logging out offline leads to the sign-in page', async () => {
    const fetched = page.waitForResponse(/\/assets\/door-.*\.js/);
    await page.getByRole('button', { name: /Maya Alvarez/ }).click();
    await (await fetched).finished();
    await page.waitForLoadState('networkidle');
    await context.setOffline(true);
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await page.getByRole('button', { name: 'Log out' }).click();
    await expect(page.getByLabel('Email')).toBeVisible();
    await expect(offline(page)).toBeVisible();
    await context.setOffline(false);
    await expect(offline(page)).toHaveCount(0);
  });
});

test('a server that is killed and started again is noticed, and what was typed is saved', async ({
  browser,
}) => {
  // Two starts of a server, on machines that may be busy.
  test.setTimeout(300_000);
  const server = await startOtherServer();
  const context = await browser.newContext({ baseURL: server.url });
  const page = await context.newPage();
  await openOrders(page);
  await goToCell(page, '7405', 'Cost centre');
  await page.keyboard.press('F2');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('KEPT');
  await page.keyboard.press('Enter');

  await server.kill();
  await expect(bar(page, 'The server does not answer.')).toBeVisible();
  await expect(page.getByText(/Trying again (in \d+ s|now)\./)).toBeVisible();
  await expect(page.getByText('Live changes are off until the connection is back')).toBeVisible();
  await expectGoodScreen(page);
  // The grid has been left alone: its rows stand.
  await expect.poll(() => cellText(page, '7405', 'Cost centre')).toBe('KEPT');
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(failedRows(page)).toBeVisible();
  await page.getByRole('button', { name: 'Previous page' }).click();

  await server.startAgain();
  await waitForRows(page, name);
  await expect(page.getByRole('button', { name: 'Try now' })).toHaveCount(0);
  await expect(page.getByText('Live changes are off until the connection is back')).toHaveCount(0);
  await expect.poll(() => cellText(page, '7405', 'Cost centre')).toBe('KEPT');
  await page.keyboard.press('Control+s');
  await expectSaved(page);
  await context.close();
  await server.kill();
});
