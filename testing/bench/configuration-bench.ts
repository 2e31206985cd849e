// What the change of one value of a list costs the server, with ever more values beside it: until the next request knows
// of it, and against reading the whole configuration anew. CPU of this process, which holds no database.
import { tenantId } from '@rowhouse/domain/kernel/ids.ts';
import type { TenantId } from '@rowhouse/domain/kernel/ids.ts';
import { aTenant } from '@rowhouse/server/seed/builders.ts';
import type { Database } from '@rowhouse/server/platform/database/database.ts';
import { loadConfig } from '@rowhouse/server/platform/tenant-config/load-tenant-config.ts';
import { openMigratedDatabase } from '../migrated-database.ts';
import { createTestDatabase, startTestPostgres } from '../postgres.ts';
import { designBench } from './design-bench.ts';
import { median, shownMs } from './statistics.ts';
import { whereUsedBench } from './where-used-bench.ts';

const sizes = [2000, 20_000, 100_000];

export async function configurationBench({ values }: { values: Record<string, string | undefined> }) {
  const runs = Number(values['runs'] ?? 25);
  if (values['only'] === 'where-used') return whereUsedBench(Number(values['records'] ?? 100_000), runs);
  if (values['only'] === 'design') return designBench(Number(values['records'] ?? 100_000), runs);
  const postgres = await startTestPostgres({ durable: true });
  try {
    const { url } = await createTestDatabase(postgres.adminUrl);
    const database = await openMigratedDatabase(url);
    const rows: Record<string, string>[] = [];
    for (const size of sizes) rows.push(await measure(database, size, runs));
    await database.close();
    return [
      { title: `One of so many values of a list is changed; median of ${runs}`, rows },
      ...(await designBench(Number(values['records'] ?? 100_000), runs)),
    ];
  } finally {
    await postgres.stop();
  }
}

async function measure(database: Database, size: number, runs: number): Promise<Record<string, string>> {
  const { tenant, listId } = await fill(database, size);
  let known = await loadConfig(database, tenant, null);
  const changed: number[] = [];
  const cpuMs: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    await database.asOwnerOf(tenant, (connection) =>
      connection.query(
        `update list_value set value = value || '.' where id =
           (select id from list_value where tenant_id = $1 and list_id = $2 offset $3 limit 1)`,
        [tenant, listId, Math.floor((size / runs) * run)],
      ),
    );
    const [before, began] = [process.cpuUsage(), performance.now()];
    known = await loadConfig(database, tenant, known);
    changed.push(performance.now() - began);
    cpuMs.push(cpuSince(before));
  }
  const whole: number[] = [];
  for (let run = 0; run < 5; run += 1) {
    const before = process.cpuUsage();
    await loadConfig(database, tenant, null);
    whole.push(cpuSince(before));
  }
  return {
    values: String(size),
    'CPU, ms': shownMs(median(cpuMs)),
    'most, ms': shownMs(Math.max(...cpuMs)),
    'until it is known, ms': shownMs(median(changed)),
    'all of it anew, CPU, ms': shownMs(median(whole)),
  };
}

const cpuSince = (before: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};

function fill(database: Database, size: number): Promise<{ tenant: TenantId; listId: number }> {
  return database.asOwnerOfAll(async (connection) => {
    const tenant = await aTenant(connection, { name: `With ${size}`, bucket: 1 });
    const list = await tenant.withList({ name: 'Articles', values: [] });
    await connection.query(
      `insert into list_value (tenant_id, list_id, value, position)
       select $1, $2, 'Article number ' || i, i from generate_series(1, $3::int) i`,
      [tenant.id, list.id, size],
    );
    await connection.query('analyze list_value');
    return { tenant: tenantId(tenant.id), listId: list.id };
  });
}
