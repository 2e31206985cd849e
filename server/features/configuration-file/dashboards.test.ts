// Shared dashboards go out with the configuration and come into another company, through HTTP on a real database.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer } from '../../../testing/test-server.ts';
import type { Credentials, TestServer } from '../../../testing/test-server.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import { aTenant } from '../../seed/builders.ts';
import { makeCompany } from '../../seed/make-company.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

let companies = 0;
const nextName = () => `Boards ${(companies += 1)}`;

/** Its administrator, in a company where nothing is set up. */
async function anEmptyCompany(): Promise<Credentials> {
  const name = nextName();
  const administrator = server.people.sue;
  const made = await server.database.asOwnerOfAll((connection) =>
    inTransaction(connection, () =>
      makeCompany(connection, {
        name,
        url: name.toLowerCase().replace(' ', '-'),
        administrator,
        madeBy: administrator,
      }),
    ),
  );
  return server.enter('sue', made);
}

const group = (field: string, interval: string | null = null) => ({ field, interval });
const count = { kind: 'COUNT', field: null };
const filter = (columnField: string, operatorValue: string, value: unknown) => ({
  columnField,
  operatorValue,
  value,
  logicOperator: 'AND',
});

/** Ana administers it and does not see Margin; bob is a clerk. The board 'Morning' is shared with clerks. */
async function aCompany({ only }: { only?: 'TYPES' } = {}) {
  const built = await server.database.asOwnerOfAll(async (connection) => {
    const tenant = await aTenant(connection, { name: nextName(), bucket: 8 });
    const administrator = await tenant.withRole({ name: 'Administrator', administers: true });
    const clerk = await tenant.withRole({ name: 'Clerk' });
    await tenant.withMember(server.people.ana, administrator);
    await tenant.withMember(server.people.bob, clerk);
    const ways = await tenant.withList({ name: 'Ways', values: ['Ship', 'Air', '@home'] });
    const buyers = await tenant.withList({
      name: 'Buyers',
      listType: 'User',
      values: [{ value: 'Ana', userId: server.people.ana }],
    });
    const type = (name: string) =>
      tenant.withRecordType({
        name,
        statuses: ['Open', 'Done'],
        fields: [
          { name: 'Amount', dataType: 'currency' },
          { name: 'Margin', dataType: 'currency' },
          { name: 'Ordered', dataType: 'date' },
          { name: 'Via', dataType: 'dropdown', list: ways },
          { name: 'Buyer', dataType: 'dropdown', list: buyers },
        ],
      });
    const [orders, bills] = [await type('Orders'), await type('Bills')];
    const all = await tenant.withSuperRecordType('All papers', [orders, bills]);
    const menu = await tenant.withMenu([
      {
        name: 'Work',
        route: 'work',
        sections: [
          { name: 'Work', route: 'work', items: [{ name: 'Orders', route: 'orders', recordType: orders }] },
        ],
      },
    ]);
    for (const role of [administrator, clerk])
      for (const item of menu.values())
        await tenant.withActions(role, item, role === clerk ? ['view'] : ['view', 'grid preferences']);
    const seen = ['status', 'Amount', 'Ordered', 'Via'].map((field) => ({
      field,
      access: 'ViewOnly' as const,
    }));
    await tenant.withFieldAccess(administrator, orders, [...seen, { field: 'Margin', access: 'NotAllowed' }]);
    await tenant.withFieldAccess(clerk, orders, [...seen, { field: 'Margin', access: 'ViewOnly' }]);
    const key = (name: string, of = orders) => `f${of.fields.get(name)?.id ?? 0}`;
    const way = (name: string) => String(ways.values.get(name));
    const status = (name: string, of = orders) => String(of.statuses.get(name));
    const chart = (title: string, change: object = {}) => ({
      kind: 'NUMBER',
      title,
      recordTypeId: orders.id,
      filters: [],
      groups: [],
      measure: count,
      ...change,
    });
    const widgets = [
      chart('Mine by air or at home', {
        filters: [
          filter(key('Via'), 'isAnyOf', [way('Air'), way('@home')]),
          filter('createdBy', 'is', '@username'),
        ],
      }),
      chart('Open by month', {
        kind: 'STACKED_BAR',
        filters: [filter('status', 'is', status('Open')), filter(key('Ordered'), 'isNotEmpty', null)],
        groups: [group(key('Ordered'), 'MONTH'), group('status')],
        measure: { kind: 'SUM', field: key('Amount') },
      }),
      chart('Done papers', {
        recordTypeId: all.id,
        filters: [filter('status', 'isAnyOf', [status('Done'), status('Done', bills)])],
      }),
      chart('Margin', { measure: { kind: 'SUM', field: key('Margin') } }),
    ].map((one, at) => ({ key: `k${at}`, width: 6, height: 2, chart: one }));
    if (only !== 'TYPES') await tenant.withDashboard('Morning', [clerk], widgets);
    return { tenant, administrator, clerk, orders, bills, buyers, key, way, chart, widgets };
  });
  return {
    ...built,
    ana: await server.enter('ana', built.tenant),
    bob: await server.enter('bob', built.tenant),
  };
}

type Widget = { width: number; height: number; chart: Record<string, unknown> & { title: string } };
type Board = { name: string; roles?: string[]; widgets?: Widget[]; enabled?: boolean };
type File = { dashboards?: Board[] } & Record<string, unknown>;
const read = (text: string) => JSON.parse(text) as File;

async function exportOf(who: Credentials): Promise<string> {
  const { data, errors } = await server.ask('{ exportConfiguration { text } }', who);
  expect(errors).toBeUndefined();
  return (data as { exportConfiguration: { text: string } }).exportConfiguration.text;
}
const boardsOf = async (who: Credentials) => read(await exportOf(who)).dashboards ?? [];

/** A file that has dashboards alone. */
const only = (...dashboards: object[]) =>
  JSON.stringify({ format: 'rowhouse-configuration', version: 1, dashboards });

