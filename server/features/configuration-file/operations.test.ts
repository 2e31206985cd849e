// What a company has set up goes out as a file and comes into another company, through HTTP on a real database.
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { proofNeeded, startTestServer } from '../../../testing/test-server.ts';
import type { Credentials, TestServer } from '../../../testing/test-server.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import { createAccounts } from '../../platform/identity/embedded/accounts.ts';
import { openFolderStorage } from '../../platform/object-storage/object-storage.ts';
import { aPerson } from '../../seed/builders.ts';
import { getAdministratorRole, putMembership } from '../../seed/company-sql.ts';
import { buildAdventureWorks } from '../../seed/demo/adventure-works.ts';
import { buildNorthwind } from '../../seed/demo/northwind.ts';
import { demoPassword, demoPeople, type PersonIds } from '../../seed/demo/people.ts';
import { makeCompany } from '../../seed/make-company.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const templates = ['sales-orders', 'purchase-orders', 'bills', 'projects'];
let companies = 0;
async function aCompany(...keys: readonly string[]): Promise<Credentials> {
  const name = `Company ${(companies += 1)}`;
  const url = name.toLowerCase().replace(' ', '-');
  const administrator = server.people.sue;
  const made = await server.database.asOwnerOfAll((connection) =>
    inTransaction(connection, () =>
      makeCompany(connection, { name, url, administrator, madeBy: administrator }),
    ),
  );
  const sue = await server.enter('sue', made);
  if (keys.length === 0) return sue;
  const { errors } = await server.ask(
    'mutation ($data: ApplyTemplatesInput!) { applyTemplates(data: $data) { templates } }',
    sue,
    { data: { templates: keys } },
  );
  expect(errors).toBeUndefined();
  return sue;
}

type File = { fileName: string; text: string; parts: { part: string; count: number }[] };
const exportOf = async (who: Credentials) => {
  const { data, errors } = await server.ask(
    '{ exportConfiguration { fileName text parts { part count } } }',
    who,
  );
  expect(errors).toBeUndefined();
  return data?.['exportConfiguration'] as File;
};

type Difference = {
  key: string;
  state: string;
  title: string;
  changes: { what: string; before: string; after: string }[];
  stays: string[];
  needs: string[];
  candidates: { name: string; about: string }[];
};
type Answer = { key: string; name: string | null };
type Comparison = { seal: string; sameCount: number; differences: Difference[]; left: { title: string }[] };
const compareDocument = `query ($data: CompareConfigurationInput!) { compareConfiguration(data: $data) {
  seal sameCount left { title }
  differences { key state title changes { what before after } stays needs candidates { name about } } } }`;
const ask = async (text: string, who: Credentials, answers: Answer[] = []) =>
  server.ask(compareDocument, who, { data: { text, answers } });
async function compare(text: string, who: Credentials, answers: Answer[] = []): Promise<Comparison> {
  const { data, errors } = await ask(text, who, answers);
  expect(errors).toBeUndefined();
  return data?.['compareConfiguration'] as Comparison;
}
const applyDocument = `mutation ($data: ApplyConfigurationInput!) { applyConfiguration(data: $data) { applied } }`;
const tryApply = (text: string, who: Credentials, seal: string, chosen: string[], answers: Answer[] = []) =>
  server.ask(applyDocument, who, { data: { text, fileName: 'test.json', seal, chosen, answers } });
async function applyAll(text: string, who: Credentials, answers: Answer[] = []): Promise<number> {
  const { seal, differences } = await compare(text, who, answers);
  const { data, errors } = await tryApply(
    text,
    who,
    seal,
    differences.map(({ key }) => key),
    answers,
  );
  expect(errors).toBeUndefined();
  return (data as { applyConfiguration: { applied: number } }).applyConfiguration.applied;
}
type Named = { name: string; enabled?: boolean };
type Parts = {
  recordTypes: [
    {
      fields: (Named & { dataType?: string; help?: string; list?: string; formula?: string })[];
      statuses: Named[];
    },
  ];
  lists: (Named & { kind?: string; description?: string; values?: Named[] })[];
  roles: (Named & {
    administers?: boolean;
    description?: string;
    otherFields?: string;
    access?: { fields: Record<string, string> }[];
  })[];
  portals: unknown[];
};
const read = (text: string) => JSON.parse(text) as Parts;
const find = <One extends Named>(things: readonly One[], name: string): One =>
  things.find((one) => one.name === name)!;
