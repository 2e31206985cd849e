// Where something is used, through HTTP on a real database: each kind of reference is planted, found, taken away and not
// found; a kind without its row here does not compile.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PlaceKind } from '@rowhouse/domain/where-used/place.ts';
import type { ThingKind } from '@rowhouse/domain/where-used/thing.ts';
import { absent, startTestServer } from '../../../testing/test-server.ts';
import type { Credentials, TestServer } from '../../../testing/test-server.ts';
import { aTenant } from '../../seed/builders.ts';

let server: TestServer;
let used: Awaited<ReturnType<typeof build>>;
let elsewhere: Awaited<ReturnType<typeof build>>;
/** Ana administers both companies; bob is a buyer of the first. */
let ana: Credentials;
let bob: Credentials;
beforeAll(async () => {
  server = await startTestServer();
  used = await build('Used');
  elsewhere = await build('Elsewhere');
  ana = await server.enter('ana', used);
  bob = await server.enter('bob', used);
});
afterAll(() => server.close());

const build = (name: string) =>
  server.database.asOwnerOfAll(async (connection) => {
    const tenant = await aTenant(connection, { name, bucket: 9 });
    const administrator = await tenant.withRole({
      name: 'Administrator',
      administers: true,
      defaultFieldAccess: 'Editable',
    });
    const buyer = await tenant.withRole({ name: 'Buyer', defaultFieldAccess: 'Editable' });
    const spare = await tenant.withRole({ name: 'Spare' });
    await tenant.withMember(server.people.ana, administrator);
    await tenant.withMember(server.people.bob, buyer);
    const modes = await tenant.withList({ name: 'Modes', values: ['Sea', 'Air', 'Rail'] });
    const people = await tenant.withList({ name: 'Carriers', listType: 'User' });
    const site = await tenant.withObject({
      name: 'Site',
      properties: [{ name: 'City', displayable: true }, { name: 'Gate' }],
    });
    const orders = await tenant.withRecordType({
      name: 'Orders',
      statuses: ['Open', 'Done'],
      problemCodes: ['Late'],
      fields: [
        { name: 'Amount', dataType: 'currency' },
        { name: 'Tax', dataType: 'currency' },
        { name: 'Mode', dataType: 'dropdown', list: modes },
        { name: 'Modes', dataType: 'multiselect', list: modes },
        { name: 'Place', dataType: 'object', object: site },
      ],
      lines: {
        name: 'Lines',
        fields: [
          { name: 'Quantity', dataType: 'number' },
          { name: 'Total', dataType: 'currency' },
          { name: 'By', dataType: 'dropdown', list: modes },
        ],
      },
    });
    const visits = await tenant.withRecordType({ name: 'Visits', statuses: ['Planned'], fields: [] });
    const menu = await tenant.withMenu([
      {
        name: 'Work',
        route: 'work',
        sections: [
          {
            name: 'Work',
            route: 'work',
            items: [
              { name: 'Orders', route: 'orders', recordType: orders },
              { name: 'Users', route: 'users' },
            ],
          },
        ],
      },
    ]);
    for (const role of [administrator, buyer])
      await tenant.withActions(role, menu.get('Orders') ?? 0, ['view', 'create records']);
    const field = (of: string) => orders.fields.get(of)?.id ?? 0;
    return {
      id: tenant.id,
      orders,
      visits: visits.id,
      roles: { administrator, buyer, spare },
      lists: { modes: modes.id, people: people.id },
      values: { sea: Number(modes.values.get('Sea')), rail: Number(modes.values.get('Rail')) },
      site: { id: site.id, city: Number(site.properties.get('City')) },
      statuses: { open: orders.statuses.get('Open') ?? 0, done: orders.statuses.get('Done') ?? 0 },
      late: orders.problemCodes.get('Late') ?? 0,
      key: (of: string) => `f${field(of)}`,
      field,
      lineType: orders.lines?.id ?? 0,
      lineField: (of: string) => orders.lines?.fields.get(of)?.id ?? 0,
      items: { orders: menu.get('Orders') ?? 0, users: menu.get('Users') ?? 0 },
    };
  });

type Used = typeof used;
type Asked = { kind: ThingKind; id: number; fieldKey?: string };
type PlaceOfUse = {
  name: string;
  uses: string[];
  count: number;
  isPrivate: boolean;
  link: { page: string | null; recordTypeId: number | null; search: string } | null;
};
type WhereUsed = {
  name: string;
  groups: { kind: PlaceKind; title: string; total: number; places: PlaceOfUse[] }[];
  records: {
    recordType: { id: number; name: string };
    what: string;
    count: number | null;
    filters: { field: string; operator: string; value: string | null }[] | null;
  }[];
};

const document = `query ($data: FindWhereUsedInput!) { findWhereUsed(data: $data) { name
  groups { kind title total places { name uses count isPrivate link { page recordTypeId search } } }
  records { recordType { id name } what count filters { field operator value } } } }`;
const ask = (data: Asked, who = ana) => server.ask(document, who, { data });
async function find(data: Asked, who = ana): Promise<WhereUsed> {
  const answer = await ask(data, who);
  expect(answer.errors).toBeUndefined();
  return answer.data?.['findWhereUsed'] as WhereUsed;
}
const placesOf = ({ groups }: WhereUsed, kind: PlaceKind) =>
  groups.find((group) => group.kind === kind)?.places ?? [];

