import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { invitationLifetimeMs } from '@rowhouse/domain/identity/limits.ts';
import {
  longestMailWaitMs,
  mostInvitationMails,
  mostInvitationMailsAnAddress,
  mostOpenInvitations,
} from '@rowhouse/domain/invitations/limits.ts';
import { userId } from '@rowhouse/domain/kernel/ids.ts';
import { startMailServer } from '../../../testing/mail-server.ts';
import { startAnother } from '../../../testing/record-model/another-application.ts';
import { proofNeeded, startTestServer } from '../../../testing/test-server.ts';
import type { Credentials, GraphqlAnswer, TestServer } from '../../../testing/test-server.ts';
import { waitFor } from '../../../testing/wait-for.ts';
import { createInvitations } from '../../identity/invitations.ts';
import { createLog } from '../../platform/log.ts';
import { createMailer } from '../../platform/mail/create-mailer.ts';
import { giveUpLostMails } from './sql.ts';

let server: TestServer;
let ana: Credentials;
beforeAll(async () => {
  server = await startTestServer();
  ana = await server.enter('ana', server.north);
});
afterAll(() => server.close());

beforeEach(async () => {
  server.clock.at = Date.now();
  await server.query('delete from invitation');
  await server.query('delete from audit_log');
});

type Invitation = {
  id: number;
  email: string;
  state: string;
  mailFailure: string | null;
  expiresAt: string;
  createdAt: string;
};
const parts =
  'id email firstName lastName role { id name } state mailFailure invitedBy { id name email } createdAt expiresAt';
const documents = {
  find: `{ findInvitations { invitations { ${parts} } roles { id name } } }`,
  invite: `mutation ($data: InviteUserInput!) { inviteUser(data: $data) { ${parts} } }`,
  resend: `mutation ($data: InvitationInput!) { resendInvitation(data: $data) { ${parts} } }`,
  revoke: `mutation ($data: InvitationInput!) { revokeInvitation(data: $data) { ${parts} } }`,
};

const clerk = () => server.north.roles.clerk;
const invite = (data: object = {}, credentials = ana) =>
  server.ask(documents.invite, credentials, {
    data: { email: 'new@example.com', roleId: clerk(), ...data },
  });
const resend = (id: number, credentials = ana) => server.ask(documents.resend, credentials, { data: { id } });
const revoke = (id: number, credentials = ana) => server.ask(documents.revoke, credentials, { data: { id } });
const invited = async (data: object = {}) => (await invite(data)).data?.['inviteUser'] as Invitation;
const list = async (credentials = ana) =>
  (await server.ask(documents.find, credentials)).data?.['findInvitations'] as {
    invitations: Invitation[];
    roles: object[];
  };
const refusalOf = ({ errors }: GraphqlAnswer): Record<string, unknown> => ({
  message: errors?.[0]?.message,
  ...errors?.[0]?.extensions,
});
/** As if all were made so much earlier: the tokens of the sign-in do not last as long. */
const age = (days: number) =>
  server.query(
    `update invitation set created_at = created_at - make_interval(days => $1), expires_at = expires_at - make_interval(days => $1)`,
    [days],
  );
const lastMail = () => server.mails()[0];
const lastToken = () => /\/register#invitation=(\S+)/.exec(lastMail()?.text ?? '')?.[1] ?? '';

test('to a role that administers, by somebody who has just shown who it is', async () => {
  const data = { roleId: server.north.roles.manager };
  expect((await invite(data)).errors).toEqual([proofNeeded]);
  expect((await list()).invitations).toEqual([]);
  const proved = await server.enter('ana', server.north, { isProved: true });
  expect((await invite(data, proved)).data?.['inviteUser']).toMatchObject({ role: { name: 'Manager' } });
});

