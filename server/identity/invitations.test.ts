import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { invitationLifetimeMs } from '@rowhouse/domain/identity/limits.ts';
import { userId } from '@rowhouse/domain/kernel/ids.ts';
import { startTestServer } from '../../testing/test-server.ts';
import type { TestServer } from '../../testing/test-server.ts';
import { createInvitations, hashInvitationToken, newInvitationToken } from './invitations.ts';
import type { Invitations } from './invitations.ts';

let server: TestServer;
let invitations: Invitations;
beforeAll(async () => {
  server = await startTestServer();
  invitations = createInvitations(server);
});
afterAll(() => server.close());

beforeEach(async () => {
  server.clock.at = Date.now();
  await server.query('delete from invitation');
  await server.query('delete from membership where user_id = $1 and tenant_id = $2', [
    server.people.sue,
    server.north.id,
  ]);
});

/** Of sue, who belongs to south alone, into north. */
async function invite(change: { email?: string; tenant?: TestServer['north']; role?: number } = {}) {
  const { email = 'Sue@Example.com', tenant = server.north, role = tenant.roles.clerk } = change;
  const token = newInvitationToken();
  await server.query(
    `insert into invitation (tenant_id, email, first_name, role_id, token_hash, invited_by, expires_at)
     values ($1, $2, 'Susan', $3, $4, $5, $6)`,
    [
      tenant.id,
      email,
      role,
      hashInvitationToken(token),
      server.people.ana,
      new Date(server.clock.at + invitationLifetimeMs),
    ],
  );
  return token;
}

const sue = () => userId(server.people.sue);
const membershipsOf = (person: number) =>
  server.query(
    'select role_id::int as role, enabled, version from membership where user_id = $1 and tenant_id = $2',
    [person, server.north.id],
  );
const refusal = (reason: string, sentence: string) => ({
  code: 'NOT_FOUND',
  message: sentence,
  context: { details: { reason } },
});
const used = refusal('used', 'This invitation has been used. Sign in with your account.');
const unknown = refusal(
  'unknown',
  'This invitation is not known. If a newer mail came, use its link; otherwise ask for a new one.',
);

test('is found by its token, with what the page says of it', async () => {
  const token = await invite();
  expect(await invitations.find(token)).toEqual({
    id: expect.any(Number) as number,
    tenantId: server.north.id,
    tenantName: 'North',
    tenantUrl: expect.stringMatching(/^north/) as string,
    roleName: 'Clerk',
    email: 'Sue@Example.com',
    invitedBy: 'Ana Test',
    firstName: 'Susan',
    lastName: null,
  });
});

test('the token stands nowhere', async () => {
  const token = await invite();
  const [row] = await server.query('select to_jsonb(i)::text as whole from invitation i');
  expect(row?.['whole']).not.toContain(token);
});

test('is accepted once, as whom it was for', async () => {
  const token = await invite();
  expect(await invitations.accept(token, sue())).toEqual({
    id: server.north.id,
    name: 'North',
    url: expect.stringMatching(/^north/) as string,
  });
  expect(await membershipsOf(server.people.sue)).toEqual([
    { role: server.north.roles.clerk, enabled: true, version: 1 },
  ]);
  await expect(invitations.accept(token, sue())).rejects.toMatchObject(used);
  await expect(invitations.find(token)).rejects.toMatchObject(used);
});

test('50 who accept at once: one membership, and one of them is told so', async () => {
  const token = await invite();
  const outcomes = await Promise.allSettled(
    Array.from({ length: 50 }, () => invitations.accept(token, sue())),
  );
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
  expect(refused.map(({ reason }) => reason as unknown)).toEqual(
    Array.from({ length: 49 }, () => expect.objectContaining({ message: used.message }) as unknown),
  );
  expect(await membershipsOf(server.people.sue)).toHaveLength(1);
  const accepted = await server.query('select from invitation where accepted_by = $1', [server.people.sue]);
  expect(accepted).toHaveLength(1);
});