/** Inserts a row; answers its id. */
async function put(table: string, row: Record<string, unknown>): Promise<number> {
  const columns = Object.keys(row);
  const found = await server.query(
    `insert into ${table} (${columns.join(', ')}) values (${columns.map((_, at) => `$${at + 1}`).join(', ')}) returning *`,
    Object.values(row).map((value) =>
      typeof value === 'object' && value !== null && !Array.isArray(value) ? JSON.stringify(value) : value,
    ),
  );
  return Number(found[0]?.['id'] ?? 0);
}
/** Takes it away as the product does: what it has is switched off. */
const off = (table: string, id: number) => () =>
  server.query(`update ${table} set enabled = false where id = $1`, [id]);
const drop = (table: string, id: number) => () => server.query(`delete from ${table} where id = $1`, [id]);

type Planted = { readonly take: () => Promise<unknown> };
type Plant = {
  readonly plant: (world: Used) => Promise<Planted>;
  /** Each thing that it refers to, with how. */
  readonly expected: (world: Used) => readonly (Asked & { name: string; uses: string[] })[];
};

const field = ({ orders, key }: Used, of: string): Asked => ({
  kind: 'FIELD',
  id: orders.id,
  fieldKey: of === of.toLowerCase() ? of : key(of),
});
const condition = (columnField: string, value: string) => ({
  columnField,
  operatorValue: 'is',
  value,
  logicOperator: 'AND',
});
const setting = async (table: string, id: number, column: string, value: unknown, before: unknown = null) => {
  await server.query(`update ${table} set ${column} = $2 where id = $1`, [id, value]);
  return { take: () => server.query(`update ${table} set ${column} = $2 where id = $1`, [id, before]) };
};

