// Mails of notifications: when they come, what stands in them, who gets none, and how they are turned off.
import { notificationTopics } from '@rowhouse/domain/notifications/mail-choices.ts';
import { createLog } from '@rowhouse/server/platform/log.ts';
import { createMailer } from '@rowhouse/server/platform/mail/create-mailer.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startMailServer } from '../../../testing/mail-server.ts';
import { startAnother } from '../../../testing/record-model/another-application.ts';
import { startTestServer } from '../../../testing/test-server.ts';
import type { Credentials, TestServer } from '../../../testing/test-server.ts';

const minute = 60_000;
let server: TestServer;
let ana: Credentials;
let bob: Credentials;
beforeAll(async () => {
  server = await startTestServer();
  ana = await server.enter('ana', server.north);
  bob = await server.enter('bob', server.north);
});
afterAll(() => server.close());
beforeEach(async () => {
  server.clock.at = Date.now();
  await server.query('update notification set settled_at = now(), read_at = now()');
  await server.query('delete from notification_preference');
  await server.query(`update notification_mailing set claimed_until = '-infinity', failures = 0`);
});

let lastNumber = 6000;
async function aRecord() {
  const [made] = await server.query(
    `insert into record_3 (bucket, id, tenant_id, record_type_id, record_number, status_id)
     values (3, nextval('record_id_seq'), $1, $2, $3, $4) returning id`,
    [server.north.id, server.north.types.orders, (lastNumber += 1), server.north.statuses.order],
  );
  return Number(made?.['id']);
}
let keys = 0;
async function say(recordId: number, text: string, who = ana) {
  const data = {
    recordId,
    recordTypeId: server.north.types.orders,
    text,
    idempotencyKey: `mailed ${++keys}`,
  };
  const answer = await server.ask(
    'mutation ($data: CreateCommentInput!) { createComment(data: $data) { id } }',
    who,
    { data },
  );
  expect(answer.errors).toBeUndefined();
}
const choose = async (who: Credentials, topic: string, mail: string) => {
  const answer = await server.ask(
    'mutation ($data: UpdateNotificationMailsInput!) { updateNotificationMails(data: $data) { isSent } }',
    who,
    { data: { topic, mail } },
  );
  expect(answer.errors).toBeUndefined();
};
const watch = (who: Credentials, recordId: number) =>
  server.ask(
    'mutation ($data: UpdateRecordWatchInput!) { updateRecordWatch(data: $data) { watchLevel } }',
    who,
    {
      data: { recordId, recordTypeId: server.north.types.orders, level: 'WATCHING' },
    },
  );
const mailsTo = (name: string) => server.mails().filter(({ to }) => to === `${name}@example.com`);
const waitMinutes = (minutes: number) => void (server.clock.at += minutes * minute);
/** What is sent now to the person. */
async function sent(name: string) {
  const before = mailsTo(name).length;
  await server.notificationMails.sendDue();
  return mailsTo(name).slice(0, mailsTo(name).length - before);
}
const linkIn = (mail: { headers?: Readonly<Record<string, string>> } | undefined) =>
  new URL(/<(.*)>/.exec(mail?.headers?.['List-Unsubscribe'] ?? '')?.[1] ?? '');

