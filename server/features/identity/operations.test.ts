import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testSecret } from '../../../testing/test-secret.ts';
import { startTestServer } from '../../../testing/test-server.ts';
import type { Credentials, TestServer } from '../../../testing/test-server.ts';
import { createTokens } from '../../identity/tokens.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const details =
  '{ getUserDetails { id email name firstName lastName tenants { tenant { id name url description mfaRequired currency } role { id name description } } secondFactor } }';
const login = 'mutation { SaasUserLogin { token expiresAt tenant { id name url } } }';
const tenantLogin =
  'mutation ($id: Id!) { SaasTenantLogin(data: { tenantId: $id }) { token tenant { id } } }';
const logout = 'mutation { SaasUserLogout }';
const memberQuery = '{ SaasMyRoleMenuItemActions { menuItemId } }';

const codeOf = async (document: string, credentials: Credentials, variables = {}) => {
  const answer = await server.ask(document, credentials, variables);
  return answer.errors?.[0]?.extensions['code'] ?? 'answered';
};
const reasonOf = async (document: string, credentials: Credentials) =>
  (await server.ask(document, credentials)).errors?.[0];

describe('getUserDetails', () => {
  test('says who is signed in, the tenants and the role in each', async () => {
    const { north, south, people } = server;
    const tenant = ({ id, name }: { id: number; name: string }) => ({
      id,
      name,
      url: name.toLowerCase(),
      description: `${name} Company`,
      mfaRequired: false,
      currency: 'USD',
    });
    const role = (id: number) => ({ id, name: 'Manager', description: 'Sees all' });
    expect((await server.ask(details, await server.signIn('ana'))).data).toEqual({
      getUserDetails: {
        id: people.ana,
        email: 'ana@example.com',
        name: 'Ana Test',
        firstName: 'Ana',
        lastName: 'Test',
        tenants: [
          { tenant: tenant(north), role: role(north.roles.manager) },
          { tenant: tenant(south), role: role(south.roles.manager) },
        ],
        secondFactor: false,
      },
    });
  });

  test.each([
    ['no token', undefined],
    ['a malformed one', 'x'],
  ])('refuses %s', async (_what, service) => {
    expect(await codeOf(details, { service })).toBe('UNAUTHENTICATED');
  });
});

test('getUserDetails is offered among the mutations as well', async () => {
  const { service } = await server.signIn('ana');
  const asked = '{ getUserDetails { email tenants { tenant { name } role { name } } } }';
  const mutation = await server.ask(`mutation ${asked}`, { service });
  expect(mutation.data?.['getUserDetails']).toMatchObject({ email: 'ana@example.com' });
  expect(mutation).toEqual(await server.ask(asked, { service }));
});

test('getUserDetails says whether the session proved a second factor', async () => {
  const { service } = await server.signIn('ana', { secondFactor: true });
  expect((await server.ask('{ getUserDetails { secondFactor } }', { service })).data).toEqual({
    getUserDetails: { secondFactor: true },
  });
});

describe('findUser', () => {
  const findUser =
    '{ findUser { id email name firstName lastName enabled BackOfficeAccess SaasAccess fireBaseId phone typeOfUser validated roles { id name } tenants { id name } } }';

  test('says who is signed in, as the identity provider and the tenants know them', async () => {
    const { north, people } = server;
    const [account] = await server.query('select auth_user_id as id from app_user where id = $1', [
      people.bob,
    ]);
    expect((await server.ask(findUser, await server.signIn('bob'))).data).toEqual({
      findUser: {
        id: people.bob,
        email: 'bob@example.com',
        name: 'Bob Test',
        firstName: 'Bob',
        lastName: 'Test',
        enabled: true,
        BackOfficeAccess: false,
        SaasAccess: true,
        fireBaseId: account?.['id'],
        phone: null,
        typeOfUser: null,
        validated: true,
        roles: [{ id: north.roles.clerk, name: 'Clerk' }],
        tenants: [{ id: north.id, name: 'North' }],
      },
    });
  });

  test('refuses whoever is not signed in', async () => {
    expect(await codeOf(findUser, {})).toBe('UNAUTHENTICATED');
  });
});

