// Indexes come with use and go with disuse; and under row-level security, as the role that serves requests, a page of a
// large type is read along them.
import { findAuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import { findViewer } from '@rowhouse/domain/access/find-viewer.ts';
import type { FilterAndSortInput, RecordFilterInput } from '@rowhouse/domain/contract.generated.ts';
import { sessionId } from '@rowhouse/domain/kernel/ids.ts';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { databaseUrl, runAsAdmin, superuser } from '../../../testing/postgres.ts';
import { startAnother } from '../../../testing/record-model/another-application.ts';
import { startTestServer } from '../../../testing/test-server.ts';
import type { Credentials, TestServer } from '../../../testing/test-server.ts';
import { createLog } from '../../platform/log.ts';
import type { Statement } from '../../platform/database/statement-batch.ts';
import { aggregateStatement } from '../../platform/record-store/aggregate-query.ts';
import type { AggregateQuery } from '../../platform/record-store/aggregate-query.ts';
import { promoteLargeTypes } from '../../platform/record-store/promote.ts';
import { countStatement } from '../../platform/record-store/count-statements.ts';
import { pageStatement } from '../../platform/record-store/page-statements.ts';
import { tendIndexes } from '../../platform/record-store/tend-indexes.ts';
import type { IndexLimits } from '../../platform/record-store/tend-indexes.ts';
import { loadTenantConfig } from '../../platform/tenant-config/load-tenant-config.ts';
import { aTenant } from '../../seed/builders.ts';
import { parseRecordQuery } from './parse-record-query.ts';

const count = 12_000;
let server: TestServer;
let another: Awaited<ReturnType<typeof startAnother>>;
let world: Awaited<ReturnType<typeof build>>;
let ana: Credentials;
beforeAll(async () => {
  server = await startTestServer();
  another = await startAnother(server);
  world = await build();
  ana = await server.enter('ana', world.tenant);
});
afterAll(async () => {
  await another.close();
  await server.close();
});

const log = createLog('fatal');
const limits = { above: 10_000, mostOfType: 12 };

async function build() {
  const built = await server.database.asOwnerOfAll(async (connection) => {
    const tenant = await aTenant(connection, { name: 'Large', bucket: 9 });
    const role = await tenant.withRole({ name: 'Manager', defaultFieldAccess: 'Editable' });
    await tenant.withMember(server.people.ana, role);
    const list = await tenant.withList({ name: 'Choices', values: ['A', 'B'] });
    const fields = [
      { name: 'Number', dataType: 'decimal' },
      { name: 'Text', dataType: 'string' },
      { name: 'Choice', dataType: 'dropdown', list },
      { name: 'Choices', dataType: 'multiselect', list },
      { name: 'Day', dataType: 'date' },
      { name: 'Checked', dataType: 'checkbox' },
      { name: 'Kept', dataType: 'string', slot: 'overflow' },
    ] as const;
    const large = await tenant.withRecordType({ name: 'Large', fields });
    const small = await tenant.withRecordType({ name: 'Small', fields });
    const item = (name: string, recordType: typeof large) => ({ name, route: name, recordType });
    const items = await tenant.withMenu([
      {
        name: 'Group',
        route: 'group',
        sections: [
          { name: 'Section', route: 'section', items: [item('large', large), item('small', small)] },
        ],
      },
    ]);
    for (const id of items.values()) await tenant.withActions(role, id, ['view']);
    return { tenant, large, small };
  });
  await server.query(
    `insert into record_9 (bucket, tenant_id, record_type_id, record_number, po_number, created_at, n1, t1, r1, m1, d1, b1,
       issued_by_company_name)
     select 9, $1, $2, i, i, timestamptz '2020-01-01' + i * interval '1 minute', i * 7919 % 10007 / 10.0,
            'Text ' || md5(i::text), i * 31 % 400 + 1, array[i % 300, 1000 + i % 7],
            timestamptz '2020-01-01 00:00Z' + i % 900 * interval '1 day', i % 50 = 0,
            repeat('as wide as records are ', 20)
     from generate_series(1, ${count}) i`,
    [built.tenant.id, built.large.id],
  );
  return built;
}

const keyOf = (name: string): { fieldId: number; field?: string } => {
  const field = world.large.fields.get(name);
  return field === undefined ? { fieldId: 0, field: name } : { fieldId: field.id };
};
const filter = (name: string, filterCriteria: RecordFilterInput['filterCriteria']): RecordFilterInput => ({
  ...keyOf(name),
  logicOperator: 'AND',
  priority: 0,
  filterCriteria,
});

const ask = async (data: Omit<FilterAndSortInput, 'recordTypeId'>, typeId: number = world.large.id) => {
  const answer = await another.ask(
    'query ($data: FilterAndSortInput!) { filterAndSortRecordHeader(data: $data) { total records { id } } }',
    ana,
    { data: { recordTypeId: typeId, ...data } },
  );
  expect(answer.errors).toBeUndefined();
};

const indexes = async (): Promise<string[]> =>
  (
    await server.query(
      `select c.relname as name, i.indisvalid as valid from pg_index i join pg_class c on c.oid = i.indexrelid
       where c.relname like 'ix\\_%' order by c.relname`,
    )
  ).map(({ name, valid }) => `${String(name)}${valid === true ? '' : ' (invalid)'}`);

async function planOf(
  input: Omit<FilterAndSortInput, 'recordTypeId'>,
  of: 'page' | 'count' = 'page',
  offset = 0,
) {
  const config = (await loadTenantConfig(server.database, world.tenant.id))!;
  const viewer = findViewer(config, server.people.ana, sessionId('any'))!;
  const recordType = findAuthorisedRecordType(config, viewer, world.large.id)!;
  const query = parseRecordQuery({ recordTypeId: world.large.id, ...input }, recordType, {
    config,
    viewer,
  });
  const { text, values }: Statement =
    of === 'count'
      ? countStatement(query)
      : pageStatement(query, () => ['id', 'n1', 't1'], { offset, limit: 25 }, null);
  const [answer] = await server.database.read({ tenantId: world.tenant.id, userId: null }, [
    { text: `explain (analyze, costs off, timing off) ${text}`, ...(values && { values }) },
  ]);
  return (answer?.rows ?? [])
    .map(([line]) => line ?? '')
    .filter((line) => !line.includes('never executed'))
    .join('\n');
}

const ofNumber = () => [
  filter('Number', { operator: 'greaterOrEqual', value: '10' }),
  filter('Number', { operator: 'lessThan', value: '14' }),
];

describe('in a bucket that types share', () => {
  test('a third use within a day makes an index of that type alone', async () => {
    const use = { filters: [filter('Number', { operator: 'greaterThan', value: '5' })] };
    for (const times of [1, 2, 3]) {
      await ask(use);
      await another.fieldUse.flush();
      const made = await tendIndexes(server.database, log, { limits });
      expect(made).toEqual(times < 3 ? [] : [`ix_9_${world.large.id}_n1_order`]);
    }
    const [row] = await server.query(`select indexdef from pg_indexes where indexname like 'ix\\_9\\_%'`);
    expect(row?.['indexdef']).toMatch(
      new RegExp(
        `WHERE \\(\\(tenant_id = ${world.tenant.id}\\) AND \\(record_type_id = ${world.large.id}\\)\\)`,
      ),
    );
  });

  test('and requests are served by it, under row-level security', async () => {
    // Commits are asynchronous here: until their log is written, a vacuum can mark no page as visible to everybody.
    await runAsAdmin(inject('postgresAdminUrl'), 'checkpoint');
    await server.query('vacuum (analyze) record_9');
    const name = `ix_9_${world.large.id}_n1_order`;
    expect(await planOf({ filters: ofNumber() }, 'count')).toContain(`Index Only Scan using ${name}`);
    const sorted = { filters: ofNumber(), sort: [{ ...keyOf('Number'), sort: 'ASC' as const }] };
    expect(await planOf(sorted)).toContain(name);
    const downwards = await planOf({ sort: [{ ...keyOf('Number'), sort: 'DESC' }] });
    expect(downwards).toContain(`Backward using ${name}`);
  });

  test('a small type has none, however much it is used', async () => {
    for (let use = 0; use < 4; use += 1) {
      await ask({ sort: [{ ...keyOf('poNumber'), sort: 'ASC' }] }, world.small.id);
      await another.fieldUse.flush();
    }
    expect(await tendIndexes(server.database, log, { limits })).toEqual([]);
  });
});

describe('in a bucket of its own', () => {
  beforeAll(async () => {
    await promoteLargeTypes(server.database, log, limits.above);
  });

  test('what serves the type in the bucket that it has left goes', async () => {
    expect(await indexes()).toEqual([`ix_9_${world.large.id}_n1_order`]);
    await tendIndexes(server.database, log, { limits });
    expect(await indexes()).toEqual(['ix_1000_n1_order']);
  });

  test('each kind of use has its index, made once and valid; what has one already, or no order, has none', async () => {
    await ask({
      filters: [
        filter('Text', { operator: 'equals', value: 'x' }),
        filter('Text', { operator: 'contains', value: 'x' }),
        filter('Choice', { operator: 'isAnyOf', values: ['1'] }),
        filter('Choices', { operator: 'isAnyOf', values: ['1'] }),
        filter('Checked', { operator: 'checked' }),
        filter('Kept', { operator: 'contains', value: 'x' }),
        filter('status', { operator: 'isEmpty' }),
        filter('recordNumber', { operator: 'equals', value: '1' }),
      ],
      sort: [
        { ...keyOf('Day'), sort: 'DESC' },
        { ...keyOf('poNumber'), sort: 'ASC' },
        { ...keyOf('createdAt'), sort: 'ASC' },
      ],
    });
    await another.fieldUse.flush();
    const made = await tendIndexes(server.database, log, { limits });
    expect(made.toSorted()).toEqual([
      'ix_1000_b1_order',
      'ix_1000_d1_order',
      'ix_1000_m1_order',
      'ix_1000_po_number_order',
      'ix_1000_r1_order',
      'ix_1000_t1_contains',
      'ix_1000_t1_order',
    ]);
    expect(await tendIndexes(server.database, log, { limits })).toEqual([]);
    expect((await indexes()).filter((name) => name.includes('invalid'))).toEqual([]);
  });

  test('one that a cut-off build left invalid is made anew', async () => {
    // Only a superuser may write what else a power cut in the middle of a build writes.
    await runAsAdmin(
      databaseUrl(inject('postgresAdminUrl'), new URL(server.databaseUrl).pathname.slice(1), superuser),
      `update pg_index set indisvalid = false from pg_class c where c.oid = indexrelid and c.relname = 'ix_1000_n1_order'`,
    );
    expect(await tendIndexes(server.database, log, { limits })).toEqual(['ix_1000_n1_order']);
    expect((await indexes()).filter((name) => name.includes('invalid'))).toEqual([]);
  });

  test('one that cannot be made leaves nothing behind and does not keep the others from being made', async () => {
    const long = `(select string_agg(md5(i::text), '') from generate_series(1, 400) i)`;
    await server.query(`drop index ix_1000_t1_order, ix_1000_r1_order`);
    await server.query(`update record_1000 set t1 = ${long} where record_number = 5`);
    expect(await tendIndexes(server.database, log, { limits })).toEqual(['ix_1000_r1_order']);
    expect((await indexes()).filter((name) => /t1_order|invalid/.test(name))).toEqual([]);
    await server.query(`update record_1000 set t1 = 'Text' where record_number = 5`);
    expect(await tendIndexes(server.database, log, { limits })).toEqual(['ix_1000_t1_order']);
  });

  /** What stands in the way of an index that is being made, until it is over. */
  const beside = (opening: string, work: () => Promise<void>) =>
    server.database.asOwnerOfAll(async (connection) => {
      await connection.query(opening);
      try {
        await work();
      } finally {
        await connection.query('rollback');
      }
    });

  test('a stop in the middle of a build leaves nothing behind, and the next process makes it', async () => {
    await server.query('drop index ix_1000_r1_order');
    const stopping = new AbortController();
    await beside('begin isolation level repeatable read; select 1 from tenant', async () => {
      const made = tendIndexes(server.database, log, { limits, signal: stopping.signal });
      await expect.poll(indexes, { timeout: 15_000 }).toContain('ix_1000_r1_order (invalid)');
      stopping.abort();
      expect(await made).toEqual([]);
      expect((await indexes()).filter((name) => name.includes('r1'))).toEqual([]);
    });
    expect(await tendIndexes(server.database, log, { limits })).toEqual(['ix_1000_r1_order']);
  });

  test('one that has to wait for a writer holds up none of another bucket', async () => {
    await server.query('drop index ix_1000_r1_order');
    await server.query(
      `insert into record_9 (bucket, tenant_id, record_type_id, record_number) values (9, $1, $2, 1)`,
      [world.tenant.id, world.small.id],
    );
    const other = `ix_9_${world.small.id}_po_number_order`;
    let made: Promise<string[]> | undefined;
    await beside('begin; update record_1000 set level = level where record_number = 7', async () => {
      made = tendIndexes(server.database, log, { limits: { ...limits, above: 0 } });
      await expect.poll(indexes, { timeout: 15_000 }).toContain(other);
      await expect.poll(indexes, { timeout: 15_000 }).toContain('ix_1000_r1_order (invalid)');
      expect(await tendIndexes(server.database, log, { limits: { ...limits, above: 0 } })).toEqual([]);
    });
    expect((await made)?.toSorted()).toEqual(['ix_1000_r1_order', other]);
    await server.query(`drop index ${other}`);
  });

  test('a long description is found by an index and refused by none', async () => {
    await ask({
      sort: [{ ...keyOf('description'), sort: 'ASC' }],
      filters: [filter('description', { operator: 'contains', value: 'abc' })],
    });
    await another.fieldUse.flush();
    expect(await tendIndexes(server.database, log, { limits })).toEqual(['ix_1000_description_contains']);
    const long = `(select string_agg(md5(i::text), '') from generate_series(1, 3000) i)`;
    await server.query(`update record_1000 set description = ${long} where record_number = 6`);
  });

  describe('under row-level security, as the role that serves requests', () => {
    beforeAll(() => server.query('vacuum (analyze) record_1000'));

    const plans: [what: string, plan: () => Promise<string>, index: string][] = [
      [
        'a range of a number, sorted by it',
        () => planOf({ filters: ofNumber(), sort: [{ ...keyOf('Number'), sort: 'ASC' }] }),
        'ix_1000_n1_order',
      ],
      [
        'a range of a number, sorted by it downwards',
        () => planOf({ filters: ofNumber(), sort: [{ ...keyOf('Number'), sort: 'DESC' }] }),
        'ix_1000_n1_order',
      ],
      [
        'the count of a range',
        () => planOf({ filters: ofNumber() }, 'count'),
        'Index Only Scan using ix_1000_n1_order',
      ],
      [
        'a whole type sorted downwards with the empty last',
        () => planOf({ sort: [{ ...keyOf('Day'), sort: 'DESC' }] }),
        'Backward using ix_1000_d1_order',
      ],
      [
        'two keys, the first downwards with the empty last',
        () =>
          planOf({
            sort: [
              { ...keyOf('Day'), sort: 'DESC' },
              { ...keyOf('Number'), sort: 'ASC' },
            ],
          }),
        'Backward using ix_1000_d1_order',
      ],
      [
        'a deep page downwards with the empty last',
        () => planOf({ sort: [{ ...keyOf('Day'), sort: 'DESC' }] }, 'page', 5000),
        'Backward using ix_1000_d1_order',
      ],
      [
        'a deep page by a number',
        () => planOf({ sort: [{ ...keyOf('Number'), sort: 'ASC' }] }, 'page', 5000),
        'Index Only Scan using ix_1000_n1_order',
      ],
      [
        'text that equals',
        () =>
          planOf({
            filters: [filter('Text', { operator: 'equals', value: 'TEXT c4ca4238a0b923820dcc509a6f75849b' })],
          }),
        'ix_1000_t1_order',
      ],
      [
        'text that is any of several',
        () => planOf({ filters: [filter('Text', { operator: 'isAnyOf', values: ['text a', 'Text b'] })] }),
        'ix_1000_t1_order',
      ],
      [
        'text that starts with',
        () => planOf({ filters: [filter('Text', { operator: 'startsWith', value: 'text c4ca' })] }),
        'ix_1000_t1_order',
      ],
      [
        'text that contains',
        () => planOf({ filters: [filter('Text', { operator: 'contains', value: 'C4CA4238A0' })] }),
        'ix_1000_t1_contains',
      ],
      [
        'any of several choices',
        () => planOf({ filters: [filter('Choice', { operator: 'isAnyOf', values: ['3', '5'] })] }),
        'ix_1000_r1_order',
      ],
      [
        'a multiselect that has any of several',
        () => planOf({ filters: [filter('Choices', { operator: 'isAnyOf', values: ['17', '23'] })] }),
        'ix_1000_m1_order',
      ],
      [
        'a multiselect that has one',
        () => planOf({ filters: [filter('Choices', { operator: 'is', value: '17' })] }),
        'ix_1000_m1_order',
      ],
      ['the newest', () => planOf({}), 'record_1000_created'],
    ];
    test.each(plans)('%s is read along an index', async (_, plan, index) => {
      const lines = await plan();
      expect(lines).toContain(index);
      expect(lines).not.toContain('Seq Scan');
    });
  });

  test('what nobody has used for a month goes', async () => {
    await server.query(`update field_use set last_used = current_date - 30 where kind = 'contains'`);
    await tendIndexes(server.database, log, { limits });
    const left = await indexes();
    expect([left.filter((name) => name.includes('contains')), left.includes('ix_1000_t1_order')]).toEqual([
      [],
      true,
    ]);
  });

  test('a type has at most so many', async () => {
    for (const name of await indexes()) await server.query(`drop index ${name}`);
    expect(
      (await tendIndexes(server.database, log, { limits: { above: 10_000, mostOfType: 3 } })).length,
    ).toBe(3);
  });
});

describe('numbers over records', () => {
  const own = { ...limits, numbersAbove: 10_000 };
  const tendNumbers = async (more: Partial<IndexLimits> = {}) =>
    (await tendIndexes(server.database, log, { limits: { ...own, ...more } })).filter(isOfNumbers);
  const isOfNumbers = (name: string) => name.endsWith('_numbers');
  const standing = async () => (await indexes()).filter(isOfNumbers);
  const definitionOf = async (name = '') =>
    String(
      (await server.query('select indexdef from pg_indexes where indexname = $1', [name]))[0]?.['indexdef'],
    );
  const noted = async () =>
    (
      await server.query(
        `select distinct coalesce(f.name, u.field_key) as name from field_use u left join field f on 'f' || f.id = u.field_key
         where u.kind = 'numbers' order by 1`,
      )
    ).map(({ name }) => String(name));

  type Numbers = { groups: { values: { value: string | null }[]; measures: string[] }[]; total: string[] };
  const groupKey = (name: string) => (keyOf(name).fieldId > 0 ? `f${keyOf(name).fieldId}` : name);
  const compute = async (data: object, as = ana, typeId: number = world.large.id): Promise<Numbers> => {
    const answer = await another.ask(
      `query ($data: AggregateRecordsInput!) { aggregateRecords(data: $data) { groups { values { value } measures } total } }`,
      as,
      { data: { recordTypeId: typeId, ...data } },
    );
    await another.fieldUse.flush();
    expect(answer.errors).toBeUndefined();
    return (answer.data as { aggregateRecords: Numbers }).aggregateRecords;
  };
  const sum = (name: string) => ({ kind: 'SUM', field: groupKey(name) });
  const days = (from: string) => filter('Day', { operator: 'onOrAfter', value: from });
  const byChoice = (from = '2020-03-01') => ({
    filters: [days(from)],
    groups: [{ field: groupKey('Choice') }],
    measures: [{ kind: 'COUNT' }, sum('Number')],
  });
  const thrice = async (question: object, as?: Credentials) => {
    for (const _ of [1, 2, 3]) await compute(question, as);
  };

  async function planOfNumbers(question: ReturnType<typeof byChoice>, person = server.people.ana) {
    const config = (await loadTenantConfig(server.database, world.tenant.id))!;
    const viewer = findViewer(config, person, sessionId('any'))!;
    const recordType = findAuthorisedRecordType(config, viewer, world.large.id)!;
    const { filters } = question;
    const records = parseRecordQuery({ recordTypeId: world.large.id, filters }, recordType, {
      config,
      viewer,
    });
    const fieldOf = (key: string) => recordType.fields.get(key)!;
    const query: AggregateQuery = {
      records: { ...records, sort: [] },
      groups: question.groups.map(({ field }) => ({ field: fieldOf(field), interval: null, ranking: null })),
      measures: [
        { kind: 'COUNT', field: null },
        { kind: 'SUM', field: fieldOf(groupKey('Number')) },
      ],
      timeZone: 'UTC',
      order: { measure: null, descending: false },
      limit: 100,
    };
    const { text, values } = aggregateStatement(query, 'whole');
    const [answer] = await server.database.read({ tenantId: world.tenant.id, userId: null }, [
      { text: `explain (costs off) ${text}`, ...(values && { values }) },
    ]);
    return (answer?.rows ?? []).map(([line]) => line ?? '').join('\n');
  }

  const vacuum = async (table: string) => {
    await runAsAdmin(inject('postgresAdminUrl'), 'checkpoint');
    await server.query(`vacuum (analyze) ${table}`);
  };

  beforeAll(async () => {
    for (const name of await indexes()) await server.query(`drop index ${name}`);
    await server.query('delete from field_use');
  });

  test('the charts of a saved dashboard make one in a large type before anybody opens it', async () => {
    const put = async (name: string, data: object) => {
      const answer = await another.ask(
        `mutation ($data: ${name[0]!.toUpperCase()}${name.slice(1)}Input!) { ${name}(data: $data) { id version } }`,
        ana,
        { data },
      );
      expect(answer.errors).toBeUndefined();
      return answer.data?.[name] as { id: number; version: number };
    };
    const board = await put('createDashboard', { name: 'Of large' });
    const chart = (title: string, field: string) => ({
      kind: 'BAR',
      title,
      recordTypeId: world.large.id,
      filters: [{ columnField: groupKey('Day'), operatorValue: 'onOrAfter', value: '2020-03-01' }],
      groups: [{ field: groupKey(field) }],
      measure: sum('Number'),
    });
    const place = { width: 6, height: 3 };
    const counters = [world.tenant.id, world.large.id] as const;
    const grow = (by: number) =>
      server.query(
        `update record_type_counter set all_count = all_count + $3 where tenant_id = $1 and record_type_id = $2
         and ctid = (select min(ctid) from record_type_counter where tenant_id = $1 and record_type_id = $2)`,
        [...counters, by],
      );
    await grow(10_000);
    try {
      const { version } = await put('updateDashboard', {
        ...board,
        widgets: [{ key: 'c1', ...place, chart: chart('By choice', 'Choice') }],
      });
      await another.fieldUse.flush();
      expect(await noted()).toEqual(['Choice', 'Day', 'Number']);
      const [name, ...others] = await tendNumbers();
      expect(others).toEqual([]);
      expect(await definitionOf(name)).toContain('(id) INCLUDE (n1, r1, d1)');
      // What is only moved is no use.
      await server.query(`delete from field_use where kind = 'numbers'`);
      await put('updateDashboard', { id: board.id, version, widgets: [{ key: 'c1', ...place, width: 12 }] });
      await another.fieldUse.flush();
      expect(await noted()).toEqual([]);
      await server.query(`drop index ${name}`);
    } finally {
      await grow(-10_000);
    }
  });

  test('a third use within a day makes one of all that they are computed of, and they are read from it alone', async () => {
    const before = await compute(byChoice('2020-02-01'));
    for (const times of [1, 2, 3]) {
      await compute(byChoice());
      // A question before it counted too.
      expect(await tendNumbers()).toHaveLength(times === 2 ? 1 : 0);
    }
    const [name] = await standing();
    expect(await definitionOf(name)).toContain('(id) INCLUDE (n1, r1, d1)');
    expect(await definitionOf(name)).toContain(
      `WHERE ((tenant_id = ${world.tenant.id}) AND (record_type_id = ${world.large.id}) AND enabled)`,
    );
    await vacuum('record_1000');
    expect(await planOfNumbers(byChoice())).toContain(`Index Only Scan using ${name} on record_1000`);
    await server.query(`update record_1000 set n1 = n1 where record_number = 11`);
    expect(await compute(byChoice('2020-02-01'))).toEqual(before);
    expect(before.groups.length).toBeGreaterThan(50);
  });

  test('a field that joins them makes it anew, and the one before serves until then and goes', async () => {
    const [before] = await standing();
    const withChecked = { ...byChoice(), groups: [{ field: groupKey('Checked') }] };
    await thrice(withChecked);
    const [made, ...others] = await tendNumbers();
    expect(others).toEqual([]);
    expect(made).not.toBe(before);
    expect(await standing()).toEqual([made]);
    expect(await definitionOf(made)).toContain('(id) INCLUDE (n1, r1, d1, b1)');
    expect(await tendNumbers()).toEqual([]);
  });

  test('it has so many fields at most, and those that it has stay', async () => {
    const [before] = await standing();
    await thrice({ ...byChoice(), groups: [{ field: 'problemCode' }] });
    expect(await tendNumbers({ mostFieldsOfNumbers: 4 })).toEqual([]);
    expect(await standing()).toEqual([before]);
  });

  test('what cannot stand in it, or is not asked of all, makes none', async () => {
    const questions: [question: object, fields: readonly string[]][] = [
      [byChoice(), ['Choice', 'Day', 'Number']],
      [{ measures: [sum('Number')] }, ['Number']],
      [{ ...byChoice(), groups: [{ field: groupKey('Text') }] }, []],
      [{ ...byChoice(), groups: [{ field: groupKey('Choices') }] }, []],
      [{ ...byChoice(), filters: [filter('Kept', { operator: 'contains', value: 'x' })] }, []],
      [{ ...byChoice(), search: 'text' }, []],
      // These have an index already.
      [{ groups: [{ field: 'status' }], measures: [{ kind: 'COUNT' }] }, []],
      [{ groups: [{ field: 'status' }], measures: [sum('Number')] }, ['Number', 'status']],
    ];
    for (const [question, fields] of questions) {
      await server.query(`delete from field_use where kind = 'numbers'`);
      await compute(question);
      expect([question, await noted()]).toEqual([question, fields]);
    }
  });

  test('what confines a role is in it, and its numbers are of what it may see', async () => {
    await server.query(`delete from field_use where kind = 'numbers'`);
    await server.query(
      `with made as (
         insert into role (tenant_id, name, default_field_access) values ($1, 'Confined', 'Editable') returning id
       ), seen as (
         insert into role_menu_item_action (tenant_id, role_id, menu_item_id, action_id, name)
         select $1, made.id, a.menu_item_id, a.action_id, a.name from role_menu_item_action a, made where a.tenant_id = $1
       ), confined as (
         insert into role_field_access (tenant_id, role_id, record_type_id, field_id, access, filter_criteria)
         select $1, id, $2, $3, 'Editable', '{"operator":"checked"}' from made
       )
       insert into membership (tenant_id, role_id, user_id) select $1, id, $4 from made`,
      [world.tenant.id, world.large.id, keyOf('Checked').fieldId, server.people.bob],
    );
    const bob = await server.enter('bob', world.tenant);
    const all = { measures: [{ kind: 'COUNT' }, sum('Number')] };
    await thrice({ filters: [days('2000-01-01')], ...all }, bob);
    expect(await noted()).toEqual(['Checked', 'Day', 'Number']);
    await server.query(`drop index ${(await standing()).join(', ')}`);
    const [made] = await tendNumbers();
    expect(await definitionOf(made)).toContain('(id) INCLUDE (n1, d1, b1)');
    await vacuum('record_1000');
    const question = { ...byChoice('2000-01-01'), groups: [] };
    expect(await planOfNumbers(question, server.people.bob)).toContain(`Index Only Scan using ${made}`);
    const [row] = await server.query(
      `select count(*)::text as count, trim_scale(sum(n1::numeric))::text as sum from record_1000 where b1 and enabled`,
    );
    const { total } = await compute(question, bob);
    expect(total).toEqual([row?.['count'], row?.['sum']]);
    expect(Number((await compute(question)).total[0])).toBeGreaterThan(Number(total[0]));
  });

  test('in a shared bucket it is of the type alone, where there is room', async () => {
    await server.query(
      `insert into record_9 (bucket, tenant_id, record_type_id, record_number, n1, r1, d1)
       select 9, $1, $2, i, i, i % 5, timestamptz '2021-01-01' from generate_series(10, 509) i`,
      [world.tenant.id, world.small.id],
    );
    const idOf = (name: string) => world.small.fields.get(name)?.id ?? 0;
    const question = {
      groups: [{ field: `f${idOf('Choice')}` }],
      measures: [{ kind: 'SUM', field: `f${idOf('Number')}` }],
    };
    for (const _ of [1, 2, 3]) await compute(question, ana, world.small.id);
    await server.query('create index ix_9_77_t77_cab_numbers on record_9 (id) where record_type_id = 77');
    // What nobody uses serves until the end of a turn.
    expect(await tendNumbers({ numbersAbove: 500, mostNumbersOfSharedBucket: 1 })).toEqual([]);
    const [made] = await tendNumbers({ numbersAbove: 500, mostNumbersOfSharedBucket: 1 });
    expect(made).toContain(`ix_9_${world.small.id}_t${world.tenant.id}_`);
    expect(await definitionOf(made)).toContain(`(record_type_id = ${world.small.id}) AND enabled`);
    await vacuum('record_9');
    const { groups } = await compute(question, ana, world.small.id);
    expect(groups.map(({ values }) => values[0]?.value)).toContain('4');
    const more = { ...question, groups: [{ field: `f${idOf('Day')}` }] };
    for (const _ of [1, 2, 3]) await compute(more, ana, world.small.id);
    // It takes the room of the one before.
    expect(await tendNumbers({ numbersAbove: 500, mostNumbersOfSharedBucket: 1 })).toHaveLength(1);
    expect(await standing()).not.toContain(made);
  });

  test('it goes when nobody has asked for a month', async () => {
    expect(await standing()).toHaveLength(2);
    await server.query(`update field_use set last_used = current_date - 30 where kind = 'numbers'`);
    await tendNumbers();
    expect(await standing()).toEqual([]);
  });
});
