import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '../config.ts';

type Holder = { pid: number; startedAt: string | null };

/** When a process began, as the kernel counts; tells a living holder from a later process with its number. */
function processStart(pid: number): string | null {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[19] ?? null;
  } catch {
    return null;
  }
}

function isAlive(holder: Holder): boolean {
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
  }
  return holder.startedAt === null || processStart(holder.pid) === holder.startedAt;
}

/** Takes the data folder for this process, or says who holds it. A lock left by a killed process is taken over. */
export function lockFolder(dataDir: string): { release(): void } {
  mkdirSync(dataDir, { recursive: true });
  const path = join(dataDir, 'rowhouse.lock');
  for (let attempt = 0; attempt < 3; attempt += 1) {
    try {
      const file = openSync(path, 'wx');
      writeSync(
        file,
        JSON.stringify({ pid: process.pid, startedAt: processStart(process.pid) } satisfies Holder),
      );
      closeSync(file);
      return { release: () => rmSync(path, { force: true }) };
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
    const holder = readHolder(path);
    if (holder !== null && isAlive(holder)) {
      throw new ConfigError(
        `The data folder ${dataDir} is in use by process ${holder.pid}. Stop it first, or give this one another DATA_DIR.`,
      );
    }
    rmSync(path, { force: true });
  }
  throw new ConfigError(`The lock of the data folder ${dataDir} could not be taken.`);
}

function readHolder(path: string): Holder | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Holder;
  } catch {
    return null;
  }
}
