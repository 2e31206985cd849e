// What is set up is sent again under its key where the answer was lost, and the screens hear of one save.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { invite, resendInvitation } from '../features/invitations/api.ts';
import { createList, saveListValue, updateList, updateListValues } from '../features/lists/api.ts';
import { createRecordType, updateRecordType } from '../features/record-types/api.ts';
import { createRole, updateRole } from '../features/roles/api.ts';
import { updateMember } from '../features/users/api.ts';

let keys: (string | undefined)[];

beforeEach(() => {
  keys = [];
  vi.stubGlobal('fetch', async (url: string, init: { body?: string } = {}) => {
    if (url.endsWith('/healthz')) return new Response('ok');
    const { query, variables } = JSON.parse(init.body ?? '') as {
      query: string;
      variables: { data: { idempotencyKey?: string } };
    };
    keys.push(variables.data.idempotencyKey);
    // It was saved, and nobody hears of it.
    if (keys.length === 1) throw new TypeError('Failed to fetch');
    const operation = /\{\s*(\w+)\(/.exec(query)?.[1] ?? '';
    return Response.json({ data: { [operation]: { id: 7 } } });
  });
});
afterEach(() => vi.unstubAllGlobals());

test.each([
  ['createRole', () => createRole({ name: 'Packer', description: '', administers: false })],
  ['updateRole', () => updateRole({ id: 7, version: 1, name: 'Packer' })],
  ['createList', () => createList({ name: 'Docks', description: 'Where' } as never)],
  ['updateList', () => updateList({ id: 7, version: 1, enabled: false } as never)],
  ['updateListValues', () => updateListValues({ listId: 7, valuesVersion: 1, values: [] })],
  ['saveListValue', () => saveListValue({ listId: 7, value: 'Red' } as never)],
  ['createRecordType', () => createRecordType({ name: 'Loads' })],
  ['updateRecordType', () => updateRecordType({ id: 7, version: 1, name: 'Loads' })],
  ['invite', () => invite({ email: 'a@example.com', roleId: 1, firstName: null, lastName: null })],
  ['resendInvitation', () => resendInvitation(7)],
  ['updateMember', () => updateMember({ id: 7, version: 1, enabled: false } as never)],
])('%s', async (_name, save) => {
  await save();
  expect(keys).toHaveLength(2);
  expect(keys[0]).toBeTruthy();
  expect(keys[1]).toBe(keys[0]);
});