const edit = (text: string, change: (file: Parts) => void): string => {
  const file = read(text);
  change(file);
  return JSON.stringify(file);
};

test('the same configuration is the same bytes, without people and the other company', async () => {
  const ana = await server.enter('ana', server.north);
  const first = await exportOf(ana);
  expect((await exportOf(ana)).text).toBe(first.text);
  const people = await server.query('select email from app_user');
  for (const { email } of people) expect(first.text).not.toContain(String(email));
  const other = await exportOf(await server.enter('ana', server.south));
  expect(other.text).not.toBe(first.text);
});

describe('a company that was made with templates', () => {
  test.each([...templates.map((key) => [key, [key]] as const), ['all of them', templates] as const])(
    '%s comes into an empty one, and goes out of it as the same bytes',
    async (_name, keys) => {
      const { text } = await exportOf(await aCompany(...keys));
      const empty = await aCompany();
      await applyAll(text, empty);
      expect((await exportOf(empty)).text).toBe(text);
      expect((await compare(text, empty)).differences).toEqual([]);
    },
  );
});

describe('the companies of the demo', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'rowhouse-demo-file-'));
    const identity = createAccounts({ database: server.database });
    const made = Object.entries(demoPeople).map(async ([key, person]) => [
      key,
      await aPerson(identity, person, demoPassword),
    ]);
    const people = Object.fromEntries(await Promise.all(made)) as PersonIds;
    await server.database.asOwnerOfAll((connection) =>
      inTransaction(connection, async () => {
        const storage = openFolderStorage(folder);
        const site = { connection, storage, people, now: new Date().toISOString() };
        await buildAdventureWorks(site, await buildNorthwind(site));
      }),
    );
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test.each(['northwind', 'adventure-works'])(
    '%s comes into an empty one, and goes out of it as the same bytes',
    async (url) => {
      const [company] = await server.query('select id::int from tenant where url = $1', [url]);
      const id = Number(company?.['id']);
      await server.database.asOwnerOfAll(async (connection) =>
        putMembership(connection, id, server.people.sue, await getAdministratorRole(connection, id)),
      );
      const { text } = await exportOf(await server.enter('sue', { id }));
      const boards = (JSON.parse(text) as { dashboards: { name: string; widgets: object[] }[] }).dashboards;
      expect(boards.map(({ name, widgets }) => [name, widgets.length])).toEqual(
        url === 'adventure-works' ? [['Purchasing overview', 6]] : [],
      );
      const empty = await aCompany();
      await applyAll(text, empty);
      expect((await compare(text, empty)).differences).toEqual([]);
      expect((await exportOf(empty)).text).toBe(text);
    },
  );
});

test('a transition that is closed, because its condition names a field that is off, opens nowhere else', async () => {
  const here = await aCompany('sales-orders');
  const [type] = await server.query('select id::int from record_type where tenant_id = $1', [here.tenant]);
  const statuses = await server.query(
    'select id::int from record_status where tenant_id = $1 order by position limit 3',
    [here.tenant],
  );
  const off = JSON.stringify([{ field: 'f1', operator: 'isNotEmpty', logicOperator: 'AND' }]);
  for (const [to, conditions] of [
    [1, off],
    [2, '[]'],
  ] as const)
    await server.query(
      `insert into status_transition (tenant_id, record_type_id, from_status_id, to_status_id, conditions)
       values ($1, $2, $3, $4, $5)`,
      [here.tenant, type!['id'], statuses[0]!['id'], statuses[to]!['id'], conditions],
    );
  const { text } = await exportOf(here);
  expect(text.match(/"needsComment"/g)).toHaveLength(1);
});

