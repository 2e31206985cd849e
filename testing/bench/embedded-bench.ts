import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedDatabase } from '@rowhouse/server/platform/database/embedded-database.ts';
import { migrate } from '@rowhouse/server/platform/database/migrate.ts';
import { openDatabase } from '@rowhouse/server/platform/database/open-database.ts';
import { promoteAbove } from '@rowhouse/server/platform/record-store/promote.ts';
import { tendIndexes } from '@rowhouse/server/platform/record-store/tend-indexes.ts';
import { spawnServer } from '../fault.ts';
import { graphql, signIn } from './http-client.ts';
import { createLargeTenant, largeEmail, largePassword } from './large-tenant.ts';
import type { LargeTenant } from './large-tenant.ts';
import {
  benchIdentity,
  benchLog,
  benchSecret,
  linesFor,
  memoryOf,
  withTotal,
  withoutTotal,
} from './records-bench.ts';
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
    const tenant = await createLargeTenant(database, benchIdentity(database), records, say, {
      dedicated: records > promoteAbove,
      plain: false,
    });
    await database.asOwnerOfAll(async (connection) => {
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
    const others = await besideExport(server, headers, tenant);
    await server.stop();
    return [
      { title: `Embedded database, ${records.toLocaleString('en')} records`, rows },
      {
        title: 'A page of 25 with total while somebody exports all of them as CSV (aim: p99 ≤ 150 ms)',
        rows: others,
      },
    ];
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Page after page, without a pause, until the file is there. */
async function besideExport(
  { url, pid }: Awaited<ReturnType<typeof spawnServer>>,
  headers: Record<string, string>,
  tenant: LargeTenant,
) {
  const page = () =>
    graphql(
      url,
      withTotal,
      { data: { recordTypeId: tenant.typeId }, pagination: { offset: 0, limit: 25 } },
      headers,
    );
  const alone: number[] = [];
  for (let i = 0; i < 40; i += 1) alone.push((await page()).ms);
  const columns = [
    ...'recordNumber status problemCode assignedTo recordDate createdAt'.split(' '),
    ...Object.values(tenant.fields).map((id) => `f${id}`),
  ];
  const { data } = await graphql<{ exportRecordHeaders: { url: string } }>(
    url,
    'query ($data: ExportRecordsInput!) { exportRecordHeaders(data: $data) { url } }',
    { data: { query: { recordTypeId: tenant.typeId }, columns, format: 'CSV', timeZone: 'UTC' } },
    headers,
  );
  const began = performance.now();
  let isOver = false;
  const exporting = fetch(url + data.exportRecordHeaders.url)
    .then((answer) => answer.arrayBuffer())
    .finally(() => (isOver = true));
  const beside: number[] = [];
  const whileExporting = () => !isOver;
  let mostMb = 0;
  while (whileExporting()) {
    beside.push((await page()).ms);
    mostMb = Math.max(mostMb, memoryOf(pid));
  }
  const megabytes = (await exporting).byteLength / 1e6;
  const seconds = (performance.now() - began) / 1000;
  const row = (what: string, times: number[]) => ({
    what,
    pages: String(times.length),
    'p50, ms': shownMs(median(times)),
    'p99, ms': shownMs(quantile(times, 0.99)),
    'worst, ms': shownMs(Math.max(...times)),
  });
  return [
    row('alone', alone),
    {
      ...row('beside the export', beside),
      export: `${seconds.toFixed(1)} s, ${megabytes.toFixed(0)} MB`,
      'memory, MB (aim: ≤ 450)': mostMb.toFixed(0),
    },
  ];
}
