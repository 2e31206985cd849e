// Changes of shared dashboards and of views of roles go back by the saves of their pages, through HTTP on a real database.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestServer } from '../../../testing/test-server.ts';
import type { Credentials, TestServer } from '../../../testing/test-server.ts';
import { aTenant } from '../../seed/builders.ts';

let server: TestServer;
let world: Awaited<ReturnType<typeof build>>;
/** Ana and Sue administer the company, and Ana does not see Margin; bob is a clerk, whose own dashboards are his. */
let ana: Credentials;
let bob: Credentials;
let worlds = 0;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  world = await build();
  ana = await server.enter('ana', world.tenant);
  bob = await server.enter('bob', world.tenant);
});

const build = () =>
  server.database.asOwnerOfAll(async (connection) => {
    const name = `Boards back ${(worlds += 1)}`;
    const url = name.toLowerCase().replaceAll(' ', '-');
    const tenant = await aTenant(connection, { name, url, bucket: 8 });
    const administrator = await tenant.withRole({ name: 'Administrator', administers: true });
    const clerk = await tenant.withRole({ name: 'Clerk' });
    const buyer = await tenant.withRole({ name: 'Buyer' });
    await tenant.withMember(server.people.ana, administrator);
    const owner = await tenant.withRole({ name: 'Owner', administers: true });
    await tenant.withMember(server.people.bob, clerk);
    await tenant.withMember(server.people.sue, owner);
    const orders = await tenant.withRecordType({
      name: 'Orders',
      statuses: ['Open', 'Done'],
      fields: [
        { name: 'Amount', dataType: 'currency' },
        { name: 'Margin', dataType: 'currency' },
      ],
    });
    const menu = await tenant.withMenu([
      {
        name: 'Work',
        route: 'work',
        sections: [
          { name: 'Work', route: 'work', items: [{ name: 'Orders', route: 'orders', recordType: orders }] },
        ],
      },
    ]);
    for (const role of [administrator, owner, clerk])
      for (const item of menu.values()) await tenant.withActions(role, item, ['view', 'grid preferences']);
    const seen = ['status', 'Amount'].map((field) => ({ field, access: 'ViewOnly' as const }));
    await tenant.withFieldAccess(administrator, orders, seen);
    await tenant.withFieldAccess(owner, orders, [...seen, { field: 'Margin', access: 'ViewOnly' }]);
    const margin = `f${orders.fields.get('Margin')!.id}`;
    const chart = (title: string, change: object = {}) => ({
      kind: 'NUMBER',
      title,
      recordTypeId: orders.id,
      filters: [],
      groups: [],
      measure: { kind: 'COUNT', field: null },
      ...change,
    });
    const ofStatus = {
      columnField: 'status',
      operatorValue: 'is',
      value: String(orders.statuses.get('Open')),
      logicOperator: 'AND',
    };
    const widgets = [
      chart('All'),
      chart('Open', { filters: [ofStatus] }),
      chart('Profit', { measure: { kind: 'SUM', field: margin } }),
    ].map((one, at) => ({ key: `k${at + 1}`, width: 4, height: 2, chart: one }));
    const board = await tenant.withDashboard('Morning', [clerk], widgets);
    return { tenant, administrator, clerk, buyer, orders, board, chart, margin };
  });

async function must(document: string, data: object, who = ana) {
  const answer = await server.ask(document, who, { data });
  expect(answer.errors).toBeUndefined();
  return answer.data as Record<string, unknown>;
}
type Card = { key: string; width: number; height: number; chart?: object };
type Board = {
  id: number;
  version: number;
  name: string;
  enabled: boolean;
  roles: number[];
  owner: number | null;
  widgets: Required<Card>[];
};
const boardOf = async (id: number): Promise<Board> =>
  (
    await server.query(
      `select id::int, version, name, enabled, role_ids::int[] roles, owner_user_id::int owner, widgets
       from dashboard where id = $1`,
      [id],
    )
  )[0] as Board;
const titles = async (id = world.board): Promise<string[]> =>
  (await boardOf(id)).widgets.map(({ chart }) => (chart as { title: string }).title);