// Kept as release 1.58 wrote it: never written anew.
test('a file of format version 1 comes in, and nothing of it is left over', async () => {
  const text = readFileSync(new URL('format-1.json', import.meta.url), 'utf8');
  const empty = await aCompany();
  await applyAll(text, empty);
  const again = await compare(text, empty);
  expect(again.differences).toEqual([]);
  expect(again.sameCount).toBeGreaterThan(5);
});

test('a company with everything comes into an empty one', async () => {
  const { text } = await exportOf(await server.enter('ana', server.north));
  const empty = await aCompany();
  await applyAll(text, empty);
  expect((await compare(text, empty)).differences).toEqual([]);
});

test('a condition of a field comes in, goes out as it came, and is taken away', async () => {
  const here = await aCompany('sales-orders');
  const { text } = await exportOf(here);
  const condition = {
    field: '@dueDate',
    kind: 'REQUIRED',
    conditions: [{ field: '@approvedBy', operator: 'isNotEmpty', logicOperator: 'AND' }],
  };
  const having = (fieldConditions: object[]) =>
    edit(text, ({ recordTypes: [type] }) => Object.assign(type, { fieldConditions }));
  const { differences } = await compare(having([condition]), here);
  expect(differences.map(({ title }) => title)).toEqual([expect.stringContaining('dueDate: required when')]);
  await applyAll(having([condition]), here);
  expect(JSON.parse((await exportOf(here)).text).recordTypes[0].fieldConditions).toEqual([condition]);
  expect((await compare(having([condition]), here)).differences).toEqual([]);
  await applyAll(having([{ ...condition, enabled: false }]), here);
  expect((await exportOf(here)).text).toBe(text);
});

test('a condition of a field of lines comes in by the names of both, goes out as it came, and is taken away', async () => {
  const here = await aCompany('sales-orders');
  const { text } = await exportOf(here);
  const [lines] = JSON.parse(text).recordTypes[0].lineTypes as { name: string; fields: { name: string }[] }[];
  const [first, second] = lines!.fields.map(({ name }) => name);
  const condition = {
    lines: lines!.name,
    field: first,
    kind: 'READ_ONLY',
    conditions: [{ field: second, operator: 'isNotEmpty', logicOperator: 'AND' }],
  };
  const having = (fieldConditions: object[]) =>
    edit(text, ({ recordTypes: [type] }) => Object.assign(type, { fieldConditions }));
  const { differences } = await compare(having([condition]), here);
  expect(differences.map(({ title }) => title)).toEqual([
    expect.stringContaining(`${lines!.name} › ${first}: read only when`),
  ]);
  await applyAll(having([condition]), here);
  expect(JSON.parse((await exportOf(here)).text).recordTypes[0].fieldConditions).toEqual([condition]);
  expect((await compare(having([condition]), here)).differences).toEqual([]);
  const foreign = having([{ ...condition, field: 'Nothing of it' }]);
  const { seal, differences: asked } = await compare(foreign, here);
  const refused = await tryApply(
    foreign,
    here,
    seal,
    asked.map(({ key }) => key),
  );
  expect(refused.errors?.[0]?.message).toMatch(/there is no field of .* “Nothing of it” here/);
  await applyAll(having([{ ...condition, enabled: false }]), here);
  expect((await exportOf(here)).text).toBe(text);
});

