import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

const place = /(file:[^\s()]*\/)([^/\s()]+\.js):(\d+):(\d+)/;

/**
 * Traces name the lines of the sources, and not those of the bundle in the folder. Node's own way, --enable-source-maps,
 * reads all maps at every start, which costs as much as the start saves; here a map is read with the first trace that
 * needs it.
 */
export function traceToSources(folder: string): void {
  const base = `${pathToFileURL(folder).href}/`;
  const maps = new Map<string, SourceMap | null>();
  const mapOf = (file: string): SourceMap | null => {
    if (!maps.has(file)) maps.set(file, readMap(new URL(`${file}.map`, base)));
    return maps.get(file) ?? null;
  };
  Error.prepareStackTrace = (error, sites) => {
    const lines = sites.map((site) =>
      `    at ${String(site)}`.replace(
        place,
        (bundled, from: string, file: string, line: string, column: string) => {
          if (from !== base) return bundled;
          const found = mapOf(file)?.findOrigin(Number(line), Number(column));
          return found !== undefined && 'fileName' in found
            ? `${new URL(found.fileName, base).href}:${found.lineNumber}:${found.columnNumber}`
            : bundled;
        },
      ),
    );
    return [String(error), ...lines].join('\n');
  };
}

/** Null when the bundle has gone: a newer one may have taken its place while this server runs. */
function readMap(address: URL): SourceMap | null {
  try {
    return new SourceMap(JSON.parse(readFileSync(fileURLToPath(address), 'utf8')) as SourceMapPayload);
  } catch {
    return null;
  }
}
