import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { absent, proofNeeded, startTestServer } from '../../../testing/test-server.ts';
import type { Credentials, TestServer } from '../../../testing/test-server.ts';
import { startAnother } from '../../../testing/record-model/another-application.ts';
import { aTenant } from '../../seed/builders.ts';

let server: TestServer;
let world: Awaited<ReturnType<typeof build>>;
let ana: Credentials;
let bob: Credentials;
let worlds = 0;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  world = await build(`Roles ${(worlds += 1)}`);
  ana = await server.enter('ana', world.tenant, { isProved: true });
  bob = await server.enter('bob', world.tenant);
});

/** ana administers, bob is a clerk who sees the status of orders. */
const build = (name: string) =>
  server.database.asOwnerOfAll(async (connection) => {
    const tenant = await aTenant(connection, { name, url: name.toLowerCase().replace(' ', '-'), bucket: 8 });
    const administrator = await tenant.withRole({
      name: 'Administrator',
      administers: true,
      defaultFieldAccess: 'Editable',
    });
    const clerk = await tenant.withRole({ name: 'Clerk' });
    const reader = await tenant.withRole({ name: 'Reader', defaultFieldAccess: 'ViewOnly' });
    await tenant.withMember(server.people.ana, administrator);
    await tenant.withMember(server.people.bob, clerk);
    const orders = await tenant.withRecordType({
      name: 'Orders',
      statuses: ['Ready', 'Done'],
      fields: [{ name: 'Margin', dataType: 'currency' }],
    });
    const all = await tenant.withSuperRecordType('All', [orders]);
    await tenant.withFieldAccess(clerk, orders, [
      { field: 'status', access: 'Editable', filterCriteria: { operator: 'isNotEmpty' } },
    ]);
    const items = await tenant.withMenu([
      {
        name: 'Work',
        route: 'work',
        sections: [
          {
            name: 'Papers',
            route: 'papers',
            items: [
              { name: 'Orders', route: 'orders', recordType: orders },
              { name: 'All', route: 'all', recordType: all },
            ],
          },
          {
            name: 'People',
            route: 'people',
            items: [
              { name: 'Users', route: 'users' },
              { name: 'Roles', route: 'roles' },
            ],
          },
        ],
      },
    ]);
    await tenant.withRecords(
      orders,
      [1, 2, 3].map((recordNumber) => ({ recordNumber, status: 'Ready' })),
      server.people.ana,
    );
    const item = (called: string) => items.get(called) ?? 0;
    for (const id of items.values()) await tenant.withActions(administrator, id, ['view']);
    await tenant.withActions(clerk, item('Orders'), ['view']);
    return {
      tenant,
      roles: { administrator, clerk, reader },
      orders: orders.id as number,
      all: all.id as number,
      margin: `f${orders.fields.get('Margin')?.id}`,
      items: { orders: item('Orders'), all: item('All'), users: item('Users'), roles: item('Roles') },
    };
  });

type Role = {
  id: number;
  name: string;
  description: string | null;
  administers: boolean;
  enabled: boolean;
  defaultFieldAccess: string;
  members: number;
  invited: number;
  version: number;
};
const parts = 'id name description administers enabled defaultFieldAccess members invited version';

async function send<Answer = Role>(name: string, data: object | null, who: Credentials = ana) {
  const input = `${name[0]?.toUpperCase()}${name.slice(1)}Input`;
  const shown = name === 'updateRoleAccess' ? 'changed' : parts;
  const answer = await server.ask(
    data === null
      ? `{ ${name} { ${shown} } }`
      : `mutation ($data: ${input}!) { ${name}(data: $data) { ${shown} } }`,
    who,
    data === null ? {} : { data },
  );
  const [error] = answer.errors ?? [];
  return {
    answer,
    made: answer.data?.[name] as Answer,
    code: error?.extensions['code'],
    message: error?.message,
    field: error?.extensions['field'],
    details: error?.extensions['details'] as Record<string, unknown> | undefined,
  };
}