test('what a choice fills comes in by names, with what it needs, and goes back', async () => {
  const here = await aCompany('sales-orders');
  const { text } = await exportOf(here);
  const fills = [{ field: 'Price of it', property: 'Price' }];
  const having = (given: object[]) =>
    edit(text, (file) => {
      const properties = [
        { name: 'Name', dataType: 'string', displayed: true, enabled: true },
        { name: 'Price', dataType: 'currency', enabled: true },
      ];
      Object.assign(file, { objects: [{ name: 'Article', enabled: true, properties }] });
      file.lists.push({ name: 'Articles', kind: 'Object', object: 'Article' } as never);
      const choice = { name: 'Article', dataType: 'dropdown', list: 'Articles', fills: given };
      file.recordTypes[0].fields.push(choice, { name: 'Price of it', dataType: 'currency' });
    });
  // The field that is filled comes with the one that fills it.
  const { seal, differences } = await compare(having(fills), here);
  const choice = differences.find(({ title }) => title === 'Sales orders › Article')!;
  expect(choice.needs).toEqual(
    expect.arrayContaining([differences.find(({ title }) => title === 'Sales orders › Price of it')!.key]),
  );
  expect((await tryApply(having(fills), here, seal, [choice.key])).errors).toBeUndefined();
  const kept = async () =>
    (
      find(read((await exportOf(here)).text).recordTypes[0].fields, 'Article') as unknown as {
        fills: object[];
      }
    ).fills;
  expect(await kept()).toEqual(fills);
  expect((await compare(having(fills), here)).differences).toEqual([]);
  const none = await compare(having([]), here);
  expect(none.differences.flatMap(({ changes }) => changes)).toEqual([
    { what: 'Fills', before: 'Price of it Price', after: 'none' },
  ]);
  await applyAll(having([]), here);
  expect(await kept()).toEqual([]);
});

