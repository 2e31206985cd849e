// What people are told of, by whichever path it came about, and what they are not: through HTTP on a real database.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer } from '../../../testing/test-server.ts';
import type { Credentials, GraphqlAnswer, TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
let ana: Credentials;
let sue: Credentials;
let bob: Credentials;
let anaInSouth: Credentials;
let sueInSouth: Credentials;
beforeAll(async () => {
  server = await startTestServer();
  const { north, people } = server;
  await server.query(`insert into membership (tenant_id, user_id, role_id) values ($1, $2, $3)`, [
    north.id,
    people.sue,
    north.roles.manager,
  ]);
  ana = await server.enter('ana', north);
  sue = await server.enter('sue', north);
  bob = await server.enter('bob', north);
  anaInSouth = await server.enter('ana', server.south);
  sueInSouth = await server.enter('sue', server.south);
});
afterAll(() => server.close());

type Told = {
  id: number;
  kind: string;
  isRead: boolean;
  by: { name: string } | null;
  record: {
    id: number;
    recordTypeId: number;
    recordNumber: number | null;
    description: string | null;
  } | null;
  excerpt: string | null;
  commentNumber: number | null;
  fields: string[];
  roleName: string | null;
};
type Found = { notifications: Told[]; next: number | null; unread: { unread: number } };

const answerOf = <Answer>({ data, errors }: GraphqlAnswer, name: string): Answer => {
  expect(errors).toBeUndefined();
  return data?.[name] as Answer;
};
const find = async (who: Credentials, before?: number) =>
  answerOf<Found>(
    await server.ask(
      `query ($data: FindNotificationsInput!) { findNotifications(data: $data) { notifications { id kind isRead by { name }
         record { id recordTypeId recordNumber description } excerpt commentNumber fields roleName } next unread { unread } } }`,
      who,
      { data: { before } },
    ),
    'findNotifications',
  );
const of = async (who: Credentials, recordId: number) =>
  (await find(who)).notifications.filter(({ record }) => record?.id === recordId);
const kindsOf = async (who: Credentials, recordId: number) =>
  (await of(who, recordId)).map(({ kind }) => kind);
const mark = async (who: Credentials, ids?: readonly number[]) =>
  answerOf<{ unread: number }>(
    await server.ask(
      'mutation ($data: MarkNotificationsReadInput!) { markNotificationsRead(data: $data) { unread } }',
      who,
      { data: { ids } },
    ),
    'markNotificationsRead',
  );

let lastNumber = 5000;
async function aRecord(type = server.north.types.orders) {
  const [made] = await server.query(
    `insert into record_3 (bucket, id, tenant_id, record_type_id, record_number, status_id, description)
     values (3, nextval('record_id_seq'), $1, $2, $3, $4, 'Crates') returning id`,
    [server.north.id, type, (lastNumber += 1), server.north.statuses.order],
  );
  return Number(made?.['id']);
}

const change = async (who: Credentials, id: number, data: object) => {
  const [stored] = await server.query('select version from record_3 where id = $1', [id]);
  return answerOf(
    await server.ask('mutation ($data: UpdateRecordInput!) { updateRecordHeader(data: $data) { id } }', who, {
      data: { id, version: Number(stored?.['version']), ...data },
    }),
    'updateRecordHeader',
  );
};
let keys = 0;
const say = async (who: Credentials, recordId: number, text: string) =>
  answerOf<{ id: number }>(
    await server.ask('mutation ($data: CreateCommentInput!) { createComment(data: $data) { id } }', who, {
      data: { recordId, recordTypeId: server.north.types.orders, text, idempotencyKey: `told ${++keys}` },
    }),
    'createComment',
  );
const watch = async (who: Credentials, recordId: number, level: string) =>
  answerOf(
    await server.ask(
      'mutation ($data: UpdateRecordWatchInput!) { updateRecordWatch(data: $data) { watchLevel } }',
      who,
      { data: { recordId, recordTypeId: server.north.types.orders, level } },
    ),
    'updateRecordWatch',
  );
/** As any writer that nobody thought of: a statement in a person's name. */
const writeAs = (person: number, statement: string, values: readonly unknown[]) =>
  server.query(
    `with acting as materialized (select set_config('app.user_id', '${person}', true), set_config('app.tenant_id', '${server.north.id}', true))
     ${statement}`,
    [...values],
  );

describe('assigned to me', () => {
  test('is told when the record is saved, and not when I did it myself', async () => {
    const { people } = server;
    const record = await aRecord();
    await change(sue, record, { assignedTo: people.ana });
    const [told] = await of(ana, record);
    expect(told).toMatchObject({
      kind: 'ASSIGNED',
      isRead: false,
      by: { name: 'Sue Test' },
      record: { id: record, recordTypeId: server.north.types.orders, description: 'Crates' },
    });
    const own = await aRecord();
    await change(ana, own, { assignedTo: people.ana });
    expect(await of(ana, own)).toEqual([]);
    // Nobody is told of what is taken from them.
    await change(sue, record, { assignedTo: people.sue });
    expect(await of(sue, record)).toEqual([]);
    expect(await kindsOf(ana, record)).toEqual(['ASSIGNED']);
  });

  test('is told of a new record, of many changed together, and by a writer that nobody thought of', async () => {
    const { north, people } = server;
    const [late] = await server.query(
      `select id::int from problem_code where tenant_id = $1 and record_type_id = $2 limit 1`,
      [north.id, north.types.orders],
    );
    const made = answerOf<{ id: number }>(
      await server.ask(
        'mutation ($data: RegisterRecordInput!) { registerRecordHeader(data: $data) { id } }',
        sue,
        {
          data: {
            recordType: north.types.orders,
            recordNumber: (lastNumber += 1),
            statusId: north.statuses.order,
            assignedTo: people.ana,
            description: 'New',
            issuedByCompanyName: 'Maker',
            issuedToCompanyName: 'Taker',
            poNumber: 1,
            problemCodeId: late?.['id'],
            recordDate: '2026-01-01',
            additionalFields: [{ recordAdditionalFieldByTypeId: north.fields.weight, value: '1' }],
          },
        },
      ),
      'registerRecordHeader',
    );
    expect(await kindsOf(ana, made.id)).toEqual(['ASSIGNED']);
    const records = [await aRecord(), await aRecord(), await aRecord()];
    await writeAs(
      people.sue,
      'update record_3 set assigned_to = $1 from acting where id = any($2::bigint[])',
      [people.ana, records],
    );
    for (const record of records) expect(await kindsOf(ana, record)).toEqual(['ASSIGNED']);
  });

  test('is written with its cause: what is rolled back told nobody', async () => {
    const record = await aRecord();
    await expect(
      writeAs(
        server.people.sue,
        `, changed as (update record_3 set assigned_to = $1 from acting where id = $2 returning 1)
         select 1 / (select count(*) - 1 from changed)`,
        [server.people.ana, record],
      ),
    ).rejects.toThrow('division by zero');
    expect(await of(ana, record)).toEqual([]);
  });

  test('is not told to one who may not see the field, until they may', async () => {
    const { north, people } = server;
    const record = await aRecord();
    await change(sue, record, { assignedTo: people.bob });
    expect(await of(bob, record)).toEqual([]);
    await server.query(
      `insert into role_field_access (tenant_id, role_id, record_type_id, base_field, access)
       values ($1, $2, $3, 'assignedTo', 'ViewOnly')`,
      [north.id, north.roles.clerk, north.types.orders],
    );
    // The number of the record is hidden still, and so it is not named by it.
    expect(await of(bob, record)).toMatchObject([
      { kind: 'ASSIGNED', record: { recordNumber: null, description: null } },
    ]);
    await server.query(`delete from role_field_access where tenant_id = $1 and base_field = 'assignedTo'`, [
      north.id,
    ]);
    expect(await of(bob, record)).toEqual([]);
  });
});

describe('a comment', () => {
  test('tells whom it mentions, once, and takes it back when it no longer does', async () => {
    const record = await aRecord();
    const comment = await say(sue, record, 'Look, @Ana Test');
    expect(await of(ana, record)).toMatchObject([
      { kind: 'MENTIONED', by: { name: 'Sue Test' }, excerpt: 'Look, @Ana Test', commentNumber: 1 },
    ]);
    const edit = async (text: string) =>
      answerOf(
        await server.ask('mutation ($data: UpdateCommentInput!) { updateComment(data: $data) { id } }', sue, {
          data: { id: comment.id, text },
        }),
        'updateComment',
      );
    await edit('Look again, @Ana Test and @Bob Test');
    expect(await of(ana, record)).toMatchObject([{ excerpt: 'Look again, @Ana Test and @Bob Test' }]);
    expect(await kindsOf(bob, record)).toEqual(['MENTIONED']);
    await edit('Look again, @Bob Test');
    expect(await of(ana, record)).toEqual([]);
    answerOf(
      await server.ask('mutation ($data: DeleteCommentInput!) { deleteComment(data: $data) { id } }', sue, {
        data: { id: comment.id },
      }),
      'deleteComment',
    );
    expect(await of(bob, record)).toEqual([]);
  });

  test('tells who watches, or wrote there before; not its author, and nobody who muted', async () => {
    const record = await aRecord();
    await say(bob, record, 'First');
    await watch(sue, record, 'WATCHING');
    await say(ana, record, 'Second');
    expect(await kindsOf(sue, record)).toEqual(['COMMENTED']);
    expect(await kindsOf(bob, record)).toEqual(['COMMENTED']);
    expect(await of(ana, record)).toEqual([]);
    await watch(sue, record, 'MENTIONS');
    await watch(bob, record, 'MUTED');
    await say(ana, record, 'Third');
    await say(ana, record, 'Fourth, @Sue Test, @Bob Test');
    expect(await kindsOf(sue, record)).toEqual(['MENTIONED', 'COMMENTED']);
    expect(await kindsOf(bob, record)).toEqual(['COMMENTED']);
  });
});

describe('a change of a watched record', () => {
  test('is told with the names of what changed, several of one person as one', async () => {
    const record = await aRecord();
    await watch(ana, record, 'WATCHING');
    await change(sue, record, { description: 'Barrels' });
    await change(sue, record, { poNumber: 12 });
    expect(await of(ana, record)).toMatchObject([
      { kind: 'CHANGED', by: { name: 'Sue Test' }, fields: ['Description', 'PO Number'] },
    ]);
    await mark(ana);
    await change(sue, record, { poNumber: 13 });
    expect(await of(ana, record)).toMatchObject([
      { isRead: false, fields: ['PO Number'] },
      { isRead: true, fields: ['Description', 'PO Number'] },
    ]);
  });

  test('of hidden fields alone is not told, nor named beside others', async () => {
    const { margin, weight } = server.north.fields;
    const record = await aRecord();
    await watch(bob, record, 'WATCHING');
    const set = (field: number, value: string) => ({
      additionalFields: [{ recordAdditionalFieldByTypeId: field, value }],
    });
    await change(ana, record, set(margin, '1'));
    expect(await of(bob, record)).toEqual([]);
    expect((await find(bob)).notifications.some((told) => told.record?.id === record)).toBe(false);
    await change(ana, record, set(weight, '2'));
    expect(await of(bob, record)).toMatchObject([{ fields: ['Weight'], record: { recordNumber: null } }]);
  });
});

describe('a notification', () => {
  test('is shown no longer when its record went out of sight, and again when it is back', async () => {
    const { north } = server;
    const record = await aRecord();
    await say(sue, record, '@Bob Test, see');
    const before = (await find(bob)).unread.unread;
    expect(await kindsOf(bob, record)).toEqual(['MENTIONED']);
    const seeing = (isOpen: boolean) =>
      server.query(
        `update role_menu_item_action set enabled = $3 where tenant_id = $1 and role_id = $2 and action_id is not null
           and menu_item_id in ($4, $5)`,
        [north.id, north.roles.clerk, isOpen, north.menuItems.orders, north.menuItems.documents],
      );
    await seeing(false);
    expect(await find(bob)).toEqual({ notifications: [], next: null, unread: { unread: 0 } });
    await seeing(true);
    expect((await find(bob)).unread.unread).toBe(before);
    await server.query('update record_3 set enabled = false where id = $1', [record]);
    expect(await of(bob, record)).toEqual([]);
  });

  test('of another company, or of another person, is neither shown nor marked', async () => {
    const record = await aRecord();
    await say(sue, record, '@Ana Test, mine');
    const [told] = await of(ana, record);
    expect(await of(anaInSouth, record)).toEqual([]);
    await mark(anaInSouth, [told!.id]);
    await mark(bob, [told!.id]);
    expect(await of(ana, record)).toMatchObject([{ isRead: false }]);
    const { unread } = (await find(ana)).unread;
    expect(await mark(ana, [told!.id])).toEqual({ unread: unread - 1 });
    expect(await mark(ana, [told!.id])).toEqual({ unread: unread - 1 });
    expect(await mark(ana)).toEqual({ unread: 0 });
  });

  test('is paged, without one lost or twice, and counted up to 100', async () => {
    const records = await Promise.all(Array.from({ length: 130 }, () => aRecord()));
    await writeAs(
      server.people.ana,
      'update record_3 set assigned_to = $1 from acting where id = any($2::bigint[])',
      [server.people.sue, records],
    );
    const seen: number[] = [];
    for (let next: number | undefined; ;) {
      const found = await find(sue, next);
      expect(found.unread.unread).toBe(100);
      seen.push(...found.notifications.map(({ id }) => id));
      if (found.next === null) break;
      next = found.next;
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.length).toBeGreaterThanOrEqual(130);
  });

  test('of a changed role names the new one, and none once there is a newer', async () => {
    const { north, people } = server;
    const giveRole = (role: number) =>
      writeAs(
        people.ana,
        'update membership set role_id = $1 from acting where tenant_id = $2 and user_id = $3',
        [role, north.id, people.bob],
      );
    await giveRole(north.roles.manager);
    const promoted = await server.enter('bob', north);
    expect((await find(promoted)).notifications[0]).toMatchObject({
      kind: 'ROLE',
      by: { name: 'Ana Test' },
      record: null,
      roleName: 'Manager',
    });
    await giveRole(north.roles.clerk);
    const { notifications } = await find(await server.enter('bob', north));
    expect(notifications.slice(0, 2)).toMatchObject([
      { kind: 'ROLE', roleName: 'Clerk' },
      { kind: 'ROLE', roleName: null },
    ]);
  });
});

describe('a mapping', () => {
  const fields = ['description', 'weight'] as const;
  const made = { id: 0, version: 0 };
  const offer = async () => {
    const { north } = server;
    const data = {
      recordTypeId: north.types.orders,
      targetUrl: 'south',
      triggerField: 'status',
      triggerValue: 'Ready',
      fields: fields.map((name) => (name === 'weight' ? `f${north.fields.weight}` : name)),
    };
    const document =
      'mutation ($data: CreateTransmissionMappingInput!) { createTransmissionMapping(data: $data) { id version } }';
    Object.assign(made, answerOf(await server.ask(document, ana, { data }), 'createTransmissionMapping'));
  };
  const approve = async () => {
    const { south } = server;
    const pairs = fields.map((name, index) => ({
      item: index + 1,
      field: name === 'weight' ? `f${south.fields.weight}` : name,
    }));
    const data = {
      id: made.id,
      offeredVersion: made.version,
      recordTypeId: south.types.orders,
      pairs,
      translations: [],
    };
    const document =
      'mutation ($data: ApproveTransmissionMappingInput!) { approveTransmissionMapping(data: $data) { id } }';
    answerOf(await server.ask(document, sueInSouth, { data }), 'approveTransmissionMapping');
  };
  const decline = async () => {
    const document =
      'mutation ($data: DeclineTransmissionMappingInput!) { declineTransmissionMapping(data: $data) { id } }';
    answerOf(await server.ask(document, sueInSouth, { data: { id: made.id } }), 'declineTransmissionMapping');
  };
  const toldOf = async (who: Credentials) => {
    const document = `{ findNotifications(data: {}) { notifications { kind company by { name } record { id } mapping { id typeName path } } } }`;
    const { notifications } = answerOf<{
      notifications: { kind: string; mapping: { id: number } | null }[];
    }>(await server.ask(document, who), 'findNotifications');
    return notifications.filter(({ mapping }) => mapping?.id === made.id);
  };
  const kinds = async (who: Credentials) => (await toldOf(who)).map(({ kind }) => kind);
  const leadsTo = (path: string | null) => ({ id: made.id, typeName: 'Orders', path });

  test('is told to the administrators of the company that it is offered to, and to nobody else', async () => {
    await offer();
    expect(await toldOf(sueInSouth)).toEqual([
      { kind: 'MAPPING_OFFERED', company: 'North', by: null, record: null, mapping: leadsTo(null) },
    ]);
    expect(await kinds(ana)).toEqual([]);
    expect(await kinds(sue)).toEqual([]);
    // She has offered it herself.
    expect(await kinds(anaInSouth)).toEqual([]);
    expect(await kinds(await server.enter('bob', server.north))).toEqual([]);
    const { south } = server;
    const route = (name: string) =>
      server.query('update menu_item set route = $1 where tenant_id = $2 and id = $3', [
        name,
        south.id,
        south.menuItems.users,
      ]);
    await route('transmissions');
    expect(await toldOf(sueInSouth)).toMatchObject([
      { mapping: { path: expect.stringMatching(/transmissions\?tab=offered&mapping=\d+$/) } },
    ]);
    await route('users');
  });

  test('is shown to administrators alone, and as long as it waits for an answer', async () => {
    await offer();
    const { south, people } = server;
    const turn = (role: number) =>
      server.query('update membership set role_id = $1 where tenant_id = $2 and user_id = $3', [
        role,
        south.id,
        people.sue,
      ]);
    await turn(south.roles.clerk);
    sueInSouth = await server.enter('sue', south);
    expect(await kinds(sueInSouth)).toEqual([]);
    await turn(south.roles.manager);
    sueInSouth = await server.enter('sue', south);
    expect(await kinds(sueInSouth)).toEqual(['MAPPING_OFFERED']);
    const setEnabled = (isOn: boolean) =>
      writeAs(people.ana, 'update transmission_mapping set enabled = $2 from acting where id = $1', [
        made.id,
        isOn,
      ]);
    await setEnabled(false);
    expect(await kinds(sueInSouth)).toEqual([]);
    await setEnabled(true);
    expect(await kinds(sueInSouth)).toEqual(['MAPPING_OFFERED']);
    await decline();
    expect(await kinds(sueInSouth)).toEqual([]);
    await setEnabled(false);
    await setEnabled(true);
    expect(await kinds(sueInSouth)).toEqual([]);
  });

  test('that is answered is told to the administrators of the company that offered it', async () => {
    await offer();
    await decline();
    expect(await kinds(ana)).toEqual(['MAPPING_DECLINED']);
    await approve();
    // Of several that nobody has read the last one stays.
    expect(await toldOf(ana)).toEqual([
      { kind: 'MAPPING_APPROVED', company: 'South', by: null, record: null, mapping: leadsTo(null) },
    ]);
    expect(await kinds(await server.enter('bob', server.north))).toEqual([]);
    // Where things stand in South's records is told to nobody.
    await mark(ana);
    await server.query(`update transmission_acceptance set version = version + 1 where mapping_id = $1`, [
      made.id,
    ]);
    expect(await kinds(ana)).toEqual(['MAPPING_APPROVED']);
    // What is offered anew waits again.
    await writeAs(
      server.people.ana,
      'update transmission_mapping set version = version + 1 from acting where id = $1',
      [made.id],
    );
    expect(await kinds(sueInSouth)).toEqual(['MAPPING_OFFERED']);
  });
});

test('how one hears by mail is kept for each company', async () => {
  const mails = 'mails { topic mail }';
  const set = async (topic: string, mail: string) =>
    server.ask(
      `mutation ($data: UpdateNotificationMailsInput!) { updateNotificationMails(data: $data) { ${mails} isSent } }`,
      ana,
      { data: { topic, mail } },
    );
  const read = async (who: Credentials) =>
    (await server.ask(`{ findNotificationMails { ${mails} isSent } }`, who)).data?.['findNotificationMails'];
  const chosen = (watched: string) => ({
    mails: [
      { topic: 'ASSIGNED', mail: 'AT_ONCE' },
      { topic: 'MENTIONED', mail: 'AT_ONCE' },
      { topic: 'WATCHED', mail: watched },
      { topic: 'ANSWERS', mail: 'AT_ONCE' },
    ],
    isSent: true,
  });
  expect(await read(ana)).toEqual(chosen('DAILY'));
  expect((await set('WATCHED', 'OFF')).data?.['updateNotificationMails']).toEqual(chosen('OFF'));
  expect(await read(ana)).toEqual(chosen('OFF'));
  expect(await read(anaInSouth)).toEqual(chosen('DAILY'));
  expect((await set('WATCHED', 'HOURLY')).errors?.[0]?.extensions['code']).toBe('INVALID');
});
