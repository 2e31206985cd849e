// What a company has set up comes in from a file, by keyboard. Each journey has a company of its own.
import type { Page } from '@playwright/test';
import { enterAs } from './enter.ts';
import { expect, expectGoodScreen, test } from './journey.ts';
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
    page.getByText(/^Undone: 2 changes\..*dashboards that it had added are deleted\.$/),
  ).toBeVisible();
  await expectGoodScreen(page);
  await Promise.all([page.waitForEvent('download'), download.press('Enter')]);
  await expect(said).not.toContainText('shared dashboard');
});
