// Statuses as a path: an administrator leads from one to the other, and is told what cannot be reached.
import type { Locator, Page } from '@playwright/test';
import { enter } from './enter.ts';
import { expect, expectGoodScreen, test } from './journey.ts';

async function press(button: Locator): Promise<void> {
  await expect(button).toBeEnabled();
  await button.press('Enter');
}

async function addStatus(page: Page, name: string): Promise<void> {
  await press(page.getByRole('button', { name: 'Add status', exact: true }));
  const input = page.getByRole('textbox', { name: 'Name', exact: true });
  await expect(input).toHaveValue('');
  await expect(input).toBeFocused();
  await page.keyboard.type(name);
}

async function lead(page: Page, from: string, to: string): Promise<void> {
  await page.getByLabel('From', { exact: true }).selectOption(from);
  await page.getByLabel('To', { exact: true }).selectOption(to);
  await press(page.getByRole('button', { name: 'Add transition', exact: true }));
  const made = page.getByRole('list', { name: 'Transitions', exact: true }).getByRole('button').last();
  await expect(made).toBeFocused();
}

test('statuses become a path in the designer, saved with what they are', async ({ page }) => {
  await enter(page, 'ada', 'administration/data/record-types');
  await press(page.getByRole('button', { name: 'Add record type', exact: true }));
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();
  await page.keyboard.type('Permits');
  await page.getByLabel('Name of the section').pressSequentially('Permits office');
  await page.getByLabel(/^Ready for a first record/).press('Space');
  await press(page.getByRole('button', { name: 'Add record type', exact: true }).last());
  await expect(page.getByRole('heading', { name: 'Permits', exact: true })).toBeVisible();
  await press(page.getByRole('tab', { name: /^Statuses/ }));
  for (const name of ['Asked', 'Granted', 'Refused']) await addStatus(page, name);
  await lead(page, 'Asked', 'Granted');
  const transitions = page.getByRole('list', { name: 'Transitions', exact: true }).getByRole('button');
  // The first one brings the beginning with it.
  await expect(transitions).toHaveText([/New → Asked/, /Asked → Granted/]);
  await expect(page.getByText('Refused cannot be reached.')).toBeVisible();
  await page.getByLabel('By whom').selectOption('Anybody but the person who created the record');
  await page.getByLabel('A comment is required').press('Space');
  await expectGoodScreen(page);
  await page.keyboard.press('Control+s');
  // The toast of the made type may still stand: the save has ended when its bar is gone.
  await expect(page.getByRole('region', { name: 'Changes', exact: true })).toHaveCount(0);
  await expect(transitions.nth(1)).toHaveText(/not the creator · with a comment/);
  await transitions.first().press('ArrowDown');
  await expect(transitions.nth(1)).toBeFocused();
  await page.keyboard.press('Delete');
  await expect(transitions).toHaveText([/New → Asked/]);
  await expect(transitions.first()).toBeFocused();
});
