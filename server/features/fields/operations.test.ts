import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { absent, startTestServer } from '../../../testing/test-server.ts';
import type { Credentials, TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
let bob: Credentials;
let ana: Credentials;
beforeAll(async () => {
  server = await startTestServer();
  [bob, ana] = [await server.enter('bob', server.north), await server.enter('ana', server.north)];
});
afterAll(() => server.close());

const fields =
  'query ($id: Id!) { getSaasRecordFieldsByRecordTypes(recordType: $id) { id key name dataType visibility required order recordTypeId listType { id dataType } objectDefinition { id } access filterable sortable } }';
const access =
  '{ getRoleAccessToRecordFields { id access enabled order recordField { id name } recordFieldName recordType { id name } role { id name } updatedAt filterCriteria } }';
const accessOf =
  'query ($data: FindRoleAccessInput!) { findRoleAccessToRecordFields(data: $data) { access recordFieldName recordField { id } recordType { id } role { id } filterCriteria } }';

type Field = { id: number; key: string; name: string; access: string; order: number; recordTypeId: number };
type Line = {
  access: string;
  recordFieldName: string;
  role: { id: number };
  recordType: { id: number };
  filterCriteria: unknown;
};
const fieldsOf = async (credentials: Credentials, id: number) =>
  (await server.ask(fields, credentials, { id })).data?.['getSaasRecordFieldsByRecordTypes'] as Field[];
const linesOf = async (credentials: Credentials) =>
  (await server.ask(access, credentials)).data?.['getRoleAccessToRecordFields'] as Line[];
const find = async (credentials: Credentials, data: object) => {
  const answer = await server.ask(accessOf, credentials, { data });
  return (answer.data?.['findRoleAccessToRecordFields'] as Line[] | undefined) ?? answer.errors?.[0]?.message;
};

describe('the fields of a type', () => {
  test('take new values of their lists from administrators alone', async () => {
    const document =
      'query ($id: Id!) { getSaasRecordFieldsByRecordTypes(recordType: $id) { name takesNewValues } }';
    const taking = async (credentials: Credentials) => {
      const { data } = await server.ask(document, credentials, { id: server.north.types.orders });
      const all = data?.['getSaasRecordFieldsByRecordTypes'] as { name: string; takesNewValues: boolean }[];
      return all.filter(({ takesNewValues }) => takesNewValues).map(({ name }) => name);
    };
    const offered = await taking(ana);
    expect(offered).toContain('Priority');
    expect(offered).not.toContain('Status');
    expect(await taking(bob)).toEqual([]);
  });

  test('are those that the role may see, base fields first, and no word of the rest', async () => {
    const { orders } = server.north.types;
    const found = await fieldsOf(bob, orders);
    expect(found.map((field) => [field.key, field.access])).toEqual([
      ['id', 'ViewOnly'],
      ['status', 'Editable'],
      ['createdAt', 'ViewOnly'],
      ['recordFile', 'ViewOnly'],
      [`f${server.north.fields.weight}`, 'ViewOnly'],
    ]);
    expect(JSON.stringify(found)).not.toMatch(/Margin|Priority|description/i);
    expect(found.at(-1)).toEqual({
      id: server.north.fields.weight,
      key: `f${server.north.fields.weight}`,
      name: 'Weight',
      dataType: 'decimal',
      visibility: true,
      required: true,
      order: 4,
      recordTypeId: orders,
      listType: null,
      objectDefinition: null,
      access: 'ViewOnly',
      filterable: true,
      sortable: true,
    });
    expect(found.find((field) => field.key === 'recordFile')).toMatchObject({
      id: 0,
      filterable: false,
      sortable: false,
    });
  });

  test('name the list that their values come from', async () => {
    const priority = (await fieldsOf(ana, server.north.types.orders)).find(
      (field) => field.name === 'Priority',
    );
    expect(priority).toMatchObject({ listType: { id: server.north.lists.priorities, dataType: 'Value' } });
  });

  test('of a super type are what all its types share, read-only', async () => {
    const found = await fieldsOf(ana, server.north.types.documents);
    expect(found.filter((field) => field.id !== 0).map((field) => [field.name, field.access])).toEqual([
      ['Weight', 'ViewOnly'],
    ]);
    expect(
      found.every(
        (field) => field.access === 'ViewOnly' && field.recordTypeId === server.north.types.documents,
      ),
    ).toBe(true);
    expect((await fieldsOf(bob, server.north.types.documents)).map((field) => field.name)).toEqual([
      'ID',
      'Status',
      'Weight',
    ]);
  });

  test('that was switched off are gone', async () => {
    await server.query('update field set enabled = false where id = $1', [server.north.fields.weight]);
    expect((await fieldsOf(bob, server.north.types.orders)).map((field) => field.name)).not.toContain(
      'Weight',
    );
    await server.query('update field set enabled = true where id = $1', [server.north.fields.weight]);
  });

  test('without a grant, of another tenant and of nobody: the same answer', async () => {
    for (const id of [server.north.types.secrets, server.south.types.orders, 999_999]) {
      expect(await server.ask(fields, bob, { id })).toEqual(absent('The record type'));
    }
  });
});

describe('the access of roles', () => {
  test('of the own role leaves out what is hidden, and shows a system field as read-only', async () => {
    const lines = await linesOf(bob);
    expect(lines.map((line) => [line.recordType.id, line.recordFieldName, line.access])).toEqual([
      [server.north.types.orders, 'status', 'Editable'],
      [server.north.types.bills, 'status', 'ViewOnly'],
      [server.north.types.orders, 'createdAt', 'ViewOnly'],
      [server.north.types.bills, 'Weight', 'Editable'],
      [server.north.types.orders, 'recordFile', 'ViewOnly'],
      [server.north.types.bills, 'Urgency', 'ViewOnly'],
      [server.north.types.orders, 'Weight', 'ViewOnly'],
      [server.north.types.bills, 'Carrier', 'ViewOnly'],
      [server.north.types.bills, 'Site', 'ViewOnly'],
    ]);
    expect(lines[0]).toMatchObject({
      enabled: true,
      order: 1,
      recordField: { id: 0, name: 'Status' },
      recordType: { id: server.north.types.orders, name: 'Orders' },
      role: { id: server.north.roles.clerk, name: 'Clerk' },
      filterCriteria: null,
    });
    expect(lines[0]?.filterCriteria).toBeNull();
  });

  test('says what rows the role is confined to', async () => {
    const criteria = { operator: 'isAnyOf', values: ['1', '2'] };
    const where = `where role_id = $1 and record_type_id = $2 and base_field = 'status'`;
    const line = [server.north.roles.clerk, server.north.types.orders];
    await server.query(`update role_field_access set filter_criteria = $3 ${where}`, [
      ...line,
      JSON.stringify(criteria),
    ]);
    expect((await linesOf(bob))[0]?.filterCriteria).toEqual(criteria);
    await server.query(`update role_field_access set filter_criteria = null ${where}`, line);
  });

  test('of other roles is for whoever administers roles', async () => {
    const { roles, types } = server.north;
    expect(await find(bob, { recordTypes: [types.orders] })).toHaveLength(4);
    expect(await find(bob, { recordTypes: [types.orders], roles: [roles.clerk] })).toHaveLength(4);
    const clerks = (await find(ana, { recordTypes: [types.orders], roles: [roles.clerk] })) as Line[];
    expect(clerks.map((line) => line.access)).toContain('NotAllowed');
    const refused = 'Your role may not see what other roles have access to.';
    expect(await find(bob, { recordTypes: [types.orders], roles: [roles.manager] })).toBe(refused);
    expect(
      await find(bob, { recordTypes: [types.orders], roles: [roles.clerk, server.south.roles.clerk] }),
    ).toBe(refused);
  });

  test('of a role or a type of another tenant is absent, as of nobody', async () => {
    const { roles, types } = server.north;
    for (const role of [server.south.roles.clerk, 999_999]) {
      expect(await find(ana, { recordTypes: [types.orders], roles: [role] })).toBe('The role was not found.');
    }
    for (const id of [server.south.types.orders, 999_999]) {
      expect(await find(ana, { recordTypes: [id], roles: [roles.clerk] })).toBe(
        'The record type was not found.',
      );
      expect(await find(bob, { recordTypes: [id] })).toBe('The record type was not found.');
    }
    expect(await find(bob, { recordTypes: [types.secrets] })).toBe('The record type was not found.');
  });

  test('needs a tenant entered', async () => {
    const { service } = await server.signIn('bob');
    for (const document of [
      access,
      '{ findRoleAccessToRecordFields(data: { recordTypes: [1] }) { id } }',
      '{ getSaasRecordFieldsByRecordTypes(recordType: 1) { id } }',
    ]) {
      expect((await server.ask(document, { service })).errors?.[0]?.extensions['code']).toBe(
        'UNAUTHENTICATED',
      );
    }
  });
});