describe('findUserRoleByTenants', () => {
  const ask = async (name: string, data?: { tenantIds: number[] }) => {
    const document =
      'query ($data: FindUserRoleByTenantsInput) { findUserRoleByTenants(data: $data) { tenant { id } role { name } } }';
    const { data: answer } = await server.ask(document, await server.signIn(name), { data });
    const { findUserRoleByTenants: found } = answer as {
      findUserRoleByTenants: { tenant: { id: number }; role: { name: string } }[];
    };
    return found.map(({ tenant, role }) => [tenant.id, role.name]);
  };

  test('answers the role in the tenants that are asked for, in all without asking', async () => {
    const { north, south } = server;
    expect(await ask('ana')).toEqual([
      [north.id, 'Manager'],
      [south.id, 'Manager'],
    ]);
    expect(await ask('ana', { tenantIds: [south.id] })).toEqual([[south.id, 'Manager']]);
    expect(await ask('ana', { tenantIds: [] })).toEqual([]);
  });

  test('leaves out a tenant of others, as one that is not there', async () => {
    const { north, south } = server;
    expect(await ask('bob', { tenantIds: [north.id, south.id, 999_999] })).toEqual([[north.id, 'Clerk']]);
  });
});

describe('entering a tenant', () => {
  const enteredBy = async (credentials: Credentials) =>
    (await server.ask(login, credentials)).data?.['SaasUserLogin'] as {
      token: string | null;
      tenant: { id: number } | null;
    };

  test('takes the tenant of the header when the person belongs to it', async () => {
    const { service } = await server.signIn('ana');
    const { token, tenant } = await enteredBy({ service, tenant: server.south.id });
    expect(tenant?.id).toBe(server.south.id);
    expect(server.tokens.verifyBackend(token ?? '')).toMatchObject({
      userId: server.people.ana,
      tenantId: server.south.id,
      roleId: server.south.roles.manager,
      membershipVersion: 1,
    });
    expect(await codeOf(memberQuery, { service, backend: token ?? '', tenant: server.south.id })).toBe(
      'answered',
    );
  });

  test('takes the only one there is, whatever the header says', async () => {
    const { service } = await server.signIn('bob');
    expect((await enteredBy({ service })).tenant?.id).toBe(server.north.id);
    expect((await enteredBy({ service, tenant: server.south.id })).tenant?.id).toBe(server.north.id);
  });

  test('of several takes none without being told', async () => {
    expect(await enteredBy(await server.signIn('ana'))).toEqual({
      token: null,
      tenant: null,
      expiresAt: null,
    });
  });

  test('by its id needs a membership: a foreign tenant reads as absent', async () => {
    const sue = await server.signIn('sue');
    const foreign = await server.ask(tenantLogin, sue, { id: server.north.id });
    const absent = await server.ask(tenantLogin, sue, { id: 999_999 });
    expect(foreign.errors?.[0]).toEqual({
      message: 'The tenant was not found.',
      extensions: { code: 'NOT_FOUND' },
    });
    expect(foreign).toEqual(absent);
    expect(await codeOf(tenantLogin, sue, { id: server.south.id })).toBe('answered');
  });
});

describe('signing out', () => {
  test('closes what its tokens opened, and nothing of another session', async () => {
    const [one, other] = [await server.enter('bob', server.north), await server.enter('bob', server.north)];
    expect((await server.ask(logout, one)).data).toEqual({ SaasUserLogout: true });
    expect(await codeOf(memberQuery, one)).toBe('UNAUTHENTICATED');
    expect(await codeOf(details, one)).toBe('UNAUTHENTICATED');
    expect(await codeOf(login, one)).toBe('UNAUTHENTICATED');
    expect(await codeOf(memberQuery, other)).toBe('answered');
  });
});

