import { expectFound } from './found-words.ts';
import { expect, test, type Page } from '@playwright/test';
import { hostileFiles } from '../document-stage/hostile-files.ts';
import {
  makeBill,
  makeLocked,
  makeReport,
  makeScan,
  writings,
  type Bill,
} from '../document-stage/make-documents.ts';
import { serveDocumentStage, type DocumentStage } from '../document-stage/serve-stage.ts';

let stage: DocumentStage;
test.beforeAll(async () => {
  test.setTimeout(180_000);
  stage = await serveDocumentStage();
  stage.files.set('report.pdf', await makeReport(12));
  stage.files.set('locked.pdf', await makeLocked('swordfish'));
  stage.files.set('scan.pdf', await makeScan());
  stage.files.set('bill.pdf', await makeBill(sampleBills[0]!, writings[1]!));
});
test.afterAll(() => stage.close());

const show = async (page: Page, file: string, more: Record<string, string> = {}) => {
  await page.goto(`${stage.url}/?${new URLSearchParams({ file, ...more })}`);
};
const drawn = (page: Page) => page.locator('.page[data-loaded] .textLayer span').first();
const pageInput = (page: Page) => page.getByRole('textbox', { name: 'Page', exact: true });
const pages = (page: Page) => page.getByRole('region', { name: 'report.pdf' });

