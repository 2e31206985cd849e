import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { listFiles } from './list-files.ts';

const compressible = /\.(m?js|css|svg|json|txt|wasm|ttf)$/;
/** Below it the headers cost more than is gained. */
const leastBytes = 1024;

/**
 * Lays a .br and a .gz beside each file of the built client, as small as they get: it takes seconds, once, where
 * compressing for each visitor can only be quick.
 */
export async function compressFiles(folder: string): Promise<void> {
  const files = (await listFiles(folder, ['.'])).filter((file) => compressible.test(file));
  for (const file of files) {
    const place = path.join(folder, file);
    const content = await readFile(place);
    if (content.length < leastBytes) continue;
    const [small, gzipped] = await Promise.all([
      compressBrotli(content, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
          [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
        },
      }),
      compressGzip(content, { level: constants.Z_BEST_COMPRESSION }),
    ]);
    await writeFile(`${place}.br`, small);
    await writeFile(`${place}.gz`, gzipped);
  }
}

const compressBrotli = promisify(brotliCompress) as unknown as (
  content: Buffer,
  options: object,
) => Promise<Buffer>;
const compressGzip = promisify(gzip) as unknown as (content: Buffer, options: object) => Promise<Buffer>;
