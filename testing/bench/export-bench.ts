// All records of a type as a file: how long it takes, by what the server's memory grows while it is made, and how long
// it holds up the event loop, which everybody else waits for. The largest hold is the server's own figure of /metrics.
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { spawnServer } from '../fault.ts';
import { createTestDatabase, startTestPostgres, superuser } from '../postgres.ts';
import { graphql, signIn } from './http-client.ts';
import { createLargeTenant, largeEmail, largePassword } from './large-tenant.ts';
import { benchIdentity, benchSecret, prepareDatabase } from './records-bench.ts';
import { shownMs } from './statistics.ts';

export async function exportBench({ values }: { values: Record<string, string | undefined> }) {
  const records = Number(values['records'] ?? 100_000);
  const say = (text: string) => process.stderr.write(text);
  const postgres = await startTestPostgres();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'rowhouse-bench-'));
  try {
    const { url: databaseUrl } = await createTestDatabase(postgres.adminUrl, { owner: superuser });
    const database = await prepareDatabase(databaseUrl);
    const large = await createLargeTenant(database, benchIdentity(database), records, say, { plain: false });
    await database.close();
    const server = await spawnServer({
      env: {
        DATABASE_URL: databaseUrl,
        DATA_DIR: dataDir,
        SECRET: benchSecret,
        DEMO: 'off',
        NODE_ENV: 'production',
      },
    });
    await server.waitReady();
    const headers = await signIn(server.url, largeEmail, largePassword, large.tenantId);
    const base =
      'recordNumber status problemCode assignedTo recordDate dueDate createdAt updatedAt description enabled';
    const columns = [...base.split(' '), ...Object.values(large.fields).map((id) => `f${id}`)];
    const run = async (format: string, share: number) => {
      const filters =
        share === 1
          ? []
          : [
              {
                fieldId: 0,
                field: 'recordNumber',
                logicOperator: 'AND',
                priority: 0,
                filterCriteria: { operator: 'lessThan', value: String(Math.ceil(records * share)) },
              },
            ];
      const { data } = await graphql<{ exportRecordHeaders: { url: string } }>(
        server.url,
        'query ($data: ExportRecordsInput!) { exportRecordHeaders(data: $data) { url } }',
        {
          data: {
            query: { recordTypeId: large.typeId, filters },
            columns,
            format,
            timeZone: 'Europe/Berlin',
          },
        },
        headers,
      );
      return download(server.url + data.exportRecordHeaders.url);
    };
    const rows: Record<string, string>[] = [];
    for (const format of ['CSV', 'XLSX']) {
      // What is loaded by the first is not what one more costs.
      await run(format, 0.01);
      await run(format, 0.01);
      await setTimeout(2000);
      const before = memoryOf(server.pid, 'VmRSS');
      writeFileSync(`/proc/${server.pid}/clear_refs`, '5');
      // Reading it sets it back.
      await longestHoldMs(server.url);
      const began = performance.now();
      const { firstMs, bytes } = await run(format, 1);
      const seconds = (performance.now() - began) / 1000;
      rows.push({
        format,
        'whole, s': seconds.toFixed(1),
        'first byte, ms': shownMs(firstMs),
        'file, MB': (bytes / 1e6).toFixed(1),
        'memory growth, MB': (memoryOf(server.pid, 'VmHWM') - before).toFixed(0),
        'memory before, MB': before.toFixed(0),
        'longest hold, ms': shownMs(await longestHoldMs(server.url)),
      });
      say(`${JSON.stringify(rows.at(-1))}\n`);
    }
    await server.stop();
    return [
      {
        title: `${records} records of ${columns.length} columns as a file (aim: no hold over 200 ms)`,
        rows,
      },
    ];
  } finally {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** In MB; the peak since it was last set back. */
const memoryOf = (pid: number, what: 'VmRSS' | 'VmHWM'): number =>
  Number(new RegExp(`${what}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

async function longestHoldMs(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(text)?.[1]) * 1000;
}

function download(url: string): Promise<{ firstMs: number; bytes: number }> {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    get(url, (response) => {
      if (response.statusCode !== 200) reject(new Error(String(response.statusCode)));
      let firstMs = Number.NaN;
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        if (bytes === 0) firstMs = performance.now() - began;
        bytes += chunk.length;
      });
      response.on('end', () => resolve({ firstMs, bytes }));
      response.on('error', reject);
    }).on('error', reject);
  });
}
