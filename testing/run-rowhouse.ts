import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { serverIsBuilt } from './built-server.ts';

const root = path.resolve(import.meta.dirname, '..');

/** `npm run rowhouse -- …` as it is typed, in a process of its own: what it says on both streams, and its exit code. */
export async function runRowhouse(
  words: readonly string[],
  env: Record<string, string>,
): Promise<{ code: number | null; text: string }> {
  await serverIsBuilt();
  const entry = ['--import', './tools/require-node.mjs', 'tools/rowhouse.ts'];
  const child = spawn(process.execPath, [...entry, ...words], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => (text += part));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, text };
}
