import { readFile } from 'node:fs/promises';
import { readWorkbook } from '@rowhouse/client/platform/workbook/read-workbook.ts';
import { devices, type Locator, type Page } from '@playwright/test';
import { tinyPdf } from '@rowhouse/server/seed/tiny-pdf.ts';
import { putNoticesAway } from './between-steps.ts';
import { enter } from './enter.ts';
import { expect, expectGoodScreen, expectSaved, test } from './journey.ts';

/** A tap needs a page that is drawn. */
const drawn = { tag: '@drawn' };

const orders = 'purchasing/orders/purchase-orders';

test.use({
  ...devices['Pixel 7'],
  viewport: { width: 320, height: 720 },
  deviceScaleFactor: 1,
});

const cards = (page: Page) => page.getByRole('list', { name: 'Purchase orders' }).getByRole('listitem');
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const sheet = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const ready = async (page: Page) => {
  await expect(cards(page).first()).toBeVisible();
  await expect(page.getByRole('main').locator('[aria-busy]')).toHaveCount(0);
};
const selected = (page: Page) => page.getByRole('group', { name: /^Selected rows/ });
/** The number that the card at a place bears. */
const numberAt = async (page: Page, place: number): Promise<string> =>
  (await page.locator(`[data-card="${place}"] [data-open] span span`).first().innerText()).trim();

test.beforeEach(async ({ page }) => {
  await enter(page, 'maya', orders);
  await ready(page);
});

test(
  'records are opened, edited and given files by fingers, whose targets are large enough',
  drawn,
  async ({ page }) => {
    await test.step('a record is opened by a tap, edited field below field, saved and taken back', async () => {
      await expectGoodScreen(page);
      const list = await page.getByRole('list', { name: 'Purchase orders' }).locator('..').boundingBox();
      expect(list!.y, 'the bars above').toBeLessThanOrEqual(176);
      expect(list!.height, 'more than half of the screen').toBeGreaterThan(360);
      const number = await numberAt(page, 1);
      await cards(page).nth(1).getByRole('link').tap();
      const record = sheet(page, `Record ${number}`);
      await expect(record.getByText('Vendor', { exact: true })).toBeVisible();
      await expectGoodScreen(page);

      await button(page, 'Edit').tap();
      const cost = record.getByLabel('Cost centre');
      const before = await cost.inputValue();
      await expectGoodScreen(page);
      await cost.tap();
      await expect(cost).toBeFocused();
      await cost.selectText();
      await cost.pressSequentially('By thumb');
      const subtotal = record.getByLabel('Subtotal');
      await subtotal.tap();
      await expect(subtotal).toBeFocused();
      await subtotal.selectText();
      await subtotal.pressSequentially('123.45');
      await button(page, 'Save').tap();
      await expectSaved(page);
      await expect(record).toHaveCount(0);
      // Where it is offered it goes after seconds: nothing else comes between.
      const undo = button(page, 'Undo');
      expect((await undo.boundingBox())!.height, 'of Undo').toBeGreaterThanOrEqual(43.5);
      await undo.tap();
      await expect(page.getByText('The change is undone.')).toBeVisible();
      await cards(page).nth(1).getByRole('link').tap();
      await expect(record.getByText('By thumb')).toHaveCount(0);
      if (before !== '') await expect(record.getByText(before, { exact: true })).toBeVisible();
      await button(page, 'Close').tap();
      await expect(page.getByRole('dialog')).toHaveCount(0);
    });
    await test.step('what a finger touches in the panels and among the lines is large enough for it', async () => {
      await putNoticesAway(page);
      for (const name of ['Filters', 'Columns']) {
        await button(page, 'Tools').tap();
        await sheet(page, 'Tools').getByRole('button', { name, exact: true }).tap();
        const panel = sheet(page, name);
        await expect(panel).toBeVisible();
        if (name === 'Filters') await button(page, 'Add condition').tap();
        expect(await tooSmall(panel), name).toEqual([]);
        if (name === 'Filters') expect(new Set(await fromTheEdge(panel)).size).toBe(1);
        await expectGoodScreen(page);
        await button(page, `Close ${name}`).tap();
      }
      await cards(page).nth(3).getByRole('link').tap();
      const details = page.getByRole('region', { name: /^Details of record/ });
      await details.getByRole('button').first().tap();
      const lines = details.getByRole('region', { name: /^Order lines/ });
      // What opens at the lower edge comes into view by itself.
      await expect(lines.getByRole('button', { name: /^Edit line 1:/ })).toBeInViewport();
      await lines.scrollIntoViewIfNeeded();
      expect(await tooSmall(lines), 'lines').toEqual([]);
      await button(page, 'Close').tap();
      await expect(page.getByRole('dialog')).toHaveCount(0);
    });
    await test.step('a file is attached in the sheet of a record, saved, and removed again', async () => {
      const number = await numberAt(page, 4);
      await cards(page).nth(4).getByRole('link').tap();
      const record = sheet(page, `Record ${number}`);
      await button(page, 'Edit').tap();
      const copy = record.locator('[data-field]').filter({ hasText: 'Signed copy' });
      await copy.getByRole('button', { name: /^Signed copy/ }).tap();
      page.on('filechooser', () => undefined);
      const asked = page.waitForEvent('filechooser');
      await copy.getByRole('group', { name: 'Signed copy' }).getByRole('button').first().tap();
      await (
        await asked
      ).setFiles({
        name: 'Contract.pdf',
        mimeType: 'application/pdf',
        buffer: Buffer.from(tinyPdf(['Contract'])),
      });
      await expect(copy.getByRole('button', { name: /Contract\.pdf/ }).first()).toBeVisible();
      await expectGoodScreen(page);
      await button(page, 'Save').tap();
      await expectSaved(page);
      await cards(page).nth(4).getByRole('link').tap();
      await expect(record.getByText('Contract.pdf')).toBeVisible();

      await button(page, 'Edit').tap();
      await copy.getByRole('button', { name: /^Signed copy/ }).tap();
      await copy.getByRole('button', { name: 'Remove Contract.pdf' }).tap();
      await button(page, 'Save').tap();
      await expectSaved(page);
      await cards(page).nth(4).getByRole('link').tap();
      await expect(record.getByText('Contract.pdf')).toHaveCount(0);
    });
  },
);

