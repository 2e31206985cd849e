// The address of a company, which others may want too, and its logo, which comes from whoever administers it.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestServer } from '../../../testing/test-server.ts';
import type { Credentials, TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.query(`update tenant set url = 'aside-' || id`);
  await server.query('delete from tenant_former_url');
  await server.query(
    `update tenant set url = lower(name), accent = null, logo_key = null where name in ('North', 'South')`,
  );
  await server.query('delete from tenant_former_url');
});

const parts = 'url formerUrls accent logo version';
const ana = () => server.enter('ana', server.north);
const versionOf = async (id: number): Promise<unknown> =>
  (await server.query('select version from tenant where id = $1', [id]))[0]?.['version'];

async function change(data: object, credentials?: Credentials, tenant = server.north) {
  const version = await versionOf(tenant.id);
  return server.ask(
    `mutation ($data: UpdateTenantProfileInput!) { updateTenantProfile(data: $data) { ${parts} } }`,
    credentials ?? (await ana()),
    { data: { version, ...data } },
  );
}

async function putLogo(content: string | null, credentials?: Credentials) {
  const version = await versionOf(server.north.id);
  const answer = await server.ask(
    `mutation ($data: UpdateTenantLogoInput!) { updateTenantLogo(data: $data) { ${parts} } }`,
    credentials ?? (await ana()),
    { data: { content, version } },
  );
  const logo = (answer.data?.['updateTenantLogo'] as { logo: string | null } | undefined)?.logo;
  return { ...answer, logo };
}

const tenantsOf = async (name: string): Promise<string> =>
  JSON.stringify(
    (
      await server.ask(
        '{ getUserDetails { tenants { tenant { url formerUrls accent logo } } } }',
        await server.signIn(name),
      )
    ).data,
  );

describe('a new address', () => {
  test('is told to every member with the one before it, and noted', async () => {
    expect((await change({ url: ' North-Star ' })).data?.['updateTenantProfile']).toMatchObject({
      url: 'north-star',
      formerUrls: ['north'],
    });
    expect(await tenantsOf('bob')).toContain('"url":"north-star","formerUrls":["north"]');
    const [noted] = await server.query(
      `select user_id::int, changes from audit_log where entity = 'tenant' order by id desc limit 1`,
    );
    expect(noted).toEqual({ user_id: server.people.ana, changes: { url: ['north', 'north-star'] } });
  });

  test('can be given up for the one before', async () => {
    await change({ url: 'north-star' });
    expect((await change({ url: 'north' })).data?.['updateTenantProfile']).toMatchObject({
      url: 'north',
      formerUrls: ['north-star'],
    });
  });

  test.each([
    ['login', `'login' is an address of the application itself. Choose another.`, 'INVALID'],
    ['logos', `'logos' is an address of the application itself. Choose another.`, 'INVALID'],
    ['a/b', 'Use small letters, digits and hyphens, and begin with a letter or a digit.', 'INVALID'],
    [
      '//evil.example',
      'Use small letters, digits and hyphens, and begin with a letter or a digit.',
      'INVALID',
    ],
    ['', 'Address is a required field', 'INVALID'],
    ['south', `Another company has the address 'south'. Choose another.`, 'CONFLICT'],
  ])('is not %j', async (url, message, code) => {
    expect((await change({ url })).errors?.[0]).toMatchObject({
      message,
      extensions: { code, field: 'url' },
    });
    expect(await versionOf(server.north.id)).toBe(await versionOf(server.north.id));
    expect(await server.query('select url from tenant where id = $1', [server.north.id])).toEqual([
      { url: 'north' },
    ]);
  });

  test('is not what another company gave up a short time ago, in the words for one that is taken', async () => {
    await change({ url: 'north-star' });
    const south = await server.enter('ana', server.south);
    const taken = await change({ url: 'north-star' }, south, server.south);
    const kept = await change({ url: 'north' }, south, server.south);
    expect(JSON.stringify(kept.errors)).toBe(JSON.stringify(taken.errors).replaceAll('north-star', 'north'));
    await server.query(`update tenant_former_url set freed_at = now() - interval '91 days'`);
    expect((await change({ url: 'north' }, south, server.south)).data?.['updateTenantProfile']).toMatchObject(
      {
        url: 'north',
        formerUrls: ['south'],
      },
    );
    expect(await tenantsOf('bob')).toContain('"url":"north-star","formerUrls":[]');
  });

  test('is not taken by a new company either', async () => {
    await change({ url: 'north-star' });
    await expect(
      server.query(`insert into tenant (name, url, bucket) values ('Other', 'north', 1)`),
    ).rejects.toThrow('The address of the company is taken.');
  });

  test('of two companies at once one has it', async () => {
    const south = await server.enter('ana', server.south);
    const both = await Promise.all([
      change({ url: 'wanted' }),
      change({ url: 'wanted' }, south, server.south),
    ]);
    expect(both.map(({ errors }) => errors?.[0]?.extensions['code'] ?? 'answered').sort()).toEqual([
      'CONFLICT',
      'answered',
    ]);
  });

  test('is not the fourth in a month: nobody keeps many from others', async () => {
    for (const url of ['one', 'two', 'three']) expect((await change({ url })).errors).toBeUndefined();
    expect((await change({ url: 'four' })).errors?.[0]).toMatchObject({
      message: 'The address was changed 3 times in the last 30 days. Change it again later.',
      extensions: { code: 'LIMITED', field: 'url' },
    });
  });
});