type Difference = {
  key: string;
  part: string;
  state: string;
  title: string;
  about: string;
  changes: { what: string; before: string; after: string }[];
  stays: string[];
  needs: string[];
};
type Comparison = { seal: string; differences: Difference[]; left: { part: string; title: string }[] };
type Answer = { key: string; name: string | null };
const ask = (text: string, who: Credentials, answers: Answer[] = []) =>
  server.ask(
    `query ($data: CompareConfigurationInput!) { compareConfiguration(data: $data) {
      seal left { part title }
      differences { key part state title about changes { what before after } stays needs } } }`,
    who,
    { data: { text, answers } },
  );
async function compare(text: string, who: Credentials, answers: Answer[] = []): Promise<Comparison> {
  const { data, errors } = await ask(text, who, answers);
  expect(errors).toBeUndefined();
  return data?.['compareConfiguration'] as Comparison;
}

type Undo = { text: string; seal: string; keys: string[]; answers: Answer[] };
async function apply(
  data: { text: string; seal: string; chosen: readonly string[]; answers?: Answer[] },
  who: Credentials,
) {
  const answer = await server.ask(
    `mutation ($data: ApplyConfigurationInput!) { applyConfiguration(data: $data) {
      applied undo { text seal keys answers { key name } } } }`,
    who,
    { data: { ...data, fileName: 'boards.json' } },
  );
  const made = answer.data?.['applyConfiguration'] as { applied: number; undo: Undo } | undefined;
  return { ...made, refusal: answer.errors?.[0] };
}
async function bring(text: string, who: Credentials) {
  const { seal, differences } = await compare(text, who);
  return apply({ text, seal, chosen: differences.map(({ key }) => key) }, who);
}
async function bringAll(text: string, who: Credentials) {
  const made = await bring(text, who);
  expect(made.refusal).toBeUndefined();
  return made;
}
const undoOf = ({ text, seal, keys, answers }: Undo, who: Credentials) =>
  apply({ text, seal, chosen: keys, answers }, { ...who, source: 'UNDO' });

const rowsOf = (tenant: Credentials['tenant']) =>
  server.query(
    'select id::int, name, owner_user_id::int as owner, enabled from dashboard where tenant_id = $1 order by id',
    [tenant],
  );

describe('shared dashboards', () => {
  test('come into an empty company, and go out of it as the same bytes', async () => {
    const { ana } = await aCompany();
    const text = await exportOf(ana);
    expect(await exportOf(ana)).toBe(text);
    const empty = await anEmptyCompany();
    await bringAll(text, empty);
    expect(await boardsOf(empty)).toEqual(read(text).dashboards);
    const [whole, another] = [await exportOf(empty), await anEmptyCompany()];
    await bringAll(whole, another);
    expect(await exportOf(another)).toBe(whole);
    expect((await compare(whole, another)).differences).toEqual([]);
    expect(await rowsOf(empty.tenant)).toMatchObject([{ name: 'Morning', owner: server.people.sue }]);
  });

  test('stand in the file by names alone, conditions and all', async () => {
    const { ana } = await aCompany();
    expect(await boardsOf(ana)).toEqual([
      {
        name: 'Morning',
        roles: ['Clerk'],
        widgets: [
          {
            width: 6,
            height: 2,
            chart: {
              kind: 'NUMBER',
              title: 'Mine by air or at home',
              recordType: 'Orders',
              filters: [
                { field: 'Via', operator: 'isAnyOf', values: ['Air', '@@home'], logicOperator: 'AND' },
                { field: '@createdBy', operator: 'is', value: '@username', logicOperator: 'AND' },
              ],
              groups: [],
              measure: count,
            },
          },
          {
            width: 6,
            height: 2,
            chart: {
              kind: 'STACKED_BAR',
              title: 'Open by month',
              recordType: 'Orders',
              filters: [
                { field: '@status', operator: 'is', value: 'Open', logicOperator: 'AND' },
                { field: 'Ordered', operator: 'isNotEmpty', logicOperator: 'AND' },
              ],
              groups: [group('Ordered', 'MONTH'), group('@status')],
              measure: { kind: 'SUM', field: 'Amount' },
            },
          },
          {
            width: 6,
            height: 2,
            chart: {
              kind: 'NUMBER',
              title: 'Done papers',
              recordType: 'All papers',
              filters: [
                {
                  field: '@status',
                  operator: 'isAnyOf',
                  values: ['Orders › Done', 'Bills › Done'],
                  logicOperator: 'AND',
                },
              ],
              groups: [],
              measure: count,
            },
          },
          {
            width: 6,
            height: 2,
            chart: {
              kind: 'NUMBER',
              title: 'Margin',
              recordType: 'Orders',
              filters: [],
              groups: [],
              measure: { kind: 'SUM', field: 'Margin' },
            },
          },
        ],
      },
    ]);
  });

  test('count what they counted: the names are the choices of the other company', async () => {
    const { ana } = await aCompany();
    const empty = await anEmptyCompany();
    await bringAll(await exportOf(ana), empty);
    const [kept] = await server.query(
      `select array_agg(distinct v.value order by v.value) as values,
         bool_and(v.tenant_id = $1) as own
       from dashboard d, jsonb_array_elements(d.widgets) w, jsonb_array_elements(w -> 'chart' -> 'filters') f,
         jsonb_array_elements_text(f -> 'value') chosen, list_value v
       where d.tenant_id = $1 and f ->> 'operatorValue' = 'isAnyOf' and w -> 'chart' ->> 'title' like 'Mine%'
         and v.id = chosen::bigint`,
      [empty.tenant],
    );
    expect(kept).toEqual({ values: ['@home', 'Air'], own: true });
  });

  test('show each reader what their role sees, whoever brought them', async () => {
    const { ana } = await aCompany();
    const there = await aCompany({ only: 'TYPES' });
    await bringAll(await exportOf(ana), there.ana);
    const chartsFor = async (who: Credentials) => {
      const { data } = await server.ask('{ getMyDashboards { name widgets { chart { title } } } }', who);
      const [board] = data!['getMyDashboards'] as { widgets: { chart: { title: string } | null }[] }[];
      return board?.widgets.map(({ chart }) => chart?.title ?? null);
    };
    // Ana does not see Margin, and nobody may open all papers.
    expect(await chartsFor(there.ana)).toEqual([null, 'Open by month', null, null]);
    expect(await chartsFor(there.bob)).toEqual([null, 'Open by month', null, 'Margin']);
  });

  test('leave out what is of a person, of another server, deleted or switched off', async () => {
    const here = await aCompany();
    const { tenant, ana, chart, key, buyers, orders, clerk } = here;
    await server.query(
      `insert into dashboard (tenant_id, name, owner_user_id, embed_type, role_ids, server_url, site_identifier, environment,
         external_id, expiration_time, sealed_key, enabled)
       values ($1, 'Own', $2, 'BUILT_IN', '{}', null, null, null, null, null, null, true),
         ($1, 'Elsewhere', $2, 'SIGNED_URL', $3::bigint[], 'https://secret.example.com', 's', 'e', 'd', 600, 'sealed', true),
         ($1, 'Gone', $2, 'BUILT_IN', $3::bigint[], null, null, null, null, null, null, false)`,
      [tenant.id, server.people.ana, `{${clerk}}`],
    );
    const of = (title: string, change: object) => ({
      key: title,
      width: 3,
      height: 1,
      chart: chart(title, change),
    });
    const person = String(buyers.values.get('Ana'));
    await server.query(`update dashboard set widgets = $2 where tenant_id = $1 and name = 'Morning'`, [
      tenant.id,
      JSON.stringify([
        of('first', { filters: [filter(key('Buyer'), 'is', person)] }),
        of('stays', {}),
        of('user', { filters: [filter('createdBy', 'isAnyOf', [String(server.people.ana)])] }),
        of('off', { measure: { kind: 'SUM', field: key('Margin') } }),
        of('last', {}),
      ]),
    ]);
    await server.query('update field set enabled = false where tenant_id = $1 and id = $2', [
      tenant.id,
      orders.fields.get('Margin')?.id,
    ]);
    const text = await exportOf(ana);
    expect(read(text).dashboards).toMatchObject([
      { name: 'Morning', widgets: [{ chart: { title: 'stays' } }, { chart: { title: 'last' } }] },
    ]);
    for (const word of ['Elsewhere', 'secret.example.com', 'sealed', '"Own"', 'Gone'])
      expect(text).not.toContain(word);

    // On the board they stay where they stand.
    const [board] = read(text).dashboards!;
    const [stays, last] = board!.widgets!;
    await bringAll(only({ name: 'Morning', widgets: [{ ...last, width: 12 }, stays] }), ana);
    const [kept] = await server.query(
      `select array_agg(w -> 'chart' ->> 'title' order by place) as titles from dashboard d,
         jsonb_array_elements(d.widgets) with ordinality as each (w, place) where d.tenant_id = $1 and d.name = 'Morning'`,
      [tenant.id],
    );
    expect(kept).toEqual({ titles: ['first', 'last', 'stays', 'user', 'off'] });
  });

  test('a file of an older release, which has none, changes none', async () => {
    const { ana, tenant } = await aCompany();
    const { dashboards: _, ...older } = read(await exportOf(ana));
    const compared = await compare(JSON.stringify(older), ana);
    expect(compared.differences).toEqual([]);
    expect(compared.left).toEqual([]);
    const said = JSON.stringify({
      ...older,
      portals: [{ name: 'Wiki', address: 'https://wiki.example.com' }],
    });
    const before = await rowsOf(tenant.id);
    await bring(said, ana);
    expect(await rowsOf(tenant.id)).toEqual(before);
  });
});

