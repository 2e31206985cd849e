// A world that every server test can read at a glance: two tenants with the same shape, so that whatever one of them
// has, the other has too and must not show. Made by the builders that make the demo.
import type { Database, OwnerConnection } from '@rowhouse/server/platform/database/database.ts';
import type { Accounts } from '@rowhouse/server/platform/identity/embedded/accounts.ts';
import { aPerson, aTenant } from '@rowhouse/server/seed/builders.ts';

export const testPassword = 'correct horse';

export type TestTenant = Awaited<ReturnType<typeof createTenant>>['built'];
export type TwoTenants = { north: TestTenant; south: TestTenant; people: TestPeople };
export type TestPeople = Awaited<ReturnType<typeof createPeople>>;

/**
 * ana manages both tenants, sue manages south, bob is a clerk in north: he opens Orders and All Documents, sees
 * Weight and the status of orders, never Margin, and nothing of Secrets.
 */
export async function createTwoTenants(database: Database, identity: Accounts): Promise<TwoTenants> {
  const people = await createPeople(identity);
  return database.asOwnerOfAll(async (connection) => {
    const north = await createTenant(connection, 'North');
    const south = await createTenant(connection, 'South');
    await north.tenant.withMember(people.ana, north.built.roles.manager);
    await south.tenant.withMember(people.ana, south.built.roles.manager);
    await south.tenant.withMember(people.sue, south.built.roles.manager);
    await north.tenant.withMember(people.bob, north.built.roles.clerk);
    for (const [from, to, person] of [
      [north, south, people.bob],
      [south, north, people.sue],
    ] as const) {
      await from.tenant.withListValues(from.carriers, [{ value: 'own driver', userId: person }]);
      await from.tenant.withTransmission(from.orders, to.tenant, {
        sourceStatusField: 'status',
        sourceSuccessStatusValue: 'Sent',
        targetRecordType: to.built.types.orders,
        triggerField: 'status',
        triggerValue: 'Ready',
      });
    }
    return { north: north.built, south: south.built, people };
  });
}

async function createPeople(identity: Accounts) {
  const create = (name: string) =>
    aPerson(
      identity,
      { email: `${name.toLowerCase()}@example.com`, firstName: name, lastName: 'Test' },
      testPassword,
    );
  return { ana: await create('Ana'), bob: await create('Bob'), sue: await create('Sue') };
}