const plants: Readonly<Record<PlaceKind, Plant>> = {
  PERSON: {
    async plant({ id, roles }) {
      await put('membership', { tenant_id: id, user_id: server.people.sue, role_id: roles.spare });
      return {
        take: () =>
          server.query('delete from membership where tenant_id = $1 and user_id = $2', [
            id,
            server.people.sue,
          ]),
      };
    },
    expected: ({ roles }) => [{ kind: 'ROLE', id: roles.spare, name: 'Sue Test', uses: ['has it'] }],
  },
  INVITATION: {
    async plant({ id, roles }) {
      const row = await put('invitation', {
        tenant_id: id,
        email: 'new@example.com',
        role_id: roles.spare,
        invited_by: server.people.ana,
        token_hash: `hash ${id}`,
        expires_at: new Date(Date.now() + 86_400_000).toISOString(),
      });
      return { take: () => server.query('update invitation set revoked_at = now() where id = $1', [row]) };
    },
    expected: ({ roles }) => [
      { kind: 'ROLE', id: roles.spare, name: 'new@example.com', uses: ['is invited to it'] },
    ],
  },
  MENU_ITEM: {
    async plant({ id, visits }) {
      const [section] = await server.query('select id from menu_section where tenant_id = $1', [id]);
      const item = await put('menu_item', {
        tenant_id: id,
        menu_section_id: section?.['id'],
        name: 'All visits',
        route: 'visits',
        record_type_id: visits,
      });
      return { take: drop('menu_item', item) };
    },
    expected: ({ visits }) => [
      { kind: 'RECORD_TYPE', id: visits, name: 'Work › All visits', uses: ['opens its grid'] },
    ],
  },
  ROLE_ACTIONS: {
    async plant({ id, roles, items }) {
      await put('role_menu_item_action', {
        tenant_id: id,
        role_id: roles.spare,
        menu_item_id: items.users,
        name: 'view',
        action_id: 1,
      });
      return {
        take: () =>
          server.query('update role_menu_item_action set enabled = false where role_id = $1', [roles.spare]),
      };
    },
    expected: ({ roles, items }) => [
      { kind: 'ROLE', id: roles.spare, name: 'Spare: Users', uses: ['view'] },
      { kind: 'MENU_ITEM', id: items.users, name: 'Spare: Users', uses: ['view'] },
    ],
  },
  FIELD_ACCESS: {
    async plant({ id, roles, orders, field: idOf }) {
      const line = await put('role_field_access', {
        tenant_id: id,
        role_id: roles.spare,
        record_type_id: orders.id,
        field_id: idOf('Amount'),
        access: 'ViewOnly',
      });
      return { take: off('role_field_access', line) };
    },
    expected: (world) => [
      { ...field(world, 'Amount'), name: 'Spare: Orders', uses: ['view only'] },
      { kind: 'ROLE', id: world.roles.spare, name: 'Spare: Orders', uses: ['1 field'] },
      { kind: 'RECORD_TYPE', id: world.orders.id, name: 'Spare: Orders', uses: ['1 field'] },
    ],
  },
  CONFINEMENT: {
    async plant({ id, roles, orders, statuses }) {
      const line = await put('role_field_access', {
        tenant_id: id,
        role_id: roles.spare,
        record_type_id: orders.id,
        base_field: 'status',
        access: 'ViewOnly',
        filter_criteria: { operator: 'is', value: String(statuses.open) },
      });
      return { take: off('role_field_access', line) };
    },
    expected: (world) => [
      { ...field(world, 'status'), name: 'Spare: Orders by Status', uses: ['confines'] },
      { kind: 'STATUS', id: world.statuses.open, name: 'Spare: Orders by Status', uses: ['confines'] },
      { kind: 'ROLE', id: world.roles.spare, name: 'Spare: Orders by Status', uses: ['is confined'] },
    ],
  },
  ACCESS_TEST: {
    async plant({ id, roles, orders, field: idOf }) {
      const kept = await put('access_test', {
        tenant_id: id,
        role_id: roles.spare,
        record_type_id: orders.id,
        field_id: idOf('Tax'),
        most: 'NotAllowed',
      });
      return { take: off('access_test', kept) };
    },
    expected: (world) => {
      const name = 'Spare must not see Tax of Orders';
      return [
        { ...field(world, 'Tax'), name, uses: ['is spoken of'] },
        { kind: 'ROLE', id: world.roles.spare, name, uses: ['is held to it'] },
      ];
    },
  },
  SAVED_VIEW: {
    async plant({ id, roles, orders, key, values, late, statuses }) {
      const view = await put('grid_preference', {
        tenant_id: id,
        role_id: roles.spare,
        record_type_id: orders.id,
        saved_name: 'By sea',
        grid_options: {
          orderedFields: [key('Amount'), key('Tax')],
          hiddenFields: [key('Tax')],
          filterModel: [
            condition(key('Mode'), String(values.sea)),
            condition('status', String(statuses.open)),
            condition('assignedTo', String(server.people.ana)),
          ],
          sortModel: [{ field: 'dueDate', sort: 'ASC' }],
          pinnedColumns: { left: ['recordNumber'], right: [] },
          layout: { kind: 'BOARD', field: 'status', sum: key('Amount') },
          groups: [{ field: 'assignedTo', interval: null }],
          colours: [
            {
              name: 'Late',
              tone: 'RED',
              column: 'description',
              conditions: [condition('problemCode', String(late))],
            },
          ],
        },
      });
      return { take: off('grid_preference', view) };
    },
    expected: (world) => {
      const name = 'By sea, of Orders for Spare';
      return [
        { ...field(world, 'Amount'), name, uses: ['a column', 'its board or calendar'] },
        { ...field(world, 'Mode'), name, uses: ['its filter'] },
        { kind: 'FIELD', id: world.orders.id, fieldKey: 'recordNumber', name, uses: ['a column'] },
        {
          kind: 'FIELD',
          id: world.orders.id,
          fieldKey: 'status',
          name,
          uses: ['its filter', 'its board or calendar'],
        },
        { kind: 'STATUS', id: world.statuses.open, name, uses: ['its filter'] },
        { kind: 'USER', id: server.people.ana, name, uses: ['its filter'] },
        { kind: 'FIELD', id: world.orders.id, fieldKey: 'problemCode', name, uses: ['a colour rule'] },
        { kind: 'FIELD', id: world.orders.id, fieldKey: 'dueDate', name, uses: ['its order'] },
        {
          kind: 'FIELD',
          id: world.orders.id,
          fieldKey: 'assignedTo',
          name,
          uses: ['its filter', 'its groups'],
        },
        { kind: 'FIELD', id: world.orders.id, fieldKey: 'description', name, uses: ['a colour rule'] },
        { kind: 'LIST_VALUE', id: world.values.sea, name, uses: ['its filter'] },
        { kind: 'PROBLEM_CODE', id: world.late, name, uses: ['a colour rule'] },
        { kind: 'ROLE', id: world.roles.spare, name, uses: ['is for it'] },
        { kind: 'RECORD_TYPE', id: world.orders.id, name, uses: ['is of its grid'] },
      ];
    },
  },
  DASHBOARD: {
    async plant({ id, roles, orders, key, statuses }) {
      const chart = {
        kind: 'BAR',
        title: 'Amounts',
        recordTypeId: orders.id,
        filters: [condition('status', String(statuses.done))],
        groups: [{ field: key('Mode'), interval: null }],
        measure: { kind: 'SUM', field: key('Amount') },
      };
      const dashboard = await put('dashboard', {
        tenant_id: id,
        name: 'Amounts of all',
        embed_type: 'BUILT_IN',
        role_ids: `{${roles.spare}}`,
        widgets: JSON.stringify([{ key: 'a', width: 1, height: 1, chart }]),
      });
      return { take: off('dashboard', dashboard) };
    },
    expected: (world) => {
      const name = 'Amounts of all';
      return [
        { ...field(world, 'Amount'), name, uses: ['a chart'] },
        { ...field(world, 'Mode'), name, uses: ['a chart'] },
        { kind: 'STATUS', id: world.statuses.done, name, uses: ['a chart'] },
        { kind: 'ROLE', id: world.roles.spare, name, uses: ['is shared with it'] },
        { kind: 'RECORD_TYPE', id: world.orders.id, name, uses: ['a chart'] },
      ];
    },
  },
  FIELD: {
    plant: ({ field: idOf, values }) => setting('field', idOf('Mode'), 'default_value', String(values.rail)),
    expected: ({ values }) => [
      { kind: 'LIST_VALUE', id: values.rail, name: 'Orders: Mode', uses: ['its default value'] },
    ],
  },
  FORMULA: {
    plant: ({ field: idOf, key, lineField }) =>
      setting('field', idOf('Amount'), 'formula', `${key('Tax')} + sum(l${lineField('Total')})`),
    expected: (world) => [
      { ...field(world, 'Tax'), name: 'Orders: Amount', uses: ['is computed from it'] },
      {
        kind: 'LINE_FIELD',
        id: world.lineField('Total'),
        name: 'Orders: Amount',
        uses: ['is computed from it'],
      },
    ],
  },
  FILL: {
    plant: ({ field: idOf, site }) =>
      setting(
        'field',
        idOf('Mode'),
        'fills',
        JSON.stringify([{ fieldId: idOf('Tax'), propertyId: site.city }]),
        '[]',
      ),
    expected: (world) => [
      { ...field(world, 'Mode'), name: 'Orders: Mode', uses: ['fills others'] },
      { ...field(world, 'Tax'), name: 'Orders: Mode', uses: ['is filled by it'] },
      { kind: 'OBJECT_PROPERTY', id: world.site.city, name: 'Orders: Mode', uses: ['fills a field'] },
      { kind: 'LIST', id: world.lists.modes, name: 'Orders: Mode', uses: ['its values fill fields'] },
    ],
  },
  OBJECT_PROPERTY: {
    async plant({ id, site, lists }) {
      const property = await put('object_property', {
        tenant_id: id,
        object_definition_id: site.id,
        name: 'Way',
        data_type: 'dropdown',
        list_id: lists.modes,
      });
      return { take: drop('object_property', property) };
    },
    expected: ({ lists }) => [
      { kind: 'LIST', id: lists.modes, name: 'Site: Way', uses: ['chooses from it'] },
    ],
  },
  LIST: {
    async plant({ id, site, lists }) {
      const list = await put('list', {
        tenant_id: id,
        name: 'Sites',
        description: 'Sites',
        list_type: 'Object',
        object_definition_id: site.id,
      });
      await put('list_value', {
        tenant_id: id,
        list_id: list,
        value: 'Harbour',
        object_values: { [site.city]: 'Kiel' },
      });
      const person = await put('list_value', {
        tenant_id: id,
        list_id: lists.people,
        value: 'Bob',
        user_id: server.people.bob,
      });
      return {
        async take() {
          await off('list', list)();
          await drop('list_value', person)();
        },
      };
    },
    expected: ({ site }) => [
      { kind: 'OBJECT', id: site.id, name: 'Sites', uses: ['its values are of it'] },
      { kind: 'OBJECT_PROPERTY', id: site.city, name: 'Sites', uses: ['its values fill it'] },
      { kind: 'USER', id: server.people.bob, name: 'Carriers', uses: ['a value of it'] },
    ],
  },
  TRANSITION: {
    async plant({ id, roles, orders, statuses, key, values }) {
      const way = await put('status_transition', {
        tenant_id: id,
        record_type_id: orders.id,
        from_status_id: statuses.open,
        to_status_id: statuses.done,
        role_ids: `{${roles.spare}}`,
        creator: 'NOT_CREATOR',
        conditions: JSON.stringify([{ field: key('Mode'), operator: 'is', value: String(values.sea) }]),
      });
      return { take: off('status_transition', way) };
    },
    expected: (world) => {
      const name = 'Orders: Open → Done';
      return [
        { kind: 'STATUS', id: world.statuses.open, name, uses: ['leads from it'] },
        { kind: 'STATUS', id: world.statuses.done, name, uses: ['leads to it'] },
        { kind: 'ROLE', id: world.roles.spare, name, uses: ['may go it'] },
        { kind: 'LIST_VALUE', id: world.values.sea, name, uses: ['its condition'] },
        { ...field(world, 'Mode'), name, uses: ['its condition'] },
        { kind: 'FIELD', id: world.orders.id, fieldKey: 'createdBy', name, uses: ['its condition'] },
      ];
    },
  },
  FIELD_CONDITION: {
    async plant({ id, orders, field: idOf, key, lineField, values }) {
      const condition = await put('field_condition', {
        tenant_id: id,
        record_type_id: orders.id,
        field_id: idOf('Tax'),
        kind: 'REQUIRED',
        conditions: JSON.stringify([{ field: key('Mode'), operator: 'is', value: String(values.sea) }]),
      });
      const ofLines = await put('field_condition', {
        tenant_id: id,
        record_type_id: orders.id,
        line_item_field_id: lineField('Quantity'),
        kind: 'READ_ONLY',
        conditions: JSON.stringify([
          { field: `l${lineField('By')}`, operator: 'is', value: String(values.rail) },
        ]),
      });
      const takes = [off('field_condition', condition), off('field_condition', ofLines)];
      return {
        async take() {
          for (const take of takes) await take();
        },
      };
    },
    expected: (world) => {
      const name = 'Orders: Tax is required when';
      const inLines = 'Orders, Lines: Quantity is read only when';
      return [
        { kind: 'LINE_FIELD', id: world.lineField('Quantity'), name: inLines, uses: ['is judged by it'] },
        { kind: 'LINE_FIELD', id: world.lineField('By'), name: inLines, uses: ['its condition'] },
        { kind: 'LIST_VALUE', id: world.values.rail, name: inLines, uses: ['its condition'] },
        { ...field(world, 'Tax'), name, uses: ['is judged by it'] },
        { ...field(world, 'Mode'), name, uses: ['its condition'] },
        { kind: 'LIST_VALUE', id: world.values.sea, name, uses: ['its condition'] },
      ];
    },
  },
  SUPER_TYPE: {
    async plant({ id, visits }) {
      const all = await put('record_type', { tenant_id: id, name: 'All papers', is_super: true, bucket: 9 });
      await put('record_type_related', { tenant_id: id, super_id: all, related_id: visits });
      return { take: off('record_type', all) };
    },
    expected: ({ visits }) => [
      { kind: 'RECORD_TYPE', id: visits, name: 'All papers', uses: ['gathers its records'] },
    ],
  },
  NUMBER_SERIES: {
    async plant({ id, visits }) {
      await put('number_series', { tenant_id: id, record_type_id: visits, prefix: '', padding: 3 });
      return {
        take: () =>
          server.query('update number_series set enabled = false where record_type_id = $1', [visits]),
      };
    },
    expected: ({ visits }) => [
      { kind: 'RECORD_TYPE', id: visits, name: 'Visits', uses: ['numbers its records'] },
      { kind: 'FIELD', id: visits, fieldKey: 'recordNumber', name: 'Visits', uses: ['fills it'] },
    ],
  },
  ORDER_FORM: {
    async plant({ id, orders, late, lineType, lineField, key }) {
      const form = await put('order_form', {
        tenant_id: id,
        record_type_id: orders.id,
        name: 'Dealers',
        fields: { poNumber: 'poNumber', amount: key('Amount') },
        lines: { lineItemTypeId: lineType, option: lineField('Quantity'), quantity: null, price: null },
        problem_code_id: late,
      });
      return { take: off('order_form', form) };
    },
    expected: (world) => {
      const name = 'Dealers';
      return [
        { ...field(world, 'Amount'), name, uses: ['is filled'] },
        { kind: 'LINE_TYPE', id: world.lineType, name, uses: ['makes its lines'] },
        { kind: 'LINE_FIELD', id: world.lineField('Quantity'), name, uses: ['is filled'] },
        { kind: 'PROBLEM_CODE', id: world.late, name, uses: ['begins with it'] },
        { kind: 'RECORD_TYPE', id: world.orders.id, name, uses: ['makes its records'] },
      ];
    },
  },
  MAPPING: {
    async plant({ id, orders, statuses, key, lineField }) {
      const carried = (number: number, of: string) => ({
        number,
        key: of,
        name: of,
        dataType: 'currency',
        currency: null,
        isLine: false,
        choices: null,
      });
      const mapping = await put('transmission_mapping', {
        tenant_id: id,
        record_type_id: orders.id,
        target_tenant_id: server.south.id,
        settings: {
          kept: 'ids',
          triggerField: 'status',
          triggerValue: String(statuses.done),
          sourceStatusField: null,
          sourceSuccessStatusValue: null,
          sourceErrorStatusValue: null,
        },
        offer: {
          typeName: 'Orders',
          items: [carried(1, key('Amount')), carried(2, `l${lineField('Total')}`)],
        },
      });
      return { take: drop('transmission_mapping', mapping) };
    },
    expected: (world) => {
      const name = 'Orders to South';
      return [
        { ...field(world, 'Amount'), name, uses: ['is carried'] },
        { kind: 'LINE_FIELD', id: world.lineField('Total'), name, uses: ['is carried'] },
        { kind: 'STATUS', id: world.statuses.done, name, uses: ['sends it'] },
        { kind: 'RECORD_TYPE', id: world.orders.id, name, uses: ['is sent'] },
      ];
    },
  },
  OFFER: {
    async plant({ id, orders, statuses, key, values }) {
      const { south } = server;
      const item = {
        number: 1,
        name: 'Way',
        dataType: 'dropdown',
        currency: null,
        isLine: false,
        choices: ['Ship'],
      };
      const mapping = await put('transmission_mapping', {
        tenant_id: south.id,
        record_type_id: south.types.orders,
        target_tenant_id: id,
        settings: { kept: 'ids', triggerField: 'status', triggerValue: '1' },
        offer: { typeName: 'Their orders', items: [{ ...item, key: 'f1' }] },
        offered_by: server.people.sue,
      });
      const acceptance = await put('transmission_acceptance', {
        tenant_id: id,
        source_tenant_id: south.id,
        mapping_id: mapping,
        approved_version: 1,
        record_type_id: orders.id,
        settings: {
          targetStatusField: 'status',
          targetStatusValue: String(statuses.open),
          pairs: [{ item: 1, field: key('Mode') }],
          translations: [{ item: 1, theirs: 'Ship', ours: String(values.sea) }],
        },
      });
      return {
        async take() {
          await drop('transmission_acceptance', acceptance)();
          await drop('transmission_mapping', mapping)();
        },
      };
    },
    expected: (world) => {
      const name = 'Their orders of South into Orders';
      return [
        { ...field(world, 'Mode'), name, uses: ['is filled'] },
        { kind: 'STATUS', id: world.statuses.open, name, uses: ['is set on arrival'] },
        { kind: 'LIST_VALUE', id: world.values.sea, name, uses: ['is a translation'] },
        { kind: 'RECORD_TYPE', id: world.orders.id, name, uses: ['receives it'] },
      ];
    },
  },
  PORTAL: {
    async plant({ id, roles }) {
      const portal = await put('portal', {
        tenant_id: id,
        name: 'Desk',
        address: 'https://desk.example',
        icon: 'link',
        role_ids: `{${roles.spare}}`,
      });
      return { take: drop('portal', portal) };
    },
    expected: ({ roles }) => [{ kind: 'ROLE', id: roles.spare, name: 'Desk', uses: ['may open it'] }],
  },
  MAIL: {
    async plant({ id, roles }) {
      const dashboard = await put('dashboard', {
        tenant_id: id,
        name: 'Mondays',
        embed_type: 'BUILT_IN',
        role_ids: `{${roles.buyer}}`,
        widgets: '[]',
      });
      const schedule = await put('mail_schedule', {
        tenant_id: id,
        owner_user_id: server.people.ana,
        dashboard_id: dashboard,
        days: '{1}',
        at_time: '08:00',
        time_zone: 'Europe/Berlin',
      });
      await server.query(
        `insert into mail_schedule_reader (tenant_id, schedule_id, user_id, next_at) values ($1, $2, $3, now() + interval '1 day')`,
        [id, schedule, server.people.bob],
      );
      return {
        take: () =>
          server.query(`update mail_schedule_reader set ended = 'STOPPED' where schedule_id = $1`, [
            schedule,
          ]),
      };
    },
    expected: () => [
      { kind: 'USER', id: server.people.ana, name: 'Mondays', uses: ['set it up'] },
      { kind: 'USER', id: server.people.bob, name: 'Mondays', uses: ['receives it'] },
    ],
  },
  WATCHED: {
    async plant({ id, visits }) {
      await put('record_talk', { tenant_id: id, record_id: 900_001, record_type_id: visits, version: 1 });
      await put('record_talk_reader', {
        tenant_id: id,
        user_id: server.people.bob,
        record_id: 900_001,
        watch_level: 'WATCHING',
      });
      return {
        async take() {
          await server.query('delete from record_talk_reader where tenant_id = $1', [id]);
          await server.query('delete from record_talk where tenant_id = $1', [id]);
        },
      };
    },
    expected: ({ visits }) => [
      { kind: 'RECORD_TYPE', id: visits, name: 'Bob Test', uses: ['1 record'] },
      { kind: 'USER', id: server.people.bob, name: 'Bob Test', uses: ['watches 1 record'] },
    ],
  },
};