describe('what a file would change of them', () => {
  test('is said chart by chart, and then so', async () => {
    const { ana, tenant } = await aCompany();
    const [board] = await boardsOf(ana);
    const [mine, open, done] = board!.widgets!;
    const text = only({
      name: 'Morning',
      roles: ['Administrator', 'Clerk'],
      widgets: [
        { ...open, width: 12, height: 1, chart: { ...open!.chart, kind: 'TABLE', filters: [] } },
        {
          ...mine,
          chart: {
            ...mine!.chart,
            filters: [{ field: 'Via', operator: 'is', value: 'Ship', logicOperator: 'AND' }],
          },
        },
        done,
        {
          width: 3,
          height: 1,
          chart: { kind: 'NUMBER', title: 'All', recordType: 'Orders', measure: { kind: 'COUNT' } },
        },
      ],
    });
    const { differences } = await compare(text, ana);
    expect(differences).toMatchObject([
      { part: 'dashboards', state: 'CHANGED', title: 'Morning', needs: [] },
    ]);
    expect(differences[0]!.changes).toEqual([
      { what: 'Roles', before: 'Clerk', after: 'Administrator, Clerk' },
      { what: 'Chart Open by month: width', before: '6 of 12 columns', after: '12 of 12 columns' },
      { what: 'Chart Open by month: height', before: '2 rows', after: '1 row' },
      { what: 'Chart Open by month: kind', before: 'Stacked bars', after: 'Table' },
      {
        what: 'Chart Open by month: conditions',
        before: 'Status is Open and Ordered is not empty',
        after: 'none',
      },
      {
        what: 'Chart Mine by air or at home: conditions',
        before: 'Via is any of Air, @home and Created By is Me (@username)',
        after: 'Via is Ship',
      },
      { what: 'Chart All', before: '', after: 'new' },
      { what: 'Chart Margin', before: 'on the board', after: 'taken off' },
      {
        what: 'Order of charts',
        before: 'Mine by air or at home, Open by month, Done papers',
        after: 'Open by month, Mine by air or at home, Done papers',
      },
    ]);
    const [before] = await rowsOf(tenant.id);
    await bringAll(text, ana);
    expect((await compare(text, ana)).differences).toEqual([]);
    const [after] = await boardsOf(ana);
    expect(after!.widgets!.map(({ chart }) => chart.title)).toEqual([
      'Open by month',
      'Mine by air or at home',
      'Done papers',
      'All',
    ]);
    // Whoever made it still has it, and the cards keep their keys.
    expect(await rowsOf(tenant.id)).toEqual([before]);
    const [logged] = await server.query(
      `select source, user_id::int as by from audit_log where entity = 'dashboard' and tenant_id = $1 order by id desc limit 1`,
      [tenant.id],
    );
    expect(logged).toEqual({ source: { kind: 'IMPORT', file: 'boards.json' }, by: server.people.ana });
  });

  test('one is chosen alone, and brings what it names and no more', async () => {
    const { ana } = await aCompany();
    const given = read(await exportOf(ana));
    const text = JSON.stringify({
      ...given,
      dashboards: [{ ...given.dashboards![0], widgets: given.dashboards![0]!.widgets!.slice(0, 2) }],
    });
    const empty = await anEmptyCompany();
    const { seal, differences } = await compare(text, empty);
    const board = differences.find(({ title }) => title === 'Morning')!;
    expect(board).toMatchObject({ state: 'NEW', about: '2 charts', part: 'dashboards' });
    const titleOf = (key: string) => differences.find((one) => one.key === key)?.title;
    expect(board.needs.map(titleOf)).toEqual(['Clerk', 'Orders', 'Ways']);
    const { applied, refusal } = await apply({ text, seal, chosen: [board.key] }, empty);
    expect(refusal).toBeUndefined();
    // The list of buyers comes with the record type, and the bills with the role.
    expect(applied).toBe(6);
    const after = read(await exportOf(empty)) as { dashboards: Board[]; recordTypes: Board[] };
    expect(after.dashboards).toEqual(read(text).dashboards);
    expect(after.recordTypes.map(({ name }) => name)).toEqual(['Bills', 'Orders']);
  });

  test('what stands here comes along only where it lacks what the chart names', async () => {
    const { ana } = await aCompany({ only: 'TYPES' });
    const given = read(await exportOf(ana)) as File & {
      lists: { name: string; description: string; values?: { name: string }[] }[];
    };
    const ways = given.lists.find(({ name }) => name === 'Ways')!;
    const chartBy = (value: string) => ({
      width: 3,
      height: 1,
      chart: {
        kind: 'NUMBER',
        title: value,
        recordType: 'Orders',
        filters: [{ field: 'Via', operator: 'is', value, logicOperator: 'AND' }],
        measure: { kind: 'COUNT' },
      },
    });
    const text = JSON.stringify({
      ...given,
      lists: [{ ...ways, description: 'Other words', values: [...ways.values!, { name: 'Rail' }] }],
      dashboards: [
        { name: 'Air', roles: ['Clerk'], widgets: [chartBy('Air')] },
        { name: 'Rail', roles: ['Clerk'], widgets: [chartBy('Rail')] },
      ],
    });
    const { seal, differences } = await compare(text, ana);
    const find = (title: string) => differences.find((one) => one.title === title)!;
    expect(find('Air').needs).toEqual([]);
    expect(find('Rail').needs).toEqual([find('Ways').key]);
    expect((await apply({ text, seal, chosen: [find('Rail').key] }, ana)).applied).toBe(2);
    expect((await boardsOf(ana)).map(({ name }) => name)).toEqual(['Rail']);
  });

  test('is refused once somebody changed a shared dashboard meanwhile', async () => {
    const { ana, tenant } = await aCompany();
    const text = only({ name: 'Evening', roles: ['Clerk'], widgets: [] });
    const { seal, differences } = await compare(text, ana);
    const chosen = differences.map(({ key }) => key);
    await server.query(`update dashboard set name = 'Mornings' where tenant_id = $1`, [tenant.id]);
    const { refusal } = await apply({ text, seal, chosen }, ana);
    expect(refusal).toMatchObject({
      message: expect.stringMatching(/^Somebody changed what is set up here since the file was compared/),
      extensions: { code: 'CONFLICT' },
    });
    expect(await rowsOf(tenant.id)).toHaveLength(1);
  });

  test('goes back in one step: what was added is deleted, what was changed or deleted is as it was', async () => {
    const here = await aCompany();
    const { ana, tenant, clerk, widgets } = here;
    await server.query(
      `insert into dashboard (tenant_id, name, embed_type, role_ids, widgets)
         values ($1, 'Doomed', 'BUILT_IN', $2::bigint[], $3::jsonb)`,
      [tenant.id, `{${clerk}}`, JSON.stringify(widgets.slice(0, 1))],
    );
    const before = await exportOf(ana);
    const text = only(
      { name: 'Morning', roles: ['Administrator'], widgets: [] },
      { name: 'Doomed', enabled: false },
      { name: 'Evening', roles: ['Clerk'], widgets: read(before).dashboards![1]!.widgets },
      { name: 'Never here', enabled: false },
    );
    const { differences } = await compare(text, ana);
    expect(differences.map(({ title, changes }) => [title, changes[0]?.what])).toEqual([
      ['Morning', 'Roles'],
      ['Doomed', 'Deleted'],
      ['Evening', undefined],
    ]);
    const { undo } = await bringAll(text, ana);
    expect((await boardsOf(ana)).map(({ name }) => name)).toEqual(['Evening', 'Morning']);
    expect(read(undo!.text).dashboards).toContainEqual({ name: 'Evening', enabled: false });
    const undone = await undoOf(undo!, ana);
    expect(undone.refusal).toBeUndefined();
    expect(await exportOf(ana)).toBe(before);
    // Once more it would meet another configuration than the one that it leads back from.
    expect((await undoOf(undo!, ana)).refusal?.extensions['code']).toBe('CONFLICT');
  });

  test('follows a field that gets another name, and its way back', async () => {
    const { ana, tenant } = await aCompany();
    // Of one name, and not the same: they must not stand in the way of the undo.
    await server.query(
      `insert into dashboard (tenant_id, name, embed_type, role_ids, widgets)
         select tenant_id, 'Twice', embed_type, role_ids, widgets - 0 - place from dashboard, generate_series(0, 1) place
         where tenant_id = $1 and name = 'Morning'`,
      [tenant.id],
    );
    const before = await exportOf(ana);
    const text = before.replaceAll('"Amount"', '"Total"');
    const asked = (await compare(text, ana)).differences.filter(({ state }) => state === 'ASKED');
    const answers = asked.map(({ key }) => ({ key, name: 'Amount' }));
    expect(asked.map(({ title }) => title)).toEqual(['Bills › Total', 'Orders › Total']);
    const { seal, differences } = await compare(text, ana, answers);
    const board = differences.find(({ title }) => title === 'Morning')!;
    expect(board.changes).toEqual([
      { what: 'Chart Open by month: shows', before: 'Sum of Amount', after: 'Sum of Total' },
    ]);
    expect(board.needs).toEqual([asked[1]!.key]);
    const chosen = differences.filter(({ changes }) => changes.length > 0).map(({ key }) => key);
    const { undo, refusal } = await apply(
      { text, seal, answers, chosen: chosen.filter((key) => !key.includes('twice')) },
      ana,
    );
    expect(refusal).toBeUndefined();
    expect(await exportOf(ana)).toBe(text);
    expect((await undoOf(undo!, ana)).refusal).toBeUndefined();
    expect(await exportOf(ana)).toBe(before);
  });

  test('the undo is refused once the dashboard that was added is somebody’s work', async () => {
    const { ana, tenant } = await aCompany();
    const { undo } = await bringAll(only({ name: 'Evening', roles: ['Clerk'], widgets: [] }), ana);
    await server.query(`update dashboard set name = 'Late' where tenant_id = $1 and name = 'Evening'`, [
      tenant.id,
    ]);
    expect((await undoOf(undo!, ana)).refusal?.extensions['code']).toBe('CONFLICT');
    expect((await boardsOf(ana)).map(({ name }) => name)).toEqual(['Late', 'Morning']);
  });
});

