import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { proofNeeded, startTestServer } from '../../../testing/test-server.ts';
import type { Credentials, TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** ana manages, bob is a clerk, whatever a test did. */
beforeEach(async () => {
  for (const [person, role] of [
    [server.people.ana, server.north.roles.manager],
    [server.people.bob, server.north.roles.clerk],
  ]) {
    await server.query(
      'update membership set role_id = $3, enabled = true where tenant_id = $1 and user_id = $2',
      [server.north.id, person, role],
    );
  }
  await server.query('update role set enabled = true');
  await server.query('update app_user set enabled = true');
});

type Member = { id: number; name: string; role: { id: number }; enabled: boolean; version: number };
const memberParts =
  'id email name role { id name description } enabled personEnabled hasSecondFactor version';
const membersDocument = `{ findSaasMembers { ${memberParts} } }`;
const changeDocument = `mutation ($data: UpdateSaasMemberInput!) { updateSaasMember(data: $data) { ${memberParts} } }`;

const ana = () => server.enter('ana', server.north, { isProved: true });
const listMembers = async (credentials: Credentials) =>
  (await server.ask(membersDocument, credentials)).data?.['findSaasMembers'] as Member[];
const change = async (credentials: Credentials, data: object) =>
  server.ask(changeDocument, credentials, { data });
const changed = async (credentials: Credentials, data: object) =>
  (await change(credentials, data)).data?.['updateSaasMember'] as Member;
const codeOf = (answer: Awaited<ReturnType<typeof change>>) => answer.errors?.[0]?.extensions['code'];
const versionOf = async (person: number) => {
  const rows = await server.query('select version from membership where tenant_id = $1 and user_id = $2', [
    server.north.id,
    person,
  ]);
  return Number(rows[0]?.['version']);
};
const bob = async (more: object) => ({
  id: server.people.bob,
  version: await versionOf(server.people.bob),
  ...more,
});
const self = async (more: object) => ({
  id: server.people.ana,
  version: await versionOf(server.people.ana),
  ...more,
});

test('lists everybody who belongs to the tenant, the disabled too, and nobody of another', async () => {
  const credentials = await ana();
  await change(credentials, await bob({ enabled: false }));
  expect(await listMembers(credentials)).toEqual([
    {
      id: server.people.ana,
      email: 'ana@example.com',
      name: 'Ana Test',
      role: { id: server.north.roles.manager, name: 'Manager', description: 'Sees all' },
      enabled: true,
      personEnabled: true,
      hasSecondFactor: false,
      version: await versionOf(server.people.ana),
    },
    {
      id: server.people.bob,
      email: 'bob@example.com',
      name: 'Bob Test',
      role: { id: server.north.roles.clerk, name: 'Clerk', description: null },
      enabled: false,
      personEnabled: true,
      hasSecondFactor: false,
      version: await versionOf(server.people.bob),
    },
  ]);
});

test('says who has a second factor that is asked for, and who is disabled everywhere', async () => {
  const setFactor = (verified: boolean, preferred: boolean) =>
    server.query(
      `insert into auth_totp (auth_user_id, secret, verified_at, preferred)
       select auth_user_id, 'sealed', case when $2 then now() end, $3 from app_user where id = $1
       on conflict (auth_user_id) do update set verified_at = excluded.verified_at, preferred = excluded.preferred`,
      [server.people.bob, verified, preferred],
    );
  const credentials = await ana();
  const hasFactor = async () =>
    (await server.ask('{ findSaasMembers { hasSecondFactor } }', credentials)).data?.['findSaasMembers'];
  for (const [verified, preferred, outcome] of [
    [false, false, false],
    [true, false, false],
    [true, true, true],
  ] as const) {
    await setFactor(verified, preferred);
    expect(await hasFactor()).toEqual([{ hasSecondFactor: false }, { hasSecondFactor: outcome }]);
  }
  await server.query('delete from auth_totp');
  await server.query('update app_user set enabled = false where id = $1', [server.people.bob]);
  expect(await listMembers(credentials)).toMatchObject([
    { enabled: true, personEnabled: true },
    { enabled: true, personEnabled: false },
  ]);
});

test('says when somebody last signed in, however', async () => {
  const credentials = await ana();
  const last = async () =>
    (await server.ask('{ findSaasMembers { lastSignedInAt } }', credentials)).data?.['findSaasMembers'];
  expect(await last()).toEqual([{ lastSignedInAt: null }, { lastSignedInAt: null }]);
  for (const [event, at] of [
    ['signed-in', '2026-03-01T10:00:00Z'],
    ['signed-in-backup-code', '2026-03-02T10:00:00Z'],
    ['signed-out', '2026-03-03T10:00:00Z'],
  ])
    await server.query(
      `insert into identity_event (auth_user_id, actor, event, at)
       select auth_user_id, email, $2, $3 from app_user where id = $1`,
      [server.people.bob, event, at],
    );
  expect(await last()).toEqual([{ lastSignedInAt: null }, { lastSignedInAt: '2026-03-02T10:00:00.000Z' }]);
});

describe('resetting a second factor', () => {
  const reset = async (id: number, credentials: Credentials) =>
    server.ask(
      'mutation ($data: MemberInput!) { resetMemberSecondFactor(data: $data) { id hasSecondFactor } }',
      credentials,
      { data: { id } },
    );
  const giveFactor = (person: number) =>
    server.query(
      `insert into auth_totp (auth_user_id, secret, verified_at, preferred)
       select auth_user_id, 'sealed', now(), true from app_user where id = $1`,
      [person],
    );
  beforeEach(async () => {
    await server.query('delete from auth_totp');
  });

  test('takes it, ends their sessions, is audited, noted and told by mail', async () => {
    await giveFactor(server.people.bob);
    const open = await server.enter('ana', server.north);
    expect((await reset(server.people.bob, open)).errors).toEqual([proofNeeded]);
    expect(await listMembers(open)).toMatchObject([{}, { hasSecondFactor: true }]);
    const credentials = await ana();
    const bobs = await server.enter('bob', server.north);
    expect((await reset(server.people.bob, credentials)).data).toEqual({
      resetMemberSecondFactor: { id: server.people.bob, hasSecondFactor: false },
    });
    expect((await server.ask('{ getSaasUsers { id } }', bobs)).errors?.[0]?.extensions['code']).toBe(
      'UNAUTHENTICATED',
    );
    expect(server.mails()[0]).toMatchObject({
      to: 'bob@example.com',
      subject: 'Your two-factor authentication was reset',
    });
    const [audited] = await server.query(
      `select user_id, changes from audit_log where tenant_id = $1 and entity = 'membership' and changes ? 'two_factor'`,
      [server.north.id],
    );
    expect(audited).toEqual({ user_id: String(server.people.ana), changes: { two_factor: [true, false] } });
    const noted = await server.query(
      `select actor from identity_event where event = 'two-factor-reset' and auth_user_id =
         (select auth_user_id from app_user where id = $1)`,
      [server.people.bob],
    );
    expect(noted).toEqual([{ actor: 'ana@example.com' }]);
  });

  test('is refused of oneself and of who belongs to another company too, and does nothing to who has none', async () => {
    const credentials = await ana();
    const sentence = async (id: number, who = credentials) => (await reset(id, who)).errors?.[0]?.message;
    expect(await sentence(server.people.ana)).toBe(
      'Change your own two-factor authentication on your profile page.',
    );
    const before = server.mails().length;
    expect(await sentence(server.people.bob)).toBeUndefined();
    expect(server.mails()).toHaveLength(before);
    await giveFactor(server.people.ana);
    expect(await sentence(server.people.ana, await server.enter('sue', server.south))).toContain(
      'This person belongs to other companies too',
    );
    expect(await server.query('select count(*)::int as kept from auth_totp')).toEqual([{ kept: 1 }]);
  });

  test('finds nobody of another company, and is for administrators alone', async () => {
    const before = server.mails().length;
    for (const id of [server.people.sue, 999_999])
      expect((await reset(id, await ana())).errors).toEqual([
        { message: 'The member was not found.', extensions: { code: 'NOT_FOUND' } },
      ]);
    const bobs = await server.enter('bob', server.north);
    expect((await reset(server.people.ana, bobs)).errors?.[0]?.extensions['code']).toBe('FORBIDDEN');
    expect(server.mails()).toHaveLength(before);
  });
});

test('only an administrator lists and changes members', async () => {
  const credentials = await server.enter('bob', server.north);
  for (const answer of [
    await server.ask(membersDocument, credentials),
    await change(credentials, await bob({ roleId: server.north.roles.manager })),
  ]) {
    expect(answer.errors?.[0]).toMatchObject({
      message: 'Only an administrator of this company may do this. Ask one of them.',
      extensions: { code: 'FORBIDDEN' },
    });
  }
});

test('gives a member another role: their next request is refused, and so is one with the old role after it', async () => {
  const credentials = await ana();
  const bobs = await server.enter('bob', server.north);
  const before = await versionOf(server.people.bob);
  expect(await changed(credentials, await bob({ roleId: server.north.roles.manager }))).toMatchObject({
    role: { name: 'Manager' },
    enabled: true,
    version: before + 1,
  });
  expect((await server.ask('{ getSaasUsers { id } }', bobs)).errors?.[0]).toMatchObject({
    message: 'Your access to this company has changed. Please sign in again.',
    extensions: { code: 'UNAUTHENTICATED' },
  });
  expect(await listMembers(await server.enter('bob', server.north))).toHaveLength(2);
});

test('who administers the company changes by somebody who has just shown who it is', async () => {
  const open = await server.enter('ana', server.north);
  const { manager, clerk } = server.north.roles;
  const refuses = async (wanted: object) => {
    const before = await versionOf(server.people.bob);
    expect((await change(open, await bob(wanted))).errors).toEqual([proofNeeded]);
    expect(await versionOf(server.people.bob)).toBe(before);
  };
  // What anybody's role and access are is the work of every day.
  expect((await change(open, await bob({ enabled: false }))).errors).toBeUndefined();
  // Whoever may not enter administers nothing yet.
  expect((await change(open, await bob({ roleId: manager }))).errors).toBeUndefined();
  await refuses({ enabled: true });
  await changed(await ana(), await bob({ enabled: true }));
  await refuses({ enabled: false });
  await refuses({ roleId: clerk });
  expect(await changed(await ana(), await bob({ roleId: clerk }))).toMatchObject({ role: { name: 'Clerk' } });
  await refuses({ roleId: manager });
  // What is refused anyway asks nobody who they are.
  expect(codeOf(await change(open, await bob({ roleId: manager, version: 0 })))).toBe('CONFLICT');
});

test('shuts a member out at once, and lets them in again', async () => {
  const credentials = await ana();
  const bobs = await server.enter('bob', server.north);
  expect(await changed(credentials, await bob({ enabled: false }))).toMatchObject({ enabled: false });
  expect((await server.ask('{ getSaasUsers { id } }', bobs)).errors?.[0]?.extensions['code']).toBe(
    'UNAUTHENTICATED',
  );
  expect((await server.enter('bob', server.north)).backend).toBeUndefined();
  expect(await changed(credentials, await bob({ enabled: true }))).toMatchObject({ enabled: true });
  expect((await server.enter('bob', server.north)).backend).toBeDefined();
});

test('shutting a member out revokes the open invitations of their email', async () => {
  await server.query(
    `insert into invitation (tenant_id, email, role_id, token_hash, invited_by, expires_at)
     values ($1, 'BOB@example.com', $2, 'a hash', $3, now() + interval '1 day')`,
    [server.north.id, server.north.roles.manager, server.people.ana],
  );
  const credentials = await ana();
  await changed(credentials, await bob({ roleId: server.north.roles.manager }));
  const revoked = () => server.query('select revoked_at is not null as revoked from invitation');
  expect(await revoked()).toEqual([{ revoked: false }]);
  await changed(credentials, await bob({ enabled: false }));
  expect(await revoked()).toEqual([{ revoked: true }]);
});

test('a change from an old version is refused with the current values', async () => {
  const credentials = await ana();
  const stale = await bob({ enabled: false });
  const current = await changed(credentials, await bob({ roleId: server.north.roles.manager }));
  const answer = await change(credentials, stale);
  expect(answer.errors?.[0]).toMatchObject({
    message: 'Somebody else changed this member since you opened the list.',
    extensions: { code: 'CONFLICT', details: { current: current } },
  });
  expect(await listMembers(credentials)).toContainEqual(current);
});

test('50 changes from one version at once: one is made', async () => {
  const credentials = await ana();
  const data = await bob({ roleId: server.north.roles.manager });
  const answers = await Promise.all(Array.from({ length: 50 }, () => change(credentials, data)));
  expect(answers.filter((answer) => answer.errors === undefined)).toHaveLength(1);
  expect(await versionOf(server.people.bob)).toBe(data.version + 1);
});

test('a change of nothing leaves all as it is', async () => {
  const credentials = await ana();
  const before = await versionOf(server.people.bob);
  for (const more of [
    {},
    { roleId: server.north.roles.clerk },
    { enabled: true },
    { roleId: null, enabled: null },
  ]) {
    expect(await changed(credentials, await bob(more))).toMatchObject({ version: before });
  }
});

test('a member of another tenant, like nobody, is not found', async () => {
  const credentials = await ana();
  for (const id of [server.people.sue, 999_999]) {
    const answer = await change(credentials, { id, version: 1, enabled: false });
    expect(answer.errors).toEqual([
      { message: 'The member was not found.', extensions: { code: 'NOT_FOUND' } },
    ]);
  }
  expect(
    await server.query('select from membership where user_id = $1 and not enabled', [server.people.sue]),
  ).toEqual([]);
});

test('a role of another tenant, of nobody, or disabled is refused; the one that a member has may stay', async () => {
  const credentials = await ana();
  for (const roleId of [server.south.roles.clerk, 999_999]) {
    expect((await change(credentials, await bob({ roleId }))).errors?.[0]).toMatchObject({
      message: 'Choose one of the roles of this company.',
      extensions: { code: 'INVALID', field: 'roleId' },
    });
  }
  await server.query('update role set enabled = false where id = $1', [server.north.roles.clerk]);
  const [, current] = await listMembers(credentials);
  expect(current?.role.id).toBe(server.north.roles.clerk);
  const same = { roleId: server.north.roles.clerk, enabled: false };
  expect(await changed(credentials, await bob(same))).toMatchObject({ enabled: false });
  await change(credentials, await bob({ roleId: server.north.roles.manager, enabled: true }));
  expect(codeOf(await change(credentials, await bob({ roleId: server.north.roles.clerk })))).toBe('INVALID');
});

test('nobody disables themselves', async () => {
  const credentials = await ana();
  await change(credentials, await bob({ roleId: server.north.roles.manager }));
  expect((await change(credentials, await self({ enabled: false }))).errors?.[0]).toMatchObject({
    message: 'You cannot disable your own access. Ask another administrator to do it.',
    extensions: { code: 'FORBIDDEN', field: 'enabled' },
  });
});

test('the last administrator stays one; with a second one they may step down', async () => {
  const stepDown = async () => change(await ana(), await self({ roleId: server.north.roles.clerk }));
  const lastOne = {
    message: 'This is the last administrator of this company. Make somebody else one first.',
    extensions: { code: 'FORBIDDEN', field: 'roleId' },
  };
  expect((await stepDown()).errors?.[0]).toMatchObject(lastOne);

  // One who may not enter is none.
  await change(await ana(), await bob({ roleId: server.north.roles.manager }));
  await server.query('update app_user set enabled = false where id = $1', [server.people.bob]);
  expect((await stepDown()).errors?.[0]).toMatchObject(lastOne);
  await server.query('update app_user set enabled = true where id = $1', [server.people.bob]);
  expect((await stepDown()).data?.['updateSaasMember']).toMatchObject({ role: { name: 'Clerk' } });
});

test('two administrators who demote each other at once: one of them stays', async () => {
  for (let round = 0; round < 5; round += 1) {
    await server.query('update membership set role_id = $2 where tenant_id = $1', [
      server.north.id,
      server.north.roles.manager,
    ]);
    const [anas, bobs] = [await ana(), await server.enter('bob', server.north, { isProved: true })];
    const [ofBob, ofAna] = [
      await bob({ roleId: server.north.roles.clerk }),
      await self({ roleId: server.north.roles.clerk }),
    ];
    const answers = await Promise.all([change(anas, ofBob), change(bobs, ofAna)]);
    expect(answers.filter((answer) => answer.errors === undefined)).toHaveLength(1);
    const left = await server.query(
      'select from membership where tenant_id = $1 and role_id = $2 and enabled',
      [server.north.id, server.north.roles.manager],
    );
    expect(left).toHaveLength(1);
  }
});

test('is audited with who did it, before and after', async () => {
  const credentials = await ana();
  await server.query('delete from audit_log');
  await changed(credentials, await bob({ roleId: server.north.roles.manager }));
  await changed(credentials, await bob({ enabled: false }));
  const rows = await server.query(
    'select user_id::int as "user", entity, entity_id::int as id, action, changes from audit_log where tenant_id = $1 order by audit_log.id',
    [server.north.id],
  );
  const row = { user: server.people.ana, entity: 'membership', id: server.people.bob, action: 'update' };
  expect(rows).toEqual([
    { ...row, changes: { role_id: [server.north.roles.clerk, server.north.roles.manager] } },
    { ...row, changes: { enabled: [true, false] } },
  ]);
});

describe('ending the sessions of a member', () => {
  const end = async (id: number, credentials: Credentials) =>
    server.ask(
      'mutation ($data: MemberInput!) { endMemberSessions(data: $data) { id ended } }',
      credentials,
      {
        data: { id },
      },
    );
  const codeOf = async (credentials: Credentials) =>
    (await server.ask('{ getSaasUsers { id } }', credentials)).errors?.[0]?.extensions['code'] ?? 'answered';

  test('signs them out wherever they are, forgets their devices, is audited and noted', async () => {
    const bob = server.people.bob;
    const credentials = await ana();
    await server.query(
      'delete from auth_session where "userId" = (select auth_user_id from app_user where id = $1)',
      [bob],
    );
    const [here, there] = [await server.enter('bob', server.north), await server.enter('bob', server.north)];
    await server.query(
      `insert into auth_device (id, auth_user_id, name, token_hash, expires_at)
       select gen_random_uuid(), auth_user_id, 'Laptop', 'h1', now() + interval '1 day' from app_user where id = $1`,
      [bob],
    );
    expect((await end(bob, credentials)).data).toEqual({ endMemberSessions: { id: bob, ended: 2 } });
    expect([await codeOf(here), await codeOf(there), await codeOf(credentials)]).toEqual([
      'UNAUTHENTICATED',
      'UNAUTHENTICATED',
      'answered',
    ]);
    expect(await server.query(`select from auth_device where token_hash = 'h1'`)).toEqual([]);
    expect(
      await server.query(
        `select user_id, changes from audit_log where tenant_id = $1 and entity = 'membership' and changes ? 'sessions'`,
        [server.north.id],
      ),
    ).toEqual([{ user_id: String(server.people.ana), changes: { sessions: [2, 0] } }]);
    const again = await server.enter('bob', server.north);
    expect(await codeOf(again)).toBe('answered');
    const events = await server.query(
      `select actor from identity_event where event = 'sessions-ended' and auth_user_id =
         (select auth_user_id from app_user where id = $1)`,
      [bob],
    );
    expect(events).toEqual([{ actor: 'ana@example.com' }]);
  });

  test('of who belongs to another company too as well, and not of oneself', async () => {
    const anas = await ana();
    expect((await end(server.people.ana, await server.enter('sue', server.south))).errors).toBeUndefined();
    expect(await codeOf(anas)).toBe('UNAUTHENTICATED');
    expect((await end(server.people.ana, await ana())).errors?.[0]?.message).toBe(
      'End your own sessions on your profile page.',
    );
  });

  test('finds nobody of another company, and is for administrators alone', async () => {
    for (const id of [server.people.sue, 999_999])
      expect((await end(id, await ana())).errors).toEqual([
        { message: 'The member was not found.', extensions: { code: 'NOT_FOUND' } },
      ]);
    const bobs = await server.enter('bob', server.north);
    expect((await end(server.people.ana, bobs)).errors?.[0]?.extensions['code']).toBe('FORBIDDEN');
    expect(await codeOf(await ana())).toBe('answered');
  });
});

test('who is saved as they stand keeps their sessions, and the audit log has no entry of it', async () => {
  const inNorth = await server.enter('bob', server.north);
  const entries = async () => (await server.query('select count(*)::int as n from audit_log'))[0]?.['n'];
  const before = await entries();
  const { version } = await bob({});
  for (const same of [{}, { enabled: true }, { roleId: server.north.roles.clerk }])
    expect(await changed(await ana(), await bob(same))).toMatchObject({ version });
  expect(await entries()).toBe(before);
  expect((await server.ask('{ SaasMenu { id } }', inNorth)).errors).toBeUndefined();
});