describe('what a file would change', () => {
  test('is said thing by thing, with before and after; what it does not name stays', async () => {
    const here = await aCompany('sales-orders');
    const { text } = await exportOf(here);
    const changed = edit(text, (file) => {
      const type = file.recordTypes[0];
      find(type.fields, 'Freight').help = 'What the carrier asks';
      type.fields.push({ name: 'Incoterm', dataType: 'string' });
      find(type.fields, 'Total').dataType = 'string';
      type.statuses = type.statuses.filter((one) => one.name !== 'On hold');
      find(file.roles, 'Order desk').access![0]!.fields['Freight'] = 'ViewOnly';
      find(file.lists, 'Units').values!.push({ name: 'Ton', enabled: true });
      file.portals = [];
    });
    const { differences, left } = await compare(changed, here);
    const said = differences.map(({ title, state, changes, stays }) => [
      title,
      state,
      changes[0] ?? stays[0] ?? null,
    ]);
    expect(said).toEqual([
      ['Units', 'CHANGED', { what: 'Value Ton', before: '', after: 'new' }],
      ['Sales orders › Freight', 'CHANGED', { what: 'Help', before: 'none', after: 'What the carrier asks' }],
      [
        'Sales orders › Total',
        'CHANGED',
        'Data type stays currency; the file has string. A data type is not changed by a file: records hold values of it.',
      ],
      ['Sales orders › Incoterm', 'NEW', null],
      [
        'Order desk',
        'CHANGED',
        { what: 'Access to Sales orders Freight', before: 'Editable', after: 'View only' },
      ],
    ]);
    expect(left.map(({ title }) => title)).toEqual(['Sales orders › On hold']);
  });

  test('comes in whole or chosen, with what it needs, and goes back in one step', async () => {
    const here = await aCompany('sales-orders');
    const before = (await exportOf(here)).text;
    const changed = edit(before, (file) => {
      const type = file.recordTypes[0];
      find(type.fields, 'Freight').name = 'Carriage';
      type.fields.push({ name: 'Incoterm', dataType: 'dropdown', list: 'Incoterms' });
      file.lists.push({ name: 'Incoterms', kind: 'Value', values: [{ name: 'EXW' }, { name: 'FOB' }] });
      file.roles.push({ name: 'Auditor', description: 'Reads', otherFields: 'ViewOnly' });
      find(file.roles, 'Order desk').access![0]!.fields['Ship city'] = 'NotAllowed';
    });
    const asked = (await compare(changed, here)).differences.find(({ state }) => state === 'ASKED')!;
    expect(asked).toMatchObject({ title: 'Sales orders › Carriage', candidates: [{ name: 'Freight' }] });
    const answers = [{ key: asked.key, name: 'Freight' }];
    const { seal, differences } = await compare(changed, here, answers);
    const keyOf = (title: string) => differences.find((one) => one.title === title)!.key;
    const unanswered = await tryApply(changed, here, seal, [asked.key]);
    expect(unanswered.errors?.[0]?.message).toBe(
      'Say first which one here is “Sales orders › Carriage” of the file.',
    );
    // The field brings its list; the new role stays out.
    const chosen = [keyOf('Sales orders › Incoterm'), keyOf('Sales orders › Freight'), keyOf('Order desk')];
    const { data, errors } = await server.ask(
      `mutation ($data: ApplyConfigurationInput!) { applyConfiguration(data: $data) { applied undo { text seal keys answers { key name } } } }`,
      here,
      { data: { text: changed, fileName: 'changed.json', seal, chosen, answers } },
    );
    expect(errors).toBeUndefined();
    const { applied, undo } = (
      data as {
        applyConfiguration: {
          applied: number;
          undo: { text: string; seal: string; keys: string[]; answers: Answer[] };
        };
      }
    ).applyConfiguration;
    expect(applied).toBe(4);
    const after = read((await exportOf(here)).text);
    expect(after.lists.map((one) => one.name)).toContain('Incoterms');
    expect(after.roles.map((one) => one.name)).not.toContain('Auditor');
    expect(after.recordTypes[0].fields.map((one) => one.name)).toEqual(
      expect.arrayContaining(['Carriage', 'Incoterm']),
    );
    const [logged] = await server.query(
      `select source, user_id::int as by from audit_log where entity = 'field' and tenant_id = $1 order by id desc limit 1`,
      [here.tenant],
    );
    expect(logged).toEqual({ source: { kind: 'IMPORT', file: 'changed.json' }, by: server.people.sue });

    const { text, keys, answers: back } = undo;
    const undone = await tryApply(text, { ...here, source: 'UNDO' }, undo.seal, keys, back);
    expect(undone.errors).toBeUndefined();
    const [newest] = await server.query(
      `select array_agg(distinct source) as sources from (
         select source from audit_log where tenant_id = $1 order by id desc limit 2) newest`,
      [here.tenant],
    );
    expect(newest).toEqual({ sources: [{ kind: 'UNDO' }] });
    // As before; what was added stands, switched off.
    const last = read((await exportOf(here)).text);
    const added = find(last.recordTypes[0].fields, 'Incoterm');
    expect(added.enabled).toBe(false);
    expect(find(last.lists, 'Incoterms').enabled).toBe(false);
    last.recordTypes[0].fields = last.recordTypes[0].fields.filter((one) => one !== added);
    last.lists = last.lists.filter((one) => one.name !== 'Incoterms');
    expect(last).toEqual(read(before));
    // Once more it would meet another configuration than the one that it leads back from.
    expect((await tryApply(text, here, undo.seal, keys, back)).errors?.[0]?.extensions['code']).toBe(
      'CONFLICT',
    );
  });

  test('is refused whole where anything was set up otherwise meanwhile, or a page would refuse it', async () => {
    const here = await aCompany('sales-orders');
    const { text } = await exportOf(here);
    const changed = edit(text, (file) => {
      file.lists[0]!.description = 'Other words';
      file.recordTypes[0].fields.push({ name: 'Broken', dataType: 'currency', formula: 'Broken + 1' });
    });
    const { seal, differences } = await compare(changed, here);
    const keys = differences.map(({ key }) => key);
    const refused = await tryApply(changed, here, seal, keys);
    expect(refused.errors?.[0]?.message).toMatch(/^Sales orders: .+ Nothing was changed\.$/);
    expect((await exportOf(here)).text).toBe(text);
    await server.query(`update list set description = 'Of somebody else' where tenant_id = $1`, [
      here.tenant,
    ]);
    const late = await tryApply(changed, here, seal, keys.slice(0, 1));
    expect(late.errors?.[0]).toMatchObject({
      message:
        'Somebody changed what is set up here since the file was compared. Compare it again; nothing was changed.',
      extensions: { code: 'CONFLICT' },
    });
  });

  test('whether a role administers comes by a file of somebody who has just shown who it is', async () => {
    const here = await aCompany();
    const made = await server.ask(
      'mutation ($data: CreateSaasRoleInput!) { createSaasRole(data: $data) { id } }',
      here,
      { data: { name: 'Deputy', administers: false, defaultFieldAccess: 'NotAllowed' } },
    );
    expect(made.errors).toBeUndefined();
    const { text } = await exportOf(here);
    const changed = edit(text, (file) => {
      find(file.roles, 'Deputy').administers = true;
    });
    const { seal, differences } = await compare(changed, here);
    const keys = differences.map(({ key }) => key);
    expect((await tryApply(changed, here, seal, keys)).errors).toEqual([proofNeeded]);
    expect((await exportOf(here)).text).toBe(text);
    const proved = await server.enter('sue', { id: Number(here.tenant) }, { isProved: true });
    expect((await tryApply(changed, proved, seal, keys)).errors).toBeUndefined();
    expect(find(read((await exportOf(here)).text).roles, 'Deputy').administers).toBe(true);
  });

  test('nobody loses the way into the administration by a file', async () => {
    const here = await aCompany();
    const { text } = await exportOf(here);
    const changed = edit(text, (file) => {
      file.roles[0]!.administers = false;
    });
    const { seal, differences } = await compare(changed, here);
    const { errors } = await tryApply(changed, here, seal, [differences[0]!.key]);
    expect(errors?.[0]?.message).toMatch(/Nothing was changed\.$/);
    expect((await exportOf(here)).text).toBe(text);
  });

  test.each([
    ['{"format":', /^This is no configuration file of Rowhouse\..* It is no JSON/],
    ['{"name":"Somebody else"}', /^This is no configuration file of Rowhouse/],
    [
      '{"format":"rowhouse-configuration","version":7}',
      /format version 7, and this release reads up to version 2/,
    ],
    [
      '{"format":"rowhouse-configuration","version":1,"lists":[{"name":"Units","colour":"red"}]}',
      /^lists › Units: this release does not know ‘colour’/,
    ],
    [
      '{"format":"rowhouse-configuration","version":1,"recordTypes":[{"name":"Orders","fields":[{"name":"Hue","dataType":"colour"}]}]}',
      /^recordTypes › Orders › fields › Hue › dataType: is no data type that this release knows/,
    ],
    [
      '{"format":"rowhouse-configuration","version":1,"recordTypes":[{"name":"Orders","fields":[{"name":"Via","dataType":"dropdown","list":"Nowhere"}]}]}',
      /^Orders › Via names the list “Nowhere”, which is neither in the file nor here/,
    ],
    [
      '{"format":"rowhouse-configuration","version":1,"lists":[{"name":""}]}',
      /^lists › number 1 › name: is empty/,
    ],
  ])('%s is refused with the place', async (text, sentence) => {
    const here = await server.enter('ana', server.north);
    const { errors } = await ask(text, here);
    expect(errors?.[0]).toMatchObject({
      message: expect.stringMatching(sentence),
      extensions: { code: 'INVALID' },
    });
  });

  test('names of signs and code come in as what they are', async () => {
    const here = await aCompany();
    const name = `__proto__ <b>"'; drop table role; --`;
    const file = {
      format: 'rowhouse-configuration',
      version: 1,
      recordTypes: [
        {
          name: 'Odd',
          fields: [
            { name, dataType: 'string' },
            { name: '@status', dataType: 'string' },
          ],
        },
      ],
      roles: [
        {
          name: 'Odd role',
          access: [{ recordType: 'Odd', fields: { [name]: 'ViewOnly', '@@status': 'Editable' } }],
        },
      ],
    };
    await applyAll(JSON.stringify(file), here);
    const { text } = await exportOf(here);
    const cells = find(read(text).roles, 'Odd role').access![0]!.fields;
    expect(cells).toMatchObject({ [name]: 'ViewOnly', '@@status': 'Editable', '@status': 'NotAllowed' });
    const empty = await aCompany();
    await applyAll(text, empty);
    expect((await exportOf(empty)).text).toBe(text);
  });
});