describe('two of one name', () => {
  const twice = async () => {
    const here = await aCompany();
    await server.query(
      `insert into dashboard (tenant_id, name, embed_type, role_ids) values ($1, 'MORNING', 'BUILT_IN', $2::bigint[])`,
      [here.tenant.id, `{${here.clerk}}`],
    );
    return here;
  };

  test('come into an empty company as they are, and go back', async () => {
    const { ana } = await twice();
    const text = await exportOf(ana);
    expect((await compare(text, ana)).differences).toEqual([]);
    const empty = await anEmptyCompany();
    const { undo } = await bringAll(text, empty);
    expect(JSON.stringify(await boardsOf(empty))).toBe(JSON.stringify(read(text).dashboards));
    expect((await undoOf(undo!, empty)).refusal).toBeUndefined();
    expect(await boardsOf(empty)).toEqual([]);
  });

  test('are never guessed at: it is said, and nothing of them can be chosen', async () => {
    const { ana } = await twice();
    const before = await exportOf(ana);
    const text = only({ name: 'Morning', widgets: [] }, { name: 'Evening', roles: ['Clerk'] });
    const { seal, differences } = await compare(text, ana);
    const asked = differences.find(({ title }) => title === 'Morning')!;
    expect(asked).toMatchObject({ state: 'CHANGED', changes: [] });
    expect(asked.stays).toEqual([
      expect.stringMatching(
        /^More than one shared dashboard is called “Morning”, so that nobody can say which/,
      ),
    ]);
    const { refusal } = await apply({ text, seal, chosen: differences.map(({ key }) => key) }, ana);
    expect(refusal?.message).toMatch(
      /^More than one shared dashboard is called “Morning”.* Nothing was changed\.$/,
    );
    expect(await exportOf(ana)).toBe(before);
  });
});

