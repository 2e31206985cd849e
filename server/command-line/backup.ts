import { showSize } from '@rowhouse/domain/kernel/formats.ts';
import { accessSync, constants, existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { invalid } from '@rowhouse/domain/kernel/refusal.ts';
import { systemClock } from '../platform/clock.ts';
import { readConfig } from '../platform/config.ts';
import type { Config } from '../platform/config.ts';
import { lockFolder } from '../platform/database/folder-lock.ts';
import { createLog } from '../platform/log.ts';
import { openConfiguredDatabase } from '../platform/open-parts.ts';
import { writeArchive } from '../platform/backup/archive.ts';
import type { ArchiveSource } from '../platform/backup/archive.ts';
import { askForBackup } from '../platform/backup/control-socket.ts';
import { backupNote, keptParts, noteOf } from '../platform/backup/parts.ts';
import type { Command } from './command.ts';
import { checkpoint } from './sql.ts';

/** The owner is bound by the policies as everybody is, so pg_dump has to read by them; the owner's lets all rows through. */
export const pgDumpAdvice = (
  dataDir: string,
): string => `The database is a server's, given by DATABASE_URL. Its own tools back it up while it runs, of its version or newer:
  pg_dump --enable-row-security --format=custom --file=rowhouse.dump "$DATABASE_URL"
and bring it back, into an empty database that belongs to a user of the same name:
  psql "$DATABASE_URL" --command "create role rowhouse_app nologin"   (once a server; that it exists is no error)
  pg_restore --exit-on-error --dbname="$DATABASE_URL" rowhouse.dump
The next start opens that role to the user, or says what to run. Marks of a superuser (docs/operating.md) are made again.
Keep beside it the folder of files, ${join(dataDir, 'files')}, and the SECRET.`;

export const backup: Command = {
  name: 'backup',
  summary: 'writes all data of the embedded database into one file',
  usage: `npm run rowhouse -- backup FILE [--force]

Writes the database, the files and the secret of DATA_DIR into FILE, a .tar.gz. The server may run: then it makes
the file itself, and people go on working.
  --force  writes over FILE when it is there
With DATABASE_URL it says how pg_dump does it.`,
  async run(words) {
    const { values, positionals } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: { force: { type: 'boolean', default: false } },
    });
    const [target] = positionals;
    if (target === undefined || positionals.length > 1) {
      console.error(backup.usage);
      return 1;
    }
    const config = readConfig();
    const { dataDir } = config;
    if (config.databaseUrl !== undefined) throw invalid(pgDumpAdvice(dataDir));
    if (existsSync(target) && !values.force)
      throw invalid(`${target} is there already. Add --force to write over it.`);
    const folder = dirname(resolve(target));
    if (!existsSync(folder))
      throw invalid(
        `There is no folder ${folder} to put the backup into. Make it first, or name another file.`,
      );
    if (!isWritableFolder(folder))
      throw invalid(`The folder ${folder} cannot be written by this user. Name a file in another one.`);
    if (!existsSync(join(dataDir, 'database'))) throw invalid(`There is no database in ${dataDir}.`);

    const answered = await askForBackup(dataDir, resolve(target));
    if (answered === null) await backUpStopped(config, target);
    else if ('why' in answered) throw invalid(`The backup was not made. ${answered.why}`);
    const size = showSize(statSync(target).size);
    console.log(
      `${target} holds all of ${dataDir}, ${size}. Keep it as you keep passwords: it holds the secret.`,
    );
    if (answered !== null)
      console.log(`The server ran on; its database paused for ${Math.ceil(answered.taken.pausedMs)} ms.`);
    if (config.s3 !== null)
      console.log(
        `Not in it: the files in the bucket ${config.s3.bucket}. Its own versions or copies keep those.`,
      );
    return 0;
  },
};

async function backUpStopped(config: Config, target: string): Promise<void> {
  const { dataDir } = config;
  // A database that opens is one that can be brought back; and its log is folded into its files.
  const { database, stop } = await openConfiguredDatabase(config, createLog('error'));
  await database.asHome(checkpoint).finally(stop);
  const lock = lockFolder(dataDir);
  const draft = `${target}.part`;
  try {
    const note = noteOf(systemClock.now());
    const parts = keptParts
      .filter((name) => existsSync(join(dataDir, name)))
      .map((name): ArchiveSource => ({ name, path: join(dataDir, name) }));
    await writeArchive(draft, [{ name: backupNote, text: note }, ...parts]);
    renameSync(draft, target);
  } finally {
    rmSync(draft, { force: true });
    lock.release();
  }
}

function isWritableFolder(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return statSync(folder).isDirectory();
  } catch {
    return false;
  }
}
