// Conditions on choices of transitions, fields, fields of lines and roles go by names: in another company they mean its own values.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer } from '../../../testing/test-server.ts';
import type { Credentials, TestServer } from '../../../testing/test-server.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import { aTenant } from '../../seed/builders.ts';
import { makeCompany } from '../../seed/make-company.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

let companies = 0;
const nextName = () => `Choices ${(companies += 1)}`;

async function anEmptyCompany(): Promise<Credentials> {
  const name = nextName();
  const administrator = server.people.sue;
  const url = name.toLowerCase().replace(' ', '-');
  const made = await server.database.asOwnerOfAll((connection) =>
    inTransaction(connection, () =>
      makeCompany(connection, { name, url, administrator, madeBy: administrator }),
    ),
  );
  return server.enter('sue', made);
}

/** Ana administers it; bob is a clerk. Companies of different values have other ids for the same names. */
async function aCompany(values: readonly string[] = ['Ship', 'Air', '@home']) {
  const built = await server.database.asOwnerOfAll(async (connection) => {
    const tenant = await aTenant(connection, { name: nextName(), bucket: 8 });
    const role = (name: string, administers: boolean) =>
      tenant.withRole({ name, defaultFieldAccess: 'Editable', administers });
    const [administrator, clerk] = [await role('Administrator', true), await role('Clerk', false)];
    await tenant.withMember(server.people.ana, administrator);
    await tenant.withMember(server.people.bob, clerk);
    const ways = await tenant.withList({ name: 'Ways', values: [...values] });
    const buyers = await tenant.withList({
      name: 'Buyers',
      listType: 'User',
      values: [{ value: 'Ana', userId: server.people.ana }],
    });
    const orders = await tenant.withRecordType({
      name: 'Orders',
      statuses: ['Draft', 'Sent', 'Done'],
      problemCodes: ['Late', 'Lost'],
      fields: [
        { name: 'Via', dataType: 'dropdown', list: ways },
        { name: 'Stops', dataType: 'multiselect', list: ways },
        { name: 'Buyer', dataType: 'dropdown', list: buyers },
        { name: 'Tracking', dataType: 'string' },
        { name: 'Weight', dataType: 'decimal' },
      ],
      lines: {
        name: 'Articles',
        fields: [
          { name: 'Kind', dataType: 'dropdown', list: ways },
          { name: 'Drawing', dataType: 'string' },
        ],
      },
    });
    const menu = await tenant.withMenu([
      {
        name: 'Work',
        route: 'work',
        sections: [
          { name: 'Work', route: 'work', items: [{ name: 'Orders', route: 'orders', recordType: orders }] },
        ],
      },
    ]);
    for (const one of [administrator, clerk])
      for (const item of menu.values())
        await tenant.withActions(one, item, ['view', 'create records', 'bulk update']);
    const key = (name: string) => `f${orders.fields.get(name)?.id ?? 0}`;
    const lineKey = (name: string) => `l${orders.lines?.fields.get(name)?.id ?? 0}`;
    const way = (name: string) => String(ways.values.get(name));
    return { tenant, clerk, orders, buyers, key, lineKey, way };
  });
  return {
    ...built,
    ana: await server.enter('ana', built.tenant),
    bob: await server.enter('bob', built.tenant),
  };
}
type Company = Awaited<ReturnType<typeof aCompany>>;

async function ask<Result>(document: string, data: object, who: Credentials): Promise<Result> {
  const answer = await server.ask(document, who, { data });
  expect(answer.errors).toBeUndefined();
  return Object.values(answer.data ?? {})[0] as Result;
}
const when = (field: string, operator: string, more: object = {}) => ({
  field,
  operator,
  ...more,
  logicOperator: 'AND',
});