test('invites by mail: the link is the way in', async () => {
  const answer = await invite({ email: ' New@Example.com ', firstName: ' Nina ', lastName: '' });
  const at = server.clock.at;
  expect(answer.data?.['inviteUser']).toEqual({
    id: expect.any(Number) as number,
    email: 'new@example.com',
    firstName: 'Nina',
    lastName: null,
    role: { id: clerk(), name: 'Clerk' },
    state: 'PENDING',
    mailFailure: null,
    invitedBy: { id: server.people.ana, name: 'Ana Test', email: 'ana@example.com' },
    createdAt: new Date(at).toISOString(),
    expiresAt: new Date(at + invitationLifetimeMs).toISOString(),
  });
  const mail = lastMail();
  expect(mail).toMatchObject({ to: 'new@example.com', subject: 'You are invited to North' });
  expect(mail?.text.split('\n')).toContain(`http://localhost/register#invitation=${lastToken()}`);
  expect(lastToken()).toMatch(/^[\w-]{43}$/);
  const found = await createInvitations(server).find(lastToken());
  expect(found).toMatchObject({ tenantName: 'North', roleName: 'Clerk', email: 'new@example.com' });
});

test('the token is in no answer, no table and no log of changes', async () => {
  const answer = await invite();
  const [tables] = await server.query(
    `select (select jsonb_agg(i)::text from invitation i) || (select jsonb_agg(a)::text from audit_log a) as text`,
  );
  expect(JSON.stringify(answer) + JSON.stringify(await list())).not.toContain(lastToken());
  expect(tables?.['text']).not.toContain(lastToken());
});

test('lists invitations with their state, the newest first, and the roles that may be given', async () => {
  const accepted = await invited({ email: 'sue@example.com' });
  await createInvitations(server).accept(lastToken(), userId(server.people.sue));
  await age(1);
  const revoked = await invited({ email: 'revoked@example.com' });
  await revoke(revoked.id);
  await age(1);
  const old = await invited({ email: 'old@example.com' });
  await age(7);
  const fresh = await invited({ email: 'fresh@example.com' });
  const { invitations, roles } = await list();
  expect(invitations.map(({ id, state }) => [id, state])).toEqual([
    [fresh.id, 'PENDING'],
    [old.id, 'EXPIRED'],
    [revoked.id, 'REVOKED'],
    [accepted.id, 'ACCEPTED'],
  ]);
  expect(roles).toEqual([
    { id: clerk(), name: 'Clerk' },
    { id: server.north.roles.manager, name: 'Manager' },
  ]);
  await server.query('delete from membership where user_id = $1 and tenant_id = $2', [
    server.people.sue,
    server.north.id,
  ]);
});

test('what is older than 90 days is not listed, nor is what another tenant has', async () => {
  await invited();
  await age(89);
  expect((await list()).invitations).toHaveLength(1);
  await age(2);
  expect((await list()).invitations).toEqual([]);
  await invited({ email: 'other@example.com' });
  expect((await list(await server.enter('ana', server.south))).invitations).toEqual([]);
});

