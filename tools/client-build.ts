import { chmod, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { compressFiles } from './compress-files.ts';
import { fingerprint } from './fingerprint.ts';
import { listFiles } from './list-files.ts';
import { root, runCommand } from './run-command.ts';

const target = path.join(root, 'client/dist');
const stamp = '.built-from';

/** Builds the client unless client/dist was built from exactly what stands here now. */
export async function buildClientWhenNeeded(say: (text: string) => void): Promise<void> {
  const sources = await fingerprintSources();
  const built = await readFile(path.join(target, stamp), 'utf8').catch(() => undefined);
  if (built === sources) return;
  say('Building the client; this is done once for each version of its sources.\n');
  // Built aside and put in place whole: a server that runs, or a build beside this one, never sees half of it.
  const draft = await mkdtemp(path.join(root, 'client/.dist-'));
  try {
    const { code, output } = await runCommand([
      'vite',
      'build',
      'client',
      '--outDir',
      draft,
      '--emptyOutDir',
      '--logLevel',
      'warn',
    ]);
    if (code !== 0) throw new Error(`The client could not be built.\n${output}`);
    const stray = (await readdir(path.join(draft, 'assets'))).find((file) => file.startsWith('parts-page'));
    if (stray !== undefined)
      throw new Error(`The gallery of parts is for development, and ${stray} is in the build.`);
    await compressFiles(draft);
    await chmod(draft, 0o755);
    await writeFile(path.join(draft, stamp), sources);
    await rm(target, { recursive: true, force: true });
    await rename(draft, target);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** Changes with every file that the build reads, and with the variables that vite passes on. */
async function fingerprintSources(): Promise<string> {
  const files = (await listFiles(root, ['client', 'domain'])).filter((file) => !/\.test\.tsx?$/.test(file));
  const variables = Object.entries(process.env).filter(([name]) => name.startsWith('VITE_'));
  return fingerprint(
    [...files, 'package-lock.json', 'tools/compress-files.ts'],
    variables.map(([name, value]) => `${name}=${value}`).toSorted(),
  );
}
