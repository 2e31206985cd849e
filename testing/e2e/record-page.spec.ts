import { openFromMenu, putNoticesAway } from './between-steps.ts';
import { expectFound } from './found-words.ts';
import type { Locator, Page } from '@playwright/test';
import { enter, enterOrder } from './enter.ts';
import { hearing } from './hearing.ts';
import { expect, expectGoodAtBothWidths, expectGoodScreen, expectSaved, test, widths } from './journey.ts';

const orders = 'purchasing/orders/purchase-orders';

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const title = (page: Page, number: string | number) =>
  page.getByRole('heading', { level: 1, name: new RegExp(`^${number}\\b`) });
const button = (within: Locator | Page, name: string) => within.getByRole('button', { name, exact: true });
/** What stands beside a name among the fields. */
const value = (within: Locator, name: string) =>
  within
    .locator('[data-field]')
    .filter({ has: within.page().getByText(name, { exact: true }) })
    .locator('dd');

/** The record's page as the grid leads to it. */
async function open(page: Page, number: number): Promise<void> {
  await enterOrder(page, 'maya', number);
  await expect(title(page, number)).toBeVisible();
}

/** Orders of the demo that somebody approved: the form asks for that. */
const approved = { edited: 7416, disputed: 7409 };

for (const { name, width, height } of widths) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height }, hasTouch: name === 'narrow' });

    test('each of its five addresses opens the record, as it is divided there', async ({ page }) => {
      await open(page, 7411);
      const address = page.url();
      const fields = part(page, 'General');
      const at = async (route: string, query = '') => {
        await page.goto(address.replace('record-details-viewer', route) + query);
        await expect(title(page, 7411)).toBeVisible();
      };
      for (const route of ['sales-details-viewer', 'pucharse-details-viewer']) {
        await at(route);
        await expect(fields).toBeVisible();
      }
      await at('data-focus-view');
      await expect(fields).toBeHidden();
      // It has no file: where one part is shown at a time, the first is the record itself.
      await at('accounting/doc-viewer');
      if (name === 'wide') await expect(page.getByText('No file is attached to this record')).toBeVisible();
      else await expect(fields).toBeVisible();
      await expectGoodScreen(page);
      // Log report: the history alone.
      await at('record-details-viewer', '&viewMode=ONLY_ADDITIONAL_INFO&tab=history');
      await expect(page.getByRole('tabpanel', { name: 'History' })).toBeVisible();
      await expect(fields).toBeHidden();
      await at('record-details-viewer', '&viewMode=DEFAULT');
      await expect(fields).toBeVisible();
    });
  });
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 320, height: 720 }, hasTouch: true });

  test('a record is read, given a status and edited on its own page, over a reload', async ({ page }) => {
    await open(page, 7408);
    await test.step('a record is read on its own page, in summary and in detail', async () => {
      const additional = part(page, 'Additional fields');
      await expect(value(additional, 'Vendor')).toHaveText(/\w/);
      await expect(page.getByRole('region', { name: 'Order lines of record 7408' })).toBeVisible();
      await expectGoodAtBothWidths(page, page.getByRole('region', { name: 'Order lines of record 7408' }));

      await expect(additional.getByText('Cost centre', { exact: true })).toBeVisible();
      const before = await additional.locator('dt').count();
      const more = additional.getByRole('button', { name: /more in Detail$/ });
      const hidden = Number.parseInt(await more.innerText(), 10);
      await more.click();
      await expect(additional.locator('dt')).toHaveCount(before + hidden);
      await page.reload();
      await expect(page.getByRole('button', { name: 'Detail', exact: true })).toHaveAttribute(
        'aria-pressed',
        'true',
      );
      await expect(additional.locator('dt')).toHaveCount(before + hidden);
    });
    await test.step('the status is changed in the header', async () => {
      const status = page.getByRole('button', { name: /^Status: / });
      const before = await status.innerText();
      await status.click();
      await page.getByRole('combobox', { name: 'Status' }).pressSequentially('On hold');
      await page.keyboard.press('Enter');
      await expectSaved(page);
      await expect(status).toHaveAccessibleName('Status: On hold');
      await expect(status).toBeFocused();
      await page.getByRole('button', { name: 'Undo', exact: true }).click();
      await expect(status).toHaveText(before);
    });
    await test.step('what was typed stays over a reload, and is discarded by name', async () => {
      await putNoticesAway(page);
      page.on('dialog', (dialog) => void dialog.accept());
      await button(page, 'Edit').click();
      const cost = page.getByRole('textbox', { name: 'Cost centre' });
      await cost.focus();
      await cost.selectText();
      await cost.pressSequentially('Kept over a reload');
      await expect(page.getByText('1 field changed. Your draft is kept.')).toBeVisible();
      await page.reload();
      await expect(page.getByText('This record has changes that were not saved.')).toBeVisible();
      await expectGoodAtBothWidths(page);
      await button(page, 'Continue editing').click();
      await expect(cost).toHaveValue('Kept over a reload');
      await button(page, 'Discard').click();
      const question = page.getByRole('dialog', { name: 'Are you sure you want to discard your changes?' });
      await question.getByRole('button', { name: 'Discard', exact: true }).click();
      await expect(cost).toHaveCount(0);
      await page.reload();
      await expect(button(page, 'Edit')).toBeVisible();
      await expect(page.getByText('This record has changes that were not saved.')).toHaveCount(0);
    });
    await test.step('what is not there, and what is not for the role, read alike', async () => {
      const sentence = page.getByText('This record does not exist, or you may not see it');
      const recordType = new URL(page.url()).searchParams.get('recordType');
      const absent = `/adventure-works/record-details-viewer?recordId=99999999&recordType=${recordType}`;
      for (const query of ['recordId=680&recordType=99999', `recordId=x&recordType=${recordType}`, '']) {
        await page.goto(`/adventure-works/record-details-viewer?${query}`);
        await expect(sentence).toBeVisible();
      }
      await page.goto(absent);
      await expect(sentence).toBeVisible();
      await expectGoodAtBothWidths(page);
      await page.getByRole('link', { name: /^Back to/ }).click();
      await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Record not found');
    });
  });

  test('a record is edited, put right, saved and taken back', { tag: '@drawn' }, async ({ page }) => {
    const number = approved.edited;
    await open(page, number);
    const form = page.getByRole('form', { name: `Edit record ${number}` });
    const cost = form.getByRole('textbox', { name: 'Cost centre' });
    await button(page, 'Edit').tap();
    await expect(form.getByRole('textbox', { name: 'Record Number' })).toBeFocused();
    await expectGoodAtBothWidths(page, form);
    const before = await cost.inputValue();
    await cost.focus();
    await cost.selectText();
    await cost.pressSequentially('From its page');
    const subtotal = form.getByRole('textbox', { name: /^Subtotal/ });
    await subtotal.focus();
    await subtotal.selectText();
    await subtotal.pressSequentially('12x');
    await page.keyboard.press('Control+s');
    await expect(page.getByText('1 field needs a look')).toBeVisible();
    await expect(form.getByText('Should be numeric')).toBeVisible();
    await expect(subtotal).toBeFocused();
    await expect(page.getByText('2 fields changed. Your draft is kept.')).toBeVisible();
    await subtotal.selectText();
    await subtotal.pressSequentially('1,234.50');
    await page.keyboard.press('Control+s');
    await expectSaved(page);
    await expect(form).toHaveCount(0);
    const additional = part(page, 'Additional fields');
    await expect(value(additional, 'Cost centre')).toHaveText('From its page');
    await expect(value(additional, 'Subtotal (USD)')).toHaveText('1,234.50');
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(page.getByText('The change is undone.')).toBeVisible();
    await expect(value(additional, 'Cost centre')).toHaveText(before);
    // On a desk by a key.
    await page.setViewportSize(widths[0]);
    await page.keyboard.press('e');
    await expect(form.getByRole('textbox', { name: 'Record Number' })).toBeFocused();
  });
});

