// Files of 10 MB on their way in, through the real server: what its memory grows by, which is to be little, for a file
// is passed on as it comes. Beside it the time in which the same bytes are written to the same disk, and no more.
import { createWriteStream, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout } from 'node:timers/promises';
import { aPerson, aTenant } from '@rowhouse/server/seed/builders.ts';
import { spawnServer } from '../fault.ts';
import { openMigratedDatabase } from '../migrated-database.ts';
import { createTestDatabase, startTestPostgres, superuser } from '../postgres.ts';
import { graphql, signIn } from './http-client.ts';
import { benchIdentity, benchSecret } from './records-bench.ts';

const fileBytes = 10_000_000;
/** One person may have four on their way. */
const people = 5;
const password = 'bench password 1';
const emailOf = (index: number) => `uploads${index}@example.com`;

export async function uploadsBench() {
  const say = (text: string) => process.stderr.write(`${text}\n`);
  const postgres = await startTestPostgres();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'rowhouse-bench-'));
  try {
    const { url: databaseUrl } = await createTestDatabase(postgres.adminUrl, { owner: superuser });
    const place = await fill(databaseUrl);
    const floor = await writeAlone(path.join(dataDir, 'floor'));
    const rows: Record<string, string>[] = [];
    let road = 'into the folder';
    const many = Array.from({ length: 20 }, (_, index) => index);
    for (const [what, run] of [
      ['one', (one: Send) => one(0)],
      ['one, sent at 5 MB/s', (one: Send) => one(0, 5e6)],
      [
        '20 at once, of 5 people, each sent at 2 MB/s',
        (one: Send) => Promise.all(many.map((index) => one(index, 2e6))),
      ],
      ['20 at once, of 5 people', (one: Send) => Promise.all(many.map((index) => one(index)))],
    ] as const) {
      // Each by a server of its own: what one row has grown by, the next would have for nothing.
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
      const headers: Record<string, string>[] = [];
      for (let index = 0; index < people; index += 1)
        headers.push(await signIn(server.url, emailOf(index), password));
      const one: Send = async (index, bytesPerSecond = Number.POSITIVE_INFINITY) => {
        const { data } = await graphql<{ startFileUpload: Grant }>(
          server.url,
          'mutation ($data: StartFileUploadInput!) { startFileUpload(data: $data) { url direct { url headers { name value } confirmUrl } } }',
          { data: { ...place, fileName: 'Scan.pdf', sizeBytes: fileBytes } },
          headers[index % people] ?? {},
        );
        const { url, direct } = data.startFileUpload;
        if (direct === null) return put(server.url + url, bytesPerSecond);
        road = 'straight to the bucket of S3_BUCKET';
        await put(direct.url, bytesPerSecond, direct.headers);
        await put(server.url + direct.confirmUrl, Number.POSITIVE_INFINITY, [], 0);
      };
      // What is loaded by the first is not what one more costs.
      for (let index = 0; index < people; index += 1) await one(index);
      await setTimeout(2000);
      const before = memoryOf(server.pid, 'VmRSS');
      writeFileSync(`/proc/${server.pid}/clear_refs`, '5');
      const began = performance.now();
      await run(one);
      rows.push({
        what,
        'memory growth, MB': (memoryOf(server.pid, 'VmHWM') - before).toFixed(1),
        'memory before, MB': before.toFixed(0),
        'all up, s': ((performance.now() - began) / 1000).toFixed(2),
        'one written alone, s': floor.toFixed(2),
      });
      say(JSON.stringify(rows.at(-1)));
      await server.stop();
    }
    return [{ title: `Uploads of ${fileBytes / 1e6} MB, ${road} (aim: growth ≤ 20 MB)`, rows }];
  } finally {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

type Header = { name: string; value: string };
type Grant = { url: string; direct: { url: string; headers: Header[]; confirmUrl: string } | null };
type Send = (index: number, bytesPerSecond?: number) => Promise<void>;

/** In MB; the peak since it was last set back. */
const memoryOf = (pid: number, what: 'VmRSS' | 'VmHWM'): number =>
  Number(new RegExp(`${what}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

async function fill(databaseUrl: string) {
  const database = await openMigratedDatabase(databaseUrl);
  const members: Awaited<ReturnType<typeof aPerson>>[] = [];
  for (let index = 0; index < people; index += 1)
    members.push(
      await aPerson(
        benchIdentity(database),
        { email: emailOf(index), firstName: 'Uploads', lastName: `${index}` },
        password,
      ),
    );
  const place = await database.asOwnerOfAll(async (connection) => {
    const tenant = await aTenant(connection, { name: 'Uploads' });
    const role = await tenant.withRole({ name: 'All', defaultFieldAccess: 'Editable' });
    for (const member of members) await tenant.withMember(member, role);
    const orders = await tenant.withRecordType({
      name: 'Orders',
      statuses: ['Open'],
      fields: [{ name: 'Scans', dataType: 'attachment' }],
    });
    const items = [{ name: 'Orders', route: 'orders', recordType: orders }];
    const menu = await tenant.withMenu([
      { name: 'Orders', route: 'orders', sections: [{ name: 'Orders', route: 'orders', items }] },
    ]);
    for (const item of menu.values()) await tenant.withActions(role, item, ['view']);
    const [field] = orders.fields.values();
    return { recordTypeId: Number(orders.id), recordAdditionalFieldByTypeId: Number(field?.id) };
  });
  await database.close();
  return place;
}

const chunk = Buffer.alloc(64 * 1024, 32);

/** A PDF of blanks, no faster than asked. */
async function* content(bytesPerSecond: number, sizeBytes = fileBytes): AsyncGenerator<Buffer> {
  if (sizeBytes === 0) return;
  const began = performance.now();
  let sent = 9;
  yield Buffer.from('%PDF-1.7\n');
  while (sent < fileBytes) {
    const next = chunk.subarray(0, Math.min(chunk.length, fileBytes - sent));
    sent += next.length;
    yield next;
    const aheadMs = (sent / bytesPerSecond) * 1000 - (performance.now() - began);
    if (aheadMs > 5) await setTimeout(aheadMs);
  }
}

const ofBytes = [{ name: 'content-type', value: 'application/octet-stream' }];

function put(
  url: string,
  bytesPerSecond: number,
  headers: readonly Header[] = ofBytes,
  sizeBytes = fileBytes,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const sending = request(
    url,
    {
      method: 'PUT',
      headers: {
        ...Object.fromEntries(headers.map(({ name, value }) => [name, value])),
        'content-length': sizeBytes,
      },
    },
    (response) => {
      response.resume();
      response.on('end', () =>
        response.statusCode === 200 ? resolve() : reject(new Error(`${response.statusCode}`)),
      );
    },
  );
  sending.on('error', reject);
  Readable.from(content(bytesPerSecond, sizeBytes)).pipe(sending);
  return promise;
}

/** In seconds. */
async function writeAlone(file: string): Promise<number> {
  const began = performance.now();
  await pipeline(Readable.from(content(Number.POSITIVE_INFINITY)), createWriteStream(file));
  return (performance.now() - began) / 1000;
}