describe('each kind of reference', () => {
  test.each(Object.entries(plants) as [PlaceKind, Plant][])(
    '%s is found while it is there, and in no other company',
    async (kind, { plant, expected }) => {
      const asked = expected(used).map(({ name, uses, ...thing }) => ({ name, uses, thing }));
      const mentioned = async ({ name, thing }: (typeof asked)[number]) =>
        placesOf(await find(thing), kind).find((place) => place.name === name);
      const all = () => Promise.all(asked.map(mentioned));
      const none = asked.map(() => undefined);
      expect(await all()).toEqual(none);
      const planted = await plant(used);
      expect((await all()).map((place) => place?.uses)).toEqual(asked.map(({ uses }) => uses));
      const told = await Promise.all(asked.map(({ thing }) => find(thing)));
      // The other company gets the same: this one is told nothing of it, and cannot ask.
      const theirs = await plant(elsewhere);
      expect(await Promise.all(asked.map(({ thing }) => find(thing)))).toEqual(told);
      const foreign = expected(elsewhere).filter((one) => one.kind !== 'USER');
      const codes = await Promise.all(
        foreign.map(
          async ({ name: _, uses: __, ...thing }) => (await ask(thing)).errors?.[0]?.extensions['code'],
        ),
      );
      expect(codes).toEqual(foreign.map(() => 'NOT_FOUND'));
      await theirs.take();
      await planted.take();
      expect(await all()).toEqual(none);
    },
  );
});

