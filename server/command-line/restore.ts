import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { invalid } from '@rowhouse/domain/kernel/refusal.ts';
import { systemClock } from '../platform/clock.ts';
import { readConfig } from '../platform/config.ts';
import { prepareDataFolder } from '../platform/data-folder.ts';
import { lockFolder } from '../platform/database/folder-lock.ts';
import { readArchive } from '../platform/backup/archive.ts';
import { backupNote, keptParts } from '../platform/backup/parts.ts';
import { pgDumpAdvice } from './backup.ts';
import type { Command } from './command.ts';
import { tryRestore } from './try-restore.ts';

export const restore: Command = {
  name: 'restore',
  summary: 'brings a backup of the embedded database back',
  usage: `npm run rowhouse -- restore FILE [--replace | --dry-run]

Brings back into DATA_DIR what backup wrote. The server must be stopped.
  --replace  where there is data already: it is put aside in DATA_DIR, not deleted
  --dry-run  brings it back into a fresh folder beside FILE, reads all of it, says what it holds, and takes the folder away
             again; the server may run`,
  async run(words) {
    const { values, positionals } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        replace: { type: 'boolean', default: false },
        'dry-run': { type: 'boolean', default: false },
      },
    });
    const [source] = positionals;
    if (source === undefined || positionals.length > 1) {
      console.error(restore.usage);
      return 1;
    }
    const config = readConfig();
    const { dataDir } = config;
    if (config.databaseUrl !== undefined) throw invalid(pgDumpAdvice(dataDir));
    if (!existsSync(source)) throw invalid(`There is no file ${source}.`);
    if (values['dry-run']) {
      console.log(
        await tryRestore(source, readBackup, {
          hasBucket: config.s3 !== null,
          hasSecret: config.secret !== undefined,
        }),
      );
      return 0;
    }

    prepareDataFolder(config);
    const lock = lockFolder(dataDir);
    const draft = mkdtempSync(join(dataDir, 'restoring-'));
    try {
      const there = keptParts.filter((name) => existsSync(join(dataDir, name)));
      if (there.includes('database') && !values.replace)
        throw invalid(`There is data in ${dataDir}. Add --replace to put it aside and bring the backup in.`);
      const names = await readBackup(source, draft);
      if (!names.includes(backupNote)) throw invalid(`${source} is no backup of Rowhouse.`);

      const aside = join(
        dataDir,
        `before-restore-${new Date(systemClock.now()).toISOString().replace(/[:.]/g, '-')}`,
      );
      if (there.length > 0) mkdirSync(aside, { mode: 0o700 });
      for (const name of there) renameSync(join(dataDir, name), join(aside, name));
      for (const name of keptParts)
        if (existsSync(join(draft, name))) renameSync(join(draft, name), join(dataDir, name));
      console.log(`${dataDir} is as it was when ${source} was made.`);
      if (there.length > 0)
        console.log(`What was there before is in ${aside}; delete it when you need it no more.`);
      return 0;
    } finally {
      rmSync(draft, { recursive: true, force: true });
      lock.release();
    }
  },
};

async function readBackup(source: string, folder: string): Promise<string[]> {
  try {
    return await readArchive(source, folder);
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))
      throw invalid(`${source} is damaged, or no backup of Rowhouse.`);
    throw error;
  }
}
