// What is here and not in a file is offered, and switched off where it is chosen, through HTTP on a real database.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestServer } from '../../../testing/test-server.ts';
import type { Credentials, TestServer } from '../../../testing/test-server.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import { putMembership } from '../../seed/company-sql.ts';
import { makeCompany } from '../../seed/make-company.ts';

let server: TestServer;
let sue: Credentials & { readonly tenant: number };
/** All that the company has. */
let whole: string;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  sue = await aCompany();
  await bring(JSON.stringify(setUp), sue);
  whole = await exportOf(sue);
});

let companies = 0;
/** Sue administers it, and nothing is set up in it. */
async function aCompany() {
  const name = `Less ${(companies += 1)}`;
  const administrator = server.people.sue;
  const url = name.toLowerCase().replace(' ', '-');
  const made = await server.database.asOwnerOfAll((connection) =>
    inTransaction(connection, () =>
      makeCompany(connection, { name, url, administrator, madeBy: administrator }),
    ),
  );
  return { ...(await server.enter('sue', made)), tenant: Number(made.id) };
}

const text = (name: string) => ({ name, dataType: 'string' });
const item = (name: string, recordType: string) => ({
  route: name.toLowerCase().replace(' ', '-'),
  name,
  recordType,
});
const chart = (title: string) => ({
  width: 6,
  height: 2,
  chart: { kind: 'NUMBER', title, recordType: 'Orders', measure: { kind: 'COUNT' } },
});
const isDone = [{ field: '@status', operator: 'is', value: 'Done', logicOperator: 'AND' }];
const isLate = [{ field: 'Buyer', operator: 'isEmpty', logicOperator: 'AND' }];
const isLarge = [{ field: 'Size', operator: 'equals', value: 'Large', logicOperator: 'AND' }];
/** What each order form asks. */
const asked = [
  'Order Contact First Name',
  'Order Contact Last Name',
  'Order Contact Phone',
  'Order Contact Email',
  'Dealer Sales Person First Name',
  'Dealer Sales Person Last Name',
  'Dealer Sales Person Phone',
  'Dealer Sales Person Email',
  'Company Name',
  'Address 1',
  'City',
  'State',
  'Postal Code',
  'Country',
  'Delivery Contact 1 First Name',
  'Delivery Contact 1 Phone',
  'Delivery Contact 1 Email',
  'Delivery Contact 2 First Name',
  'Delivery Contact 2 Phone',
  'Delivery Contact 2 Email',
  'Destination Type',
];
/** What has 'Old' in its name is taken out of files below. */
const setUp = {
  format: 'rowhouse-configuration',
  version: 2,
  lists: [
    { name: 'Ways', kind: 'Value', description: 'Ways', values: [{ name: 'Ship' }, { name: 'Old rail' }] },
    { name: 'Old list', kind: 'Value', description: 'Old', values: [{ name: 'One' }] },
  ],
  objects: [
    { name: 'Parcel', properties: [{ ...text('Size'), displayed: true }, text('Old colour')] },
    { name: 'Old crate', properties: [{ ...text('Size'), displayed: true }] },
  ],
  recordTypes: [
    {
      name: 'Orders',
      fields: [
        text('Buyer'),
        text('Old margin'),
        { name: 'Old way', dataType: 'dropdown', list: 'Old list' },
        text('Rebate'),
        ...asked.map(text),
      ],
      statuses: [{ name: 'Open', isFirst: true }, { name: 'Old hold' }, { name: 'Done', closes: true }],
      problemCodes: [{ name: 'Late' }, { name: 'Old fault' }],
      lineTypes: [
        { name: 'Articles', fields: [text('Size'), text('Old note'), text('Drawing')] },
        { name: 'Old extras', fields: [text('Kind')] },
      ],
      transitions: [
        { from: 'Open', to: 'Done' },
        { from: 'Open', to: 'Old hold' },
      ],
      fieldConditions: [
        { field: 'Rebate', kind: 'READ_ONLY', conditions: isDone },
        { field: 'Old margin', kind: 'READ_ONLY', conditions: isDone },
        { lines: 'Articles', field: 'Drawing', kind: 'REQUIRED', conditions: isLarge },
      ],
    },
    { name: 'Old papers', fields: [text('Subject')] },
  ],
  menu: [
    {
      route: 'work',
      name: 'Work',
      sections: [
        { route: 'now', name: 'Now', items: [item('Orders', 'Orders'), item('Old orders', 'Orders')] },
        { route: 'old', name: 'Old', items: [item('Papers', 'Old papers')] },
      ],
    },
    {
      route: 'older',
      name: 'Older',
      sections: [{ route: 'then', name: 'Then', items: [item('Archive', 'Orders')] }],
    },
  ],
  roles: [{ name: 'Clerk' }, { name: 'Old desk' }],
  portals: [
    { name: 'Wiki', address: 'https://reports.example/wiki', icon: 'file', roles: ['Clerk'] },
    { name: 'Old wiki', address: 'https://reports.example/old', icon: 'file', roles: ['Clerk'] },
  ],
  orderForms: [
    { name: 'Order', recordType: 'Orders', parts: [] },
    { name: 'Old order', recordType: 'Orders', parts: [] },
  ],
  dashboards: [
    { name: 'Morning', roles: ['Clerk'], widgets: [chart('Of today')] },
    { name: 'Old days', roles: ['Clerk'], widgets: [chart('Of then')] },
  ],
  views: [
    { name: 'Late', role: 'Clerk', recordType: 'Orders', filters: isLate },
    { name: 'Old late', role: 'Clerk', recordType: 'Orders', isDefault: true, filters: isLate },
    { name: 'Theirs', role: 'Old desk', recordType: 'Orders' },
  ],
};
/** By their titles, with what they are. */
const old = [
  ['Old list', ''],
  ['Ways › Old rail', 'Value'],
  ['Old crate', ''],
  ['Parcel › Old colour', 'Property'],
  ['Old papers', ''],
  ['Orders › Old margin', 'Field'],
  ['Orders › Old way', 'Field'],
  ['Orders › Old hold', 'Status'],
  ['Orders › Old fault', 'Problem code'],
  ['Orders › Old extras', 'Lines'],
  ['Orders › Articles › Old note', 'Field of lines'],
  ['Orders › Open → Old hold', 'Transition'],
  ['Orders › Old margin: read only when', 'Condition'],
  ['Older', 'Group'],
  ['Work › Old', 'Section'],
  ['Work › Now › Old orders', 'Item'],
  ['Old desk', ''],
  ['Old wiki', ''],
  ['Old order', ''],
  ['Old days', ''],
  ['Clerk › Orders › Old late', ''],
  ['Old desk › Orders › Theirs', ''],
];

