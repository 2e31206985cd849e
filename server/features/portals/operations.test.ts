import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestServer } from '../../../testing/test-server.ts';
import type { Credentials, TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.query('delete from portal');
});

const address = 'https://reports.example/help?topic=1';
const parts = 'id name address icon isAllowed enabled roles { id name } version';
type Setting = { id: number; name: string; version: number };

const ana = () => server.enter('ana', server.north);
const bob = () => server.enter('bob', server.north);

const create = (credentials: Credentials, data: object) =>
  server.ask(`mutation ($data: CreatePortalInput!) { createPortal(data: $data) { ${parts} } }`, credentials, {
    data: { name: 'Help', address, roleIds: [server.north.roles.clerk], ...data },
  });
const update = (credentials: Credentials, data: object) =>
  server.ask(`mutation ($data: UpdatePortalInput!) { updatePortal(data: $data) { ${parts} } }`, credentials, {
    data,
  });
const mine = async (credentials: Credentials) =>
  (await server.ask('{ getMyPortals { id name address icon isAllowed } }', credentials)).data?.[
    'getMyPortals'
  ];

async function aPortal(data: object = {}): Promise<Setting> {
  const answer = await create(await ana(), data);
  expect(answer.errors).toBeUndefined();
  return answer.data?.['createPortal'] as Setting;
}

describe('a page', () => {
  test('is seen by the roles that it is given to, and by no other', async () => {
    const { id } = await aPortal({ name: '  Help   desk ' });
    const shown = { id, name: 'Help desk', address, icon: 'external', isAllowed: true };
    expect(await mine(await bob())).toEqual([shown]);
    expect(await mine(await ana())).toEqual([]);
    expect(await mine(await server.enter('ana', server.south))).toEqual([]);
  });

  test('that is disabled is seen by nobody, and comes back', async () => {
    const { id, version } = await aPortal();
    await update(await ana(), { id, version, enabled: false });
    expect(await mine(await bob())).toEqual([]);
    await update(await ana(), { id, version: version + 1, enabled: true });
    expect(await mine(await bob())).toHaveLength(1);
  });

  test('of a server that is embedded no more says so, and is renamed and disabled as ever', async () => {
    const { id } = await aPortal();
    await server.query(`update portal set address = 'https://gone.example/'`);
    expect(await mine(await bob())).toMatchObject([{ isAllowed: false }]);
    const renamed = await update(await ana(), {
      id,
      version: 1,
      name: 'Old help',
      address: 'https://gone.example/',
    });
    expect(renamed.data?.['updatePortal']).toMatchObject({ name: 'Old help', isAllowed: false });
  });

  test('is in the audit log, by whom and with its roles', async () => {
    const { id, version } = await aPortal();
    await update(await ana(), { id, version, roleIds: [] });
    const rows = await server.query(
      `select user_id::int, action, changes->'role_ids' as roles from audit_log where entity = 'portal' and entity_id = $1 order by id`,
      [id],
    );
    expect(rows).toEqual([
      { user_id: server.people.ana, action: 'insert', roles: [null, [server.north.roles.clerk]] },
      { user_id: server.people.ana, action: 'update', roles: [[server.north.roles.clerk], []] },
    ]);
  });
});

describe('refused is', () => {
  test.each([
    ['name', { name: ' ' }, 'Name is a required field'],
    ['name', { name: 'x'.repeat(81) }, 'The name has at most 80 characters.'],
    ['icon', { icon: 'skull' }, 'Choose one of the icons in the list.'],
    [
      'address',
      { address: 'javascript:alert(1)' },
      'Write the whole address of a page, like https://help.example.com/start.',
    ],
    [
      'address',
      { address: 'https://reports.example@evil.example/' },
      'Write the whole address of a page, like https://help.example.com/start.',
    ],
    [
      'address',
      { address: 'http://reports.example/' },
      'The address begins with https: what comes over http can be read on its way.',
    ],
    [
      'address',
      { address: 'https://evil.example/' },
      'evil.example is not among the servers that this installation may embed. Who runs it can add it.',
    ],
    [
      'address',
      { address: 'https://127.0.0.1/' },
      '127.0.0.1 is not among the servers that this installation may embed. Who runs it can add it.',
    ],
  ])('a wrong %s: %j', async (field, data, message) => {
    expect((await create(await ana(), data)).errors?.[0]).toMatchObject({
      message,
      extensions: { code: 'INVALID', field },
    });
  });

  test('an older version, with what is so now', async () => {
    const { id, version } = await aPortal();
    await update(await ana(), { id, version, name: 'First' });
    expect((await update(await ana(), { id, version, name: 'Second' })).errors?.[0]).toMatchObject({
      extensions: { code: 'CONFLICT', details: { current: { name: 'First', version: version + 1 } } },
    });
  });

  test('the hundred and first', async () => {
    await server.query(
      `insert into portal (tenant_id, name, address, icon) select $1, 'Page ' || n, $2, 'file' from generate_series(1, 100) n`,
      [server.north.id, address],
    );
    expect((await create(await ana(), {})).errors?.[0]?.extensions['code']).toBe('LIMITED');
  });

  test('who does not administer, in each of them', async () => {
    const { id, version } = await aPortal();
    const credentials = await bob();
    for (const answer of [
      await create(credentials, {}),
      await update(credentials, { id, version, name: 'Mine' }),
      await server.ask('{ getPortalSettings { origins } }', credentials),
    ])
      expect(answer.errors?.[0]?.extensions['code']).toBe('FORBIDDEN');
  });

  test('a page and a role of another company, as one that is not there', async () => {
    const { id, version } = await aPortal();
    const south = await server.enter('ana', server.south);
    const there = await update(south, { id, version, name: 'Mine' });
    expect(JSON.stringify(there)).toBe(
      JSON.stringify(await update(south, { id: 999_999, version, name: 'Mine' })),
    );
    expect(there.errors?.[0]?.extensions['code']).toBe('NOT_FOUND');
    const roles = [server.south.roles.clerk, 999_999];
    const [foreign, nobodys] = await Promise.all(
      roles.map(async (role) => create(await ana(), { roleIds: [role] })),
    );
    expect(JSON.stringify(foreign)).toBe(JSON.stringify(nobodys));
  });
});