describe('at once', () => {
  test('a burst of five minutes is one mail, with a link for each and the way to turn it off', async () => {
    const record = await aRecord();
    await say(record, 'First, @Bob Test');
    expect(await sent('bob')).toEqual([]);
    waitMinutes(4);
    await say(record, 'Second, @Bob Test');
    expect(await sent('bob')).toEqual([]);
    waitMinutes(2);
    const [mail, ...others] = await sent('bob');
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('2 notifications from North');
    expect(mail?.text).toContain('“First, @Bob Test”');
    expect(mail?.text).toContain('“Second, @Bob Test”');
    expect(mail?.text).toContain(
      `/record-details-viewer?recordId=${record}&recordType=${server.north.types.orders}`,
    );
    expect(mail?.headers).toMatchObject({
      'List-Unsubscribe': expect.stringMatching(/^<http:\/\/localhost\/unsubscribe\?grant=\S+>$/) as string,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
    waitMinutes(60);
    expect(await sent('bob')).toEqual([]);
  });

  test('what was read meanwhile, and what nobody wants by mail, is not mailed', async () => {
    const record = await aRecord();
    await say(record, 'Read at once, @Bob Test');
    await server.ask(
      'mutation ($data: MarkNotificationsReadInput!) { markNotificationsRead(data: $data) { unread } }',
      bob,
      { data: {} },
    );
    waitMinutes(6);
    expect(await sent('bob')).toEqual([]);
    await choose(bob, 'MENTIONED', 'OFF');
    await say(record, 'Not by mail, @Bob Test');
    waitMinutes(6);
    expect(await sent('bob')).toEqual([]);
    // What was off when it was due does not come later.
    await choose(bob, 'MENTIONED', 'AT_ONCE');
    waitMinutes(6);
    expect(await sent('bob')).toEqual([]);
  });

  test('is written with what its reader may see when it is sent', async () => {
    const { north } = server;
    const [hidden, seen] = [await aRecord(), await aRecord()];
    await say(hidden, 'The secret of it, @Bob Test');
    await say(seen, 'This one stays, @Bob Test');
    await server.query('update record_3 set enabled = false where id = $1', [hidden]);
    waitMinutes(6);
    const [mail] = await sent('bob');
    expect(mail?.subject).toMatch(/^Ana Test mentioned you in Orders/);
    expect(mail?.text).toContain('This one stays');
    expect(mail?.text).not.toContain('The secret of it');
    await say(seen, 'Access is gone, @Bob Test');
    const seeing = (isOpen: boolean) =>
      server.query(
        `update role_menu_item_action set enabled = $3 where tenant_id = $1 and role_id = $2 and menu_item_id in ($4, $5)`,
        [north.id, north.roles.clerk, isOpen, north.menuItems.orders, north.menuItems.documents],
      );
    await seeing(false);
    waitMinutes(6);
    expect(await sent('bob')).toEqual([]);
    await seeing(true);
    waitMinutes(6);
    expect(await sent('bob')).toEqual([]);
  });

  test('goes to no one who was disabled since', async () => {
    const { north, people } = server;
    const record = await aRecord();
    await say(record, 'Too late, @Bob Test');
    const enable = (isEnabled: boolean) =>
      server.query('update membership set enabled = $3 where tenant_id = $1 and user_id = $2', [
        north.id,
        people.bob,
        isEnabled,
      ]);
    await enable(false);
    waitMinutes(6);
    expect(await sent('bob')).toEqual([]);
    await enable(true);
    bob = await server.enter('bob', north);
    waitMinutes(6);
    expect(await sent('bob')).toEqual([]);
  });
});

test('an offered mapping is mailed to who may approve it, with the way to it', async () => {
  const { north, south } = server;
  await server.query(`update menu_item set route = 'transmissions' where tenant_id = $1 and id = $2`, [
    south.id,
    south.menuItems.users,
  ]);
  const answer = await server.ask(
    'mutation ($data: CreateTransmissionMappingInput!) { createTransmissionMapping(data: $data) { id } }',
    ana,
    {
      data: {
        recordTypeId: north.types.orders,
        targetUrl: 'south',
        triggerField: 'status',
        triggerValue: 'Ready',
        fields: ['description'],
      },
    },
  );
  const made = answer.data?.['createTransmissionMapping'] as { id: number };
  waitMinutes(6);
  const [mail] = await sent('sue');
  expect(mail?.subject).toMatch(/^North offers Orders, and waits for your approval/);
  expect(mail?.text).toMatch(new RegExp(`/south/\\S+/transmissions\\?tab=offered&mapping=${made.id}`));
  expect(mailsTo('bob').some(({ subject }) => subject.includes('offers'))).toBe(false);
});

test('the daily mail comes at seven where its reader lives, with everything from before', async () => {
  const { people } = server;
  const record = await aRecord();
  await watch(bob, record);
  const zone = 'Asia/Tokyo';
  await server.query('update app_user set time_zone = $2 where id = $1', [people.bob, zone]);
  await say(record, 'Watched');
  const hourThere = () =>
    Number(
      new Intl.DateTimeFormat('en', { timeZone: zone, hour: 'numeric', hourCycle: 'h23' }).format(
        server.clock.at,
      ),
    );
  let mails = await sent('bob');
  for (let quarter = 0; mails.length === 0 && quarter < 100; quarter += 1) {
    waitMinutes(15);
    mails = await sent('bob');
  }
  expect(hourThere()).toBe(7);
  expect(mails).toHaveLength(1);
  expect(mails[0]?.text).toContain('“Watched”');
  waitMinutes(24 * 60);
  expect(await sent('bob')).toEqual([]);
});

test('several servers send one mail, and one that was not taken is tried again', async () => {
  const log = createLog('fatal');
  const refusing = await startMailServer({ refusal: '451 later' });
  const failing = createMailer(
    { smtpUrl: refusing.url, from: 'rowhouse@example.com', mailbox: false },
    { log },
  );
  const other = await startAnother(server, { mailer: { ...failing, mailbox: null } });
  const record = await aRecord();
  await say(record, 'Once, @Bob Test');
  waitMinutes(6);
  await other.notificationMails.sendDue();
  // The claim is held back for a minute after a failure.
  expect(await sent('bob')).toEqual([]);
  waitMinutes(2);
  const before = mailsTo('bob').length;
  await Promise.all(Array.from({ length: 5 }, () => server.notificationMails.sendDue()));
  expect(mailsTo('bob').length - before).toBe(1);
  await failing.close();
  await refusing.close();
  const taking = await startMailServer();
  const working = createMailer(
    { smtpUrl: taking.url, from: 'rowhouse@example.com', mailbox: false },
    { log },
  );
  const third = await startAnother(server, { mailer: { ...working, mailbox: null } });
  await say(record, 'By the mail server, @Bob Test');
  waitMinutes(6);
  await third.notificationMails.sendDue();
  const arrived = await taking.waitForMail('bob@example.com');
  expect(arrived.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  expect(arrived.headers.get('message-id')).toMatch(/^<notifications\.\d+\.\d+\.\d+@localhost>$/);
  expect(arrived.text).toContain('By the mail server');
  await working.close();
  await taking.close();
  await Promise.all([other.close(), third.close()]);
});

describe('turning the mails off', () => {
  async function aLink() {
    const record = await aRecord();
    await say(record, 'With a link, @Bob Test');
    waitMinutes(6);
    const [mail] = await sent('bob');
    return linkIn(mail);
  }
  const call = (
    link: URL,
    method: 'GET' | 'POST',
    payload = '',
    type = 'application/x-www-form-urlencoded',
  ) =>
    server.app.inject({
      method,
      url: `${link.pathname}${link.search}`,
      ...(method === 'POST' && { payload, headers: { 'content-type': type } }),
    });
  const chosen = async () =>
    (await server.ask('{ findNotificationMails { mails { mail } } }', bob)).data?.['findNotificationMails'];
  const off = { mails: notificationTopics.map(() => ({ mail: 'OFF' })) };

  test('is asked by the link, and done by the form or by the mail program, without signing in', async () => {
    const link = await aLink();
    const page = await call(link, 'GET');
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('Turn off these mails?');
    expect(page.headers['cache-control']).toBe('no-store');
    expect(await chosen()).not.toEqual(off);
    const done = await call(link, 'POST', 'List-Unsubscribe=One-Click');
    expect(done.statusCode).toBe(200);
    expect(await chosen()).toEqual(off);
    // The same again changes nothing, in whichever form it comes.
    for (const type of ['multipart/form-data; boundary=x', 'text/plain', 'application/json'])
      expect((await call(link, 'POST', '--x--', type)).statusCode).toBe(200);
    expect(await chosen()).toEqual(off);
    await say(await aRecord(), 'Nobody mails this, @Bob Test');
    waitMinutes(6);
    expect(await sent('bob')).toEqual([]);
  });

  test('is refused to a link that is forged, of another purpose, or cut', async () => {
    const link = await aLink();
    const grant = link.searchParams.get('grant') ?? '';
    const [text = '', signature = ''] = grant.split('.');
    const payload = JSON.parse(Buffer.from(text, 'base64url').toString()) as { payload: { userId: number } };
    payload.payload.userId = server.people.ana;
    const forged = `${Buffer.from(JSON.stringify(payload)).toString('base64url')}.${signature}`;
    const elsewhere = server.grants.signGrant(
      'export',
      { tenantId: server.north.id, userId: server.people.bob },
      1e6,
    );
    for (const bad of [forged, elsewhere, grant.slice(0, -3), '', 'x'.repeat(5000)]) {
      const url = new URL(`http://localhost/unsubscribe?grant=${bad}`);
      for (const method of ['GET', 'POST'] as const) {
        const answer = await call(url, method);
        expect(answer.statusCode).toBe(404);
        expect(answer.body).toContain('This link does not work');
      }
    }
    expect((await call(new URL('http://localhost/unsubscribe'), 'POST')).statusCode).toBe(404);
    expect(await chosen()).not.toEqual(off);
  });
});
