// What the start page and the palette are told, through HTTP on a real database.
import { tenantId, userId } from '@rowhouse/domain/kernel/ids.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Credentials, TestServer } from '../../../testing/test-server.ts';
import { startTestServer } from '../../../testing/test-server.ts';
import type { TestTenant } from '../../../testing/two-tenants.ts';

let server: TestServer;
let ana: Credentials;
let bob: Credentials;
let sue: Credentials;
beforeAll(async () => {
  server = await startTestServer();
  ana = await server.enter('ana', server.north);
  bob = await server.enter('bob', server.north);
  sue = await server.enter('sue', server.south);
});
afterAll(() => server.close());

/** As somebody, in a transaction of the tenant, as every operation writes. */
const write = (tenant: TestTenant, person: number, text: string, values: (string | number | null)[] = []) =>
  server.database.withTenant({ tenantId: tenantId(tenant.id), userId: userId(person) }, (transaction) =>
    transaction.one({ text, values }),
  );

let lastNumber = 100;
type Made = Partial<{
  tenant: TestTenant;
  type: number;
  by: number;
  columns: Record<string, string | number | null>;
}>;
async function create({
  tenant = server.north,
  type = tenant.types.orders,
  by = server.people.ana,
  columns = {},
}: Made = {}) {
  const all = {
    bucket: 3,
    tenant_id: tenant.id,
    record_type_id: type,
    record_number: (lastNumber += 1),
    status_id: tenant.statuses.order,
    ...columns,
  };
  const names = Object.keys(all);
  const { rows } = await write(
    tenant,
    by,
    `insert into record_3 (id, ${names.join(', ')}) values (nextval('record_id_seq'), ${names.map((_, index) => `$${index + 1}`).join(', ')}) returning id`,
    Object.values(all),
  );
  return { id: Number(rows[0]?.[0]), number: lastNumber };
}

const line = 'id recordTypeId recordNumber title status { name } amount deadline found { name text }';
const documents = {
  findMyAssignedRecords: `query ($data: FindMyAssignedRecordsInput!) { findMyAssignedRecords(data: $data) {
    total groups { due total counts { recordTypeId total } records { ${line} } }
    grids { recordTypeId name deadline { key name } closingStatusIds } } }`,
  findRecentChanges: `query ($data: FindRecentChangesInput!) { findRecentChanges(data: $data) {
    total isMore people lines { kind by { id name } recordTypeId recordTypeName recordsCount record { ${line} }
      recordNumbers fields { name dataType before after isOne } } } }`,
  searchRecords: `query ($data: SearchRecordsInput!) { searchRecords(data: $data) {
    grids { recordTypeId name records { ${line} } isMore } late } }`,
};
type Line = {
  id: number;
  recordNumber: number | null;
  title: string | null;
  amount: string | null;
  found: { name: string; text: string } | null;
};
type Assigned = {
  total: number;
  groups: { due: string; total: number; records: Line[] }[];
  grids: { recordTypeId: number; deadline: { key: string } | null; closingStatusIds: number[] }[];
};
type Changes = {
  total: number;
  people: number;
  lines: {
    kind: string;
    by: { name: string };
    recordsCount: number;
    record: Line | null;
    recordNumbers: number[];
    fields: { name: string; before: string | null; after: string | null; isOne: boolean }[];
  }[];
};
type Search = { grids: { name: string; records: Line[]; isMore: boolean }[]; late: string[] };

async function ask<Answer>(name: keyof typeof documents, who: Credentials, data: object): Promise<Answer> {
  const answer = await server.ask(documents[name], who, { data });
  expect(answer.errors).toBeUndefined();
  return answer.data?.[name] as Answer;
}
async function refusal(name: keyof typeof documents, data: object, who: Credentials = ana): Promise<unknown> {
  return (await server.ask(documents[name], who, { data })).errors?.[0]?.extensions['code'];
}

