// One entry of the configuration goes back by the save of its page, or says why not, through HTTP on a real database.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { proofNeeded, startTestServer } from '../../../testing/test-server.ts';
import type { Credentials, TestServer } from '../../../testing/test-server.ts';
import { aTenant } from '../../seed/builders.ts';

let server: TestServer;
let world: Awaited<ReturnType<typeof build>>;
let ana: Credentials;
let worlds = 0;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  world = await build(`History ${(worlds += 1)}`);
  ana = await server.enter('ana', world.tenant);
});

const build = (name: string) =>
  server.database.asOwnerOfAll(async (connection) => {
    const tenant = await aTenant(connection, { name, url: name.toLowerCase().replace(' ', '-'), bucket: 8 });
    const administrator = await tenant.withRole({
      name: 'Administrator',
      administers: true,
      defaultFieldAccess: 'Editable',
    });
    const clerk = await tenant.withRole({ name: 'Clerk' });
    await tenant.withMember(server.people.ana, administrator);
    await tenant.withMember(server.people.bob, clerk);
    const colours = await tenant.withList({ name: 'Colours', values: ['Red', 'Green'] });
    const orders = await tenant.withRecordType({
      name: 'Orders',
      statuses: ['Ready', 'Done'],
      fields: [{ name: 'Margin', dataType: 'currency' }],
    });
    const items = await tenant.withMenu([
      {
        name: 'Work',
        route: 'work',
        sections: [
          {
            name: 'Papers',
            route: 'papers',
            items: [{ name: 'Orders', route: 'orders', recordType: orders }],
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
    for (const item of items.values()) await tenant.withActions(administrator, item, ['view']);
    return { tenant, clerk, colours, orders, items };
  });

async function must(document: string, data: object, who = ana) {
  const { data: made, errors } = await server.ask(document, who, { data });
  expect(errors).toBeUndefined();
  return made as Record<string, unknown>;
}
type Log = {
  id: number;
  mayPutBack: boolean;
  subject: string;
  source: { kind: string; reason: string | null } | null;
};
const logs = async (): Promise<Log[]> =>
  (
    (
      await must(
        'query ($data: FindAuditLogsInput!) { findAuditLogs(data: $data) { logs { id mayPutBack subject source { kind reason } } } }',
        { limit: 100 },
      )
    )['findAuditLogs'] as { logs: Log[] }
  ).logs;
const newest = async (subject: string): Promise<Log> =>
  (await logs()).find((log) => log.subject.includes(subject))!;
const putBack = async (id: number, reason = '', who = ana) =>
  (
    await must(
      'mutation ($data: PutBackConfigurationInput!) { putBackConfiguration(data: $data) { whyNot sentence } }',
      { id, reason },
      who,
    )
  )['putBackConfiguration'] as { whyNot: string | null; sentence: string | null };
const one = async (text: string, values: unknown[]) => (await server.query(text, values))[0];

const setAccess = (before: string, after: string) =>
  must('mutation ($data: UpdateRoleAccessInput!) { updateRoleAccess(data: $data) { changed } }', {
    fields: [{ roleId: world.clerk, recordTypeId: world.orders.id, field: 'description', before, after }],
  });
const access = async () =>
  (
    await one(`select access from role_field_access where role_id = $1 and base_field = 'description'`, [
      world.clerk,
    ])
  )?.['access'];

test('a cell of the matrix goes back, with its reason, and that goes back as well', async () => {
  await setAccess('NotAllowed', 'Editable');
  await setAccess('Editable', 'ViewOnly');
  const entry = await newest('Role Clerk: Description');
  expect(entry.mayPutBack).toBe(true);
  expect(await putBack(entry.id, 'By mistake')).toEqual({ whyNot: null, sentence: null });
  expect(await access()).toBe('Editable');
  const made = await newest('Role Clerk: Description');
  expect(made.source).toEqual({ kind: 'PUT_BACK', reason: 'By mistake' });
  expect(await putBack(entry.id)).toMatchObject({ whyNot: 'ALREADY_PUT_BACK' });
  expect(await putBack(made.id)).toMatchObject({ whyNot: null });
  expect(await access()).toBe('ViewOnly');
});

test('who administers goes back by somebody who has just shown who it is; a trial asks nobody', async () => {
  const proved = await server.enter('ana', world.tenant, { isProved: true });
  const document =
    'mutation ($data: UpdateSaasRoleInput!) { updateSaasRole(data: $data) { administers version } }';
  const versionOf = async () =>
    Number((await one('select version from role where id = $1', [world.clerk]))?.['version']);
  for (const administers of [true, false])
    await must(document, { id: world.clerk, version: await versionOf(), administers }, proved);
  const entry = await newest('Role Clerk');
  const send = (data: object, who = ana) =>
    server.ask(
      'mutation ($data: PutBackConfigurationInput!) { putBackConfiguration(data: $data) { whyNot } }',
      who,
      { data: { id: entry.id, ...data } },
    );
  const administers = async () =>
    (await one('select administers from role where id = $1', [world.clerk]))?.['administers'];
  expect((await send({ isTrial: true })).data).toEqual({ putBackConfiguration: { whyNot: null } });
  expect((await send({})).errors).toEqual([proofNeeded]);
  expect(await administers()).toBe(false);
  expect((await send({}, proved)).data).toEqual({ putBackConfiguration: { whyNot: null } });
  expect(await administers()).toBe(true);
});

test('what is made or changed for the first time keeps the reason of its author', async () => {
  const because = (said: string, source = 'ADMINISTRATION'): Credentials => ({
    ...ana,
    source,
    reason: said,
  });
  const saves = {
    role: 'mutation ($data: CreateSaasRoleInput!) { createSaasRole(data: $data) { id } }',
    cell: 'mutation ($data: UpdateRoleAccessInput!) { updateRoleAccess(data: $data) { changed } }',
  };
  const sourceOf = async (subject: string) => (await newest(subject)).source;
  await must(saves.role, { name: 'Buyer' }, because(encodeURIComponent('  For the spring, “Grün” & co. ')));
  expect(await sourceOf('Buyer')).toEqual({
    kind: 'ADMINISTRATION',
    reason: 'For the spring, “Grün” & co.',
  });
  await must(
    saves.cell,
    {
      fields: [
        {
          roleId: world.clerk,
          recordTypeId: world.orders.id,
          field: 'description',
          before: 'NotAllowed',
          after: 'ViewOnly',
        },
      ],
    },
    because('Asked%20for'),
  );
  expect(await sourceOf('Role Clerk: Description')).toEqual({ kind: 'ADMINISTRATION', reason: 'Asked for' });
  // What cannot be read or kept is no reason, and loses nothing of the change.
  const none = { kind: 'ADMINISTRATION', reason: null };
  for (const [at, said] of ['%', '%00', '%20', '%ED%A0%80'].entries()) {
    await must(saves.role, { name: `Odd ${at}` }, because(said));
    expect(await sourceOf(`Odd ${at}`)).toEqual(none);
  }
  await must(saves.role, { name: 'Long' }, because('x'.repeat(600)));
  expect((await sourceOf('Long'))?.reason).toBe('x'.repeat(500));
  // A screen of work, and an undo, say none.
  await must(saves.role, { name: 'Grid' }, because('Mine', 'RECORD_GRID'));
  expect(await sourceOf('Grid')).toEqual({ kind: 'RECORD_GRID', reason: null });
  const bob = { ...(await server.enter('bob', world.tenant)), source: 'ADMINISTRATION', reason: 'Mine' };
  const refused = await server.ask(saves.role, bob, { data: { name: 'Refused' } });
  expect(refused.errors?.[0]).toMatchObject({ extensions: { code: 'FORBIDDEN' } });

  const text = JSON.stringify({
    format: 'rowhouse-configuration',
    version: 2,
    roles: [{ name: 'From a file' }],
  });
  const compared = await must(
    'query ($data: CompareConfigurationInput!) { compareConfiguration(data: $data) { seal differences { key } } }',
    { text },
  );
  const { seal, differences } = compared['compareConfiguration'] as {
    seal: string;
    differences: { key: string }[];
  };
  await must(
    'mutation ($data: ApplyConfigurationInput!) { applyConfiguration(data: $data) { applied } }',
    { text, seal, fileName: 'roles.json', chosen: differences.map(({ key }) => key) },
    because('From%20the%20test%20company'),
  );
  expect(await sourceOf('From a file')).toEqual({ kind: 'IMPORT', reason: 'From the test company' });
});

test('the first of a cell goes back to what the role had; what was changed since says by whom', async () => {
  await setAccess('NotAllowed', 'Editable');
  const first = await newest('Role Clerk: Description');
  await setAccess('Editable', 'ViewOnly');
  const refused = await putBack(first.id);
  expect(refused.whyNot).toBe('CHANGED_SINCE');
  expect(refused.sentence).toMatch(/^This was changed again by .+\. Put that back first/);
  await putBack((await newest('Role Clerk: Description')).id);
  expect(await access()).toBe('Editable');
});

test('what a role is confined to goes back, to nothing and to what it was', async () => {
  const confine = (before: object[], after: object[]) =>
    must('mutation ($data: UpdateRoleAccessInput!) { updateRoleAccess(data: $data) { changed } }', {
      confinements: [
        { roleId: world.clerk, recordTypeId: world.orders.id, field: 'issuedByCompanyName', before, after },
      ],
    });
  const confined = async () =>
    (
      await one(
        `select filter_criteria from role_field_access where role_id = $1 and base_field = 'issuedByCompanyName'`,
        [world.clerk],
      )
    )?.['filter_criteria'] ?? [];
  const acme = [{ operator: 'equals', value: 'Acme' }];
  const other = [{ operator: 'equals', value: 'Other' }];
  await confine([], acme);
  const [first] = await logs();
  await confine(acme, other);
  const [second] = await logs();
  expect([first?.mayPutBack, second?.mayPutBack]).toEqual([true, true]);
  expect(await putBack(first!.id)).toMatchObject({ whyNot: 'CHANGED_SINCE' });
  expect(await putBack(second!.id)).toMatchObject({ whyNot: null });
  expect(await confined()).toMatchObject(acme);
  expect(await putBack((await logs())[0]!.id)).toMatchObject({ whyNot: null });
  expect(await confined()).toMatchObject(other);
  await confine(other, []);
});

test('a formula goes back by the names that its fields have now', async () => {
  const { orders } = world;
  const update = (data: object) =>
    must('mutation ($data: UpdateRecordTypeInput!) { updateRecordType(data: $data) { id } }', {
      id: orders.id,
      ...data,
    });
  type Designed = { id: number; version: number; name: string; formula: string | null };
  const named = async (name: string): Promise<Designed> => {
    const found = await must(
      `query ($data: FindRecordTypeDesignInput!) { findRecordTypeDesign(data: $data) {
         fields { id version name formula } } }`,
      { id: orders.id },
    );
    const { fields } = found['findRecordTypeDesign'] as { fields: Designed[] };
    return fields.find((field) => field.name === name)!;
  };
  await update({ fields: [{ name: 'Net', dataType: 'currency' }] });
  await update({ fields: [{ name: 'Gross', dataType: 'currency', formula: 'Net * 2' }] });
  const change = async (name: string, given: object) => {
    const { id, version } = await named(name);
    await update({ fields: [{ id, version, ...given }] });
    return (await logs()).find(({ subject }) => subject.includes(name))!;
  };
  const changed = await change('Gross', { formula: 'Net * 3' });
  await change('Net', { name: 'Net price' });
  expect(changed.mayPutBack).toBe(true);
  expect(await putBack(changed.id)).toMatchObject({ whyNot: null });
  expect((await named('Gross')).formula).toBe('Net price * 2');
});

test('an action of a role, a field, a value of a list, and a menu item', async () => {
  const { orders, colours, items, clerk } = world;
  const item = items.get('Orders')!;
  await must('mutation ($data: UpdateRoleAccessInput!) { updateRoleAccess(data: $data) { changed } }', {
    actions: [{ roleId: clerk, menuItemId: item, action: 'view', before: false, after: true }],
  });
  await putBack((await newest('Role Clerk: Orders, view')).id);
  const allowed = await one(
    'select count(*)::int as held from role_menu_item_action where role_id = $1 and enabled',
    [clerk],
  );
  expect(allowed?.['held']).toBe(0);

  const fieldId = orders.fields.get('Margin')!.id;
  await must('mutation ($data: UpdateRecordTypeInput!) { updateRecordType(data: $data) { id } }', {
    id: orders.id,
    fields: [{ id: fieldId, version: 1, name: 'Profit', help: 'What is left' }],
  });
  expect(await putBack((await newest('Profit')).id)).toEqual({ whyNot: null, sentence: null });
  expect(await one('select name, help from field where id = $1', [fieldId])).toEqual({
    name: 'Margin',
    help: null,
  });

  const stored = await server.query(
    'select id::int, version::int from list_value where list_id = $1 order by position, id',
    [colours.id],
  );
  await must('mutation ($data: UpdateListValuesInput!) { updateListValues(data: $data) { id } }', {
    listId: colours.id,
    valuesVersion: Math.max(...stored.map((row) => Number(row['version']))),
    values: [
      { id: stored[0]!['id'], value: 'Crimson', enabled: true },
      { id: stored[1]!['id'], value: 'Green', enabled: false },
    ],
  });
  await putBack((await newest('Crimson')).id);
  const values = await server.query('select value, enabled from list_value where list_id = $1 order by id', [
    colours.id,
  ]);
  expect(values).toEqual([
    { value: 'Red', enabled: true },
    { value: 'Green', enabled: false },
  ]);

  const menu = (
    await must(
      'query { getCompanyMenu { version groups { id name route enabled sections { id name route enabled items { id name route enabled icon recordTypeId } } } } }',
      {},
    )
  )['getCompanyMenu'] as { version: number; groups: { sections: { items: { name: string }[] }[] }[] };
  menu.groups[0]!.sections[0]!.items[0]!.name = 'Sales orders';
  await must(
    'mutation ($data: UpdateCompanyMenuInput!) { updateCompanyMenu(data: $data) { version } }',
    menu,
  );
  await putBack((await newest('Menu item Sales orders')).id);
  expect(await one('select name from menu_item where id = $1', [item])).toEqual({ name: 'Orders' });
});

const update = (data: object) =>
  must('mutation ($data: UpdateRecordTypeInput!) { updateRecordType(data: $data) { id } }', {
    id: world.orders.id,
    ...data,
  });

test('a condition of a field goes back: what was made, what was changed, what was taken away', async () => {
  const over = (value: string) => [{ field: 'description', operator: 'equals', value, logicOperator: 'AND' }];
  const standing = async () =>
    (
      (
        await must(
          `query ($data: FindRecordTypeDesignInput!) { findRecordTypeDesign(data: $data) {
             fieldConditions { id version kind conditions { value } } } }`,
          { id: world.orders.id },
        )
      )['findRecordTypeDesign'] as {
        fieldConditions: { id: number; version: number; kind: string; conditions: { value: string }[] }[];
      }
    ).fieldConditions;
  const values = async () => (await standing()).map(({ conditions }) => conditions.map(({ value }) => value));
  const isMine = ({ subject }: Log) => subject.includes('when, PO Number');
  const last = async () => (await logs())[0]!;
  await update({ fieldConditions: [{ field: 'poNumber', kind: 'READ_ONLY', conditions: over('a') }] });
  const made = await last();
  expect([made.mayPutBack, isMine(made)]).toEqual([true, true]);
  const [one] = await standing();
  await update({ fieldConditions: [{ id: one!.id, version: one!.version, conditions: over('b') }] });
  const told = (await must(
    'query ($data: FindAuditLogsInput!) { findAuditLogs(data: $data) { logs { changes { what oldValue newValue } } } }',
    { limit: 2 },
  )) as { findAuditLogs: { logs: { changes: object[] }[] } };
  const [later, earlier] = told.findAuditLogs.logs;
  expect(later?.changes).toEqual([
    { what: 'Conditions', oldValue: 'Description equals a', newValue: 'Description equals b' },
  ]);
  expect(earlier?.changes).toContainEqual({ what: 'Kind', oldValue: null, newValue: 'Read only' });
  const changed = await last();
  expect(await putBack(made.id)).toMatchObject({ whyNot: 'CHANGED_SINCE' });
  expect(await putBack(changed.id, 'Too strict')).toEqual({ whyNot: null, sentence: null });
  expect(await values()).toEqual([['a']]);
  expect((await last()).source).toEqual({ kind: 'PUT_BACK', reason: 'Too strict' });

  const [two] = await standing();
  await update({ fieldConditions: [{ id: two!.id, version: two!.version, enabled: false }] });
  const taken = await last();
  expect(await putBack(taken.id)).toMatchObject({ whyNot: null });
  expect(await values()).toEqual([['a']]);
  // What was put back stands as a new one, and goes away the same way.
  expect(await putBack((await last()).id)).toMatchObject({ whyNot: null });
  expect(await standing()).toEqual([]);
});

test('the order of fields goes back around what was made since, and not over another order', async () => {
  await update({
    fields: ['Second', 'Third', 'Fourth'].map((name) => ({ name, dataType: 'string' })),
  });
  const order = async () =>
    server.query('select id::int, name from field where record_type_id = $1 order by position, id', [
      world.orders.id,
    ]);
  const [first, second, third, fourth] = (await order()).map(({ id }) => Number(id));
  const from = [first, second, third, fourth];
  await update({ fieldOrder: { from, to: [third, first, second, fourth] } });
  const entry = (await logs()).find(
    ({ subject, mayPutBack }) => subject === 'Record type Orders' && mayPutBack,
  )!;
  const told = await must(
    'query ($data: FindAuditLogsInput!) { findAuditLogs(data: $data) { logs { id changes { what oldValue newValue } } } }',
    { limit: 100 },
  );
  const { logs: entries } = told['findAuditLogs'] as { logs: { id: number; changes: object[] }[] };
  expect(entries.find(({ id }) => id === entry.id)?.changes).toEqual([
    {
      what: 'Order of the fields',
      oldValue: 'Margin, Second, Third',
      newValue: 'Third, Margin, Second',
    },
  ]);
  await update({ fields: [{ name: 'Fifth', dataType: 'string' }] });
  expect(await putBack(entry.id)).toEqual({ whyNot: null, sentence: null });
  expect((await order()).map(({ name }) => name)).toEqual(['Margin', 'Second', 'Third', 'Fourth', 'Fifth']);
  expect(await putBack(entry.id)).toMatchObject({ whyNot: 'ALREADY_PUT_BACK' });
  const [back] = await logs();
  await update({ fieldOrder: { from, to: [second, first, third, fourth] } });
  expect(await putBack(back!.id)).toMatchObject({ whyNot: 'CHANGED_SINCE' });
});

test('an order of values goes back, with those that were made since at their place', async () => {
  const { colours } = world;
  const read = async () =>
    server.query(
      'select id::int, value, version::int from list_value where list_id = $1 order by position, id',
      [colours.id],
    );
  const save = async (order: (values: Record<string, unknown>[]) => object[]) => {
    const values = (await read()).map(({ id, value }) => ({ id, value, enabled: true }));
    const { valuesVersion } = (
      await must('query ($data: FindListInput!) { findList(data: $data) { valuesVersion } }', {
        id: colours.id,
      })
    )['findList'] as { valuesVersion: number };
    await must('mutation ($data: UpdateListValuesInput!) { updateListValues(data: $data) { id } }', {
      listId: colours.id,
      valuesVersion,
      values: order(values),
    });
  };
  await save(([red, green]) => [green!, red!]);
  const entry = (await logs()).find(({ subject, mayPutBack }) => subject === 'List Colours' && mayPutBack)!;
  await save((values) => [...values, { value: 'Blue', enabled: true }]);
  expect(await putBack(entry.id)).toEqual({ whyNot: null, sentence: null });
  expect((await read()).map(({ value }) => value)).toEqual(['Red', 'Green', 'Blue']);
  expect(await putBack(entry.id)).toMatchObject({ whyNot: 'ALREADY_PUT_BACK' });
});

test('the place of a menu item goes back, among others and into its section', async () => {
  const read = async () =>
    (
      await must(
        'query { getCompanyMenu { version groups { id name route enabled sections { id name route enabled items { id name route enabled icon recordTypeId } } } } }',
        {},
      )
    )['getCompanyMenu'] as {
      version: number;
      groups: { sections: { name: string; items: { name: string }[] }[] }[];
    };
  const names = async () =>
    (await read()).groups[0]!.sections.map(({ items }) => items.map(({ name }) => name));
  const save = (menu: object) =>
    must('mutation ($data: UpdateCompanyMenuInput!) { updateCompanyMenu(data: $data) { version } }', menu);
  const menu = await read();
  const [papers, people] = menu.groups[0]!.sections;
  people!.items.reverse();
  await save(menu);
  expect(await names()).toEqual([['Orders'], ['Roles', 'Users']]);
  expect(await putBack((await newest('Menu item Users')).id)).toEqual({ whyNot: null, sentence: null });
  expect(await names()).toEqual([['Orders'], ['Users', 'Roles']]);

  const again = await read();
  const sections = again.groups[0]!.sections;
  sections[0]!.items = [sections[1]!.items.shift()!, ...sections[0]!.items];
  await save(again);
  expect(await names()).toEqual([['Users', 'Orders'], ['Roles']]);
  const moved = (await logs()).find(({ subject }) => subject === 'Menu item Users')!;
  expect(await putBack(moved.id)).toEqual({ whyNot: null, sentence: null });
  expect(await names()).toEqual([['Orders'], ['Users', 'Roles']]);
  expect(await putBack(moved.id)).toMatchObject({ whyNot: 'ALREADY_PUT_BACK' });
  expect([papers!.name, people!.name]).toEqual(['Papers', 'People']);
});

test('a transition goes back: what was made, what was changed, what was taken away, once', async () => {
  const statuses = world.orders.statuses;
  const [ready, done] = [statuses.get('Ready')!, statuses.get('Done')!];
  const standing = async () =>
    server.query(
      `select id::int, version, creator, needs_comment, role_ids::int[] from status_transition
       where tenant_id = $1 and enabled and from_status_id is not null`,
      [world.tenant.id],
    );
  const ofTransition = async () =>
    (await logs()).filter(({ subject, mayPutBack }) => subject.startsWith('Transition') && mayPutBack);
  await update({
    transitions: [
      { toStatusId: ready },
      { fromStatusId: ready, toStatusId: done, roleIds: [world.clerk], needsComment: true },
    ],
  });
  const [kept] = await standing();
  await update({
    transitions: [{ id: kept!['id'], version: kept!['version'], creator: 'NOT_CREATOR', roleIds: [] }],
  });
  const [changed] = await ofTransition();
  expect(await putBack(changed!.id)).toEqual({ whyNot: null, sentence: null });
  expect((await standing())[0]).toMatchObject({
    creator: 'ANYONE',
    needs_comment: true,
    role_ids: [world.clerk],
  });

  const [again] = await standing();
  await update({ transitions: [{ id: again!['id'], version: again!['version'], enabled: false }] });
  expect(await standing()).toEqual([]);
  const [removal] = await ofTransition();
  expect(await putBack(removal!.id)).toEqual({ whyNot: null, sentence: null });
  const [made] = await standing();
  expect(made).toMatchObject({ creator: 'ANYONE', needs_comment: true, role_ids: [world.clerk] });
  expect(made!['id']).not.toBe(again!['id']);
  // It stands again as another one: that the first goes back once is known of the entry all the same.
  expect(await putBack(removal!.id)).toMatchObject({ whyNot: 'ALREADY_PUT_BACK' });
  expect(await standing()).toHaveLength(1);
  const [making] = await ofTransition();
  expect(await putBack(making!.id)).toEqual({ whyNot: null, sentence: null });
  expect(await standing()).toEqual([]);
});

test('a field of lines and the order of such fields go back', async () => {
  await update({
    lineTypes: [
      {
        name: 'Items',
        fields: ['Quantity', 'Price', 'Total'].map((name) => ({ name, dataType: 'number' })),
      },
    ],
  });
  const fields = async () =>
    server.query(
      `select f.id::int, f.name, f.formula, f.version, t.id::int as type, t.version as type_version
       from line_item_field f join line_item_type t on t.tenant_id = f.tenant_id and t.id = f.line_item_type_id
       where t.record_type_id = $1 order by f.position, f.id`,
      [world.orders.id],
    );
  const [quantity, price, total] = await fields();
  const change = async (part: object) => {
    const [{ type, type_version: version } = {}] = await fields();
    await update({ lineTypes: [{ id: type, version, ...part }] });
  };
  const from = [quantity, price, total].map((field) => field!['id']);
  await change({ fieldOrder: { from, to: [from[2], from[0], from[1]] } });
  const told = await must(
    'query ($data: FindAuditLogsInput!) { findAuditLogs(data: $data) { logs { id changes { what oldValue newValue } } } }',
    { limit: 1 },
  );
  const [ordered] = (told['findAuditLogs'] as { logs: { id: number; changes: object[] }[] }).logs;
  expect(ordered!.changes).toEqual([
    { what: 'Order of the fields', oldValue: 'Quantity, Price, Total', newValue: 'Total, Quantity, Price' },
  ]);
  expect(await putBack(ordered!.id)).toEqual({ whyNot: null, sentence: null });
  expect((await fields()).map(({ name }) => name)).toEqual(['Quantity', 'Price', 'Total']);

  await change({ fields: [{ id: total!['id'], version: total!['version'], formula: 'Quantity * Price' }] });
  const computed = (await fields())[2]!;
  const { id, version } = computed;
  await change({ fields: [{ id, version, formula: 'Quantity + Price' }] });
  const [changed] = (await logs()).filter(({ mayPutBack }) => mayPutBack);
  expect(await putBack(changed!.id)).toEqual({ whyNot: null, sentence: null });
  expect((await fields())[2]).toMatchObject({ name: 'Total', formula: computed['formula'] });
  const back = (await fields())[2]!;
  await change({ fields: [{ id, version: back['version'], name: 'Sum' }] });
  const [renamed] = (await logs()).filter(({ mayPutBack }) => mayPutBack);
  expect(await putBack(renamed!.id)).toEqual({ whyNot: null, sentence: null });
  expect((await fields())[2]).toMatchObject({ name: 'Total', formula: computed['formula'] });
});

test('an object, its properties and their order go back', async () => {
  const properties = ['Number', 'Price', 'Note'].map((name) => ({
    name,
    dataType: 'string',
    isRequired: false,
    isDisplayable: true,
    enabled: true,
  }));
  type Made = {
    id: number;
    version: number;
    name: string;
    properties: ({ id: number; name: string } & object)[];
  };
  const fields = 'id version name properties { id name dataType isRequired isDisplayable enabled }';
  const { createObjectDefinition: made } = (await must(
    `mutation ($data: CreateObjectDefinitionInput!) { createObjectDefinition(data: $data) { ${fields} } }`,
    { name: 'Parts', properties },
  )) as { createObjectDefinition: Made };
  let stands = made;
  const save = async (part: object) => {
    const saved = await must(
      `mutation ($data: UpdateObjectDefinitionInput!) { updateObjectDefinition(data: $data) { ${fields} } }`,
      { id: stands.id, version: stands.version, ...part },
    );
    stands = saved['updateObjectDefinition'] as Made;
  };
  const read = async () => {
    const { getObjectDefinitions: all } = await must(`{ getObjectDefinitions { ${fields} } }`, {});
    stands = (all as Made[]).find(({ id }) => id === made.id)!;
    return stands;
  };
  const entryThatGoesBack = async () => (await logs()).find(({ mayPutBack }) => mayPutBack)!.id;

  await save({ name: 'Pieces' });
  expect(await putBack(await entryThatGoesBack())).toEqual({ whyNot: null, sentence: null });
  expect((await read()).name).toBe('Parts');

  const [number, price, note] = stands.properties;
  await save({ properties: [note, number, price] });
  const [moved] = (
    (
      await must(
        'query ($data: FindAuditLogsInput!) { findAuditLogs(data: $data) { logs { id changes { what oldValue newValue } } } }',
        { limit: 1 },
      )
    )['findAuditLogs'] as { logs: { id: number; changes: object[] }[] }
  ).logs;
  expect(moved!.changes).toEqual([
    { what: 'Order', oldValue: 'Number, Price, Note', newValue: 'Note, Number, Price' },
  ]);
  // What was made since stands where it is.
  await save({ properties: [...stands.properties, { ...properties[0], name: 'Weight' }] });
  expect(await putBack(moved!.id)).toEqual({ whyNot: null, sentence: null });
  expect((await read()).properties.map(({ name }) => name)).toEqual(['Number', 'Price', 'Note', 'Weight']);

  const of = (change: object) =>
    stands.properties.map((one) => (one.id === price!.id ? { ...one, ...change } : one));
  await save({ properties: of({ name: 'Net price', isRequired: true, isDisplayable: false }) });
  const changed = await entryThatGoesBack();
  await save({ properties: of({ enabled: false }) });
  expect(await putBack(changed)).toEqual({ whyNot: null, sentence: null });
  expect((await read()).properties[1]).toEqual({ ...price, enabled: false });
  // Its type too, while nothing holds a value of it.
  await save({ properties: of({ dataType: 'number' }) });
  expect(await putBack(await entryThatGoesBack())).toEqual({ whyNot: null, sentence: null });
  expect((await read()).properties[1]).toMatchObject({ dataType: 'string' });

  await save({ properties: of({ name: 'Gross price' }) });
  const gone = await entryThatGoesBack();
  await must('mutation ($data: DeleteObjectPropertyInput!) { deleteObjectProperty(data: $data) { id } }', {
    id: price!.id,
    version: stands.version,
  });
  expect(await putBack(gone)).toMatchObject({ whyNot: 'GONE' });
});

test('the name and the state of a role, a record type, a list and lines of a type go back', async () => {
  await update({ lineTypes: [{ name: 'Items', fields: [{ name: 'Quantity', dataType: 'number' }] }] });
  const stands = async (table: string, id: unknown) =>
    one(`select * from ${table} where id = $1`, [id]) as Promise<Record<string, unknown>>;
  const [lines] = await server.query('select id::int from line_item_type where record_type_id = $1', [
    world.orders.id,
  ]);
  const save = (operation: string, type: string) => (data: object) =>
    must(`mutation ($data: ${type}!) { ${operation}(data: $data) { id } }`, data);
  const things: [string, unknown, object, (data: object) => Promise<unknown>][] = [
    [
      'role',
      world.clerk,
      { name: 'Seller', description: 'Sells' },
      save('updateSaasRole', 'UpdateSaasRoleInput'),
    ],
    ['list', world.colours.id, { name: 'Shades', enabled: false }, save('updateList', 'UpdateListInput')],
    ['record_type', world.orders.id, { name: 'Sales' }, save('updateRecordType', 'UpdateRecordTypeInput')],
    [
      'line_item_type',
      lines!['id'],
      { name: 'Positions', visibility: false },
      (data) => update({ lineTypes: [data] }),
    ],
  ];
  for (const [table, id, change, saveIt] of things) {
    const was = await stands(table, id);
    await saveIt({ id, version: was['version'], ...change });
    expect(await stands(table, id)).toMatchObject(change);
    const [entry] = (await logs()).filter(({ mayPutBack }) => mayPutBack);
    expect(await putBack(entry!.id)).toEqual({ whyNot: null, sentence: null });
    expect(await stands(table, id)).toMatchObject(
      Object.fromEntries(Object.keys(change).map((key) => [key, was[key]])),
    );
    expect(await putBack(entry!.id)).toMatchObject({ whyNot: 'ALREADY_PUT_BACK' });
  }
});

test('the role of a person and the profile of the company go back', async () => {
  const member = async () =>
    one('select role_id::int, enabled, version::int from membership where tenant_id = $1 and user_id = $2', [
      world.tenant.id,
      server.people.bob,
    ]);
  const { role_id: clerk, version } = (await member())!;
  const { saasRole: made } = (await must(
    'mutation ($data: CreateSaasRoleInput!) { saasRole: createSaasRole(data: $data) { id } }',
    { name: 'Seller' },
  )) as { saasRole: { id: number } };
  await must('mutation ($data: UpdateSaasMemberInput!) { updateSaasMember(data: $data) { id } }', {
    id: server.people.bob,
    version,
    roleId: made.id,
  });
  const [moved] = (await logs()).filter(({ mayPutBack }) => mayPutBack);
  expect(await putBack(moved!.id)).toEqual({ whyNot: null, sentence: null });
  expect(await member()).toMatchObject({ role_id: clerk, enabled: true });
  expect(await putBack(moved!.id)).toMatchObject({ whyNot: 'ALREADY_PUT_BACK' });

  const profile = async () => one('select * from tenant where id = $1', [world.tenant.id]);
  const was = (await profile())!;
  await must('mutation ($data: UpdateTenantProfileInput!) { updateTenantProfile(data: $data) { name } }', {
    version: Number(was['version']),
    name: 'Another name',
    description: 'Said of it',
    accent: '#224466',
  });
  const [named] = (await logs()).filter(({ mayPutBack }) => mayPutBack);
  expect(await putBack(named!.id)).toEqual({ whyNot: null, sentence: null });
  const { name, accent } = was;
  expect(await profile()).toMatchObject({ name, accent });
  expect((await profile())!['description'] ?? '').toBe(was['description'] ?? '');
});

test('what does not go back says why, and what the save of the page refuses is refused', async () => {
  const list = (await logs()).find(({ subject }) => subject === 'List Colours')!;
  expect(list.mayPutBack).toBe(false);
  expect(await putBack(list.id)).toMatchObject({ whyNot: 'NOTHING_BEFORE' });
  // A field that is switched off has no cell any more.
  const field = world.orders.fields.get('Margin')!.id;
  await must('mutation ($data: UpdateRoleAccessInput!) { updateRoleAccess(data: $data) { changed } }', {
    fields: [
      {
        roleId: world.clerk,
        recordTypeId: world.orders.id,
        field: `f${field}`,
        before: 'NotAllowed',
        after: 'Editable',
      },
    ],
  });
  const entry = await newest('Role Clerk: Margin');
  await server.query('update field set enabled = false where id = $1', [field]);
  expect(await putBack(entry.id)).toEqual({
    whyNot: 'GONE',
    sentence: 'What this was about is gone, or was switched off.',
  });
});

test('nobody else, and nothing of another company or of a record', async () => {
  await setAccess('NotAllowed', 'Editable');
  const entry = await newest('Role Clerk: Description');
  const ask = async (id: number, who: Credentials) =>
    (
      await server.ask(
        'mutation ($data: PutBackConfigurationInput!) { putBackConfiguration(data: $data) { whyNot } }',
        who,
        { data: { id } },
      )
    ).errors?.[0]?.extensions['code'];
  expect(await ask(entry.id, await server.enter('bob', world.tenant))).toBe('FORBIDDEN');
  expect(await ask(entry.id, await server.enter('ana', server.north))).toBe('NOT_FOUND');
});

const putAllBack = async (ids: number[], who = ana) => {
  const [id, ...others] = ids;
  const made = await must(
    'mutation ($data: PutBackConfigurationInput!) { putBackConfiguration(data: $data) { whyNot sentence entry } }',
    { id, with: others, reason: 'All of it' },
    who,
  );
  return made['putBackConfiguration'] as {
    whyNot: string | null;
    sentence: string | null;
    entry: number | null;
  };
};
const updateType = (data: object) =>
  must('mutation ($data: UpdateRecordTypeInput!) { updateRecordType(data: $data) { id } }', {
    id: world.orders.id,
    ...data,
  });
const statusNamed = async (name: string) =>
  await one('select id::int, version from record_status where record_type_id = $1 and name = $2', [
    world.orders.id,
    name,
  ]);

test('several go back in one step, those of one cell among them, whatever their order; each says what it took back', async () => {
  const before = new Set((await logs()).map(({ id }) => id));
  await setAccess('NotAllowed', 'Editable');
  await setAccess('Editable', 'ViewOnly');
  await updateType({ statuses: [{ ...(await statusNamed('Ready')), name: 'Open' }] });
  await updateType({ statuses: [{ ...(await statusNamed('Open')), name: 'Waiting' }] });
  const made = (await logs()).filter(({ id }) => !before.has(id));
  expect(made).toHaveLength(4);
  // As they were ticked, not as they happened.
  const ids = made.map(({ id }) => id).toSorted((one, other) => one - other);
  expect(await putAllBack(ids)).toEqual({ whyNot: null, sentence: null, entry: null });
  expect(await access()).toBe('NotAllowed');
  expect(await statusNamed('Ready')).toBeDefined();
  const back = (await logs()).filter(({ id }) => id > Math.max(...ids));
  expect(back.map(({ source }) => source)).toEqual(
    back.map(() => ({ kind: 'PUT_BACK', reason: 'All of it' })),
  );
  expect(back).toHaveLength(4);
  expect(await putAllBack([ids[0]!])).toMatchObject({ whyNot: 'ALREADY_PUT_BACK', entry: ids[0] });
  // All of that goes back as well.
  expect(await putAllBack(back.map(({ id }) => id))).toMatchObject({ whyNot: null });
  expect(await access()).toBe('ViewOnly');
  expect(await statusNamed('Waiting')).toBeDefined();
});

test('one that does not go back keeps all others, and is named', async () => {
  await setAccess('NotAllowed', 'Editable');
  const first = await newest('Role Clerk: Description');
  await updateType({ statuses: [{ ...(await statusNamed('Ready')), name: 'Open' }] });
  const renamed = (await logs())[0]!;
  await setAccess('Editable', 'ViewOnly');
  const all = await logs();
  expect(await putAllBack([renamed.id, first.id])).toMatchObject({
    whyNot: 'CHANGED_SINCE',
    entry: first.id,
    sentence: expect.stringMatching(/^This was changed again by .+/),
  });
  expect(await statusNamed('Open')).toBeDefined();
  expect(await access()).toBe('ViewOnly');
  expect(await logs()).toEqual(all);
  // Of another company there is none.
  const other = await build(`History ${(worlds += 1)}`);
  const away = await server.enter('ana', other.tenant);
  const refused = await server.ask(
    'mutation ($data: PutBackConfigurationInput!) { putBackConfiguration(data: $data) { whyNot } }',
    away,
    { data: { id: renamed.id, with: [first.id] } },
  );
  expect(refused.errors?.[0]?.extensions['code']).toBe('NOT_FOUND');
});

test('a condition that was made and changed goes back to none in one step', async () => {
  const condition = (value: string) => [
    { field: 'description', operator: 'equals', value, logicOperator: 'AND' },
  ];
  const before = new Set((await logs()).map(({ id }) => id));
  await updateType({
    fieldConditions: [{ field: 'poNumber', kind: 'REQUIRED', conditions: condition('a') }],
  });
  const stored = await one(
    'select id::int, version from field_condition where record_type_id = $1 and enabled',
    [world.orders.id],
  );
  await updateType({ fieldConditions: [{ ...stored, conditions: condition('b') }] });
  const ids = (await logs()).filter(({ id }) => !before.has(id)).map(({ id }) => id);
  expect(ids).toHaveLength(2);
  expect(await putAllBack(ids)).toMatchObject({ whyNot: null });
  expect(
    await one('select id from field_condition where record_type_id = $1 and enabled', [world.orders.id]),
  ).toBeUndefined();
});