const saveType = 'mutation ($data: UpdateRecordTypeInput!) { updateRecordType(data: $data) { id } }';
const saveAccess = 'mutation ($data: UpdateRoleAccessInput!) { updateRoleAccess(data: $data) { changed } }';
const confine = ({ clerk, orders, ana }: Company, field: string, before: object[], after: object[]) =>
  ask(
    saveAccess,
    {
      fields: [],
      actions: [],
      confinements: [{ roleId: clerk, recordTypeId: orders.id, field, before, after }],
    },
    ana,
  );
const status = ({ orders }: Company, name: string) => orders.statuses.get(name) ?? 0;
const isBySea = (here: Company) => [when(here.key('Via'), 'is', { value: here.way('Ship') })];

/** On a choice each: a transition, a field, a field of lines, and what clerks see. */
async function aCompanyWithConditions(): Promise<Company> {
  const here = await aCompany();
  const { orders, key, lineKey, way, ana } = here;
  await ask(
    saveType,
    {
      id: orders.id,
      transitions: [
        { fromStatusId: null, toStatusId: status(here, 'Draft') },
        { fromStatusId: status(here, 'Draft'), toStatusId: status(here, 'Sent'), conditions: isBySea(here) },
      ],
      fieldConditions: [
        {
          field: key('Tracking'),
          kind: 'REQUIRED',
          conditions: [
            when(key('Via'), 'isAnyOf', { values: [way('Air'), way('@home')] }),
            when('status', 'not', { value: String(status(here, 'Done')) }),
          ],
        },
        {
          field: lineKey('Drawing'),
          kind: 'SHOWN',
          conditions: [when(lineKey('Kind'), 'is', { value: way('@home') })],
        },
      ],
    },
    ana,
  );
  const late = String(orders.problemCodes.get('Late'));
  await confine(here, 'problemCode', [], [{ operator: 'is', value: late }]);
  await confine(here, key('Stops'), [], [{ operator: 'isAnyOf', values: [way('Ship'), way('Air')] }]);
  return here;
}

type Type = { name: string; transitions: object[]; fieldConditions: object[] };
type Role = { name: string; confinements?: object[]; actions: Record<string, string[]> };
type File = {
  version: number;
  lists: { name: string; values: object[] }[];
  recordTypes: Type[];
  roles: Role[];
};
const read = (text: string) => JSON.parse(text) as File;
const clerkOf = (text: string) => read(text).roles.find(({ name }) => name === 'Clerk')!;
const edit = (text: string, change: (file: File) => void): string => {
  const file = read(text);
  change(file);
  return JSON.stringify(file);
};

async function exported(who: Credentials): Promise<{ text: string; leftOut: string[] }> {
  const { data, errors } = await server.ask('{ exportConfiguration { text leftOut } }', who);
  expect(errors).toBeUndefined();
  return data?.['exportConfiguration'] as { text: string; leftOut: string[] };
}
const exportOf = async (who: Credentials) => (await exported(who)).text;

type Difference = { key: string; title: string; needs: string[] };
type Comparison = { seal: string; differences: Difference[] };
const comparing = `query ($data: CompareConfigurationInput!) { compareConfiguration(data: $data) {
  seal differences { key title needs } } }`;
const compare = (text: string, who: Credentials) => ask<Comparison>(comparing, { text }, who);
const refusedToCompare = async (text: string, who: Credentials) =>
  (await server.ask(comparing, who, { data: { text } })).errors?.[0]?.message;

type Undo = { text: string; seal: string; keys: string[] };
async function apply(data: { text: string; seal: string; chosen: string[] }, who: Credentials) {
  const answer = await server.ask(
    `mutation ($data: ApplyConfigurationInput!) { applyConfiguration(data: $data) { undo { text seal keys } } }`,
    who,
    { data: { ...data, fileName: 'conditions.json' } },
  );
  const made = answer.data?.['applyConfiguration'] as { undo: Undo } | undefined;
  return { undo: made?.undo, refusal: answer.errors?.[0]?.message };
}
async function bring(text: string, who: Credentials, title?: string) {
  const { seal, differences } = await compare(text, who);
  const chosen = differences.filter((one) => title === undefined || one.title === title);
  return apply({ text, seal, chosen: chosen.map(({ key }) => key) }, who);
}
async function bringAll(text: string, who: Credentials): Promise<Undo> {
  const { undo, refusal } = await bring(text, who);
  expect(refusal).toBeUndefined();
  return undo!;
}

