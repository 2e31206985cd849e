// The embedded database is looked after while the server runs: its log stays short, and its plans know how large its tables are.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { copyEmbeddedDatabase, openEmbeddedDatabase } from '../../../testing/embedded-folder.ts';
import { waitFor } from '../../../testing/wait-for.ts';
import { createLog } from '../log.ts';
import type { Database } from './database.ts';
import { countGrownTables, startUpkeep } from './embedded-upkeep.ts';

let folder: string;
let database: Database;
let close: () => Promise<void>;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'rowhouse-log-'));
  await copyEmbeddedDatabase(folder);
  ({ database, close } = await openEmbeddedDatabase(folder));
});
afterAll(async () => {
  await close();
  await rm(folder, { recursive: true, force: true });
});

const query = (text: string) => database.asHome(async (connection) => (await connection.query(text)).rows);
const logBytes = async () =>
  Number(
    (
      await query(
        'select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn) as bytes from pg_control_checkpoint()',
      )
    )[0]?.['bytes'],
  );

test('the log is shortened when it has become long, behind a backup that is being taken', async () => {
  for (let megabyte = 0; megabyte < 80; megabyte += 1)
    await query(`select pg_logical_emit_message(false, 'log', repeat('x', 1048576))`);
  const backup = Promise.withResolvers<void>();
  let asked = 0;
  const inTurn = async (work: () => Promise<void>) => {
    asked += 1;
    await backup.promise;
    await work();
  };
  const upkeep = startUpkeep({ database, log: createLog('error'), inTurn, logEveryMs: 10 });
  await waitFor(() => expect(asked).toBe(1));
  expect(await logBytes()).toBeGreaterThan(80 * 1024 * 1024);
  backup.resolve();
  await waitFor(async () => expect(await logBytes()).toBeLessThan(1024 * 1024));
  upkeep.stop();
});

test('a table is counted when it has grown, and not again before it grows', async () => {
  await query(`create table thing (id bigint primary key, of int, note text);
    create index thing_of on thing (of)`);
  const counted = async () =>
    Number((await query(`select reltuples from pg_class where relname = 'thing'`))[0]?.['reltuples']);
  const add = (from: number, to: number) =>
    query(`insert into thing select i, 1, repeat('x', 100) from generate_series(${from}, ${to}) i`);
  await countGrownTables(database);
  expect(await counted()).toBe(-1);
  await add(1, 50);
  const upkeep = startUpkeep({
    database,
    log: createLog('error'),
    inTurn: (work) => work(),
    tablesEveryMs: 10,
  });
  await waitFor(async () => expect(await counted()).toBe(50));
  await add(51, 5000);
  await waitFor(async () => expect(await counted()).toBe(5000));
  upkeep.stop();
  await add(5001, 5100);
  await countGrownTables(database);
  expect(await counted()).toBe(5000);
});
