// Mails on a schedule: what stands in them and for whom, when they come, and what ends them.
import { createLog } from '@rowhouse/server/platform/log.ts';
import { createMailer } from '@rowhouse/server/platform/mail/create-mailer.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startMailServer } from '../../../testing/mail-server.ts';
import { startAnother } from '../../../testing/record-model/another-application.ts';
import { startTestServer } from '../../../testing/test-server.ts';
import type { Credentials, TestServer } from '../../../testing/test-server.ts';
import { aTenant } from '../../seed/builders.ts';

const hour = 3_600_000;
/** A Sunday evening; the mails of the tests come on Mondays at eight. */
const sunday = Date.parse('2027-01-03T20:00:00Z');

let server: TestServer;
let world: Awaited<ReturnType<typeof build>>;
/** Ana administers and sees the margin; bob is a clerk who does not, confined to what is under 1,000; sue is a buyer without orders. */
let ana: Credentials;
let bob: Credentials;
let sue: Credentials;
beforeAll(async () => {
  server = await startTestServer();
  world = await build();
  server.clock.at = sunday;
  ana = await server.enter('ana', world.tenant);
  bob = await server.enter('bob', world.tenant);
  sue = await server.enter('sue', world.tenant);
});
afterAll(() => server.close());
beforeEach(async () => {
  server.clock.at = sunday;
  await server.query(`update mail_schedule_reader set ended = 'ENDED', ended_at = now() where ended is null`);
});

const build = () =>
  server.database.asOwnerOfAll(async (connection) => {
    const tenant = await aTenant(connection, { name: 'Mailed', bucket: 8 });
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
        { name: 'Customer', dataType: 'string' },
        { name: 'Amount', dataType: 'currency' },
        { name: 'Margin', dataType: 'currency' },
      ],
    });
    const menu = await tenant.withMenu([
      {
        name: 'Work',
        route: 'work',
        sections: [
          { name: 'Work', route: 'sales', items: [{ name: 'Orders', route: 'orders', recordType: orders }] },
        ],
      },
    ]);
    for (const role of [administrator, clerk])
      for (const item of menu.values()) await tenant.withActions(role, item, ['view', 'grid preferences']);
    const seen = ['recordNumber', 'status', 'Customer'].map((field) => ({
      field,
      access: 'ViewOnly' as const,
    }));
    const amount = { field: 'Amount', access: 'ViewOnly' as const };
    await tenant.withFieldAccess(administrator, orders, [
      ...seen,
      amount,
      { field: 'Margin', access: 'ViewOnly' },
    ]);
    await tenant.withFieldAccess(clerk, orders, [...seen, amount]);
    await tenant.withRecords(
      orders,
      Array.from({ length: 30 }, (_, at) => ({
        recordNumber: 100 + at,
        status: at < 20 ? 'Open' : 'Done',
        fields: { Customer: `Customer <${at}>`, Amount: `${at + 1}.50`, Margin: '7.25' },
      })),
    );
    const keyOf = (name: string) => `f${orders.fields.get(name)?.id ?? 0}`;
    return {
      tenant,
      clerk,
      orders: orders.id,
      open: orders.statuses.get('Open') ?? 0,
      keys: { customer: keyOf('Customer'), amount: keyOf('Amount'), margin: keyOf('Margin') },
    };
  });

/** People ask on that Sunday, wherever the clock of the server stands: their sessions last for a day. */
const ask: TestServer['ask'] = async (...asked) => {
  const { at } = server.clock;
  server.clock.at = sunday;
  try {
    return await server.ask(...asked);
  } finally {
    server.clock.at = at;
  }
};

/** What must be there: else the test ends with what was answered instead. */
async function must<Found>(name: string, document: string, who: Credentials, data?: object): Promise<Found> {
  const answer = await ask(document, who, data === undefined ? {} : { data });
  expect(answer.errors).toBeUndefined();
  return answer.data?.[name] as Found;
}