test.describe('on a phone', () => {
  test.use({ viewport: { width: 320, height: 800 } });

  test('a document is paged through, found in and opened by its password', async ({ page }) => {
    await test.step('a document is paged through, by number and by keys', async () => {
      await show(page, 'report.pdf');
      await expect(drawn(page)).toBeVisible();
      await expect(page.getByText('of 12')).toBeVisible();
      await page.getByRole('button', { name: 'Next page' }).click();
      await expect(pageInput(page)).toHaveValue('2');
      await pageInput(page).fill('7');
      await expect(page.getByText('Report, page 7')).toBeVisible();
      await pageInput(page).fill('0');
      await expect(pageInput(page)).toHaveValue('1');
      await pageInput(page).fill('99');
      await pageInput(page).press('Enter');
      await expect(page.getByText('There are only 12 pages!')).toBeVisible();
      await expect(pageInput(page)).toHaveValue('12');
      await pageInput(page).press('ControlOrMeta+a');
      await page.keyboard.type('-3');
      await expect(pageInput(page)).toHaveValue('3');
      await pages(page).focus();
      for (const [key, number] of [
        ['PageDown', '4'],
        ['PageUp', '3'],
        ['End', '12'],
        ['Home', '1'],
      ] as const) {
        await page.keyboard.press(key);
        await expect(pageInput(page)).toHaveValue(number);
      }
      await expect(page.getByRole('button', { name: 'Previous page' })).toHaveAttribute(
        'aria-disabled',
        'true',
      );
    });
    await test.step('thumbnails are a list that is walked by keys', async () => {
      await expect(drawn(page)).toBeVisible();
      await page.getByRole('button', { name: 'Thumbnails' }).press('Enter');
      const list = page.getByRole('listbox', { name: 'Pages' });
      await expect(list.getByRole('option', { name: 'Page 1', exact: true })).toHaveAttribute(
        'aria-selected',
        'true',
      );
      await list.focus();
      await page.keyboard.press('ArrowDown');
      await expect(list.getByRole('option', { name: 'Page 2', exact: true })).toHaveAttribute(
        'aria-selected',
        'true',
      );
      await page.keyboard.press('End');
      await expect(pageInput(page)).toHaveValue('12');
      await expect(list.getByRole('option', { name: 'Page 12' }).locator('img')).toBeVisible();
      await page.getByRole('button', { name: 'Thumbnails' }).press('Enter');
    });
    await test.step('a word is found in every page, drawn or not', async () => {
      await expect(drawn(page)).toBeVisible();
      await page.keyboard.press('ControlOrMeta+f');
      await page.keyboard.type('kingfisher');
      await expect(page.getByText('1 of 1', { exact: true }).first()).toBeVisible();
      await expect(pageInput(page)).toHaveValue('6');
      await expect(page.locator('.highlight.selected')).toBeVisible();
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.type('sealed bearing');
      await expect(page.getByText('of 540', { exact: false }).first()).toBeVisible();
      await page.keyboard.press('Enter');
      await page.keyboard.press('Shift+Enter');
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.type('nowhere at all');
      await expect(page.getByText('Not found', { exact: true })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('search')).toBeHidden();
    });
    await test.step('a password is asked for in the place of the page', async () => {
      await show(page, 'locked.pdf');
      await page.getByLabel('Password', { exact: true }).fill('wrong');
      await page.keyboard.press('Enter');
      await expect(page.getByText('This password does not open it')).toBeVisible();
      await page.getByLabel('Password', { exact: true }).fill('swordfish');
      await page.keyboard.press('Enter');
      await expect(page.getByText('Nobody reads this')).toBeAttached();
    });
    await test.step('what cannot be read is said', async () => {
      stage.files.set('damaged.pdf', Buffer.from('%PDF-1.7 and nothing more'));
      await show(page, 'damaged.pdf');
      await expect(page.getByText('This file is damaged')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Download' })).toBeVisible();
      await show(page, 'scan.pdf');
      await expect(page.getByText('No text in this PDF: nothing to find or take')).toBeVisible();
    });
  });

  test('the zoom rests after each change, and keeps the focus', async ({ page }) => {
    await page.clock.install();
    await show(page, 'report.pdf');
    await expect(drawn(page)).toBeVisible();
    const zoomIn = page.getByRole('button', { name: 'Zoom in' });
    const widthOfPage = async () => (await page.locator('.page').first().boundingBox())?.width ?? 0;
    const fitted = await widthOfPage();
    await zoomIn.focus();
    // However long the machine takes for the second press, it comes while the zoom rests.
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.keyboard.press('Enter');
    await expect(zoomIn).toHaveAttribute('aria-disabled', 'true');
    await expect(zoomIn).toBeFocused();
    const once = await widthOfPage();
    expect(once).toBeGreaterThan(fitted);
    await page.keyboard.press('Enter');
    expect(await widthOfPage()).toBe(once);
    await page.clock.runFor(1600);
    await expect(zoomIn).toHaveAttribute('aria-disabled', 'true');
    await page.clock.runFor(200);
    await expect(zoomIn).toHaveAttribute('aria-disabled', 'false');
    await page.clock.resume();
    await pages(page).focus();
    await page.keyboard.press('0');
    await expect.poll(widthOfPage).toBe(fitted);
    await page.keyboard.press('r');
    await expect(page.getByText('Rotated to 90 degrees')).toBeAttached();
  });
});

// The way of these is the same at each width: the narrow one has less room for it.
test.describe('on a phone', () => {
  test.use({ viewport: { width: 320, height: 800 } });
});

test.describe('on a screen that is touched', () => {
  test.use({ viewport: { width: 390, height: 800 }, hasTouch: true });

  test(
    'two fingers zoom around their middle, and so do Ctrl and the wheel',
    { tag: '@drawn' },
    async ({ page }) => {
      await show(page, 'report.pdf');
      await expect(drawn(page)).toBeVisible();
      const percent = async () =>
        Number((await page.getByLabel('Zoom to').locator('option').first().innerText()).slice(0, -1));
      const fitted = await percent();
      const box = (await pages(page).boundingBox())!;
      const middle = { x: box.x + 250, y: box.y + 200 };
      /** What of the page stands there, as parts of its size. */
      const under = () =>
        page
          .locator('.page')
          .first()
          .evaluate((sheet, { x, y }) => {
            const { left, top, width, height } = sheet.getBoundingClientRect();
            return { across: (x - left) / width, down: (y - top) / height };
          }, middle);
      const before = await under();
      const fingers = await page.context().newCDPSession(page);
      const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', apart: number) =>
        fingers.send('Input.dispatchTouchEvent', {
          type,
          touchPoints:
            type === 'touchEnd'
              ? []
              : [-1, 1].map((side, id) => ({ x: middle.x + side * apart, y: middle.y, id })),
        });
      await touch('touchStart', 30);
      for (const apart of [40, 50, 60, 75, 90]) await touch('touchMove', apart);
      await touch('touchEnd', 90);
      await expect.poll(percent).toBeGreaterThan(fitted * 2.7);
      expect(await percent()).toBeLessThan(fitted * 3.3);
      const after = await under();
      expect(Math.abs(after.across - before.across)).toBeLessThan(0.01);
      expect(Math.abs(after.down - before.down)).toBeLessThan(0.01);
      await expect(page.getByRole('status').filter({ hasText: /^Zoom \d+%/ })).toHaveCount(1);

      await page.mouse.move(middle.x, middle.y);
      await page.keyboard.down('Control');
      await page.mouse.wheel(0, 140);
      await page.keyboard.up('Control');
      await expect.poll(percent).toBeLessThan(fitted * 1.7);
      expect(Math.abs((await under()).down - before.down)).toBeLessThan(0.01);

      // Outside of the document both are the browser's.
      const isTaken = (selector: string) =>
        page
          .locator(selector)
          .first()
          .evaluate((element) => {
            const turn = new WheelEvent('wheel', {
              ctrlKey: true,
              deltaY: 1,
              bubbles: true,
              cancelable: true,
            });
            element.dispatchEvent(turn);
            const { touchAction } = getComputedStyle(element);
            return { isTaken: turn.defaultPrevented, touchAction };
          });
      expect(await isTaken('[role="toolbar"]')).toEqual({ isTaken: false, touchAction: 'auto' });
      expect(await isTaken('[role="region"]')).toEqual({ isTaken: true, touchAction: 'pan-x pan-y' });
    },
  );
});

test('a link that is over while one reads is renewed, and nothing is lost', async ({ page }) => {
  stage.files.set('long.pdf', await makeReport(900));
  await show(page, 'long.pdf');
  await expect(drawn(page)).toBeVisible();
  const given = stage.linksGiven();
  stage.endLinks();
  await page.keyboard.press('ControlOrMeta+f');
  await page.keyboard.type('kingfisher');
  await expect(page.getByText('1 of 1', { exact: true }).first()).toBeVisible();
  // However many ranges were refused at once, one link served them.
  expect(stage.linksGiven() - given).toBeLessThanOrEqual(2);
});

const sampleBills: readonly Bill[] = Array.from({ length: 20 }, (_, at) => {
  const [subtotal, freight] = [1234.5 + at * 411.11, at % 5 === 4 ? -12 : 70.3 + at];
  return {
    bill: `26-${10_448 + at}`,
    order: 7396 + at,
    // Days that read two ways in one of the writings as well.
    date: `2026-${String((at % 12) + 1).padStart(2, '0')}-${String((at % 27) + 1).padStart(2, '0')}`,
    due: `2026-12-${String((at % 27) + 1).padStart(2, '0')}`,
    vendor: ['Kestrel Bearings', 'Hill Bicycle Center', 'Superior Bicycles'][at % 3] ?? '',
    subtotal: Math.round(subtotal * 100) / 100,
    freight: Math.round(freight * 100) / 100,
    total: Math.round((subtotal + freight) * 100) / 100,
  };
});
const vendors = [...new Set(sampleBills.map(({ vendor }) => vendor))];

test('twenty bills of eight fields are keyed in from their documents, without a mouse', async ({ page }) => {
  test.setTimeout(300_000);
  for (const [at, bill] of sampleBills.entries()) {
    const writing = writings[at % writings.length]!;
    const file = `bill-${at}.pdf`;
    stage.files.set(file, await makeBill(bill, writing));
    await show(page, file, { form: '1', vendors: vendors.join(';') });
    await expect(drawn(page)).toBeVisible();
    for (const key of Object.keys(writing.words) as (keyof Bill)[]) {
      const field = page.locator(`[name="${key}"]`);
      await field.focus();
      await page.keyboard.press('ControlOrMeta+f');
      // Letter by letter where a writing is met for the first time: each letter is a search.
      if (at < writings.length) await page.keyboard.type(writing.words[key]);
      else await page.keyboard.insertText(writing.words[key]);
      await expectFound(page, writing.words[key]);
      await page.keyboard.press('Alt+ArrowRight');
      // A name of several words, and thousands that are parted by a space, are widened to.
      const written = bill[key];
      const isAmount = typeof written === 'number' && key !== 'order';
      const words = (isAmount ? writing.number(written) : String(written)).split(/\s/).length;
      for (let more = 1; more < words; more += 1) await page.keyboard.press('Alt+Shift+ArrowRight');
      const card = page.getByRole('button', { name: /^Take/ });
      await expect(card).toBeVisible();
      const stored = key === 'vendor' ? String(vendors.indexOf(bill.vendor) + 1) : String(bill[key]);
      if (key === 'date' || key === 'due') {
        // Of two readings the right one is chosen, which takes a key; the next time it stands first.
        const shown = `${stored.slice(5, 7)}/${stored.slice(8)}/${stored.slice(0, 4)}`;
        if (!(await card.innerText()).includes(shown)) await page.keyboard.press('ArrowRight');
        await expect(card).toContainText(shown);
      }
      await page.keyboard.press('ControlOrMeta+Enter');
      await expect(field).toBeFocused();
      const value = await field.inputValue();
      expect([key, Number.isNaN(Number(stored)) ? value : Number(value)]).toEqual([
        key,
        Number.isNaN(Number(stored)) ? stored : Number(stored),
      ]);
    }
  }
});

test('what is taken from a document keeps its place, or is refused with its reason', async ({ page }) => {
  await test.step('a place is opened again, at any zoom and however the page is turned', async () => {
    await show(page, 'bill.pdf', { form: '1', vendors: vendors.join(';') });
    await expect(drawn(page)).toBeVisible();
    await page.locator('[name="freight"]').focus();
    await page.keyboard.press('ControlOrMeta+f');
    await page.keyboard.type('Fracht');
    await expectFound(page, 'Fracht');
    await page.keyboard.press('Alt+ArrowRight');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(page.locator('[name="freight"]')).toHaveValue('70.30');
    const overlap = async () => {
      const outline = await page.locator('.rh-place-marks [data-key="freight"]').boundingBox();
      const words = page.locator('.textLayer > span', { hasText: /^Fracht/ });
      const text = await words.boundingBox();
      if (!outline || !text) return false;
      const inside = (at: number, from: number, length: number) => at >= from - 2 && at <= from + length + 2;
      return (
        inside(outline.x + outline.width / 2, text.x, text.width) &&
        inside(outline.y + outline.height / 2, text.y, text.height)
      );
    };
    await expect.poll(overlap).toBe(true);
    await page.getByRole('region', { name: 'bill.pdf' }).focus();
    await page.keyboard.press('+');
    await expect.poll(overlap).toBe(true);
    await page.keyboard.press('r');
    await expect.poll(overlap).toBe(true);
    await page.getByRole('button', { name: 'p. 1' }).press('Enter');
    await expect(page.locator('.rh-place-marks [data-current="true"]')).toBeInViewport();
    // Typed over, the value is nobody's but the typist's; undone, it has its place again.
    await page.locator('[name="freight"]').fill('71');
    await expect(page.getByRole('button', { name: 'p. 1' })).toBeHidden();
    await page.locator('[name="freight"]').fill('70.3');
    await expect(page.getByRole('button', { name: 'p. 1' })).toBeVisible();
  });
  await test.step('what cannot be taken is refused with its reason', async () => {
    await show(page, 'bill.pdf', { form: '1', vendors: vendors.join(';') });
    await expect(drawn(page)).toBeVisible();
    await page.getByRole('region', { name: 'bill.pdf' }).focus();
    await page.keyboard.press('Alt+ArrowRight');
    await expect(page.getByText('Choose a field first').first()).toBeVisible();
    await page.locator('[name="tax"]').focus();
    await page.keyboard.press('ControlOrMeta+f');
    await page.keyboard.type('Fracht');
    await expectFound(page, 'Fracht');
    await page.keyboard.press('Alt+ArrowRight');
    await expect(page.getByText('Tax is view only for your role').first()).toBeVisible();
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(page.locator('[name="tax"]')).toHaveValue('');
  });
});

test.describe('a file that means harm runs nothing and asks nobody', () => {
  // One page after the other shows them all: a page of its own has to compile the viewer each time.
  let page: Page;
  let asked: string[] = [];
  test.beforeAll(async ({ browser }) => {
    const own = new URL(stage.url).origin;
    const context = await browser.newContext();
    context.on('request', (request) => {
      const { origin, protocol } = new URL(request.url());
      if (origin !== own && protocol !== 'blob:' && protocol !== 'data:') asked.push(request.url());
    });
    page = await context.newPage();
    page.on('dialog', (dialog) => {
      asked.push(`dialog ${dialog.message()}`);
      void dialog.dismiss();
    });
    await page.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) => {
        (window as { refused?: string[] }).refused = [
          ...((window as { refused?: string[] }).refused ?? []),
          `${event.violatedDirective} ${event.blockedURI}`,
        ];
      });
    });
  });
  test.afterAll(() => page.context().close());

  for (const [name, make] of Object.entries(hostileFiles)) {
    test(name, async () => {
      stage.files.set(name, make());
      asked = [];
      await show(page, name);
      const ends = [
        page.locator('.page[data-loaded]').first(),
        page.getByText('This file is damaged'),
        page.getByText('cannot be shown here'),
        page.getByText('could not be'),
        page.locator('pre'),
      ];
      await expect(ends.reduce((all, one) => all.or(one)).first()).toBeVisible();
      // Whatever is there to be pressed.
      await page.locator('body').click({ position: { x: 300, y: 300 } });
      await page.keyboard.press('Tab');
      // The page is alive.
      expect(
        await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => resolve(1)))),
      ).toBe(1);
      expect(await page.evaluate(() => 'hostileRan' in window)).toBe(false);
      expect(await page.evaluate(() => (window as { refused?: string[] }).refused ?? [])).toEqual([]);
      const links = await page
        .locator('.annotationLayer a[href]')
        .evaluateAll((all) =>
          all.map((link) => [link.getAttribute('href') ?? '', link.getAttribute('rel') ?? '']),
        );
      for (const [href = '', rel = ''] of links)
        if (!href.startsWith('#') && href !== '') {
          expect(href).toMatch(/^(https?|mailto|tel):/);
          expect(rel).toContain('noopener');
        }
      // A link that is pressed opens beside the page: that is the person's own doing, and the only way out.
      expect(asked.filter((url) => name !== 'address-link.pdf' || !url.endsWith('/link'))).toEqual([]);
      expect(new URL(page.url()).origin).toBe(new URL(stage.url).origin);
    });
  }
});
