// A company begins: what templates make, for whom, and how far the first steps are.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import { makeCompany } from '../../seed/make-company.ts';
import { startTestServer } from '../../../testing/test-server.ts';
import type { Credentials, TestServer } from '../../../testing/test-server.ts';
import { companyTemplates } from './list-templates.ts';

let server: TestServer;
let company: { id: number };
let sue: Credentials;
beforeAll(async () => {
  server = await startTestServer();
  company = await begin('Fresh', 'fresh');
  sue = await server.enter('sue', company);
});
afterAll(() => server.close());

const begin = (name: string, url: string) =>
  server.database.asOwnerOfAll((connection) =>
    inTransaction(connection, () =>
      makeCompany(connection, { name, url, administrator: server.people.sue, madeBy: server.people.sue }),
    ),
  );
const parts = 'templates startedEmpty putAway hasRecordTypes hasRecords peopleCount invitedCount stepsDone';
const applyDocument = `mutation ($data: ApplyTemplatesInput!) { applyTemplates(data: $data) { ${parts} } }`;
const awayDocument = `mutation ($data: PutSetUpAwayInput!) { putSetUpAway(data: $data) { ${parts} } }`;
const apply = (templates: string[], who: Credentials = sue) =>
  server.ask(applyDocument, who, { data: { templates } });
const findSetUp = async (who: Credentials = sue) =>
  (await server.ask(`{ findSetUp { ${parts} } }`, who)).data?.['findSetUp'];
const untouched = {
  templates: [],
  startedEmpty: false,
  putAway: false,
  hasRecordTypes: false,
  hasRecords: false,
  peopleCount: 1,
  invitedCount: 0,
  stepsDone: 2,
};

describe('the templates', () => {
  test.each(companyTemplates.map((template) => [template.key, template] as const))(
    '%s names only what it has',
    (_key, { fields, lists, lines, statuses, sample, role, problemCodes }) => {
      const names = new Set(fields.map(({ name }) => name));
      const listNames = lists.map(({ name }) => name);
      expect(names.size).toBe(fields.length);
      const asked = [...fields, ...(lines?.fields ?? [])].flatMap(({ list }) => list ?? []);
      expect(listNames).toEqual(expect.arrayContaining(asked));
      const used = new Set([...fields, ...(lines?.fields ?? [])].map(({ list }) => list));
      expect(listNames.filter((name) => !used.has(name))).toEqual([]);
      for (const column of sample.columns)
        expect(names.has(column) || ['Number', 'Status'].includes(column)).toBe(true);
      for (const row of sample.rows) expect(row).toHaveLength(sample.columns.length);
      expect(statuses.filter(({ closes }) => closes).length).toBeGreaterThan(0);
      expect(problemCodes[0]).toBe('None');
      for (const field of role.viewOnly) expect(names).toContain(field);
    },
  );

  test('are shown to administrators, with which of them the company has', async () => {
    const { data } = await server.ask('{ getCompanyTemplates { key name isThere sampleRows } }', sue);
    const shown = data?.['getCompanyTemplates'] as { key: string; isThere: boolean }[];
    expect(shown.map(({ key }) => key)).toEqual(['sales-orders', 'purchase-orders', 'bills', 'projects']);
    expect(shown.some(({ isThere }) => isThere)).toBe(false);
  });
});

