// An order goes to another company, is answered there by line, countered here, agreed by both: in the browsers of both.
import type { Page } from '@playwright/test';
import { demoPassword, demoPeople } from '@rowhouse/server/seed/demo/people.ts';
import { orderToTry } from '@rowhouse/server/seed/demo/partner-orders.ts';
import { enter, enterCompany } from './enter.ts';
import { expect, expectGoodScreen, test, widths } from './journey.ts';
import { openElsewhere } from './sign-in-as.ts';

async function openConversation(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Conversation/ }).click();
  await expect(page.getByRole('list', { name: 'Lines' })).toBeVisible();
}

test('an order is answered by line, countered and agreed; both see the other’s answer as it comes', async ({
  page,
  browser,
}) => {
  test.slow();
  const buyer = page;
  const seller = await openElsewhere(browser);
  const said = (of: Page, name: string) => of.getByRole('region', { name: `Conversation with ${name}` });

  await test.step('the order is sent', async () => {
    await enter(buyer, 'maya', `purchasing/orders/purchase-orders?search=${orderToTry}`);
    await buyer.getByRole('link', { name: String(orderToTry), exact: true }).click();
    await buyer.getByRole('button', { name: /^Status: / }).click();
    await buyer.getByRole('option', { name: 'Approved', exact: true }).click();
    await expect(buyer.getByRole('list', { name: 'Transmissions' })).toContainText(
      'To Northwind TradersDelivered',
    );
    await openConversation(buyer);
    await expect(said(buyer, 'Northwind Traders')).toContainText('Waits for Northwind Traders');
  });

  await test.step('the seller answers with the keyboard alone: one line changed, the others accepted', async () => {
    const nadia = { email: demoPeople.nadia.email, password: demoPassword };
    await enterCompany(seller, nadia, 'northwind', `sales/partners/partner-orders?search=${orderToTry}`);
    await seller.getByRole('table').or(seller.getByRole('grid')).getByRole('link').first().click();
    await openConversation(seller);
    // The buyer's page says so by itself.
    await expect(buyer.getByRole('list', { name: 'Transmissions' })).toContainText(
      'To Northwind TradersSeen',
    );
    const lines = seller.getByRole('list', { name: 'Lines' }).locator('> li');
    await lines.first().focus();
    await seller.keyboard.press('Shift+End');
    await seller.keyboard.press('a');
    await expect(seller.getByText('not sent yet')).toHaveCount(await lines.count());
    await lines.first().focus();
    await seller.keyboard.press('Control+z');
    await seller.keyboard.press('c');
    await expect(seller.getByLabel('Quantity')).toBeFocused();
    await seller.keyboard.press('ControlOrMeta+a');
    await seller.keyboard.type('7');
    await seller.keyboard.press('Enter');
    await expect(lines.first()).toContainText('Change, Quantity 7');
    await seller.keyboard.press('Control+Enter');
    await expect(seller.getByText('Sent to Adventure Works')).toBeVisible();
    for (const { width, height } of [...widths].toReversed()) {
      await seller.setViewportSize({ width, height });
      await expectGoodScreen(seller);
    }
  });

  const first = buyer.getByRole('list', { name: 'Lines' }).locator('> li').first();
  await test.step('the buyer sees it without touching the page, and holds to another quantity', async () => {
    await expect(first.getByRole('row', { name: /^Theirs/ })).toContainText('7');
    await expect(said(buyer, 'Northwind Traders')).toContainText('1 line waits for you');
    await first.focus();
    await buyer.keyboard.press('c');
    await expect(buyer.getByLabel('Ordered')).toBeFocused();
    await buyer.keyboard.press('ControlOrMeta+a');
    await buyer.keyboard.type('9');
    await buyer.keyboard.press('Enter');
    await buyer.keyboard.press('Control+Enter');
    await expect(said(buyer, 'Northwind Traders')).toContainText('Waits for Northwind Traders');
  });

  await test.step('the seller accepts, and both read one agreement', async () => {
    const line = seller.getByRole('list', { name: 'Lines' }).locator('> li').first();
    await expect(line.getByRole('row', { name: /^Theirs/ })).toContainText('9');
    // The button goes with what was pressed, and the focus stays in the line.
    await line.getByRole('button', { name: /^Accept / }).press('Enter');
    await expect(line).toBeFocused();
    await seller.keyboard.press('Control+Enter');
    await expect(first.getByRole('row', { name: /^Agreed/ })).toContainText('9');
    const agreed = /the same on both sides: ([\da-f]{4} [\da-f]{4})/;
    await expect(said(buyer, 'Northwind Traders')).toContainText(agreed);
    const hash = agreed.exec(await said(buyer, 'Northwind Traders').innerText())?.[1] ?? '?';
    await expect(said(seller, 'Adventure Works')).toContainText(hash);
    for (const word of ['Nadia', 'Petrov', 'Quantity', 'Partner orders'])
      await expect(said(buyer, 'Northwind Traders')).not.toContainText(word);
  });
});