describe('a file that no company could have', () => {
  const number = (change: object = {}, place: object = {}) => ({
    width: 3,
    height: 1,
    ...place,
    chart: { kind: 'NUMBER', title: 'Sum', recordType: 'Orders', measure: { kind: 'COUNT' }, ...change },
  });
  const board = (...widgets: object[]) => only({ name: 'New', roles: ['Clerk'], widgets });
  const where = (field: string, value: string) => ({
    filters: [{ field, operator: 'is', value, logicOperator: 'AND' }],
  });

  test.each([
    [
      'a kind of chart',
      board(number({ kind: 'PIE' })),
      /^dashboards › New › widgets › Sum › chart › kind: is no kind of chart that this release knows\.$/,
    ],
    [
      '40 charts',
      board(...Array.from({ length: 40 }, () => number())),
      /^dashboards › New › widgets: has more than 24 charts\.$/,
    ],
    [
      'a width',
      board(number({}, { width: 13 })),
      /^dashboards › New › widgets › Sum › width: is not from 3 to 12 columns\.$/,
    ],
    ['a height', board(number({}, { height: 1.5 })), /› Sum › height: is not from 1 to 6 rows\.$/],
    [
      'an interval',
      board(number({ groups: [{ field: 'Ordered', interval: 'HOUR' }] })),
      /› groups › number 1 › interval: is none of DAY, WEEK/,
    ],
    ['a measure', board(number({ measure: { kind: 'MEDIAN' } })), /› measure › kind: is none of COUNT, SUM/],
    [
      'an operator',
      board(number({ filters: [{ field: 'Via', operator: 'like', logicOperator: 'AND' }] })),
      /› operator: is no operator of a filter\.$/,
    ],
    ['a member', board({ ...number(), key: 'c1' }), /› Sum: this release does not know ‘key’/],
    ['a title', board(number({ title: '' })), /› widgets › number 1 › chart › title: is empty\.$/],
    [
      'no role',
      only({ name: 'New', roles: [] }),
      /^dashboards › New › roles: names no role: a dashboard of a file is shared/,
    ],
    [
      'nobody',
      only({ name: 'New' }),
      /^New names no role: a dashboard of a file is shared with at least one\. Nothing was changed\.$/,
    ],
    [
      'a role',
      only({ name: 'New', roles: ['Pilot'] }),
      /^New names the role “Pilot”, which is neither in the file nor here\. Nothing was changed\.$/,
    ],
    [
      'a record type',
      board(number({ recordType: 'Ghosts' })),
      /^New › Sum names the record type “Ghosts”, which is neither in the file nor here/,
    ],
    [
      'a field',
      board(number({ measure: { kind: 'SUM', field: 'Weight' } })),
      /^New › Sum names the field “Weight” of Orders, which is neither/,
    ],
    [
      'a field of all papers',
      board(number({ recordType: 'All papers', groups: [{ field: 'Weight' }] })),
      /names the field “Weight” of Orders/,
    ],
    [
      'a field that every record has',
      board(number({ groups: [{ field: '@weight' }] })),
      /names the field “@weight” of Orders/,
    ],
    [
      'a value',
      board(number(where('Via', 'Balloon'))),
      /^New › Sum names the value “Balloon” of the list Ways, which is neither/,
    ],
    [
      'a status',
      board(number(where('@status', 'Lost'))),
      /names the status “Lost” of Orders, which is neither/,
    ],
    [
      'a status of all papers',
      board(number({ recordType: 'All papers', ...where('@status', 'Open') })),
      /names the status “Open” of All papers/,
    ],
    [
      'a person',
      board(number(where('Buyer', 'Ana'))),
      /^New › Sum asks for “Ana”: a configuration file names no people and no other companies/,
    ],
    [
      'a user',
      board(number(where('@createdBy', 'Ana'))),
      /asks for “Ana”: a configuration file names no people/,
    ],
    [
      'another company',
      board(number(where('@targetTransmissionTenant', 'North'))),
      /asks for “North”: a configuration file names no people and no other companies/,
    ],
  ])('is refused with the place: %s', async (_what, text, sentence) => {
    const { ana, tenant } = await aCompany({ only: 'TYPES' });
    const { errors } = await ask(text, ana);
    expect(errors?.[0]).toMatchObject({
      message: expect.stringMatching(sentence),
      extensions: { code: 'INVALID' },
    });
    const tried = await apply({ text, seal: 'any', chosen: ['any'] }, ana);
    expect(tried.refusal?.extensions['code']).toMatch(/^(INVALID|CONFLICT)$/);
    expect(await rowsOf(tenant.id)).toEqual([]);
  });

  test.each([
    [
      'a line without days',
      number({ kind: 'LINE', groups: [{ field: 'Via' }] }),
      /^New › Sum: A line goes along time: Via is no date\. Nothing was changed\.$/,
    ],
    [
      'bars by nothing',
      number({ kind: 'BAR' }),
      /^New › Sum: Bars: choose one field to group by\. Nothing was changed\.$/,
    ],
    [
      'a sum of days',
      number({ measure: { kind: 'SUM', field: 'Ordered' } }),
      /^New › Sum: Ordered has no 'sum'\. Nothing was changed\.$/,
    ],
  ])('what the page refuses refuses the whole: %s', async (_what, widget, sentence) => {
    const { ana, tenant } = await aCompany({ only: 'TYPES' });
    const before = await exportOf(ana);
    const text = only(
      { name: 'Fine', roles: ['Clerk'], widgets: [number()] },
      { name: 'New', roles: ['Clerk'], widgets: [widget] },
    );
    const { refusal } = await bring(text, ana);
    expect(refusal).toMatchObject({
      message: expect.stringMatching(sentence),
      extensions: { code: 'INVALID' },
    });
    expect(await rowsOf(tenant.id)).toEqual([]);
    expect(await exportOf(ana)).toBe(before);
  });

  test('what is switched off here is said, and nothing is applied', async () => {
    const { ana, tenant, clerk, orders } = await aCompany({ only: 'TYPES' });
    await server.query('update role set enabled = false where id = $1', [clerk]);
    expect((await bring(board(number()), ana)).refusal?.message).toBe(
      'New: the role “Clerk” is disabled here. Choose it as well, or enable it first. Nothing was changed.',
    );
    await server.query('update role set enabled = true where id = $1', [clerk]);
    await server.query('update field set enabled = false where id = $1', [orders.fields.get('Margin')?.id]);
    const margin = board(number({ measure: { kind: 'SUM', field: 'Margin' } }));
    expect((await bring(margin, ana)).refusal?.message).toBe(
      'New › Sum: there is no field “Margin” here. Choose it as well. Nothing was changed.',
    );
    expect(await rowsOf(tenant.id)).toEqual([]);
  });
});