let names = 0;
/** Open orders with their margin, as a view of ana's, of bob's, or of the clerks. */
async function aView(who: Credentials, options: { roleId?: number; margin?: boolean } = {}): Promise<number> {
  const { customer, amount, margin } = world.keys;
  names += 1;
  const { id } = await must<{ id: number }>(
    'registerUserGridPreferences',
    `mutation ($data: RegisterUserGridPreferencesInput!) { registerUserGridPreferences(data: $data) { id } }`,
    who,
    {
      gridName: `record-type-${world.orders}`,
      savedName: `Open orders ${names}`,
      isDefault: false,
      roleId: options.roleId,
      gridOptions: {
        orderedFields: [
          'recordNumber',
          customer,
          amount,
          ...(options.margin === false ? [] : [margin]),
          'status',
        ],
        hiddenFields: ['status'],
        filterModel: [{ columnField: 'status', operatorValue: 'is', value: String(world.open) }],
        sortModel: [{ field: amount, sort: 'DESC' }],
      },
    },
  );
  return id;
}
async function aDashboard(who: Credentials, roleIds: readonly number[] = []): Promise<number> {
  const chart = (title: string, measure: object, groups: object[] = [{ field: 'status' }]) => ({
    kind: groups.length === 0 ? 'NUMBER' : 'BAR',
    title,
    recordTypeId: world.orders,
    groups,
    measure,
  });
  names += 1;
  const { id, version } = await must<{ id: number; version: number }>(
    'createDashboard',
    'mutation ($data: CreateDashboardInput!) { createDashboard(data: $data) { id version } }',
    who,
    { name: `Board ${names}`, ...(roleIds.length > 0 && { roleIds }) },
  );
  const widgets = [
    {
      ...chart('Crossed', { kind: 'COUNT' }, [{ field: 'status' }, { field: world.keys.customer }]),
      kind: 'PIVOT',
    },
    chart('By status', { kind: 'COUNT' }),
    chart('All of it', { kind: 'SUM', field: world.keys.amount }, []),
    ...(who === ana ? [chart('What is earned', { kind: 'SUM', field: world.keys.margin })] : []),
  ].map((one, at) => ({ key: `c${at}`, width: 6, height: 2, chart: one }));
  await must(
    'updateDashboard',
    'mutation ($data: UpdateDashboardInput!) { updateDashboard(data: $data) { id } }',
    who,
    { id, version, widgets },
  );
  return id;
}

type Schedule = {
  id: number;
  name: string | null;
  version: number;
  readers: {
    user: { name: string };
    nextAt: string | null;
    failedAt: string | null;
    lastSentAt: string | null;
    ended: string | null;
  }[];
};
const parts = 'id name version readers { user { name } nextAt failedAt lastSentAt ended }';
async function schedule(data: object, who: Credentials) {
  const answer = await ask(
    `mutation ($data: CreateMailScheduleInput!) { createMailSchedule(data: $data) { ${parts} } }`,
    who,
    { data: { days: [1], time: '08:00', timeZone: 'UTC', ...data } },
  );
  const [error] = answer.errors ?? [];
  return { made: answer.data?.['createMailSchedule'] as Schedule, code: error?.extensions['code'] };
}
const me = () => ({
  ana: server.people.ana as number,
  bob: server.people.bob as number,
  sue: server.people.sue as number,
});
async function listed(who: Credentials): Promise<Schedule[]> {
  const document = `{ findMailSchedules { schedules { ${parts} } } }`;
  return (await must<{ schedules: Schedule[] }>('findMailSchedules', document, who)).schedules;
}
const stateOf = async (id: number, name: string, who = ana) =>
  (await listed(who)).find((one) => one.id === id)?.readers.find(({ user }) => user.name.startsWith(name));
const end = (id: number, who: Credentials) =>
  ask('mutation ($data: EndMailScheduleInput!) { endMailSchedule(data: $data) { id } }', who, {
    data: { id },
  });

const mailsTo = (name: string) => server.mails().filter(({ to }) => to === `${name}@example.com`);
async function sent(name: string) {
  const before = mailsTo(name).length;
  await server.scheduledMails.sendDue();
  return mailsTo(name).slice(0, mailsTo(name).length - before);
}
const onMonday = () => void (server.clock.at = sunday + 12 * hour);

