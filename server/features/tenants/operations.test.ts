import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { proofNeeded, startTestServer } from '../../../testing/test-server.ts';
import type { Credentials, TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.query(
    `update tenant set name = initcap(url), description = initcap(url) || ' Company', currency = 'USD', mfa_required = false`,
  );
});

const parts = 'id name url description currency mfaRequired hasSecondFactor version';
const readDocument = `{ getTenantProfile { ${parts} } }`;
const changeDocument = `mutation ($data: UpdateTenantProfileInput!) { updateTenantProfile(data: $data) { ${parts} } }`;
type Profile = { version: number; name: string; currency: string; mfaRequired: boolean };

const ana = (options?: { secondFactor?: boolean; isProved?: boolean }) =>
  server.enter('ana', server.north, options);
const read = async (credentials: Credentials) =>
  (await server.ask(readDocument, credentials)).data?.['getTenantProfile'] as Profile;
const change = async (credentials: Credentials, data: object) => {
  const version = (await server.query('select version from tenant where id = $1', [server.north.id]))[0]?.[
    'version'
  ];
  return server.ask(changeDocument, credentials, { data: { version, ...data } });
};

describe('getTenantProfile', () => {
  test('tells an administrator what the company is', async () => {
    const { version } = await read(await ana());
    expect(await read(await ana())).toEqual({
      id: server.north.id,
      name: 'North',
      url: 'north',
      description: 'North Company',
      currency: 'USD',
      mfaRequired: false,
      hasSecondFactor: false,
      version,
    });
    expect(await read(await ana({ secondFactor: true }))).toMatchObject({ hasSecondFactor: true });
  });

  test('tells nobody else', async () => {
    const answer = await server.ask(readDocument, await server.enter('bob', server.north));
    expect(answer.errors?.[0]).toMatchObject({
      message: 'Only an administrator of this company may do this. Ask one of them.',
      extensions: { code: 'FORBIDDEN' },
    });
  });
});

describe('updateTenantProfile', () => {
  test('changes what is given, for everybody, and notes who did it', async () => {
    const credentials = await ana();
    const answer = await change(credentials, { name: '  North Star ', currency: 'EUR', description: '' });
    expect(answer.data?.['updateTenantProfile']).toMatchObject({
      name: 'North Star',
      currency: 'EUR',
      description: null,
      url: 'north',
    });
    const details = await server.ask(
      '{ getUserDetails { tenants { tenant { id name currency } } } }',
      await server.signIn('bob'),
    );
    expect(JSON.stringify(details.data)).toContain('"name":"North Star","currency":"EUR"');
    const [noted] = await server.query(
      `select tenant_id, user_id::int, entity, action, changes from audit_log where entity = 'tenant' order by id desc limit 1`,
    );
    expect(noted).toEqual({
      tenant_id: server.north.id,
      user_id: server.people.ana,
      entity: 'tenant',
      action: 'update',
      changes: {
        name: ['North', 'North Star'],
        currency: ['USD', 'EUR'],
        description: ['North Company', null],
      },
    });
  });

  test('leaves the other company as it is', async () => {
    await change(await ana(), { name: 'Elsewhere' });
    expect(await read(await server.enter('ana', server.south))).toMatchObject({ name: 'South' });
  });

  test('writes nothing, and keeps the version, when nothing is different', async () => {
    const credentials = await ana();
    const before = await read(credentials);
    expect((await change(credentials, { name: 'North' })).data?.['updateTenantProfile']).toEqual(before);
  });

  test.each([
    ['an empty name', { name: ' ' }, 'Name is a required field', 'name'],
    ['a long name', { name: 'x'.repeat(101) }, 'The name has at most 100 characters.', 'name'],
    [
      'a long description',
      { description: 'x'.repeat(501) },
      'The description has at most 500 characters.',
      'description',
    ],
    ['a currency that is none', { currency: 'XXX' }, 'Choose one of the currencies in the list.', 'currency'],
    [
      'a currency in small letters',
      { currency: 'eur' },
      'Choose one of the currencies in the list.',
      'currency',
    ],
  ])('refuses %s', async (_what, data, message, field) => {
    const credentials = await ana();
    const before = await read(credentials);
    expect((await change(credentials, data)).errors?.[0]).toMatchObject({
      message,
      extensions: { code: 'INVALID', field },
    });
    expect(await read(credentials)).toEqual(before);
  });

  test('refuses an older version, with what is so now', async () => {
    const credentials = await ana();
    const { version } = await read(credentials);
    await change(credentials, { name: 'First' });
    const answer = await change(credentials, { name: 'Second', version });
    expect(answer.errors?.[0]).toMatchObject({
      message: 'Another administrator has changed the company since you opened this page.',
      extensions: { code: 'CONFLICT', details: { current: { name: 'First', version: version + 1 } } },
    });
  });

  test('of two changes of the same version at once one is refused', async () => {
    const credentials = await ana();
    const { version } = await read(credentials);
    const both = await Promise.all(['One', 'Two'].map((name) => change(credentials, { name, version })));
    expect(both.map(({ errors }) => errors?.[0]?.extensions['code'] ?? 'answered').sort()).toEqual([
      'CONFLICT',
      'answered',
    ]);
  });

  test('refuses who does not administer the company', async () => {
    const answer = await change(await server.enter('bob', server.north), { name: 'Mine' });
    expect(answer.errors?.[0]?.extensions['code']).toBe('FORBIDDEN');
    expect(await read(await ana())).toMatchObject({ name: 'North' });
  });

  test('reaches no other company, whatever the header says', async () => {
    const answer = await change({ ...(await ana()), tenant: server.south.id }, { name: 'Mine' });
    expect(answer.errors?.[0]?.extensions['code']).toBe('UNAUTHENTICATED');
    expect(await read(await server.enter('ana', server.south))).toMatchObject({ name: 'South' });
  });
});

describe('two-factor for everybody', () => {
  test('is not required by an administrator whose session has none: they would be shut out', async () => {
    const credentials = await ana();
    expect((await change(credentials, { mfaRequired: true })).errors?.[0]).toMatchObject({
      message:
        'Set up two-factor sign-in for yourself first, and sign in with it: otherwise you could not come back in.',
      extensions: { code: 'FORBIDDEN', field: 'mfaRequired' },
    });
    expect(await read(credentials)).toMatchObject({ mfaRequired: false });
  });

  test('takes effect at the next request of everybody, and ends with it', async () => {
    const bob = await server.enter('bob', server.north);
    const administrator = await ana({ secondFactor: true });
    expect((await change(administrator, { mfaRequired: true })).data).not.toBeNull();
    expect((await server.ask('{ SaasMenu { id } }', bob)).errors?.[0]).toMatchObject({
      extensions: { code: 'FORBIDDEN', details: { reason: 'MfaRequired' } },
    });
    expect(await read(administrator)).toMatchObject({ mfaRequired: true });
    // Whoever found this browser open does not end it.
    expect((await change(administrator, { mfaRequired: false, name: 'Else' })).errors).toEqual([proofNeeded]);
    expect(await read(administrator)).toMatchObject({ mfaRequired: true, name: 'North' });
    const proved = await ana({ secondFactor: true, isProved: true });
    expect((await change(proved, { mfaRequired: false })).data).not.toBeNull();
    expect((await server.ask('{ SaasMenu { id } }', bob)).errors).toBeUndefined();
  });
});
