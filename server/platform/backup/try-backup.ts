import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';

/** As late as the system lets others go first. */
const lastInLine = 19;

/**
 * Brings a backup back for a try, in a process of its own: a second database in this one would hold its thread.
 * @param command the command line's file
 */
export async function tryBackup(command: string, path: string): Promise<void> {
  const child = spawn(process.execPath, [command, 'restore', path, '--dry-run'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (child.pid !== undefined) setPriority(child.pid, lastInLine);
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => (said += part));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`The backup could not be brought back: ${said.trim()}`);
}
