// What the company's audit log tells, and to whom, through HTTP on a real database.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { knownEntities, recordEntities } from '@rowhouse/domain/audit-log/kinds.ts';
import { proofNeeded, startTestServer } from '../../../testing/test-server.ts';
import { dropExpiredEntries } from './retention-sql.ts';
import type { Credentials, TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
let ana: Credentials;
let bob: Credentials;
let sue: Credentials;
beforeAll(async () => {
  server = await startTestServer();
  ana = await server.enter('ana', server.north);
  bob = await server.enter('bob', server.north);
  sue = await server.enter('sue', server.south);
});
afterAll(() => server.close());

/** Tables whose entries are called otherwise: a comment, a sign-in, viewing as somebody, who receives a mail. */
const underAnotherName = [
  'record_comment',
  'identity_event',
  'auth_session',
  'mail_schedule_reader',
  'order_file',
];

type Change = { what: string; oldValue: string | null; newValue: string | null };
type Log = {
  id: number;
  action: string;
  kind: string;
  subject: string;
  route: string | null;
  user: { name: string } | null;
  source: { kind: string } | null;
  record: { id: number; recordNumber: number | null } | null;
  changes: Change[];
};
type Page = {
  isLast: boolean;
  lookedBack: { id: number; datetime: string } | null;
  total: { count: number; isMore: boolean };
  logs: Log[];
};

const document = `query ($data: FindAuditLogsInput!) { findAuditLogs(data: $data) { isLast lookedBack { id datetime } total { count isMore }
  logs { id action kind subject route user { name } source { kind } record { id recordNumber }
    changes { what oldValue newValue } objectsLogs { objectName } } } }`;
const ask = (data: object, who = ana) => server.ask(document, who, { data });
async function find(data: object = {}, who = ana): Promise<Page> {
  const { data: found, errors } = await ask(data, who);
  expect(errors).toBeUndefined();
  return found?.['findAuditLogs'] as Page;
}

async function must(mutation: string, variables: object, who = ana) {
  const { data, errors } = await server.ask(mutation, who, variables);
  expect(errors).toBeUndefined();
  return data as Record<string, Record<string, unknown>>;
}
const update = (id: number, change: object, who = ana) =>
  must(
    'mutation ($data: UpdateRecordInput!) { updateRecordHeader(data: $data) { id } }',
    { data: { id, ...change } },
    who,
  );
const createList = async (name: string, who = ana) =>
  Number(
    (
      await must(
        'mutation ($data: CreateListInput!) { createList(data: $data) { id } }',
        { data: { name, description: 'A list', backofficeManaged: false, listType: 'Value' } },
        who,
      )
    )['createList']?.['id'],
  );

async function createRecord(recordNumber: number, who = ana, { types, statuses, fields } = server.north) {
  const [code] = await server.query(
    `select id from problem_code where record_type_id = $1 and name = 'Late'`,
    [types.orders],
  );
  const made = await must(
    'mutation ($data: RegisterRecordInput!) { registerRecordHeader(data: $data) { id } }',
    {
      data: {
        recordType: types.orders,
        recordNumber,
        poNumber: recordNumber,
        statusId: statuses.order,
        problemCodeId: Number(code?.['id']),
        recordDate: '2026-06-10',
        description: 'First',
        issuedByCompanyName: 'One',
        issuedToCompanyName: 'Other',
        dueDate: '2026-06-20',
        assignedTo: who === sue ? server.people.sue : server.people.ana,
        additionalFields: [{ recordAdditionalFieldByTypeId: fields.weight, value: '1' }],
      },
    },
    who,
  );
  return Number(made['registerRecordHeader']?.['id']);
}

const margin = (value: string) => ({
  additionalFields: [{ recordAdditionalFieldByTypeId: server.north.fields.margin, value }],
});

/** A change of the role of the manager as another administrator would make it; undone by what it answers. */
async function hideMargin(): Promise<() => Promise<void>> {
  const { roles, types, fields, id } = server.north;
  await server.query(
    `insert into role_field_access (tenant_id, role_id, record_type_id, field_id, access) values ($1, $2, $3, $4, 'NotAllowed')`,
    [id, roles.manager, types.orders, fields.margin],
  );
  return async () => {
    await server.query(
      'delete from role_field_access where tenant_id = $1 and role_id = $2 and field_id = $3',
      [id, roles.manager, fields.margin],
    );
  };
}

async function exported(filter: object = {}, who = ana) {
  const { exportAuditLogs: link } = await must(
    'mutation ($data: ExportAuditLogsInput!) { exportAuditLogs(data: $data) { url fileName } }',
    { data: { filter, timeZone: 'UTC' } },
    who,
  );
  const url = String(link?.['url']);
  const first = await server.app.inject(url);
  return { url, fileName: String(link?.['fileName']), statusCode: first.statusCode, text: first.payload };
}

describe('the company’s audit log', () => {
  test('says in names what happened in records and in what is configured, the newest first', async () => {
    const id = await createRecord(801);
    await update(id, { description: 'Second' });
    const list = await createList('Paints');
    const { logs } = await find({ limit: 3 });
    expect(logs.map(({ kind, subject, action }) => [kind, subject, action])).toEqual([
      ['LIST', 'List Paints', 'insert'],
      ['RECORD', 'Orders 801', 'update'],
      ['RECORD', 'Orders 801', 'create'],
    ]);
    expect(logs[0]).toMatchObject({
      route: `custom-lists?list=${list}`,
      record: null,
      user: { name: 'Ana Test' },
    });
    expect(logs[0]?.changes).toContainEqual({
      what: 'Backoffice managed',
      oldValue: null,
      newValue: 'false',
    });
    const screen = { ...ana, source: 'ADMINISTRATION' };
    await createList('Brushes', screen);
    expect((await find({ limit: 1 })).logs[0]?.source).toMatchObject({ kind: 'ADMINISTRATION' });
    expect(logs[1]).toMatchObject({
      record: { id, recordNumber: 801 },
      route: null,
      changes: [{ what: 'Description', oldValue: 'First', newValue: 'Second' }],
    });
    expect(JSON.stringify(logs)).not.toContain('_id');
  });

  test('comes in pages that meet, whatever is written meanwhile', async () => {
    const whole = await find({ limit: 100 });
    const first = await find({ limit: 2 });
    await createList('Written meanwhile');
    const second = await find({ limit: 2, before: first.logs.at(-1)?.id });
    expect([...first.logs, ...second.logs]).toEqual(whole.logs.slice(0, 4));
    expect(first.isLast).toBe(false);
    expect((await find()).logs.length).toBeLessThanOrEqual(25);
    for (const limit of [0, 101])
      expect((await ask({ limit })).errors?.[0]?.extensions['code']).toBe('INVALID');
  });

  test('is found by time, person, kind, activity, source, number and text', async () => {
    const id = await createRecord(8123);
    await update(id, { description: 'Zinc, 100 %' });
    const of = async (filter: object) => (await find({ filter, limit: 100 })).logs;
    const subjects = async (filter: object) => new Set((await of(filter)).map(({ subject }) => subject));
    expect(await subjects({ text: '8123' })).toEqual(new Set(['Orders 8123']));
    expect(await of({ text: 'zinc, 100 %' })).toHaveLength(1);
    expect(await of({ text: 'zinc_' })).toHaveLength(0);
    expect(await subjects({ text: 'paints' })).toEqual(new Set(['List Paints']));
    expect(new Set((await of({ kinds: ['LIST'] })).map(({ kind }) => kind))).toEqual(new Set(['LIST']));
    expect(
      new Set((await of({ kinds: ['RECORD'], actions: ['CREATE'] })).map(({ action }) => action)),
    ).toEqual(new Set(['create']));
    expect(await of({ userIds: [server.people.bob], kinds: ['RECORD'] })).toEqual([]);
    expect(await of({ until: '2020-01-01T00:00:00Z' })).toEqual([]);
    expect(await of({ since: '2020-01-01T00:00:00Z', text: '8123' })).toHaveLength(2);
    expect(await of({ sources: ['IMPORT'] })).toEqual([]);
    expect((await find({ filter: { text: '8123' } })).total).toEqual({ count: 2, isMore: false });
    expect((await ask({ filter: { text: 'x'.repeat(101) } })).errors?.[0]?.extensions['code']).toBe(
      'INVALID',
    );
  });

  test('has a kind for whatever is audited, so that it is found among its like', async () => {
    const audited = await server.query(
      `select distinct c.relname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
       where t.tgname like 'audit%' and not t.tgisinternal order by 1`,
    );
    const known = new Set<string>([...knownEntities, ...recordEntities, ...underAnotherName]);
    expect(audited.length).toBeGreaterThan(20);
    expect(audited.map(({ name }) => String(name)).filter((name) => !known.has(name))).toEqual([]);
  });

  test('tells sign-ins of members, without where from', async () => {
    const [person] = await server.query('select auth_user_id from app_user where id = $1', [
      server.people.bob,
    ]);
    await server.query(
      `insert into identity_event (auth_user_id, actor, event, address, details)
       values ($1, 'bob@example.com', 'signed-in', '10.9.8.7', '{"company": "Elsewhere"}'),
              ($1, 'command line', 'two-factor-reset', null, null),
              ($1, 'bob@example.com', 'invitation-accepted', null, '{"company": "Elsewhere"}')`,
      [person?.['auth_user_id']],
    );
    const { logs } = await find({ filter: { kinds: ['SIGN_IN'] }, limit: 2 });
    expect(logs).toMatchObject([
      {
        action: 'Two-factor was reset by an administrator',
        subject: 'Bob Test',
        user: null,
        source: { kind: 'COMMAND_LINE' },
      },
      { action: 'Signed in', subject: 'Bob Test', user: { name: 'Bob Test' }, route: 'users' },
    ]);
    expect(JSON.stringify(logs)).not.toMatch(/10\.9\.8\.7|Elsewhere/);
    const elsewhere = await find({ filter: { kinds: ['SIGN_IN'] }, limit: 100 }, sue);
    expect(JSON.stringify(elsewhere)).not.toContain('Bob');
  });

  test('is not for who does not administer, in no part', async () => {
    for (const operation of [
      '{ findAuditLogs(data: {}) { isLast } }',
      '{ findAuditRetention { years } }',
      '{ countAuditLogsOlder(data: { years: 1 }) { count } }',
      'mutation { exportAuditLogs(data: {}) { url } }',
      'mutation { updateAuditRetention(data: { years: 1, version: 0 }) { version } }',
    ])
      expect((await server.ask(operation, bob)).errors?.[0]?.extensions['code']).toBe('FORBIDDEN');
  });

  test('of another company nothing is told', async () => {
    const id = await createRecord(877, sue, server.south);
    await update(id, { description: 'Of the south' }, sue);
    await createList('Southern list', sue);
    const north = JSON.stringify([
      await find({ limit: 100 }),
      await find({ filter: { text: 'south' }, limit: 100 }),
      await find({ filter: { userIds: [server.people.sue] }, limit: 100 }),
    ]);
    expect(north).not.toMatch(/Southern|Of the south|877/);
    expect((await exported()).text).not.toMatch(/Southern|Of the south|877/);
  });
});

describe('what the role of an administrator may not see', () => {
  test('is in no page, filter, count, order or file of it', async () => {
    const id = await createRecord(850);
    const before = await find({ filter: { text: '850' } });
    await update(id, margin('987654'));
    await update(id, { description: 'Seen', ...margin('876543') });
    expect((await find({ filter: { text: '850' } })).total.count).toBe(before.total.count + 2);
    const show = await hideMargin();
    try {
      const seen = await find({ filter: { text: '850' } });
      expect(seen.total.count).toBe(before.total.count + 1);
      expect(seen.logs[0]?.changes).toEqual([{ what: 'Description', oldValue: 'First', newValue: 'Seen' }]);
      for (const text of ['987654', '876543']) expect((await find({ filter: { text } })).total.count).toBe(0);
      const { text } = await exported({ text: '850' });
      expect(text).toContain('Seen');
      expect(text).not.toMatch(/987654|876543|Margin/);
      expect(text.trim().split('\r\n')).toHaveLength(1 + before.total.count + 1);
    } finally {
      await show();
    }
  });

  test('access is told in the words of the screens', async () => {
    const { roles, types } = server.north;
    const cell = { roleId: roles.clerk, recordTypeId: types.orders, field: 'dueDate' };
    const set = (before: string, after: string) =>
      must('mutation ($data: UpdateRoleAccessInput!) { updateRoleAccess(data: $data) { changed } }', {
        data: { fields: [{ ...cell, before, after }], actions: [], confinements: [] },
      });
    await set('NotAllowed', 'ViewOnly');
    await set('ViewOnly', 'NotAllowed');
    const { logs } = await find({ limit: 1 });
    expect(logs[0]).toMatchObject({
      subject: 'Role Clerk: Due Date of Orders',
      changes: [{ oldValue: 'View only', newValue: 'Not allowed' }],
    });
    expect(JSON.stringify(logs)).not.toMatch(/ViewOnly|NotAllowed|DueDate/);
  });

  test('records out of sight of the role have no entries', async () => {
    const { roles, types, id: tenant, statuses } = server.north;
    const hidden = await createRecord(861);
    await server.query(
      `insert into role_field_access (tenant_id, role_id, record_type_id, base_field, access, filter_criteria)
       values ($1, $2, $3, 'recordNumber', 'Editable', $4)`,
      [tenant, roles.manager, types.orders, JSON.stringify([{ operator: 'equals', value: '860' }])],
    );
    try {
      await createRecord(860);
      const text = JSON.stringify([await find({ limit: 100 }), (await exported()).text]);
      expect(text).toContain('Orders 860');
      expect(text).not.toContain('861');
      expect((await find({ filter: { text: '861' } })).logs).toEqual([]);
      expect(statuses.order).toBeGreaterThan(0);
    } finally {
      await server.query(
        'delete from role_field_access where tenant_id = $1 and base_field = $2 and role_id = $3',
        [tenant, 'recordNumber', roles.manager],
      );
    }
    expect((await find({ filter: { text: '861' } })).logs[0]?.record?.id).toBe(hidden);
  });
});

describe('the file', () => {
  test('holds what is asked for, without formulas, once, for whoever still administers', async () => {
    const id = await createRecord(870);
    await update(id, { description: '=cmd()' });
    const { text, fileName, url, statusCode } = await exported({ text: '870' });
    expect([statusCode, fileName]).toEqual([200, expect.stringMatching(/^Audit_log_\d{4}-\d\d-\d\d\.csv$/)]);
    expect(text).toContain(`Orders 870,Records,Description,First,'=cmd(),Changed`);
    expect((await server.app.inject(url)).statusCode).toBe(404);
    const { exportAuditLogs: link } = await must(
      'mutation ($data: ExportAuditLogsInput!) { exportAuditLogs(data: $data) { url } }',
      { data: {} },
    );
    await server.query('update role set administers = false where id = $1', [server.north.roles.manager]);
    try {
      expect((await server.app.inject(String(link?.['url']))).statusCode).toBe(404);
    } finally {
      await server.query('update role set administers = true where id = $1', [server.north.roles.manager]);
    }
  });
});

describe('how long it is kept', () => {
  const change = (years: number | null, version: number, who = ana) =>
    server.ask(
      'mutation ($data: UpdateAuditRetentionInput!) { updateAuditRetention(data: $data) { years version } }',
      who,
      { data: { years, version } },
    );

  test('is forever, until an administrator says otherwise, which is audited', async () => {
    expect((await server.ask('{ findAuditRetention { years version } }', ana)).data).toEqual({
      findAuditRetention: { years: null, version: 0 },
    });
    expect((await change(4, 0)).errors?.[0]?.extensions['code']).toBe('INVALID');
    // What is dropped cannot be had back.
    expect((await change(5, 0)).errors).toEqual([proofNeeded]);
    const proved = await server.enter('ana', server.north, { isProved: true });
    expect((await change(5, 0, proved)).data).toEqual({ updateAuditRetention: { years: 5, version: 1 } });
    expect((await change(3, 0)).errors?.[0]?.extensions).toMatchObject({
      code: 'CONFLICT',
      details: { current: { years: 5, version: 1 } },
    });
    expect((await find({ limit: 1 })).logs).toMatchObject([
      { kind: 'AUDIT', route: 'audit-log', changes: [{ what: 'Kept for', newValue: '5 years' }] },
    ]);
  });

  test('older entries are counted before they go', async () => {
    await server.query(
      `insert into audit_log (tenant_id, entity, entity_id, action, at)
       select $1, 'list', 1, 'update', now() - interval '18 months' from generate_series(1, 7)`,
      [server.north.id],
    );
    const count = async (years: number) =>
      (await server.ask(`{ countAuditLogsOlder(data: { years: ${years} }) { count isMore } }`, ana)).data;
    expect(await count(1)).toEqual({ countAuditLogsOlder: { count: 7, isMore: false } });
    expect(await count(2)).toEqual({ countAuditLogsOlder: { count: 0, isMore: false } });
  });

  test('a job drops what is older, of the companies that asked for it alone', async () => {
    const old = (tenant: number) =>
      server.query(
        `insert into audit_log (id, tenant_id, entity, entity_id, action, at)
         select audit_month_start((now() - interval '6 years') at time zone 'UTC') + nextval('audit_log_number'),
                $1, 'list', 1, 'update', now() - interval '6 years' from generate_series(1, 3)`,
        [tenant],
      );
    await old(server.north.id);
    await old(server.south.id);
    const left = async (tenant: number) =>
      Number(
        (
          await server.query(
            `select count(*) as count from audit_log where tenant_id = $1 and at < now() - interval '5 years'`,
            [tenant],
          )
        )[0]?.['count'],
      );
    expect(await dropExpiredEntries(server.database)).toBe(3);
    expect([await left(server.north.id), await left(server.south.id)]).toEqual([0, 3]);
    expect(await dropExpiredEntries(server.database)).toBe(0);
  });
});

describe('few among very many', () => {
  /** So many months ago, or where entries from before there were months stand. */
  const write = (entity: string, count: number, months: number | 'before', name: string) =>
    server.query(
      `insert into audit_log (id, tenant_id, at, user_id, entity, entity_id, action, changes)
       select case when $3::int is null then 0 else audit_month_start(at at time zone 'UTC') end + nextval('audit_log_number'),
              $1, at, $6, $4, 1, 'update', jsonb_build_object('name', jsonb_build_array('Before', $5::text))
       from generate_series(1, $2::int) n, (select now() - make_interval(months => coalesce($3::int, 200)) as at) moment`,
      [server.south.id, count, months === 'before' ? null : months, entity, name, server.people.sue],
    );
  const after = ({ changes }: Log) => changes[0]?.newValue;
  beforeAll(async () => {
    await write('portal', 2, 'before', 'Of old');
    await write('portal', 1, 24, 'Needle');
    await write('list', 30_000, 12, 'Hay');
    await write('portal', 2, 8, 'In the middle');
    await write('portal', 2, 0, 'New');
  });

  test('those of old stand after those of every month', async () => {
    const filter = { kinds: ['PORTAL'] };
    const first = await find({ filter, limit: 3 }, sue);
    expect(first.logs.map(after)).toEqual(['New', 'New', 'In the middle']);
    expect(first).toMatchObject({ isLast: false, lookedBack: null, total: { count: 7, isMore: false } });
    const second = await find({ filter, limit: 4, before: first.logs.at(-1)!.id }, sue);
    expect(second.logs.map(after)).toEqual(['In the middle', 'Needle', 'Of old', 'Of old']);
    expect(second.isLast).toBe(true);
  });

  test('what is far back is found, and counted', async () => {
    const found = await find({ filter: { text: 'Needle' } }, sue);
    expect(found.logs.map(after)).toEqual(['Needle']);
    expect(found).toMatchObject({ isLast: true, lookedBack: null, total: { count: 1, isMore: false } });
    const { total } = await find({ filter: { text: 'Hay' } }, sue);
    expect(total).toEqual({ count: 10_000, isMore: true });
    const { text } = await exported({ text: 'Needle' }, sue);
    expect(text.match(/Page Needle/g)).toHaveLength(1);
  });

  test('a span of time is told whole, page by page, also where the clock was set back by hours', async () => {
    const at = (time: string) => `2026-05-12T${time}:00.000Z`;
    for (const time of ['10:00', '10:01', '07:00'])
      await server.query(
        `insert into audit_log (id, tenant_id, at, user_id, entity, entity_id, action, changes)
         values (audit_month_start('2026-05-12') + nextval('audit_log_number'), $1, $2, $3, 'portal', 1, 'update',
                 jsonb_build_object('name', jsonb_build_array('Before', $4::text)))`,
        [server.south.id, at(time), server.people.sue, time],
      );
    const told = async (since: string, until: string, more: object = {}) =>
      find({ filter: { since: at(since), until: at(until), userIds: [server.people.sue] }, ...more }, sue);
    expect((await told('06:30', '08:00')).logs.map(after)).toEqual(['07:00']);
    expect((await told('09:30', '11:00')).logs.map(after)).toEqual(['10:01', '10:00']);
    const first = await told('06:00', '23:00', { limit: 2 });
    expect(first).toMatchObject({ isLast: false, total: { count: 3, isMore: false } });
    const second = await told('06:00', '23:00', { limit: 2, before: first.logs.at(-1)!.id });
    expect(second.isLast).toBe(true);
    expect([...first.logs, ...second.logs].map(after)).toEqual(['10:01', '10:00', '07:00']);
  });

  test('where it takes too long it is said how far back was looked, and from there it goes on', async () => {
    const now = vi.spyOn(performance, 'now');
    let ms = 0;
    now.mockImplementation(() => (ms += 2000));
    try {
      const first = await find({ filter: { text: 'Needle' } }, sue);
      expect(first).toMatchObject({ logs: [], isLast: false, total: { count: 0, isMore: true } });
      expect(first.lookedBack).not.toBeNull();
      let { lookedBack } = first;
      let found: Page | null = null;
      for (let page = 0; lookedBack !== null && page < 10; page += 1) {
        found = await find({ filter: { text: 'Needle' }, before: lookedBack.id }, sue);
        expect(found.lookedBack?.id ?? 0).toBeLessThan(lookedBack.id);
        ({ lookedBack } = found);
      }
      expect(found?.isLast).toBe(true);
      expect((await exported({ text: 'Needle' }, sue)).text.match(/Page Needle/g)).toHaveLength(1);
    } finally {
      now.mockRestore();
    }
  });
});