describe('what is somebody’s own', () => {
  test('is a number with its owner, and no name', async () => {
    const own = await put('grid_preference', {
      tenant_id: used.id,
      user_id: server.people.bob,
      record_type_id: used.orders.id,
      saved_name: 'My secret plan',
      grid_options: { orderedFields: [used.key('Amount')] },
    });
    const dashboard = await put('dashboard', {
      tenant_id: used.id,
      name: 'My secret board',
      owner_user_id: server.people.bob,
      embed_type: 'BUILT_IN',
      widgets: JSON.stringify([
        {
          chart: {
            recordTypeId: used.orders.id,
            filters: [],
            groups: [],
            measure: { kind: 'SUM', field: used.key('Amount') },
          },
        },
      ]),
    });
    const answer = await ask(field(used, 'Amount'));
    expect(JSON.stringify(answer)).not.toContain('secret');
    const found = answer.data?.['findWhereUsed'] as WhereUsed;
    const told = { name: 'Bob Test', uses: [], count: 1, isPrivate: true, link: null };
    expect(placesOf(found, 'SAVED_VIEW')).toEqual([told]);
    expect(placesOf(found, 'DASHBOARD')).toEqual([told]);
    await off('grid_preference', own)();
    await off('dashboard', dashboard)();
  });

  test('is told to the owner by name, with a link into the grid', async () => {
    const own = await put('grid_preference', {
      tenant_id: used.id,
      user_id: server.people.ana,
      record_type_id: used.orders.id,
      saved_name: 'Mine',
      grid_options: { orderedFields: [used.key('Tax')] },
    });
    expect(placesOf(await find(field(used, 'Tax')), 'SAVED_VIEW')).toEqual([
      {
        name: 'Mine, of Orders',
        uses: ['a column'],
        count: 1,
        isPrivate: false,
        link: { page: null, recordTypeId: used.orders.id, search: `preference=${own}` },
      },
    ]);
    await off('grid_preference', own)();
  });
});