describe('applying them', () => {
  test('of several with one that is not there, nothing is made', async () => {
    expect((await apply(['sales-orders', 'teapots'])).errors?.[0]).toMatchObject({
      message: "There is no template 'teapots'.",
      extensions: { code: 'INVALID' },
    });
    expect(await findSetUp()).toEqual(untouched);
  });

  test('makes types, lists, menu and roles at once, in the company alone, and notes who did it', async () => {
    const foreign = () =>
      server.query('select count(*)::int as n from field where tenant_id = $1', [server.south.id]);
    const before = await foreign();
    const answer = await apply(['sales-orders', 'purchase-orders']);
    expect(answer.data?.['applyTemplates']).toEqual({
      ...untouched,
      templates: ['sales-orders', 'purchase-orders'],
      hasRecordTypes: true,
      stepsDone: 3,
    });
    expect(await foreign()).toEqual(before);
    const { data } = await server.ask(
      '{ SaasMenu { name appSections { name menuItems { name recordType { id name } } } } }',
      sue,
    );
    const [records] = (data?.['SaasMenu'] ?? []) as {
      name: string;
      appSections: { menuItems: { recordType: { id: number; name: string } }[] }[];
    }[];
    expect(records?.name).toBe('Records');
    const types = records!.appSections.map(({ menuItems }) => menuItems[0]!.recordType);
    expect(types.map(({ name }) => name)).toEqual(['Sales orders', 'Purchase orders']);
    expect(
      await server.query(
        `select t.name as type, s.name from record_status s join record_type t on t.tenant_id = s.tenant_id and t.id = s.record_type_id
         where s.tenant_id = $1 and s.is_first order by t.id`,
        [company.id],
      ),
    ).toEqual([
      { type: 'Sales orders', name: 'Draft' },
      { type: 'Purchase orders', name: 'Draft' },
    ]);
    // Lists that both choose from are there once.
    expect(
      await server.query(
        `select l.name, count(v.*)::int as values from list l join list_value v on v.tenant_id = l.tenant_id and v.list_id = l.id
         where l.tenant_id = $1 group by l.id, l.name order by l.name`,
        [company.id],
      ),
    ).toEqual([
      { name: 'Payment terms', values: 5 },
      { name: 'Ship methods', values: 5 },
      { name: 'Units', values: 7 },
    ]);
    expect(
      await server.query(
        `select user_id::int as by, changes->'templates' as templates from audit_log
         where tenant_id = $1 and entity = 'company_set_up'`,
        [company.id],
      ),
    ).toEqual([{ by: server.people.sue, templates: [[], ['sales-orders', 'purchase-orders']] }]);
  });

  test('what was made takes a record with lines, by whoever has the role of the template', async () => {
    const [role] = await server.query(
      `select id::int from role where tenant_id = $1 and name = 'Order desk'`,
      [company.id],
    );
    await server.query('insert into membership (tenant_id, user_id, role_id) values ($1, $2, $3)', [
      company.id,
      server.people.bob,
      role?.['id'],
    ]);
    const bob = await server.enter('bob', company);
    const [type] = await server.query(
      `select t.id::int, s.id::int as status, p.id::int as problem from record_type t
         join record_status s on s.record_type_id = t.id and s.name = 'Draft'
         join problem_code p on p.record_type_id = t.id and p.name = 'None'
       where t.tenant_id = $1 and t.name = 'Sales orders'`,
      [company.id],
    );
    const fields = (
      await server.ask(
        'query ($id: Id!) { getSaasRecordFieldsByRecordTypes(recordType: $id) { id name dataType } }',
        bob,
        { id: type?.['id'] },
      )
    ).data?.['getSaasRecordFieldsByRecordTypes'] as { id: number; name: string }[];
    expect(fields.map(({ name }) => name)).toEqual(
      expect.arrayContaining(companyTemplates[0]!.fields.map(({ name }) => name)),
    );
    const customer = fields.find(({ name }) => name === 'Customer');
    const made = await server.ask(
      'mutation ($data: RegisterRecordInput!) { registerRecordHeader(data: $data) { id recordNumber } }',
      bob,
      {
        data: {
          recordType: type?.['id'],
          description: 'First',
          issuedByCompanyName: 'Fresh',
          issuedToCompanyName: 'Vins et alcools',
          statusId: type?.['status'],
          poNumber: 1,
          problemCodeId: type?.['problem'],
          recordDate: '2026-11-01',
          additionalFields: [{ recordAdditionalFieldByTypeId: customer?.id, value: 'Vins et alcools' }],
        },
      },
    );
    expect(made.errors).toBeUndefined();
    // No number was given.
    expect(made.data).toMatchObject({ registerRecordHeader: { recordNumber: 1 } });
    // With that all five are done, and nothing is left to be shown.
    expect(await findSetUp()).toBeNull();
  });

  test('a second time it is refused, and what would have come with it is not made', async () => {
    expect((await apply(['bills', 'sales-orders'])).errors?.[0]).toMatchObject({
      message: "There is a record type 'Sales orders' already. Leave this template out.",
      extensions: { code: 'CONFLICT' },
    });
    expect(
      await server.query(`select from record_type where tenant_id = $1 and name = 'Bills'`, [company.id]),
    ).toEqual([]);
  });

  test('two administrators at once make nothing twice', async () => {
    const other = await begin('Both', 'both');
    const who = await server.enter('sue', other);
    const answers = await Promise.all([apply(['projects'], who), apply(['projects'], who)]);
    expect(
      answers.flatMap(({ errors }) => errors?.map(({ extensions }) => extensions['code']) ?? []),
    ).toEqual(['CONFLICT']);
    expect(
      await server.query('select count(*)::int as n from record_type where tenant_id = $1', [other.id]),
    ).toEqual([{ n: 1 }]);
  });
});

describe('the first steps', () => {
  test('are nothing to who does not administer, and to companies that were set up before', async () => {
    expect(await findSetUp(await server.enter('bob', server.north))).toBeNull();
    expect(await findSetUp(await server.enter('ana', server.north))).toBeNull();
    const bob = await server.enter('bob', company);
    for (const answer of [
      await apply(['bills'], bob),
      await server.ask(awayDocument, bob, { data: { putAway: true } }),
    ])
      expect(answer.errors?.[0]?.extensions).toMatchObject({ code: 'FORBIDDEN' });
  });

  test('may begin with nothing, be put away and brought back; every administrator sees the same', async () => {
    const empty = await begin('Empty', 'empty');
    const who = await server.enter('sue', empty);
    expect((await apply([], who)).data?.['applyTemplates']).toEqual({
      ...untouched,
      startedEmpty: true,
      stepsDone: 3,
    });
    await server.ask(awayDocument, who, { data: { putAway: true } });
    await server.query(
      `insert into membership (tenant_id, user_id, role_id) select tenant_id, $2, role_id from membership where tenant_id = $1`,
      [empty.id, server.people.ana],
    );
    expect(await findSetUp(await server.enter('ana', empty))).toMatchObject({ putAway: true, stepsDone: 4 });
    await server.ask(awayDocument, who, { data: { putAway: false } });
    expect(await findSetUp(who)).toMatchObject({ putAway: false });
    expect(
      await server.query(
        `select changes from audit_log where tenant_id = $1 and entity = 'company_set_up' order by id`,
        [empty.id],
      ),
    ).toEqual([
      { changes: { started_empty: [false, true] } },
      { changes: { put_away: [false, true] } },
      { changes: { put_away: [true, false] } },
    ]);
  });
});
