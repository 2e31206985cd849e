// What happened in the company, as an administrator reads it: by keyboard, on a desk and on a phone.
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { demoPassword } from '@rowhouse/server/seed/demo/people.ts';
import { enter, enterAs } from './enter.ts';
import { expect, expectGoodAtBothWidths, expectGoodScreen, expectSaved, test, widths } from './journey.ts';
import { aNewCompany } from './own-people.ts';

const address = 'administration/changes/audit-log';

async function makeList(page: Page, name: string): Promise<void> {
  await enter(page, 'ada', 'administration/lists/custom-lists');
  await page.getByRole('button', { name: 'Add list' }).press('Enter');
  await expect(page.getByLabel('Name')).toBeFocused();
  await page.keyboard.type(name);
  await page.getByLabel('Description').pressSequentially('For the audit log');
  await page.getByLabel('Backoffice managed').selectOption('No');
  await page.getByRole('button', { name: 'Add list' }).last().press('Enter');
  await expect(page.getByRole('heading', { name })).toBeVisible();
}

/** By its entry, in the section that holds it. */
async function openFromMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Menu', exact: true }).press('Enter');
  const menu = page.getByRole('navigation', { name: 'Main' });
  await menu.getByRole('button', { name: 'Changes', exact: true }).press('Enter');
  await expectGoodScreen(page);
  await menu.getByRole('link', { name: 'Audit log', exact: true }).press('Enter');
  await expect(page).toHaveURL(`/adventure-works/${address}`);
  // The menu of a phone goes, and the page has the keyboard.
  await expect(menu).toBeHidden();
  await expect(page.getByRole('heading', { level: 1, name: 'Audit log' })).toBeFocused();
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 320, height: 720 } });

  test('an administrator finds who made a list, and goes there', async ({ page }) => {
    const list = 'Audited colour';
    await makeList(page, list);
    await openFromMenu(page);
    const table = page.getByRole('table', { name: 'Audit log' });
    await expect(table).toBeVisible();
    await expectGoodAtBothWidths(page);
    // On a desk what is asked for stands there without a press.
    await page.setViewportSize(widths[0]);
    await expect(page.getByRole('combobox', { name: 'What' })).toBeVisible();
    await page.setViewportSize(widths[1]);
    await page.getByRole('button', { name: 'Filters' }).press('Enter');
    await page.getByRole('combobox', { name: 'What' }).selectOption('Lists');
    await page.getByLabel('Find').press('End');
    await page.keyboard.type(list);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/kind=LIST&text=Audited/);
    await expect(page.getByRole('status').filter({ hasText: 'One entry' })).toBeVisible();
    await expect(table.getByRole('row').nth(1)).toContainText('Ada Novak');
    await expect(table.getByRole('row').nth(1)).toContainText('Created');
    await table.getByRole('link', { name: `List ${list}` }).press('Enter');
    await expect(page.getByRole('heading', { name: list })).toBeVisible();
    await page.goBack();
    await page.getByRole('button', { name: 'Filters (2)' }).press('Enter');
    await expect(page.getByLabel('Find')).toHaveValue(list);
    await page.getByRole('button', { name: 'Reset' }).press('Enter');
    await expect(page.getByLabel('Find')).toHaveValue('');
  });
});

test('who does not administer the company has no entry of the audit log, and its address says so', async ({
  page,
}) => {
  await enter(page, 'maya', address);
  await expect(page).toHaveURL('/adventure-works/dashboard');
  await expect(page.getByText('The page at that address is not in your menu.')).toBeVisible();
  const menu = page.getByRole('navigation', { name: 'Main' });
  await expect(menu.getByRole('link', { name: /^Purchase orders/ })).toBeVisible();
  await expect(menu.getByRole('button', { name: 'Changes', exact: true })).toHaveCount(0);
  await expect(menu.getByRole('link', { name: 'Audit log' })).toHaveCount(0);
});

