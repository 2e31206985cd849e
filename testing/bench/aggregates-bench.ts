// Numbers over records: what stands under the columns of a filter, and the first groups of a whole type, over HTTP with
// permissions; against the same group by on a plain typed table with sensible indexes, whose amounts are numeric, by pg
// alone. In turns, each run with values of its own, so that no answer is remembered unless said.
import pg from 'pg';
import { migrate } from '@rowhouse/server/platform/database/migrate.ts';
import type { Database } from '@rowhouse/server/platform/database/database.ts';
import { createServerPool, openDatabase } from '@rowhouse/server/platform/database/open-database.ts';
import { tendIndexes } from '@rowhouse/server/platform/record-store/tend-indexes.ts';
import { spawnServer } from '../fault.ts';
import { createTestDatabase, startTestPostgres, superuser } from '../postgres.ts';
import { graphql, signIn } from './http-client.ts';
import { createLargeTenant, largeEmail, largePassword } from './large-tenant.ts';
import type { LargeTenant } from './large-tenant.ts';
import { benchIdentity, benchLog, benchSecret } from './records-bench.ts';
import { median, quantile, shownMs } from './statistics.ts';

const document = `query ($data: AggregateRecordsInput!) {
  aggregateRecords(data: $data) { groups { values { value shown } measures } total groupsLeftOut } }`;

type Line = { what: string; aim: string; data: (run: number) => object; floor: (run: number) => string };