describe('what is assigned to me', () => {
  const today = '2026-06-10';
  const ofAna = (due: string | null, more = {}) =>
    create({ columns: { assigned_to: server.people.ana, due_date: due, ...more } });
  const assigned = (who = ana) => ask<Assigned>('findMyAssignedRecords', who, { today });

  test('stands by when it is due, each group with its number and its first records', async () => {
    const late = await ofAna('2026-06-01');
    const later = await ofAna('2026-06-09');
    const now = await ofAna(today);
    await ofAna('2026-06-14');
    await ofAna('2026-06-15');
    await ofAna(null);
    await ofAna(today, { enabled: 'false' });
    await create({ columns: { assigned_to: server.people.bob, due_date: today } });
    const { total, groups, grids } = await assigned();
    expect(total).toBe(6);
    expect(groups.map((group) => [group.due, group.total])).toEqual([
      ['OVERDUE', 2],
      ['TODAY', 1],
      ['THIS_WEEK', 1],
      ['LATER', 1],
      ['NO_DATE', 1],
    ]);
    expect(groups[0]?.records.map(({ id }) => id)).toEqual([late.id, later.id]);
    expect(groups[1]?.records[0]).toMatchObject({ recordNumber: now.number, status: { name: 'Ready' } });
    expect(
      grids.find(({ recordTypeId }) => recordTypeId === server.north.types.documents)?.deadline?.key,
    ).toBe('dueDate');
  });

  test('is what is open: a status that closes its record takes it out', async () => {
    const before = (await assigned()).total;
    const [row] = await server.query(
      `insert into record_status (tenant_id, record_type_id, name, closes) values ($1, $2, 'Over', true) returning id`,
      [server.north.id, server.north.types.orders],
    );
    const over = Number(row?.['id']);
    const { id } = await ofAna(today);
    expect((await assigned()).total).toBe(before + 1);
    await write(
      server.north,
      server.people.ana,
      'update record_3 set status_id = $1, version = version + 1 where id = $2',
      [over, id],
    );
    const after = await assigned();
    expect(after.total).toBe(before);
    expect(after.grids.flatMap(({ closingStatusIds }) => closingStatusIds)).toContain(over);
  });

  test('tells nothing to whom the field is hidden, and nothing of another company', async () => {
    await create({ columns: { assigned_to: server.people.bob, due_date: today } });
    const clerks = await assigned(bob);
    expect([clerks.total, clerks.groups]).toEqual([0, []]);
    expect(clerks.grids).toEqual([]);
    expect((await assigned(sue)).total).toBe(0);
  });

  test.each(['2026-02-30', 'today', ''])('refuses %j as a day', async (day) => {
    expect(await refusal('findMyAssignedRecords', { today: day })).toBe('INVALID');
  });
});

describe('what others have changed', () => {
  const since = () => new Date(server.clock.now() - 3_600_000).toISOString();
  const changes = (who: Credentials) => ask<Changes>('findRecentChanges', who, { since: since() });
  const change = (id: number, set: string, by = server.people.ana) =>
    write(server.north, by, `update record_3 set ${set}, version = version + 1 where id = $1`, [id]);
  beforeEach(async () => {
    await server.query(`update audit_log set at = '2020-01-01'`);
  });

  test('is told with field and values, the newest first, without one’s own', async () => {
    const { id, number } = await create();
    await change(id, 'n1 = 4');
    await server.query(`update audit_log set at = at - interval '40 minutes' where entity_id = $1`, [id]);
    await change(id, 'n1 = 5', server.people.bob);
    expect(await changes(bob)).toMatchObject({
      total: 2,
      people: 1,
      lines: [
        {
          kind: 'update',
          by: { name: 'Ana Test' },
          record: { id },
          fields: [{ name: 'Weight', before: null, after: '4', isOne: true }],
        },
        { kind: 'create', recordsCount: 1 },
      ],
    });
    const [line] = (await changes(ana)).lines;
    expect(line).toMatchObject({ by: { name: 'Bob Test' }, record: { recordNumber: number } });
    expect((await changes(ana)).total).toBe(1);
  });

  test('of many records at once is one line that leads to them', async () => {
    const made = [await create(), await create(), await create()];
    await server.query(`update audit_log set at = '2020-01-01'`);
    const ids = made.map(({ id }) => id).join(', ');
    await write(
      server.north,
      server.people.bob,
      `update record_3 set n1 = 9, version = version + 1 where id in (${ids})`,
    );
    const { lines, total } = await changes(ana);
    expect(total).toBe(3);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ recordsCount: 3, fields: [{ name: 'Weight', after: '9' }] });
    expect(lines[0]?.recordNumbers.toSorted()).toEqual(made.map(({ number }) => number));
  });

  test('is not told of a hidden field, of a deleted record, of a closed type, of another company', async () => {
    const { fields, types } = server.north;
    expect(fields.margin).toBeGreaterThan(0);
    const { id } = await create();
    const gone = await create();
    const secret = await create({ type: types.secrets });
    const foreign = await create({ tenant: server.south, by: server.people.sue });
    await server.query(`update audit_log set at = '2020-01-01'`);
    await change(id, 'n2 = 77');
    await change(id, `description = 'hidden'`);
    await change(gone.id, 'enabled = false');
    await change(gone.id, 'n1 = 3');
    await change(secret.id, `status_id = null`);
    await write(
      server.south,
      server.people.sue,
      'update record_3 set n1 = 6, version = version + 1 where id = $1',
      [foreign.id],
    );
    expect(await changes(bob)).toEqual({ total: 0, isMore: false, people: 0, lines: [] });
    await change(id, 'n2 = 78, n1 = 8');
    const { lines } = await changes(bob);
    expect(lines).toHaveLength(1);
    expect(lines[0]?.fields.map(({ name }) => name)).toEqual(['Weight']);
    expect(JSON.stringify(lines)).not.toContain('78');
  });

  test('is not told of records out of the sight of a confined role', async () => {
    const { id: tenant, roles, types, fields } = server.north;
    const [inside, outside] = [await create({ columns: { n2: 1 } }), await create({ columns: { n2: 90 } })];
    await server.query(`update audit_log set at = '2020-01-01'`);
    const confine = (criteria: string | null) =>
      server.query(
        `update role_field_access set filter_criteria = $5
         where tenant_id = $1 and role_id = $2 and record_type_id = $3 and field_id = $4`,
        [tenant, roles.clerk, types.orders, fields.margin, criteria],
      );
    await confine('[{"operator": "lessThan", "value": "50"}]');
    await change(inside.id, 'n1 = 21');
    await change(outside.id, 'n1 = 22');
    const { lines, total } = await changes(bob);
    await confine(null);
    expect(total).toBe(1);
    expect(lines[0]?.record?.id).toBe(inside.id);
  });

  test('is told of the last eight days only', async () => {
    const longAgo = new Date(server.clock.now() - 9 * 86_400_000).toISOString();
    expect(await refusal('findRecentChanges', { since: longAgo })).toBe('INVALID');
    expect(await refusal('findRecentChanges', { since: 'yesterday' })).toBe('INVALID');
  });
});

