import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestServer } from '../../../testing/test-server.ts';
import type { Credentials, TestServer } from '../../../testing/test-server.ts';
import { aTenant } from '../../seed/builders.ts';

let server: TestServer;
let world: Awaited<ReturnType<typeof build>>;
/** Ana administers; bob is a clerk and sue a buyer. */
let ana: Credentials;
let bob: Credentials;
let sue: Credentials;
beforeAll(async () => {
  server = await startTestServer();
  world = await build();
  ana = await server.enter('ana', world.tenant);
  bob = await server.enter('bob', world.tenant);
  sue = await server.enter('sue', world.tenant);
});
afterAll(() => server.close());

const build = () =>
  server.database.asOwnerOfAll(async (connection) => {
    const tenant = await aTenant(connection, { name: 'Charted', bucket: 8 });
    const administrator = await tenant.withRole({ name: 'Administrator', administers: true });
    const clerk = await tenant.withRole({ name: 'Clerk' });
    const buyer = await tenant.withRole({ name: 'Buyer' });
    await tenant.withMember(server.people.ana, administrator);
    await tenant.withMember(server.people.bob, clerk);
    await tenant.withMember(server.people.sue, buyer);
    const orders = await tenant.withRecordType({
      name: 'Orders',
      statuses: ['Open', 'Done'],
      fields: [
        { name: 'Amount', dataType: 'currency' },
        { name: 'Margin', dataType: 'currency' },
        { name: 'Ordered', dataType: 'date' },
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
    for (const role of [administrator, clerk])
      for (const item of menu.values()) await tenant.withActions(role, item, ['view']);
    const seen = ['status', 'Amount', 'Ordered'].map((field) => ({ field, access: 'ViewOnly' as const }));
    await tenant.withFieldAccess(administrator, orders, [...seen, { field: 'Margin', access: 'ViewOnly' }]);
    await tenant.withFieldAccess(clerk, orders, seen);
    const keyOf = (name: string) => `f${orders.fields.get(name)?.id ?? 0}`;
    const keys = { amount: keyOf('Amount'), margin: keyOf('Margin'), ordered: keyOf('Ordered') };
    const other = await aTenant(connection, { name: 'Elsewhere', bucket: 8 });
    const foreignType = await other.withRecordType({ name: 'Theirs', statuses: [], fields: [] });
    const { rows } = await connection.query(
      `insert into dashboard (tenant_id, name, embed_type) values ($1, 'Theirs', 'BUILT_IN') returning id::int`,
      [other.id],
    );
    return {
      tenant,
      clerk,
      buyer,
      orders: orders.id,
      foreignType: foreignType.id,
      keys,
      foreign: Number(rows[0]?.['id']),
    };
  });

type Made = {
  id: number;
  name: string;
  version: number;
  selected: boolean;
  isOwn: boolean;
  mayEdit: boolean;
  roles: { id: number; name: string }[];
  serverUrl: string | null;
  dashboardId: string;
  widgets: { key: string; width: number; height: number; chart: { title: string } | null }[];
};
const parts = `id dashboardId name enabled embedType expirationTime serverUrl siteIdentifier environment selected version
  isOwn mayEdit roles { id name } widgets { key width height chart { kind title recordTypeName
    filters { columnField operatorValue value } groups { field name dataType interval }
    measure { kind field name dataType currency } } }`;

async function send(name: 'createDashboard' | 'updateDashboard', data: object, who: Credentials) {
  const input = `${name[0]?.toUpperCase()}${name.slice(1)}Input`;
  const answer = await server.ask(`mutation ($data: ${input}!) { ${name}(data: $data) { ${parts} } }`, who, {
    data,
  });
  return { made: answer.data?.[name] as Made, refusal: refusalOf(answer) };
}
function refusalOf(answer: Awaited<ReturnType<TestServer['ask']>>) {
  const [error] = answer.errors ?? [];
  return (
    error && { code: error.extensions['code'], message: error.message, field: error.extensions['field'] }
  );
}
async function listed(who: Credentials): Promise<string[]> {
  const { data } = await server.ask('{ getMyDashboards { name } }', who);
  return ((data?.['getMyDashboards'] ?? []) as Made[]).map(({ name }) => name);
}
async function prefer(dashboardId: number | null, who: Credentials) {
  const answer = await server.ask(
    `mutation ($data: SetMyDashboardPreferenceInput!) {
      setMyDashboardPreference(data: $data) { tag dashboard { name selected } } }`,
    who,
    { data: { dashboardId } },
  );
  return { preference: answer.data?.['setMyDashboardPreference'], refusal: refusalOf(answer) };
}
const preferred = async (who: Credentials) =>
  (await server.ask('{ getMyDashboardPreference { tag dashboard { name } } }', who)).data?.[
    'getMyDashboardPreference'
  ];
async function embedOf(id: number, who: Credentials) {
  const answer = await server.ask(
    'query ($data: GetDashboardEmbedInput!) { getDashboardEmbed(data: $data) { url expiresAt now } }',
    who,
    { data: { id } },
  );
  return {
    embed: answer.data?.['getDashboardEmbed'] as { url: string; expiresAt: string; now: string },
    refusal: refusalOf(answer),
  };
}

let count = 0;
let own: Made;
let shared: Made;
beforeEach(async () => {
  count += 1;
  own = (await send('createDashboard', { name: `Of bob ${count}` }, bob)).made;
  shared = (await send('createDashboard', { name: `Of clerks ${count}`, roleIds: [world.clerk] }, ana)).made;
});

describe('dashboards', () => {
  test('are one’s own, and what is shared with one’s role', async () => {
    expect(own).toMatchObject({ isOwn: true, mayEdit: true, roles: [], dashboardId: String(own.id) });
    expect(await listed(bob)).toEqual(expect.arrayContaining([own.name, shared.name]));
    expect(await listed(sue)).toEqual([]);
    expect(await listed(ana)).toContain(shared.name);
    expect(await listed(ana)).not.toContain(own.name);
  });

  test('say to whom they are shared only what concerns the reader', async () => {
    const both = { id: shared.id, version: shared.version, roleIds: [world.buyer, world.clerk] };
    const { made } = await send('updateDashboard', both, ana);
    expect(made.roles.map(({ name }) => name)).toEqual(['Buyer', 'Clerk']);
    const { data } = await server.ask(`{ getMyDashboards { ${parts} } }`, sue);
    expect(data?.['getMyDashboards']).toMatchObject([
      { name: shared.name, mayEdit: false, isOwn: false, roles: [{ name: 'Buyer' }] },
    ]);
    await send('updateDashboard', { id: shared.id, version: made.version, enabled: false }, ana);
  });

  test('are shared by administrators alone', async () => {
    const wanted = { id: own.id, version: own.version, roleIds: [world.clerk] };
    expect((await send('updateDashboard', wanted, bob)).refusal).toMatchObject({
      code: 'FORBIDDEN',
      message: 'Only an administrator of this company shares a dashboard with roles.',
    });
    const renamed = { id: shared.id, version: shared.version, name: 'Mine now' };
    expect((await send('updateDashboard', renamed, bob)).refusal).toMatchObject({ code: 'FORBIDDEN' });
  });

  test('of somebody else, of another company and of nobody are not there, in the same words', async () => {
    const hidden = await Promise.all(
      [shared.id, world.foreign, 6_999_999].map(async (id) => [
        (await send('updateDashboard', { id, version: 1, name: 'x' }, sue)).refusal,
        (await prefer(id, sue)).refusal,
        (await embedOf(id, sue)).refusal,
      ]),
    );
    expect(hidden[0]?.[0]).toMatchObject({ code: 'NOT_FOUND', message: 'The dashboard was not found.' });
    expect(hidden[1]).toEqual(hidden[0]);
    expect(hidden[2]).toEqual(hidden[0]);
  });

  test('a name that is none is refused, and nothing is made', async () => {
    const before = await listed(bob);
    expect((await send('createDashboard', { name: '  ' }, bob)).refusal).toMatchObject({
      code: 'INVALID',
      message: 'Name is required.',
      field: 'name',
    });
    expect(await listed(bob)).toEqual(before);
  });

  test('of two changes at once the second is told what the first made', async () => {
    const change = (name: string) => send('updateDashboard', { id: own.id, version: own.version, name }, bob);
    const [one, other] = await Promise.all([change('First'), change('Second')]);
    expect([one.refusal, other.refusal].filter((refusal) => refusal?.code === 'CONFLICT')).toHaveLength(1);
  });

  test('that are sent again under their key are made and changed once', async () => {
    const data = { name: 'Once', idempotencyKey: 'a' };
    const made = await Promise.all([send('createDashboard', data, bob), send('createDashboard', data, bob)]);
    const [{ id, version } = { id: 0, version: 0 }] = made.map((answer) => answer.made);
    expect(made.map((answer) => answer.made.id)).toEqual([id, id]);
    expect((await listed(bob)).filter((name) => name === 'Once')).toHaveLength(1);
    const twice = async (change: object) => {
      const first = await send('updateDashboard', { id, version, idempotencyKey: 'b', ...change }, bob);
      expect(await send('updateDashboard', { id, version, idempotencyKey: 'b', ...change }, bob)).toEqual(
        first,
      );
      return first.made.version;
    };
    expect(await twice({ name: 'Renamed' })).toBe(2);
    expect(await twice({ version: 2, enabled: false, idempotencyKey: 'c' })).toBe(3);
    // Of another person it is another key.
    const other = await send('createDashboard', data, ana);
    expect(other.made.id).not.toBe(id);
    await send('updateDashboard', { id: other.made.id, version: 1, enabled: false }, ana);
  });

  test('deleted is gone from every list, and Start opens again', async () => {
    await prefer(shared.id, bob);
    await send('updateDashboard', { id: shared.id, version: shared.version, enabled: false }, ana);
    expect(await listed(bob)).not.toContain(shared.name);
    expect(await preferred(bob)).toEqual({ tag: 'MAIN', dashboard: null });
    expect((await prefer(shared.id, bob)).refusal).toMatchObject({ code: 'NOT_FOUND' });
  });

  test('are audited, with names for what changed', async () => {
    await prefer(shared.id, bob);
    const { data } = await server.ask(
      `query ($data: FindAuditLogsInput!) { findAuditLogs(data: $data) {
        logs { kind subject changes { what newValue } } } }`,
      ana,
      { data: { filter: { kinds: ['DASHBOARD'] } } },
    );
    const told = JSON.stringify(data);
    expect(told).toContain(`Dashboard ${shared.name}`);
    expect(told).toContain('First dashboard of');
    expect(told).toContain('Shared with roles');
  });
});

test('each remembers their own first dashboard', async () => {
  await prefer(null, bob);
  expect(await preferred(bob)).toEqual({ tag: 'MAIN', dashboard: null });
  expect((await prefer(shared.id, bob)).preference).toEqual({
    tag: 'MAIN',
    dashboard: { name: shared.name, selected: true },
  });
  expect(await preferred(bob)).toMatchObject({ dashboard: { name: shared.name } });
  expect(await preferred(ana)).toMatchObject({ dashboard: null });
  await prefer(null, bob);
  expect(await preferred(bob)).toMatchObject({ dashboard: null });
});

describe('an embedded dashboard', () => {
  const embedKey = 'shared with the embed server';
  const settings = {
    embedType: 'SIGNED_URL',
    serverUrl: 'https://reports.example/bi/',
    siteIdentifier: 'site/one',
    environment: 'cloud',
    dashboardId: 'freight',
    expirationTime: 600,
    embedKey,
  };
  const make = (change: object = {}, who = ana) =>
    send(
      'createDashboard',
      { name: `Freight ${count}`, roleIds: who === ana ? [world.clerk] : [], ...settings, ...change },
      who,
    );

  test('is shown by an address that the embed server can check', async () => {
    const { made } = await make();
    const { embed } = await embedOf(made.id, bob);
    const url = new URL(embed.url);
    expect(`${url.origin}${url.pathname}`).toBe('https://reports.example/bi/site/one/dashboards/freight');
    const signature = url.searchParams.get('embed_signature');
    const signed = `${url.pathname}${url.search}`.replace(/&embed_signature=.*$/, '');
    expect(signature).toBe(createHmac('sha256', embedKey).update(signed).digest('base64url'));
    expect(Date.parse(embed.now)).toBe(server.clock.at);
    expect(Date.parse(embed.expiresAt) - Number(url.searchParams.get('embed_timestamp')) * 1000).toBe(
      600_000,
    );
    expect((await embedOf(made.id, bob)).embed.url).not.toBe(embed.url);
  });

  test('never tells its key', async () => {
    const { made } = await make();
    const answers = await Promise.all([
      server.ask(`{ getMyDashboards { ${parts} } }`, ana),
      embedOf(made.id, ana),
      server.ask(
        '{ findAuditLogs(data: { filter: { kinds: [DASHBOARD] } }) { logs { changes { what oldValue newValue } } } }',
        ana,
      ),
    ]);
    expect(JSON.stringify(answers)).not.toContain(embedKey);
    const [row] = await server.query('select * from dashboard where id = $1', [made.id]);
    expect(JSON.stringify(row)).not.toContain(embedKey);
    expect(JSON.stringify(answers)).not.toContain(String(row?.['sealed_key']));
  });

  test.each([
    ['a server that is not allowed', { serverUrl: 'https://elsewhere.example' }, 'serverUrl'],
    ['a site that leaves its folder', { siteIdentifier: '../admin' }, 'siteIdentifier'],
    ['a short key', { embedKey: 'short' }, 'embedKey'],
    ['no key', { embedKey: null }, 'embedKey'],
    ['an expiration of a second', { expirationTime: 1 }, 'expirationTime'],
  ])('with %s is refused', async (_what, change, field) => {
    expect((await make(change)).refusal).toMatchObject({ code: 'INVALID', field });
  });

  test('is made by administrators alone', async () => {
    expect((await make({}, bob)).refusal).toMatchObject({
      code: 'FORBIDDEN',
      message: 'Only an administrator of this company adds an embedded dashboard.',
    });
  });

  test('keeps its key when it is renamed, and asks for another one when its server changes', async () => {
    const { made } = await make();
    const renamed = await send(
      'updateDashboard',
      { id: made.id, version: made.version, name: 'Freight' },
      ana,
    );
    expect((await embedOf(made.id, ana)).embed.url).toContain('reports.example');
    const moved = { id: made.id, version: renamed.made.version, serverUrl: 'https://reports.example/other' };
    expect((await send('updateDashboard', moved, ana)).refusal).toMatchObject({ field: 'embedKey' });
  });

  test('of a server that is no longer allowed says so, and can still be deleted', async () => {
    const { made } = await make();
    await server.query(`update dashboard set server_url = 'https://gone.example' where id = $1`, [made.id]);
    expect((await embedOf(made.id, bob)).refusal).toMatchObject({
      code: 'INVALID',
      message:
        'gone.example is not among the servers that this installation may embed. Who runs it can add it.',
    });
    const deleted = await send(
      'updateDashboard',
      { id: made.id, version: made.version, enabled: false },
      ana,
    );
    expect(deleted.refusal).toBeUndefined();
  });

  test('whose key was sealed with another secret says what to do', async () => {
    const { made } = await make();
    await server.query(`update dashboard set sealed_key = 'from elsewhere' where id = $1`, [made.id]);
    expect((await embedOf(made.id, bob)).refusal?.message).toBe(
      'The key of this dashboard can no longer be read. An administrator has to enter it again.',
    );
  });
});

describe('charts', () => {
  const chart = (change: object = {}) => ({
    kind: 'STACKED_BAR',
    title: 'Orders by month',
    recordTypeId: world.orders,
    groups: [{ field: world.keys.ordered, interval: 'MONTH' }, { field: 'status' }],
    measure: { kind: 'COUNT' },
    ...change,
  });
  const widget = (change: object = {}, key = 'c1') => ({ key, width: 6, height: 3, chart: chart(change) });
  const put = (widgets: object[], who = ana, on = shared) =>
    send('updateDashboard', { id: on.id, version: on.version, widgets }, who);

  test('are kept in their order, with what is needed to draw them', async () => {
    const { made } = await put([
      widget({ filters: [{ columnField: 'status', operatorValue: 'isNotEmpty' }] }),
      widget(
        { kind: 'NUMBER', title: 'Amount', groups: [], measure: { kind: 'SUM', field: world.keys.amount } },
        'c2',
      ),
    ]);
    expect(made.widgets).toMatchObject([
      {
        key: 'c1',
        chart: {
          recordTypeName: 'Orders',
          filters: [{ columnField: 'status', operatorValue: 'isNotEmpty', value: null }],
          groups: [
            { name: 'Ordered', dataType: 'date', interval: 'MONTH' },
            { field: 'status', interval: null },
          ],
        },
      },
      { key: 'c2', chart: { measure: { kind: 'SUM', name: 'Amount', currency: 'USD' } } },
    ]);
    const moved = [
      { key: 'c2', width: 3, height: 1 },
      { key: 'c1', width: 12, height: 2 },
    ];
    const after = await put(moved, ana, made);
    expect(after.made.widgets.map(({ key, chart: kept }) => [key, kept?.title])).toEqual([
      ['c2', 'Amount'],
      ['c1', 'Orders by month'],
    ]);
  });

  test('of a field that the role does not see tell it neither their name nor their field', async () => {
    const hidden = [
      widget(
        {
          title: 'Margin of all',
          kind: 'NUMBER',
          groups: [],
          measure: { kind: 'SUM', field: world.keys.margin },
        },
        'c1',
      ),
      widget(
        { title: 'Rich ones', filters: [{ columnField: world.keys.margin, operatorValue: 'isNotEmpty' }] },
        'c2',
      ),
      widget({}, 'c3'),
    ];
    await put(hidden);
    const answer = await server.ask(`{ getMyDashboards { ${parts} } }`, bob);
    const [told] = ((answer.data?.['getMyDashboards'] ?? []) as Made[]).filter(({ id }) => id === shared.id);
    expect(told?.widgets.map(({ chart: seen }) => seen?.title ?? null)).toEqual([
      null,
      null,
      'Orders by month',
    ]);
    expect(JSON.stringify(told)).not.toContain(world.keys.margin);
    expect(JSON.stringify(told)).not.toContain('Margin');
  });

  test('that one does not see stay when one arranges the board', async () => {
    const margin = widget({
      title: 'Margin',
      kind: 'NUMBER',
      groups: [],
      measure: { kind: 'SUM', field: world.keys.margin },
    });
    await server.query(`update dashboard set widgets = $2::jsonb where id = $1`, [
      own.id,
      JSON.stringify([
        {
          ...margin,
          chart: { ...margin.chart, filters: [], measure: { kind: 'SUM', field: world.keys.margin } },
        },
      ]),
    ]);
    const { made, refusal } = await put([{ key: 'c1', width: 12, height: 1 }], bob, own);
    expect(refusal).toBeUndefined();
    expect(made.widgets).toEqual([{ key: 'c1', width: 12, height: 1, chart: null }]);
    const [row] = await server.query('select widgets from dashboard where id = $1', [own.id]);
    expect(JSON.stringify(row)).toContain(world.keys.margin);
  });

  test('over a field that one does not see, or that is not there, are refused in the same words', async () => {
    const over = async (field: string) =>
      (await put([widget({ kind: 'NUMBER', groups: [], measure: { kind: 'SUM', field } })], bob, own))
        .refusal;
    const hidden = await over(world.keys.margin);
    expect(hidden).toMatchObject({ code: 'INVALID' });
    expect(hidden?.message).toBe((await over('f6999999'))?.message.replace('f6999999', world.keys.margin));
  });

  test.each([
    ['a type of another company', () => [widget({ recordTypeId: world.foreignType })], 'NOT_FOUND'],
    ['no title', () => [widget({ title: ' ' })], 'INVALID'],
    ['one field to stack', () => [widget({ groups: [{ field: 'status' }] })], 'INVALID'],
    ['a line along statuses', () => [widget({ kind: 'LINE', groups: [{ field: 'status' }] })], 'INVALID'],
    ['an area along statuses', () => [widget({ kind: 'AREA', groups: [{ field: 'status' }] })], 'INVALID'],
    [
      'a ring of averages',
      () => [
        widget({
          kind: 'RING',
          groups: [{ field: 'status' }],
          measure: { kind: 'AVERAGE', field: world.keys.amount },
        }),
      ],
      'INVALID',
    ],
    ['a sum of a status', () => [widget({ measure: { kind: 'SUM', field: 'status' } })], 'INVALID'],
    ['thirteen columns', () => [{ ...widget(), width: 13 }], 'INVALID'],
    ['a key twice', () => [widget(), widget()], 'INVALID'],
    ['a chart that is not there', () => [{ key: 'c9', width: 6, height: 3 }], 'INVALID'],
    ['25 of them', () => Array.from({ length: 25 }, (_, at) => widget({}, `c${at}`)), 'LIMITED'],
  ] as const)('with %s are refused, and nothing is kept', async (_what, widgets, code) => {
    expect((await put([...widgets()])).refusal).toMatchObject({ code });
    const [row] = await server.query('select widgets from dashboard where id = $1', [shared.id]);
    expect(row?.['widgets']).toEqual([]);
  });
});
