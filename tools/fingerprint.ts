import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './run-command.ts';

/**
 * Changes with the names and the content of the files and with the further words; 64 hexadecimal digits.
 * Read one after the other: of two thousand small files that is a third of the work of reading them side by side.
 *
 * @param files paths from the root
 */
export function fingerprint(files: readonly string[], words: readonly string[] = []): string {
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${file}\0`).update(readFileSync(path.join(root, file)));
  for (const word of words) hash.update(`${word}\0`);
  return hash.digest('hex');
}