const list = async () => (await send<Role[]>('getSaasRoles', null)).made;
const roleOf = async (id: number) => (await list()).find((role) => role.id === id)!;
const update = async (id: number, change: object, who = ana) =>
  send('updateSaasRole', { id, version: (await roleOf(id)).version, ...change }, who);
const give = (change: { fields?: object[]; actions?: object[]; confinements?: object[] }, who = ana) =>
  send<{ changed: number }>('updateRoleAccess', change, who);
const field = (name: string, before: string, after: string, more: object = {}) => ({
  roleId: world.roles.clerk,
  recordTypeId: world.orders,
  field: name,
  before,
  after,
  ...more,
});
const action = (name: string, before: boolean, after: boolean, more: object = {}) => ({
  roleId: world.roles.clerk,
  menuItemId: world.items.orders,
  action: name,
  before,
  after,
  ...more,
});
const fieldsOf = async (who: Credentials, ask = server.ask) => {
  const { data, errors } = await ask(
    'query ($recordType: Id!) { getSaasRecordFieldsByRecordTypes(recordType: $recordType) { key access } }',
    who,
    { recordType: world.orders },
  );
  if (errors) return errors[0]?.extensions['code'];
  const fields = data?.['getSaasRecordFieldsByRecordTypes'] as { key: string; access: string }[];
  return Object.fromEntries(fields.map(({ key, access }) => [key, access]));
};
const auditOf = async (entity: string) =>
  (
    await server.query(
      'select action, changes from audit_log where tenant_id = $1 and entity = $2 and user_id = $3 order by id',
      [world.tenant.id, entity, server.people.ana],
    )
  ).map(({ action: what, changes }) => ({ what, changes }));