test('a new link replaces the old one, and begins its time anew', async () => {
  const first = await invited();
  const oldToken = lastToken();
  await age(7);
  server.clock.at += 1;
  expect((await list()).invitations).toMatchObject([{ state: 'EXPIRED' }]);
  expect((await resend(first.id)).data?.['resendInvitation']).toEqual({
    ...first,
    createdAt: new Date(Date.parse(first.createdAt) - invitationLifetimeMs).toISOString(),
    expiresAt: new Date(server.clock.at + invitationLifetimeMs).toISOString(),
  });
  const invitations = createInvitations(server);
  expect(lastToken()).not.toBe(oldToken);
  await expect(invitations.find(oldToken)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect((await invitations.find(lastToken())).id).toBe(first.id);
});

test('a revoked one opens nothing, and revoking twice is revoking once', async () => {
  const { id } = await invited();
  const revoked = await revoke(id);
  expect(revoked.data?.['revokeInvitation']).toMatchObject({ id, state: 'REVOKED' });
  expect(await revoke(id)).toEqual(revoked);
  await expect(createInvitations(server).find(lastToken())).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(refusalOf(await resend(id))).toMatchObject({
    code: 'CONFLICT',
    message: 'This invitation was revoked. Invite the person again.',
  });
  expect((await invite()).errors).toBeUndefined();
});

test('an accepted one is neither sent again nor revoked', async () => {
  const { id } = await invited({ email: 'sue@example.com' });
  await createInvitations(server).accept(lastToken(), userId(server.people.sue));
  for (const answer of [await resend(id), await revoke(id)]) {
    expect(refusalOf(answer)).toMatchObject({
      code: 'CONFLICT',
      message: 'This invitation was accepted already.',
    });
  }
  expect(refusalOf(await invite({ email: 'SUE@example.com' }))).toMatchObject({
    code: 'CONFLICT',
    message: 'sue@example.com is a member of this company already.',
    field: 'email',
  });
  await server.query('update membership set enabled = false where user_id = $1 and tenant_id = $2', [
    server.people.sue,
    server.north.id,
  ]);
  // Who was shut out may be invited back.
  expect((await invite({ email: 'sue@example.com' })).errors).toBeUndefined();
});

test('who is invited already is not invited twice, also when many ask at once', async () => {
  const before = server.mails().length;
  const answers = await Promise.all(Array.from({ length: 50 }, () => invite()));
  expect(answers.filter((answer) => answer.errors === undefined)).toHaveLength(1);
  for (const answer of answers.filter((each) => each.errors !== undefined)) {
    expect(refusalOf(answer)).toMatchObject({
      code: 'CONFLICT',
      message: 'new@example.com has an open invitation already. Resend it instead.',
      field: 'email',
    });
  }
  expect(server.mails().length - before).toBe(1);
  // An expired one is open still: it can be sent again.
  await age(8);
  expect(refusalOf(await invite()).code).toBe('CONFLICT');
});

test('accepted and revoked at once: only one of them happens', async () => {
  const invitations = createInvitations(server);
  for (let round = 0; round < 10; round += 1) {
    await server.query('delete from membership where user_id = $1 and tenant_id = $2', [
      server.people.sue,
      server.north.id,
    ]);
    const { id } = await invited({ email: `sue@example.com` });
    const [accepting, revoking] = await Promise.all([
      invitations.accept(lastToken(), userId(server.people.sue)).then(
        () => true,
        () => false,
      ),
      revoke(id).then((answer) => answer.errors === undefined),
    ]);
    const members = await server.query('select from membership where user_id = $1 and tenant_id = $2', [
      server.people.sue,
      server.north.id,
    ]);
    expect([accepting, members.length]).toEqual([!revoking, revoking ? 0 : 1]);
    await server.query('delete from invitation');
    await server.query('delete from audit_log');
  }
});

test.each([
  [
    { email: 'nobody' },
    'Invalid format. Please enter a valid email address (e.g. name@company.com).',
    'email',
  ],
  [{ email: '' }, 'Email is a required field', 'email'],
  [{ email: 'a@example.com, b@example.com' }, 'Invalid format.', 'email'],
  [{ email: 'a@example.com\r\nBcc: b@example.com' }, 'Invalid format.', 'email'],
  [{ firstName: 'x'.repeat(101) }, 'First name has at most 100 characters.', 'firstName'],
  [{ roleId: 999_999 }, 'Choose one of the roles of this company.', 'roleId'],
])('%j is refused', async (data, sentence, field) => {
  const refusal = refusalOf(await invite(data));
  expect(refusal).toMatchObject({ code: 'INVALID', field });
  expect(refusal.message).toContain(sentence);
});

test('a role of another tenant or a disabled one is not given', async () => {
  expect(refusalOf(await invite({ roleId: server.south.roles.clerk }))).toMatchObject({ code: 'INVALID' });
  const { id } = await invited({ email: 'waiting@example.com' });
  await server.query('update role set enabled = false where id = $1', [clerk()]);
  expect(refusalOf(await invite())).toMatchObject({ code: 'INVALID', field: 'roleId' });
  expect(refusalOf(await resend(id))).toMatchObject({ code: 'INVALID', field: 'roleId' });
  expect((await list()).roles).toEqual([{ id: server.north.roles.manager, name: 'Manager' }]);
  await server.query('update role set enabled = true');
});

test('only an administrator sees, sends and revokes invitations', async () => {
  const { id } = await invited();
  const bob = await server.enter('bob', server.north);
  const before = server.mails().length;
  for (const answer of [
    await server.ask(documents.find, bob),
    await invite({ email: 'other@example.com', roleId: server.north.roles.manager }, bob),
    await resend(id, bob),
    await revoke(id, bob),
  ]) {
    expect(refusalOf(answer)).toMatchObject({ code: 'FORBIDDEN' });
  }
  expect(server.mails()).toHaveLength(before);
  expect((await list()).invitations).toMatchObject([{ id, state: 'PENDING' }]);
});

test('an invitation of another tenant, like nobody’s, is not found', async () => {
  const { id } = await invited();
  const south = await server.enter('ana', server.south);
  for (const each of [id, 999_999]) {
    for (const answer of [await resend(each, south), await revoke(each, south)]) {
      expect(answer.errors).toEqual([
        { message: 'The invitation was not found.', extensions: { code: 'NOT_FOUND' } },
      ]);
    }
  }
  expect((await list()).invitations).toMatchObject([{ id, state: 'PENDING' }]);
});

test('nobody’s mailbox is filled: one address gets few mails a day, however they are asked for', async () => {
  const { id } = await invited();
  for (let mail = 2; mail < mostInvitationMailsAnAddress; mail += 1) await resend(id);
  await revoke(id);
  const next = await invited();
  const limited = {
    code: 'LIMITED',
    message: `new@example.com was sent ${mostInvitationMailsAnAddress} mails within a day. Try again tomorrow.`,
  };
  expect(refusalOf(await resend(next.id))).toMatchObject(limited);
  await revoke(next.id);
  expect(refusalOf(await invite())).toMatchObject(limited);
  expect((await invite({ email: 'other@example.com' })).errors).toBeUndefined();
  await server.query(`update audit_log set at = at - interval '1 day'`);
  expect((await invite()).errors).toBeUndefined();
});

test('a company has so many open invitations, and sends so many mails a day', async () => {
  await server.query(
    `insert into invitation (tenant_id, email, role_id, token_hash, invited_by, expires_at)
     select $1, 'many' || n || '@example.com', $2, 'hash ' || n, $3, now() + interval '7 days' from generate_series(1, $4::int) n`,
    [server.north.id, clerk(), server.people.ana, mostOpenInvitations],
  );
  expect(refusalOf(await invite())).toMatchObject({
    code: 'LIMITED',
    message: `There are ${mostOpenInvitations} open invitations. Revoke some that are no longer wanted first.`,
  });
  await server.query('update invitation set revoked_at = now()');
  expect(refusalOf(await invite())).toMatchObject({
    code: 'LIMITED',
    message: `This company has sent ${mostInvitationMails} invitations within a day. Try again tomorrow.`,
  });
  const south = { roleId: server.south.roles.clerk };
  expect((await invite(south, await server.enter('ana', server.south))).errors).toBeUndefined();
});

test('without mail nobody is invited', async () => {
  const log = createLog('silent');
  const mailer = createMailer({ smtpUrl: undefined, from: 'a@b.c', mailbox: false }, { log });
  const another = await startAnother(server, { mailer });
  const answer = await another.ask(documents.invite, ana, {
    data: { email: 'new@example.com', roleId: clerk() },
  });
  expect(refusalOf(answer)).toMatchObject({
    code: 'UNAVAILABLE',
    message: 'This installation sends no mail yet. Ask its administrator.',
  });
  expect((await list()).invitations).toEqual([]);
  await another.close();
});

test('a mail that the mail server refuses stands so in the list, and in the log, until a new link is taken', async () => {
  const refusing = { refusal: '550 Nobody here' as string | undefined };
  const mails = await startMailServer(refusing);
  const log = createLog('silent');
  const errors = vi.spyOn(log, 'error');
  const mailer = createMailer({ smtpUrl: mails.url, from: 'a@b.example', mailbox: false }, { log });
  const another = await startAnother(server, { mailer, log });
  const failures = async () =>
    (await list()).invitations.map(({ email, state, mailFailure }) => [email, state, mailFailure]);

  await another.ask(documents.invite, ana, { data: { email: 'none@example.com', roleId: clerk() } });
  await waitFor(async () =>
    expect(await failures()).toEqual([['none@example.com', 'PENDING', 'ADDRESS_REFUSED']]),
  );
  expect(errors.mock.calls).toEqual([
    [expect.objectContaining({ to: 'none@example.com', tried: 1 }), 'a mail was not sent'],
  ]);
  expect(await server.query(`select changes from audit_log where action = 'update'`)).toEqual([
    { changes: { mail_failure: [null, 'ADDRESS_REFUSED'] } },
  ]);

  delete refusing.refusal;
  const [refused] = (await list()).invitations;
  await another.ask(documents.resend, ana, { data: { id: refused?.id } });
  await mails.waitForMail('none@example.com');
  expect(await failures()).toEqual([['none@example.com', 'PENDING', null]]);
  await another.close();
  await mailer.close();
  await mails.close();
});

test('a mail that was waiting when its server was killed is not delivered, and one that goes out is', async () => {
  const failures = async () =>
    (await list()).invitations.map(({ email, state, mailFailure }) => [email, state, mailFailure]);
  const sweep = () => giveUpLostMails(server.database, server.clock.at);
  // Nobody ever hears of what is posted with it.
  const deaf = { ...server.mailer, post: () => undefined };
  const killed = await startAnother(server, { mailer: deaf });
  await killed.ask(documents.invite, ana, { data: { email: 'lost@example.com', roleId: clerk() } });
  await killed.close();
  await invite({ email: 'sent@example.com' });
  const waitUntilWaiting = (emails: readonly string[]) =>
    waitFor(async () => {
      const waiting = await server.query('select email from invitation where mail_waits_until is not null');
      expect(waiting.map(({ email }) => email)).toEqual(emails);
    });
  await waitUntilWaiting(['lost@example.com']);
  expect(await sweep()).toBe(0);
  server.clock.at += longestMailWaitMs + 1;
  expect(await sweep()).toBe(1);
  expect((await failures()).toSorted()).toEqual([
    ['lost@example.com', 'PENDING', 'NOT_SENT'],
    ['sent@example.com', 'PENDING', null],
  ]);
  const lost = (await list()).invitations.find(({ email }) => email === 'lost@example.com');
  await resend(lost?.id ?? 0);
  expect((await failures()).toSorted()[0]).toEqual(['lost@example.com', 'PENDING', null]);
  await waitUntilWaiting([]);
  server.clock.at += longestMailWaitMs + 1;
  expect(await sweep()).toBe(0);
  // That a mail waited and was taken is no entry.
  expect(
    await server.query(
      `select e.action, e.changes -> 'mail_failure' as failure from audit_log e join invitation i on i.id = e.entity_id
       where i.email = 'lost@example.com' order by e.id`,
    ),
  ).toEqual([
    { action: 'insert', failure: null },
    { action: 'update', failure: [null, 'NOT_SENT'] },
    { action: 'update', failure: null },
  ]);
});

test('is audited with who did it, without the hash of the token', async () => {
  const { id } = await invited();
  server.clock.at += 1;
  await resend(id);
  await revoke(id);
  const rows = await server.query(
    'select user_id::int as "user", entity_id::int as id, action, changes from audit_log where tenant_id = $1 order by audit_log.id',
    [server.north.id],
  );
  const row = { user: server.people.ana, id };
  expect(rows).toMatchObject([
    { ...row, action: 'insert', changes: { email: [null, 'new@example.com'], role_id: [null, clerk()] } },
    { ...row, action: 'update', changes: { expires_at: [expect.any(String), expect.any(String)] } },
    { ...row, action: 'update', changes: { revoked_at: [null, expect.any(String)] } },
  ]);
  expect(JSON.stringify(rows)).not.toContain('token');
});