test('is not for another than the invited email', async () => {
  const token = await invite({ email: 'sue@example.com' });
  await expect(invitations.accept(token, userId(server.people.bob))).rejects.toMatchObject({
    code: 'FORBIDDEN',
    message: 'This invitation is for sue@example.com. Sign in with that account to accept it.',
  });
  expect((await invitations.find(token)).email).toBe('sue@example.com');
});

test('opens until its last moment, and not at it', async () => {
  const token = await invite();
  server.clock.at += invitationLifetimeMs - 1;
  expect((await invitations.find(token)).roleName).toBe('Clerk');
  server.clock.at += 1;
  const expired = refusal('expired', 'This invitation has expired. Ask for a new one.');
  await expect(invitations.find(token)).rejects.toMatchObject(expired);
  await expect(invitations.accept(token, sue())).rejects.toMatchObject(expired);
  expect(await invitations.acceptAllOf(sue(), 'sue@example.com')).toBe(0);
  expect(await membershipsOf(server.people.sue)).toEqual([]);
});

test.each([
  ['that is revoked', 'update invitation set revoked_at = now()'],
  ['into a role that was disabled', `update role set enabled = false where name = 'Clerk'`],
  ['into a tenant that was disabled', `update tenant set enabled = false where name = 'North'`],
])('one %s is not known any more', async (_what, statement) => {
  const token = await invite();
  await server.query(statement);
  await expect(invitations.find(token)).rejects.toMatchObject(unknown);
  await expect(invitations.accept(token, sue())).rejects.toMatchObject(unknown);
  expect(await invitations.acceptAllOf(sue(), 'sue@example.com')).toBe(0);
  await server.query('update role set enabled = true');
  await server.query('update tenant set enabled = true');
});

test.each(['', 'x', `${'a'.repeat(43)}`, "' or true --", '\u0000'])(
  'a made-up token is not known: %j',
  async (token) => {
    await invite();
    await expect(invitations.find(token)).rejects.toMatchObject(unknown);
  },
);

test('brings back a member who was shut out, in the new role', async () => {
  await server.query(
    'insert into membership (tenant_id, user_id, role_id, enabled) values ($1, $2, $3, false)',
    [server.north.id, server.people.sue, server.north.roles.manager],
  );
  await invitations.accept(await invite(), sue());
  expect(await membershipsOf(server.people.sue)).toEqual([
    { role: server.north.roles.clerk, enabled: true, version: 2 },
  ]);
});

test('leaves the role of somebody who is a member already', async () => {
  const token = await invite({ email: 'bob@example.com', role: server.north.roles.manager });
  await invitations.accept(token, userId(server.people.bob));
  expect(await membershipsOf(server.people.bob)).toMatchObject([
    { role: server.north.roles.clerk, version: 1 },
  ]);
});

test('all open invitations of a proved email, in whatever spelling, and of no other', async () => {
  await invite({ email: 'BOB@example.com', tenant: server.south });
  await invite();
  expect(await invitations.acceptAllOf(userId(server.people.bob), 'bob@Example.com')).toBe(1);
  expect(await invitations.acceptAllOf(userId(server.people.bob), 'bob@Example.com')).toBe(0);
  expect(await membershipsOf(server.people.sue)).toEqual([]);
});

test('is audited, with the person who accepted, and told in their events', async () => {
  const token = await invite();
  await server.query('delete from audit_log');
  await invitations.accept(token, sue());
  const audited = await server.query(
    'select entity, action, user_id::int as "user", changes from audit_log where tenant_id = $1 order by entity',
    [server.north.id],
  );
  expect(audited).toMatchObject([
    {
      entity: 'invitation',
      action: 'update',
      user: server.people.sue,
      changes: { accepted_by: [null, server.people.sue] },
    },
    {
      entity: 'membership',
      action: 'insert',
      user: server.people.sue,
      changes: { role_id: [null, server.north.roles.clerk] },
    },
  ]);
  expect(JSON.stringify(audited)).not.toContain(hashInvitationToken(token));
  const events = await server.query(
    `select actor, event, details from identity_event order by id desc limit 1`,
  );
  expect(events).toEqual([
    { actor: 'sue@example.com', event: 'invitation-accepted', details: { company: 'North' } },
  ]);
});
