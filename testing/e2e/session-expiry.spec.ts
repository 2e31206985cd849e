import { test as loudTest, type Page } from '@playwright/test';
import { demoPassword } from '@rowhouse/server/seed/demo/people.ts';
import { putNoticesAway } from './between-steps.ts';
import { enter } from './enter.ts';
import { expect, expectGoodAtBothWidths, expectGoodScreen, widths } from './journey.ts';
import { endOnServer } from './sign-in-as.ts';

const bills = 'purchasing/bills/bills';
const field = (page: Page, label: string) => page.getByRole('form').getByLabel(label, { exact: true });

async function pick(page: Page, label: string, option: string): Promise<void> {
  await field(page, label).fill(option);
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** Without the socket, which tells of a session's end at once, it is heard with the next call alone. */
async function silenceSocket(page: Page): Promise<void> {
  await page.routeWebSocket(/.*/, (socket) => void socket.close());
  await page.route(
    (url) => url.pathname.startsWith('/socket'),
    (route) => route.abort(),
  );
}

async function typeHalf(page: Page, number: string): Promise<void> {
  await silenceSocket(page);
  await enter(page, 'sara', bills);
  await fillHalf(page, number);
}

async function fillHalf(page: Page, number: string): Promise<void> {
  await page.getByRole('button', { name: 'New Record' }).click();
  await field(page, 'Record Number *').fill(number);
  await pick(page, 'Status *', 'Open');
  await field(page, 'PO Number *').fill('7420');
  await field(page, 'Description *').fill('Spokes and rims');
}

async function typeRest(page: Page): Promise<void> {
  await pick(page, 'Problem Code *', 'None');
  await pick(page, 'Vendor *', 'Foxglove Apparel');
  await field(page, 'Bill number *').fill('B-1');
}

async function signInAgain(page: Page): Promise<void> {
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
}

/** Without what the browser keeps of a person's ways: which grids they were in, and how they left them. */
const listKeys = async (page: Page) =>
  (await page.evaluate(() => Object.keys(localStorage).toSorted())).filter(
    (key) => !/^(recent-places|kept-view|release-notes-read):/.test(key),
  );

loudTest.describe('on a phone', () => {
  loudTest.use({ viewport: { width: 320, height: 720 } });

  loudTest(
    'a session ends over a half typed record, which is saved with what was typed',
    async ({ page }) => {
      const number = '970001';
      await typeHalf(page, number);
      await typeRest(page);
      // At the last moment: whatever the page asks by itself meanwhile would tell of it first.
      await endOnServer(page);
      await page.getByRole('button', { name: 'Save' }).click();
      const dialog = page.getByRole('alertdialog', { name: 'Session Expired' });
      await expect(dialog).toContainText('Your session has expired. Please log in again to continue.');
      await expect(dialog.getByRole('button', { name: 'Ok' })).toBeFocused();
      await expectGoodAtBothWidths(page);
      await page.keyboard.press('Enter');
      expect(await listKeys(page)).toEqual(['berry-config']);

      const again = page.getByRole('alertdialog', { name: 'Sign in again' });
      await expect(again.getByLabel('Email')).toHaveValue('sara@adventure-works.example');
      await expect(again.getByLabel('Email')).not.toBeEditable();
      await expectGoodAtBothWidths(page);
      await again.getByLabel('Password', { exact: true }).fill('not the password');
      await page.keyboard.press('Enter');
      await expect(again.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(/do not match/);
      await expectGoodAtBothWidths(page);
      await again.getByLabel('Password', { exact: true }).fill(demoPassword);
      await page.keyboard.press('Enter');

      // What was asked to be saved is saved: nobody presses the button twice.
      await expect(page.getByText(`Record ${number} created`)).toBeVisible();
      await expect(page).toHaveURL(`/adventure-works/${bills}`);
      await expect(page.getByRole('listitem').filter({ hasText: number })).toContainText('Open');
      await page.setViewportSize(widths[0]);
      await expect(page.getByRole('row').filter({ hasText: number })).toContainText('Foxglove Apparel');
    },
  );
});

loudTest('somebody else signs in in another tab: the page is left', async ({ page }) => {
  await typeHalf(page, '970005');
  const second = await page.context().newPage();
  await second.goto(`/adventure-works/${bills}`);
  await endOnServer(page);
  await second.reload();
  await second.getByRole('button', { name: 'Ok' }).click();
  await expect(page.getByRole('alertdialog', { name: 'Session Expired' })).toBeVisible();
  await second.getByLabel('Email').fill('noah@adventure-works.example');
  await second.getByLabel('Password', { exact: true }).fill(demoPassword);
  await second.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(second).not.toHaveURL('/login');
  await expect(page.getByText('Spokes and rims')).toHaveCount(0);
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await expect(page).not.toHaveURL(/create-record/);
});

loudTest(
  'a half typed record is kept through signing in again, here and in another tab',
  async ({ page }) => {
    await silenceSocket(page);
    await enter(page, 'sara', bills);
    await loudTest.step('typing goes on after signing in again, and the focus is where it was', async () => {
      await fillHalf(page, '970003');
      await field(page, 'Description *').focus();
      const second = await page.context().newPage();
      await second.goto(`/adventure-works/${bills}`);
      await endOnServer(page);
      await second.reload();
      await second.getByRole('button', { name: 'Ok' }).click();
      await page.bringToFront();
      await page.getByRole('button', { name: 'Ok' }).click();
      await signInAgain(page);
      await expect(field(page, 'Description *')).toBeFocused();
      await page.keyboard.press('End');
      await page.keyboard.type(', and tyres');
      await expect(field(page, 'Description *')).toHaveValue('Spokes and rims, and tyres');
      await typeRest(page);
      await page.getByRole('button', { name: 'Save' }).focus();
      await page.keyboard.press('Enter');
      await expect(page.getByText('Record 970003 created')).toBeVisible();
      await second.close();
    });
    await loudTest.step('two tabs: signing in again in one lets the other go on', async () => {
      await putNoticesAway(page);
      await fillHalf(page, '970004');
      const second = await page.context().newPage();
      await second.goto(`/adventure-works/${bills}`);
      await expect(second.getByRole('grid')).toBeVisible();
      await typeRest(page);
      await endOnServer(page);
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('button', { name: 'Ok' }).click();
      // The tokens are gone for all tabs: the one without unsaved work is at the sign-in page.
      await expect(second).toHaveURL('/login');
      await second.getByLabel('Email').fill('sara@adventure-works.example');
      await second.getByLabel('Password', { exact: true }).fill(demoPassword);
      await second.getByRole('button', { name: 'Sign in', exact: true }).click();
      await expect(second).not.toHaveURL('/login');
      await expect(page.getByText('Record 970004 created')).toBeVisible();
      await second.close();
    });
  },
);

loudTest('leaving a half typed record asks, and staying keeps it', async ({ page }) => {
  await typeHalf(page, '970007');
  await page.getByRole('link', { name: 'All orders' }).click();
  const question = page.getByRole('dialog', { name: 'Leave this page?' });
  await expect(question.getByRole('button', { name: 'Stay' })).toBeFocused();
  await expectGoodScreen(page);
  await page.keyboard.press('Enter');
  await expect(field(page, 'Description *')).toHaveValue('Spokes and rims');
  await page.getByRole('link', { name: 'All orders' }).click();
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(/all-orders/);
});

loudTest('another account leaves the page for the ordinary sign-in', async ({ page }) => {
  await typeHalf(page, '970006');
  await typeRest(page);
  await endOnServer(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Ok' }).click();
  await page.getByRole('button', { name: 'Use another account' }).click();
  await expect(page.getByText('What you have not saved on this page is lost then.')).toBeVisible();
  await page.getByRole('button', { name: 'Use another account' }).click();
  await expect(page).toHaveURL('/login');
  expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([]);
});
