import { readFile } from 'node:fs/promises';
import type { Download, Page, Route } from '@playwright/test';
import { readZip } from '../read-zip.ts';
import { putNoticesAway } from './between-steps.ts';
import { enter } from './enter.ts';
import { expect, expectGoodAtBothWidths, test, widths } from './journey.ts';

const orders = 'purchasing/orders/purchase-orders?hide=&right=recordFile';

const grid = (page: Page) => page.getByRole('grid', { name: 'Purchase orders' });
const bell = (page: Page, name: string | RegExp = /^Notifications/) =>
  page.getByRole('button', { name, exact: true });
const panel = (page: Page) => page.getByRole('dialog', { name: 'Notifications' });

async function selectPage(page: Page): Promise<void> {
  await expect(grid(page).getByRole('gridcell').first()).toBeVisible();
  await expect(grid(page)).not.toHaveAttribute('aria-busy');
  await page.getByRole('button', { name: /^Selection/ }).click();
  await page.getByRole('menuitem', { name: /^Select records in page/ }).click();
}

async function chooseBulkDownload(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Bulk Download' }).click();
}

/** Until what slides or fades stands at its end. */
const isStill = (page: Page) =>
  page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'));

async function openPanel(page: Page): Promise<void> {
  await bell(page).click();
  await expect(panel(page)).toBeVisible();
  await panel(page)
    .getByRole('tab', { name: /^Downloads/ })
    .click();
  await isStill(page);
}

/** What a click brings down, whichever tab it came to. */
async function downloadBy(page: Page, click: () => Promise<void>): Promise<Download> {
  const { promise, resolve } = Promise.withResolvers<Download>();
  page.on('download', resolve);
  page.context().on('page', (tab) => tab.on('download', resolve));
  await click();
  return promise;
}

async function unpack(download: Download) {
  const entries = readZip(await readFile(await download.path()));
  const manifest = entries.at(-1);
  expect(manifest?.name).toBe('manifest.csv');
  return {
    files: entries.slice(0, -1),
    lines: manifest?.content.toString('utf8').trimEnd().split('\r\n') ?? [],
  };
}

/** Answers to the asking for a link, and to nothing else. */
const answerLinks = (page: Page, answer: (route: Route) => unknown) =>
  page.route('**/graphql', (route) =>
    route.request().postData()?.includes('CreateZipFileLink') ? void answer(route) : void route.fallback(),
  );

const refuse = (message: string) => (route: Route) =>
  route.fulfill({ json: { data: null, errors: [{ message, extensions: { code: 'NOT_FOUND' } }] } });

test('the files of the selected records come down as one zip, later, and again when it failed', async ({
  page,
}) => {
  await enter(page, 'maya', orders);
  await test.step('the files of the selected records come down as one zip', async () => {
    await selectPage(page);
    const rows = await grid(page).getByRole('row').filter({ hasText: '.pdf' }).count();
    expect(rows).toBeGreaterThan(0);
    await chooseBulkDownload(page);
    await expect(page.getByText(/^The \d+ files are ready to download\.$/)).toBeVisible();
    await expect(bell(page, /\b1( new)? download$/)).toBeVisible();
    await openPanel(page);
    await expect(panel(page).getByText('Completed', { exact: true })).toBeVisible();
    await expect(panel(page).getByText(/^\d+ files · [\d.]+ [kM]B/)).toBeVisible();

    const download = await downloadBy(page, () =>
      panel(page)
        .getByRole('button', { name: /^Download / })
        .click(),
    );
    expect(download.suggestedFilename()).toMatch(
      /^Purchase orders_documents_\d{4}-\d\d-\d\d \d\d.\d\d\.zip$/,
    );
    const { files, lines } = await unpack(download);
    expect(files.length).toBeGreaterThanOrEqual(rows);
    for (const { name, content } of files) {
      expect(name).toMatch(/^PO-\d+\.pdf$/);
      expect(content.subarray(0, 5).toString()).toBe('%PDF-');
    }
    // A line for each record, with a file or without.
    expect(lines[0]).toBe('\uFEFFRecord Number,File Name,Size (bytes),SHA-256');
    expect(lines).toHaveLength(26);
    expect(
      lines.filter((line) => line.endsWith('.pdf,,File not found') || line.endsWith(',,,File not found')),
    ).toHaveLength(25 - files.length);
    await expect(panel(page).getByText('No downloads')).toBeVisible();
    await page.keyboard.press('Escape');
  });
  await test.step('it outlives the page, and its link', async () => {
    await putNoticesAway(page);
    await selectPage(page);
    await chooseBulkDownload(page);
    await expect(page.getByText(/ready to download/)).toBeVisible();
    await page.evaluate(() => {
      const key = 'bulk-download-data';
      const entries = JSON.parse(localStorage.getItem(key) ?? '[]') as { usableUntil: number }[];
      localStorage.setItem(key, JSON.stringify(entries.map((entry) => ({ ...entry, usableUntil: 0 }))));
    });
    await page.reload();
    await openPanel(page);
    const download = await downloadBy(page, () =>
      panel(page)
        .getByRole('button', { name: /^Download / })
        .click(),
    );
    expect((await unpack(download)).files.length).toBeGreaterThan(0);
    await expect(panel(page).getByText('No downloads')).toBeVisible();
    await page.keyboard.press('Escape');
  });
  await test.step('what fails says why, and is tried again', async () => {
    await putNoticesAway(page);
    await selectPage(page);
    await answerLinks(page, refuse('File not found'));
    await chooseBulkDownload(page);
    await expect(page.getByText('Download failed: File not found')).toBeVisible();
    await openPanel(page);
    await expect(panel(page).getByText('Failed', { exact: true })).toBeVisible();
    await page.unroute('**/graphql');
    await panel(page)
      .getByRole('button', { name: /^Try again/ })
      .click();
    await expect(panel(page).getByText('Completed', { exact: true })).toBeVisible();
  });
});

