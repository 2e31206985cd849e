import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';

/**
 * Writes what comes into the file, a chunk at a time.
 * @param ownsChunks nobody else needs the chunks: each is let go as soon as it is written
 */
export async function writeStream(path: string, content: Readable, ownsChunks: boolean): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const file = await open(path, 'w');
  try {
    for await (const chunk of content as AsyncIterable<Buffer>) {
      await file.writeFile(chunk);
      if (ownsChunks) letGo(chunk);
    }
  } finally {
    await file.close();
  }
}

/**
 * Gives the memory of the chunk back at once. What comes by a socket is memory of its own, 64 kB a piece, of which the
 * collector lets 64 MB gather before it looks: twenty uploads at once grew by 80 MB of what nobody needed any more.
 */
function letGo({ buffer, length }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === length) buffer.transfer(0);
}
