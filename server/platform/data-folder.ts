import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from './config.ts';
import type { Config } from './config.ts';

/** What Rowhouse itself puts into it. */
const ownParts = /^(database|files|secret(\..+)?|rowhouse\.(lock|sock)|(before-restore|restoring)-.+)$/;

/**
 * From now on this process makes files that only its user can read: password hashes, sessions and every company's data are
 * among them. Called before anything is made, by the start and by every command.
 */
export function keepFilesPrivate(): void {
  process.umask(0o077);
}

/**
 * Makes the data folder, or shuts one that stands open to other users of the machine. Refuses what is no folder or cannot be
 * written. Does nothing where nothing would be kept there: database, files and secret stand elsewhere.
 */
export function prepareDataFolder({
  dataDir,
  databaseUrl,
  s3,
  secret,
}: Pick<Config, 'dataDir' | 'databaseUrl' | 's3' | 'secret'>): void {
  if (databaseUrl !== undefined && s3 !== null && secret !== undefined) return;
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new ConfigError(sayWhyNot(dataDir, error), { cause: error });
  }
  // A folder that holds other things as well is not ours to shut.
  if (readdirSync(dataDir).every((name) => ownParts.test(name))) shut(dataDir, 0o700);
  for (const part of ['database', 'files'] as const) shut(join(dataDir, part), 0o700);
  shut(join(dataDir, 'secret'), 0o600);
}

/** The first file that a database is made of: while it stands open, so may any of the others. */
const first = 'PG_VERSION';

/**
 * Shuts the files of a database that was just opened. Its first ones are unpacked with modes of their own, whatever the umask
 * is, and would stay open below a folder that somebody else shares or copies. What it makes later keeps to the umask.
 */
export function shutDatabaseFiles(folder: string): void {
  if (!isOpenToOthers(join(folder, first))) return;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const isLast = entry.name === first && entry.parentPath === folder;
    if (!isLast) shut(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o700 : 0o600);
  }
  shut(join(folder, first), 0o600);
}

/** Whether other users of the machine may look into it. */
export const isOpenToOthers = (path: string): boolean =>
  process.platform !== 'win32' && existsSync(path) && (statSync(path).mode & 0o077) !== 0;

function shut(path: string, mode: number): void {
  if (!isOpenToOthers(path)) return;
  try {
    chmodSync(path, mode);
  } catch (error) {
    // A mounted folder may belong to somebody else, and be shut by who mounted it.
    if (!hasCode(error, 'EPERM', 'EROFS')) throw error;
  }
}

const hasCode = (error: unknown, ...codes: string[]): boolean =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code));

const sayNoRoom = (dataDir: string): string =>
  `There is no room for the data folder ${dataDir}. Make room on its disk, or name another one in DATA_DIR.`;

/** Less than the database needs to begin a piece of its log. */
const leastRoomBytes = 16 * 1024 * 1024;

/** What failed in a folder whose disk is full, in words for whoever starts it; everything else as it is. */
export function explainNoRoom(dataDir: string, error: unknown): unknown {
  const { bavail, bsize } = statfsSync(dataDir);
  return bavail * bsize < leastRoomBytes ? new ConfigError(sayNoRoom(dataDir)) : error;
}

function sayWhyNot(dataDir: string, error: unknown): string {
  if (hasCode(error, 'ENOTDIR', 'EEXIST'))
    return `The data folder ${dataDir} is a file, or lies in one. Name a folder in DATA_DIR.`;
  if (hasCode(error, 'EACCES', 'EPERM', 'EROFS'))
    return `The data folder ${dataDir} cannot be written by this user. Give it to this user, or name another one in DATA_DIR.`;
  if (hasCode(error, 'ENOSPC')) return sayNoRoom(dataDir);
  return `The data folder ${dataDir} cannot be used: ${error instanceof Error ? error.message : String(error)}. Name another one in DATA_DIR.`;
}