/** What the bench asks is used, as on a dashboard that is opened every day. */
async function makeIndexes(database: Database, { tenantId, typeId, fields }: LargeTenant): Promise<string[]> {
  const ofSlots = (slots: string) => slots.split(' ').map((slot) => `f${fields[slot] ?? 0}`);
  const note = (kind: string, keys: readonly string[]) =>
    database.asOwnerOfAll((connection) =>
      connection.query(
        `insert into field_use (tenant_id, record_type_id, field_key, kind, uses) select $1, $2, unnest($3::text[]), $4, 5
         on conflict do nothing`,
        [tenantId, typeId, keys, kind],
      ),
    );
  await note('order', ofSlots('n1'));
  await note('numbers', [...ofSlots('n1 n2 n3 n4'), 'status', 'recordDate']);
  // The server's own job may be at it, and then nobody else is.
  for (;;) {
    await tendIndexes(database, benchLog);
    const { rows } = await database.asOwnerOfAll((connection) =>
      connection.query(
        `select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid where c.relname ~ '^ix_' and i.indisvalid`,
      ),
    );
    if (rows.length >= 2) {
      await database.inSession((connection) => connection.query('vacuum (analyze)'));
      return rows.map(({ name }) => String(name));
    }
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

/** @param share of the records, which a range of the first amount finds */
function linesFor({ fields }: LargeTenant, records: number): Line[] {
  const key = (slot: string) => `f${fields[slot] ?? 0}`;
  const range = (share: number) => (run: number) => {
    const from = run;
    return { from, to: from + 100_000 * share };
  };
  const filters = (share: number) => (run: number) => {
    const { from, to } = range(share)(run);
    const filterCriteria = { operator: 'between', values: [String(from), String(to)] };
    return [{ fieldId: fields['n1'], logicOperator: 'AND', priority: 0, filterCriteria }];
  };
  const where = (share: number) => (run: number) => {
    const { from, to } = range(share)(run);
    return `enabled and n1 between ${from} and ${to}`;
  };
  const some = Math.min(1, 100_000 / records);
  const sums = ['n2', 'n3', 'n4'].map((slot) => ({ kind: 'SUM', field: key(slot) }));
  const count = { kind: 'COUNT' };
  return [
    {
      what: 'three sums under a filter of 100,000',
      aim: '≤ 150 ms, 1.2',
      data: (run) => ({ filters: filters(some)(run), measures: sums }),
      floor: (run) => `select sum(n2), sum(n3), sum(n4) from plain_record where ${where(some)(run)}`,
    },
    {
      what: `groups by status of nearly all ${records.toLocaleString('en-US')}, count and sum`,
      aim: '≤ 300 ms, 1.2',
      data: (run) => ({
        filters: filters(1)(run),
        groups: [{ field: 'status' }],
        measures: [count, { kind: 'SUM', field: key('n2') }],
        order: { measure: 0, direction: 'DESC' },
      }),
      floor: (run) =>
        `select status_id, count(*), sum(n2) from plain_record where ${where(1)(run)} group by 1 order by 2 desc limit 100`,
    },
    {
      what: 'the same by month of the record date',
      aim: '≤ 300 ms, 1.2',
      data: (run) => ({
        filters: filters(1)(run),
        groups: [{ field: 'recordDate', interval: 'MONTH' }],
        measures: [count, { kind: 'SUM', field: key('n2') }],
      }),
      floor: (run) =>
        `select date_trunc('month', record_date::timestamp)::date, count(*), sum(n2) from plain_record where ${where(1)(run)} group by 1 order by 1 limit 100`,
    },
    {
      what: 'groups by status again, nothing written since',
      aim: '',
      data: () => ({ groups: [{ field: 'status' }], measures: [count] }),
      floor: () =>
        'select status_id, count(*) from plain_record where enabled group by 1 order by 2 desc limit 100',
    },
  ];
}

export async function aggregatesBench({ values }: { values: Record<string, string | undefined> }) {
  const records = Number(values['records'] ?? 1_000_000);
  const runs = Number(values['runs'] ?? 21);
  const postgres = await startTestPostgres({
    sharedBuffersMb: 2048,
    settings: { work_mem: '16MB', effective_cache_size: '8GB', random_page_cost: '1.1', max_wal_size: '8GB' },
  });
  const { url } = await createTestDatabase(postgres.adminUrl, { owner: superuser });
  const database = openDatabase(createServerPool(url, 4, benchLog), 'server');
  await migrate(database);
  const tenant = await createLargeTenant(database, benchIdentity(database), records, (text) =>
    process.stderr.write(text),
  );
  const client = new pg.Client({ connectionString: url, options: '-c jit=off' });
  await client.connect();
  for (const slot of ['n2', 'n3', 'n4'])
    await client.query(`alter table plain_record alter column ${slot} type numeric(18,2)`);
  await client.query('vacuum (analyze) plain_record');
  const server = await spawnServer({
    env: {
      DATABASE_URL: url,
      SECRET: benchSecret,
      DEMO: 'off',
      NODE_ENV: 'production',
      DATABASE_POOL_SIZE: '8',
    },
  });
  await server.waitReady();
  try {
    const headers = await signIn(server.url, largeEmail, largePassword);
    process.stderr.write(`${(await makeIndexes(database, tenant)).join(', ')}\n`);
    const rows: Record<string, string>[] = [];
    for (const line of linesFor(tenant, records)) {
      const [ours, theirs]: [number[], number[]] = [[], []];
      for (let run = 0; run < runs + 3; run += 1) {
        const data = { recordTypeId: tenant.typeId, ...line.data(run) };
        const mine = await graphql<{
          aggregateRecords: { groups: { measures: string[] }[]; total: string[] };
        }>(server.url, document, { data }, headers);
        const begun = performance.now();
        const floor = await client.query<unknown[]>({ text: line.floor(run), rowMode: 'array' });
        const ms = performance.now() - begun;
        const { groups, total } = mine.data.aggregateRecords;
        const [first = []] = floor.rows;
        const isSame =
          groups.length === 0 ? Number(total[0]) === Number(first[0]) : groups.length === floor.rowCount;
        if (!isSame)
          throw new Error(`${line.what}: ${JSON.stringify([total, groups.length, first, floor.rowCount])}`);
        if (run < 3) continue;
        ours.push(mine.ms);
        theirs.push(ms);
      }
      rows.push({
        what: line.what,
        'ms (median)': shownMs(median(ours)),
        p95: shownMs(quantile(ours, 0.95)),
        'floor, ms': shownMs(median(theirs)),
        ratio: (median(ours) / median(theirs)).toFixed(2),
        aim: line.aim,
      });
    }
    return [
      { title: `Numbers over ${records.toLocaleString('en-US')} records, ${runs} runs in turns`, rows },
    ];
  } finally {
    await client.end();
    await server.stop();
    await database.close();
    await postgres.stop();
  }
}
