import { menuActionId } from '@rowhouse/domain/menu/actions.ts';
import { keyUsedForOther } from '@rowhouse/domain/kernel/idempotency.ts';
import { gridNameOf } from '@rowhouse/domain/grid-preferences/model.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestServer } from '../../../testing/test-server.ts';
import type { Credentials, TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
let ana: Credentials;
let bob: Credentials;
let sue: Credentials;

beforeAll(async () => {
  server = await startTestServer();
  for (const tenant of [server.north, server.south]) {
    await grant(tenant, tenant.roles.manager, tenant.menuItems.orders);
    await grant(tenant, tenant.roles.manager, tenant.menuItems.documents);
    await grant(tenant, tenant.roles.clerk, tenant.menuItems.orders);
  }
  ana = await server.enter('ana', server.north);
  bob = await server.enter('bob', server.north);
  sue = await server.enter('sue', server.south);
});
afterAll(() => server.close());

beforeEach(async () => {
  await server.query('delete from grid_preference_default');
  await server.query('delete from grid_preference');
});

const grant = (tenant: { id: number }, role: number, menuItem: number) =>
  server.query(
    `insert into role_menu_item_action (tenant_id, role_id, menu_item_id, action_id, name) values ($1, $2, $3, $4, 'Grid Preferences')`,
    [tenant.id, role, menuItem, menuActionId('grid preferences')],
  );

type Preference = {
  id: number;
  savedName: string;
  isDefault: boolean;
  isRoleDefault: boolean;
  enabled: boolean;
  version: number;
  role: { id: number; name: string } | null;
  gridOptions: Record<string, unknown>;
  leftOutConditions: number;
  leftOutOthers: number;
};
type Default = {
  id: number;
  userId: number | null;
  enabled: boolean;
  userGridPreference: Preference | null;
  roleGridPreference: Preference | null;
};

const parts = `id tenantId gridName recordTypeId userId enabled savedName isDefault role { id name } isRoleDefault version leftOutConditions leftOutOthers
  gridOptions { orderedFields hiddenFields filterModel { columnField operatorValue value logicOperator }
    sortModel { field sort } pinnedColumns { left right } densityFactor pageSize widths { field width } }`;
const defaultParts = `id recordType { id name } recordTypeId tenantId userId role { id name } enabled
  userGridPreference { ${parts} } roleGridPreference { ${parts} }`;

const takes: Record<string, string> = {
  registerUserGridPreferences: 'RegisterUserGridPreferencesInput!',
  updateUserGridPreferences: 'UpdateUserGridPreferencesInput!',
  updateManyUserGridPreferences: '[UpdateUserGridPreferencesInput!]!',
  deleteUserGridPreferences: 'DeleteUserGridPreferencesInput!',
  registerUserGridPreferencesDefault: 'RegisterUserGridPreferencesDefaultInput!',
  updateUserGridPreferencesDefault: 'UpdateUserGridPreferencesDefaultInput!',
};
const send = (name: string, who: Credentials, data: unknown) =>
  server.ask(
    `mutation ($data: ${takes[name]}) { ${name}(data: $data) { ${name.endsWith('Default') ? defaultParts : parts} } }`,
    who,
    { data },
  );
async function carryOut<Result = Preference>(name: string, who: Credentials, data: unknown): Promise<Result> {
  const answer = await send(name, who, data);
  expect(answer.errors).toBeUndefined();
  return answer.data?.[name] as Result;
}
const refusal = async (name: string, who: Credentials, data: unknown) => {
  const error = (await send(name, who, data)).errors?.[0];
  return [error?.extensions['code'], error?.message];
};

const ordersGrid = () => gridNameOf(server.north.types.orders);
const save = (who: Credentials, savedName: string, more: object = {}) =>
  carryOut('registerUserGridPreferences', who, {
    tenantId: 1,
    userId: 1,
    gridName: ordersGrid(),
    savedName,
    isDefault: true,
    enabled: true,
    gridOptions: {},
    ...more,
  });
const mine = async (who: Credentials, gridName = ordersGrid()) => {
  const answer = await server.ask(
    `query ($gridName: String!) { SaasMyGridPreferences(gridName: $gridName) { ${parts} } }`,
    who,
    { gridName },
  );
  expect(answer.errors).toBeUndefined();
  return answer.data?.['SaasMyGridPreferences'] as Preference[];
};
const namesOf = (preferences: readonly Preference[]) => preferences.map(({ savedName }) => savedName);
const ofMyRole = async (who: Credentials) =>
  (await server.ask(`{ SaasMyRoleGridPreferences { ${parts} } }`, who)).data?.[
    'SaasMyRoleGridPreferences'
  ] as Preference[];
const find = (who: Credentials, data: object) =>
  server.ask(
    `query ($data: FindUserGridPreferencesInput!) { findUserGridPreferences(data: $data) { ${parts} } }`,
    who,
    { data },
  );
const found = async (who: Credentials, data: object) =>
  namesOf((await find(who, data)).data?.['findUserGridPreferences'] as Preference[]);
const defaultOf = async (who: Credentials, recordTypeId = server.north.types.orders) => {
  const answer = await server.ask(
    `query ($id: Id!) { getDefaultUserGridPreference(recordTypeId: $id) { ${defaultParts} } }`,
    who,
    { id: recordTypeId },
  );
  expect(answer.errors).toBeUndefined();
  return answer.data?.['getDefaultUserGridPreference'] as Default | null;
};
const defaultName = async (who: Credentials) => {
  const found = await defaultOf(who);
  return (found?.userGridPreference ?? found?.roleGridPreference)?.savedName;
};
const absentPreference = ['NOT_FOUND', 'The grid preference was not found.'];

const weight = () => `f${server.north.fields.weight}`;
const margin = () => `f${server.north.fields.margin}`;

describe('a preference', () => {
  test('is saved whole, and found again', async () => {
    const gridOptions = {
      orderedFields: ['status', weight(), 'recordViewerUrl'],
      hiddenFields: ['createdAt'],
      filterModel: [
        { columnField: 'status', operatorValue: 'isAnyOf', value: ['1', '@username'], logicOperator: 'AND' },
        { columnField: weight(), operatorValue: 'greaterThan', value: '10', logicOperator: 'OR' },
        { columnField: weight(), operatorValue: 'isNotEmpty', value: null, logicOperator: 'AND' },
      ],
      sortModel: [{ field: weight(), sort: 'ASC' }],
      pinnedColumns: { left: ['status'], right: [weight()] },
      densityFactor: 0.7,
      pageSize: 500,
      widths: [{ field: weight(), width: 240 }],
    };
    const saved = await save(ana, '  Heavy ones ', { gridOptions });
    expect(saved).toEqual({
      id: expect.any(Number) as number,
      tenantId: server.north.id,
      gridName: ordersGrid(),
      recordTypeId: server.north.types.orders,
      userId: server.people.ana,
      enabled: true,
      savedName: 'Heavy ones',
      isDefault: true,
      role: null,
      isRoleDefault: false,
      version: 1,
      leftOutConditions: 0,
      leftOutOthers: 0,
      gridOptions,
    });
    expect(await mine(ana)).toEqual([saved]);
    expect(await found(ana, { id: saved.id })).toEqual(['Heavy ones']);
    expect((await defaultOf(ana))?.userGridPreference).toEqual(saved);
  });

  test('keeps by what the rows are gathered, as far as its reader sees it', async () => {
    const groups = [
      { field: 'status', interval: null },
      { field: 'recordDate', interval: 'MONTH' },
    ];
    const ask = (given: unknown) =>
      server.ask(
        `mutation ($data: RegisterUserGridPreferencesInput!) { registerUserGridPreferences(data: $data) { gridOptions { groups { field interval } } } }`,
        ana,
        {
          data: {
            gridName: gridNameOf(server.north.types.orders),
            savedName: 'Gathered',
            gridOptions: { groups: given },
          },
        },
      );
    const none = { field: 'nothing-here', interval: null };
    expect((await ask([...groups, none])).data).toEqual({
      registerUserGridPreferences: { gridOptions: { groups } },
    });
    const levels = ['status', 'recordDate', 'createdAt', 'updatedAt'].map((field) => ({ field }));
    expect((await ask(levels)).errors?.[0]?.message).toBe('Rows are gathered in at most 3 levels.');
  });

  test('keeps rules of colours, and refuses one by a field that is not there', async () => {
    const document = `mutation ($data: RegisterUserGridPreferencesInput!) { registerUserGridPreferences(data: $data) {
      gridOptions { colours { name tone column conditions { columnField operatorValue value logicOperator } } } } }`;
    const ask = (colours: unknown) =>
      server.ask(document, ana, {
        data: { gridName: ordersGrid(), savedName: 'Coloured', gridOptions: { colours } },
      });
    const condition = (columnField: string) => ({
      columnField,
      operatorValue: 'isEmpty',
      value: null,
      logicOperator: 'AND',
    });
    const rule = { name: 'No status', tone: 'RED', column: 'status', conditions: [condition('status')] };
    expect((await ask([rule])).data).toEqual({
      registerUserGridPreferences: { gridOptions: { colours: [rule] } },
    });
    const whyNot = async (changed: object) => (await ask([{ ...rule, ...changed }])).errors?.[0]?.message;
    expect(await whyNot({ conditions: [condition('nothingHere')] })).toBe(
      "There is no field 'nothingHere' here.",
    );
    expect(await whyNot({ conditions: [] })).toBe('A colour rule has from 1 to 50 conditions.');
    expect(await whyNot({ name: ' ' })).toBe('A rule has a name: it is said where its colour is shown.');
  });

  test('a new one becomes the default, and clears the one before', async () => {
    await save(ana, 'First');
    await save(ana, 'Second');
    expect((await mine(ana)).map(({ savedName, isDefault }) => [savedName, isDefault])).toEqual([
      ['First', false],
      ['Second', true],
    ]);
    await save(ana, 'Third', { isDefault: false });
    expect(await defaultName(ana)).toBe('Second');
  });

  test('is updated, and its version rises only when something changes', async () => {
    const { id } = await save(ana, 'First');
    const update = (version: number, more: object) =>
      carryOut('updateUserGridPreferences', ana, { id, version, ...more });
    expect(await update(1, { savedName: 'First' })).toMatchObject({ version: 1 });
    expect(await update(1, { savedName: 'Renamed', gridOptions: { pageSize: 50 } })).toMatchObject({
      savedName: 'Renamed',
      version: 2,
      gridOptions: { pageSize: 50 },
    });
    expect(await update(2, { gridOptions: { pageSize: 100 } })).toMatchObject({ savedName: 'Renamed' });
  });

  test('without a version the change is of the preference as it stands', async () => {
    const { id } = await save(ana, 'First');
    await carryOut('updateUserGridPreferences', ana, { id, savedName: 'Second' });
    await carryOut('updateUserGridPreferences', ana, { id, savedName: 'Third' });
    expect(namesOf(await mine(ana))).toEqual(['Third']);
    await carryOut('deleteUserGridPreferences', ana, { id });
    expect(namesOf(await mine(ana))).toEqual([]);
  });

  test('a stale version is refused with the current one', async () => {
    const { id } = await save(ana, 'First');
    await carryOut('updateUserGridPreferences', ana, { id, version: 1, savedName: 'Second' });
    const answer = await send('updateUserGridPreferences', ana, { id, version: 1, savedName: 'Third' });
    expect(answer.errors?.[0]).toMatchObject({
      message: 'This grid preference was changed meanwhile. Choose it again, or save as new.',
      extensions: { code: 'CONFLICT', details: { current: { id, savedName: 'Second', version: 2 } } },
    });
    expect(namesOf(await mine(ana))).toEqual(['Second']);
  });

  test('is deleted with what it was the default of, and a second time is as good as once', async () => {
    const { id } = await save(ana, 'First');
    for (let round = 0; round < 2; round += 1) {
      expect(await carryOut('deleteUserGridPreferences', ana, { id, version: 1 })).toMatchObject({
        enabled: false,
        isDefault: false,
      });
    }
    expect(await mine(ana)).toEqual([]);
    expect(await defaultOf(ana)).toBeNull();
    expect(await refusal('updateUserGridPreferences', ana, { id, version: 2, savedName: 'Back' })).toEqual([
      'NOT_FOUND',
      'This grid preference was deleted meanwhile. What the grid shows can be saved as new.',
    ]);
    const onOrders = { recordTypeId: server.north.types.orders, gridPreferenceId: id };
    expect(await refusal('registerUserGridPreferencesDefault', ana, onOrders)).toEqual(absentPreference);
    await save(ana, 'first');
    expect(namesOf(await mine(ana))).toEqual(['first']);
  });

  test('is deleted by an update that says so', async () => {
    const { id } = await save(ana, 'First');
    await carryOut('updateUserGridPreferences', ana, { id, version: 1, enabled: false });
    expect(await mine(ana)).toEqual([]);
  });

  test('several are changed together, or none', async () => {
    const [one, two] = [await save(ana, 'One'), await save(ana, 'Two')];
    const change = (id: number, version: number, more: object) => ({ id, version, ...more });
    const changed = await carryOut<Preference[]>('updateManyUserGridPreferences', ana, [
      change(two.id, 1, { isDefault: false }),
      change(one.id, 1, { isDefault: true, savedName: 'Uno' }),
    ]);
    expect(changed.map(({ savedName, isDefault }) => [savedName, isDefault])).toEqual([
      ['Two', false],
      ['Uno', true],
    ]);
    expect(
      await refusal('updateManyUserGridPreferences', ana, [
        change(one.id, 2, { savedName: 'Other' }),
        change(two.id, 9, { savedName: 'Other too' }),
      ]),
    ).toEqual(['CONFLICT', expect.any(String)]);
    expect(namesOf(await mine(ana))).toEqual(['Two', 'Uno']);
    expect(
      await refusal('updateManyUserGridPreferences', ana, [change(one.id, 2, {}), change(one.id, 2, {})]),
    ).toEqual(['INVALID', 'Each grid preference can be changed once in a request.']);
  });
});

describe('a name', () => {
  test.each([
    ['', 'Name is required.'],
    [' \t ', 'Name is required.'],
    ['x'.repeat(101), 'Name has at most 100 characters.'],
  ])('%j is refused', async (savedName, sentence) => {
    const data = { gridName: ordersGrid(), savedName, gridOptions: {} };
    expect(await refusal('registerUserGridPreferences', ana, data)).toEqual(['INVALID', sentence]);
  });

  test('is one of a kind for a person and a grid, whatever its case', async () => {
    const first = await save(ana, 'First');
    const taken = ['INVALID', 'A grid preference of this name exists already. Choose another name.'];
    const again = { gridName: ordersGrid(), savedName: 'FIRST', gridOptions: {} };
    expect(await refusal('registerUserGridPreferences', ana, again)).toEqual(taken);
    const second = await save(ana, 'Second');
    expect(
      await refusal('updateUserGridPreferences', ana, { id: second.id, version: 1, savedName: ' first' }),
    ).toEqual(taken);
    // Another grid, another person, a role.
    await save(ana, 'First', { gridName: gridNameOf(server.north.types.documents) });
    await save(bob, 'First');
    await save(ana, 'First', { roleId: server.north.roles.manager });
    await carryOut('updateUserGridPreferences', ana, { id: first.id, version: 1, savedName: 'first' });
  });

  test('that is sent again under its key is saved once', async () => {
    const made = await save(ana, 'Once', { idempotencyKey: 'a' });
    const change = { id: made.id, version: 1, savedName: 'Renamed', idempotencyKey: 'a' };
    const send = () => carryOut('updateUserGridPreferences', ana, change);
    const answers = await Promise.all([send(), send(), send()]);
    expect(answers.map(({ version, savedName }) => [version, savedName])).toEqual(
      answers.map(() => [2, 'Renamed']),
    );
    // Answered as it stands.
    expect(await save(ana, 'Once', { idempotencyKey: 'a' })).toEqual(answers[0]);
    expect(namesOf(await mine(ana))).toEqual(['Renamed']);
    // The key is of this person, of what was sent under it, and of the operation.
    expect(await save(bob, 'Own', { idempotencyKey: 'a' })).toMatchObject({ savedName: 'Own', version: 1 });
    const other = { gridName: ordersGrid(), savedName: 'Other', gridOptions: {}, idempotencyKey: 'a' };
    expect(await refusal('registerUserGridPreferences', ana, other)).toEqual(['INVALID', keyUsedForOther]);
    // What was refused is no answer.
    const stale = { id: made.id, version: 1, savedName: 'Late', idempotencyKey: 'b' };
    expect((await refusal('updateUserGridPreferences', ana, stale))[0]).toBe('CONFLICT');
    expect((await refusal('updateUserGridPreferences', ana, stale))[0]).toBe('CONFLICT');
    const named = { gridName: 'people', isDefault: false, idempotencyKey: 'c' };
    const [one, again] = [await save(ana, 'Named', named), await save(ana, 'Named', named)];
    expect(again).toEqual(one);
  });

  test('of two who save the same at once one is refused', async () => {
    const data = { gridName: ordersGrid(), savedName: 'Same', gridOptions: {} };
    const answers = await Promise.all([1, 2, 3].map(() => send('registerUserGridPreferences', ana, data)));
    expect(answers.filter(({ errors }) => errors === undefined)).toHaveLength(1);
    expect(await mine(ana)).toHaveLength(1);
  });
});

describe('what is no state of a grid is refused', () => {
  const options: [object, string][] = [
    [
      { filterModel: [{ columnField: 'status', operatorValue: 'is', value: 7 }] },
      'a text or a list of texts',
    ],
    [{ filterModel: [{ columnField: 'status', operatorValue: 'is', value: ['1'] }] }, 'a list of values'],
    [{ filterModel: [{ columnField: 'status', operatorValue: 'isAnyOf', value: '1' }] }, 'takes a list'],
    [{ filterModel: [{ columnField: 'status', operatorValue: 'is', value: '' }] }, 'needs a value'],
    [{ filterModel: [{ columnField: 'status', operatorValue: 'is', value: 'x; --' }] }, 'from the list'],
    [
      { filterModel: [{ columnField: 'status', operatorValue: 'contains', value: 'x' }] },
      'cannot be filtered',
    ],
    [{ filterModel: [{ columnField: 'enabled', operatorValue: 'checked' }] }, 'cannot be filtered'],
    [{ filterModel: [{ columnField: 'nothing', operatorValue: 'isEmpty' }] }, "no field 'nothing'"],
    [{ filterModel: [{ columnField: '__proto__', operatorValue: 'isEmpty' }] }, "no field '__proto__'"],
    [{ sortModel: [{ field: 'nothing', sort: 'ASC' }] }, "no field 'nothing'"],
    [{ sortModel: [{ field: 'recordFile', sort: 'ASC' }] }, 'cannot be sorted'],
    [{ densityFactor: 0.5 }, 'The density must be one of'],
    [{ pageSize: 30 }, 'Pages of 30 records'],
    [{ widths: [{ field: 'status', width: 0 }] }, 'pixels wide'],
    [{ widths: [{ field: 'status', width: 2001 }] }, 'pixels wide'],
    [{ orderedFields: Array.from({ length: 1001 }, (_, index) => `f${index}`) }, 'at most 1000 columns'],
    [
      {
        filterModel: Array.from({ length: 51 }, () => ({ columnField: 'status', operatorValue: 'isEmpty' })),
      },
      'At most 50 conditions',
    ],
    [
      {
        filterModel: Array.from({ length: 30 }, () => ({
          columnField: 'description',
          operatorValue: 'isAnyOf',
          value: Array.from({ length: 20 }, () => 'x'.repeat(400)),
        })),
      },
      'too long to be saved',
    ],
  ];
  test.each(options)('%j', async (gridOptions, sentence) => {
    const data = { gridName: ordersGrid(), savedName: 'Wrong', gridOptions };
    expect(await refusal('registerUserGridPreferences', ana, data)).toEqual([
      'INVALID',
      expect.stringContaining(sentence) as string,
    ]);
    expect(await mine(ana)).toEqual([]);
  });

  test('a grid has room for a hundred of one person', async () => {
    await server.query(
      `insert into grid_preference (tenant_id, record_type_id, user_id, saved_name, grid_options)
       select $1, $2, $3, 'Name ' || n, '{}' from generate_series(1, 100) n`,
      [server.north.id, server.north.types.orders, server.people.bob],
    );
    const data = { gridName: ordersGrid(), savedName: 'One more', gridOptions: {} };
    expect(await refusal('registerUserGridPreferences', bob, data)).toEqual([
      'LIMITED',
      'There are 100 preferences of this grid already. Delete one that is not needed.',
    ]);
    await save(ana, 'Of another person');
  });
});

describe('whose it is', () => {
  test('another person’s is absent, for an administrator too', async () => {
    const { id } = await save(bob, 'Bobs');
    const other = await save(ana, 'Anas');
    expect(namesOf(await mine(ana))).toEqual(['Anas']);
    expect(await found(ana, { ofRoles: true })).toEqual(['Anas']);
    expect(await found(ana, { userId: server.people.bob })).toEqual(['Anas']);
    for (const [who, foreign] of [
      [ana, id],
      [bob, other.id],
    ] as const) {
      for (const name of ['updateUserGridPreferences', 'deleteUserGridPreferences'])
        expect(await refusal(name, who, { id: foreign, version: 1 })).toEqual(absentPreference);
      const onOrders = { recordTypeId: server.north.types.orders, gridPreferenceId: foreign };
      expect(await refusal('registerUserGridPreferencesDefault', who, onOrders)).toEqual(absentPreference);
      expect(await send('updateManyUserGridPreferences', who, [{ id: foreign, version: 1 }])).toEqual(
        await send('updateManyUserGridPreferences', who, [{ id: 999_999, version: 1 }]),
      );
    }
    const bobs = (await defaultOf(bob))?.id;
    expect(await refusal('updateUserGridPreferencesDefault', ana, { id: bobs, enabled: false })).toEqual([
      'NOT_FOUND',
      'The default grid preference was not found.',
    ]);
    expect(await defaultName(bob)).toBe('Bobs');
  });

  test('another tenant’s is absent, of the same person too', async () => {
    const southGrid = gridNameOf(server.south.types.orders);
    const { id } = await save(sue, 'Sues', { gridName: southGrid });
    const anaInSouth = await server.enter('ana', server.south);
    const own = await save(anaInSouth, 'Anas in South', { gridName: southGrid });
    expect(await found(ana, {})).toEqual([]);
    for (const foreign of [id, own.id])
      expect(await refusal('deleteUserGridPreferences', ana, { id: foreign, version: 1 })).toEqual(
        absentPreference,
      );
    const data = { savedName: 'Mine', gridOptions: {} };
    for (const gridName of [southGrid, 'record-type-999999', 'record-type-0', 'record-type-x'])
      expect(await refusal('registerUserGridPreferences', ana, { ...data, gridName })).toEqual([
        'NOT_FOUND',
        'The record type was not found.',
      ]);
    expect(
      await refusal('registerUserGridPreferences', ana, {
        ...data,
        gridName: ordersGrid(),
        tenantId: server.south.id,
      }),
    ).toEqual(['NOT_FOUND', 'The company was not found.']);
  });

  test('who the client says it is, is not what counts', async () => {
    await save(ana, 'Anas', { userId: server.people.bob, tenantId: 1 });
    expect(namesOf(await mine(ana))).toEqual(['Anas']);
    expect(await mine(bob)).toEqual([]);
  });

  test('of a grid that the role may not open nothing is told any more', async () => {
    const documents = gridNameOf(server.north.types.documents);
    await grant(server.north, server.north.roles.clerk, server.north.menuItems.documents);
    const { id } = await save(bob, 'Of documents', { gridName: documents });
    await server.query(
      `update role_menu_item_action set enabled = false where role_id = $1 and menu_item_id = $2`,
      [server.north.roles.clerk, server.north.menuItems.documents],
    );
    expect(await found(bob, {})).toEqual([]);
    expect(await refusal('deleteUserGridPreferences', bob, { id, version: 1 })).toEqual(absentPreference);
    await server.query(`update role_menu_item_action set enabled = true`);
    expect(await found(bob, {})).toEqual(['Of documents']);
  });

  test('a role without the action reads, and saves nothing', async () => {
    const { id } = await save(bob, 'Bobs');
    const off = (enabled: boolean) =>
      server.query('update role_menu_item_action set enabled = $1 where action_id = $2 and role_id = $3', [
        enabled,
        menuActionId('grid preferences'),
        server.north.roles.clerk,
      ]);
    await off(false);
    const may = ['FORBIDDEN', 'Your role may not save grid preferences here.'];
    const onOrders = { recordTypeId: server.north.types.orders, gridPreferenceId: id };
    const own = (await defaultOf(bob))?.id;
    expect(namesOf(await mine(bob))).toEqual(['Bobs']);
    expect(
      await refusal('registerUserGridPreferences', bob, {
        gridName: ordersGrid(),
        savedName: 'New',
        gridOptions: {},
      }),
    ).toEqual(may);
    expect(await refusal('updateUserGridPreferences', bob, { id, version: 1 })).toEqual(may);
    expect(await refusal('updateManyUserGridPreferences', bob, [{ id, version: 1 }])).toEqual(may);
    expect(await refusal('deleteUserGridPreferences', bob, { id, version: 1 })).toEqual(may);
    expect(await refusal('registerUserGridPreferencesDefault', bob, onOrders)).toEqual(may);
    expect(await refusal('updateUserGridPreferencesDefault', bob, { id: own, enabled: false })).toEqual(may);
    await off(true);
  });

  test('needs a tenant entered', async () => {
    const signedIn = await server.signIn('bob');
    const data = { gridName: ordersGrid(), savedName: 'New', gridOptions: {} };
    expect((await refusal('registerUserGridPreferences', signedIn, data))[0]).toBe('UNAUTHENTICATED');
    expect((await find(signedIn, {})).errors?.[0]?.extensions['code']).toBe('UNAUTHENTICATED');
  });
});

describe('one of a role', () => {
  const forClerks = (savedName: string, more: object = {}) =>
    save(ana, savedName, { roleId: server.north.roles.clerk, isDefault: false, ...more });

  test('is made by an administrator and read by the members of the role', async () => {
    const made = await forClerks('For clerks');
    expect(made).toMatchObject({
      role: { id: server.north.roles.clerk, name: 'Clerk' },
      userId: null,
      isDefault: false,
      isRoleDefault: false,
    });
    expect(namesOf(await ofMyRole(bob))).toEqual(['For clerks']);
    expect(await ofMyRole(ana)).toEqual([]);
    expect(await found(ana, { ofRoles: true, gridName: ordersGrid() })).toEqual(['For clerks']);
    await save(ana, 'For managers', { roleId: server.north.roles.manager });
    expect(await found(bob, { ofRoles: true })).toEqual(['For clerks']);
    expect(await mine(bob)).toEqual([]);
  });

  test('is locked for the members, and edited and deleted by an administrator', async () => {
    const { id } = await forClerks('For clerks');
    const locked = ['FORBIDDEN', 'Admin preferences cannot be edited. You should save as new.'];
    expect(await refusal('updateUserGridPreferences', bob, { id, version: 1, savedName: 'Bobs' })).toEqual(
      locked,
    );
    expect(await refusal('deleteUserGridPreferences', bob, { id, version: 1 })).toEqual(locked);
    expect(
      await carryOut('updateUserGridPreferences', ana, { id, version: 1, savedName: 'For all clerks' }),
    ).toMatchObject({ version: 2 });
    await carryOut('deleteUserGridPreferences', ana, { id, version: 2 });
    expect(await ofMyRole(bob)).toEqual([]);
  });

  test('only an administrator makes one, of a role that there is', async () => {
    const data = { gridName: ordersGrid(), savedName: 'New', gridOptions: {} };
    expect(
      await refusal('registerUserGridPreferences', bob, { ...data, roleId: server.north.roles.clerk }),
    ).toEqual(['FORBIDDEN', 'Only an administrator of this company may do this. Ask one of them.']);
    for (const roleId of [server.south.roles.clerk, 999_999])
      expect(await refusal('registerUserGridPreferences', ana, { ...data, roleId })).toEqual([
        'INVALID',
        'Choose one of the roles of this company.',
      ]);
    const roles = async (who: Credentials) =>
      (await server.ask('{ findRolesForGridPreferences { id name } }', who)).data;
    expect(await roles(ana)).toEqual({
      findRolesForGridPreferences: [
        { id: server.north.roles.clerk, name: 'Clerk' },
        { id: server.north.roles.manager, name: 'Manager' },
      ],
    });
    expect(await roles(bob)).toEqual({ findRolesForGridPreferences: [] });
  });

  test('a member makes it their default; the default of the role stands where they have none', async () => {
    const first = await forClerks('First of role');
    const second = await forClerks('Second of role', { isDefault: true });
    expect(second).toMatchObject({ isRoleDefault: true, isDefault: false });
    expect((await defaultOf(bob))?.roleGridPreference).toMatchObject({ savedName: 'Second of role' });
    const recordTypeId = server.north.types.orders;
    const made = await carryOut<Default>('registerUserGridPreferencesDefault', bob, {
      recordTypeId,
      gridPreferenceId: first.id,
    });
    expect(made).toMatchObject({
      userId: server.people.bob,
      enabled: true,
      userGridPreference: null,
      roleGridPreference: { savedName: 'First of role', isDefault: true },
    });
    expect(await defaultName(bob)).toBe('First of role');
    await save(bob, 'Bobs');
    expect(await defaultName(bob)).toBe('Bobs');
    const own = await defaultOf(bob);
    await carryOut('updateUserGridPreferencesDefault', bob, { id: own?.id, enabled: false });
    expect(await defaultName(bob)).toBe('Second of role');
    await carryOut('updateUserGridPreferencesDefault', bob, {
      id: own?.id,
      enabled: true,
      gridPreferenceId: first.id,
    });
    expect(await defaultName(bob)).toBe('First of role');
    await carryOut('deleteUserGridPreferences', ana, { id: first.id, version: 1 });
    expect(await defaultName(bob)).toBe('Second of role');
  });

  test('who leaves the role leaves its preferences', async () => {
    const made = await forClerks('For clerks', { isDefault: true });
    const recordTypeId = server.north.types.orders;
    await carryOut('registerUserGridPreferencesDefault', bob, { recordTypeId, gridPreferenceId: made.id });
    const move = (role: number) =>
      server.query('update membership set role_id = $3 where tenant_id = $1 and user_id = $2', [
        server.north.id,
        server.people.bob,
        role,
      ]);
    await move(server.north.roles.manager);
    const manager = await server.enter('bob', server.north);
    expect(await defaultOf(manager)).toBeNull();
    expect(await ofMyRole(manager)).toEqual([]);
    await move(server.north.roles.clerk);
    bob = await server.enter('bob', server.north);
  });

  test('the default of a role is set by an administrator alone', async () => {
    const made = await forClerks('For clerks');
    const data = {
      recordTypeId: server.north.types.orders,
      gridPreferenceId: made.id,
      roleId: server.north.roles.clerk,
    };
    expect((await refusal('registerUserGridPreferencesDefault', bob, data))[0]).toBe('FORBIDDEN');
    const put = await carryOut<Default>('registerUserGridPreferencesDefault', ana, data);
    expect(put).toMatchObject({ userId: null, role: { name: 'Clerk' } });
    expect(await defaultName(bob)).toBe('For clerks');
    expect(await defaultName(ana)).toBeUndefined();
    expect(
      await refusal('registerUserGridPreferencesDefault', ana, {
        ...data,
        roleId: server.north.roles.manager,
      }),
    ).toEqual(absentPreference);
    expect(await refusal('updateUserGridPreferencesDefault', bob, { id: put.id, enabled: false })).toEqual([
      'NOT_FOUND',
      'The default grid preference was not found.',
    ]);
    await carryOut('updateUserGridPreferencesDefault', ana, { id: put.id, enabled: false });
    expect(await defaultOf(bob)).toBeNull();
  });

  test('what its maker sees and the reader does not, is not in it', async () => {
    const orderedFields = ['status', margin(), weight(), `f${server.north.fields.priority}`];
    await forClerks('For clerks', {
      isDefault: true,
      gridOptions: {
        orderedFields,
        hiddenFields: [margin(), 'description'],
        filterModel: [
          { columnField: margin(), operatorValue: 'greaterThan', value: '8675309' },
          { columnField: weight(), operatorValue: 'greaterThan', value: '10' },
        ],
        sortModel: [
          { field: margin(), sort: 'DESC' },
          { field: weight(), sort: 'ASC' },
        ],
        pinnedColumns: { left: [margin(), 'status'], right: ['description'] },
        widths: [
          { field: margin(), width: 111 },
          { field: weight(), width: 222 },
        ],
      },
    });
    const seen = {
      orderedFields: ['status', weight()],
      hiddenFields: [],
      filterModel: [
        { columnField: weight(), operatorValue: 'greaterThan', value: '10', logicOperator: 'AND' },
      ],
      sortModel: [{ field: weight(), sort: 'ASC' }],
      pinnedColumns: { left: ['status'], right: [] },
      densityFactor: null,
      pageSize: null,
      widths: [{ field: weight(), width: 222 }],
    };
    const told = [
      (await ofMyRole(bob))[0]?.gridOptions,
      (await defaultOf(bob))?.roleGridPreference?.gridOptions,
    ];
    expect(told).toEqual([seen, seen]);
    // That more records are shown than were meant is told, and nothing of the condition.
    expect((await ofMyRole(bob))[0]?.leftOutConditions).toBe(1);
    expect(JSON.stringify([await ofMyRole(bob), await defaultOf(bob)])).not.toContain(margin());
  });
});

test('saving keeps what is left out, in its place, until it is taken out', async () => {
  const turnMargin = (isOn: boolean) =>
    server.query('update field set enabled = $2 where id = $1', [server.north.fields.margin, isOn]);
  const weighs = (value: string, logicOperator = 'AND') => ({
    columnField: weight(),
    operatorValue: 'greaterThan',
    value,
    logicOperator,
  });
  const earns = { ...weighs('5', 'OR'), columnField: margin() };
  const rule = (name: string, condition: object) => ({
    name,
    tone: 'RED',
    column: null,
    conditions: [condition],
  });
  const now = async (id: number) => (await mine(ana)).find((one) => one.id === id)!;
  const { id } = await save(ana, 'Kept', {
    gridOptions: {
      filterModel: [weighs('1'), earns, weighs('2')],
      colours: [rule('Earns', earns), rule('Weighs', weighs('9'))],
    },
  });
  const change = async (data: object) =>
    carryOut('updateUserGridPreferences', ana, { id, version: (await now(id)).version, ...data });

  await turnMargin(false);
  expect(await now(id)).toMatchObject({ leftOutConditions: 1 });
  await change({ gridOptions: { filterModel: [weighs('3'), weighs('4')], colours: [] } });
  expect(await now(id)).toMatchObject({ leftOutConditions: 1 });
  // What is left out counts as the others do.
  const many = Array.from({ length: 50 }, () => weighs('3'));
  const { version } = await now(id);
  expect(
    await refusal('updateUserGridPreferences', ana, { id, version, gridOptions: { filterModel: many } }),
  ).toEqual([
    'INVALID',
    'At most 50 conditions can be saved, with what the view keeps and is left out here: 1.',
  ]);
  await turnMargin(true);
  const kept = await now(id);
  expect(kept.leftOutConditions).toBe(0);
  expect(kept.gridOptions['filterModel']).toEqual([weighs('3'), earns, weighs('4')]);

  await turnMargin(false);
  await change({ dropLeftOut: true });
  expect(await now(id)).toMatchObject({ leftOutConditions: 0 });
  await turnMargin(true);
  expect((await now(id)).gridOptions['filterModel']).toEqual([weighs('3'), weighs('4')]);
});

describe('what a person does not see', () => {
  const ofMargin = () => ({
    columnField: margin(),
    operatorValue: 'greaterThan',
    value: '1',
    logicOperator: 'AND',
  });
  const whole = () => ({
    orderedFields: ['status', margin(), weight()],
    hiddenFields: [margin()],
    pinnedColumns: { left: [margin()], right: [] },
    widths: [{ field: margin(), width: 90 }],
    filterModel: [ofMargin()],
    sortModel: [
      { field: margin(), sort: 'DESC' },
      { field: weight(), sort: 'ASC' },
    ],
    groups: [{ field: margin(), interval: null }],
    layout: { kind: 'BOARD', field: margin(), sum: null },
    colours: [{ name: 'Earns', tone: 'RED', column: null, conditions: [ofMargin()] }],
  });
  const given = () => ({
    orderedFields: [weight(), 'status'],
    layout: { kind: 'BOARD', field: null, sum: weight() },
  });
  const kept = () => ({
    ...whole(),
    orderedFields: [weight(), margin(), 'status'],
    sortModel: [{ field: margin(), sort: 'DESC' }],
    layout: { kind: 'BOARD', field: margin(), sum: weight() },
  });
  const stored = async (id: number) => {
    const [row] = await server.query('select grid_options from grid_preference where id = $1', [id]);
    const options: unknown = row?.['grid_options'];
    return (typeof options === 'string' ? JSON.parse(options) : options) as object;
  };
  const ofClerks = () => save(ana, 'For clerks', { roleId: server.north.roles.clerk, gridOptions: whole() });

  test('is kept in what they save anew of a view, and when they save that', async () => {
    const base = await ofClerks();
    const made = await save(bob, 'Own', { gridOptions: given(), basedOn: base.id });
    expect(made).toMatchObject({
      leftOutConditions: 1,
      leftOutOthers: 3,
      gridOptions: { orderedFields: given().orderedFields, hiddenFields: [], sortModel: [], widths: [] },
    });
    expect(JSON.stringify(made)).not.toContain(margin());
    expect(await stored(made.id)).toMatchObject(kept());
    await carryOut('updateUserGridPreferences', bob, { id: made.id, version: 1, gridOptions: given() });
    expect(await stored(made.id)).toMatchObject(kept());

    // One that was deleted meanwhile is saved anew as well.
    await carryOut('deleteUserGridPreferences', ana, { id: base.id });
    const other = await save(bob, 'Other', { gridOptions: given(), basedOn: base.id });
    expect(await stored(other.id)).toMatchObject(kept());
    // Columns as they start are so for everybody.
    const plain = await save(bob, 'Plain', { basedOn: base.id });
    expect(await stored(plain.id)).toMatchObject({ orderedFields: [], hiddenFields: [], widths: [] });
  });

  test('counts as the others do, and goes when it is taken out; columns stay', async () => {
    const base = await ofClerks();
    const sortModel = [...Array(5).keys()].map(() => ({ field: weight(), sort: 'ASC' }));
    const data = { gridName: ordersGrid(), savedName: 'Full', basedOn: base.id };
    expect(
      await refusal('registerUserGridPreferences', bob, { ...data, gridOptions: { sortModel } }),
    ).toEqual([
      'INVALID',
      'At most 5 fields can be sorted by, with what the view keeps and is left out here: 1.',
    ]);
    const { id } = await save(bob, 'Own', { gridOptions: given(), basedOn: base.id });
    const change = { id, dropLeftOut: true, gridOptions: given() };
    const after = await carryOut('updateUserGridPreferences', bob, change);
    expect(after).toMatchObject({ leftOutConditions: 0, leftOutOthers: 0 });
    expect(await stored(id)).toMatchObject({
      ...kept(),
      filterModel: [],
      sortModel: [],
      groups: [],
      colours: [],
    });
  });

  test('is kept of nothing that they may not see, or of another grid', async () => {
    const ofAna = await save(ana, 'Own', { gridOptions: whole() });
    const ofSouth = await save(sue, 'South', { gridName: gridNameOf(server.south.types.orders) });
    const elsewhere = await save(ana, 'Documents', { gridName: gridNameOf(server.north.types.documents) });
    for (const [who, basedOn] of [
      [bob, ofAna.id],
      [ana, ofSouth.id],
      [ana, elsewhere.id],
      [ana, 999_999],
    ] as const)
      expect(
        await refusal('registerUserGridPreferences', who, {
          gridName: ordersGrid(),
          savedName: 'New',
          gridOptions: {},
          basedOn,
        }),
      ).toEqual(absentPreference);
  });
});

test('a hidden field is as unknown as one that there is not', async () => {
  const answers = await Promise.all(
    [margin(), 'f999999'].map(async (field) => {
      const data = (gridOptions: object) => ({ gridName: ordersGrid(), savedName: 'New', gridOptions });
      const filterModel = [{ columnField: field, operatorValue: 'isEmpty' }];
      const said = [
        await send('registerUserGridPreferences', bob, data({ filterModel })),
        await send('registerUserGridPreferences', bob, data({ sortModel: [{ field, sort: 'ASC' }] })),
      ];
      return JSON.stringify(said).replaceAll(field, '#');
    }),
  );
  expect(answers[0]).toBe(answers[1]);
  expect(answers[0]).toContain("There is no field '#' here.");
  const saved = await save(bob, 'Columns', {
    gridOptions: { orderedFields: [margin(), 'status', 'f999999'] },
  });
  expect(saved.gridOptions['orderedFields']).toEqual(['status']);
});

test('of twenty that become the default at once exactly one is', async () => {
  const ids: number[] = [];
  for (let number = 0; number < 20; number += 1)
    ids.push((await save(ana, `Number ${number}`, { isDefault: false })).id);
  const recordTypeId = server.north.types.orders;
  const answers = await Promise.all(
    ids.map((gridPreferenceId, index) =>
      index % 2 === 0
        ? send('registerUserGridPreferencesDefault', ana, { recordTypeId, gridPreferenceId })
        : send('updateUserGridPreferences', ana, { id: gridPreferenceId, version: 1, isDefault: true }),
    ),
  );
  expect(answers.flatMap(({ errors }) => errors ?? [])).toEqual([]);
  expect((await mine(ana)).filter(({ isDefault }) => isDefault)).toHaveLength(1);
});

test('one that is deleted while it becomes the default is none', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { id } = await save(ana, `Round ${round}`, { isDefault: false });
    const recordTypeId = server.north.types.orders;
    await Promise.all([
      send('deleteUserGridPreferences', ana, { id, version: 1 }),
      send('registerUserGridPreferencesDefault', ana, { recordTypeId, gridPreferenceId: id }),
    ]);
    expect(await defaultOf(ana)).toBeNull();
    const rows = await server.query('select from grid_preference_default where enabled');
    expect(rows).toHaveLength(0);
  }
});