const transition = 'Orders › Draft → Sent';

describe('in the file', () => {
  test('stand the names of values, and never their ids', async () => {
    const { ana } = await aCompanyWithConditions();
    const { text, leftOut } = await exported(ana);
    const [type] = read(text).recordTypes;
    expect(read(text).version).toBe(2);
    expect(type!.transitions).toMatchObject([
      { from: null, to: 'Draft', conditions: [] },
      { from: 'Draft', to: 'Sent', conditions: [when('Via', 'is', { value: 'Ship' })] },
    ]);
    expect(type!.fieldConditions).toEqual([
      {
        field: 'Tracking',
        kind: 'REQUIRED',
        conditions: [
          when('Via', 'isAnyOf', { values: ['Air', '@@home'] }),
          when('@status', 'not', { value: 'Done' }),
        ],
      },
      {
        lines: 'Articles',
        field: 'Drawing',
        kind: 'SHOWN',
        conditions: [when('Kind', 'is', { value: '@@home' })],
      },
    ]);
    expect(clerkOf(text).confinements).toEqual([
      { recordType: 'Orders', field: '@problemCode', criteria: [{ operator: 'is', value: 'Late' }] },
      { recordType: 'Orders', field: 'Stops', criteria: [{ operator: 'isAnyOf', values: ['Ship', 'Air'] }] },
    ]);
    expect(leftOut).toEqual([]);
  });

  test('is no condition that asks for a person, and what hangs on it is left out and said', async () => {
    const here = await aCompanyWithConditions();
    const { orders, buyers, key, ana } = here;
    const isAnas = when(key('Buyer'), 'is', { value: String(buyers.values.get('Ana')) });
    const isMine = when('createdBy', 'is', { value: '@username' });
    await ask(
      saveType,
      {
        id: orders.id,
        transitions: [
          {
            fromStatusId: status(here, 'Sent'),
            toStatusId: status(here, 'Done'),
            conditions: [isMine, isAnas],
          },
          { fromStatusId: status(here, 'Sent'), toStatusId: status(here, 'Draft'), conditions: [isMine] },
        ],
        fieldConditions: [{ field: key('Weight'), kind: 'READ_ONLY', conditions: [isAnas] }],
      },
      ana,
    );
    await confine(here, 'assignedTo', [], [{ operator: 'is', value: String(server.people.bob) }]);
    const { text, leftOut } = await exported(ana);
    const [type] = read(text).recordTypes;
    expect(type!.transitions).toHaveLength(3);
    expect(type!.transitions).toContainEqual(
      expect.objectContaining({
        from: 'Sent',
        to: 'Draft',
        conditions: [when('@createdBy', 'is', { value: '@username' })],
      }),
    );
    expect(type!.fieldConditions).toHaveLength(2);
    expect(leftOut).toEqual([
      expect.stringMatching(
        /^Orders › Weight: read only when … is not in the file: it asks for what no file names/,
      ),
      expect.stringMatching(/^Orders › Sent → Done is not in the file/),
      expect.stringMatching(
        /^Clerk › Orders › Assigned To is not in the file.* what it may do with Orders is not/,
      ),
    ]);
    // A role that came without its confinement opens no records.
    expect(clerkOf(text).actions).not.toHaveProperty('work/work/orders');
    expect(read(text).roles[0]!.actions['work/work/orders']).toContain('view');
    const empty = await anEmptyCompany();
    await bringAll(text, empty);
    expect(clerkOf(await exportOf(empty)).actions['work/work/orders']).toEqual([]);

    // What stands here stays, and no file replaces what none could put back.
    expect((await compare(text, ana)).differences).toEqual([]);
    const closing = edit(text, ({ recordTypes: [own], roles }) => {
      own!.fieldConditions.push({ field: 'Weight', kind: 'READ_ONLY', conditions: [when('Via', 'isEmpty')] });
      own!.transitions.push({ from: 'Sent', to: 'Done', conditions: [] });
      roles
        .find(({ name }) => name === 'Clerk')!
        .confinements!.push({
          recordType: 'Orders',
          field: '@assignedTo',
          criteria: [{ operator: 'isEmpty' }],
        });
    });
    for (const title of ['Orders › Weight: read only when', 'Orders › Sent → Done', 'Clerk'])
      expect((await bring(closing, ana, title)).refusal).toMatch(
        /^(Orders|Clerk) › .*: what stands here asks for what no file names, .* Nothing was changed\.$/,
      );
    expect(await exportOf(ana)).toBe(text);
  });

  test('is no value of whose name there are two', async () => {
    const here = await aCompanyWithConditions();
    await server.query(`update list_value set value = 'ship' where tenant_id = $1 and value = 'Air'`, [
      here.tenant.id,
    ]);
    const { text, leftOut } = await exported(here.ana);
    expect(leftOut.join(' ')).toContain(`${transition} is not in the file`);
    expect(read(text).recordTypes[0]!.transitions).toHaveLength(1);
    await server.query('delete from status_transition where tenant_id = $1 and from_status_id is null', [
      here.tenant.id,
    ]);
    expect((await exported(here.ana)).leftOut).toContain(
      'No transition of Orders is in the file: where it is new, each of its statuses will lead to each other.',
    );
  });
});