/** What can be touched in it and is smaller than a finger: WCAG 2.5.5. */
const tooSmall = (place: Locator): Promise<string[]> =>
  place.evaluate((root) => {
    const small: string[] = [];
    for (const element of root.querySelectorAll<HTMLElement>('button, select, input, textarea, a[href]')) {
      // What is pressed is the box around: of a checkbox its label, of an input its frame.
      const pressed =
        element.closest<HTMLElement>('label, .MuiCheckbox-root, .MuiInputBase-root:not(button *)') ?? element;
      const target = element.matches('input, textarea') ? pressed : element;
      const { width, height } = target.getBoundingClientRect();
      const isShown = width > 1 && height > 1 && getComputedStyle(target).visibility !== 'hidden';
      if (isShown && (height < 43.5 || width < 43.5))
        small.push(
          `${element.getAttribute('aria-label') ?? element.outerHTML.slice(0, 90)}: ${width} x ${height}`,
        );
    }
    return small;
  });

/** How far the arrows of a panel's fields stand from the right edges of these, in pixels. */
const fromTheEdge = (panel: Locator): Promise<number[]> =>
  panel.locator('select + svg, [aria-label="Open"] svg').evaluateAll((arrows) =>
    arrows.map((arrow) => {
      const { left, width } = arrow.getBoundingClientRect();
      const field = arrow.closest('.MuiAutocomplete-root') ?? arrow.parentElement!;
      return Math.round(field.getBoundingClientRect().right - left - width / 2);
    }),
  );