describe('of a saved view', () => {
  test('its first rows with count and sums come at the hour, with a way to the grid and to each record', async () => {
    const view = await aView(ana);
    const { made } = await schedule({ kind: 'VIEW', mailedId: view, readerIds: [me().ana] }, ana);
    expect(made.readers[0]?.nextAt).toBe('2027-01-04T08:00:00.000Z');
    server.clock.at = sunday + 11.9 * hour;
    expect(await sent('ana')).toEqual([]);
    onMonday();
    const [mail, ...others] = await sent('ana');
    expect(others).toEqual([]);
    expect(mail?.subject).toBe(`Open orders ${names}: 20 records`);
    expect(mail?.text).toContain('As Administrator sees it, on 01/04/2027 08:00 AM.');
    // 1.50 + 2.50 … + 20.50, and twenty times 7.25.
    expect(mail?.text).toMatch(/Amount \(USD\)\s+220\.00/);
    expect(mail?.text).toMatch(/Margin \(USD\)\s+145\.00/);
    const rows = mail?.text.match(/^\d{3} .*$/gm) ?? [];
    expect(rows).toHaveLength(20);
    expect(rows[0]).toMatch(/^119 +Customer <19> +20\.50 +7\.25$/);
    expect(mail?.html).toContain('Customer &lt;19&gt;');
    expect(mail?.html).not.toContain('Customer <');
    expect(mail?.text).toContain(`http://localhost/mailed/work/sales/orders?preference=${view}`);
    expect(mail?.html).toMatch(/record-details-viewer\?recordId=\d+&amp;recordType=/);
    expect((await stateOf(made.id, 'Ana'))?.nextAt).toBe('2027-01-11T08:00:00.000Z');
    expect(await sent('ana')).toEqual([]);
  });

  test('asked for once more after an answer that was lost, it is one mail', async () => {
    const view = await aView(ana, { roleId: world.clerk });
    const data = { kind: 'VIEW', mailedId: view, readerIds: [me().ana, me().bob] };
    const { made } = await schedule(data, ana);
    expect((await schedule({ ...data, readerIds: [me().bob, me().ana] }, ana)).made.id).toBe(made.id);
    const others = [
      { ...data, days: [1, 2] },
      { ...data, time: '09:00' },
      { ...data, readerIds: [me().bob] },
    ];
    for (const other of others) expect((await schedule(other, ana)).made.id).not.toBe(made.id);
    await end(made.id, ana);
    expect((await schedule(data, ana)).made.id).not.toBe(made.id);
  });

  test('each reader has what their own role sees of it, and colleagues only of a view that they may open', async () => {
    const ofClerks = await aView(ana, { roleId: world.clerk });
    await schedule({ kind: 'VIEW', mailedId: ofClerks, readerIds: [me().ana, me().bob] }, ana);
    onMonday();
    const before = mailsTo('ana').length;
    const [ofBob] = await sent('bob');
    expect(mailsTo('ana').length - before).toBe(1);
    expect(mailsTo('ana')[0]?.text).toContain('Margin');
    expect(ofBob?.text).toContain('Customer <19>');
    expect(`${ofBob?.text}${ofBob?.html}`).not.toContain('Margin');
    expect(ofBob?.text).not.toContain('7.25');
    expect(ofBob?.text).toContain('Ana Test set this mail up: Monday at 08:00 AM, UTC.');
    const own = await aView(ana);
    expect((await schedule({ kind: 'VIEW', mailedId: own, readerIds: [me().bob] }, ana)).code).toBe(
      'INVALID',
    );
    expect((await schedule({ kind: 'VIEW', mailedId: own, readerIds: [me().bob] }, bob)).code).toBe(
      'NOT_FOUND',
    );
    expect((await schedule({ kind: 'VIEW', mailedId: ofClerks, readerIds: [me().sue] }, sue)).code).toBe(
      'NOT_FOUND',
    );
    const board = await aDashboard(ana);
    expect((await schedule({ kind: 'DASHBOARD', mailedId: board, readerIds: [me().bob] }, bob)).code).toBe(
      'NOT_FOUND',
    );
    expect((await schedule({ kind: 'VIEW', mailedId: own, readerIds: [me().ana], days: [] }, ana)).code).toBe(
      'INVALID',
    );
  });

  test('what the reader may see is asked when it is sent, not when it was set up', async () => {
    const view = await aView(bob, { margin: false });
    await schedule({ kind: 'VIEW', mailedId: view, readerIds: [me().bob] }, bob);
    const access = (to: string) =>
      server.query(
        `update role_field_access set access = $3 where tenant_id = $1 and role_id = $2 and field_id = $4`,
        [world.tenant.id, world.clerk, to, Number(world.keys.amount.slice(1))],
      );
    await access('NotAllowed');
    onMonday();
    const [mail] = await sent('bob');
    await access('ViewOnly');
    expect(mail?.text).toContain('20 records');
    expect(`${mail?.text}${mail?.html}`).not.toMatch(/Amount|20\.50/);
  });
});