describe('in another company', () => {
  test('each holds by the values there', async () => {
    const from = await aCompanyWithConditions();
    const text = await exportOf(from.ana);
    const there = await aCompany(['@home', 'Rail', 'Air', 'Ship']);
    const { orders, key, way, ana, bob, tenant } = there;
    expect(way('Ship')).not.toBe(from.way('Ship'));
    await bringAll(text, ana);
    expect((await compare(text, ana)).differences).toEqual([]);

    let number = 0;
    const record = async (values: Record<string, string>, problemCode = 'Late') =>
      (
        await tenant.withRecords(
          orders,
          [{ recordNumber: (number += 1), status: 'Draft', problemCode, fields: values }],
          server.people.ana,
        )
      )[0] ?? 0;
    const update = async (id: number, data: object) =>
      (
        await server.ask(
          'mutation ($data: UpdateRecordInput!) { updateRecordHeader(data: $data) { id } }',
          ana,
          {
            data: { id, ...data },
          },
        )
      ).errors?.[0]?.message;
    const sent = { statusId: status(there, 'Sent') };
    const field = (name: string, value: string) => ({
      additionalFields: [{ recordAdditionalFieldByTypeId: orders.fields.get(name)?.id, value }],
    });

    const [bySea, byRail, byAir] = [
      await record({ Via: 'Ship', Stops: 'Ship' }),
      await record({ Via: 'Rail', Stops: 'Rail' }),
      await record({ Via: 'Air', Tracking: 'T1', Stops: 'Air' }),
    ];
    expect(await update(bySea, sent)).toBeUndefined();
    expect(await update(byRail, sent)).toMatch(/Via is Ship/);
    expect(await update(byAir, field('Tracking', ''))).toMatch(/Tracking/);
    expect(await update(byRail, field('Tracking', ''))).toBeUndefined();

    await record({ Via: 'Ship', Stops: 'Ship' }, 'Lost');
    const { total } = await ask<{ total: number }>(
      'query ($data: FilterAndSortInput!) { filterAndSortRecordHeader(data: $data) { total } }',
      { recordTypeId: orders.id, enabled: true, filters: [] },
      bob,
    );
    expect(total).toBe(2);

    const design = await ask<{ fieldConditions: { field: string; conditions: object[] }[] }>(
      `query ($data: FindRecordTypeDesignInput!) { findRecordTypeDesign(data: $data) {
         fieldConditions { field conditions { field operator value } } } }`,
      { id: orders.id },
      ana,
    );
    expect(design.fieldConditions).toContainEqual({
      field: there.lineKey('Drawing'),
      conditions: [{ field: there.lineKey('Kind'), operator: 'is', value: way('@home') }],
    });
    expect(key('Via')).not.toBe(from.key('Via'));
  });

  test('of nothing they come whole, and go out as the same bytes', async () => {
    const text = await exportOf((await aCompanyWithConditions()).ana);
    const empty = await anEmptyCompany();
    await bringAll(text, empty);
    const whole = await exportOf(empty);
    expect(read(whole).recordTypes).toEqual(read(text).recordTypes);
    expect(clerkOf(whole)).toMatchObject(clerkOf(text));
    const another = await anEmptyCompany();
    await bringAll(whole, another);
    expect(await exportOf(another)).toBe(whole);
  });

  test('a value that is not there comes along, and the way back takes the condition off', async () => {
    const text = await exportOf((await aCompanyWithConditions()).ana);
    const there = await aCompany(['Air', '@home']);
    const before = await exportOf(there.ana);
    const { seal, differences } = await compare(text, there.ana);
    const needsOf = (title: string) => differences.find((one) => one.title === title)?.needs;
    const list = differences.find(({ title }) => title === 'Ways')!.key;
    expect(needsOf(transition)).toEqual([list]);
    expect(needsOf('Clerk')).toEqual([list]);
    expect(needsOf('Orders › Tracking: required when')).toEqual([]);
    const { key } = differences.find(({ title }) => title === transition)!;
    const { undo } = await apply({ text, seal, chosen: [key] }, there.ana);
    const after = read(await exportOf(there.ana));
    expect(after.lists.find(({ name }) => name === 'Ways')!.values).toContainEqual({
      name: 'Ship',
      enabled: true,
    });
    expect(after.recordTypes[0]!.transitions).toMatchObject([{ conditions: [{ value: 'Ship' }] }]);
    expect(read(undo!.text).version).toBe(2);
    const back = { text: undo!.text, seal: undo!.seal, chosen: undo!.keys };
    expect((await apply(back, { ...there.ana, source: 'UNDO' })).refusal).toBeUndefined();
    expect(read(await exportOf(there.ana)).recordTypes).toEqual(read(before).recordTypes);
  });

  test('changed ones are put back as they were', async () => {
    const here = await aCompanyWithConditions();
    const text = await exportOf(here.ana);
    const changed = edit(text, ({ recordTypes: [type], roles }) => {
      Object.assign(type!.transitions[1]!, { conditions: [when('Via', 'is', { value: 'Air' })] });
      Object.assign(roles.find(({ name }) => name === 'Clerk')!.confinements![0]!, {
        criteria: [{ operator: 'is', value: 'Lost' }],
      });
    });
    const undo = await bringAll(changed, here.ana);
    expect(await exportOf(here.ana)).not.toBe(text);
    const back = { text: undo.text, seal: undo.seal, chosen: undo.keys };
    expect((await apply(back, { ...here.ana, source: 'UNDO' })).refusal).toBeUndefined();
    expect(await exportOf(here.ana)).toBe(text);
  });
});

