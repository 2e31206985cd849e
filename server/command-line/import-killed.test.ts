// The power cut during an import: what was said to be in is in, nothing is half there, and running it again ends well.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { copyEmbeddedDatabase, openEmbeddedDatabase } from '../../testing/embedded-folder.ts';
import { openTestDatabase } from '../../testing/test-database.ts';
import type { Database } from '../platform/database/database.ts';
import { aTenant } from '../seed/builders.ts';

const batchSize = 1000;
const tools = path.join(import.meta.dirname, '../../tools');
const entry = ['--import', path.join(tools, 'require-node.mjs'), path.join(tools, 'rowhouse.ts')];

/** Where an import runs: what a process needs to find it, and how to look into it between processes. */
type Place = {
  readonly env: Record<string, string>;
  within<Result>(work: (database: Database) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
};

async function onServer(): Promise<Place> {
  const own = await openTestDatabase();
  return { env: { DATABASE_URL: own.url }, within: (work) => work(own.database), close: own.close };
}

/** Only one process at a time has it: it is opened for each look. */
async function embedded(folder: string): Promise<Place> {
  const dataDir = path.join(folder, 'kept');
  await copyEmbeddedDatabase(dataDir);
  return {
    env: { DATABASE_URL: '', DATA_DIR: dataDir },
    async within(work) {
      const { database, close } = await openEmbeddedDatabase(dataDir);
      try {
        return await work(database);
      } finally {
        await close();
      }
    },
    close: () => Promise.resolve(),
  };
}

describe.each([
  { name: 'a PostgreSQL server', recordCount: 16_000, open: onServer },
  { name: 'the embedded database', recordCount: 10_000, open: embedded },
])('an import into $name', ({ recordCount, open }) => {
  let place: Place;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'rowhouse-killed-'));
    place = await open(folder);
    await place.within((database) =>
      database.asOwnerOfAll(async (connection) => {
        const tenant = await aTenant(connection, { name: 'North' });
        const vendors = await tenant.withList({ name: 'Vendors' });
        await tenant.withRecordType({
          name: 'Orders',
          statuses: ['Done'],
          fields: [
            { name: 'Vendor', dataType: 'dropdown', list: vendors },
            { name: 'Total due', dataType: 'currency' },
          ],
          lines: { name: 'Lines', fields: [{ name: 'Product', dataType: 'string', required: true }] },
        });
      }),
    );
    const numbers = Array.from({ length: recordCount }, (_, index) => index + 1);
    const records = numbers.map(
      (number) => `${number},Done,Vendor ${Math.floor(number / 3000)},${number}.25`,
    );
    const lines = numbers.flatMap((number) => [`${number},Bolt`, `${number},Nut`]);
    await writeFile(
      path.join(folder, 'orders.csv'),
      `Record Number,Status,Vendor,Total due\n${records.join('\n')}\n`,
    );
    await writeFile(path.join(folder, 'lines.csv'), `Order,Product\n${lines.join('\n')}\n`);
  });
  afterAll(async () => {
    await place.close();
    await rm(folder, { recursive: true, force: true });
  });

  function startImport() {
    const words = [
      'import',
      'orders.csv',
      '--tenant',
      'north',
      '--record-type',
      'Orders',
      '--lines',
      'lines.csv',
    ];
    const child = spawn(
      process.execPath,
      [...entry, ...words, '--line-key', 'Order', '--create-list-values', '--yes'],
      {
        cwd: folder,
        env: { ...process.env, DATA_DIR: folder, NODE_ENV: 'test', ...place.env },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    }
    return {
      child,
      ended: once(child, 'close').then(([code]) => code as number | null),
      output: () => output,
    };
  }

  const look = () =>
    place.within(async (database) => {
      const rows = await database.asOwnerOfAll(
        async (connection) =>
          (await connection.query(settledStatement), await connection.query(lookStatement)).rows,
      );
      return rows[0] as Record<string, number> & { hundredths: string };
    });

  test('killed again and again leaves whole batches, and run to its end has every record once', async () => {
    let before = 0;
    let wasCut = false;
    for (const pauseMs of [0, 40, 90]) {
      const { child, output, ended } = startImport();
      while (acknowledged(output()) === 0 && child.exitCode === null) await pause(2);
      await pause(pauseMs);
      child.kill('SIGKILL');
      await ended;
      const found = await look();
      expect(found['records']).toBeGreaterThanOrEqual(before + acknowledged(output()));
      expect((found['records'] ?? 0) % batchSize).toBe(0);
      expect(found).toMatchObject({
        halves: 0,
        lost: 0,
        doubled: 0,
        lines: 2 * (found['records'] ?? 0),
        audited: found['records'],
        counted: found['records'],
      });
      before = found['records'] ?? 0;
      wasCut ||= before > 0 && before < recordCount;
    }
    expect(wasCut).toBe(true);

    const { ended, output } = startImport();
    expect({ code: await ended, output: output() }).toMatchObject({ code: 0 });
    expect(await look()).toEqual({
      records: recordCount,
      lines: 2 * recordCount,
      halves: 0,
      audited: recordCount,
      counted: recordCount,
      lost: 0,
      doubled: 0,
      hundredths: String((recordCount * (recordCount + 1) * 100) / 2 + recordCount * 25),
    });
  }, 180_000);
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** How many records the killed one had said to be in. */
const acknowledged = (output: string): number =>
  Math.max(
    0,
    ...[...output.matchAll(/^([\d,]+) imported/gm)].map(([, count]) => Number(count?.replaceAll(',', ''))),
  );

/** A server ends what a dead client had begun in its own time. */
const settledStatement = `do $$ begin
  while exists (select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
                and application_name = 'rowhouse' and state <> 'idle')
  loop perform pg_sleep(0.01), pg_stat_clear_snapshot(); end loop; end $$`;

const lookStatement = `
  select (select count(*)::int from record) as records,
    (select count(*)::int from line_item) as lines,
    (select count(*)::int from record r
     left join (select record_id, count(*) as lines from line_item group by 1) l on l.record_id = r.id
     where l.lines is distinct from 2) as halves,
    (select count(*)::int from audit_log where entity = 'record') as audited,
    (select coalesce(sum(all_count), 0)::int from record_type_counter) as counted,
    (select count(*)::int from record r left join list_value v on v.id = r.r1 where v.id is null) as lost,
    (select count(*) - count(distinct value) from list_value)::int as doubled,
    (select coalesce(sum(round(n1 * 100)), 0)::bigint::text from record) as hundredths`;