async function save(change: object, id = world.board, who = ana): Promise<void> {
  const { version } = await boardOf(id);
  await must(
    'mutation ($data: UpdateDashboardInput!) { updateDashboard(data: $data) { id } }',
    { id, version, ...change },
    who,
  );
}
const make = async (name: string, who: Credentials, data: object = {}): Promise<number> =>
  (
    (
      await must(
        'mutation ($data: CreateDashboardInput!) { createDashboard(data: $data) { id } }',
        { name, ...data },
        who,
      )
    )['createDashboard'] as { id: number }
  ).id;
/** The cards of the board as its page sends them, each keeping its chart. */
const cards = async (id = world.board): Promise<Card[]> =>
  (await boardOf(id)).widgets.map(({ key, width, height }) => ({ key, width, height }));

type Log = {
  id: number;
  subject: string;
  route: string | null;
  mayPutBack: boolean;
  source: { kind: string; reason: string | null } | null;
  changes: { what: string; oldValue: string | null; newValue: string | null }[];
};
const logs = async (kinds = ['DASHBOARD']): Promise<Log[]> =>
  (
    (
      await must(
        `query ($data: FindAuditLogsInput!) { findAuditLogs(data: $data) { logs {
           id subject route mayPutBack source { kind reason } changes { what oldValue newValue } } } }`,
        { limit: 100, filter: { kinds } },
      )
    )['findAuditLogs'] as { logs: Log[] }
  ).logs;
const newest = async (): Promise<Log> => (await logs())[0]!;
const send = (data: object, who = ana) =>
  server.ask(
    'mutation ($data: PutBackConfigurationInput!) { putBackConfiguration(data: $data) { whyNot sentence entry } }',
    who,
    { data },
  );
async function putBack(id: number, others: number[] = [], reason = '') {
  const { data, errors } = await send({ id, with: others, reason });
  expect(errors).toBeUndefined();
  return data?.['putBackConfiguration'] as { whyNot: string | null; sentence: string | null; entry: number };
}
const isBack = { whyNot: null, sentence: null, entry: null };

test('its name and the roles it is shared with go back, with a reason, and that goes back as well', async () => {
  await save({ name: 'Evening', roleIds: [world.clerk, world.buyer] });
  const changed = await newest();
  expect(changed).toMatchObject({ subject: 'Dashboard Evening', mayPutBack: true });
  expect(changed.changes).toEqual([
    { what: 'Name', oldValue: 'Morning', newValue: 'Evening' },
    { what: 'Shared with roles', oldValue: 'Clerk', newValue: 'Clerk, Buyer' },
  ]);
  expect(await putBack(changed.id, [], 'By mistake')).toEqual(isBack);
  expect(await boardOf(world.board)).toMatchObject({ name: 'Morning', roles: [world.clerk] });
  const back = await newest();
  expect(back.source).toEqual({ kind: 'PUT_BACK', reason: 'By mistake' });
  expect(await putBack(changed.id)).toMatchObject({ whyNot: 'ALREADY_PUT_BACK', entry: changed.id });
  expect(await putBack(back.id)).toEqual(isBack);
  expect(await boardOf(world.board)).toMatchObject({ name: 'Evening', roles: [world.clerk, world.buyer] });
});

test('a chart that was changed, one that was added and one that was taken off go back beside others', async () => {
  const before = (await boardOf(world.board)).widgets;
  const [all, open, profit] = await cards();
  await save({
    widgets: [
      { ...all, width: 12, chart: world.chart('Each order', { kind: 'BAR', groups: [{ field: 'status' }] }) },
      open,
      profit,
    ],
  });
  const changed = await newest();
  expect(changed.changes).toEqual([
    { what: 'Chart Each order: title', oldValue: 'All', newValue: 'Each order' },
    { what: 'Chart Each order: kind', oldValue: 'Number', newValue: 'Bars' },
    { what: 'Chart Each order: grouped by', oldValue: 'none', newValue: 'Status' },
    { what: 'Chart Each order: width', oldValue: '4 of 12 columns', newValue: '12 of 12 columns' },
  ]);
  await save({ widgets: [{ ...all, width: 12 }, profit] });
  const taken = await newest();
  expect(taken.changes).toEqual([
    { what: 'Chart Open', oldValue: 'Number, Orders, Status is Open, Count', newValue: null },
  ]);
  await save({
    widgets: [{ ...all, width: 12 }, profit, { key: 'k9', width: 3, height: 1, chart: world.chart('New') }],
  });
  const added = await newest();
  expect([changed, taken, added].map(({ mayPutBack }) => mayPutBack)).toEqual([true, true, true]);
  // Each is a thing of its own: what happened to others since is no obstacle.
  expect(await putBack(changed.id)).toEqual(isBack);
  expect(await titles()).toEqual(['All', 'Profit', 'New']);
  expect(await putBack(taken.id)).toEqual(isBack);
  expect(await titles()).toEqual(['All', 'Open', 'Profit', 'New']);
  expect(await putBack(added.id)).toEqual(isBack);
  expect((await boardOf(world.board)).widgets).toEqual(before);
});