test('whoever does not administer the company is refused', async () => {
  const { bob, tenant } = await aCompany();
  const text = only({ name: 'New', roles: ['Clerk'], widgets: [] });
  const refused = { extensions: { code: 'FORBIDDEN' } };
  expect((await server.ask('{ exportConfiguration { text } }', bob)).errors?.[0]).toMatchObject(refused);
  expect((await ask(text, bob)).errors?.[0]).toMatchObject(refused);
  expect((await apply({ text, seal: 'any', chosen: ['any'] }, bob)).refusal).toMatchObject(refused);
  expect(await rowsOf(tenant.id)).toHaveLength(1);
});

test('nothing of another company is reached, whatever a file calls it', async () => {
  const other = await aCompany();
  const before = await rowsOf(other.tenant.id);
  const { ana, tenant } = await aCompany({ only: 'TYPES' });
  const { differences } = await compare(only({ name: 'Morning', roles: ['Clerk'], widgets: [] }), ana);
  expect(differences).toMatchObject([{ state: 'NEW', title: 'Morning' }]);
  await bringAll(only({ name: 'Morning', roles: ['Clerk'], widgets: [] }), ana);
  await bringAll(only({ name: 'Morning', enabled: false }), ana);
  expect(await rowsOf(other.tenant.id)).toEqual(before);
  expect(await rowsOf(tenant.id)).toMatchObject([{ enabled: false }]);
});

