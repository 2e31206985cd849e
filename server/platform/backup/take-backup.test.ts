// A backup while people write: what comes back is one moment, and no moment before the copy began.
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { copyEmbeddedDatabase } from '../../../testing/embedded-folder.ts';
import { systemClock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import { createLog } from '../log.ts';
import { openConfiguredDatabase } from '../open-parts.ts';
import { readArchive } from './archive.ts';
import { startBackupSchedule } from './backup-schedule.ts';
import { askForBackup, serveControl } from './control-socket.ts';
import { backupNote } from './parts.ts';
import { takeBackup } from './take-backup.ts';

const log = createLog('silent');
const open = (dataDir: string) =>
  openConfiguredDatabase({ dataDir, databaseUrl: undefined, databasePoolSize: 1 }, log);

let folder: string;
let dataDir: string;
let opened: Awaited<ReturnType<typeof open>>;
let database: Database;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'rowhouse-backup-'));
  dataDir = path.join(folder, 'kept');
  await copyEmbeddedDatabase(dataDir, 'bare');
  opened = await open(dataDir);
  ({ database } = opened);
  await mkdir(path.join(dataDir, 'files/1'), { recursive: true });
  await writeFile(path.join(dataDir, 'files/1/empty.txt'), '');
  await writeFile(path.join(dataDir, 'files/1/one.pdf'), 'x'.repeat(2000));
  await writeFile(path.join(dataDir, 'secret'), 'the secret');
  await database.asHome(async (connection) => {
    await connection.query('create table account (id int primary key, amount int not null, filler text)');
    await connection.query('create table move (id int primary key)');
    await connection.query(
      `insert into account select i, 100, repeat(md5(i::text), 200) from generate_series(1, 1000) i`,
    );
  });
});
afterAll(async () => {
  await opened.stop();
  await rm(folder, { recursive: true, force: true });
});

let moves = 0;
/** Takes from one account and gives to another, in one transaction with its number. */
async function move(): Promise<void> {
  const id = moves + 1;
  await database.asHome((connection) =>
    connection.query(
      `with taken as (update account set amount = amount - 1, filler = filler || 'x' where id = $1 % 1000 + 1),
            given as (update account set amount = amount + 1 where id = ($1 + 500) % 1000 + 1)
       insert into move values ($1)`,
      [id],
    ),
  );
  moves = id;
  // Between two requests files are read. Without a pause six thousand come in one backup, which is mostly their log then.
  await wait(1);
}

async function bringBack(file: string) {
  const fresh = await mkdtemp(path.join(folder, 'fresh-'));
  const names = await readArchive(file, fresh);
  const back = await open(fresh);
  try {
    const [found] = await back.database.asHome(async (connection) => {
      await connection.query(`insert into move values (-1)`);
      return (
        await connection.query(
          `select (select sum(amount)::int from account) as sum, (select count(*)::int from account) as accounts,
             (select count(*)::int from move where id > 0) as moves, (select max(id)::int from move) as last`,
        )
      ).rows;
    });
    return { names, fresh, found };
  } finally {
    await back.stop();
  }
}

test('while people write it holds one moment, after it was asked for, and they go on', async () => {
  const target = path.join(folder, 'one.tar.gz');
  for (let round = 0; round < 2; round += 1) {
    for (let count = 0; count < 20; count += 1) await move();
    const before = moves;
    const progress = { isDone: false };
    const taking = takeBackup(target, { database, dataDir, clock: systemClock }).finally(() => {
      progress.isDone = true;
    });
    while (!progress.isDone) await move();
    expect((await taking).bytes).toBeGreaterThan(1000);
    expect(moves).toBeGreaterThan(before);
    const { names, fresh, found } = await bringBack(target);
    expect(found).toMatchObject({ sum: 100_000, accounts: 1000 });
    expect(found?.['moves']).toBe(found?.['last']);
    expect(found?.['moves']).toBeGreaterThanOrEqual(before);
    expect(found?.['moves']).toBeLessThanOrEqual(moves);
    expect(names).toEqual(
      expect.arrayContaining([backupNote, 'secret', 'files/1/empty.txt', 'files/1/one.pdf']),
    );
    expect(existsSync(path.join(fresh, 'files/1/one.pdf'))).toBe(true);
  }
  expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
}, 120_000);

test('one that fails leaves nothing, and the next one is made', async () => {
  const nowhere = path.join(folder, 'no/where.tar.gz');
  await expect(takeBackup(nowhere, { database, dataDir, clock: systemClock })).rejects.toThrow('ENOENT');
  const target = path.join(folder, 'after.tar.gz');
  await takeBackup(target, { database, dataDir, clock: systemClock });
  expect((await bringBack(target)).found).toMatchObject({ sum: 100_000 });
}, 60_000);

test('a command asks for it through the folder, and hears why not', async () => {
  expect(await askForBackup(dataDir, 'x')).toBeNull();
  const control = await serveControl(dataDir, {
    takeBackup: (target) => takeBackup(target, { database, dataDir, clock: systemClock }),
    log,
  });
  try {
    const target = path.join(folder, 'asked.tar.gz');
    expect(await askForBackup(dataDir, target)).toMatchObject({ taken: { bytes: expect.any(Number) } });
    expect(existsSync(target)).toBe(true);
    expect(await askForBackup(dataDir, path.join(folder, 'no/x'))).toMatchObject({
      why: expect.stringContaining('ENOENT'),
    });
  } finally {
    await control.close();
  }
  expect(await askForBackup(dataDir, 'x')).toBeNull();
}, 60_000);

test('by schedule one counts when it was brought back, and the newest are kept', async () => {
  const into = path.join(folder, 'scheduled');
  let now = Date.parse('2026-11-20T10:00:00Z');
  const tried: string[] = [];
  let isBroken = false;
  const begin = async () => {
    const before = tried.length;
    const schedule = startBackupSchedule(
      { folder: into, everyMs: 3_600_000, keep: 2 },
      {
        takeBackup: async (file) => {
          await writeFile(file, 'a backup');
          return { bytes: 8, pausedMs: 1 };
        },
        tryBackup: async (file) => {
          tried.push(file);
          if (isBroken) throw new Error('damaged');
        },
        clock: { now: () => now },
        log,
      },
    );
    try {
      await expect.poll(() => tried.length).toBe(before + 1);
      await expect.poll(() => readdirSync(into).some((name) => name.includes('unchecked'))).toBe(false);
    } finally {
      schedule.stop();
    }
  };
  for (const hour of [10, 11, 12, 13]) {
    now = Date.parse(`2026-11-20T${hour}:00:00Z`);
    isBroken = hour === 12;
    await begin();
  }
  expect(readdirSync(into).toSorted()).toEqual([
    'rowhouse-2026-11-20T11-00-00Z.tar.gz',
    'rowhouse-2026-11-20T13-00-00Z.tar.gz',
  ]);
  // Young enough: none is made.
  now += 1_800_000;
  await expect(begin()).rejects.toThrow('expected 4 to be 5');
  expect(tried).toHaveLength(4);
});
