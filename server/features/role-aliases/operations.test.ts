import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestServer } from '../../../testing/test-server.ts';
import type { Credentials, TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.query('update role set alias = null');
});

type Alias = { roleId: number; name: string; alias: string | null; version: number; members: number };
const parts = 'roleId name description enabled members alias version';
const ana = () => server.enter('ana', server.north);

const read = async (credentials: Credentials): Promise<Alias[]> =>
  (await server.ask(`{ getRoleAliases { ${parts} } }`, credentials)).data?.['getRoleAliases'] as Alias[];

const change = (credentials: Credentials, aliases: readonly object[]) =>
  server.ask(
    `mutation ($data: UpdateRoleAliasesInput!) { updateRoleAliases(data: $data) { ${parts} } }`,
    credentials,
    { data: { aliases } },
  );

async function theRole(name: string): Promise<Alias> {
  const role = (await read(await ana())).find((one) => one.name === name);
  if (role === undefined) throw new Error(`There is no role ${name}.`);
  return role;
}

async function call(name: string, alias: string | null) {
  const { roleId, version } = await theRole(name);
  return change(await ana(), [{ roleId, alias, version }]);
}

test('the roles stand by their own names, with how many have them', async () => {
  const roles = await read(await ana());
  expect(roles.length).toBeGreaterThan(1);
  expect(roles.every(({ alias }) => alias === null)).toBe(true);
  expect(roles.map(({ name }) => name)).toEqual(roles.map(({ name }) => name).toSorted());
});

describe('a role that has an alias', () => {
  test('goes by it wherever it is shown', async () => {
    expect((await call('Manager', ' Head  of desk ')).errors).toBeUndefined();
    const credentials = await ana();
    const shown = await server.ask(
      `{ findSaasMembers { role { name } } getAccessMatrix { roles { name } } getSaasUsers { roles { name } } }`,
      credentials,
    );
    const own = await server.ask(
      '{ getUserDetails { tenants { tenant { id } role { name } } } }',
      credentials,
    );
    for (const answer of [shown, own]) expect(JSON.stringify(answer)).toContain('"name":"Head of desk"');
    expect(JSON.stringify(shown)).not.toContain('"name":"Manager"');
    // The other company has a role of this name, too.
    expect(JSON.stringify(own)).toContain('"name":"Manager"');
    // Who sets up roles knows both.
    const roles = await server.ask('{ getSaasRoles { name } }', credentials);
    expect(JSON.stringify(roles)).toContain('"name":"Manager"');
  });

  test('is in the audit log, with who named it so', async () => {
    await call('Manager', 'Head of desk');
    const [noted] = await server.query(
      `select user_id::int, changes from audit_log where entity = 'role' order by id desc limit 1`,
    );
    expect(noted).toEqual({ user_id: server.people.ana, changes: { alias: [null, 'Head of desk'] } });
  });

  test('goes by its own name again when the alias is emptied, or is the name', async () => {
    for (const none of ['', ' ', null, 'Manager']) {
      await call('Manager', 'Head of desk');
      await call('Manager', none);
      expect((await theRole('Manager')).alias).toBeNull();
    }
  });
});

describe('refused is', () => {
  test('the name of another role, its alias, and a name that a role gets later', async () => {
    const [other] = (await read(await ana())).filter(({ name }) => name !== 'Manager');
    expect((await call('Manager', (other?.name ?? '').toUpperCase())).errors?.[0]).toMatchObject({
      extensions: { code: 'INVALID', field: 'alias', details: { roleId: (await theRole('Manager')).roleId } },
    });
    await call('Manager', 'Head of desk');
    expect((await call(other?.name ?? '', 'head of desk')).errors?.[0]?.message).toContain(
      'is the name of the role Manager',
    );
    const made = await server.ask(
      `mutation { createSaasRole(data: { name: "HEAD OF DESK" }) { id } }`,
      await ana(),
    );
    expect(made.errors?.[0]?.message).toBe('There is a role by the name “HEAD OF DESK” already.');
  });

  test('an older version, with what is so now', async () => {
    const { roleId, version } = await theRole('Manager');
    await call('Manager', 'First');
    expect((await change(await ana(), [{ roleId, alias: 'Second', version }])).errors?.[0]).toMatchObject({
      extensions: { code: 'CONFLICT', details: { current: [{ alias: 'First' }] } },
    });
  });

  test('of two at once one', async () => {
    const { roleId, version } = await theRole('Manager');
    const both = await Promise.all(
      ['One', 'Two'].map(async (alias) => change(await ana(), [{ roleId, alias, version }])),
    );
    expect(both.map(({ errors }) => errors?.[0]?.extensions['code'] ?? 'answered').sort()).toEqual([
      'CONFLICT',
      'answered',
    ]);
  });

  test('the same role twice, and all of it when one cannot stand', async () => {
    const { roleId, version } = await theRole('Manager');
    const one = { roleId, version, alias: 'Head of desk' };
    expect((await change(await ana(), [one, one])).errors?.[0]?.extensions['code']).toBe('INVALID');
    const other = (await read(await ana())).find(({ name }) => name !== 'Manager');
    const bad = { roleId: other?.roleId, version: other?.version, alias: 'x'.repeat(81) };
    expect((await change(await ana(), [one, bad])).errors?.[0]?.extensions['code']).toBe('INVALID');
    expect((await theRole('Manager')).alias).toBeNull();
  });

  test('a role of another company, as one that is not there', async () => {
    const [foreign] = await read(await server.enter('ana', server.south));
    const there = await change(await ana(), [{ roleId: foreign?.roleId, alias: 'Mine', version: 1 }]);
    const nowhere = await change(await ana(), [{ roleId: 999_999, alias: 'Mine', version: 1 }]);
    expect(there.errors?.[0]?.extensions['code']).toBe('NOT_FOUND');
    expect(JSON.stringify(there)).toBe(JSON.stringify(nowhere));
  });

  test('who does not administer', async () => {
    const bob = await server.enter('bob', server.north);
    const { roleId, version } = await theRole('Manager');
    expect((await change(bob, [{ roleId, alias: 'Mine', version }])).errors?.[0]?.extensions['code']).toBe(
      'FORBIDDEN',
    );
    expect((await server.ask(`{ getRoleAliases { name } }`, bob)).errors?.[0]?.extensions['code']).toBe(
      'FORBIDDEN',
    );
  });
});