test('a chart that was changed again stays, and says by whom', async () => {
  const [all, ...others] = await cards();
  await save({ widgets: [{ ...all, width: 6 }, ...others] });
  const first = await newest();
  await save({ widgets: [{ ...all, width: 9 }, ...others] });
  const refused = await putBack(first.id);
  expect(refused).toMatchObject({ whyNot: 'CHANGED_SINCE', entry: first.id });
  expect(refused.sentence).toMatch(/^This was changed again by Ana.*, .+\. Put that back first/);
  expect((await cards())[0]?.width).toBe(9);
});

test('the order of charts goes back around one that was added since, and not over another order', async () => {
  const [all, open, profit] = await cards();
  await save({ widgets: [profit, all, open] });
  const moved = await newest();
  expect(moved.changes).toEqual([
    { what: 'Order of the charts', oldValue: 'All, Open, Profit', newValue: 'Profit, All, Open' },
  ]);
  await save({
    widgets: [profit, all, { key: 'k9', width: 3, height: 1, chart: world.chart('New') }, open],
  });
  expect(await putBack(moved.id)).toEqual(isBack);
  expect(await titles()).toEqual(['All', 'Open', 'New', 'Profit']);
  await save({ widgets: (await cards()).toReversed() });
  const reversed = await newest();
  await save({ widgets: (await cards()).toSorted((one, other) => one.key.localeCompare(other.key)) });
  expect(await putBack(reversed.id)).toMatchObject({ whyNot: 'CHANGED_SINCE' });
});

test('one that was deleted is there again with its charts, for whom it was shared and whose it was', async () => {
  const mine = await make('Of clerks', ana, { roleIds: [world.clerk] });
  await save({ widgets: [{ key: 'a1', width: 3, height: 1, chart: world.chart('One') }] }, mine);
  await save({ name: 'Of all clerks' }, mine);
  const renamed = await newest();
  await save({ enabled: false }, mine);
  const deleted = await newest();
  expect(deleted.mayPutBack).toBe(true);
  const listed = async (who: Credentials) =>
    (
      (await server.ask('{ getMyDashboards { name widgets { key } } }', who)).data as {
        getMyDashboards: { name: string }[];
      }
    ).getMyDashboards.map(({ name }) => name);
  expect(await listed(bob)).toEqual(['Morning']);
  // What it was changed in before needs it to be there.
  expect(await putBack(renamed.id)).toMatchObject({ whyNot: 'GONE' });
  expect(await putBack(deleted.id, [renamed.id])).toEqual(isBack);
  expect(await listed(bob)).toEqual(['Morning', 'Of clerks']);
  expect(await boardOf(mine)).toMatchObject({ id: mine, owner: server.people.ana, enabled: true });
  expect(await titles(mine)).toEqual(['One']);
  const [again, off] = await logs();
  expect([again, off].map((log) => log?.source?.kind)).toEqual(['PUT_BACK', 'PUT_BACK']);
});

test('several go back in one step, or none of them', async () => {
  const [all, open, profit] = await cards();
  await save({ name: 'Noon' });
  await save({ widgets: [all, profit] });
  await save({ widgets: [profit, all] });
  const [moved, taken, renamed] = (await logs()).map(({ id }) => id);
  await save({ widgets: [profit, { ...all, width: 6 }] });
  await save({ name: 'Night' });
  const before = await boardOf(world.board);
  expect(await putBack(moved!, [taken!, renamed!])).toMatchObject({
    whyNot: 'CHANGED_SINCE',
    entry: renamed,
  });
  expect(await boardOf(world.board)).toEqual(before);
  await putBack((await logs())[0]!.id);
  expect(await putBack(moved!, [taken!, renamed!])).toEqual(isBack);
  expect(await boardOf(world.board)).toMatchObject({ name: 'Morning' });
  expect(await cards()).toEqual([{ ...all, width: 6 }, open, profit]);
});

