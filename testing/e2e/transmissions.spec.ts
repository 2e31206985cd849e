// Records that go from one company to another, seen in the browsers of both.
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { tinyPdf } from '@rowhouse/server/seed/tiny-pdf.ts';
import { expect, expectGoodScreen, test, widths } from './journey.ts';
import { enterAs } from './enter.ts';
import { ownCompaniesStand } from './own-people.ts';
import { openElsewhere } from './sign-in-as.ts';

test.beforeAll(ownCompaniesStand);

const transmissions = 'administration/companies/transmissions';

async function choose(page: Page, label: string, option: string): Promise<void> {
  const picker = page.getByRole('combobox', { name: label, exact: true });
  await picker.click();
  await picker.fill(option);
  await page.getByRole('option', { name: option, exact: true }).click();
}

async function expectGoodAtBothWidths(page: Page): Promise<void> {
  for (const { width, height } of [...widths].toReversed()) {
    await page.setViewportSize({ width, height });
    await expectGoodScreen(page);
  }
}

async function openOrder(page: Page, number: number): Promise<void> {
  await page.goto(`/mill/goods/orders/orders?search=stairs`);
  await page.getByRole('link', { name: String(number), exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: new RegExp(`^${number} `) })).toBeVisible();
}

/** From the bell, which hears of it by itself. */
async function openTold(page: Page, says: string): Promise<void> {
  const bell = page.getByRole('button', { name: /^Notifications/ });
  await expect(bell).toHaveAccessibleName(/unread/);
  await bell.click();
  const panel = page.getByRole('dialog', { name: 'Notifications' });
  await expectGoodAtBothWidths(page);
  await panel.getByRole('link', { name: new RegExp(`^Unread: ${says}`) }).click();
  await expect(panel).toHaveCount(0);
}

async function setStatus(page: Page, status: string): Promise<void> {
  await page.getByRole('button', { name: /^Status: / }).click();
  await page.getByRole('option', { name: status, exact: true }).click();
}