describe('a grid that is not of a record type', () => {
  const named = { gridName: 'x-grid', gridOptions: { orderedFields: ['email', 'name'], pageSize: 100 } };
  const register = (who: Credentials, more: object = {}) =>
    carryOut('registerUserGridPreferences', who, { ...named, savedName: 'Mine', ...more });
  const own = async (who: Credentials, gridName = 'x-grid') => {
    const answer = await server.ask(
      'query ($gridName: String!) { SaasMyGridPreferences(gridName: $gridName) { id gridName recordTypeId savedName isDefault gridOptions { orderedFields pageSize } } }',
      who,
      { gridName },
    );
    return answer.data?.['SaasMyGridPreferences'] as { savedName: string; isDefault: boolean }[];
  };

  test('keeps what a person saves under its name, for them alone', async () => {
    await register(ana);
    expect(await own(ana)).toEqual([
      {
        id: expect.any(Number),
        gridName: 'x-grid',
        recordTypeId: null,
        savedName: 'Mine',
        isDefault: true,
        gridOptions: { orderedFields: ['email', 'name'], pageSize: 100 },
      },
    ]);
    expect([await own(bob), await own(ana, 'another')]).toEqual([[], []]);
  });

  test('has one default; the last made is it, and it can be given up', async () => {
    const { id } = await register(ana, { savedName: 'First' });
    await register(ana, { savedName: 'Second' });
    const defaults = async () => (await own(ana)).flatMap((each) => (each.isDefault ? each.savedName : []));
    expect(await defaults()).toEqual(['Second']);
    await carryOut('updateUserGridPreferences', ana, { id, isDefault: true });
    expect(await defaults()).toEqual(['First']);
    await carryOut('updateUserGridPreferences', ana, { id, isDefault: false });
    expect(await defaults()).toEqual([]);
    await carryOut('deleteUserGridPreferences', ana, { id });
    expect((await own(ana)).map(({ savedName }) => savedName)).not.toContain('First');
  });

  test.each([
    ['a name twice', { savedName: 'mine' }, 'A grid preference of this name exists already.'],
    ['a role', { savedName: 'R', roleId: 1 }, 'Only the grid of a record type has preferences of a role.'],
    ['no name', { savedName: 'N', gridName: ' ' }, 'The name of a grid has from 1 to 100 characters.'],
    [
      'a column without a name',
      { savedName: 'C', gridOptions: { orderedFields: [''] } },
      'The name of a column has from 1 to 100 characters.',
    ],
  ])('refuses %s', async (_what, more, sentence) => {
    await server.query('delete from grid_preference where grid_name is not null');
    await register(ana);
    const answer = await send('registerUserGridPreferences', ana, { ...named, ...more });
    expect(answer.errors?.[0]?.message).toContain(sentence);
  });

  test('is not told to, or changed by, anybody else', async () => {
    const { id } = await register(ana, { savedName: 'Private' });
    const answer = await send('updateUserGridPreferences', bob, { id, savedName: 'Taken' });
    expect(answer.errors?.[0]?.extensions['code']).toBe('NOT_FOUND');
  });
});
