import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer } from '../../../testing/test-server.ts';
import type { TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const menu =
  '{ SaasMenu { id name tag route order application enabled appSections { id name tag route order enabled menuItems { id name route order enabled hasRecordTypes icon recordType { id name isSuper } } } } }';
const actions = '{ SaasMyRoleMenuItemActions { menuItemId recordTypeId actions { id name enabled } } }';

type Menu = {
  name: string;
  appSections: { name: string; menuItems: { id: number; name: string; recordType: unknown }[] }[];
}[];
const menuOf = async (name: string, tenant: { id: number }) =>
  (await server.ask(menu, await server.enter(name, tenant))).data?.['SaasMenu'] as Menu;
const namesOf = (groups: Menu) =>
  groups.flatMap((group) =>
    group.appSections.flatMap((section) =>
      section.menuItems.map((item) => [group.name, section.name, item.name].join('/')),
    ),
  );

test('the menu holds what the role may open, in its order, and no word of the rest', async () => {
  expect(namesOf(await menuOf('ana', server.north))).toEqual([
    'Accounting/Papers/Orders',
    'Accounting/Papers/Documents',
    'Accounting/Papers/Users',
    'Accounting/Vault/Secrets',
  ]);
  const clerks = await menuOf('bob', server.north);
  expect(namesOf(clerks)).toEqual(['Accounting/Papers/Orders', 'Accounting/Papers/Documents']);
  expect(JSON.stringify(clerks)).not.toMatch(/Vault|Secrets|Users/);
  expect(clerks[0]?.appSections[0]?.menuItems[1]).toEqual({
    id: server.north.menuItems.documents,
    name: 'Documents',
    route: 'documents',
    order: 2,
    enabled: true,
    hasRecordTypes: true,
    icon: null,
    recordType: { id: server.north.types.documents, name: 'All Documents', isSuper: true },
  });
});

test('nothing of another tenant is in it', async () => {
  const items = (await menuOf('sue', server.south)).flatMap((group) =>
    group.appSections.flatMap((section) => section.menuItems),
  );
  expect(items.map((item) => item.id)).toEqual(Object.values(server.south.menuItems));
});

test('what is switched off is not shown, and what it opened is closed', async () => {
  const bob = await server.enter('bob', server.north);
  const names = async () => namesOf((await server.ask(menu, bob)).data?.['SaasMenu'] as Menu);
  const orders = server.north.menuItems.orders;
  await server.query('update menu_item set enabled = false where id = $1', [orders]);
  expect(await names()).toEqual(['Accounting/Papers/Documents']);
  await server.query('update menu_item set enabled = true where id = $1', [orders]);
  await server.query('update record_type set enabled = false where id = $1', [server.north.types.orders]);
  expect(await names()).toEqual(['Accounting/Papers/Documents']);
  await server.query('update record_type set enabled = true where id = $1', [server.north.types.orders]);
  await server.query(`update menu_group set enabled = false where tenant_id = $1`, [server.north.id]);
  expect(await names()).toEqual([]);
  await server.query(`update menu_group set enabled = true where tenant_id = $1`, [server.north.id]);
});

test('the actions are those of the own role', async () => {
  expect((await server.ask(actions, await server.enter('bob', server.north))).data).toEqual({
    SaasMyRoleMenuItemActions: [
      {
        menuItemId: server.north.menuItems.orders,
        recordTypeId: server.north.types.orders,
        actions: [
          { id: 1, name: 'view', enabled: true },
          { id: 2, name: 'create records', enabled: true },
        ],
      },
      {
        menuItemId: server.north.menuItems.documents,
        recordTypeId: server.north.types.documents,
        actions: [{ id: 1, name: 'view', enabled: true }],
      },
    ],
  });
});

test.each([menu, actions])('needs a tenant entered: %s', async (document) => {
  for (const credentials of [{}, await server.signIn('bob')]) {
    expect((await server.ask(document, credentials)).errors?.[0]?.extensions['code']).toBe('UNAUTHENTICATED');
  }
});