describe('roles', () => {
  test('are listed with who has them, and made, renamed and described', async () => {
    expect(await list()).toMatchObject([
      { name: 'Administrator', administers: true, members: 1 },
      { name: 'Clerk', defaultFieldAccess: 'NotAllowed', members: 1, invited: 0 },
      { name: 'Reader', members: 0 },
    ]);
    const { made } = await send('createSaasRole', { name: ' Payables ', description: '' });
    expect(made).toMatchObject({ name: 'Payables', description: null, administers: false, enabled: true });
    expect((await update(made.id, { name: 'Accounts payable', description: 'Pays' })).made).toMatchObject({
      name: 'Accounts payable',
      description: 'Pays',
      version: 2,
    });
    expect(await auditOf('role')).toEqual([
      { what: 'insert', changes: expect.objectContaining({ name: [null, 'Payables'] }) },
      { what: 'update', changes: { name: ['Payables', 'Accounts payable'], description: [null, 'Pays'] } },
    ]);
  });

  test('a name that is taken, too short or too long is refused', async () => {
    for (const name of ['clerk', ' Clerk ', 'x', 'x'.repeat(81)])
      expect(await send('createSaasRole', { name })).toMatchObject({ code: 'INVALID', field: 'name' });
    expect(await update(world.roles.reader, { name: 'CLERK' })).toMatchObject({
      code: 'INVALID',
      message: 'There is a role by the name “CLERK” already.',
    });
  });

  test('a copy begins with what the other one may see and do, and goes its own way', async () => {
    const { made } = await send('createSaasRole', { name: 'Clerk 2', copyOf: world.roles.clerk });
    await server.query('update membership set role_id = $2 where tenant_id = $1 and user_id = $3', [
      world.tenant.id,
      made.id,
      server.people.bob,
    ]);
    expect(await fieldsOf(await server.enter('bob', world.tenant))).toEqual({
      id: 'ViewOnly',
      status: 'Editable',
    });
    await give({ fields: [field('status', 'Editable', 'NotAllowed')] });
    expect(await fieldsOf(await server.enter('bob', world.tenant))).toEqual({
      id: 'ViewOnly',
      status: 'Editable',
    });
  });

  test('one that people have is disabled only with another for them, and says who has it', async () => {
    await server.query(
      `insert into invitation (tenant_id, email, role_id, token_hash, invited_by, expires_at)
       values ($1, 'zoe@example.com', $2, $3, $4, now() + interval '1 day')`,
      [world.tenant.id, world.roles.clerk, `hash ${worlds}`, server.people.ana],
    );
    expect(await update(world.roles.clerk, { enabled: false })).toMatchObject({
      code: 'INVALID',
      field: 'moveTo',
      message: 'Bob Test and zoe@example.com have this role. Choose the role that they get instead.',
    });
    expect(await update(world.roles.clerk, { enabled: false, moveTo: world.roles.clerk })).toMatchObject({
      code: 'INVALID',
      field: 'moveTo',
    });
    const moved = await update(world.roles.clerk, { enabled: false, moveTo: world.roles.reader });
    expect(moved.made).toMatchObject({ enabled: false, members: 0, invited: 0 });
    expect(await roleOf(world.roles.reader)).toMatchObject({ members: 1, invited: 1 });
    // Their tokens named the other role.
    expect(await fieldsOf(bob)).toBe('UNAUTHENTICATED');
  });

  test('one without people is disabled, and enabled again', async () => {
    expect((await update(world.roles.reader, { enabled: false })).made.enabled).toBe(false);
    expect(await update(world.roles.clerk, { enabled: false, moveTo: world.roles.reader })).toMatchObject({
      code: 'INVALID',
      message: 'Choose one of the roles of this company.',
    });
    expect((await update(world.roles.reader, { enabled: true })).made.enabled).toBe(true);
  });

  test('one that is made to administer reaches the pages for it', async () => {
    expect((await update(world.roles.clerk, { administers: true })).made.administers).toBe(true);
    const { data } = await server.ask('{ SaasMenu { appSections { menuItems { route } } } }', bob);
    const routes = JSON.stringify(data?.['SaasMenu']);
    expect(routes).toContain('users');
    expect(routes).toContain('roles');
  });

  test('whether a role administers is changed by somebody who has just shown who it is', async () => {
    const open = await server.enter('ana', world.tenant);
    const refuses = async (role: number, change: object) => {
      const before = await roleOf(role);
      expect((await update(role, change, open)).answer.errors).toEqual([proofNeeded]);
      expect(await roleOf(role)).toEqual(before);
    };
    await refuses(world.roles.clerk, { administers: true });
    // Its people would administer by another role.
    await refuses(world.roles.clerk, { enabled: false, moveTo: world.roles.administrator });
    // One that nobody has harms nobody: giving it is what asks.
    const { made } = await send('createSaasRole', { name: 'Deputy', administers: true }, open);
    expect(made).toMatchObject({ administers: true, members: 0 });
    await refuses(made.id, { administers: false });
    await refuses(made.id, { enabled: false });
    expect((await update(made.id, { name: 'Deputies' }, open)).made.name).toBe('Deputies');
  });

  test('a change from an old version is refused with what stands now', async () => {
    const { version } = await roleOf(world.roles.reader);
    await update(world.roles.reader, { name: 'Readers' });
    expect(await send('updateSaasRole', { id: world.roles.reader, version, name: 'Mine' })).toMatchObject({
      code: 'CONFLICT',
      details: { current: { name: 'Readers', version: version + 1 } },
    });
  });

  test('those of another company read as absent, for each operation', async () => {
    const foreign = server.north.roles.clerk;
    const roleGone = absent('The role');
    expect((await send('updateSaasRole', { id: foreign, version: 1, name: 'Mine' })).answer).toEqual(
      roleGone,
    );
    expect((await send('createSaasRole', { name: 'Theirs', copyOf: foreign })).answer).toEqual(roleGone);
    const cases: [object, string][] = [
      [{ fields: [field('status', 'Editable', 'ViewOnly', { roleId: foreign })] }, 'The role'],
      [
        { fields: [field('status', 'Editable', 'ViewOnly', { recordTypeId: server.north.types.orders })] },
        'The record type',
      ],
      [{ fields: [field('status', 'Editable', 'ViewOnly', { recordTypeId: world.all })] }, 'The record type'],
      [{ fields: [field(`f${server.north.fields.weight}`, 'NotAllowed', 'ViewOnly')] }, 'The field'],
      [{ fields: [field('id', 'NotAllowed', 'ViewOnly')] }, 'The field'],
      [{ actions: [action('view', true, false, { roleId: foreign })] }, 'The role'],
      [
        { actions: [action('view', true, false, { menuItemId: server.north.menuItems.orders })] },
        'The menu item',
      ],
      [{ actions: [action('fly', false, true)] }, 'The action'],
      [{ actions: [action('create records', false, true, { menuItemId: world.items.all })] }, 'The action'],
      [{ actions: [action('create records', false, true, { menuItemId: world.items.users })] }, 'The action'],
    ];
    for (const [change, what] of cases) expect((await give(change)).answer).toEqual(absent(what));
  });

  test('are managed by nobody whose role does not administer', async () => {
    for (const [name, data] of [
      ['getSaasRoles', null],
      ['createSaasRole', { name: 'Mine' }],
      ['updateSaasRole', { id: world.roles.clerk, version: 1, administers: true }],
      ['updateRoleAccess', { fields: [field(world.margin, 'NotAllowed', 'Editable')] }],
    ] as const)
      expect(await send(name, data, bob)).toMatchObject({ code: 'FORBIDDEN' });
    const { errors } = await server.ask('{ getAccessMatrix { roles { id } } }', bob);
    expect(errors?.[0]?.extensions['code']).toBe('FORBIDDEN');
  });
});