describe('records that hold it', () => {
  beforeAll(async () => {
    const bucket = 9;
    const { id, orders, statuses, late, values, site } = used;
    const slots = await server.query('select id::int, slot from field where tenant_id = $1', [id]);
    const slot = (of: string) => String(slots.find((one) => one['id'] === used.field(of))?.['slot']);
    for (let at = 1; at <= 5; at += 1)
      await server.query(
        `insert into record_${bucket} (bucket, tenant_id, record_type_id, record_number, status_id, problem_code_id,
             assigned_to, enabled, ${slot('Amount')}, ${slot('Mode')}, ${slot('Modes')}, x)
           values (${bucket}, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
        [
          id,
          orders.id,
          at,
          at <= 3 ? statuses.open : statuses.done,
          late,
          at === 1 ? server.people.bob : null,
          at !== 5,
          at <= 2 ? 10 : null,
          at === 1 ? values.sea : null,
          `{${values.sea}}`,
          at === 1 ? JSON.stringify({ [used.field('Place')]: { [site.city]: 'Kiel' } }) : null,
        ],
      );
  });

  const counts = async (asked: Asked) =>
    (await find(asked)).records.map(({ what, count, filters }) => ({ what, count, filters }));

  test('are counted by status, code, person, value, list, object and field; deleted ones are not', async () => {
    const { statuses, late, values, key, lists, site, orders } = used;
    const by = (name: string, operator: string, value: string | null) => [{ field: name, operator, value }];
    expect(await counts({ kind: 'STATUS', id: statuses.open })).toEqual([
      { what: 'Status', count: 3, filters: by('status', 'is', String(statuses.open)) },
    ]);
    expect(await counts({ kind: 'PROBLEM_CODE', id: late })).toEqual([
      { what: 'Problem Code', count: 4, filters: by('problemCode', 'is', String(late)) },
    ]);
    expect(await counts({ kind: 'USER', id: server.people.bob })).toEqual([
      { what: 'Assigned To', count: 1, filters: by('assignedTo', 'is', String(server.people.bob)) },
    ]);
    expect(await counts({ kind: 'LIST_VALUE', id: values.sea })).toEqual([
      { what: 'Mode', count: 1, filters: by(key('Mode'), 'is', String(values.sea)) },
      { what: 'Modes', count: 4, filters: by(key('Modes'), 'is', String(values.sea)) },
    ]);
    expect(await counts({ kind: 'LIST', id: lists.modes })).toEqual([
      { what: 'Mode', count: 1, filters: by(key('Mode'), 'isNotEmpty', null) },
      { what: 'Modes', count: 4, filters: by(key('Modes'), 'isNotEmpty', null) },
    ]);
    expect(await counts({ kind: 'OBJECT', id: site.id })).toMatchObject([{ what: 'Place', count: 1 }]);
    expect(await counts({ kind: 'OBJECT_PROPERTY', id: site.city })).toEqual([
      { what: 'Place', count: 1, filters: null },
    ]);
    expect(await counts(field(used, 'Amount'))).toEqual([
      { what: 'Amount', count: 2, filters: by(key('Amount'), 'isNotEmpty', null) },
    ]);
    expect(await counts({ kind: 'RECORD_TYPE', id: orders.id })).toEqual([
      { what: 'Records', count: 4, filters: [] },
    ]);
  });

  test('lines are counted by their kind, their field and the value in it', async () => {
    const { id, lineType, lineField, values } = used;
    const line = await put('line_item', {
      tenant_id: id,
      record_id: 1,
      line_item_type_id: lineType,
      position: 1,
      field_values: { [lineField('By')]: String(values.rail) },
    });
    const lines = (what: string) => [{ what, count: 1, filters: null }];
    expect(await counts({ kind: 'LINE_TYPE', id: lineType })).toEqual(lines('Lines'));
    expect(await counts({ kind: 'LINE_FIELD', id: lineField('By') })).toEqual(lines('Lines, By'));
    expect(await counts({ kind: 'LINE_FIELD', id: lineField('Quantity') })).toEqual([]);
    expect(await counts({ kind: 'LIST_VALUE', id: values.rail })).toEqual(lines('Lines, By'));
    await off('line_item', line)();
  });
});

describe('what a change takes', () => {
  type Change = Asked & { takes: 'DISABLE' | 'REQUIRE' | 'HIDE' | 'NARROW'; roleIds?: number[] };
  type Impact = {
    name: string;
    lines: { sentence: string; filters: object[] | null; isOfPlaces: boolean }[];
  };
  const propose = (changes: Change[], who = ana) =>
    server.ask(
      `query ($data: FindChangeImpactInput!) { findChangeImpact(data: $data) { impacts { name
         lines { sentence recordTypeId filters { field operator value } isOfPlaces } } } }`,
      who,
      { data: { changes } },
    );
  async function impactOf(...changes: Change[]): Promise<Record<string, string[]>> {
    const { data, errors } = await propose(changes);
    expect(errors).toBeUndefined();
    const { impacts } = data!['findChangeImpact'] as { impacts: Impact[] };
    return Object.fromEntries(
      impacts.map(({ name, lines }) => [name, lines.map(({ sentence }) => sentence)]),
    );
  }
  const view = (owner: object, column: string) =>
    put('grid_preference', {
      tenant_id: used.id,
      record_type_id: used.orders.id,
      saved_name: `With ${column}`,
      grid_options: { orderedFields: [column] },
      ...owner,
    });

  test('a field that is switched off: people, records and places, each with its number', async () => {
    const own = await view({ user_id: server.people.bob }, used.key('Amount'));
    expect(await impactOf({ ...field(used, 'Amount'), takes: 'DISABLE' })).toEqual({
      Amount: ['2 people lose it', '2 records hold it', '1 saved view uses it'],
    });
    await off('grid_preference', own)();
    expect(await impactOf({ ...field(used, 'Amount'), takes: 'DISABLE' })).toEqual({
      Amount: ['2 people lose it', '2 records hold it'],
    });
  });

  test('a status, a value, a type and a menu item', async () => {
    const { statuses, values, orders, items } = used;
    expect(
      await impactOf(
        { kind: 'STATUS', id: statuses.done, takes: 'DISABLE' },
        { kind: 'LIST_VALUE', id: values.sea, takes: 'DISABLE' },
        { kind: 'RECORD_TYPE', id: orders.id, takes: 'DISABLE' },
        { kind: 'MENU_ITEM', id: items.users, takes: 'DISABLE' },
      ),
    ).toEqual({
      Done: ['1 record holds it'],
      Sea: ['1 record holds it', '4 records hold it'],
      Orders: ['2 people lose it', '4 records hold it'],
    });
  });

  test('a field that is hidden from a role: its people, and the views of the role and of these people', async () => {
    const { roles } = used;
    const made = [
      await view({ user_id: server.people.bob }, used.key('Tax')),
      await view({ user_id: server.people.ana }, used.key('Tax')),
      await view({ role_id: roles.buyer }, used.key('Tax')),
      await view({ role_id: roles.spare }, used.key('Tax')),
    ];
    const hidden = { ...field(used, 'Tax'), takes: 'HIDE' as const };
    expect(await impactOf({ ...hidden, roleIds: [roles.buyer] })).toEqual({
      Tax: ['1 person loses it', '2 saved views use it'],
    });
    expect(await impactOf({ ...hidden, takes: 'NARROW', roleIds: [roles.buyer] })).toEqual({
      Tax: ['1 person can only view it'],
    });
    // Nobody who has the role sees it.
    expect(await impactOf({ ...hidden, takes: 'NARROW', roleIds: [roles.spare] })).toEqual({});
    for (const id of made) await off('grid_preference', id)();
  });

  test('a field that is required: the records that are empty, with what finds them', async () => {
    const change = { ...field(used, 'Amount'), takes: 'REQUIRE' as const };
    expect(await impactOf(change)).toEqual({
      Amount: ['2 records are empty, and ask for it when they are saved'],
    });
    const { data } = await propose([change]);
    expect(data?.['findChangeImpact']).toMatchObject({
      impacts: [{ lines: [{ filters: [{ field: used.key('Amount'), operator: 'isEmpty', value: null }] }] }],
    });
  });

  test('what touches nothing has no entry', async () => {
    expect(await impactOf({ kind: 'LIST_VALUE', id: used.values.rail, takes: 'DISABLE' })).toEqual({});
    expect(await impactOf()).toEqual({});
  });

  test('is refused to who does not administer, and of what is another company’s', async () => {
    const foreign = { kind: 'STATUS' as const, id: elsewhere.statuses.open, takes: 'DISABLE' as const };
    expect((await propose([foreign], bob)).errors?.[0]?.extensions).toMatchObject({ code: 'FORBIDDEN' });
    expect(await propose([foreign])).toEqual(absent('The status'));
  });
});

describe('is refused', () => {
  test('to who does not administer', async () => {
    const answer = await ask(field(used, 'Amount'), bob);
    expect(answer.data).toBeNull();
    expect(answer.errors?.[0]?.extensions).toMatchObject({ code: 'FORBIDDEN' });
  });

  test('of what nobody has, in the words that another company’s gets', async () => {
    expect(await ask({ kind: 'STATUS', id: elsewhere.statuses.open })).toEqual(absent('The status'));
    expect(await ask({ kind: 'STATUS', id: 999_999_999 })).toEqual(absent('The status'));
    expect(await ask({ kind: 'FIELD', id: used.orders.id, fieldKey: elsewhere.key('Amount') })).toEqual(
      absent('The field'),
    );
    expect(await ask({ kind: 'FIELD', id: used.orders.id, fieldKey: 'nothing' })).toEqual(
      absent('The field'),
    );
  });

  test('where a field is not named by its type and its key', async () => {
    const answer = await ask({ kind: 'FIELD', id: used.orders.id });
    expect(answer.errors?.[0]?.message).toBe('A field of records is named by its record type and its key.');
  });
});