type Json = { [key: string]: Json } | Json[] | string | number | boolean | null;
const isOld = (one: Json): boolean =>
  typeof one === 'object' &&
  one !== null &&
  !Array.isArray(one) &&
  ['name', 'route', 'to', 'field', 'recordType', 'role'].some((member) =>
    /^old/i.test(String(one[member] ?? '')),
  );
/** The same without what is old. */
function withoutOld(json: Json): Json {
  if (Array.isArray(json)) return json.filter((one) => !isOld(one)).map(withoutOld);
  if (typeof json !== 'object' || json === null) return json;
  return Object.fromEntries(
    Object.entries(json).flatMap(([key, one]) => (/^old|\/old/i.test(key) ? [] : [[key, withoutOld(one)]])),
  );
}
const read = (file: string) => JSON.parse(file) as { [part: string]: Json };
const less = (change: object = {}): string =>
  JSON.stringify({ ...(withoutOld(read(whole)) as object), ...change });

async function exportOf(who: Credentials): Promise<string> {
  const { data, errors } = await server.ask('{ exportConfiguration { text } }', who);
  expect(errors).toBeUndefined();
  return (data as { exportConfiguration: { text: string } }).exportConfiguration.text;
}
type Left = { part: string; title: string; about: string; key: string | null; touches: object[] };
type Comparison = {
  seal: string;
  differences: { key: string; title: string; state: string }[];
  left: Left[];
};
async function compare(file: string, who: Credentials = sue): Promise<Comparison> {
  const { data, errors } = await server.ask(
    `query ($data: CompareConfigurationInput!) { compareConfiguration(data: $data) {
       seal differences { key title state } left { part title about key touches { kind id fieldKey } } } }`,
    who,
    { data: { text: file } },
  );
  expect(errors).toBeUndefined();
  return data?.['compareConfiguration'] as Comparison;
}
type Undo = { text: string; seal: string; keys: string[]; answers: object[] };
async function apply(
  data: { text: string; seal: string; chosen?: string[]; takenAway?: string[]; answers?: object[] },
  who: Credentials = sue,
) {
  const answer = await server.ask(
    `mutation ($data: ApplyConfigurationInput!) { applyConfiguration(data: $data) {
      applied undo { text seal keys answers { key name } } } }`,
    who,
    { data: { chosen: [], fileName: 'less.json', ...data } },
  );
  const made = answer.data?.['applyConfiguration'] as { applied: number; undo: Undo } | undefined;
  return { ...made, refusal: answer.errors?.[0] };
}
async function bring(file: string, who: Credentials) {
  const { seal, differences } = await compare(file, who);
  const made = await apply({ text: file, seal, chosen: differences.map(({ key }) => key) }, who);
  expect(made.refusal).toBeUndefined();
}
/** What is only here by those titles; all of it without any. */
async function take(file: string, ...titles: string[]) {
  const { seal, left } = await compare(file);
  const takenAway = left.flatMap(({ key, title }) =>
    key === null || (titles.length > 0 && !titles.includes(title)) ? [] : [key],
  );
  expect(takenAway.length).toBeGreaterThan(0);
  return apply({ text: file, seal, takenAway });
}
const offered = async (file: string) =>
  (await compare(file)).left.filter(({ key }) => key !== null).map(({ title, about }) => [title, about]);