describe('access', () => {
  test('is described as it is decided', async () => {
    const { data } = await server.ask(
      `{ getAccessMatrix { roles { name members defaultFieldAccess } recordTypes { name fields { key isFixed } }
         menuItems { name section actions } fieldAccess { roleId field access } confinements { roleId field criteria } actions { roleId menuItemId actions } } }`,
      ana,
    );
    const matrix = data?.['getAccessMatrix'] as Record<string, Record<string, unknown>[]>;
    expect(matrix['roles']).toEqual([
      { name: 'Administrator', members: 1, defaultFieldAccess: 'Editable' },
      { name: 'Clerk', members: 1, defaultFieldAccess: 'NotAllowed' },
      { name: 'Reader', members: 0, defaultFieldAccess: 'ViewOnly' },
    ]);
    // A super type shows what those that it gathers show.
    expect(matrix['recordTypes']?.map(({ name }) => name)).toEqual(['Orders']);
    const fields = matrix['recordTypes']?.[0]?.['fields'] as { key: string; isFixed: boolean }[];
    expect(fields).toContainEqual({ key: world.margin, isFixed: false });
    expect(fields).toContainEqual({ key: 'createdBy', isFixed: true });
    expect(fields.map(({ key }) => key)).not.toContain('id');
    expect(matrix['fieldAccess']).toEqual([
      { roleId: world.roles.clerk, field: 'status', access: 'Editable' },
    ]);
    expect(matrix['confinements']).toEqual([
      { roleId: world.roles.clerk, field: 'status', criteria: [{ operator: 'isNotEmpty' }] },
    ]);
    const [orders, all, users] = matrix['menuItems'] ?? [];
    expect(orders).toMatchObject({ name: 'Orders', section: 'Papers' });
    expect(orders?.['actions']).toContain('create records');
    expect(all?.['actions']).not.toContain('create records');
    expect(users?.['actions']).toEqual(['view']);
    expect(matrix['actions']).toContainEqual({
      roleId: world.roles.clerk,
      menuItemId: world.items.orders,
      actions: ['view'],
    });
  });

  test('of a field changes the next read, here and on another server, and is audited', async () => {
    const another = await startAnother(server);
    const there = (document: string, who: Credentials, variables?: object) =>
      another.ask(document, who, variables ?? {});
    try {
      expect(await fieldsOf(bob, there)).toEqual({ id: 'ViewOnly', status: 'Editable' });
      const { made } = await give({
        fields: [field('status', 'Editable', 'ViewOnly'), field(world.margin, 'NotAllowed', 'ViewOnly')],
      });
      expect(made).toEqual({ changed: 2 });
      const after = { id: 'ViewOnly', status: 'ViewOnly', [world.margin]: 'ViewOnly' };
      expect(await fieldsOf(bob)).toEqual(after);
      expect(await fieldsOf(bob, there)).toEqual(after);
    } finally {
      await another.close();
    }
    const entries = await auditOf('role_field_access');
    expect(entries).toHaveLength(2);
    expect(entries).toContainEqual({
      what: 'update',
      changes: expect.objectContaining({
        access: ['Editable', 'ViewOnly'],
        base_field: ['status', 'status'],
        role_id: [world.roles.clerk, world.roles.clerk],
      }),
    });
    expect(entries).toContainEqual({
      what: 'insert',
      changes: expect.objectContaining({ access: [null, 'ViewOnly'] }),
    });
  });

  test('a hidden field is gone for the role as one that nobody made', async () => {
    await give({ fields: [field(world.margin, 'NotAllowed', 'Editable')] });
    expect(await fieldsOf(bob)).toHaveProperty(world.margin, 'Editable');
    await give({ fields: [field(world.margin, 'Editable', 'NotAllowed')] });
    expect(await fieldsOf(bob)).not.toHaveProperty(world.margin);
  });

  test('what confines the role stays when the access to its field changes', async () => {
    await give({ fields: [field('status', 'Editable', 'NotAllowed')] });
    const [line] = await server.query(
      `select access, filter_criteria is not null as confines from role_field_access where tenant_id = $1 and role_id = $2`,
      [world.tenant.id, world.roles.clerk],
    );
    expect(line).toEqual({ access: 'NotAllowed', confines: true });
  });

  test('of menu items and actions changes the next request', async () => {
    const { made } = await give({
      actions: [
        action('create records', false, true),
        action('view', false, true, { menuItemId: world.items.all }),
      ],
    });
    expect(made).toEqual({ changed: 2 });
    const mine = async () =>
      (await server.ask('{ SaasMyRoleMenuItemActions { menuItemId actions { name } } }', bob)).data?.[
        'SaasMyRoleMenuItemActions'
      ];
    expect(await mine()).toEqual([
      { menuItemId: world.items.orders, actions: [{ name: 'view' }, { name: 'create records' }] },
      { menuItemId: world.items.all, actions: [{ name: 'view' }] },
    ]);
    await give({ actions: [action('view', true, false)] });
    expect(await mine()).toEqual([{ menuItemId: world.items.all, actions: [{ name: 'view' }] }]);
    expect(await auditOf('role_menu_item_action')).toContainEqual({
      what: 'update',
      changes: expect.objectContaining({ name: ['view', 'view'], enabled: [true, false] }),
    });
  });

  test('an action that stands under another of its names is taken away under that', async () => {
    await server.query(
      `insert into role_menu_item_action (tenant_id, role_id, menu_item_id, action_id, name) values ($1, $2, $3, 77, 'Create Record')`,
      [world.tenant.id, world.roles.clerk, world.items.orders],
    );
    expect((await give({ actions: [action('create records', true, false)] })).made).toEqual({ changed: 1 });
    const { data } = await server.ask('{ SaasMyRoleMenuItemActions { actions { name } } }', bob);
    expect(data?.['SaasMyRoleMenuItemActions']).toEqual([{ actions: [{ name: 'view' }] }]);
  });

  test('a system field is never editable', async () => {
    expect(await give({ fields: [field('createdBy', 'NotAllowed', 'Editable')] })).toMatchObject({
      code: 'INVALID',
      message: 'Created By is never editable.',
    });
  });

  test('different cells of two administrators merge; the same cell is asked about, and nothing is saved', async () => {
    await give({ fields: [field(world.margin, 'NotAllowed', 'ViewOnly')] });
    expect((await give({ fields: [field('description', 'NotAllowed', 'ViewOnly')] })).made).toEqual({
      changed: 1,
    });
    const late = await give({
      fields: [field('poNumber', 'NotAllowed', 'ViewOnly'), field(world.margin, 'NotAllowed', 'Editable')],
      actions: [action('view', false, true)],
    });
    expect(late).toMatchObject({
      code: 'CONFLICT',
      details: {
        current: {
          fields: [
            {
              roleId: world.roles.clerk,
              recordTypeId: world.orders,
              field: world.margin,
              access: 'ViewOnly',
            },
          ],
          // What it shall be it is already.
          actions: [],
        },
      },
    });
    expect(await fieldsOf(bob)).not.toHaveProperty('poNumber');
  });

  test('20 administrators at once: each of their cells is as they wanted it, and one wins a cell that all want', async () => {
    const names = ['description', 'poNumber', 'recordDate', 'dueDate', 'problemCode'];
    const wanted = Array.from({ length: 20 }, (_, at) => names[at % names.length]!);
    const answers = await Promise.all(
      wanted.map((name, at) =>
        give({ fields: [field(name, 'NotAllowed', at < 10 ? 'ViewOnly' : 'Editable')] }),
      ),
    );
    for (const name of names) {
      const levels = answers.filter((_, at) => wanted[at] === name);
      expect(levels.filter(({ code }) => code === undefined).length).toBeGreaterThan(0);
      expect(levels.every(({ code }) => code === undefined || code === 'CONFLICT')).toBe(true);
    }
    expect(Object.keys((await fieldsOf(bob)) as object)).toEqual(expect.arrayContaining(names));
  });

  test('a cell twice, and more cells than are saved at once, are refused', async () => {
    const one = field('poNumber', 'NotAllowed', 'ViewOnly');
    expect(await give({ fields: [one, one] })).toMatchObject({ code: 'INVALID' });
  });
});