test('of a dashboard the numbers of its charts come as tables; a chart that the reader does not see is not told of', async () => {
  const board = await aDashboard(ana, [world.clerk]);
  await schedule({ kind: 'DASHBOARD', mailedId: board, readerIds: [me().ana, me().bob] }, ana);
  onMonday();
  const [ofBob] = await sent('bob');
  expect(ofBob?.subject).toBe(`Board ${names}, 01/04/2027`);
  expect(ofBob?.text).toMatch(/BY STATUS\nOrders, all\nStatus +Records\n-+ +-+\nOpen +20\nDone +10\nAll +30/);
  expect(ofBob?.text).toMatch(/CROSSED\nOrders, all, Records\. 6 of 30 columns\. The totals are of all\./);
  expect(ofBob?.text).toContain('ALL OF IT\n480.00 (Sum of Amount, USD; Orders, all)');
  expect(ofBob?.text).toContain(`http://localhost/mailed/dashboard?board=${board}`);
  expect(`${ofBob?.text}${ofBob?.html}`).not.toMatch(/earned|217\.5/i);
  expect(mailsTo('ana')[0]?.text).toContain('WHAT IS EARNED');
});

describe('is sent once for an occasion', () => {
  test('by several servers at once, and after a stop of weeks', async () => {
    const { made } = await schedule({ kind: 'VIEW', mailedId: await aView(ana), readerIds: [me().ana] }, ana);
    server.clock.at = sunday + 40 * 24 * hour;
    const other = await startAnother(server);
    const before = mailsTo('ana').length;
    await Promise.all([server, other, server, other].map(({ scheduledMails }) => scheduledMails.sendDue()));
    await other.close();
    expect(mailsTo('ana').length - before).toBe(1);
    const next = (await stateOf(made.id, 'Ana'))?.nextAt ?? '';
    expect(next).toBe('2027-02-15T08:00:00.000Z');
  });

  test('when the mail server takes it again; the list says that it failed', async () => {
    const { made } = await schedule({ kind: 'VIEW', mailedId: await aView(ana), readerIds: [me().ana] }, ana);
    const refusing = await startMailServer({ refusal: '451 later' });
    const failing = createMailer(
      { smtpUrl: refusing.url, from: 'rowhouse@example.com', mailbox: false },
      { log: createLog('fatal') },
    );
    const other = await startAnother(server, { mailer: { ...failing, mailbox: null } });
    onMonday();
    await other.scheduledMails.sendDue();
    expect((await stateOf(made.id, 'Ana'))?.failedAt).not.toBeNull();
    expect(await sent('ana')).toEqual([]);
    server.clock.at += 2 * 60_000;
    expect(await sent('ana')).toHaveLength(1);
    expect(await stateOf(made.id, 'Ana')).toMatchObject({
      failedAt: null,
      nextAt: '2027-01-11T08:00:00.000Z',
    });
    await failing.close();
    await refusing.close();
    await other.close();
  });
});