test('two companies agree on a mapping; an order arrives, one fails with its reason and is repaired', async ({
  page,
  browser,
}) => {
  test.slow();
  const wharf = await openElsewhere(browser);
  const mill = page;

  await test.step('Mill Timber offers its orders', async () => {
    await enterAs(mill, 'mara', 'mill', `${transmissions}?tab=own`);
    await expect(mill.getByText('Nothing is sent to other companies')).toBeVisible();
    await mill.getByRole('button', { name: 'Add mapping' }).click();
    await choose(mill, 'Record type', 'Orders');
    await mill.getByLabel('Address of the company').fill('wharf');
    await choose(mill, 'Trigger value', 'Ready');
    await choose(mill, 'When it has arrived', 'Sent');
    await choose(mill, 'When it cannot', 'Stopped');
    for (const field of ['Description', 'Grade', 'Metres', 'Price', 'Drawings', 'Record File'])
      await mill.getByRole('checkbox', { name: field, exact: true }).check();
    await expect(mill.getByText('Files go along as copies that belong to')).toBeVisible();
    await expectGoodAtBothWidths(mill);
    await mill.getByRole('button', { name: 'Offer mapping' }).click();
    await expect(mill.getByText('Waits for approval')).toBeVisible();
  });

  await test.step('Wharf Joinery approves it, and says where it goes', async () => {
    await enterAs(wharf, 'nils', 'wharf', 'dashboard');
    await openTold(wharf, 'Mill Timber offers Orders, and waits for your approval');
    await expect(wharf.getByRole('dialog', { name: 'Mill Timber offers Orders' })).toBeVisible();
    await choose(wharf, 'Becomes a record of', 'Requests');
    await choose(wharf, 'Grade goes into', 'Timber');
    await choose(wharf, 'Is given', 'Arrived');
    // Files go where files go, and the record file is none of them.
    await wharf.getByRole('combobox', { name: 'Drawings goes into', exact: true }).click();
    await expect(wharf.getByRole('listbox').getByRole('option')).toHaveText(['Plans']);
    await wharf.getByRole('option', { name: 'Plans', exact: true }).click();
    await expect(wharf.getByRole('combobox', { name: 'Record File goes into' })).toHaveValue('Record File');
    await expectGoodAtBothWidths(wharf);
    await wharf.getByRole('button', { name: 'Approve', exact: true }).click();
    await expect(wharf.getByRole('row', { name: /Orders of Mill Timber/ })).toContainText('Approved');
    await openTold(mill, 'Wharf Joinery approved the mapping of Orders');
    const dialog = mill.getByRole('dialog', { name: 'Change what goes to Wharf Joinery: Orders' });
    await expect(dialog).toBeVisible();
    await mill.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(mill).toHaveURL(/transmissions\?tab=own$/);
  });

  await test.step('a drawing and the record file are put into the order', async () => {
    await openOrder(mill, 1);
    // The browser hands its file choosers over from the first listener on, which takes it a moment.
    mill.on('filechooser', () => undefined);
    await mill.getByRole('tab', { name: /^Attachments/ }).click();
    for (const [field, name] of [
      ['Drawings', 'Stairs.pdf'],
      ['Record File', 'Order.pdf'],
    ] as const) {
      const place = mill.getByRole('region', { name: field, exact: true });
      const asked = mill.waitForEvent('filechooser');
      await place.getByRole('button', { name: /Click to upload/ }).click();
      await (
        await asked
      ).setFiles({ name, mimeType: 'application/pdf', buffer: Buffer.from(tinyPdf([name])) });
      await expect(place.getByRole('button', { name: `Download ${name}` })).toBeVisible();
    }
  });

  await test.step('a dry run says which would fail, and leads to them', async () => {
    await mill.goto(`/mill/${transmissions}?tab=own`);
    await mill.getByRole('button', { name: /^Change .*Orders/ }).click();
    await mill.getByRole('button', { name: 'Try it on the newest 100' }).click();
    await expect(mill.getByText('1 of 3 would arrive, 2 would fail:')).toBeVisible();
    const problem = 'Grade: Elm has no counterpart at Wharf Joinery.';
    await expect(mill.getByText(/^2 files would go along, \d+ kB in all\.$/)).toBeVisible();
    await expect(mill.getByText(`2 would fail: ${problem}`)).toBeVisible();
    await mill.getByText('Which').click();
    await expectGoodAtBothWidths(mill);
    await expect(
      mill.getByRole('list', { name: `Records: ${problem}` }).getByRole('link', { name: 'Orders 2' }),
    ).toBeVisible();
  });

  const sent = mill.getByRole('list', { name: 'Transmissions' });
  await test.step('an order that is ready arrives, and both see it', async () => {
    await openOrder(mill, 1);
    await setStatus(mill, 'Ready');
    await expect(sent).toContainText('To Wharf JoineryDelivered');
    await expect(mill.getByRole('button', { name: /^Status: *Sent/ })).toBeVisible();
    await expectGoodAtBothWidths(mill);

    await wharf.goto(`/wharf/${transmissions}?tab=received`);
    await wharf.getByRole('button', { name: /^Open Requests/ }).click();
    const message = wharf.getByRole('dialog', { name: 'From Mill Timber' });
    await expect(message.getByRole('region', { name: 'What it carried' })).toContainText('GradeOak');
    await expect(message.getByRole('region', { name: 'What it carried' })).toContainText('Price1,200.00');
    await expect(message.getByRole('region', { name: 'What it carried' })).toContainText(
      'DrawingsStairs.pdf (1 kB)',
    );
    await expectGoodAtBothWidths(wharf);
    await message.getByRole('link', { name: /^Requests/ }).click();
    await expect(wharf.getByRole('heading', { level: 1, name: /Oak for the stairs/ })).toBeVisible();
    await expect(wharf.getByRole('list', { name: 'Transmissions' })).toContainText('From Mill Timber');
  });

  await test.step('its files are opened in the other company, which does not lose them with the first', async () => {
    await mill.getByRole('tab', { name: /^Attachments/ }).click();
    await mill.getByRole('button', { name: 'Delete Stairs.pdf' }).click();
    const question = mill.getByRole('dialog', { name: 'Are you sure you want to delete this attachment?' });
    await question.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(mill.getByRole('button', { name: 'Delete Stairs.pdf' })).toHaveCount(0);

    await wharf.setViewportSize(widths[0]!);
    await wharf.getByRole('tab', { name: /^Attachments/ }).click();
    const plans = wharf.getByRole('region', { name: 'Plans', exact: true });
    await expect(plans).toContainText('Nils Brandt');
    const coming = wharf.waitForEvent('download');
    await plans.getByRole('button', { name: 'Download Stairs.pdf' }).click();
    expect(await readFile(await (await coming).path())).toEqual(Buffer.from(tinyPdf(['Stairs.pdf'])));
    await expect(wharf.getByRole('button', { name: 'Download Order.pdf' })).toBeVisible();
    await expectGoodAtBothWidths(wharf);
  });

  await test.step('one without a counterpart fails with its reason', async () => {
    await openOrder(mill, 2);
    await setStatus(mill, 'Ready');
    await expect(sent).toContainText('Grade: Elm has no counterpart at Wharf Joinery.');
    await expect(mill.getByRole('button', { name: /^Status: *Stopped/ })).toBeVisible();
  });

  await test.step('the other company translates it, and it arrives by itself', async () => {
    await wharf.goto(`/wharf/${transmissions}?tab=untranslated`);
    const row = wharf.getByRole('row', { name: /Grade: Elm/ });
    await expect(row).toContainText('1 message');
    await expect(wharf.getByRole('tab', { name: /Not translated/ })).toContainText('1 waits');
    await expectGoodAtBothWidths(wharf);
    await choose(wharf, 'Grade Elm is called', 'Ash');
    await wharf.getByRole('button', { name: 'Translate and take Grade Elm' }).click();
    await expect(wharf.getByText('Elm is Ash from now on. 1 message is taken now.')).toBeVisible();
    await expect(wharf.getByText('Everything has a counterpart')).toBeVisible();
    // Nobody touches the page of the order.
    await expect(sent).toContainText('To Wharf JoineryDelivered');
    await expect(mill.getByRole('button', { name: /^Status: *Sent/ })).toBeVisible();
  });

  await test.step('what was sent is found by its number, and opened', async () => {
    await mill.goto(`/mill/${transmissions}?tab=sent`);
    await mill.getByRole('textbox', { name: 'Find' }).fill('2');
    await expect(mill.getByRole('button', { name: /^Open Orders/ })).toHaveCount(1);
    await expectGoodAtBothWidths(mill);
    await mill.getByRole('button', { name: 'Open Orders 2' }).click();
    const message = mill.getByRole('dialog', { name: 'Sent to Wharf Joinery' });
    await expect(message.getByText('Delivered')).toBeVisible();
    await expectGoodScreen(mill);
    // Neither page of the one tells anything of the other's.
    for (const word of ['Timber', 'Nils', 'Brandt', 'Requests', 'Arrived'])
      await expect(mill.getByText(word, { exact: true })).toHaveCount(0);
  });
});