describe('confinements', () => {
  const bound = (after: object[], before: object[] = [], more: object = {}) => ({
    confinements: [
      {
        roleId: world.roles.clerk,
        recordTypeId: world.orders,
        field: 'recordNumber',
        before,
        after,
        ...more,
      },
    ],
  });
  const above = (value: string) => ({ operator: 'greaterThan', value });
  const seen = async () => {
    const { data } = await server.ask(
      'query ($data: FilterAndSortInput!) { filterAndSortRecordHeader(data: $data) { total } }',
      bob,
      { data: { recordTypeId: world.orders } },
    );
    return (data?.['filterAndSortRecordHeader'] as { total: number } | undefined)?.total;
  };
  const counted = async (confinements: object[], who = ana) => {
    const answer = await server.ask(
      'query ($data: CountConfinedRecordsInput!) { countConfinedRecords(data: $data) { seen total } }',
      who,
      { data: { recordTypeId: world.orders, confinements } },
    );
    return answer.data?.['countConfinedRecords'];
  };
  test('of a field change what the role sees at once, and say before how many records that is', async () => {
    const all = 3;
    const named = await counted([{ field: 'recordNumber', criteria: [above('1')] }]);
    expect(named).toEqual({ seen: 2, total: all });
    expect(
      await counted([{ field: 'assignedTo', criteria: [{ operator: 'is', value: '@username' }] }]),
    ).toEqual({
      seen: 0,
      total: all,
    });
    // A field that is none shows nothing, rather than all.
    expect(await counted([{ field: 'f999999', criteria: [above('1')] }])).toEqual({ seen: 0, total: all });
    expect(await seen()).toBe(3);
    expect((await give(bound([above('1')]))).made).toEqual({ changed: 1 });
    expect(await seen()).toBe(2);
    expect((await give(bound([], [above('1')]))).made).toEqual({ changed: 1 });
    expect(await seen()).toBe(3);
  });

  test('keep the access to the field, and give none', async () => {
    await give(bound([above('1')]));
    expect(await fieldsOf(bob)).not.toHaveProperty('recordNumber');
  });

  test('two who change the same: the second is asked; what cannot be read is refused', async () => {
    await give(bound([above('1')]));
    expect(await give(bound([above('2')]))).toMatchObject({
      code: 'CONFLICT',
      details: { current: { confinements: [{ field: 'recordNumber', criteria: [above('1')] }] } },
    });
    expect(await give(bound([{ operator: 'contains', value: 'x' }], [above('1')]))).toMatchObject({
      code: 'INVALID',
      field: 'confinements',
    });
    expect(await give(bound([above('1')], [], { field: 'recordType' }))).toMatchObject({ code: 'INVALID' });
    expect((await give(bound([above('1')], [], { roleId: server.north.roles.clerk }))).answer).toEqual(
      absent('The role'),
    );
  });
});

