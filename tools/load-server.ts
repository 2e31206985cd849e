import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildServerWhenNeeded } from './server-build.ts';
import { traceToSources } from './trace-to-sources.ts';

const sources = {
  server: () => import('@rowhouse/server/main.ts'),
  'command-line': () => import('@rowhouse/server/command-line/rowhouse.ts'),
};
type Entries = { [Name in keyof typeof sources]: Awaited<ReturnType<(typeof sources)[Name]>> };

/** From the bundle of what stands here; from the sources, which takes longer, where there can be none. */
export async function loadServer<Name extends keyof Entries>(
  entry: Name,
  { fromSources = false } = {},
): Promise<Entries[Name]> {
  if (fromSources) return sources[entry]() as Promise<Entries[Name]>;
  try {
    const folder = await buildServerWhenNeeded((text) => process.stderr.write(text));
    const loaded = (await import(pathToFileURL(path.join(folder, `${entry}.js`)).href)) as Entries[Name];
    traceToSources(folder);
    return loaded;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    process.stderr.write(`${reason}\nThe server runs from its sources, and needs longer to start.\n`);
    return sources[entry]() as Promise<Entries[Name]>;
  }
}