test('one that was pending is taken up again, stands in the panel, and is nothing of the next person', async ({
  page,
}) => {
  await enter(page, 'maya', orders);
  await test.step('one that was pending when the page went is taken up again', async () => {
    await selectPage(page);
    let isHeld = true;
    await answerLinks(page, (route) => (isHeld ? undefined : route.fallback()));
    await chooseBulkDownload(page);
    await expect(bell(page, /\b1( new)? download$/)).toBeVisible();
    isHeld = false;
    await page.reload();
    await expect(page.getByText(/ready to download/)).toBeVisible();
  });
  await test.step('the panel is used with the keyboard alone', async () => {
    await bell(page).focus();
    await page.keyboard.press('Enter');
    await expect(panel(page)).toBeVisible();
    const tabTo = async (name: string) => {
      await page.keyboard.press('Tab');
      await expect(page.locator(':focus')).toHaveAccessibleName(new RegExp(`^${name}`));
    };
    await tabTo('Mark all as read');
    await tabTo('Close');
    await page.keyboard.press('Tab');
    await page.keyboard.press('End');
    for (const name of ['Downloads', 'Downloads', 'Mark ', 'Download ']) {
      await expect(page.locator(':focus')).toHaveAccessibleName(new RegExp(`^${name}`));
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Escape');
    await expect(panel(page)).toHaveCount(0);
    await expect(bell(page)).toBeFocused();
  });
  await test.step('nothing of one person is shown to the next', async () => {
    await expect(bell(page, /\b1( new)? download$/)).toBeVisible();
    await page.getByRole('button', { name: /Maya/ }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /log out|confirm/i })
      .click();
    await page.waitForURL(/\/login$/);
    await enter(page, 'lena', orders);
    await expect(bell(page, /^Notifications(, \S+ unread)?$/)).toBeVisible();
  });
});

test('who may not is told so before the click', async ({ page }) => {
  await enter(page, 'victor', orders);
  await selectPage(page);
  await page.getByRole('button', { name: 'Actions', exact: true }).click();
  const item = page.getByRole('menuitem', { name: /^Bulk Download/ });
  await expect(item).toHaveAttribute('aria-disabled', 'true');
  await expect(item).toContainText('Your role cannot download the files of these records together.');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 320, height: 720 } });

  test('the panel stands and is accessible in every state', async ({ page }) => {
    await enter(page, 'maya', orders);
    await openPanel(page);
    await expect(panel(page).getByText('No downloads')).toBeVisible();
    await expectGoodAtBothWidths(page);
    await page.keyboard.press('Escape');
    await expect(panel(page)).toHaveCount(0);

    await page.setViewportSize(widths[0]);
    await selectPage(page);
    const answers = [refuse('File not found'), (route: Route) => void route.fallback(), () => undefined];
    await answerLinks(page, (route) => answers.shift()?.(route));
    for (const status of ['Failed', 'Completed', 'Pending']) {
      await chooseBulkDownload(page);
      await expect(page.getByText(/ready to download|Download failed/)).toHaveCount(
        status === 'Pending' ? 0 : 1,
      );
      await expect(page.getByText(/ready to download|Download failed/)).toHaveCount(0);
    }
    await openPanel(page);
    for (const status of ['Failed', 'Completed', 'Pending'])
      await expect(panel(page).getByText(status, { exact: true })).toBeVisible();
    const widthOfPanel = async () => (await panel(page).boundingBox())?.width;
    expect(await widthOfPanel()).toBe(540);
    await page.setViewportSize(widths[1]);
    await expect.poll(widthOfPanel).toBe(widths[1].width);
    await expectGoodAtBothWidths(page);
    await page.keyboard.press('Escape');
    await expect(panel(page)).toHaveCount(0);
    // The bell has the focus again, and says its name.
    await expect(page.getByRole('tooltip')).toHaveText('Notifications');
    await isStill(page);
    await expectGoodAtBothWidths(page);
  });
});