test('what another person changes meanwhile comes in beside it, and one field is asked about', async ({
  browser,
  page,
}) => {
  const number = approved.disputed;
  await open(page, number);
  const other = await (await browser.newContext()).newPage();
  await open(other, number);
  const change = async (on: Page, field: string, text: string) => {
    const input = on.getByRole('textbox', { name: field });
    await input.focus();
    await input.selectText();
    await input.pressSequentially(text);
  };
  await button(page, 'Edit').click();
  await change(page, 'Cost centre', 'Mine');
  await button(other, 'Edit').click();
  await change(other, 'Description', 'Theirs');
  await other.keyboard.press('Control+s');
  await expectSaved(other);
  await expect(page.getByRole('textbox', { name: 'Description' })).toHaveValue('Theirs');
  await expect(page.getByRole('textbox', { name: 'Cost centre' })).toHaveValue('Mine');

  await button(other, 'Edit').click();
  await change(other, 'Cost centre', 'Theirs too');
  await other.keyboard.press('Control+s');
  await expect(other.getByText('Theirs too')).toBeVisible();
  await page.keyboard.press('Control+s');
  const question = page.getByRole('dialog', { name: new RegExp(`^Record ${number} was changed by`) });
  await expect(question.getByText('Theirs too')).toBeVisible();
  await question
    .getByRole('radio', { name: /Mine|Keep mine|Your/i })
    .first()
    .check();
  await question.getByRole('button', { name: /^Save/ }).click();
  await expect(value(part(page, 'Additional fields'), 'Cost centre')).toHaveText('Mine');
});

