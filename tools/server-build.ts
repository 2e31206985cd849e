import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { fingerprint } from './fingerprint.ts';
import { listFiles } from './list-files.ts';
import { root, runCommand } from './run-command.ts';

const home = path.join(root, 'server/dist');
const config = 'tools/server-bundle.config.ts';
/** A server that runs, or starts at this moment, from the one before finds it still there. */
const mostKept = 3;

/**
 * Builds the server unless it was built from exactly what stands here now. Each version of the sources has a folder of
 * its own: a server that runs never sees another's files.
 *
 * @returns the folder that holds server.js and command-line.js
 */
export async function buildServerWhenNeeded(say: (text: string) => void): Promise<string> {
  const files = (await listFiles(root, ['server', 'domain'])).filter((file) => /(?<!\.test)\.ts$/.test(file));
  const sources = fingerprint([...files, 'package-lock.json', config]);
  const folder = path.join(home, sources.slice(0, 16));
  if (existsSync(folder)) return folder;
  say('Building the server; this is done once for each version of its sources.\n');
  // For whoever starts it, though the server that tries its backup lets nobody read what it makes.
  const mask = process.umask(0o022);
  // As deep as the folder that it becomes: modules know their places from there.
  const draft = await mkdir(home, { recursive: true })
    .then(() => mkdtemp(path.join(home, '.draft-')))
    .catch((error: unknown) => {
      process.umask(mask);
      throw error;
    });
  try {
    const { code, output } = await runCommand([
      'vite',
      'build',
      '--config',
      config,
      '--outDir',
      draft,
      '--logLevel',
      'warn',
    ]);
    if (code !== 0) throw new Error(`The server could not be built.\n${output}`);
    await chmod(draft, 0o755);
    await rename(draft, folder).catch((error: unknown) => {
      // Whoever built the same beside us was there first.
      if (!existsSync(folder)) throw error;
    });
  } finally {
    process.umask(mask);
    await rm(draft, { recursive: true, force: true });
  }
  await removeOldest();
  return folder;
}

async function removeOldest(): Promise<void> {
  const folders = (await readdir(home)).filter((name) => !name.startsWith('.'));
  const dated = await Promise.all(
    folders.map(async (name) => ({ name, made: (await stat(path.join(home, name))).mtimeMs })),
  );
  for (const { name } of dated.toSorted((one, other) => other.made - one.made).slice(mostKept))
    await rm(path.join(home, name), { recursive: true, force: true });
}