test(
  'the tools of a phone: a workbook, a question, the search, filters and sort',
  drawn,
  async ({ page }) => {
    await test.step('what is found is taken away as a workbook', async () => {
      await button(page, 'Tools').tap();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        sheet(page, 'Tools').getByRole('button', { name: 'Export Excel' }).tap(),
      ]);
      expect(download.suggestedFilename()).toMatch(/^Purchase_orders_\d{4}-\d\d-\d\d\.xlsx$/);
      const { rows } = await readWorkbook(new Uint8Array(await readFile(await download.path())));
      expect(rows[0]?.cells).toContain('Record Number');
      expect(rows.length).toBeGreaterThan(25);
    });
    await test.step('what is changed is not discarded without a question', async () => {
      await cards(page).nth(2).getByRole('link').tap();
      await button(page, 'Edit').tap();
      const note = page.getByLabel('Internal note');
      await note.tap();
      await page.keyboard.press('Control+End');
      await note.pressSequentially(' one two');
      await button(page, 'Discard').tap();
      const question = sheet(page, 'Are you sure you want to discard your changes?');
      await question.getByRole('button', { name: 'Keep editing' }).tap();
      await expect(note).toHaveValue(/one two$/);
      await button(page, 'Discard').tap();
      await question.getByRole('button', { name: 'Discard' }).tap();
      await expect(button(page, 'Edit')).toBeVisible();
      await expect(page.getByText(/one two$/)).toHaveCount(0);
      await button(page, 'Close').tap();
      await expect(page.getByRole('dialog')).toHaveCount(0);
    });
    await test.step('the search box opens by its icon, and by /', async () => {
      const number = await numberAt(page, 3);
      await button(page, 'Find in Purchase orders').tap();
      const box = page.getByRole('searchbox', { name: 'Find in Purchase orders' });
      await expect(box).toBeFocused();
      await box.pressSequentially(number);
      await expect(cards(page).filter({ hasText: number })).toHaveCount(1);
      await expectGoodScreen(page);
      await button(page, 'Close search').tap();
      await expect(box).toHaveCount(0);
      await expect(page.getByText('1–25 of')).toBeVisible();
      await page.keyboard.press('/');
      await expect(box).toBeFocused();
      await button(page, 'Close search').tap();
    });
    await test.step('filters, sort and the other tools are behind one button', async () => {
      const tools = button(page, /^Tools/);
      await tools.tap();
      await expectGoodScreen(page);
      // Back leads to the cards that stood there, and not once more to the board.
      await button(page, 'Show as board').tap();
      await expect(page).toHaveURL(/layout=board/);
      await page.goBack();
      await ready(page);
      await tools.tap();
      await button(page, 'Filters').tap();
      const panel = sheet(page, 'Filters');
      await panel.getByLabel('Value of condition 1').pressSequentially('Pending');
      await page.getByRole('option', { name: 'Pending', exact: true }).tap();
      await button(page, 'Apply').tap();
      await expect(tools).toHaveAccessibleName('Tools 1 filters applied');
      await ready(page);
      await expect(cards(page).filter({ hasText: 'Approved' })).toHaveCount(0);

      await tools.tap();
      await button(page, 'Sort').tap();
      await button(page, 'Total due').tap();
      await ready(page);
      expect(new URL(page.url()).searchParams.get('sort')).toMatch(/:desc$/);
    });
  },
);