test('a chart of a field that the administrator does not see goes back, and is shown to who sees it alone', async () => {
  const [all, open, profit] = await cards();
  await save({ widgets: [all, open] });
  const { id, changes } = await newest();
  expect(changes).toEqual([
    { what: 'Chart Profit', oldValue: 'Number, Orders, Sum of Margin', newValue: null },
  ]);
  expect(await putBack(id)).toEqual(isBack);
  expect(await titles()).toEqual(['All', 'Open', 'Profit']);
  const { data } = await server.ask('{ getMyDashboards { widgets { key chart { title } } } }', ana);
  expect(data?.['getMyDashboards']).toMatchObject([{ widgets: [{}, {}, { key: profit!.key, chart: null }] }]);
});

test('a chart of a field that is switched off since does not go back', async () => {
  const [all, open] = await cards();
  await save({ widgets: [all, open] });
  const { id } = await newest();
  await server.query('update field set enabled = false where id = $1', [Number(world.margin.slice(1))]);
  expect(await putBack(id)).toMatchObject({ whyNot: 'GONE' });
  expect(await titles()).toEqual(['All', 'Open']);
});

test('of what is somebody’s own the log says no chart, and nothing of it goes back', async () => {
  const own = await make('Bob’s secret', bob);
  await save({ widgets: [{ key: 'a1', width: 3, height: 1, chart: world.chart('Hush') }] }, own, bob);
  await save({ name: 'Bob’s other' }, own, bob);
  const [renamed, charted] = await logs();
  expect([renamed, charted].map((log) => log?.mayPutBack)).toEqual([false, false]);
  expect(charted?.changes).toEqual([{ what: 'Charts', oldValue: '0 before', newValue: '1 now' }]);
  expect(await putBack(renamed!.id)).toMatchObject({ whyNot: 'OTHER_PAGE' });
  const kept = await server.query(`select changes::text from audit_log where entity = 'dashboard'`);
  expect(JSON.stringify(kept)).not.toContain('Hush');
});

test('what is shared no more is its owner’s again, and does not go back', async () => {
  const { board, clerk } = world;
  await server.query('update dashboard set owner_user_id = $2 where id = $1', [board, server.people.bob]);
  const [all, ...others] = await cards();
  await save({ widgets: [{ ...all, width: 6 }, ...others] });
  const charted = await newest();
  await save({ roleIds: [], widgets: others });
  const unshared = await newest();
  expect(unshared.changes).toEqual([
    { what: 'Charts', oldValue: '3 before', newValue: '2 now' },
    { what: 'Shared with roles', oldValue: 'Clerk', newValue: null },
  ]);
  expect(await putBack(charted.id)).toMatchObject({ whyNot: 'GONE' });
  expect(await boardOf(board)).toMatchObject({ roles: [] });
  expect(clerk).toBeGreaterThan(0);
});

test('who does not administer, and another company, do not put anything back', async () => {
  await save({ name: 'Evening' });
  const { id } = await newest();
  expect((await send({ id }, bob)).errors?.[0]?.extensions['code']).toBe('FORBIDDEN');
  const other = await build();
  const away = await server.enter('ana', other.tenant);
  expect((await send({ id }, away)).errors?.[0]?.extensions['code']).toBe('NOT_FOUND');
  expect(await boardOf(world.board)).toMatchObject({ name: 'Evening' });
});

test('a deleted one is brought back by administrators alone, and within what its owner may have', async () => {
  await save({ enabled: false });
  const { version } = await boardOf(world.board);
  const bring = (who: Credentials, id = world.board) =>
    server.ask('mutation ($data: UpdateDashboardInput!) { updateDashboard(data: $data) { name } }', who, {
      data: { id, version, enabled: true },
    });
  expect((await bring(bob)).errors?.[0]?.extensions['code']).toBe('NOT_FOUND');
  const other = await build();
  const away = await server.enter('ana', other.tenant);
  expect((await bring(away)).errors?.[0]?.extensions['code']).toBe('NOT_FOUND');
  await server.query('update dashboard set owner_user_id = $2 where id = $1', [
    world.board,
    server.people.bob,
  ]);
  for (let at = 0; at < 50; at += 1) await make(`Mine ${at}`, bob);
  expect((await bring(ana)).errors?.[0]?.message).toBe(
    'Whose dashboard this is has 50 dashboards already. One of them has to be deleted first.',
  );
  await server.query(`update dashboard set enabled = false where name = 'Mine 0'`);
  expect((await bring(ana)).data?.['updateDashboard']).toEqual({ name: 'Morning' });
});

