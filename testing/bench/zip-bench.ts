// A zip of many files: what the server's memory grows by while it is made, which is to be little, for nothing of it
// ought to be held. Beside it the time in which the same files are read and hashed, and no more.
import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, globSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { openFolderStorage } from '@rowhouse/server/platform/object-storage/object-storage.ts';
import { aPerson, aTenant } from '@rowhouse/server/seed/builders.ts';
import { spawnServer } from '../fault.ts';
import { openMigratedDatabase } from '../migrated-database.ts';
import { createTestDatabase, startTestPostgres, superuser } from '../postgres.ts';
import { graphql, signIn } from './http-client.ts';
import { benchIdentity, benchSecret } from './records-bench.ts';
import { shownMs } from './statistics.ts';

const files = 100;
const fileBytes = 3_000_000;
const email = 'zip@example.com';
const password = 'bench password 1';

export async function zipBench() {
  const say = (text: string) => process.stderr.write(`${text}\n`);
  const postgres = await startTestPostgres();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'rowhouse-bench-'));
  try {
    const { url: databaseUrl } = await createTestDatabase(postgres.adminUrl, { owner: superuser });
    const ids = await fill(databaseUrl, dataDir);
    say(`${files} files of ${fileBytes / 1e6} MB`);
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
    const headers = await signIn(server.url, email, password);
    const one = async (count: number, bytesPerSecond = Number.POSITIVE_INFINITY) => {
      const { data } = await graphql<{ createZipFileLink: { url: string } }>(
        server.url,
        'mutation ($data: CreateZipFileLinkInput!) { createZipFileLink(data: $data) { url } }',
        { data: { ids: ids.slice(0, count) } },
        headers,
      );
      return download(server.url + data.createZipFileLink.url, bytesPerSecond);
    };
    // What is loaded by the first is not what one more costs.
    await one(3);
    const floor = await readAll(dataDir, ids.length);
    const rows: Record<string, string>[] = [];
    for (const [what, run] of [
      ['one download', () => one(files)],
      ['one, read at 20 MB/s', () => one(files, 20e6)],
      ['eight at once', async () => (await Promise.all(Array.from({ length: 8 }, () => one(files))))[0]!],
    ] as const) {
      await setTimeout(2000);
      const before = memoryOf(server.pid, 'VmRSS');
      writeFileSync(`/proc/${server.pid}/clear_refs`, '5');
      const began = performance.now();
      const { firstMs, bytes } = await run();
      const seconds = (performance.now() - began) / 1000;
      rows.push({
        what,
        'memory growth, MB': (memoryOf(server.pid, 'VmHWM') - before).toFixed(1),
        'memory before, MB': before.toFixed(0),
        'first byte, ms': shownMs(firstMs),
        'whole, s': seconds.toFixed(2),
        'a zip, MB': (bytes / 1e6).toFixed(1),
        'the same read twice and hashed alone, s': floor.toFixed(2),
      });
      say(JSON.stringify(rows.at(-1)));
    }
    await server.stop();
    return [{ title: `A zip of ${files} files of ${fileBytes / 1e6} MB (aim: growth ≤ 50 MB)`, rows }];
  } finally {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** In MB; the peak since it was last set back. */
const memoryOf = (pid: number, what: 'VmRSS' | 'VmHWM'): number =>
  Number(new RegExp(`${what}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

async function fill(databaseUrl: string, dataDir: string): Promise<number[]> {
  const database = await openMigratedDatabase(databaseUrl);
  const storage = openFolderStorage(dataDir);
  const person = await aPerson(
    benchIdentity(database),
    { email, firstName: 'Zip', lastName: 'Bench' },
    password,
  );
  const ids = await database.asOwnerOfAll(async (connection) => {
    const tenant = await aTenant(connection, { name: 'Zips' });
    const role = await tenant.withRole({ name: 'All', defaultFieldAccess: 'Editable' });
    await tenant.withMember(person, role);
    const orders = await tenant.withRecordType({ name: 'Orders', statuses: ['Open'], fields: [] });
    const menu = await tenant.withMenu([
      {
        name: 'Orders',
        route: 'orders',
        sections: [
          {
            name: 'Orders',
            route: 'orders',
            items: [{ name: 'Orders', route: 'orders', recordType: orders }],
          },
        ],
      },
    ]);
    for (const item of menu.values()) await tenant.withActions(role, item, ['view', 'bulk download']);
    const records = [];
    for (let index = 0; index < files; index += 1) {
      const recordFile = await tenant.withRecordFile(storage, {
        fileName: `PO-${index}.pdf`,
        content: randomBytes(fileBytes),
      });
      records.push({ recordNumber: index + 1, status: 'Open', recordFile });
    }
    return tenant.withRecords(orders, records);
  });
  await database.close();
  return ids;
}

/** Read and counted, no faster than asked. */
function download(url: string, bytesPerSecond: number): Promise<{ firstMs: number; bytes: number }> {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    get(url, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${response.statusCode}`));
      let firstMs = Number.NaN;
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        if (bytes === 0) firstMs = performance.now() - began;
        bytes += chunk.length;
        const aheadMs = (bytes / bytesPerSecond) * 1000 - (performance.now() - began);
        if (aheadMs < 5) return;
        response.pause();
        void setTimeout(aheadMs).then(() => response.resume());
      });
      response.on('end', () => resolve({ firstMs, bytes }));
      response.on('error', reject);
    }).on('error', reject);
  });
}

/** Twice, as a zip of them is read. In seconds. */
async function readAll(dataDir: string, count: number): Promise<number> {
  const paths = globSync(path.join(dataDir, 'files/*/*.pdf')).slice(0, count);
  const began = performance.now();
  for (const file of paths) {
    for (const hash of [createHash('sha256'), null]) {
      for await (const chunk of createReadStream(file)) hash?.update(chunk as Buffer);
    }
  }
  return (performance.now() - began) / 1000;
}
