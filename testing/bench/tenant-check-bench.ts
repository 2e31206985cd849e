// What row-level security costs a count: the same 200,000 entries of an index counted under the policy as it stands, under
// one that names the setting without a select, and under none; and with the tenant in the statement, as the record query
// has it. Interleaved, as the role that serves requests.
import pg from 'pg';
import { openMigratedDatabase } from '../migrated-database.ts';
import { createTestDatabase, startTestPostgres } from '../postgres.ts';
import { aTenant } from '@rowhouse/server/seed/builders.ts';
import { median, shownMs } from './statistics.ts';

const policies = {
  'asked once a statement': 'tenant_id = (select current_tenant())',
  'asked for each entry': 'tenant_id = current_tenant()',
  none: 'true',
};

export async function tenantCheckBench({ values }: { values: Record<string, string | undefined> }) {
  const entries = Number(values['records'] ?? 200_000);
  const runs = Number(values['runs'] ?? 15);
  const postgres = await startTestPostgres({ durable: true, sharedBuffersMb: 512 });
  try {
    const { url } = await createTestDatabase(postgres.adminUrl);
    const { tenantId, typeId } = await fill(url, entries);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const timed: { policy: string; inStatement: boolean; ms: number[] }[] = Object.keys(policies).flatMap(
      (policy) => [false, true].map((inStatement) => ({ policy, inStatement, ms: [] })),
    );
    for (let run = 0; run < runs; run += 1) {
      for (const one of timed) {
        const condition = policies[one.policy as keyof typeof policies];
        await client.query(`alter policy tenant on record_1 using (${condition})`);
        one.ms.push(await time(client, tenantId, typeId, one.inStatement));
      }
    }
    await client.end();
    const rows = timed.map(({ policy, inStatement, ms }) => ({
      'the policy': policy,
      'tenant in the statement': inStatement ? 'yes' : 'no',
      'count, ms': shownMs(median(ms)),
      least: shownMs(Math.min(...ms)),
      'ns an entry, least': ((Math.min(...ms) * 1e6) / entries).toFixed(0),
    }));
    return [{ title: `The count of ${entries} entries of an index, without parallel workers`, rows }];
  } finally {
    await postgres.stop();
  }
}

async function fill(url: string, entries: number): Promise<{ tenantId: number; typeId: number }> {
  const database = await openMigratedDatabase(url);
  try {
    return await database.asOwnerOfAll(async (connection) => {
      const tenant = await aTenant(connection, { name: 'Large', bucket: 1 });
      const type = await tenant.withRecordType({ name: 'Large', fields: [] });
      await connection.query(
        `insert into record_1 (bucket, tenant_id, record_type_id, record_number, n1)
         select 1, $1, $2, i, i from generate_series(1, $3::int) i`,
        [tenant.id, type.id, entries],
      );
      await connection.query(
        'create index entries on record_1 (n1, id) include (tenant_id, record_type_id, enabled)',
      );
      await connection.query('vacuum (analyze) record_1');
      return { tenantId: tenant.id, typeId: type.id };
    });
  } finally {
    await database.close();
  }
}

async function time(
  client: pg.Client,
  tenantId: number,
  typeId: number,
  inStatement: boolean,
): Promise<number> {
  await client.query('begin');
  await client.query(`select set_config('app.tenant_id', $1, true)`, [String(tenantId)]);
  await client.query('set local role rowhouse_app');
  await client.query('set local jit = off; set local max_parallel_workers_per_gather = 0');
  const { rows } = await client.query<{ 'QUERY PLAN': [{ 'Execution Time': number }] }>(
    `explain (analyze, timing off, format json) select count(*) from record_1
     where ${inStatement ? `tenant_id = ${tenantId} and` : ''} record_type_id = ${typeId} and enabled and n1 >= 0`,
  );
  await client.query('rollback');
  return rows[0]?.['QUERY PLAN'][0]['Execution Time'] ?? Number.NaN;
}