describe('a view that is saved for a role', () => {
  type View = {
    id: number;
    version: number;
    name: string;
    enabled: boolean;
    options: Record<string, unknown>;
    opens: boolean;
  };
  const viewOf = async (id: number): Promise<View> =>
    (
      await server.query(
        `select id::int, version, saved_name as name, enabled, grid_options options, exists (select from grid_preference_default d
           where d.tenant_id = p.tenant_id and d.grid_preference_id = p.id and d.enabled and d.role_id = p.role_id) opens
         from grid_preference p where id = $1`,
        [id],
      )
    )[0] as View;
  const ofStatus = (name: string) => ({
    columnField: 'status',
    operatorValue: 'is',
    value: String(world.orders.statuses.get(name)),
    logicOperator: 'AND',
  });
  const made = async (savedName: string, more: object = {}, who = ana): Promise<number> =>
    (
      (
        await must(
          'mutation ($data: RegisterUserGridPreferencesInput!) { registerUserGridPreferences(data: $data) { id } }',
          {
            gridName: `record-type-${world.orders.id}`,
            savedName,
            isDefault: false,
            roleId: world.clerk,
            gridOptions: { filterModel: [ofStatus('Open')] },
            ...more,
          },
          who,
        )
      )['registerUserGridPreferences'] as { id: number }
    ).id;
  const saved = async (id: number, change: object, who = ana) =>
    must(
      'mutation ($data: UpdateUserGridPreferencesInput!) { updateUserGridPreferences(data: $data) { id } }',
      { id, ...change },
      who,
    );
  const opening = async (id: number) =>
    must(
      'mutation ($data: RegisterUserGridPreferencesDefaultInput!) { registerUserGridPreferencesDefault(data: $data) { id } }',
      { recordTypeId: world.orders.id, gridPreferenceId: id, roleId: world.clerk },
    );
  const entries = () => logs(['ROLE']);
  const last = async (): Promise<Log> => (await entries())[0]!;
  const amount = () => `f${world.orders.fields.get('Amount')!.id}`;

  test('goes back in what was changed of it, which is said in words, with its reason', async () => {
    const id = await made('Mine to do', { gridOptions: { orderedFields: ['status', amount()] } });
    const first = await viewOf(id);
    await saved(
      id,
      {
        savedName: 'To do',
        gridOptions: {
          orderedFields: [amount(), 'status'],
          filterModel: [ofStatus('Open')],
          sortModel: [{ field: amount(), sort: 'DESC' }],
          groups: [{ field: 'status' }],
          layout: { kind: 'BOARD', field: 'status' },
          colours: [{ name: 'Done', tone: 'GREEN', conditions: [ofStatus('Done')] }],
          pageSize: 50,
        },
      },
      { ...ana, source: 'ADMINISTRATION', reason: 'For%20spring' },
    );
    const changed = await last();
    expect(changed).toMatchObject({
      subject: 'Role Clerk: view To do of Orders',
      route: 'orders',
      mayPutBack: true,
      source: { kind: 'ADMINISTRATION', reason: 'For spring' },
    });
    expect(changed.changes).toEqual([
      { what: 'Name', oldValue: 'Mine to do', newValue: 'To do' },
      { what: 'Columns', oldValue: 'Status, Amount', newValue: 'Amount, Status' },
      { what: 'Conditions', oldValue: 'none', newValue: 'Status is Open' },
      { what: 'Sorted by', oldValue: 'none', newValue: 'Amount (descending)' },
      { what: 'Rows a page', oldValue: 'none', newValue: '50' },
      { what: 'Layout', oldValue: 'rows', newValue: 'board, Status' },
      { what: 'Grouped by', oldValue: 'none', newValue: 'Status' },
      { what: 'Colours', oldValue: 'none', newValue: 'Done: green where Status is Done' },
    ]);
    expect(await putBack(changed.id, [], 'By mistake')).toEqual(isBack);
    expect(await viewOf(id)).toEqual({ ...first, version: first.version + 2 });
    const back = await last();
    expect(back.source).toEqual({ kind: 'PUT_BACK', reason: 'By mistake' });
    expect(await putBack(changed.id)).toMatchObject({ whyNot: 'ALREADY_PUT_BACK', entry: changed.id });
    expect(await putBack(back.id)).toEqual(isBack);
    expect(await viewOf(id)).toMatchObject({ name: 'To do', options: { pageSize: 50 } });
  });

  test('goes back beside what was changed of it since, and not over it', async () => {
    const id = await made('Open');
    await saved(id, { gridOptions: { filterModel: [ofStatus('Done')] } });
    const conditions = await last();
    await saved(id, { gridOptions: { filterModel: [ofStatus('Done')], pageSize: 50 } });
    expect(await putBack(conditions.id)).toEqual(isBack);
    expect((await viewOf(id)).options).toMatchObject({ filterModel: [ofStatus('Open')], pageSize: 50 });
    await saved(id, { gridOptions: { filterModel: [], pageSize: 50 } });
    const emptied = await last();
    await saved(id, { gridOptions: { filterModel: [ofStatus('Done')], pageSize: 50 } });
    const refused = await putBack(emptied.id);
    expect(refused).toMatchObject({ whyNot: 'CHANGED_SINCE', entry: emptied.id });
    expect(refused.sentence).toMatch(/^This was changed again by Ana.*, .+\. Put that back first/);
  });

  test('is deleted where its making goes back, and the same one again where its deletion does', async () => {
    const id = await made('Open', { isDefault: true });
    const [opens, making] = await entries();
    expect(opens).toMatchObject({
      subject: 'Role Clerk: grid of Orders',
      mayPutBack: true,
      changes: [{ what: 'Opens with', oldValue: 'Standard view', newValue: 'Open' }],
    });
    expect(making?.changes).toEqual(
      expect.arrayContaining([{ what: 'Conditions', oldValue: null, newValue: 'Status is Open' }]),
    );
    await saved(id, { enabled: false });
    const deleted = await last();
    expect(deleted.changes).toEqual([
      { what: 'Active', oldValue: 'true', newValue: 'false' },
      { what: 'Default of the role', oldValue: 'true', newValue: 'false' },
    ]);
    expect(await putBack(making!.id)).toMatchObject({ whyNot: 'ALREADY_SO' });
    expect(await putBack(opens!.id)).toMatchObject({ whyNot: 'GONE' });
    expect(await putBack(deleted.id)).toEqual(isBack);
    expect(await viewOf(id)).toMatchObject({ id, name: 'Open', enabled: true, opens: true });
    expect(await putBack(making!.id)).toEqual(isBack);
    expect(await viewOf(id)).toMatchObject({ enabled: false, opens: false });
    expect(await putBack((await last()).id)).toEqual(isBack);
    expect(await viewOf(id)).toMatchObject({ enabled: true, opens: true });
  });

  test('is what the grids of the role open with again, and what became it since stays it', async () => {
    const [one, other] = [await made('One', { isDefault: true }), await made('Other')];
    await opening(other);
    const moved = await last();
    expect(moved.changes).toEqual([{ what: 'Opens with', oldValue: 'One', newValue: 'Other' }]);
    expect(await putBack(moved.id)).toEqual(isBack);
    expect([await viewOf(one), await viewOf(other)].map(({ opens }) => opens)).toEqual([true, false]);
    await saved(one, { enabled: false });
    const deleted = await last();
    await opening(other);
    expect(await putBack(deleted.id)).toEqual(isBack);
    expect([await viewOf(one), await viewOf(other)].map(({ opens }) => opens)).toEqual([false, true]);
    // Before it there was what is deleted by now.
    await saved(one, { enabled: false });
    expect(await putBack(moved.id)).toMatchObject({ whyNot: 'ALREADY_PUT_BACK' });
    await saved(other, { isDefault: false });
    const without = await last();
    expect(without.changes).toEqual([{ what: 'Opens with', oldValue: 'Other', newValue: 'Standard view' }]);
    await saved(other, { enabled: false });
    expect(await putBack(without.id)).toMatchObject({ whyNot: 'GONE' });
  });

  test('does not come back with a condition of a field that is gone, or under a name that is taken', async () => {
    const key = amount();
    const ofAmount = { columnField: key, operatorValue: 'isNotEmpty', value: null, logicOperator: 'AND' };
    const id = await made('Paid', { gridOptions: { filterModel: [ofAmount], orderedFields: [key] } });
    await saved(id, { gridOptions: { filterModel: [], orderedFields: [key] } });
    const emptied = await last();
    await saved(id, { gridOptions: { filterModel: [], orderedFields: ['status'] } });
    const columns = await last();
    await saved(id, { enabled: false });
    const deleted = await last();
    await made('Paid');
    const { data, errors } = await send({ id: deleted.id });
    expect([data?.['putBackConfiguration'] ?? null, errors?.[0]?.message]).toEqual([
      null,
      'A grid preference of this name exists already. Choose another name.',
    ]);
    await server.query(`update grid_preference set enabled = false where saved_name = 'Paid' and id <> $1`, [
      id,
    ]);
    expect(await putBack(deleted.id)).toEqual(isBack);
    await server.query('update field set enabled = false where id = $1', [Number(key.slice(1))]);
    const refused = await putBack(emptied.id);
    expect(refused).toMatchObject({
      whyNot: 'GONE',
      sentence: 'What this was about is gone, or was switched off.',
    });
    expect((await viewOf(id)).options).toMatchObject({ filterModel: [] });
    // A column is shown to nobody, and keeps nothing from coming back.
    expect(await putBack(columns.id)).toEqual(isBack);
  });

  test('tells whoever does not see a field nothing of it, and goes back whole', async () => {
    const sue = await server.enter('sue', world.tenant);
    const ofMargin = {
      columnField: world.margin,
      operatorValue: 'isNotEmpty',
      value: null,
      logicOperator: 'AND',
    };
    const id = await made(
      'Worth it',
      { gridOptions: { orderedFields: ['status', world.margin], filterModel: [ofMargin] } },
      sue,
    );
    await saved(id, { gridOptions: { orderedFields: ['status', world.margin], filterModel: [] } }, sue);
    const [emptied, making] = await entries();
    expect(emptied?.changes).toEqual([
      {
        what: 'What it shows',
        oldValue: null,
        newValue: 'Changed in what is gone, or what your role does not see',
      },
    ]);
    expect(JSON.stringify([emptied, making])).not.toMatch(new RegExp(`Margin|${world.margin}`));
    const found = await must(
      'query ($data: FindAuditLogsInput!) { findAuditLogs(data: $data) { logs { id } } }',
      { limit: 100, filter: { text: world.margin } },
    );
    expect(found['findAuditLogs']).toEqual({ logs: [] });
    expect(await putBack(emptied!.id)).toEqual(isBack);
    expect((await viewOf(id)).options).toMatchObject({
      filterModel: [ofMargin],
      orderedFields: ['status', world.margin],
    });
  });

  test('that is somebody’s own is in no log', async () => {
    const own = await made('Bob’s view', { roleId: null, isDefault: true, gridOptions: {} }, bob);
    await saved(own, { savedName: 'Bob’s view of all' }, bob);
    await saved(own, { enabled: false }, bob);
    expect((await entries()).filter(({ subject }) => /: (view|grid) /.test(subject))).toEqual([]);
    const kept = await server.query(`select entity from audit_log where changes::text like '%Bob’s view%'`);
    expect(kept).toEqual([]);
  });

  test('is put back by administrators of the company alone', async () => {
    const id = await made('Open');
    await saved(id, { enabled: false });
    const deleted = await last();
    expect((await send({ id: deleted.id }, bob)).errors?.[0]?.extensions['code']).toBe('FORBIDDEN');
    const bring = (who: Credentials) =>
      server.ask(
        'mutation ($data: UpdateUserGridPreferencesInput!) { updateUserGridPreferences(data: $data) { id } }',
        who,
        { data: { id, enabled: true } },
      );
    expect((await bring(bob)).errors?.[0]?.extensions['code']).toBe('FORBIDDEN');
    const other = await build();
    const away = await server.enter('ana', other.tenant);
    expect((await send({ id: deleted.id }, away)).errors?.[0]?.extensions['code']).toBe('NOT_FOUND');
    expect((await bring(away)).errors?.[0]?.extensions['code']).toBe('NOT_FOUND');
    expect(await viewOf(id)).toMatchObject({ enabled: false });
  });
});
