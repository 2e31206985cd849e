// A deleted record is shown to who may delete, and is changed by nobody until it is restored.
import { deletedIsNotEdited } from '@rowhouse/domain/records/deleted-record.ts';
import { menuActionId } from '@rowhouse/domain/menu/actions.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer } from '../../../testing/test-server.ts';
import type { Credentials, TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
let ana: Credentials;
let item: number;
beforeAll(async () => {
  server = await startTestServer();
  ana = await server.enter('ana', server.north);
  const { id: tenant, types, roles, menuItems } = server.north;
  const [type] = await server.query(
    `insert into line_item_type (tenant_id, record_type_id, name) values ($1, $2, 'Parts') returning id`,
    [tenant, types.orders],
  );
  const [field] = await server.query(
    `insert into line_item_field (tenant_id, line_item_type_id, name, data_type, position)
     values ($1, $2, 'Item', 'string', 1) returning id`,
    [tenant, type?.['id']],
  );
  item = Number(field?.['id']);
  for (const action of ['line item access', 'edit line items', 'bulk update'] as const)
    await server.query(
      'insert into role_menu_item_action (tenant_id, role_id, menu_item_id, action_id, name) values ($1, $2, $3, $4, $5)',
      [tenant, roles.manager, menuItems.orders, menuActionId(action), action],
    );
});
afterAll(() => server.close());

let lastNumber = 1900;
async function create(): Promise<number> {
  const { id: tenant, bucket, types, statuses } = server.north;
  const rows = await server.query(
    `insert into record_${bucket} (bucket, id, tenant_id, record_type_id, record_number, status_id, description)
     values ($1, nextval('record_id_seq'), $2, $3, $4, $5, 'First') returning id`,
    [bucket, tenant, types.orders, (lastNumber += 1), statuses.order],
  );
  return Number(rows[0]?.['id']);
}

const update = (data: object) =>
  server.ask(`mutation ($data: UpdateRecordInput!) { updateRecordHeader(data: $data) { id } }`, ana, {
    data,
  });
const bulk = async (ids: number[], data: object) =>
  (
    await server.ask(
      `mutation ($ids: [Id!]!, $data: UpdateBulkRecordInput!) {
        updateBulkRecordHeader(ids: $ids, data: $data) { id outcome message } }`,
      ana,
      { ids, data },
    )
  ).data?.['updateBulkRecordHeader'];
const saveLines = async (recordHeaderId: number, rows: readonly object[]) =>
  (
    await server.ask(
      `mutation ($data: [LineItemsRowInput!]!) { createOrUpdateManyLineItems(data: $data) {
        lineItemsRow { id } refusal { code message } } }`,
      ana,
      { data: rows.map((row) => ({ recordHeaderId, ...row })) },
    )
  ).data?.['createOrUpdateManyLineItems'] as {
    lineItemsRow: { id: number } | null;
    refusal: { code: string; message: string } | null;
  }[];
const named = (value: string) => ({ lineItemsFields: [{ lineItemsByTypeFiledsId: item, value }] });
const description = async (id: number) =>
  (await server.query('select description from record where id = $1', [id]))[0]?.['description'];

test('its values stay, alone and among selected ones, until it is restored or with that', async () => {
  const [deleted, other] = [await create(), await create()];
  expect((await update({ id: deleted, enabled: false })).errors).toBeUndefined();
  for (const change of [{ description: 'New' }, { description: 'New', enabled: false }])
    expect((await update({ id: deleted, ...change })).errors?.[0]).toMatchObject({
      message: deletedIsNotEdited,
      extensions: { code: 'INVALID' },
    });
  expect(await bulk([deleted, other], { description: 'New' })).toEqual([
    { id: deleted, outcome: 'REFUSED', message: deletedIsNotEdited },
    { id: other, outcome: 'UPDATED', message: null },
  ]);
  expect(await description(deleted)).toBe('First');
  expect((await update({ id: deleted, enabled: true, description: 'Restored' })).errors).toBeUndefined();
  expect(await description(deleted)).toBe('Restored');
});

test('its lines are made, changed, deleted and reordered by nobody', async () => {
  const id = await create();
  const made = await saveLines(id, [named('Bolt'), named('Nut')]);
  const [bolt = 0, nut = 0] = made.map(({ lineItemsRow }) => lineItemsRow?.id ?? 0);
  await update({ id, enabled: false });
  const refusal = { code: 'INVALID', message: deletedIsNotEdited };
  const changes = [named('Screw'), { rowId: bolt, ...named('Bolt 2') }, { rowId: nut, enabled: false }];
  expect((await saveLines(id, changes)).map((row) => row.refusal)).toEqual([refusal, refusal, refusal]);
  const reordered = await server.ask(
    `mutation ($data: ReorderLineItemsInput!) { reorderLineItems(data: $data) { id } }`,
    ana,
    {
      data: {
        recordHeaderId: id,
        rows: [
          { rowId: nut, fromIndex: 2, index: 1 },
          { rowId: bolt, fromIndex: 1, index: 2 },
        ],
      },
    },
  );
  expect(reordered.errors?.[0]?.message).toBe(deletedIsNotEdited);
  await update({ id, enabled: true });
  expect((await saveLines(id, [{ rowId: bolt, ...named('Bolt 2') }]))[0]?.refusal).toBeNull();
});
