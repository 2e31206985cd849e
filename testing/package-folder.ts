import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** Where an installed package stands, and its version. Its entry is taken to lie one folder deep. */
export function findPackage(name: string): { folder: string; version: string } {
  const folder = path.resolve(createRequire(import.meta.url).resolve(name), '../..');
  const { version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
    version: string;
  };
  return { folder, version };
}
