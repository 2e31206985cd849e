// Dashboards beside Start. What another server shows is answered by the journey itself: the browser writes each call that
// never arrived into its console, so the quiet page of the other journeys is not asked for where one is silent.
import { expect, test as anyTest, type Page } from '@playwright/test';
import { enter } from './enter.ts';
import { expectGoodScreen, test } from './journey.ts';

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
  await form.getByLabel('Site identifier').pressSequentially('site/one');
  await form.getByLabel('Environment').pressSequentially('cloud');
  await form.getByLabel('Dashboard id').pressSequentially('freight');
  await form.getByLabel('Key').pressSequentially('a key of the journeys');
  await form.getByRole('button', { name: 'Add dashboard' }).press('Enter');
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
}

test('a dashboard of another server is added, picked, and opens first from then on', async ({ page }) => {
  const name = 'Freight, remembered';
  await answerEmbedded(page);
  await enter(page, 'ada', 'dashboard');
  await expect(picker(page)).toHaveText('Dashboard: Start');
  await addEmbedded(page, name);
  const frame = page.frameLocator(`iframe[title="${name}"]`);
  await expect(frame.getByText('Freight by month')).toBeVisible();
  await expectGoodScreen(page);

  await picker(page).press('Enter');
  await choices(page).getByRole('button', { name: 'Open this one first' }).press('Enter');
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
  await picker(page).press('Enter');
  await choices(page).getByRole('button', { name: 'Open this one first' }).press('Enter');
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