test('the way back of a type that was switched on leaves it confined as it was', async () => {
  const { ana, tenant, orders } = await aCompanyWithConditions();
  await server.query('update record_type set enabled = false where tenant_id = $1 and id = $2', [
    tenant.id,
    orders.id,
  ]);
  const confined = () =>
    server.query(
      'select id::int, filter_criteria from role_field_access where tenant_id = $1 and filter_criteria is not null order by id',
      [tenant.id],
    );
  const [before, text] = [await confined(), await exportOf(ana)];
  expect(clerkOf(text).confinements).toEqual([]);
  const undo = await bringAll(
    edit(text, ({ recordTypes: [type] }) => {
      Object.assign(type!, { enabled: true });
    }),
    ana,
  );
  expect(clerkOf(await exportOf(ana)).confinements).toHaveLength(2);
  const back = { text: undo.text, seal: undo.seal, chosen: undo.keys };
  expect((await apply(back, { ...ana, source: 'UNDO' })).refusal).toBeUndefined();
  expect(await confined()).toEqual(before);
  expect(before).toHaveLength(2);
  expect(await exportOf(ana)).toBe(text);
});

describe('a file that no company could have', () => {
  const withValue = (value: string, field = 'Via') => ({
    transition: (file: File) =>
      file.recordTypes[0]!.transitions.push({
        from: 'Sent',
        to: 'Done',
        conditions: [when(field, 'is', { value })],
      }),
    field: (file: File) =>
      file.recordTypes[0]!.fieldConditions.push({
        field: 'Weight',
        kind: 'REQUIRED',
        conditions: [when(field, 'is', { value })],
      }),
    line: (file: File) =>
      file.recordTypes[0]!.fieldConditions.push({
        lines: 'Articles',
        field: 'Drawing',
        kind: 'REQUIRED',
        conditions: [when('Kind', 'is', { value })],
      }),
    role: (file: File) => {
      const criteria = [{ operator: 'is', value }];
      file.roles.find(({ name }) => name === 'Clerk')!.confinements = [
        { recordType: 'Orders', field, criteria },
      ];
    },
  });
  const noSuch = 'names the value “Balloon” of the list Ways, which is neither in the file nor here.';
  test.each([
    ['a value of a transition', withValue('Balloon').transition, `Orders › Sent → Done ${noSuch}`],
    ['a value of a field', withValue('Balloon').field, `Orders › Weight: required when ${noSuch}`],
    ['a value of lines', withValue('Balloon').line, `Orders › Articles › Drawing: required when ${noSuch}`],
    ['a value of a role', withValue('Balloon').role, `Clerk › Orders › Via ${noSuch}`],
    [
      'a status',
      withValue('Lost', '@status').role,
      'Clerk › Orders › Status names the status “Lost” of Orders, which is neither in the file nor here.',
    ],
    [
      'a person',
      withValue('Ana', 'Buyer').transition,
      'Orders › Sent → Done asks for “Ana”: a configuration file names no people and no other companies.',
    ],
  ])('is refused with the place: %s', async (_what, change, sentence) => {
    const { ana } = await aCompany();
    const before = await exportOf(ana);
    const text = edit(before, change);
    expect(await refusedToCompare(text, ana)).toBe(`${sentence} Nothing was changed.`);
    expect((await apply({ text, seal: 'any', chosen: ['any'] }, ana)).refusal).toBeDefined();
    expect(await exportOf(ana)).toBe(before);
  });

  test('reaches no value of another company, by its name or by its id', async () => {
    const other = await aCompany(['Ship', 'Balloon']);
    const { ana } = await aCompany();
    const before = await exportOf(ana);
    for (const value of ['Balloon', other.way('Balloon'), other.way('Ship')])
      for (const change of Object.values(withValue(value)))
        expect(await refusedToCompare(edit(before, change), ana)).toContain(`names the value “${value}”`);
    expect(await exportOf(ana)).toBe(before);
  });

  test('is refused where two values here have the name', async () => {
    const { ana } = await aCompany();
    const text = edit(await exportOf(ana), withValue('Ship').transition);
    await server.query(`update list_value set value = 'SHIP' where tenant_id = $1 and value = 'Air'`, [
      ana.tenant,
    ]);
    const before = await exportOf(ana);
    expect((await bring(text, ana, 'Orders › Sent → Done')).refusal).toBe(
      'Orders › Sent → Done: more than one value of Via is called “Ship” here. Nothing was changed.',
    );
    expect(await exportOf(ana)).toBe(before);
  });
});