describe('tokens', () => {
  test.each([
    ['no backend token', (good: Credentials) => ({ ...good, backend: undefined })],
    ['no service token', (good: Credentials) => ({ ...good, service: undefined })],
    [
      'the audiences swapped',
      (good: Credentials) => ({ ...good, service: good.backend, backend: good.service }),
    ],
    ['a service token in both places', (good: Credentials) => ({ ...good, backend: good.service })],
    ['another tenant in the header', (good: Credentials) => ({ ...good, tenant: server.south.id })],
    ['no algorithm', (good: Credentials) => ({ ...good, backend: withoutAlgorithm(good.backend ?? '') })],
    [
      'another secret',
      (good: Credentials) => ({ ...good, backend: forge('another secret, as long as the first one') }),
    ],
  ])('with %s nothing is answered', async (_what, spoil) => {
    const good = await server.enter('bob', server.north);
    expect(await codeOf(memberQuery, good)).toBe('answered');
    expect(await codeOf(memberQuery, spoil(good))).toBe('UNAUTHENTICATED');
  });

  test('of two sessions do not go together', async () => {
    const [one, other] = [await server.enter('bob', server.north), await server.enter('bob', server.north)];
    expect(await codeOf(memberQuery, { ...one, service: other.service })).toBe('UNAUTHENTICATED');
  });

  test('rightly signed for a tenant that the person does not belong to open nothing', async () => {
    const { service } = await server.signIn('bob');
    const claims = server.tokens.verifyService(service ?? '');
    const backend = server.tokens.issueBackend({
      ...claims,
      tenantId: server.south.id as never,
      roleId: server.south.roles.manager as never,
      membershipVersion: 1,
    }).token;
    expect(await codeOf(memberQuery, { service, backend })).toBe('UNAUTHENTICATED');
  });

  test('say that they expired, as the client looks for it', async () => {
    const good = await server.enter('bob', server.north);
    server.clock.at += 86_400_000;
    for (const document of [memberQuery, details]) {
      expect(await reasonOf(document, good)).toEqual({
        message: 'Your session has expired. Please log in again to continue.',
        extensions: { code: 'UNAUTHENTICATED', details: { reason: 'TokenExpiredError' } },
      });
    }
    server.clock.at -= 86_400_000;
  });

  const withoutAlgorithm = (token: string) => {
    const header = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
    return `${header}.${token.split('.')[1]}.`;
  };
  const forge = (secret: string) =>
    createTokens({ secret, lifetimeMs: 86_400_000, clock: server.clock }).issueBackend({
      userId: server.people.bob,
      sessionId: 'any' as never,
      tenantId: server.north.id as never,
      roleId: server.north.roles.clerk as never,
      membershipVersion: 1,
    }).token;
  test('are signed with a key derived from the secret: the same one makes them again', () => {
    const again = createTokens({ secret: testSecret, lifetimeMs: 1000, clock: server.clock });
    const { token } = again.issueService({ userId: server.people.bob, sessionId: 's' as never });
    expect(server.tokens.verifyService(token).userId).toBe(server.people.bob);
  });
});

describe('what changes after the tokens were made bites on the next request', () => {
  const where = () => [server.north.id, server.people.bob];
  test.each([
    [
      'a disabled person',
      () => server.query('update app_user set enabled = false where id = $1', [server.people.bob]),
      () => server.query('update app_user set enabled = true where id = $1', [server.people.bob]),
      true,
    ],
    [
      'a removed member',
      () =>
        server.query('update membership set enabled = false where tenant_id = $1 and user_id = $2', where()),
      () =>
        server.query('update membership set enabled = true where tenant_id = $1 and user_id = $2', where()),
      false,
    ],
    [
      'another role',
      () =>
        server.query('update membership set role_id = $3 where tenant_id = $1 and user_id = $2', [
          ...where(),
          server.north.roles.manager,
        ]),
      () =>
        server.query('update membership set role_id = $3 where tenant_id = $1 and user_id = $2', [
          ...where(),
          server.north.roles.clerk,
        ]),
      false,
    ],
    [
      'a disabled role',
      () => server.query('update role set enabled = false where id = $1', [server.north.roles.clerk]),
      () => server.query('update role set enabled = true where id = $1', [server.north.roles.clerk]),
      false,
    ],
    [
      'a disabled tenant',
      () => server.query('update tenant set enabled = false where id = $1', [server.north.id]),
      () => server.query('update tenant set enabled = true where id = $1', [server.north.id]),
      false,
    ],
  ])('%s', async (_what, change, undo, endsSession) => {
    const good = await server.enter('bob', server.north);
    expect(await codeOf(memberQuery, good)).toBe('answered');
    await change();
    expect(await codeOf(memberQuery, good)).toBe('UNAUTHENTICATED');
    expect(await codeOf(details, good)).toBe(endsSession ? 'UNAUTHENTICATED' : 'answered');
    await undo();
  });

  test('an expired session, though the tokens are still good', async () => {
    const good = await server.enter('bob', server.north);
    const { sessionId } = server.tokens.verifyService(good.service ?? '');
    await server.query(`update auth_session set "expiresAt" = now() - interval '1 second' where id = $1`, [
      sessionId,
    ]);
    for (const document of [memberQuery, details, login])
      expect(await codeOf(document, good)).toBe('UNAUTHENTICATED');
  });

  test('a new password', async () => {
    const good = await server.enter('sue', server.south);
    await server.identity.setPassword(server.people.sue, 'battery staple');
    expect(await codeOf(memberQuery, good)).toBe('UNAUTHENTICATED');
    await server.identity.setPassword(server.people.sue, 'correct horse');
  });
});
