import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedDatabase } from '@rowhouse/server/platform/database/embedded-database.ts';
import { migrate } from '@rowhouse/server/platform/database/migrate.ts';
import { openDatabase } from '@rowhouse/server/platform/database/open-database.ts';
import { tendIndexes } from '@rowhouse/server/platform/record-store/tend-indexes.ts';
import { spawnServer } from '../fault.ts';
import { graphql, signIn } from './http-client.ts';
import { createLargeTenant, largeEmail, largePassword } from './large-tenant.ts';
import { benchIdentity, benchLog, benchSecret, linesFor, withTotal, withoutTotal } from './records-bench.ts';
import { median, quantile, shownMs } from './statistics.ts';

/** The same lines on the embedded database: reported, without a floor, for a floor would need another process in it. */
export async function embeddedBench({ values }: { values: Record<string, string | undefined> }) {
  const records = Number(values['records'] ?? 100_000);
  const runs = Number(values['runs'] ?? 15);
  const dataDir = await mkdtemp(path.join(tmpdir(), 'rowhouse-bench-'));
  try {
    const embedded = await startEmbeddedDatabase(dataDir, benchLog);
    const database = openDatabase(embedded.pool, 'embedded');
    await migrate(database);
    const say = (text: string) => process.stderr.write(text);
    const tenant = await createLargeTenant(database, benchIdentity(database), records, say, { plain: false });
    await database.asOwner(async (connection) => {
      await connection.query(
        `insert into field_use (tenant_id, record_type_id, field_key, kind, uses) select $1, $2, 'f' || unnest($3::bigint[]), 'order', 5`,
        [tenant.tenantId, tenant.typeId, ['n1', 'n2', 'd1', 'd2', 'r3'].map((slot) => tenant.fields[slot])],
      );
      await connection.query(
        `insert into field_use (tenant_id, record_type_id, field_key, kind, uses) values ($1, $2, $3, 'contains', 5)`,
        [tenant.tenantId, tenant.typeId, `f${tenant.fields['t1'] ?? 0}`],
      );
    });
    await tendIndexes(database, benchLog);
    await database.close();
    await embedded.stop();

    const server = await spawnServer({
      env: { DATA_DIR: dataDir, DATABASE_URL: '', SECRET: benchSecret, DEMO: 'off' },
    });
    await server.waitReady();
    const headers = await signIn(server.url, largeEmail, largePassword);
    const rows: Record<string, string>[] = [];
    for (const line of linesFor(tenant, records)) {
      const times: number[] = [];
      for (let i = 0; i < runs + 2; i += 1) {
        const { data, pagination } = line.ask(i);
        const { ms } = await graphql(
          server.url,
          line.total ? withTotal : withoutTotal,
          { data: { recordTypeId: tenant.typeId, ...data }, pagination },
          headers,
        );
        if (i >= 2) times.push(ms);
      }
      rows.push({
        what: line.what,
        'ms (median)': shownMs(median(times)),
        p95: shownMs(quantile(times, 0.95)),
      });
      say(`${JSON.stringify(rows.at(-1))}\n`);
    }
    await server.stop();
    return [{ title: `Embedded database, ${records.toLocaleString('en')} records`, rows }];
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