describe('the last who can reach Users and Roles', () => {
  const usersLost =
    'Nobody who administers this company could reach Users any more. Give somebody else a role that reaches it first.';

  test('does not lose them by an action, a role or a member', async () => {
    expect(
      await give({
        actions: [
          action('view', true, false, { roleId: world.roles.administrator, menuItemId: world.items.users }),
        ],
      }),
    ).toMatchObject({ code: 'FORBIDDEN', message: usersLost });
    const none =
      'Nobody would be left who administers this company. Give somebody else a role that does first.';
    expect(await update(world.roles.administrator, { administers: false })).toMatchObject({
      code: 'FORBIDDEN',
      message: none,
    });
    expect(
      await update(world.roles.administrator, { enabled: false, moveTo: world.roles.clerk }),
    ).toMatchObject({ code: 'FORBIDDEN', message: none });
    expect(await roleOf(world.roles.administrator)).toMatchObject({
      enabled: true,
      administers: true,
      members: 1,
    });
  });

  test('may lose them once another reaches them', async () => {
    await update(world.roles.clerk, { administers: true });
    const away = { roleId: world.roles.administrator, menuItemId: world.items.users };
    expect((await give({ actions: [action('view', true, false, away)] })).made).toEqual({ changed: 1 });
    // Now the clerk is the last of them, whom nobody demotes.
    expect(await update(world.roles.clerk, { administers: false })).toMatchObject({
      code: 'FORBIDDEN',
      message: usersLost,
    });
    const [membership] = await server.query(
      'select version from membership where tenant_id = $1 and user_id = $2',
      [world.tenant.id, server.people.bob],
    );
    const demoted = await server.ask(
      'mutation ($data: UpdateSaasMemberInput!) { updateSaasMember(data: $data) { id } }',
      ana,
      {
        data: { id: server.people.bob, version: Number(membership?.['version']), roleId: world.roles.reader },
      },
    );
    expect(demoted.errors?.[0]).toMatchObject({ message: usersLost });
  });

  test('two saves at once, each of which alone would be allowed: one of them is refused', async () => {
    for (let round = 0; round < 5; round += 1) {
      world = await build(`Races ${(worlds += 1)}`);
      ana = await server.enter('ana', world.tenant, { isProved: true });
      bob = await server.enter('bob', world.tenant);
      await update(world.roles.clerk, { administers: true });
      const close = (role: number, who: Credentials) =>
        give(
          { actions: [action('view', true, false, { roleId: role, menuItemId: world.items.users })] },
          who,
        );
      const answers = await Promise.all([
        close(world.roles.administrator, bob),
        close(world.roles.clerk, ana),
        update(world.roles.clerk, { administers: false }),
      ]);
      expect(answers.some(({ code }) => code === 'FORBIDDEN')).toBe(true);
      const [{ reached = 0 } = {}] = await server.query(
        `select count(*)::int as reached from membership m
           join role r on r.id = m.role_id and r.administers and r.enabled
           join role_menu_item_action a on a.role_id = r.id and a.enabled and a.name = 'view'
         where m.tenant_id = $1 and m.enabled and a.menu_item_id = $2`,
        [world.tenant.id, world.items.users],
      );
      expect(reached).toBeGreaterThan(0);
    }
  });
});
