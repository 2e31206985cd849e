// A company that goes, goes whole: every table that has a tenant is looked into, and so are the files.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tenantId } from '@rowhouse/domain/kernel/ids.ts';
import { startSignInServer } from '../../../testing/security/sign-in-server.ts';
import type { SignInServer } from '../../../testing/security/sign-in-server.ts';
import { createLog } from '../log.ts';
import { deleteTenant, deleteTenantsInTime } from './delete-tenant.ts';

let server: SignInServer;
beforeAll(async () => {
  server = await startSignInServer();
});
afterAll(() => server.close());

/** By table, how many rows the company has; tables without any are left out. */
async function countRows(tenant: number): Promise<Record<string, number>> {
  const tables = await server.query(
    `select c.oid::regclass::text as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
     where c.relkind = 'r' and not a.attisdropped and c.relnamespace = 'public'::regnamespace order by 1`,
  );
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const [row] = await server.query(`select count(*)::int as n from ${String(name)} where tenant_id = $1`, [
      tenant,
    ]);
    if (Number(row?.['n']) > 0) counts[String(name)] = Number(row?.['n']);
  }
  return counts;
}

test('nothing of the company is left in any table or among the files, and another keeps all', async () => {
  const { north, south } = server;
  const before = await countRows(south.id);
  expect(Object.keys(await countRows(north.id)).length).toBeGreaterThan(25);
  await server.storage.put(`${north.id}/forgotten.pdf`, Buffer.from('%PDF'), 'application/pdf');
  await deleteTenant(server, tenantId(north.id));
  expect(await countRows(north.id)).toEqual({});
  expect(await server.query('select from tenant where id = $1', [north.id])).toEqual([]);
  for (const name of ['own', 'seen', 'forgotten'])
    expect(await server.storage.open(`${north.id}/${name}.pdf`)).toBeNull();
  // What was to be transmitted to it, and what was taken from it, is set up no more.
  const {
    transmission_mapping: _mappings,
    transmission_acceptance: _acceptances,
    transmission: _transmissions,
    ...kept
  } = before;
  expect(await countRows(south.id)).toMatchObject(kept);
  expect(await server.storage.open(`${south.id}/own.pdf`)).not.toBeNull();
  // People are of the installation, and sign in as before.
  expect(
    (await server.ask('{ getUserDetails { email } }', await server.signIn('mia'))).errors,
  ).toBeUndefined();
});

test('in its time, and not before', async () => {
  const { south } = server;
  const log = createLog('silent');
  await server.query(
    `update tenant set enabled = false, delete_after = now() + interval '1 minute' where id = $1`,
    [south.id],
  );
  await deleteTenantsInTime(server, log);
  expect(await server.query('select from tenant where id = $1', [south.id])).toHaveLength(1);
  expect(
    (
      await server.ask(
        '{ getUserDetails { closedTenants tenants { tenant { name } } } }',
        await server.signIn('mia'),
      )
    ).data,
  ).toEqual({
    getUserDetails: { closedTenants: ['South'], tenants: [] },
  });
  await server.query(`update tenant set delete_after = now() - interval '1 second' where id = $1`, [
    south.id,
  ]);
  await deleteTenantsInTime(server, log);
  expect(await countRows(south.id)).toEqual({});
});
