import { createReadStream } from 'node:fs';

/**
 * What is UTF-8 throughout is taken for it, with or without its mark; what is not comes most often from a spreadsheet
 * on Windows. The whole file is looked at: a wrong letter in its last row must not be found when the others are in.
 */
export async function guessEncoding(path: string): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let isFirst = true;
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>) {
      if (isFirst && chunk[0] === 0xff && chunk[1] === 0xfe) return 'utf-16le';
      if (isFirst && chunk[0] === 0xfe && chunk[1] === 0xff) return 'utf-16be';
      isFirst = false;
      decoder.decode(chunk, { stream: true });
    }
    decoder.decode();
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}
