// What a company has set up comes in from a file, by keyboard. Each journey has a company of its own.
import type { Page } from '@playwright/test';
import { enterAs } from './enter.ts';
import { expect, expectGoodAtBothWidths, expectGoodScreen, test } from './journey.ts';
import { aNewCompany } from './own-people.ts';

const fileOf = (kind: string) => ({
  name: 'morning.json',
  mimeType: 'application/json',
  buffer: Buffer.from(
    JSON.stringify({
      format: 'rowhouse-configuration',
      version: 1,
      lists: [{ name: 'Units', kind: 'Value', description: 'Units', values: [{ name: 'Ton' }] }],
      recordTypes: [{ name: 'Deliveries', fields: [{ name: 'Weight', dataType: 'number' }] }],
      dashboards: [
        {
          name: 'Morning',
          roles: ['Administrator'],
          widgets: [
            {
              width: 6,
              height: 2,
              chart: {
                kind,
                title: 'Weight of all',
                recordType: 'Deliveries',
                measure: { kind: 'SUM', field: 'Weight' },
              },
            },
          ],
        },
      ],
    }),
  ),
});

const choose = (page: Page, kind: string) =>
  page.getByLabel('Configuration file', { exact: true }).setInputFiles(fileOf(kind));

test('a shared dashboard is chosen from a file, comes with what it names, and goes back', async ({
  page,
}) => {
  const company = await aNewCompany();
  await enterAs(page, 'hugo', company, 'administration/changes/configuration');
  await choose(page, 'PIE');
  await expect(
    page.getByText(
      'dashboards › Morning › widgets › Weight of all › chart › kind: is no kind of chart that this release knows.',
    ),
  ).toBeVisible();

  await choose(page, 'NUMBER');
  const boards = page.getByRole('region', { name: 'Shared dashboards' });
  await expect(boards.getByRole('listitem')).toContainText('1 chart');
  await expect(boards.getByText('Comes with Deliveries.')).toBeVisible();
  await page.getByRole('button', { name: 'Choose none' }).press('Enter');
  await boards.getByRole('checkbox', { name: 'Morning' }).press('Space');
  await expect(page.getByText('2 of 3 chosen.')).toBeVisible();
  await expectGoodScreen(page);
  await page.getByRole('button', { name: 'Apply 2 changes' }).press('Enter');
  await expect(page.getByText('2 changes brought in.')).toBeVisible();

  const said = page.getByRole('status').filter({ hasText: '-configuration.json' });
  const download = page.getByRole('button', { name: 'Download', exact: true });
  await Promise.all([page.waitForEvent('download'), download.press('Enter')]);
  await expect(said).toContainText('1 shared dashboard.');
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(
    page.getByText(/^Undone: 2 changes\..*dashboards and views of roles that it had added are deleted\.$/),
  ).toBeVisible();
  await expectGoodScreen(page);
  await Promise.all([page.waitForEvent('download'), download.press('Enter')]);
  await expect(said).not.toContainText('shared dashboard');
});

const written = (name: string, parts: object) => ({
  name,
  mimeType: 'application/json',
  buffer: Buffer.from(JSON.stringify({ format: 'rowhouse-configuration', version: 2, ...parts })),
});

test('the bar of a long comparison covers no tick that is come to by keys, on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 568 });
  await enterAs(page, 'hugo', await aNewCompany(), 'administration/changes/configuration');
  const lists = Array.from({ length: 15 }, (_, at) => ({ name: `Long list ${at + 1}`, kind: 'Value' }));
  await page.getByLabel('Configuration file', { exact: true }).setInputFiles(written('long.json', { lists }));
  const ticks = page.getByRole('checkbox', { name: /^Long list/ });
  await expect(ticks).toHaveCount(lists.length);
  await ticks.first().focus();
  for (let at = 0; at < lists.length; at += 1) {
    await expect(ticks.nth(at)).toBeFocused();
    const isOnTop = (box: Element) => {
      const { left, top, width, height } = box.getBoundingClientRect();
      return document.elementFromPoint(left + width / 2, top + height / 2) === box;
    };
    await expect.poll(() => ticks.nth(at).evaluate(isOnTop)).toBe(true);
    await page.keyboard.press('Tab');
  }
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 320, height: 720 } });

  test('what is only here is chosen one by one, shown with what it touches, switched off, and goes back', async ({
    page,
  }) => {
    const company = await aNewCompany();
    await enterAs(page, 'hugo', company, 'administration/changes/configuration');
    const file = page.getByLabel('Configuration file', { exact: true });
    const weight = { name: 'Weight', dataType: 'number' };
    await file.setInputFiles(
      written('whole.json', {
        lists: [{ name: 'Units', kind: 'Value', description: 'Units', values: [{ name: 'Ton' }] }],
        recordTypes: [
          {
            name: 'Deliveries',
            fields: [weight, { name: 'Double', dataType: 'number', formula: 'Weight * 2' }],
          },
        ],
        roles: [{ name: 'Temporary' }],
      }),
    );
    await page.getByRole('button', { name: 'Apply 3 changes' }).press('Enter');
    await expect(page.getByText('3 changes brought in.')).toBeVisible();

    const less = written('less.json', {
      lists: [],
      recordTypes: [{ name: 'Deliveries', fields: [{ name: 'Double', dataType: 'number' }] }],
    });
    await file.setInputFiles(less);
    const left = page.getByText('2 things here and not in the file: they stay, but for what you choose');
    await left.press('Enter');
    const field = page.getByRole('checkbox', { name: 'Deliveries › Weight' });
    const list = page.getByRole('checkbox', { name: 'Units' });
    await expect(field).not.toBeChecked();
    // Nothing of it comes with "all".
    const all = page.getByRole('button', { name: 'Choose all' });
    if (await all.isVisible()) await all.press('Enter');
    await expect(list).not.toBeChecked();
    await expect(page.getByRole('button', { name: /^Apply 0 changes/ })).toBeDisabled();
    await list.press('Space');
    await expectGoodAtBothWidths(page);
    await page.getByRole('button', { name: 'Apply 1 change' }).press('Enter');
    const question = page.getByRole('dialog', {
      name: 'Switch off 1 thing that the file does not have?',
    });
    await expect(question).toContainText('Units.');
    await question.getByRole('button', { name: 'Cancel' }).press('Enter');
    await field.press('Space');
    await page.getByRole('button', { name: 'Apply 2 changes' }).press('Enter');
    const both = page.getByRole('dialog', { name: 'Switch off 2 things that the file does not have?' });
    await expect(both).toContainText('formula');
    await expectGoodAtBothWidths(page);
    await both.getByRole('button', { name: 'Cancel' }).press('Enter');
    await field.press('Space');
    await page.getByRole('button', { name: 'Apply 1 change' }).press('Enter');
    await question.getByRole('button', { name: 'Switch off 1 thing' }).press('Enter');
    await expect(page.getByText('1 change brought in.')).toBeVisible();
    await expectGoodAtBothWidths(page);
    await page.getByRole('button', { name: 'Undo' }).press('Enter');
    await expect(page.getByText(/^Undone: 1 change\..*what was taken away is there again/)).toBeVisible();
    await file.setInputFiles(less);
    await page.getByText('2 things here and not in the file').press('Enter');
    await expect(list).toBeEnabled();
  });
});