test(
  'records are selected by a long press and in Select, and what is done with them is a sheet',
  drawn,
  async ({ page }) => {
    const first = cards(page).nth(0).getByRole('link');
    const { x, y } = (await first.boundingBox())!;
    const finger = await page.context().newCDPSession(page);
    await finger.send('Input.dispatchTouchEvent', {
      type: 'touchStart',
      touchPoints: [{ x: x + 40, y: y + 30 }],
    });
    await expect(selected(page).getByText('1 selected')).toBeVisible();
    await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await expect(sheet(page, /^Record/)).toHaveCount(0);
    await cards(page).nth(1).getByRole('link').tap();
    await expect(selected(page).getByText('2 selected')).toBeVisible();
    await expectGoodScreen(page);
    await button(page, 'Actions').tap();
    for (const action of ['Edit', 'Bulk Edit', 'Delete', 'Select records in page: 25', 'Deselect all'])
      await expect(button(page, action)).toBeVisible();
    await expectGoodScreen(page);
    await button(page, 'Edit').tap();
    await expect(page.getByText('1 of 2')).toBeVisible();
    await button(page, 'Next record').tap();
    await expect(page.getByText('2 of 2')).toBeVisible();
    await button(page, 'Discard').tap();
    await button(page, 'Deselect').tap();

    await button(page, /^Tools/).tap();
    await button(page, 'Select records').tap();
    await expect(selected(page).getByText('0 selected')).toBeVisible();
    const number = await numberAt(page, 4);
    await cards(page).nth(4).getByRole('link').tap();
    await expect(selected(page).getByText('1 selected')).toBeVisible();

    // Deleted, looked at and restored; after each the tools are back.
    await button(page, 'Actions').tap();
    await button(page, 'Delete').tap();
    await button(page, 'Delete record').tap();
    await expect(page.getByText('1 of 1 records deleted!')).toBeVisible();
    await button(page, /^Tools/).tap();
    await button(page, 'Show delete Records').tap();
    const gone = page.getByRole('link', { name: new RegExp(`^${number}\\b`) });
    await gone.tap();
    await expect(sheet(page, `Record ${number}`).getByText('This record is deleted.')).toBeVisible();
    await expect(button(page, 'Edit')).toHaveCount(0);
    await button(page, 'Close').tap();
    await button(page, /^Tools/).tap();
    await button(page, 'Select records').tap();
    await gone.tap();
    await button(page, 'Actions').tap();
    await button(page, 'Restore').tap();
    await expect(page.getByText('1 of 1 records restored!')).toBeVisible();
    await expect(button(page, /^Tools/)).toBeVisible();

    // The same from the sheet of the record: asked, told and taken back.
    const again = page.getByRole('link', { name: new RegExp(`^${number}\\b`) });
    await again.tap();
    await sheet(page, `Record ${number}`).getByRole('button', { name: 'Actions', exact: true }).tap();
    await button(page, 'Delete').tap();
    await button(page, 'Delete record').tap();
    await expect(page.getByText('1 of 1 records deleted!')).toBeVisible();
    const told = page.getByRole('status').filter({ hasText: '1 of 1 records deleted!' });
    await told.getByRole('button', { name: 'Undo', exact: true }).tap();
    await expect(page.getByText('The change is undone.')).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);

    await again.tap();
    await expect(sheet(page, `Record ${number}`)).toBeVisible();
    await expect(page.getByText('This record is deleted.')).toHaveCount(0);
  },
);

test('3,000 a page scroll with few cards in the page, and at 400 % zoom the records can be reached', async ({
  page,
}) => {
  await page.getByLabel('Rows per page').selectOption('3000');
  await expect(page.getByText(/^1–\d{3}/)).toBeVisible();
  const last = await page
    .getByRole('list', { name: 'Purchase orders' })
    .locator('..')
    .evaluate((scroller) => {
      scroller.scrollTo(0, scroller.scrollHeight);
      return Math.round(scroller.scrollHeight / 84) - 1;
    });
  await expect(page.locator(`[data-card="${last}"]`)).toBeVisible();
  expect(await cards(page).count()).toBeLessThan(40);

  await page.setViewportSize({ width: 360, height: 225 });
  const card = page.locator(`[data-card="${last}"] [data-open]`);
  await card.scrollIntoViewIfNeeded();
  await expect(card).toBeInViewport({ ratio: 0.9 });
  await card.focus();
  await page.keyboard.press('ArrowUp');
  await expect(page.locator(`[data-card="${last - 1}"] [data-open]`)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(sheet(page, /^Record/)).toBeVisible();
  await expectGoodScreen(page);
});
