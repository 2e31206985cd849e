import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../clock.ts';
import type { Database, OwnerConnection } from '../database/database.ts';
import { text, row } from '../database/row.ts';
import { writeArchive } from './archive.ts';
import type { ArchiveSource } from './archive.ts';
import { backupNote, noteOf } from './parts.ts';

export type TakenBackup = {
  readonly bytes: number;
  /** How long the database answered nobody: while it wrote what it held in memory. */
  readonly pausedMs: number;
};

type Parts = { readonly database: Database; readonly dataDir: string; readonly clock: Clock };

/**
 * All that the data folder keeps, in one file, while the embedded database goes on: its files are copied as they are
 * written, and beside them the log from before the first to after the last of them. Where it is brought back,
 * PostgreSQL plays that log and so comes to the moment at which the copy ended, or says that it cannot. The files come after the
 * database: a row comes after its file, so that none is missing.
 */
export async function takeBackup(target: string, { database, dataDir, clock }: Parts): Promise<TakenBackup> {
  const draft = `${target}.part`;
  const folder = join(dataDir, 'database');
  let pausedMs = 0;
  async function* sources(): AsyncGenerator<ArchiveSource> {
    yield { name: backupNote, text: noteOf(clock.now()) };
    const begun = performance.now();
    await database.asHome(startBackup);
    pausedMs = performance.now() - begun;
    let label: string | null = null;
    try {
      for (const name of (await readdir(folder)).toSorted())
        if (!leftOut.has(name))
          yield { name: `database/${name}`, path: join(folder, name), without: inFolders };
      // Last of the files: it says from where on the log counts.
      yield { name: controlFile, path: join(dataDir, controlFile) };
    } finally {
      label = await database.asHome(stopBackup);
    }
    yield { name: 'database/backup_label', text: label };
    yield { name: 'database/pg_wal', path: join(folder, 'pg_wal') };
    for (const name of ['files', 'secret'])
      if (existsSync(join(dataDir, name))) yield { name, path: join(dataDir, name) };
  }
  try {
    await writeArchive(draft, sources(), { isInUse: true });
    renameSync(draft, target);
    return { bytes: statSync(target).size, pausedMs };
  } finally {
    rmSync(draft, { force: true });
  }
}

const controlFile = 'database/global/pg_control';
/** The log comes last; the others are of the process that runs. */
const leftOut = new Set(['pg_wal', 'postmaster.pid', 'postmaster.opts', 'backup_label']);
const inFolders = new Set([controlFile]);

const stopped = row({ label: text.at('labelfile') });

/** A session's own: the embedded database has one session as long as it runs. */
async function startBackup(connection: OwnerConnection): Promise<void> {
  // One that was begun by a try that failed in between would refuse this one.
  await connection.query('select pg_backup_stop(false)').catch(() => undefined);
  await connection.query(`select pg_backup_start('rowhouse', true)`);
}

async function stopBackup(connection: OwnerConnection): Promise<string> {
  const { rows } = await connection.query(`select ${stopped.columns} from pg_backup_stop(false)`);
  return String(rows[0]?.['labelfile']);
}