describe('stopping it', () => {
  const turn = (who: Credentials, id: number, isOn: boolean) =>
    must<Schedule>(
      'updateMailScheduleReading',
      `mutation ($data: UpdateMailScheduleReadingInput!) { updateMailScheduleReading(data: $data) { ${parts} } }`,
      who,
      { id, isOn },
    );

  /** From where the last change of the schedule came. */
  const lastSource = async (id: number) =>
    (
      await server.query(
        `select source from audit_log where entity = 'mail_schedule' and entity_id = $1 order by id desc limit 1`,
        [id],
      )
    )[0]?.['source'];

  const call = (link: URL, method: 'GET' | 'POST') =>
    server.app.inject({
      method,
      url: `${link.pathname}${link.search}`,
      ...(method === 'POST' && { payload: '', headers: { 'content-type': 'text/plain' } }),
    });

  test('is asked by the link in the mail and done by its form, for that mail and that reader alone', async () => {
    const view = await aView(ana, { roleId: world.clerk });
    const { made } = await schedule({ kind: 'VIEW', mailedId: view, readerIds: [me().ana, me().bob] }, ana);
    const other = await schedule({ kind: 'VIEW', mailedId: view, readerIds: [me().bob] }, ana);
    onMonday();
    await server.scheduledMails.sendDue();
    const mail = mailsTo('bob').find(({ text }) => text.includes(`Open orders ${names}`));
    expect(mail?.headers?.['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
    const link = new URL(/<(.*)>/.exec(mail?.headers?.['List-Unsubscribe'] ?? '')?.[1] ?? '');
    const page = (await call(link, 'GET')).body;
    expect(page).toContain('Stop this mail?');
    // Also who was sent the mail on sees whose it is.
    expect(page).toContain('It comes no more to bob@example.com.');
    expect((await listed(bob)).every(({ readers }) => readers[0]?.ended !== 'STOPPED')).toBe(true);
    expect((await call(link, 'POST')).statusCode).toBe(200);
    expect((await call(link, 'POST')).statusCode).toBe(200);
    const states = (await listed(bob))
      .filter(({ id }) => id === made.id || id === other.made.id)
      .map(({ readers }) => readers[0]?.ended);
    expect(states.toSorted()).toEqual(['STOPPED', null]);
    const stopped = (await stateOf(made.id, 'Bob'))?.ended === 'STOPPED' ? made : other.made;
    expect(await lastSource(stopped.id)).toEqual({ kind: 'MAIL_LINK' });
    // Who set it up cannot turn it on again for them.
    await ask('mutation ($data: UpdateMailScheduleInput!) { updateMailSchedule(data: $data) { id } }', ana, {
      data: {
        id: stopped.id,
        version: 1,
        days: [1],
        time: '09:00',
        timeZone: 'UTC',
        readerIds: [me().ana, me().bob],
      },
    });
    expect((await stateOf(stopped.id, 'Bob'))?.ended).toBe('STOPPED');
    const again = await turn(bob, stopped.id, true);
    expect(again.readers[0]?.ended).toBeNull();
    link.searchParams.set('grant', 'forged');
    expect((await call(link, 'POST')).statusCode).toBe(404);
  });

  test('what somebody stopped does not come again because it is set up anew, until they turn it on', async () => {
    const data = {
      kind: 'VIEW',
      mailedId: await aView(ana, { roleId: world.clerk }),
      readerIds: [me().ana, me().bob],
    };
    const states = ({ readers }: Schedule) => readers.map(({ user, ended }) => [user.name, ended]);
    const { made } = await schedule(data, ana);
    await end(made.id, ana);
    onMonday();
    // It has ended already, and the mail from before still lies in the box.
    await turn(bob, made.id, false);
    const { made: anew } = await schedule(data, ana);
    expect(anew.id).not.toBe(made.id);
    const withoutBob = [
      ['Ana Test', null],
      ['Bob Test', 'STOPPED'],
    ];
    expect(states(anew)).toEqual(withoutBob);
    // Asked for once more after a lost answer it is still one mail.
    expect((await schedule(data, ana)).made.id).toBe(anew.id);
    const update = `mutation ($data: UpdateMailScheduleInput!) { updateMailSchedule(data: $data) { ${parts} } }`;
    const times = { days: [1], time: '09:00', timeZone: 'UTC', readerIds: data.readerIds };
    const change = { id: anew.id, version: 1, ...times };
    const changed = await must<Schedule>('updateMailSchedule', update, ana, change);
    // So is a change, and what another one made of it is told.
    expect(await must<Schedule>('updateMailSchedule', update, ana, change)).toEqual(changed);
    const late = await ask(update, ana, { data: { ...change, time: '10:00' } });
    expect(late.errors?.[0]?.extensions['code']).toBe('CONFLICT');
    expect(states(changed)).toEqual(withoutBob);
    server.clock.at += 7 * 24 * hour;
    expect(await sent('bob')).toEqual([]);
    expect((await schedule({ ...data, readerIds: [me().bob] }, ana)).code).toBe('INVALID');

    await turn(bob, anew.id, true);
    await end(anew.id, ana);
    expect(states((await schedule(data, ana)).made)).toEqual([
      ['Ana Test', null],
      ['Bob Test', null],
    ]);
    // One's own is set up by oneself: that is the wish.
    const own = { kind: 'VIEW', mailedId: await aView(bob), readerIds: [me().bob] };
    const { made: first } = await schedule(own, bob);
    await turn(bob, first.id, false);
    expect(states((await schedule(own, bob)).made)).toEqual([['Bob Test', null]]);
  });

  test('an administrator sees and ends what others have set up; a colleague does not', async () => {
    const { made } = await schedule({ kind: 'VIEW', mailedId: await aView(bob), readerIds: [me().bob] }, bob);
    const ofCompany = await must<{ schedules: Schedule[] }>(
      'findCompanyMailSchedules',
      `{ findCompanyMailSchedules { schedules { ${parts} } } }`,
      ana,
    );
    expect(ofCompany.schedules.some(({ id }) => id === made.id)).toBe(true);
    expect((await end(made.id, sue)).errors?.[0]?.extensions['code']).toBe('NOT_FOUND');
    expect((await end(made.id, ana)).errors).toBeUndefined();
    onMonday();
    expect(await sent('bob')).toEqual([]);
    expect((await stateOf(made.id, 'Bob', bob))?.ended).toBe('ENDED');
    const log = await ask(
      `{ findAuditLogs(data: { filter: { kinds: [MAIL] } }) { logs { subject user { name } changes { what oldValue newValue } } } }`,
      ana,
    );
    expect(JSON.stringify(log.data)).toContain(`Mail of Open orders ${names}`);
    expect(JSON.stringify(log.data)).toContain('It was ended by who set it up, or by an administrator.');
  });

  test('a view that was deleted ends it with one last mail that says so', async () => {
    const view = await aView(bob);
    const { made } = await schedule({ kind: 'VIEW', mailedId: view, readerIds: [me().bob] }, bob);
    await ask(
      'mutation ($data: DeleteUserGridPreferencesInput!) { deleteUserGridPreferences(data: $data) { id } }',
      bob,
      { data: { id: view } },
    );
    onMonday();
    const [mail] = await sent('bob');
    expect(mail?.text).toContain('comes no more. It ended: what it showed was deleted.');
    expect((await stateOf(made.id, 'Bob', bob))?.ended).toBe('DELETED');
    expect(await lastSource(made.id)).toEqual({ kind: 'MAIL_SCHEDULE' });
    server.clock.at += 7 * 24 * hour;
    expect(await sent('bob')).toEqual([]);
  });

  test('whose right was taken gets one last mail, with nothing of what it showed', async () => {
    const data = {
      kind: 'DASHBOARD',
      mailedId: await aDashboard(ana),
      readerIds: [me().ana, me().bob],
    };
    const share = (roleIds: readonly number[]) =>
      server.query('update dashboard set role_ids = $2 where id = $1', [
        data.mailedId,
        `{${roleIds.join(',')}}`,
      ]);
    await share([world.clerk]);
    const { made } = await schedule(data, ana);
    await share([]);
    onMonday();
    const [mail, ...others] = await sent('bob');
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('A mail from Mailed has ended');
    expect(mail?.text).toContain('It ended: what it showed is no longer open to its reader.');
    expect(`${mail?.text}${mail?.html}`).not.toMatch(/Board|Open|480/);
    const [own] = (await listed(bob)).filter(({ id }) => id === made.id);
    expect(own).toMatchObject({ name: null, readers: [{ ended: 'CLOSED' }] });
    server.clock.at += 7 * 24 * hour;
    expect(await sent('bob')).toEqual([]);
    expect((await stateOf(made.id, 'Ana'))?.ended).toBeNull();
  });

  test('who left gets none, and what they set up ends for others', async () => {
    const enable = (isEnabled: boolean) =>
      server.query('update membership set enabled = $3 where tenant_id = $1 and user_id = $2', [
        world.tenant.id,
        me().bob,
        isEnabled,
      ]);
    const board = await aDashboard(bob);
    await server.query('update dashboard set role_ids = $2 where id = $1', [board, `{${world.clerk}}`]);
    const ofBob = await schedule(
      { kind: 'DASHBOARD', mailedId: board, readerIds: [me().ana, me().bob] },
      bob,
    );
    await enable(false);
    onMonday();
    const before = mailsTo('bob').length;
    const [mail] = await sent('ana');
    await enable(true);
    server.clock.at = sunday;
    bob = await server.enter('bob', world.tenant);
    expect(mailsTo('bob').length).toBe(before);
    expect(mail?.text).toContain('It ended: who set it up is no longer in the company.');
    expect((await stateOf(ofBob.made.id, 'Bob', bob))?.ended).toBe('LEFT');
    expect((await stateOf(ofBob.made.id, 'Ana', bob))?.ended).toBe('OWNER_LEFT');
  });
});