test('the entries that are asked for come as a file, and how long they are kept is asked first', async ({
  page,
}) => {
  await test.step('the entries that are asked for come as a file', async () => {
    await makeList(page, 'Audited file');
    await page.goto(`/adventure-works/${address}?text=Audited+file`);
    await expect(page.getByRole('status').filter({ hasText: 'One entry' })).toBeVisible();
    const button = page.getByRole('button', { name: 'Export CSV' });
    await expect(button).toBeEnabled();
    const [download] = await Promise.all([page.waitForEvent('download'), button.press('Enter')]);
    expect(download.suggestedFilename()).toMatch(/^Audit_log_.*\.csv$/);
    const text = await readFile(await download.path(), 'utf8');
    expect(text).toContain('List Audited file,Lists,Name,,Audited file,Created');
  });
  await test.step('how long it is kept is asked before anything is dropped', async () => {
    await page.getByRole('button', { name: /^Kept: / }).press('Enter');
    await page.getByLabel('Keep the audit log').selectOption('10 years');
    await expectGoodScreen(page);
    await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
    const question = page.getByRole('dialog', { name: 'Keep the audit log for 10 years?' });
    await expect(question).toContainText('No entry is that old now.');
    await question.getByRole('button', { name: 'Cancel' }).press('Enter');
    await expect(page.getByRole('button', { name: 'Kept: forever', includeHidden: true })).toHaveCount(1);
    await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
    await question.getByRole('button', { name: 'Keep so long' }).press('Enter');
    // What is dropped is not had back: an open browser is not enough.
    const proof = page.getByRole('dialog', { name: 'Show that it is you' });
    await expect(proof.getByLabel('Your password')).toBeFocused();
    await page.keyboard.type(demoPassword);
    await page.keyboard.press('Enter');
    await expectSaved(page);
    await expect(page.getByRole('button', { name: 'Kept: 10 years' })).toBeVisible();
    await page.getByRole('button', { name: 'Kept: 10 years' }).press('Enter');
    await page.getByLabel('Keep the audit log').selectOption('Forever');
    await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
    await expect(page.getByRole('button', { name: 'Kept: forever' })).toBeVisible();
  });
});

/** A list with one value that was renamed twice: what stands there then is its last name. */
async function makeRenamed(page: Page, list: string, names: readonly string[]): Promise<void> {
  await makeList(page, list);
  await page.evaluate(
    async ([listName, values]) => {
      const headers = {
        'content-type': 'application/json',
        authorization: `Bearer ${localStorage.getItem('serviceToken')}`,
        backend_jwt: localStorage.getItem('backend_jwt') ?? '',
        tenant_id: localStorage.getItem('tenant_id') ?? '',
      };
      const ask = async (query: string, variables: object = {}) => {
        const body = JSON.stringify({ query, variables });
        const answer = await fetch('/graphql', { method: 'POST', headers, body });
        return ((await answer.json()) as { data: Record<string, unknown> }).data;
      };
      const { getLists } = (await ask('{ getLists { id name valuesVersion } }')) as {
        getLists: { id: number; name: string; valuesVersion: number }[];
      };
      const found = getLists.find(({ name }) => name === listName)!;
      let { valuesVersion } = found;
      let id: number | undefined;
      for (const value of values) {
        const data = {
          listId: found.id,
          valuesVersion,
          values: [{ value, enabled: true, ...(id !== undefined && { id }) }],
        };
        const { updateListValues } = (await ask(
          'mutation ($data: UpdateListValuesInput!) { updateListValues(data: $data) { valuesVersion } }',
          { data },
        )) as { updateListValues: { valuesVersion: number } };
        ({ valuesVersion } = updateListValues);
        const { findListValues } = (await ask(
          'query ($data: FindListValuesInput!) { findListValues(data: $data) { id } }',
          { data: { listIds: [found.id] } },
        )) as { findListValues: { id: number }[] };
        id = findListValues[0]?.id;
      }
    },
    [list, names] as const,
  );
}

test('several changes of the configuration are ticked and go back in one step, by keyboard', async ({
  page,
}) => {
  await makeRenamed(page, 'Audited colours', ['Crimson', 'Scarlet', 'Vermilion']);
  await page.goto(`/adventure-works/${address}?kind=LIST&text=Scarlet`);
  const table = page.getByRole('table', { name: 'Audit log' });
  await expect(page.getByRole('status').filter({ hasText: '2 entries' })).toBeVisible();
  const ticks = table.getByRole('checkbox', { name: /^Choose to put back: / });
  await expect(ticks).toHaveCount(2);
  await ticks.first().press('Space');
  await ticks.last().press('Space');
  await expect(page.getByText('2 changes chosen')).toBeVisible();
  await expectGoodScreen(page);
  await page
    .getByRole('group', { name: 'Chosen changes' })
    .getByRole('button', { name: 'Put back…' })
    .press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Put back: 2 changes' });
  await expect(dialog.getByRole('listitem')).toHaveCount(2);
  await dialog.getByRole('button', { name: 'Put back', exact: true }).press('Enter');
  await expect(page.getByText('2 changes were put back')).toBeVisible();
  await expect(page.getByText('2 changes chosen')).toHaveCount(0);
  await page.getByLabel('Find').fill('Crimson');
  await page.getByLabel('Find').press('Enter');
  await expect(page).toHaveURL(/kind=LIST&text=Crimson/);
  await expect(table.getByRole('row').nth(1)).toContainText('Crimson');
  await expect(table.getByRole('row').nth(1)).toContainText('Put back');
});