describe('the palette', () => {
  const search = (text: string, who = ana) => ask<Search>('searchRecords', who, { text });

  test('finds by number and by text, over all types, and says where', async () => {
    const order = await create({ columns: { issued_to_company_name: 'Needle Works', description: 'x' } });
    await create({
      type: server.north.types.bills,
      columns: {
        issued_to_company_name: 'Others',
        description: 'a needle in hay',
        status_id: server.north.statuses.bill,
      },
    });
    const found = await search('NEEDLE');
    expect(found.late).toEqual([]);
    expect(found.grids.map(({ name }) => name).toSorted()).toEqual(['All Documents']);
    const lines = found.grids.flatMap(({ records }) => records);
    expect(lines.map(({ title }) => title).toSorted()).toEqual(['Needle Works', 'Others']);
    expect(lines.find(({ title }) => title === 'Others')?.found).toEqual({
      name: 'Description',
      text: 'a needle in hay',
    });
    const [byNumber] = (await search(String(order.number))).grids;
    expect(byNumber?.records.map(({ id }) => id)).toContain(order.id);
  });

  test('shows a few of each type, and says that there are more', async () => {
    for (let index = 0; index < 6; index += 1)
      await create({ columns: { description: `many of these ${index}` } });
    const [grid] = (await search('many of these')).grids;
    expect([grid?.records.length, grid?.isMore]).toEqual([4, true]);
  });

  test('finds nothing by what is hidden, in a closed type, in another company', async () => {
    await create({ columns: { description: 'hidden straw' } });
    await create({ type: server.north.types.secrets, columns: { description: 'secret straw' } });
    await create({ tenant: server.south, by: server.people.sue, columns: { description: 'foreign straw' } });
    expect(await search('straw', bob)).toEqual({ grids: [], late: [] });
    const titles = JSON.stringify(await search('straw', ana));
    expect(titles).toContain('secret straw');
    expect(titles).not.toContain('foreign');
  });

  test.each(['', '   ', 'x'.repeat(101), 'a\u0000b'])('refuses %j', async (text) => {
    expect(await refusal('searchRecords', { text })).toBe('INVALID');
  });
});

test.each(
  Object.entries({
    findMyAssignedRecords: { today: '2026-01-01' },
    findRecentChanges: { since: '2026-01-01T00:00:00Z' },
    searchRecords: { text: 'x' },
  }),
)('%s needs a tenant entered', async (name, data) => {
  for (const credentials of [{}, await server.signIn('bob')])
    expect(await refusal(name as keyof typeof documents, data, credentials as Credentials)).toBe(
      'UNAUTHENTICATED',
    );
});