describe('the colour', () => {
  test('is kept in small letters, and taken away by nothing', async () => {
    expect((await change({ accent: '#1E5AA8' })).data?.['updateTenantProfile']).toMatchObject({
      accent: '#1e5aa8',
    });
    expect(await tenantsOf('bob')).toContain('"accent":"#1e5aa8"');
    expect((await change({ accent: '' })).data?.['updateTenantProfile']).toMatchObject({ accent: null });
  });

  test.each(['red', '#fff', '#12345g', 'url(https://evil.example)', '#123456;background:url(x)'])(
    'is not %s',
    async (accent) => {
      expect((await change({ accent })).errors?.[0]).toMatchObject({
        message: 'Write the colour as # and six of 0-9 and a-f, like #1e5aa8.',
        extensions: { code: 'INVALID', field: 'accent' },
      });
    },
  );
});

/** 16 x 16 points, all clear. */
const picture =
  'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAYAAAAf8/9hAAAAEklEQVR42mNgGAWjYBSMAggAAAQQAAF/TXiOAAAAAElFTkSuQmCC';

describe('the logo', () => {
  test('is served to whoever has its address, as a picture that can do nothing', async () => {
    const { logo } = await putLogo(picture);
    expect(logo).toMatch(new RegExp(`^/logos/${server.north.id}/[0-9a-f]{32}$`));
    const answer = await server.app.inject(logo ?? '');
    expect(answer.statusCode).toBe(200);
    expect(answer.rawPayload.toString('base64')).toBe(picture);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, max-age=31536000, immutable',
    });
    expect(await tenantsOf('bob')).toContain(`"logo":"${logo}"`);
  });

  test('has another address when it is another picture, and none when it is taken away', async () => {
    const first = await putLogo(picture);
    const second = await putLogo(picture);
    expect(second.logo).not.toBe(first.logo);
    expect((await server.app.inject(first.logo ?? '')).statusCode).toBe(404);
    expect((await putLogo(null)).logo).toBeNull();
    expect((await server.app.inject(second.logo ?? '')).statusCode).toBe(404);
    expect(await server.query('select length(content) as n from tenant_logo')).toEqual([{ n: 0 }]);
  });

  test('is not noted by its address', async () => {
    const { logo } = await putLogo(picture);
    const [noted] = await server.query(
      `select changes from audit_log where entity = 'tenant' order by id desc limit 1`,
    );
    expect(noted).toEqual({ changes: { logo: [null, 'A picture'] } });
    expect(JSON.stringify(noted)).not.toContain(String(logo?.split('/').at(-1)));
  });

  test.each([
    ['a drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64')],
    ['a page', Buffer.from('<script>alert(1)</script>').toString('base64')],
    ['an address', 'https://evil.example/logo.png'],
    [
      'a picture with a page behind it',
      Buffer.concat([Buffer.from(picture, 'base64'), Buffer.from('<script>')]).toString('base64'),
    ],
  ])('is not %s', async (_what, content) => {
    expect((await putLogo(content)).errors?.[0]).toMatchObject({
      message: 'The logo is not a PNG picture that can be read.',
      extensions: { code: 'INVALID', field: 'logo' },
    });
  });

  test('is no other company’s to change, nor a member’s', async () => {
    expect(
      (await putLogo(picture, await server.enter('bob', server.north))).errors?.[0]?.extensions['code'],
    ).toBe('FORBIDDEN');
    await putLogo(picture, await server.enter('ana', server.south));
    expect(await server.query('select logo_key from tenant where id = $1', [server.north.id])).toEqual([
      { logo_key: null },
    ]);
  });

  test.each([
    '/logos/1',
    '/logos/x/y',
    '/logos/1/..%2f',
    `/logos/1/${'0'.repeat(32)}`,
    `/logos/0/${'0'.repeat(32)}`,
  ])('is not at %s', async (path) => {
    expect((await server.app.inject(path)).statusCode).toBe(404);
  });
});
