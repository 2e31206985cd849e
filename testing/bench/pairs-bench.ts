// What an index of two fields that are asked together gives, and what it costs who writes: the same statements with it and
// without it, by turns, as the role that serves requests. Each run drops it within a transaction that is rolled back.
import { findAuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import { findViewer } from '@rowhouse/domain/access/find-viewer.ts';
import { recordTypeId, sessionId, tenantId, userId } from '@rowhouse/domain/kernel/ids.ts';
import type { FilterAndSortInput } from '@rowhouse/domain/contract.generated.ts';
import { parseRecordQuery } from '@rowhouse/server/features/records/parse-record-query.ts';
import type { Database, OwnerConnection } from '@rowhouse/server/platform/database/database.ts';
import type { Statement } from '@rowhouse/server/platform/database/statement-batch.ts';
import { countStatement } from '@rowhouse/server/platform/record-store/count-statements.ts';
import { pageStatement } from '@rowhouse/server/platform/record-store/page-statements.ts';
import { promoteAbove } from '@rowhouse/server/platform/record-store/promote.ts';
import { tendIndexes } from '@rowhouse/server/platform/record-store/tend-indexes.ts';
import { loadTenantConfig } from '@rowhouse/server/platform/tenant-config/load-tenant-config.ts';
import { createTestDatabase, startTestPostgres, superuser } from '../postgres.ts';
import { createLargeTenant } from './large-tenant.ts';
import type { LargeTenant } from './large-tenant.ts';
import { benchIdentity, benchLog, prepareDatabase } from './records-bench.ts';
import { median, shownMs } from './statistics.ts';

export async function pairsBench({ values }: { values: Record<string, string | undefined> }) {
  const records = Number(values['records'] ?? promoteAbove);
  const runs = Number(values['runs'] ?? 15);
  const say = (text: string) => process.stderr.write(text);
  const postgres = await startTestPostgres({
    durable: true,
    sharedBuffersMb: 1024,
    settings: {
      work_mem: '16MB',
      effective_cache_size: '4GB',
      random_page_cost: '1.1',
      max_wal_size: '4GB',
      full_page_writes: 'off',
    },
  });
  try {
    const { url } = await createTestDatabase(postgres.adminUrl, { owner: superuser });
    const database = await prepareDatabase(url);
    const dedicated = records > promoteAbove;
    const tenant = await createLargeTenant(database, benchIdentity(database), records, say, {
      dedicated,
      plain: false,
    });
    const pairs = await makeIndexes(database, tenant);
    const bucket = dedicated ? 1000 : 7;
    await database.inSession(async (connection) => {
      await connection.query(`vacuum (analyze) record_${bucket}`);
    });
    const questions = await questionsOf(database, tenant);
    const table = `record_${bucket}`;
    const setFor = (assignment: string): Statement => ({
      text: `update ${table} set ${assignment} where tenant_id = $1 and record_type_id = $2 and record_number between $3 and $3 + 299`,
      values: [tenant.tenantId, tenant.typeId, 1000],
    });
    const one = (assignment: string): Statement => ({
      text: `update ${table} set ${assignment} where tenant_id = $1 and record_type_id = $2 and record_number = $3`,
      values: [tenant.tenantId, tenant.typeId, 5000],
    });
    const updates: [what: string, statement: Statement][] = [
      ['update of one record, another field', one('n5 = n5 + 1')],
      ['update of one record, a field of the pair', one(`d2 = d2 + interval '1 day'`)],
      ['update of 300, another field', setFor('n5 = n5 + 1')],
      ['update of 300, a field of the pair', setFor(`d2 = d2 + interval '1 day'`)],
    ];
    const [ofRange = ''] = pairs;
    const others = pairs.filter((name) => name !== ofRange);
    const timed = [
      ...questions.map((line) => lineOf(line, runs, [], pairs)),
      // What one costs: the other pair is there in neither.
      ...updates.map((line) => lineOf(line, 5 * runs, others, pairs)),
    ];
    await database.inSession(async (connection) => {
      for (const line of timed)
        for (let run = -2; run < line.runs; run += 1)
          for (const which of ['with', 'without'] as const) {
            const taken = await time(connection, tenant, line.statement, line.dropped[which]);
            if (run >= 0) line[which].push(taken);
          }
    });
    const sizes = await sizeOf(database, pairs, table);
    await database.close();
    return [
      {
        title: `With and without an index of two fields, ${records.toLocaleString('en')} records in ${dedicated ? 'a bucket of its own' : 'a shared bucket'} (medians; planning and execution)`,
        rows: timed.map(({ what, ...of }) => {
          const [without, withPair] = [of.without, of.with].map((all) => median(all.map(({ ms }) => ms)));
          return {
            what,
            'without, ms': shownMs(without ?? Number.NaN),
            'with, ms': shownMs(withPair ?? Number.NaN),
            ratio: ((withPair ?? Number.NaN) / (without ?? Number.NaN)).toFixed(2),
            'least of each': [of.without, of.with]
              .map((all) => shownMs(Math.min(...all.map(({ ms }) => ms))))
              .join(', '),
            'WAL, kB': [of.without, of.with]
              .map((all) => (median(all.map(({ walBytes }) => walBytes)) / 1024).toFixed(1))
              .join(', '),
          };
        }),
      },
      { title: 'Sizes', rows: sizes },
    ];
  } finally {
    await postgres.stop();
  }
}

const noted = ['r3', 'd2', 'n2', 'n1', 'd1'];

/** As use would make them. */
async function makeIndexes(database: Database, tenant: LargeTenant): Promise<string[]> {
  const key = (slot: string): string => `f${tenant.fields[slot]}`;
  await database.asOwnerOfAll(async (connection) => {
    const note = (keys: readonly string[], kind: string) =>
      connection.query(
        `insert into field_use (tenant_id, record_type_id, field_key, kind, uses) select $1, $2, unnest($3::text[]), $4, 5`,
        [tenant.tenantId, tenant.typeId, keys, kind],
      );
    await note(noted.map(key), 'order');
    await note([`${key('r3')}+${key('d2')}`, `${key('r3')}+${key('n2')}`], 'pair');
  });
  const made = await tendIndexes(database, benchLog);
  return made.filter((name) => name.endsWith('_pair'));
}

/** What is asked, by the statements of the record query. */
async function questionsOf(
  database: Database,
  tenant: LargeTenant,
): Promise<[what: string, statement: Statement][]> {
  const config = await loadTenantConfig(database, tenantId(tenant.tenantId));
  const viewer = config && findViewer(config, userId(tenant.userIds[0] ?? 0), sessionId('any'));
  const recordType =
    config && viewer && findAuthorisedRecordType(config, viewer, recordTypeId(tenant.typeId));
  if (!config || !viewer || !recordType) throw new Error('The company of the bench is not there.');
  const filter = (slot: string, filterCriteria: object) => ({
    fieldId: tenant.fields[slot] ?? 0,
    logicOperator: 'AND' as const,
    priority: 0,
    filterCriteria,
  });
  const some = (many: number) => ({
    operator: 'isAnyOf',
    values: tenant.listValueIds.slice(0, many).map(String),
  });
  const between = (from: string, to: string) => ({ operator: 'between', values: [from, to] });
  const query = (filters: object[]) => {
    const sort = [{ fieldId: tenant.fields['n2'] ?? 0, sort: 'ASC' as const }];
    const data = { recordTypeId: tenant.typeId, filters, sort } as FilterAndSortInput;
    return parseRecordQuery(data, recordType, { config, viewer });
  };
  const asked = [
    [
      'any of 3 and a year',
      query([filter('r3', some(3)), filter('d2', between('2019-01-01', '2019-12-31'))]),
    ],
    [
      'any of 20 and a year',
      query([filter('r3', some(20)), filter('d2', between('2019-01-01', '2019-12-31'))]),
    ],
    [
      'any of 20 and five years',
      query([filter('r3', some(20)), filter('d2', between('2018-01-01', '2022-12-31'))]),
    ],
    ['one value', query([filter('r3', some(1))])],
  ] as const;
  const columns = () => ['id', 'record_number', 'n1', 't1'];
  return asked.flatMap(([what, of]) => [
    [`count, ${what}`, countStatement(of)] as [string, Statement],
    [`page of 25 by a number, ${what}`, pageStatement(of, columns, { offset: 0, limit: 25 }, null)],
  ]);
}

type Taken = { readonly ms: number; readonly walBytes: number };

const lineOf = (
  [what, statement]: [what: string, statement: Statement],
  runs: number,
  withPair: readonly string[],
  without: readonly string[],
) => ({
  what,
  statement,
  runs,
  dropped: { with: withPair, without },
  with: [] as Taken[],
  without: [] as Taken[],
});

async function time(
  connection: OwnerConnection,
  tenant: LargeTenant,
  { text, values }: Statement,
  dropped: readonly string[],
): Promise<Taken> {
  await connection.query('begin');
  for (const name of dropped) await connection.query(`drop index ${name}`);
  await connection.query('set local jit = off; set local cpu_index_tuple_cost = 0.015');
  await connection.query(
    `select set_config('app.tenant_id', $1, true), set_config('app.user_id', $2, true), set_config('role', 'rowhouse_app', true)`,
    [String(tenant.tenantId), String(tenant.userIds[0])],
  );
  const { rows } = await connection.query(`explain (analyze, timing off, wal, format json) ${text}`, [
    ...(values ?? []),
  ]);
  await connection.query('rollback');
  const plans = rows[0]?.['QUERY PLAN'] as
    | readonly { 'Planning Time': number; 'Execution Time': number; Plan: { 'WAL Bytes': number } }[]
    | undefined;
  const [plan] = plans ?? [];
  if (plan === undefined) throw new Error('The statement was not explained.');
  return { ms: plan['Planning Time'] + plan['Execution Time'], walBytes: plan.Plan['WAL Bytes'] };
}

async function sizeOf(database: Database, pairs: readonly string[], table: string) {
  const { rows } = await database.asOwnerOfAll((connection) =>
    connection.query(
      `select relname as name, pg_size_pretty(pg_relation_size(oid)) as size from pg_class
       where relname = any($1::text[]) or relname = $2 or relname ~ '^ix_.*_order$' order by relname`,
      [pairs, table],
    ),
  );
  return rows.map(({ name, size }) => ({ name: String(name), size: String(size) }));
}
