// Companies that people make for themselves, and the link by which the first one is made.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newInvitationToken } from '../../identity/invitations.ts';
import { openTestDatabase } from '../../../testing/test-database.ts';
import { callerOf, password, readCall, readRefusal } from '../../../testing/security/sign-in-server.ts';
import { serveTestDatabase, startTestServer } from '../../../testing/test-server.ts';
import type { ServedDatabase, TestServer } from '../../../testing/test-server.ts';

const createDocument =
  'mutation ($data: CreateTenantInput!) { createTenant(data: $data) { id name url mfaRequired currency } }';
const checkDocument = 'query ($data: CheckCompanyUrlInput!) { checkCompanyUrl(data: $data) { reason } }';
const makingDocument = '{ getCompanyMaking { isOpen reason } }';
const byOperators =
  'Companies are made by whoever runs this installation. Ask them, or an administrator of your company to invite you.';

describe('where anybody may make a company', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());
  const create = async (name: string, data: object) =>
    server.ask(createDocument, await server.signIn(name), { data });

  test('its maker administers it from the first moment, and it is noted who made it', async () => {
    const answer = await create('bob', { name: ' Bob Boats ', url: 'Bob-Boats' });
    const made = answer.data?.['createTenant'] as { id: number };
    expect(made).toEqual({
      id: expect.any(Number),
      name: 'Bob Boats',
      url: 'bob-boats',
      mfaRequired: false,
      currency: 'USD',
    });
    const bob = await server.enter('bob', made);
    const { data } = await server.ask(
      '{ getTenantProfile { name } SaasMenu { appSections { menuItems { route } } } }',
      bob,
    );
    expect(data?.['getTenantProfile']).toEqual({ name: 'Bob Boats' });
    const routes = JSON.stringify(data?.['SaasMenu']);
    for (const route of ['users', 'custom-lists', 'tenant-profile-settings']) expect(routes).toContain(route);
    expect(
      await server.query(
        `select action, user_id::int as by, changes from audit_log where tenant_id = $1 and entity = 'tenant'`,
        [made.id],
      ),
    ).toEqual([
      {
        action: 'insert',
        by: server.people.bob,
        changes: { name: [null, 'Bob Boats'], url: [null, 'bob-boats'] },
      },
    ]);
    expect((await server.ask(makingDocument, bob)).data).toEqual({
      getCompanyMaking: { isOpen: true, reason: null },
    });
  });

  test.each([
    ['login', "'login' is an address of the application itself. Choose another.", 'INVALID'],
    ['a', 'An address has 2 to 40 characters.', 'INVALID'],
    ['-a', 'Use small letters, digits and hyphens, and begin with a letter or a digit.', 'INVALID'],
    ['a b', 'Use small letters, digits and hyphens, and begin with a letter or a digit.', 'INVALID'],
    ['', 'Address is a required field', 'INVALID'],
    ['south', "Another company has the address 'south'. Choose another.", 'CONFLICT'],
  ])("'%s' is refused, and said while it is typed: %s", async (url, sentence, code) => {
    const sue = await server.signIn('sue');
    expect((await server.ask(createDocument, sue, { data: { name: 'Sue', url } })).errors?.[0]).toMatchObject(
      {
        message: sentence,
        extensions: { code, field: 'url' },
      },
    );
    expect((await server.ask(checkDocument, sue, { data: { url } })).data).toEqual({
      checkCompanyUrl: { reason: sentence },
    });
  });

  test('a person makes three a day, also when asked for at once', async () => {
    const answers = await Promise.all(
      [1, 2, 3, 4, 5].map((number) => create('sue', { name: `Sue ${number}`, url: `sue-${number}` })),
    );
    const refused = answers.flatMap(({ errors }) => errors ?? []);
    expect(refused).toHaveLength(2);
    expect(refused[0]).toMatchObject({
      message: 'You have made 3 companies today. Make the next one tomorrow.',
      extensions: { code: 'LIMITED' },
    });
    await server.query(`update tenant set created_at = created_at - interval '25 hours' where made_by = $1`, [
      server.people.sue,
    ]);
    expect((await create('sue', { name: 'Sue 6', url: 'sue-6' })).errors).toBeUndefined();
  });

  test('of two at one address at once, one is made', async () => {
    const answers = await Promise.all(
      ['ana', 'bob'].map((who) => create(who, { name: who, url: 'the-same' })),
    );
    expect(
      answers.flatMap(({ errors }) => errors?.map(({ extensions }) => extensions['code']) ?? []),
    ).toEqual(['CONFLICT']);
  });

  test('whose email is not confirmed makes none', async () => {
    await server.query(`update app_user set validated = false where email = 'ana@example.com'`);
    const refusal = 'Confirm your email first, then make a company.';
    expect((await create('ana', { name: 'Ana', url: 'ana' })).errors?.[0]).toMatchObject({
      message: refusal,
      extensions: { code: 'FORBIDDEN' },
    });
    expect((await server.ask(makingDocument, await server.signIn('ana'))).data).toEqual({
      getCompanyMaking: { isOpen: false, reason: refusal },
    });
    await server.query(`update app_user set validated = true where email = 'ana@example.com'`);
  });
});

