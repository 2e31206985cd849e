// A world that every server test can read at a glance: two tenants with the same shape, so that whatever one of them
// has, the other has too and must not show. Written as the owner, as configuration is.
import type { OwnerConnection } from '@rowhouse/server/platform/database/database.ts';
import type { Database } from '@rowhouse/server/platform/database/database.ts';
import type { Identity } from '@rowhouse/server/platform/identity/identity.ts';

export const testPassword = 'correct horse';

export type TestTenant = Awaited<ReturnType<typeof createTenant>>;
export type TwoTenants = { north: TestTenant; south: TestTenant; people: TestPeople };
export type TestPeople = Awaited<ReturnType<typeof createPeople>>;

/**
 * ana manages both tenants, sue manages south, bob is a clerk in north: he opens Orders and All Documents, sees
 * Weight and the status of orders, never Margin, and nothing of Secrets.
 */
export async function createTwoTenants(database: Database, identity: Identity): Promise<TwoTenants> {
  const people = await createPeople(identity);
  return database.asOwner(async (connection) => {
    const north = await createTenant(connection, 'North', 3);
    const south = await createTenant(connection, 'South', 3);
    const join = (tenant: TestTenant, userId: number, role: number) =>
      insert(connection, 'membership', { tenant_id: tenant.id, user_id: userId, role_id: role }, 'user_id');
    await join(north, people.ana, north.roles.manager);
    await join(south, people.ana, south.roles.manager);
    await join(south, people.sue, south.roles.manager);
    await join(north, people.bob, north.roles.clerk);
    for (const [from, to, person] of [
      [north, south, people.bob],
      [south, north, people.sue],
    ] as const) {
      await insert(connection, 'list_value', {
        tenant_id: from.id,
        list_id: from.lists.carriers,
        value: 'own driver',
        user_id: person,
      });
      await insert(connection, 'transmission_mapping', {
        tenant_id: from.id,
        record_type_id: from.types.orders,
        target_tenant_id: to.id,
        settings: JSON.stringify({
          sourceStatusField: 'status',
          sourceSuccessStatusValue: 'Sent',
          targetRecordType: to.types.orders,
          triggerField: 'status',
          triggerValue: 'Ready',
        }),
      });
    }
    return { north, south, people };
  });
}

async function createPeople(identity: Identity) {
  const create = async (name: string) =>
    (
      await identity.createAccount(`${name.toLowerCase()}@example.com`, testPassword, {
        firstName: name,
        lastName: 'Test',
      })
    ).userId;
  return { ana: await create('Ana'), bob: await create('Bob'), sue: await create('Sue') };
}