test('of few among very many it says how far back was looked, goes on when asked, and stops', async ({
  page,
}) => {
  await makeList(page, 'Audited long ago');
  // As a log of a hundred million entries answers, whose parts hold nothing of it.
  const moments = ['2026-03-01T12:00:00.000Z', '2025-09-01T12:00:00.000Z', '2025-01-01T12:00:00.000Z'];
  let asked = 0;
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route('**/graphql', async (route) => {
    if (!(route.request().postData() ?? '').includes('query CompanyAudit(')) return route.fallback();
    const response = await route.fetch();
    const datetime = moments[asked];
    asked += 1;
    if (datetime === undefined) return route.fulfill({ response });
    if (asked === moments.length) await held;
    type Answer = { data: { findAuditLogs?: { logs?: unknown[] } } };
    const answers = [(await response.json()) as Answer].flat();
    for (const { data } of answers)
      if (data.findAuditLogs?.logs)
        Object.assign(data.findAuditLogs, { logs: [], isLast: false, lookedBack: { id: 9e14, datetime } });
    return route.fulfill({ response, json: answers.length === 1 ? answers[0] : answers });
  });
  await page.goto(`/adventure-works/${address}?text=Audited+long+ago`);
  const told = page.getByRole('status').filter({ hasText: 'No entries found since' });
  await expect(told).toContainText(/Mar 1, 2026 - \d+:00[ap]\.m\. What is older/);
  await expectGoodScreen(page);
  await page.getByRole('button', { name: 'Look further back' }).press('Enter');
  await expect(told).toContainText('Sep 1, 2025');
  await page.getByRole('button', { name: 'Stop' }).press('Enter');
  letGo();
  await expect(told).toContainText('Jan 1, 2025');
  expect(asked).toBe(moments.length);
  await page.getByRole('button', { name: 'Look further back' }).press('Enter');
  await expect(page.getByRole('table', { name: 'Audit log' })).toContainText('Audited long ago');
  await expect(told).toHaveCount(0);
});

async function openMorning(page: Page): Promise<void> {
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Dashboard: / })
    .press('Enter');
  const choices = page.getByRole('dialog', { name: 'Dashboards' });
  await expect(choices.getByLabel('Find a dashboard')).toBeFocused();
  await page.keyboard.type('morning');
  // Enter takes the first of those that have come.
  await expect(choices.getByRole('button', { name: /^Morning/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Morning', level: 1 })).toBeVisible();
}

const aBoard = (width: number) => ({
  name: 'boards.json',
  mimeType: 'application/json',
  buffer: Buffer.from(
    JSON.stringify({
      format: 'rowhouse-configuration',
      version: 2,
      recordTypes: [{ name: 'Deliveries' }],
      dashboards: [
        {
          name: 'Morning',
          roles: ['Administrator'],
          widgets: [
            {
              width,
              height: 2,
              chart: {
                kind: 'NUMBER',
                title: 'All of them',
                recordType: 'Deliveries',
                measure: { kind: 'COUNT' },
              },
            },
          ],
        },
      ],
    }),
  ),
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 320, height: 720 } });

  test('a chart and a deleted dashboard go back in one step', async ({ page }) => {
    const company = await aNewCompany();
    await enterAs(page, 'hugo', company, 'administration/changes/configuration');
    const file = page.getByLabel('Configuration file', { exact: true });
    for (const [board, brought] of [
      [aBoard(6), '2 changes'],
      [aBoard(12), '1 change'],
    ] as const) {
      await file.setInputFiles(board);
      await page.getByRole('button', { name: `Apply ${brought}` }).press('Enter');
      await expect(page.getByText(`${brought} brought in.`)).toBeVisible();
    }
    await page.goto(`/${company}/dashboard`);
    await openMorning(page);
    await page.getByRole('button', { name: 'Dashboard', exact: true }).press('Enter');
    await page.getByRole('menuitem', { name: 'Delete dashboard' }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).press('Enter');
    await expect(page.getByRole('heading', { name: 'Morning', level: 1 })).toHaveCount(0);

    await page.goto(`/${company}/${address}?kind=DASHBOARD`);
    const table = page.getByRole('table', { name: 'Audit log' });
    await expect(table).toContainText('Chart All of them: width');
    await expect(table).toContainText('12 of 12 columns');
    const ticks = table.getByRole('checkbox', { name: /^Choose to put back: Dashboard Morning/ });
    // Deleted, made wider, and before that given its first chart.
    await expect(ticks).toHaveCount(3);
    await ticks.nth(0).press('Space');
    await ticks.nth(1).press('Space');
    await page
      .getByRole('group', { name: 'Chosen changes' })
      .getByRole('button', { name: 'Put back…' })
      .press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Put back: 2 changes' });
    await expect(dialog).toContainText('Chart All of them: width');
    await expectGoodAtBothWidths(page);
    await dialog.getByRole('button', { name: 'Put back', exact: true }).press('Enter');
    await expect(page.getByText('2 changes were put back')).toBeVisible();
    await page.goto(`/${company}/dashboard`);
    await openMorning(page);
    await expectGoodAtBothWidths(page);
  });
});
