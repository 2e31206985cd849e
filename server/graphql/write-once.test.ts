// The answer of a save is lost on the way, and the client sends the same again under its key: nothing is made or mailed twice, and
// nobody is told that what they made themselves is in their way.
import { keyUsedForOther } from '@rowhouse/domain/kernel/idempotency.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer } from '../../testing/test-server.ts';
import type { Credentials, TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let ana: Credentials;
beforeAll(async () => {
  server = await startTestServer();
  ana = await server.enter('ana', server.north);
});
afterAll(() => server.close());

type Saved = { readonly id: number; readonly version: number };
const send = (operation: string, input: string, data: object, shape: string) =>
  server.ask(`mutation ($data: ${input}!) { ${operation}(data: $data) { ${shape} } }`, ana, { data });
async function must<Answer = Saved>(...sent: Parameters<typeof send>): Promise<Answer> {
  const { data, errors } = await send(...sent);
  expect(errors).toBeUndefined();
  return data?.[sent[0]] as Answer;
}
const makeRole = (name: string) =>
  must('createSaasRole', 'CreateSaasRoleInput', { name, description: '' }, 'id version');
const makeList = (name: string) =>
  must<{ id: number; version: number; valuesVersion: number }>(
    'createList',
    'CreateListInput',
    { name, description: 'About it', backofficeManaged: false, listType: 'Value' },
    'id version valuesVersion',
  );
const makeType = (name: string) => must('createRecordType', 'CreateRecordTypeInput', { name }, 'id version');
const menuOf = async () => {
  const { data } = await server.ask(
    `{ getCompanyMenu { version groups { id name route enabled sections { id name route enabled
       items { id name route enabled icon recordTypeId } } } } }`,
    ana,
  );
  return data?.['getCompanyMenu'] as { version: number; groups: object[] };
};
const bob = async () => {
  const { data } = await server.ask('{ findSaasMembers { id email version role { id } } }', ana);
  const members = (data as { findSaasMembers: { id: number; email: string; version: number }[] })
    .findSaasMembers;
  return members.find(({ email }) => email.startsWith('bob'))!;
};

type Case = {
  readonly operation: string;
  readonly input: string;
  readonly shape: string;
  readonly data: () => Promise<object>;
  /** Another save of the same kind. */
  readonly other: object;
};
const cases: readonly Case[] = [
  {
    operation: 'createSaasRole',
    input: 'CreateSaasRoleInput',
    shape: 'id name version',
    data: async () => ({ name: 'Packer', description: '' }),
    other: { name: 'Loader' },
  },
  {
    operation: 'updateSaasRole',
    input: 'UpdateSaasRoleInput',
    shape: 'id name version',
    data: async () => ({ ...(await makeRole('Driver')), name: 'Night driver' }),
    other: { name: 'Day driver' },
  },
  {
    operation: 'createList',
    input: 'CreateListInput',
    shape: 'id listName version',
    data: async () => ({
      name: 'Docks',
      description: 'Where it lands',
      backofficeManaged: false,
      listType: 'Value',
    }),
    other: { name: 'Gates' },
  },
  {
    operation: 'updateList',
    input: 'UpdateListInput',
    shape: 'id listName version',
    data: async () => {
      const { id, version } = await makeList('Crates');
      return { id, version, name: 'Big crates' };
    },
    other: { name: 'Small crates' },
  },
  {
    operation: 'updateListValues',
    input: 'UpdateListValuesInput',
    shape: 'id valuesVersion',
    data: async () => {
      const { id, valuesVersion } = await makeList('Sizes');
      return { listId: id, valuesVersion, values: [{ value: 'Small', enabled: true }] };
    },
    other: { values: [{ value: 'Large', enabled: true }] },
  },
  {
    operation: 'saveListValue',
    input: 'SaveListValueInput',
    shape: 'id value',
    data: async () => ({ listId: (await makeList('Colours')).id, value: 'Red' }),
    other: { value: 'Blue' },
  },
  {
    operation: 'updateCompanyMenu',
    input: 'UpdateCompanyMenuInput',
    shape: 'version groups { id name }',
    data: async () => {
      const { version, groups } = await menuOf();
      return { version, groups: [...groups, { name: 'Yard', route: 'yard', enabled: true, sections: [] }] };
    },
    other: { groups: [] },
  },
  {
    operation: 'createRecordType',
    input: 'CreateRecordTypeInput',
    shape: 'id name version',
    data: async () => ({ name: 'Loads', fields: [{ name: 'Weight', dataType: 'number' }] }),
    other: { name: 'Trips' },
  },
  {
    operation: 'updateRecordType',
    input: 'UpdateRecordTypeInput',
    shape: 'id name version fields { id name version }',
    data: async () => ({
      ...(await makeType('Stops')),
      name: 'Halts',
      fields: [{ name: 'Bay', dataType: 'string' }],
    }),
    other: { name: 'Breaks' },
  },
  {
    operation: 'inviteUser',
    input: 'InviteUserInput',
    shape: 'id email state',
    data: async () => ({ email: 'once@example.com', roleId: server.north.roles.clerk }),
    other: { email: 'other@example.com' },
  },
  {
    operation: 'resendInvitation',
    input: 'InvitationInput',
    shape: 'id email state',
    data: async () => ({
      id: (
        await must(
          'inviteUser',
          'InviteUserInput',
          { email: 'again@example.com', roleId: server.north.roles.clerk },
          'id',
        )
      ).id,
    }),
    other: { id: 999_999 },
  },
  {
    operation: 'updateSaasMember',
    input: 'UpdateSaasMemberInput',
    shape: 'id enabled version',
    data: async () => {
      const { id, version } = await bob();
      return { id, version, enabled: false };
    },
    other: { enabled: true },
  },
];

test.each(cases)(
  '$operation, sent twice at once and once more, is saved once and answered alike',
  async ({ operation, input, shape, data, other }) => {
    const sent = { ...(await data()), idempotencyKey: `key of ${operation}` };
    const mailsBefore = server.mails().length;
    const [first, second] = await Promise.all([
      must<object>(operation, input, sent, shape),
      must<object>(operation, input, sent, shape),
    ]);
    expect(second).toEqual(first);
    const countEntries = async () =>
      Number((await server.query('select count(*) from audit_log'))[0]?.['count']);
    const entries = await countEntries();
    expect(await must<object>(operation, input, sent, shape)).toEqual(first);
    expect(await countEntries()).toBe(entries);
    const mails = ['inviteUser', 'resendInvitation'].includes(operation) ? 1 : 0;
    expect(server.mails().length - mailsBefore).toBe(mails);
    // The key does not answer for what else comes under it.
    const { errors } = await send(operation, input, { ...sent, ...other }, shape);
    expect(errors?.[0]?.message).toBe(keyUsedForOther);
  },
);