describe('a file of format version 1, which has values by their ids', () => {
  const older = (text: string, change: (file: File) => void = () => undefined) =>
    edit(text, (file) => {
      file.version = 1;
      change(file);
    });
  const byId = { field: 'Via', operator: 'is', value: '17', logicOperator: 'AND' };

  test.each<[string, string, (file: File) => void]>([
    [
      'a transition',
      'Orders › Draft → Sent',
      ({ recordTypes: [type] }) => type!.transitions.push({ from: 'Draft', to: 'Sent', conditions: [byId] }),
    ],
    [
      'a field',
      'Orders › Weight: required when',
      ({ recordTypes: [type] }) =>
        type!.fieldConditions.push({
          field: 'Weight',
          kind: 'REQUIRED',
          conditions: [{ ...byId, field: '@status' }],
        }),
    ],
    [
      'a field of lines',
      'Orders › Articles › Drawing: required when',
      ({ recordTypes: [type] }) =>
        type!.fieldConditions.push({
          lines: 'Articles',
          field: 'Drawing',
          kind: 'REQUIRED',
          conditions: [{ ...byId, field: 'Kind' }],
        }),
    ],
    [
      'a role',
      'Clerk › Orders › Stops',
      ({ roles }) =>
        Object.assign(
          roles.find(({ name }) => name === 'Clerk')!,
          {
            confinements: [
              { recordType: 'Orders', field: 'Stops', criteria: [{ operator: 'isAnyOf', values: ['17'] }] },
            ],
          },
        ),
    ],
    [
      'a field that the file does not describe',
      'Orders › Draft → Sent',
      (file) => {
        const type = { name: 'Orders', transitions: [{ from: 'Draft', to: 'Sent', conditions: [byId] }] };
        file.recordTypes = [type as never];
      },
    ],
  ])('is refused with the place: %s', async (_what, place, change) => {
    const { ana } = await aCompany();
    const before = await exportOf(ana);
    const text = older(before, change);
    expect(await refusedToCompare(text, ana)).toBe(
      `${place}: the file has format version 1, in which a condition has the values of a choice as numbers of the company that wrote it. Download the file there again, or take this condition out of it. Nothing was changed.`,
    );
    expect((await apply({ text, seal: 'any', chosen: ['any'] }, ana)).refusal).toContain(place);
    expect(await exportOf(ana)).toBe(before);
  });

  test('comes in where no condition has any', async () => {
    const { ana } = await aCompany();
    const text = older(await exportOf(ana), ({ recordTypes: [type] }) => {
      type!.transitions.push({
        from: 'Draft',
        to: 'Sent',
        conditions: [
          when('Weight', 'lessThan', { value: '100' }),
          when('Via', 'isNotEmpty'),
          when('@createdBy', 'is', { value: '@username' }),
        ],
      });
    });
    await bringAll(text, ana);
    expect(read(await exportOf(ana)).recordTypes[0]!.transitions).toMatchObject(
      read(text).recordTypes[0]!.transitions,
    );
  });
});

test('whoever does not administer the company is refused', async () => {
  const from = await aCompanyWithConditions();
  const text = await exportOf(from.ana);
  const { ana, bob } = await aCompany();
  const before = await exportOf(ana);
  const refused = { extensions: { code: 'FORBIDDEN' } };
  expect((await server.ask('{ exportConfiguration { leftOut } }', bob)).errors?.[0]).toMatchObject(refused);
  expect((await server.ask(comparing, bob, { data: { text } })).errors?.[0]).toMatchObject(refused);
  expect((await apply({ text, seal: 'any', chosen: ['any'] }, bob)).refusal).toMatch(/administrator/);
  expect(await exportOf(ana)).toBe(before);
});
