import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '../config.ts';

type Holder = { pid: number; startedAt: string | null };

/** When a process began, as the kernel counts: tells a living holder from a later process with its number. */
function processStart(pid: number): string | null {
  return readProcess(pid)?.start ?? null;
}

/** Null where the kernel does not tell, or there is no such process. */
function readProcess(pid: number): { state: string; start: string | null } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name before it stands in brackets, and may hold brackets itself.
    const fields = stat.slice(stat.lastIndexOf(') ') + 2).split(' ');
    return { state: fields[0] ?? '', start: fields[19] ?? null };
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
  const found = readProcess(holder.pid);
  // Dead, but its parent has not asked after it: so it stays in a container without an init.
  if (found !== null && /^[ZXx]$/.test(found.state)) return false;
  return holder.startedAt === null || found?.start === holder.startedAt;
}

/** Takes the data folder for this process, or says who holds it. A lock left by a killed process is taken over. */
export function lockFolder(dataDir: string): { release(): void } {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
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