describe('views of roles', () => {
  type View = { name: string; role: string; recordType: string } & Record<string, unknown>;
  const viewsOf = async (who: Credentials) => (JSON.parse(await exportOf(who)) as { views: View[] }).views;
  /** A file that has views alone. */
  const views = (...all: object[]) =>
    JSON.stringify({ format: 'rowhouse-configuration', version: 2, views: all });
  const is = (field: string, operator: string, value: string | string[]) => ({
    field,
    operator,
    ...(typeof value === 'string' ? { value } : { values: value }),
    logicOperator: 'AND',
  });
  const plain = {
    isDefault: false,
    columns: [],
    hidden: [],
    pinned: { left: [], right: [] },
    widths: [],
    filters: [],
    sorts: [],
    density: null,
    pageSize: null,
    layout: null,
    groups: [],
    colours: [],
  };
  const ofClerks = { role: 'Clerk', recordType: 'Orders' };
  const mine: View = {
    name: 'Mine by air',
    ...ofClerks,
    ...plain,
    isDefault: true,
    columns: ['@status', 'Via', 'Margin', '@recordViewerUrl'],
    hidden: ['Amount'],
    pinned: { left: ['@status'], right: ['@recordViewerUrl'] },
    widths: [{ field: 'Via', width: 140 }],
    filters: [is('Via', 'isAnyOf', ['Air', '@@home']), is('@createdBy', 'is', '@username')],
    sorts: [{ field: 'Amount', direction: 'DESC' }],
    density: 0.7,
    pageSize: 50,
    layout: { kind: 'BOARD', field: '@status', sum: '@none' },
    groups: [group('Ordered', 'MONTH'), group('@status')],
    colours: [{ name: 'Open', tone: 'RED', column: 'Amount', conditions: [is('@status', 'is', 'Open')] }],
  };
  const papers: View = {
    name: 'Done',
    role: 'Clerk',
    recordType: 'All papers',
    ...plain,
    filters: [is('@status', 'isAnyOf', ['Orders › Done', 'Bills › Done'])],
  };
  const save = (who: Credentials, data: object) =>
    server.ask(
      'mutation ($data: RegisterUserGridPreferencesInput!) { registerUserGridPreferences(data: $data) { id } }',
      who,
      { data },
    );
  const openedWith = async (who: Credentials, recordTypeId: number) => {
    const { data } = await server.ask(
      `query ($recordTypeId: Id!) { getDefaultUserGridPreference(recordTypeId: $recordTypeId) {
         roleGridPreference { savedName gridOptions { orderedFields hiddenFields filterModel { columnField value } } } } }`,
      who,
      { recordTypeId },
    );
    return (data?.['getDefaultUserGridPreference'] as { roleGridPreference: object } | null)
      ?.roleGridPreference;
  };

  test('come into another company by names alone, and out of it as the same bytes', async () => {
    const { ana } = await aCompany({ only: 'TYPES' });
    await bringAll(views(mine, papers), ana);
    expect(await viewsOf(ana)).toEqual([papers, mine]);
    const text = await exportOf(ana);
    expect(await exportOf(ana)).toBe(text);
    const empty = await anEmptyCompany();
    await bringAll(text, empty);
    expect(await viewsOf(empty)).toEqual([papers, mine]);
    const [whole, another] = [await exportOf(empty), await anEmptyCompany()];
    await bringAll(whole, another);
    expect(await exportOf(another)).toBe(whole);
    expect((await compare(whole, another)).differences).toEqual([]);
  });

  test('open the grids of their role with the choices here, and show each reader what their role sees', async () => {
    const { ana, bob, orders, key, way, tenant } = await aCompany({ only: 'TYPES' });
    await bringAll(views(mine, { ...mine, role: 'Administrator' }), ana);
    const filterModel = [
      { columnField: key('Via'), value: [way('Air'), way('@home')] },
      // Nobody sees who made it.
    ];
    expect(await openedWith(bob, orders.id)).toEqual({
      savedName: 'Mine by air',
      gridOptions: {
        orderedFields: ['status', key('Via'), key('Margin'), 'recordViewerUrl'],
        hiddenFields: [key('Amount')],
        filterModel,
      },
    });
    expect(await openedWith(ana, orders.id)).toMatchObject({
      gridOptions: { orderedFields: ['status', key('Via'), 'recordViewerUrl'], filterModel },
    });
    const [kept] = await server.query(
      'select count(*)::int as own from grid_preference where tenant_id = $1 and user_id is not null',
      [tenant.id],
    );
    expect(kept).toEqual({ own: 0 });
  });

  test('leave out what is somebody’s own or of a role that is off, and say what no file names', async () => {
    const { ana, tenant, orders, clerk, administrator, key, buyers } = await aCompany({ only: 'TYPES' });
    const data = (savedName: string, roleId: number | null) => ({
      gridName: `record-type-${orders.id}`,
      savedName,
      roleId,
      gridOptions: {},
    });
    const byAna = filter(key('Buyer'), 'is', String(buyers.values.get('Ana')));
    for (const one of [
      data('Own', null),
      data('Of clerks', clerk),
      data('Of the desk', administrator),
      data('Of Ana', administrator),
    ])
      expect((await save(ana, one)).errors).toBeUndefined();
    await server.query(
      `update grid_preference set grid_options = jsonb_set(grid_options, '{filterModel}', $2::jsonb)
       where tenant_id = $1 and saved_name = 'Of Ana'`,
      [tenant.id, JSON.stringify([byAna])],
    );
    await server.query('update role set enabled = false where id = $1', [clerk]);
    expect((await viewsOf(ana)).map(({ name }) => name)).toEqual(['Of the desk']);
    const answer = await server.ask('{ exportConfiguration { leftOut } }', ana);
    expect(answer.data?.['exportConfiguration']).toEqual({
      leftOut: [
        'Administrator › Orders › Of Ana is not in the file: it asks for what no file names (a certain person, another company, what is gone or switched off, or one of several of one name).',
      ],
    });
    // What no file can say is not replaced: an undo could not put it back.
    const before = await exportOf(ana);
    const { refusal } = await bring(
      views({ name: 'of ana', role: 'Administrator', recordType: 'Orders' }),
      ana,
    );
    expect(refusal?.message).toMatch(
      /^Administrator › Orders › of ana: what stands here asks for what no file/,
    );
    expect(await exportOf(ana)).toBe(before);
    const kept = await server.query(
      'select saved_name as name from grid_preference where tenant_id = $1 and enabled order by id',
      [tenant.id],
    );
    expect(kept.map(({ name }) => name)).toEqual(['Own', 'Of clerks', 'Of the desk', 'Of Ana']);
  });

  test('a change is said member by member, leaves what it does not say, and goes back in one step', async () => {
    const { ana } = await aCompany({ only: 'TYPES' });
    await bringAll(views(mine, { ...ofClerks, name: 'Doomed', filters: [is('Via', 'is', 'Ship')] }), ana);
    const before = await exportOf(ana);
    const text = views(
      {
        name: 'Mine by air',
        ...ofClerks,
        columns: ['Via', '@status'],
        filters: [is('Via', 'is', 'Ship')],
        sorts: [],
        layout: null,
        groups: [],
        colours: [],
      },
      { ...ofClerks, name: 'Doomed', enabled: false },
      { ...ofClerks, name: 'All', isDefault: true },
      { ...ofClerks, name: 'Never here', enabled: false },
    );
    const { differences } = await compare(text, ana);
    expect(differences.map(({ part, state, title, about }) => [part, state, title, about])).toEqual([
      ['views', 'CHANGED', 'Clerk › Orders › Mine by air', ''],
      ['views', 'CHANGED', 'Clerk › Orders › Doomed', ''],
      ['views', 'NEW', 'Clerk › Orders › All', 'default of the role'],
    ]);
    expect(differences[0]!.changes).toEqual([
      { what: 'Columns', before: 'Status, Via, Margin, Record Viewer URL', after: 'Via, Status' },
      {
        what: 'Conditions',
        before: 'Via is any of Air, @home and Created By is Me (@username)',
        after: 'Via is Ship',
      },
      { what: 'Sorted by', before: 'Amount (descending)', after: 'none' },
      { what: 'Layout', before: 'board, Status, without a sum', after: 'rows' },
      { what: 'Grouped by', before: 'Ordered (month), Status', after: 'none' },
      { what: 'Colours', before: 'Open: red on Amount where Status is Open', after: 'none' },
    ]);
    const { undo } = await bringAll(text, ana);
    const after = await viewsOf(ana);
    // There is one default: what became it took the place of the other.
    expect(after.map(({ name, isDefault }) => [name, isDefault])).toEqual([
      ['All', true],
      ['Mine by air', false],
    ]);
    expect(after[1]).toMatchObject({ columns: ['Via', '@status'], hidden: ['Amount'], pageSize: 50 });
    expect((await compare(text, ana)).differences).toEqual([]);
    expect((await undoOf(undo!, ana)).refusal).toBeUndefined();
    expect(await exportOf(ana)).toBe(before);
  });

  test('come alone with what they name, and follow a role and a field that get other names', async () => {
    const { ana } = await aCompany({ only: 'TYPES' });
    await bringAll(views({ ...mine, columns: ['Via', 'Amount'] }), ana);
    const before = await exportOf(ana);
    const empty = await anEmptyCompany();
    const whole = await compare(before, empty);
    const view = whole.differences.find(({ part }) => part === 'views')!;
    const titleOf = (key: string) => whole.differences.find((one) => one.key === key)?.title;
    expect(view.needs.map(titleOf)).toEqual(['Clerk', 'Orders', 'Ways']);

    const text = before.replaceAll('"Amount"', '"Total"').replaceAll('"Clerk"', '"Desk"');
    const open = await compare(text, ana);
    const answers = open.differences
      .filter(({ state, title }) => state === 'ASKED' || title === 'Desk')
      .map(({ key, title }) => ({ key, name: title === 'Desk' ? 'Clerk' : 'Amount' }));
    const { seal, differences, left } = await compare(text, ana, answers);
    expect(left).toEqual([]);
    expect(differences.filter(({ part }) => part === 'views')).toMatchObject([
      { state: 'CHANGED', title: 'Clerk › Orders › Mine by air' },
    ]);
    const chosen = differences.filter(({ changes }) => changes.length > 0).map(({ key }) => key);
    const { undo, refusal } = await apply({ text, seal, answers, chosen }, ana);
    expect(refusal).toBeUndefined();
    expect(await exportOf(ana)).toBe(text);
    expect((await undoOf(undo!, ana)).refusal).toBeUndefined();
    expect(await exportOf(ana)).toBe(before);
  });

  test.each([
    ['a role', { ...mine, role: 'Nobody' }, /names the role “Nobody”, which is neither in the file nor here/],
    ['a record type', { ...mine, recordType: 'No' }, /names the record type “No”, which is neither/],
    ['a column', { ...mine, columns: ['Nothing'] }, /names the field “Nothing” of Orders, which is neither/],
    ['a value', { ...mine, filters: [is('Via', 'is', 'Rail')] }, /names the value “Rail” of the list Ways/],
    ['a person', { ...mine, filters: [is('Buyer', 'is', 'Ana')] }, /a configuration file names no people/],
    ['a tone', { ...mine, colours: [{ name: 'x', tone: 'PINK', conditions: [] }] }, /tone: is none of RED/],
  ])('what names nothing is refused with the place: %s', async (_what, view, sentence) => {
    const { ana } = await aCompany({ only: 'TYPES' });
    expect((await ask(views(view), ana)).errors?.[0]).toMatchObject({
      message: expect.stringMatching(sentence),
      extensions: { code: 'INVALID' },
    });
  });

  test('two of one name, or two defaults of one grid, are refused; so is what its grid refuses', async () => {
    const { ana } = await aCompany({ only: 'TYPES' });
    const before = await exportOf(ana);
    const said = async (...all: object[]) => (await ask(views(...all), ana)).errors?.[0]?.message;
    expect(await said(mine, { ...mine, name: 'MINE BY AIR', isDefault: false })).toBe(
      'Clerk › Orders › MINE BY AIR stands in the file twice. Nothing was changed.',
    );
    expect(await said(mine, { ...mine, name: 'Other' })).toBe(
      'Clerk › Orders: the file has more than one default view. Nothing was changed.',
    );
    const { refusal } = await bring(
      views({ ...mine, name: 'Fine' }, { ...mine, isDefault: false, pageSize: 7 }),
      ana,
    );
    expect(refusal?.message).toBe(
      'Clerk › Orders › Mine by air: Pages of 7 records are not offered. Nothing was changed.',
    );
    expect(await exportOf(ana)).toBe(before);
  });

  test('a view that somebody saved meanwhile refuses what was compared before; another company has none', async () => {
    const other = await aCompany({ only: 'TYPES' });
    await bringAll(views(mine), other.ana);
    const { ana, bob, orders, clerk } = await aCompany({ only: 'TYPES' });
    expect(await viewsOf(ana)).toEqual([]);
    const { seal, differences } = await compare(views(mine), ana);
    const chosen = differences.map(({ key }) => key);
    const refused = { extensions: { code: 'FORBIDDEN' } };
    expect((await apply({ text: views(mine), seal, chosen }, bob)).refusal).toMatchObject(refused);
    await save(ana, {
      gridName: `record-type-${orders.id}`,
      savedName: 'New',
      roleId: clerk,
      gridOptions: {},
    });
    expect((await apply({ text: views(mine), seal, chosen }, ana)).refusal?.extensions['code']).toBe(
      'CONFLICT',
    );
    await bringAll(views({ ...mine, enabled: false }, { ...ofClerks, name: 'New', enabled: false }), ana);
    expect(await viewsOf(ana)).toEqual([]);
    expect(await viewsOf(other.ana)).toEqual([mine]);
  });
});
