// What a role must not come to see, held against the changes of its access, through HTTP on a real database.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer } from '../../../testing/test-server.ts';
import type { Credentials, GraphqlAnswer, TestServer } from '../../../testing/test-server.ts';
import { aTenant } from '../../seed/builders.ts';

let server: TestServer;
let world: Awaited<ReturnType<typeof build>>;
let ana: Credentials;
beforeAll(async () => {
  server = await startTestServer();
  world = await build();
  ana = await server.enter('ana', world.tenant);
});
afterAll(() => server.close());

const build = () =>
  server.database.asOwnerOfAll(async (connection) => {
    const tenant = await aTenant(connection, { name: 'Access tests', bucket: 8 });
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
      statuses: ['Ready'],
      fields: [{ name: 'Discount', dataType: 'decimal' }],
    });
    const items = await tenant.withMenu([
      {
        name: 'Work',
        route: 'work',
        sections: [
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
    for (const item of items.values()) await tenant.withActions(administrator, item, ['view']);
    const discount = `f${orders.fields.get('Discount')!.id}`;
    return { tenant, clerk, reader, orders, discount };
  });

const set = (field: string, before: string, after: string, role = world.clerk): Promise<GraphqlAnswer> =>
  server.ask('mutation ($data: UpdateRoleAccessInput!) { updateRoleAccess(data: $data) { changed } }', ana, {
    data: { fields: [{ roleId: role, recordTypeId: world.orders.id, field, before, after }] },
  });
const keep = (data: object, who = ana): Promise<GraphqlAnswer> =>
  server.ask('mutation ($data: CreateAccessTestInput!) { createAccessTest(data: $data) { id } }', who, {
    data,
  });
const sentence = ({ errors }: GraphqlAnswer) => errors?.[0]?.message;

test('a change that breaks one is refused and names it, until the test is removed', async () => {
  const { clerk, orders, discount } = world;
  const made = await keep({ roleId: clerk, recordTypeId: orders.id, field: discount, most: 'NotAllowed' });
  expect(made.errors).toBeUndefined();
  expect(sentence(await set(discount, 'NotAllowed', 'ViewOnly'))).toBe(
    'An access test forbids this: Clerk must not see Discount of Orders. Change the access otherwise, or remove the test first.',
  );
  // Of other cells nothing is forbidden.
  expect((await set('description', 'NotAllowed', 'Editable')).errors).toBeUndefined();
  const { data } = await server.ask('{ findAccessTests { id role { name } fieldName most } }', ana);
  const tests = data!['findAccessTests'] as { id: number }[];
  expect(tests).toEqual([
    { id: tests[0]!.id, role: { name: 'Clerk' }, fieldName: 'Discount', most: 'NotAllowed' },
  ]);
  await server.ask('mutation ($data: DeleteAccessTestInput!) { deleteAccessTest(data: $data) }', ana, {
    data: { id: tests[0]!.id },
  });
  expect((await set(discount, 'NotAllowed', 'ViewOnly')).errors).toBeUndefined();
});

test('to see and not to change', async () => {
  const { reader, orders, discount } = world;
  const bound = { roleId: reader, recordTypeId: orders.id, field: discount };
  expect((await keep({ ...bound, most: 'ViewOnly' })).errors).toBeUndefined();
  expect(sentence(await keep({ ...bound, most: 'ViewOnly' }))).toBe(
    'There is a test of this role and this field already.',
  );
  expect(sentence(await set(discount, 'ViewOnly', 'Editable', reader))).toContain(
    'Reader must not change Discount',
  );
  expect((await set(discount, 'ViewOnly', 'NotAllowed', reader)).errors).toBeUndefined();
});

test('one that does not hold, or binds nothing, is not kept; and by nobody else', async () => {
  const { reader, orders } = world;
  const bound = { roleId: reader, recordTypeId: orders.id, field: 'poNumber' };
  expect(sentence(await keep({ ...bound, most: 'NotAllowed' }))).toContain('Reader may do that now');
  expect(sentence(await keep({ ...bound, most: 'Editable' }))).toContain('Choose what the role must not do');
  const bob = await server.enter('bob', world.tenant);
  expect(sentence(await keep({ ...bound, most: 'ViewOnly' }, bob))).toContain('Only an administrator');
});
