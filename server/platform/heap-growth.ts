import { setFlagsFromString } from 'node:v8';
import type { Config } from './config.ts';

/**
 * A process without the embedded database in its memory lets its heap grow further between two collections: it is stopped half
 * as often for some 10 ms, and takes some 45 MB more (docs/performance.md, "What was learned on the way").
 */
export function growHeapFreely({ databaseUrl }: Pick<Config, 'databaseUrl'>): void {
  if (databaseUrl !== undefined) setFlagsFromString('--heap-growing-percent=60');
}