test('where only those who run the installation make companies, nobody else does, or learns which there are', async () => {
  const server = await startTestServer({ companies: 'operators' });
  const ana = await server.signIn('ana');
  expect((await server.ask(makingDocument, ana)).data).toEqual({
    getCompanyMaking: { isOpen: false, reason: byOperators },
  });
  for (const [document, data] of [
    [createDocument, { name: 'Ana', url: 'ana' }],
    [checkDocument, { url: 'south' }],
    [checkDocument, { url: 'nothing' }],
  ] as const)
    expect((await server.ask(document, ana, { data })).errors?.[0]).toMatchObject({
      message: byOperators,
      extensions: { code: 'FORBIDDEN' },
    });
  await server.close();
});

describe('the link of a start at which nobody administers', () => {
  let server: ServedDatabase;
  let call: ReturnType<typeof callerOf>;
  beforeAll(async () => {
    server = await serveTestDatabase(await openTestDatabase());
    call = callerOf(server);
  });
  afterAll(() => server.close());

  const person = { email: 'Nadia@Example.com', password, firstName: 'Nadia', lastName: 'Petrov' };
  const company = { companyName: 'Northwind', companyUrl: 'northwind' };
  const renew = async () => (await server.identity.renewFirstLink()) ?? '';
  const begin = (token: string, changes: object = {}) =>
    call('begin-installation', { token, ...person, ...company, ...changes });
  const sentences = {
    unknown: 'This link is not known. Each start of the server prints a new one while nobody administers.',
    used: 'This link has been used. Sign in with the account that it made.',
    expired: 'This link has expired. Start the server again: it prints a new one.',
    administered: 'Somebody administers this installation already. Ask them to invite you.',
  };
  async function expectRefused(token: string, reason: keyof typeof sentences) {
    const { service } = await server.signIn('reg');
    for (const answer of [
      await call('first-link', { token, url: 'northwind' }),
      await begin(token, { email: 'other@example.com' }),
      await call('begin-company', { token, ...company }, { service }),
    ]) {
      expect(answer.status).toBe(404);
      expect(readRefusal(answer)).toMatchObject({ message: sentences[reason], details: { reason } });
    }
    expect(await server.query(`select from app_user where email = 'other@example.com'`)).toEqual([]);
  }

  test('is 128 random bits of which only the hash is kept, and a start ends those before it', async () => {
    await server.identity.createAccount('reg@example.com', password, { firstName: 'Reg' });
    const first = await renew();
    const second = await renew();
    expect(Buffer.from(second, 'base64url')).toHaveLength(16);
    expect(JSON.stringify(await server.query('select * from first_link'))).not.toContain(second);
    expect(await server.query('select * from first_link')).toHaveLength(1);
    await expectRefused(first, 'unknown');
    await expectRefused(newInvitationToken(), 'unknown');
    expect(readCall('first-link', await call('first-link', { token: second }))).toEqual({
      keepsPasswords: true,
      urlFault: null,
    });
  });

  test('is good for 24 hours', async () => {
    const token = await renew();
    server.clock.at += 86_400_000;
    await expectRefused(token, 'expired');
    server.clock.at -= 86_400_000;
  });

  test('is not spent by what is refused', async () => {
    const token = await renew();
    for (const [changes, field] of [
      [{ companyUrl: 'login' }, 'companyUrl'],
      [{ companyName: ' ' }, 'companyName'],
      [{ password: 'short' }, 'password'],
      [{ password: undefined }, 'password'],
      [{ email: 'nobody' }, 'email'],
      [{ firstName: '' }, 'firstName'],
    ] as const) {
      const answer = await begin(token, changes);
      expect([answer.status, readRefusal(answer).field]).toEqual([400, field]);
    }
    const taken = await begin(token, { email: 'reg@example.com' });
    expect(readRefusal(taken)).toMatchObject({ details: { reason: 'AccountExists' } });
    expect((await call('first-link', { token })).status).toBe(200);
    expect(await server.query('select from tenant')).toEqual([]);
  });

  test('makes the first account and company once, signed in; then no link does', async () => {
    const token = await renew();
    const answers = await Promise.all([begin(token), begin(token, { email: 'late@example.com' })]);
    const [won, lost] = answers.toSorted((one, other) => one.status - other.status);
    expect([won?.status, lost?.status]).toEqual([200, 404]);
    const made = readCall('begin-installation', won!);
    expect(made.company).toMatchObject({ name: 'Northwind', url: 'northwind' });
    expect(made.signIn).toMatchObject({ outcome: 'TOTP_SETUP_NEEDED', serviceToken: expect.any(String) });
    const { serviceToken } = made.signIn as { serviceToken: string };
    const { data } = await server.ask('{ getUserDetails { tenants { tenant { url } role { name } } } }', {
      service: serviceToken,
    });
    expect(data).toEqual({
      getUserDetails: { tenants: [{ tenant: { url: 'northwind' }, role: { name: 'Administrator' } }] },
    });
    await expectRefused(token, 'used');
    expect(await server.identity.renewFirstLink()).toBeNull();
  });

  test('opens nothing when somebody has come to administer meanwhile', async () => {
    await server.query('update membership set enabled = false');
    const token = await renew();
    expect(readCall('first-link', await call('first-link', { token, url: 'northwind' })).urlFault).toBe(
      "Another company has the address 'northwind'. Choose another.",
    );
    await server.query('update membership set enabled = true');
    await expectRefused(token, 'administered');
  });

  test('serves somebody who has an account already', async () => {
    await server.query('update membership set enabled = false');
    const token = await renew();
    const { service } = await server.signIn('reg');
    const answer = await call('begin-company', { token, companyName: 'Reg', companyUrl: 'reg' }, { service });
    expect(readCall('begin-company', answer).company).toMatchObject({ name: 'Reg', url: 'reg' });
    await expectRefused(token, 'used');
  });
});
