import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { showCount } from '@rowhouse/domain/kernel/formats.ts';
import { invalid } from '@rowhouse/domain/kernel/refusal.ts';
import type { Database } from '../platform/database/database.ts';
import { listMigrations } from '../platform/database/migrate.ts';
import { compareMigrations, readRanMigrations } from '../platform/database/ran-migrations.ts';
import { createLog } from '../platform/log.ts';
import { openConfiguredDatabase } from '../platform/open-parts.ts';
import { backupNote } from '../platform/backup/parts.ts';
import { countTenants } from './doctor-sql.ts';
import { countAllRows, listFileKeys } from './sql.ts';

/**
 * Brings a backup back into a fresh folder beside it, opens it, reads every row of every table, and looks for every file that a
 * row names. Then the folder is gone again. The data folder is not touched, and a server may run.
 * @param unpack the same that brings it back in earnest
 * @returns what it holds, as a sentence
 */
export async function tryRestore(
  source: string,
  unpack: (source: string, folder: string) => Promise<string[]>,
  { hasBucket, hasSecret }: { readonly hasBucket: boolean; readonly hasSecret: boolean },
): Promise<string> {
  const folder = mkdtempSync(join(dirname(resolve(source)), 'trying-restore-'));
  try {
    const names = await unpack(source, folder);
    if (!names.includes(backupNote)) throw invalid(`${source} is no backup of Rowhouse.`);
    if (!names.includes('secret') && !hasSecret)
      throw invalid(`${source} holds no secret: what is sealed with it could not be opened.`);
    const { madeAt } = JSON.parse(readFileSync(join(folder, backupNote), 'utf8')) as { madeAt: string };
    const config = { dataDir: folder, databaseUrl: undefined, databasePoolSize: 1 };
    const { database, stop } = await openConfiguredDatabase(config, createLog('silent'));
    try {
      const { companies, rows, files } = await read(database, source);
      const missing = hasBucket ? [] : files.filter((key) => !existsSync(join(folder, 'files', key)));
      if (missing.length > 0)
        throw invalid(
          `${source} lacks files that records name: ${showCount(missing.length)}, ${missing[0]} among them.`,
        );
      return `${source} can be brought back: made ${madeAt}, with ${showCount(companies)} companies, ${showCount(rows)} rows in all tables and ${showCount(files.length)} files. Nothing was changed.`;
    } finally {
      await stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function read(database: Database, source: string) {
  return database.asHome(async (connection) => {
    const ran = await readRanMigrations(connection);
    if (ran === null) throw invalid(`${source} holds a database that is not of Rowhouse.`);
    const standing = compareMigrations(ran, listMigrations());
    if (standing.kind !== 'fits')
      throw invalid(
        `${source} was made by another version of Rowhouse (${standing.kind === 'newer' ? standing.names.join(', ') : standing.name}): bring it back with that one, or a newer.`,
      );
    return {
      companies: await countTenants(connection),
      rows: await countAllRows(connection),
      files: await listFileKeys(connection),
    };
  });
}