const undo = ({ text: file, seal, keys, answers }: Undo) =>
  apply({ text: file, seal, chosen: keys, answers });

describe('what is here and not in the file', () => {
  test('is offered thing by thing, and is none of the differences', async () => {
    const { differences, left } = await compare(less());
    expect(differences).toEqual([]);
    expect(left.map(({ title, about }) => [title, about])).toEqual(old);
    expect(left.filter(({ key }) => key === null)).toEqual([]);
    expect((await compare(whole)).left).toEqual([]);
  });

  test('names what is to be asked for its impact', async () => {
    const { left } = await compare(less());
    const kinds = Object.fromEntries(
      left.map(({ title, touches }) => [title, touches.map((one) => (one as { kind: string }).kind).join()]),
    );
    expect(kinds).toMatchObject({
      'Ways › Old rail': 'LIST_VALUE',
      'Old list': 'LIST',
      'Parcel › Old colour': 'OBJECT_PROPERTY',
      'Old crate': 'OBJECT',
      'Orders › Old margin': 'FIELD',
      'Orders › Old hold': 'STATUS',
      'Orders › Old fault': 'PROBLEM_CODE',
      'Orders › Old extras': 'LINE_TYPE',
      'Orders › Articles › Old note': 'LINE_FIELD',
      'Orders › Open → Old hold': '',
      'Old papers': 'RECORD_TYPE',
      'Work › Now › Old orders': 'MENU_ITEM',
      'Work › Old': 'MENU_ITEM',
      Older: 'MENU_ITEM',
      'Old desk': 'ROLE',
      'Old days': '',
    });
    const changes = left.flatMap(({ touches }) => touches).map((one) => ({ ...one, takes: 'DISABLE' }));
    const { data, errors } = await server.ask(
      `query ($data: FindChangeImpactInput!) { findChangeImpact(data: $data) { impacts { name lines { sentence } } } }`,
      sue,
      { data: { changes } },
    );
    expect(errors).toBeUndefined();
    const { impacts } = (data ?? {})['findChangeImpact'] as {
      impacts: { name: string; lines: { sentence: string }[] }[];
    };
    expect(impacts.find(({ name }) => name.includes('Old list'))?.lines).toEqual([
      { sentence: expect.stringContaining('field') },
    ]);
  });

  test('is not all that a file does not speak of: an older one knows less', async () => {
    const {
      lists: _,
      objects: _objects,
      recordTypes,
      ...others
    } = JSON.parse(less()) as {
      [part: string]: Json;
    };
    const types = (recordTypes as { [member: string]: Json }[]).map(
      ({ transitions: _ways, fieldConditions: _conditions, lineTypes: _lines, ...type }) => type,
    );
    const older = JSON.stringify({ ...others, recordTypes: types });
    const unknown = /^(Ways|Parcel|Old list|Old crate)|→|when$|Old extras|Articles/;
    expect(await offered(older)).toEqual(old.filter(([title]) => !unknown.test(title!)));
    const none = JSON.stringify({
      format: 'rowhouse-configuration',
      version: 2,
      roles: read(whole)['roles'],
    });
    expect((await compare(none)).left).toEqual([]);
    // Nor of a file that says so itself, as a way back does.
    expect((await compare(less({ partial: true }))).left).toEqual([]);
  });

  test('stays where nothing of it is chosen, and is not offered once it is switched off', async () => {
    await bring(less({ roles: [...(read(less())['roles'] as object[]), { name: 'New desk' }] }), sue);
    expect((await offered(less())).filter(([title]) => title !== 'New desk')).toEqual(old);
    expect((await take(less(), 'Old desk', 'Orders › Old margin')).refusal).toBeUndefined();
    const { left } = await compare(less());
    expect(left.filter(({ key }) => key === null)).toEqual([
      expect.objectContaining({ title: 'Orders › Old margin', about: 'switched off already' }),
      expect.objectContaining({ title: 'Old desk', about: 'switched off already' }),
    ]);
  });

  test('is switched off together with what the file brings, and all of it goes back in one step', async () => {
    const roles = [...(read(less())['roles'] as object[]), { name: 'New desk', otherFields: 'ViewOnly' }];
    const file = less({ roles });
    const { seal, differences, left } = await compare(file);
    const made = await apply({
      text: file,
      seal,
      chosen: differences.map(({ key }) => key),
      takenAway: left.flatMap(({ key }) => key ?? []),
    });
    expect(made.refusal).toBeUndefined();
    expect(made.applied).toBe(1 + old.length);
    const now = await compare(file);
    expect(now.differences).toEqual([]);
    expect(now.left.filter(({ key }) => key !== null)).toEqual([]);
    const rows = await server.query(
      `select name, enabled from field where tenant_id = $1 and name like 'Old%'
       union all select name, enabled from record_type where tenant_id = $1 and name like 'Old%'
       union all select name, enabled from role where tenant_id = $1 and name like 'Old%'
       union all select name, enabled from dashboard where tenant_id = $1 and name like 'Old%'`,
      [sue.tenant],
    );
    expect(rows).toHaveLength(5);
    expect(rows.filter(({ enabled }) => enabled)).toEqual([]);
    const told = await server.query(
      `select source ->> 'file' as file from audit_log
       where tenant_id = $1 and entity = 'field' and action = 'update' order by id desc limit 1`,
      [sue.tenant],
    );
    expect(told).toEqual([{ file: 'less.json' }]);
    expect((await undo(made.undo!)).refusal).toBeUndefined();
    const [after, before] = [read(await exportOf(sue)), read(whole)];
    const off = (after['roles'] as { name: string; enabled: boolean }[]).find(
      ({ name }) => name === 'New desk',
    );
    expect(off?.enabled).toBe(false);
    const others = (file_: { [part: string]: Json }) => ({
      ...file_,
      roles: (file_['roles'] as { name: string }[]).filter(({ name }) => name !== 'New desk'),
    });
    expect(others(after)).toEqual(others(before));
  });

  test('goes by the name that its type gets from the file', async () => {
    const file = less().replaceAll('"Orders"', '"Sales"');
    const ask = async (answers: object[]) => {
      const { data, errors } = await server.ask(
        `query ($data: CompareConfigurationInput!) { compareConfiguration(data: $data) {
           seal differences { key title state } left { key title } } }`,
        sue,
        { data: { text: file, answers } },
      );
      expect(errors).toBeUndefined();
      return data?.['compareConfiguration'] as Comparison;
    };
    const open = (await ask([])).differences.find(({ state }) => state === 'ASKED')!;
    const answers = [{ key: open.key, name: 'Orders' }];
    const { seal, differences, left } = await ask(answers);
    const takenAway = left.flatMap(({ key, title }) => (title === 'Orders › Old margin' ? (key ?? []) : []));
    expect(takenAway).toHaveLength(1);
    const chosen = differences.map(({ key }) => key);
    expect((await apply({ text: file, seal, chosen, takenAway, answers })).refusal).toBeUndefined();
    expect(
      await server.query(
        `select t.name as type, f.enabled from field f join record_type t on t.id = f.record_type_id
         where f.tenant_id = $1 and f.name = 'Old margin'`,
        [sue.tenant],
      ),
    ).toEqual([{ type: 'Sales', enabled: false }]);
  });
});