async function createTenant(connection: OwnerConnection, name: string) {
  const tenant = await aTenant(connection, { name, description: `${name} Company`, bucket: 3 });
  const manager = await tenant.withRole({
    name: 'Manager',
    description: 'Sees all',
    defaultFieldAccess: 'Editable',
    administers: true,
  });
  const clerk = await tenant.withRole({ name: 'Clerk' });

  const priorities = await tenant.withList({
    name: 'Priorities',
    values: ['High', { value: 'Low', enabled: false }],
  });
  const carriers = await tenant.withList({ name: 'Carriers', listType: 'User' });
  const siteObject = await tenant.withObject({
    name: 'Site',
    properties: [
      { name: 'City', displayable: true },
      { name: 'Zone', dataType: 'dropdown', list: priorities },
    ],
  });
  const sites = await tenant.withList({
    name: 'Sites',
    listType: 'Object',
    object: siteObject,
    values: [{ value: 'Harbour', properties: { City: `${name} City` } }],
  });

  const orders = await tenant.withRecordType({
    name: 'Orders',
    statuses: ['Ready', 'sent', 'Done'],
    problemCodes: ['Late', 'broken'],
    fields: [
      { name: 'Weight', dataType: 'decimal', required: true },
      { name: 'Priority', dataType: 'dropdown', list: priorities },
      { name: 'Margin', dataType: 'currency' },
    ],
  });
  const bills = await tenant.withRecordType({
    name: 'Bills',
    statuses: ['Paid', 'open'],
    problemCodes: ['Disputed'],
    fields: [
      // Of one name with the field of orders, and in another column.
      { name: 'Weight', dataType: 'decimal', slot: 'n5' },
      { name: 'Due Reason', dataType: 'string' },
      { name: 'Urgency', dataType: 'dropdown', list: priorities },
      { name: 'Carrier', dataType: 'dropdown', list: carriers },
      { name: 'Site', dataType: 'dropdown', list: sites },
    ],
  });
  const documents = await tenant.withSuperRecordType('All Documents', [orders, bills]);
  const secrets = await tenant.withRecordType({ name: 'Secrets', statuses: ['Hidden'] });

  await tenant.withFieldAccess(clerk, orders, [
    { field: 'status', access: 'Editable' },
    { field: 'createdAt', access: 'Editable' },
    { field: 'recordFile', access: 'ViewOnly' },
    { field: 'Weight', access: 'ViewOnly' },
    { field: 'Margin', access: 'NotAllowed' },
  ]);
  await tenant.withFieldAccess(clerk, bills, [
    { field: 'status', access: 'ViewOnly' },
    { field: 'Weight', access: 'Editable' },
    { field: 'Urgency', access: 'ViewOnly' },
    { field: 'Carrier', access: 'ViewOnly' },
    { field: 'Site', access: 'ViewOnly' },
  ]);

  const items = await tenant.withMenu([
    {
      name: 'Accounting',
      route: 'accounting',
      sections: [
        {
          name: 'Papers',
          route: 'papers',
          items: [
            { name: 'Orders', route: 'orders', recordType: orders },
            { name: 'Documents', route: 'documents', recordType: documents },
            { name: 'Users', route: 'users' },
          ],
        },
        {
          name: 'Vault',
          route: 'vault',
          items: [{ name: 'Secrets', route: 'secrets', recordType: secrets }],
        },
      ],
    },
  ]);
  const menuItems = {
    orders: idOf(items, 'Orders'),
    documents: idOf(items, 'Documents'),
    users: idOf(items, 'Users'),
    secrets: idOf(items, 'Secrets'),
  };
  for (const item of items.values())
    await tenant.withActions(manager, item, [
      'view',
      'create records',
      'soft delete',
      'answer conversations',
    ]);
  await tenant.withActions(clerk, menuItems.orders, ['view', 'create records']);
  await tenant.withActions(clerk, menuItems.documents, ['view']);

  const built = {
    id: tenant.id,
    bucket: tenant.bucket,
    name,
    roles: { manager, clerk },
    types: { orders: orders.id, bills: bills.id, documents: documents.id, secrets: secrets.id },
    fields: {
      weight: idOf(orders.fields, 'Weight'),
      priority: idOf(orders.fields, 'Priority'),
      margin: idOf(orders.fields, 'Margin'),
      billWeight: idOf(bills.fields, 'Weight'),
    },
    lists: { priorities: priorities.id, carriers: carriers.id, sites: sites.id },
    listValues: {
      high: idOf(priorities.values, 'High'),
      low: idOf(priorities.values, 'Low'),
      site: idOf(sites.values, 'Harbour'),
    },
    statuses: { order: idOf(orders.statuses, 'Ready'), bill: idOf(bills.statuses, 'Paid') },
    objects: {
      siteDefinition: siteObject.id,
      city: idOf(siteObject.properties, 'City'),
      zone: idOf(siteObject.properties, 'Zone'),
    },
    menuItems,
  };
  return { tenant, built, orders, carriers };
}

function idOf(ids: ReadonlyMap<string, number | { readonly id: number }>, name: string): number {
  const found = ids.get(name);
  if (found === undefined) throw new Error(`Nothing was built by the name ${name}.`);
  return typeof found === 'number' ? found : found.id;
}

/** Inserts one row as the owner, and answers its id: for what has no builder. */
export async function insert(
  connection: OwnerConnection,
  table: string,
  row: Readonly<Record<string, unknown>>,
  answer = 'id',
): Promise<number> {
  const columns = Object.keys(row);
  const places = columns.map((_, index) => `$${index + 1}`);
  const { rows } = await connection.query(
    `insert into ${table} (${columns.join(', ')}) values (${places.join(', ')}) returning ${answer} as id`,
    Object.values(row),
  );
  return Number(rows[0]?.['id']);
}
