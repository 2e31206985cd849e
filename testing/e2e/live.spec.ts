import type { Page } from '@playwright/test';
import { enter, enterOrder } from './enter.ts';
import { cellText, goToCell, waitForRows } from './grid-cells.ts';
import { expect, expectGoodScreen, expectSaved, test } from './journey.ts';

const orders = 'Purchase orders';

async function openOrders(page: Page, person: 'maya' | 'ben') {
  // Nothing is missed from the answer to 'watch' on.
  const watches = new Promise<void>((resolve) => {
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (String(payload).includes('"ok":true')) resolve();
      }),
    );
  });
  // Other journeys make new records, which push the older ones off a page of 25.
  await enter(page, person, 'purchasing/orders/purchase-orders?size=100');
  await waitForRows(page, orders);
  await watches;
}

async function write(page: Page, number: string, field: string, text: string) {
  await goToCell(page, number, field);
  await page.keyboard.press('F2');
  await page.keyboard.press('Control+a');
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+s');
  await expectSaved(page);
}

test('what somebody else saves appears in the open grid, marked, where the row stands', async ({
  page,
  browser,
}) => {
  const other = await browser.newPage();
  await openOrders(page, 'maya');
  await openOrders(other, 'ben');
  const row = page.getByRole('row').filter({ hasText: '7402' });
  const place = await row.getAttribute('aria-rowindex');

  await write(other, '7402', 'Cost centre', 'LIVE');
  await expect.poll(() => cellText(page, '7402', 'Cost centre')).toBe('LIVE');
  await expect(page.getByText(/^Changed by Ben \w+: record 7402$/)).toBeAttached();
  await expect(row).toHaveAttribute('title', /^Ben \w+ changed it (just now|\d minutes? ago)$/);
  await expect(row).toHaveAttribute('aria-rowindex', place ?? '');
  await expectGoodScreen(page);
  // Whoever made the change is told nothing of it.
  await expect(other.getByText(/Changed by/)).toHaveCount(0);
  await other.close();
});

/** The next page connects its socket only when it is released: what is changed until then falls into its opening. */
async function holdSocket(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.routeWebSocket(/\/socket/, async (socket) => {
    await released;
    socket.connectToServer();
  });
  return release;
}

type Order = { id: number; version: number; statusId: { id: number; name: string } };

/** As the person of the page, by the operations that pages call. */
async function ask<Data>(page: Page, query: string, variables: object): Promise<Data> {
  const answer = await page.evaluate(
    async (body) => {
      const headers = {
        'content-type': 'application/json',
        authorization: `Bearer ${localStorage.getItem('serviceToken')}`,
        backend_jwt: localStorage.getItem('backend_jwt') ?? '',
        tenant_id: localStorage.getItem('tenant_id') ?? '',
      };
      const response = await fetch('/graphql', { method: 'POST', headers, body: JSON.stringify(body) });
      return response.json() as Promise<{ data: unknown; errors?: unknown }>;
    },
    { query, variables },
  );
  expect(answer.errors).toBeUndefined();
  return answer.data as Data;
}

test('what somebody changes while a page opens is shown there without another change', async ({
  page,
  browser,
}) => {
  const number = 7330;
  const other = await browser.newPage();
  await enterOrder(other, 'ben', number);
  await expect(other.getByRole('heading', { level: 1, name: new RegExp(`^${number}`) })).toBeVisible();
  const recordTypeId = Number(new URL(other.url()).searchParams.get('recordType'));
  const found = `query ($data: FilterAndSortInput!) {
    filterAndSortRecordHeader(data: $data) { records { id version recordNumber statusId { id name } } } }`;
  type Found = { filterAndSortRecordHeader: { records: (Order & { recordNumber: number })[] } };
  const { records } = (await ask<Found>(other, found, { data: { recordTypeId } })).filterAndSortRecordHeader;
  const current = async () =>
    (
      await ask<Found>(other, found, { data: { recordTypeId, search: String(number) } })
    ).filterAndSortRecordHeader.records.find(({ recordNumber }) => recordNumber === number)!;
  /** To another status than before; answers its name. */
  const move = async (): Promise<string> => {
    const { id, version, statusId } = await current();
    const next = records.find((one) => one.statusId.id !== statusId.id)!.statusId;
    const change = 'mutation ($data: UpdateRecordInput!) { updateRecordHeader(data: $data) { version } }';
    await ask(other, change, { data: { id, version, statusId: next.id } });
    return next.name;
  };

  let release = await holdSocket(page);
  await enter(page, 'maya', 'dashboard');
  const changes = page.getByRole('region', { name: 'Changed since yesterday' });
  await expect(changes.getByRole('listitem').first()).toBeVisible();
  await expect(changes.getByText(String(number))).toHaveCount(0);
  await move();
  release();
  await expect(changes.getByText(String(number)).first()).toBeVisible();

  release = await holdSocket(page);
  await page.goto(`/adventure-works/purchasing/orders/purchase-orders?search=${number}`);
  await waitForRows(page, orders);
  const row = page.getByRole('row').filter({ hasText: String(number) });
  await row.evaluate((element) => element.setAttribute('data-same', ''));
  await goToCell(page, String(number), 'Status');
  let status = await move();
  release();
  await expect(row).toContainText(status);
  await expect(row).toHaveAttribute('data-same', '');
  await expect(row).toHaveAttribute('title', /^Ben \w+ changed it/);

  release = await holdSocket(page);
  await page.goto(`/adventure-works/purchasing/orders/purchase-orders?search=${number}&layout=board`);
  const card = page.getByRole('listitem').filter({ hasText: String(number) });
  await expect(card).toBeVisible();
  status = await move();
  release();
  const column = page.getByRole('region', { name: new RegExp(`^${status}, 1 record$`) });
  await expect(column.getByRole('listitem').filter({ hasText: String(number) })).toBeVisible();

  release = await holdSocket(page);
  await page.goto(new URL(other.url()).pathname + new URL(other.url()).search);
  const panel = page.getByRole('region', { name: `Order lines of record ${number}` });
  const lines = panel.locator('h2 + span');
  await expect(lines).toHaveText(/^[1-9]\d*$/);
  const before = Number(await lines.innerText());
  const { id } = await current();
  const rows = await ask<{ findLineItems: { lineItemsRow: { id: number } }[] }>(
    other,
    'query ($data: FindLineItemsInput!) { findLineItems(data: $data) { lineItemsRow { id } } }',
    { data: { recordHeadersIds: [id], recordTypeId } },
  );
  const rowId = rows.findLineItems[0]!.lineItemsRow.id;
  const remove = 'mutation ($data: UpdateLineItemsInput!) { updateLineItems(data: $data) { auditEntryId } }';
  await ask(other, remove, { data: { recordHeaderId: id, rowId, enabled: false } });
  release();
  await expect(lines).toHaveText(String(before - 1));
  await other.close();
});