describe('it is refused', () => {
  const unchanged = async () => expect(await exportOf(sue)).toBe(whole);

  test('as the page refuses it, with what it is about: who administers stays', async () => {
    const file = JSON.stringify({ ...read(whole), roles: [{ name: 'Clerk' }] });
    const { refusal } = await take(file, 'Administrator');
    expect(refusal?.message).toMatch(/^Administrator: .+ Nothing was changed\.$/);
    const menu = await take(JSON.stringify({ ...read(whole), menu: [] }));
    expect(menu.refusal?.message).toMatch(/^Menu: .+ Nothing was changed\.$/);
    await unchanged();
  });

  test('where anything was set up otherwise since, and whole where one of it is refused', async () => {
    const file = JSON.stringify({ ...read(less()), roles: [{ name: 'Clerk' }] });
    const { seal, left } = await compare(file);
    const takenAway = left.flatMap(({ key }) => key ?? []);
    expect((await apply({ text: file, seal, takenAway })).refusal?.message).toMatch(/^Administrator: /);
    await unchanged();
    await bring(JSON.stringify({ ...setUp, roles: [{ name: 'Newest' }] }), sue);
    const late = await apply({ text: file, seal, takenAway: [takenAway[0]!] });
    expect(late.refusal?.extensions['code']).toBe('CONFLICT');
  });

  test('where it is not what is only here', async () => {
    const { seal, left } = await compare(whole);
    expect(left).toEqual([]);
    const { refusal } = await apply({ text: whole, seal, takenAway: ['["roles","clerk"]'] });
    expect(refusal?.message).toBe('Choose from what is here and not in the file.');
    expect((await apply({ text: whole, seal })).refusal?.extensions['code']).toBe('INVALID');
    await unchanged();
  });

  test('for who does not administer the company', async () => {
    await server.database.asOwnerOfAll(async (connection) => {
      const { rows } = await connection.query(`select id from role where tenant_id = $1 and name = 'Clerk'`, [
        sue.tenant,
      ]);
      await putMembership(connection, sue.tenant, server.people.bob, Number(rows[0]?.['id']));
    });
    const bob = await server.enter('bob', { id: sue.tenant });
    const { seal } = await compare(less());
    const { refusal } = await apply({ text: less(), seal, takenAway: ['["roles","old desk"]'] }, bob);
    expect(refusal?.extensions['code']).toBe('FORBIDDEN');
    await unchanged();
  });
});