async function createTenant(connection: OwnerConnection, name: string, bucket: number) {
  const id = await insert(connection, 'tenant', {
    name,
    url: name.toLowerCase(),
    description: `${name} Company`,
    bucket,
  });
  const add = (table: string, row: Record<string, unknown>, answer?: string) =>
    insert(connection, table, { tenant_id: id, ...row }, answer);

  const manager = await add('role', {
    name: 'Manager',
    description: 'Sees all',
    default_field_access: 'Editable',
    administers: true,
  });
  const clerk = await add('role', { name: 'Clerk', default_field_access: 'NotAllowed' });

  const priorities = await add('list', { name: 'Priorities' });
  const carriers = await add('list', { name: 'Carriers', list_type: 'User' });
  const siteDefinition = await add('object_definition', { name: 'Site' });
  const sites = await add('list', {
    name: 'Sites',
    list_type: 'Object',
    object_definition_id: siteDefinition,
  });
  const city = await add('object_property', {
    object_definition_id: siteDefinition,
    name: 'City',
    data_type: 'string',
    is_displayable: true,
    position: 1,
  });
  const zone = await add('object_property', {
    object_definition_id: siteDefinition,
    name: 'Zone',
    data_type: 'dropdown',
    position: 2,
    list_id: priorities,
  });
  const high = await add('list_value', { list_id: priorities, value: 'High', position: 1 });
  const low = await add('list_value', { list_id: priorities, value: 'Low', position: 2, enabled: false });
  const site = await add('list_value', {
    list_id: sites,
    value: 'Harbour',
    object_values: JSON.stringify({ [city]: `${name} City` }),
  });

  const type = (typeName: string, isSuper = false) =>
    add('record_type', { name: typeName, is_super: isSuper, bucket });
  const orders = await type('Orders');
  const bills = await type('Bills');
  const documents = await type('All Documents', true);
  const secrets = await type('Secrets');
  await add('record_type_related', { super_id: documents, related_id: orders, position: 1 }, 'super_id');
  await add('record_type_related', { super_id: documents, related_id: bills, position: 2 }, 'super_id');

  const field = (recordType: number, fieldName: string, dataType: string, slot: string, more = {}) =>
    add('field', { record_type_id: recordType, name: fieldName, data_type: dataType, slot, ...more });
  const weight = await field(orders, 'Weight', 'decimal', 'n1', { required: true, position: 1 });
  const priority = await field(orders, 'Priority', 'dropdown', 'r1', { list_id: priorities, position: 2 });
  const margin = await field(orders, 'Margin', 'currency', 'n2', { position: 3 });
  const billWeight = await field(bills, 'Weight', 'decimal', 'n5', { position: 1 });
  await field(bills, 'Due Reason', 'string', 't1', { position: 2 });

  const choices = async (table: string, recordType: number, names: readonly string[]) => {
    const made: number[] = [];
    for (const [position, choice] of names.entries())
      made.push(await add(table, { record_type_id: recordType, name: choice, position }));
    return made;
  };
  const [orderStatus] = await choices('record_status', orders, ['Ready', 'sent', 'Done']);
  const [billStatus] = await choices('record_status', bills, ['Paid', 'open']);
  await choices('record_status', secrets, ['Hidden']);
  await choices('problem_code', orders, ['Late', 'broken']);
  await choices('problem_code', bills, ['Disputed']);

  const access = (role: number, recordType: number, row: Record<string, unknown>) =>
    add('role_field_access', { role_id: role, record_type_id: recordType, ...row });
  await access(clerk, orders, { base_field: 'status', access: 'Editable', position: 1 });
  await access(clerk, orders, { base_field: 'createdAt', access: 'Editable', position: 2 });
  await access(clerk, orders, { base_field: 'recordFile', access: 'ViewOnly', position: 3 });
  await access(clerk, orders, { field_id: weight, access: 'ViewOnly', position: 4 });
  await access(clerk, orders, { field_id: margin, access: 'NotAllowed', position: 5 });
  await access(clerk, bills, { base_field: 'status', access: 'ViewOnly', position: 1 });
  await access(clerk, bills, { field_id: billWeight, access: 'Editable', position: 2 });

  const group = await add('menu_group', { name: 'Accounting', tag: 'acc', route: 'accounting' });
  const section = await add('menu_section', {
    menu_group_id: group,
    name: 'Papers',
    tag: 'pap',
    route: 'papers',
  });
  const hiddenSection = await add('menu_section', {
    menu_group_id: group,
    name: 'Vault',
    tag: 'vau',
    route: 'vault',
    position: 1,
  });
  const item = (itemName: string, recordType: number | null, position: number, menuSection = section) =>
    add('menu_item', {
      menu_section_id: menuSection,
      name: itemName,
      route: itemName.toLowerCase(),
      position,
      record_type_id: recordType,
    });
  const items = {
    orders: await item('Orders', orders, 1),
    documents: await item('Documents', documents, 2),
    users: await item('Users', null, 3),
    secrets: await item('Secrets', secrets, 1, hiddenSection),
  };
  const grant = async (role: number, menuItem: number, actions: Record<number, string>) => {
    for (const [actionId, action] of Object.entries(actions)) {
      await add(
        'role_menu_item_action',
        { role_id: role, menu_item_id: menuItem, action_id: Number(actionId), name: action },
        'action_id',
      );
    }
  };
  const all = { 1: 'View', 2: 'Create Records', 3: 'Soft Delete' };
  for (const menuItem of Object.values(items)) await grant(manager, menuItem, all);
  await grant(clerk, items.orders, { 1: 'view', 2: 'create records' });
  await grant(clerk, items.documents, { 1: 'view' });

  return {
    id,
    bucket,
    name,
    roles: { manager, clerk },
    types: { orders, bills, documents, secrets },
    fields: { weight, priority, margin, billWeight },
    lists: { priorities, carriers, sites },
    listValues: { high, low, site },
    statuses: { order: orderStatus ?? 0, bill: billStatus ?? 0 },
    objects: { siteDefinition, city, zone },
    menuItems: items,
  };
}

/** Inserts one row and answers its id. */
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