/** As the person whose page it is. */
const ask = (page: Page, query: string, variables: object) =>
  page.evaluate(
    async (content) => {
      const { serviceToken, backend_jwt, tenant_id } = { ...localStorage } as Record<string, string>;
      const answer = await fetch('/graphql', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${serviceToken}`,
          backend_jwt: backend_jwt ?? '',
          tenant_id: tenant_id ?? '',
        },
        body: JSON.stringify(content),
      });
      return ((await answer.json()) as { data: unknown }).data;
    },
    { query, variables },
  );

test('what was being written when a record goes out of sight can be read, and comes back with it', async ({
  browser,
  page,
}) => {
  const other = await (await browser.newContext()).newPage();
  // A page that asks for little: it is there to ask by.
  await enter(other, 'maya', '/account');
  await enter(page, 'lena', orders);
  const href = await page.locator('a[href*="recordId="]').first().getAttribute('href');
  const id = Number(new URL(href!, 'http://here').searchParams.get('recordId'));
  const found = (await ask(
    other,
    'query ($id: Id!) { findRecordHeader(data: { ids: [$id] }) { records { assignedTo { id } } } }',
    { id },
  )) as { findRecordHeader: { records: { assignedTo: { id: number } }[] } };
  const lena = found.findRecordHeader.records[0]!.assignedTo.id;
  const assign = (assignedTo: number | null) =>
    ask(
      other,
      'mutation ($data: UpdateRecordInput!) { updateRecordHeader(data: $data) { assignedTo { id } } }',
      { data: { id, assignedTo } },
    );
  const hears = hearing(page);
  await page.goto(href!);
  await hears;
  await button(page, 'Edit').click();
  const description = page.getByRole('textbox', { name: 'Description' });
  await description.focus();
  await description.selectText();
  await description.pressSequentially('Half a sentence');
  await expect(page.getByText('1 field changed. Your draft is kept.')).toBeVisible();
  expect(await assign(null)).toEqual({ updateRecordHeader: { assignedTo: null } });
  await expect(page.getByText('This record does not exist, or you may not see it')).toBeVisible();
  const kept = page.getByRole('region', { name: 'Not saved' });
  await expect(kept).toContainText('Half a sentence');
  await expectGoodAtBothWidths(page);
  await assign(lena);
  await page.reload();
  await expect(page.getByText('This record has changes that were not saved.')).toBeVisible();
  await button(page, 'Continue editing').click();
  await expect(description).toHaveValue('Half a sentence');
});

test('a role that may only read is offered no edit, and hidden fields are absent', async ({ page }) => {
  await enterOrder(page, 'victor', 7401);
  await expect(title(page, 7401)).toBeVisible();
  await expect(page.getByText('Your role cannot change any field of this record.')).toBeVisible();
  await expect(button(page, 'Edit')).toHaveCount(0);
  await button(page, 'Detail').click();
  await expect(page.getByText('Internal note', { exact: true })).toHaveCount(0);
  await page.keyboard.press('e');
  await expect(page.getByRole('form')).toHaveCount(0);
});

/** One with a record file. */
async function openWithDocument(page: Page, more: Readonly<Record<string, string>> = {}): Promise<void> {
  await enterOrder(page, 'maya', 7414, more);
  await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeVisible();
}

const divider = (page: Page) => page.getByRole('separator', { name: /^Divider/ });
const tab = (page: Page, name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) });

test('what stands beside the form is divided, and a value is taken from it by keyboard', async ({ page }) => {
  await openWithDocument(page, { viewMode: 'SPLIT_VIEW' });
  await test.step('document, files and history stand beside the form, divided by keys and by mouse', async () => {
    await expect(divider(page)).toHaveAttribute('aria-valuenow', '50');
    await expect(page.getByRole('tabpanel', { name: 'Document' })).toBeVisible();
    await expect(page.getByText(/^of \d+$/)).toBeVisible();

    await divider(page).focus();
    for (const [key, now] of [
      ['ArrowRight', 52],
      ['Shift+ArrowLeft', 42],
      ['Home', 30],
      ['End', 70],
      ['ArrowRight', 70],
    ] as const) {
      await page.keyboard.press(key);
      await expect(divider(page)).toHaveAttribute('aria-valuenow', String(now));
    }
    await page.keyboard.press('Enter');
    await expect(page.getByRole('tabpanel')).toHaveCount(0);
    await expect(divider(page)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(divider(page)).toHaveAttribute('aria-valuenow', '70');
    await divider(page).dblclick();
    await expect(divider(page)).toHaveAttribute('aria-valuenow', '50');
    const box = (await divider(page).boundingBox())!;
    await page.mouse.move(box.x + 4, box.y + 200);
    await page.mouse.down();
    await page.mouse.move(box.x - 100, box.y + 200);
    await page.mouse.up();
    await expect(divider(page)).not.toHaveAttribute('aria-valuenow', '50');
    const now = (await divider(page).getAttribute('aria-valuenow'))!;

    await tab(page, 'History').click();
    await page.keyboard.press('ArrowLeft');
    await expect(tab(page, 'Attachments')).toBeFocused();
    await expect(page.getByRole('tabpanel', { name: 'Attachments' })).toBeVisible();
    await page.reload();
    await expect(tab(page, 'Attachments')).toHaveAttribute('aria-selected', 'true');
    await expect(divider(page)).toHaveAttribute('aria-valuenow', now);
    // Another record of the type opens as this one was left.
    await openWithDocument(page);
    await expect(divider(page)).toHaveAttribute('aria-valuenow', now);

    await page.getByRole('button', { name: 'Form alone' }).click();
    await expect(page.getByRole('tabpanel')).toHaveCount(0);
    await page.getByRole('button', { name: 'Pane alone' }).click();
    await expect(page.getByRole('region', { name: 'General', exact: true })).toHaveCount(0);
    await expect(page.getByRole('tabpanel')).toBeVisible();
    await button(page, 'Form and pane').click();
    await tab(page, 'Document').click();
  });
  await test.step('a value is taken from the document by keyboard, and keeps its place', async () => {
    await expect(page.locator('.textLayer > span', { hasText: 'Total due' })).toBeVisible();
    await page.keyboard.press('e');
    const field = page.getByRole('textbox', { name: 'Total due (USD)', exact: true });
    await field.focus();
    const before = await field.inputValue();
    await page.keyboard.press('ControlOrMeta+f');
    await page.keyboard.type('Total due');
    await expectFound(page, 'Total due');
    await page.keyboard.press('Alt+ArrowRight');
    await expect(page.getByRole('button', { name: /^Take/ })).toContainText('Total due');
    await expectGoodScreen(page);
    const kept = page.waitForResponse((one) =>
      (one.request().postData() ?? '').includes('KeepRecordEvidence'),
    );
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(field).toBeFocused();
    await expect(field).toHaveValue(before);
    await kept;
    const mark = page.getByRole('button', { name: 'p. 1: where Total due was taken from' });
    await expect(mark).toBeVisible();

    // Typed over, it is the typist's; written again, it has its place.
    await field.press('ControlOrMeta+a');
    await page.keyboard.type('1');
    await expect(mark).toHaveCount(0);
    await field.press('ControlOrMeta+a');
    await page.keyboard.type(before);
    await expect(mark).toBeVisible();

    // Out of the edit nothing is taken: the field that was the target is none any more.
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(button(page, 'Edit')).toBeVisible();
    await page.keyboard.press('ControlOrMeta+f');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('Purchase order');
    await expectFound(page, 'Purchase order');
    await page.keyboard.press('Alt+ArrowRight');
    // Beside the words that are seen stand those that are spoken.
    await expect(page.getByText('Choose a field first').first()).toBeVisible();

    // It stays with the record, and opens the place again.
    await page.reload();
    await expect(mark).toBeVisible();
    await mark.click();
    await expect(page.locator('.rh-place-marks [data-current="true"]')).toBeInViewport();
    await expectGoodScreen(page);
  });
});

test('the parts of a record are tabs where there is room for one', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 720 });
  await open(page, 7406);
  await tab(page, 'History').click();
  await expect(page.getByRole('table', { name: /^History of/ })).toBeVisible();
  await expectGoodScreen(page);
  await tab(page, 'Record').click();
  await expect(part(page, 'General')).toBeVisible();

  // The name of the section that one reads is in sight, and opens a menu of all.
  const names = page.getByRole('navigation', { name: 'Sections' });
  const chosen = names.getByRole('button');
  await expect(chosen).toContainText('General');
  await expect(async () => {
    // Sections that come later push the end further down.
    await page.getByRole('group', { name: /^Sections of/ }).press('End');
    await expect(chosen).toContainText('Order lines', { timeout: 1_000 });
  }).toPass();
  await expect(chosen).toBeInViewport({ ratio: 1 });
  await chosen.press('Enter');
  await page.getByRole('menuitem', { name: 'Additional fields' }).press('Enter');
  await expect(part(page, 'Additional fields')).toBeFocused();
  await expect(chosen).toContainText('Additional fields');

  // On its side the head goes up with the rest, and what saves stays in sight.
  await page.setViewportSize({ width: 640, height: 360 });
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const field = part(page, 'Additional fields').getByRole('textbox').first();
  await field.scrollIntoViewIfNeeded();
  await expect(title(page, 7406)).not.toBeInViewport();
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeInViewport({ ratio: 1 });
  await expect(names).toBeInViewport({ ratio: 1 });
  await expect(names.getByRole('button', { name: 'Additional fields' })).toHaveAttribute(
    'aria-current',
    'true',
  );
});

test('an object opens beside the record, and one section stands alone', async ({ page }) => {
  await open(page, 7409);
  await test.step('an object opens in the pane, is changed there, and history tells it', async () => {
    await part(page, 'Objects').getByRole('button').first().click();
    const panel = page.getByRole('region', { name: 'Packaging' });
    await expect(panel.getByRole('heading', { name: 'Packaging' })).toBeFocused();
    await expectGoodScreen(page);
    await panel.getByRole('button', { name: 'Edit', exact: true }).click();
    const material = panel.getByRole('textbox', { name: 'Material' });
    await material.selectText();
    await material.pressSequentially('Felt bag');
    await page.keyboard.press('Control+s');
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
    await expectSaved(page);
    await expect(part(page, 'Objects').getByText(/Felt bag/)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(panel).toHaveCount(0);
    await tab(page, 'History').click();
    await expect(page.getByRole('tabpanel', { name: 'History' })).toContainText('Maya Alvarez');
  });
  await test.step('one section of a record is shown alone when the address says so', async () => {
    const address = page.url();
    await page.goto(`${address}&section=LineItems`);
    await expect(page.getByRole('region', { name: 'Order lines of record 7409' })).toBeVisible();
    await expect(part(page, 'General')).toHaveCount(0);
    await page.goto(`${address}&section=Objects`);
    await expect(part(page, 'Objects')).toBeVisible();
    await expect(part(page, 'General')).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'Order lines of record 7409' })).toHaveCount(0);
    for (const pane of ['Comments', 'Attachments']) {
      await page.goto(`${address}&section=${pane}`);
      await expect(
        pane === 'Comments' ? page.getByRole('tabpanel', { name: pane }) : part(page, pane),
      ).toBeVisible();
      await expect(part(page, 'General')).toHaveCount(0);
      await expectGoodScreen(page);
    }
    await page.goto(`${address}&section=Empty`);
    await expect(page.getByText('No items found')).toBeVisible();
    await expect(title(page, 7409)).toBeVisible();
  });
});

test('from a grid to its records and back', async ({ page }) => {
  await test.step('previous and next walk the list that the record was opened from, in its order', async () => {
    const filters = JSON.stringify([['AND', 'status', 'isNotEmpty']]);
    const list = `${orders}?filters=${encodeURIComponent(filters)}&sort=recordNumber:asc&page=2`;
    await enter(page, 'maya', list);
    const links = page.locator('a[href*="record-details-viewer"]').filter({ hasText: /^\d{4}$/ });
    await expect(links.nth(5)).toBeVisible();
    const numbers = await links.allInnerTexts();
    await links.nth(1).click();
    await expect(title(page, numbers[1]!)).toBeVisible();
    const place = page.getByRole('group', { name: 'Place in the list' });
    await expect(place).toContainText(/^27 of \d+/);
    await page.keyboard.press('j');
    await expect(title(page, numbers[2]!)).toBeVisible();
    await expect(place).toContainText('28 of');
    await expect(page.getByText(new RegExp(`^${numbers[2]}, 28 of \\d+, `))).toBeAttached();
    await page.keyboard.press('Alt+PageDown');
    await expect(title(page, numbers[3]!)).toBeVisible();
    await page.getByRole('button', { name: 'Previous record' }).click();
    await expect(title(page, numbers[2]!)).toBeVisible();
    await expectGoodScreen(page);
    const words = await place.innerText();
    await page.reload();
    await expect(title(page, numbers[2]!)).toBeVisible();
    await expect(place).toHaveText(words, { useInnerText: true });
    await page.keyboard.press('j');
    await expect(title(page, numbers[3]!)).toBeVisible();
    await page.goBack();
    await expect(links.nth(5)).toBeVisible();
    expect(await links.allInnerTexts()).toEqual(numbers);
  });
  await test.step('back from a record the grid is as it was left, and one that is not saved is led back to', async () => {
    await openFromMenu(page, 'Purchase orders');
    await page.getByLabel('Rows per page').selectOption('100');
    await expect(page.getByText(/^1–100 of/)).toBeVisible();
    const grid = page.getByRole('grid');
    await expect(page.locator('a[href*="record-details-viewer"]').first()).toBeVisible();
    await grid.press('PageDown');
    await grid.press('PageDown');
    const place = () => grid.evaluate(({ scrollTop }) => scrollTop);
    await expect.poll(place).toBeGreaterThan(200);
    const activeNumber = async () => {
      const cell = page.locator(`[id="${await grid.getAttribute('aria-activedescendant')}"]`);
      const row = page.getByRole('row').filter({ has: cell });
      return row.getByRole('link', { name: /^\d{4}$/ }).innerText();
    };
    const [number, top] = [await activeNumber(), await place()];
    const link = grid.getByRole('link', { name: number, exact: true });
    await link.click();
    await expect(title(page, number)).toBeVisible();
    await page.goBack();
    await expect(grid).toBeFocused();
    expect(await place()).toBe(top);
    expect(await activeNumber()).toBe(number);

    await link.click();
    await expect(page.getByRole('group', { name: 'Place in the list' })).toContainText('of');
    await page.keyboard.press('e');
    const description = page.getByRole('textbox', { name: 'Description', exact: true });
    await description.press('End');
    await page.keyboard.type(' and more');
    await page.keyboard.press('Alt+PageDown');
    await expect(title(page, number)).toBeHidden();
    await button(page, `Back to ${number}`).click();
    await expect(title(page, number)).toBeVisible();
    await expect(description).toHaveValue(/ and more$/);
    await button(page, 'Discard').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard', exact: true }).click();
    const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' });
    await crumbs.getByRole('link', { name: 'Purchase Orders' }).click();
    await expect(grid).toBeFocused();
    expect(await place()).toBe(top);
  });
});

test('a field that the role only reads says why, by keyboard, and the menu what may be done', async ({
  page,
}) => {
  await enterOrder(page, 'noah', 7409);
  await expect(title(page, 7409)).toBeVisible();
  const lock = page.getByRole('button', { name: 'Total due is read-only for your role. Why?' });
  await lock.focus();
  await page.keyboard.press('Enter');
  const answer = page.getByRole('dialog', { name: 'Why can I not change Total due?' });
  await expect(answer).toContainText('Buyer: Total due is view only.');
  await expect(answer).toContainText('An administrator can make Total due editable for Buyer');
  await expectGoodScreen(page);
  await page.keyboard.press('Escape');
  await expect(lock).toBeFocused();

  await button(page, 'Actions for record 7409').click();
  await page.getByRole('menuitem', { name: 'What may I do?', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'What may I do with record 7409?' })).toContainText(
    'Buyer may not delete or restore records in Purchase orders',
  );
});
