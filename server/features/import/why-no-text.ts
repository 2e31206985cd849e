import { open } from 'node:fs/promises';
import { findUnmarkedUtf16 } from '@rowhouse/domain/import/unmarked-utf16.ts';

const lookedAtBytes = 64 * 1024;

/** How files begin that people bring in place of a CSV. */
const beginnings: readonly (readonly [bytes: readonly number[], sentence: string])[] = [
  [[0xd0, 0xcf, 0x11, 0xe0], 'is a workbook of an old Excel: save it as CSV (UTF-8) and bring that in.'],
  [
    [0x50, 0x4b, 0x03, 0x04],
    'is a workbook or another packed file: save it as CSV (UTF-8) and bring that in.',
  ],
  [[0x25, 0x50, 0x44, 0x46], 'is a PDF: bring the table that it was made from in, as CSV (UTF-8).'],
  [[0x1f, 0x8b], 'is packed: unpack it first.'],
];

/** The sentence that says why the file is no table of text, or null. Nothing of what it holds is shown. */
export async function whyNoText(path: string, encoding: string | undefined): Promise<string | null> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(lookedAtBytes), 0, lookedAtBytes, 0);
    const bytes = buffer.subarray(0, bytesRead);
    const found = beginnings.find(([start]) => start.every((byte, index) => bytes[index] === byte));
    if (found !== undefined) return `${path} ${found[1]}`;
    const hasMark = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
    if (hasMark || /^utf-?16/i.test(encoding ?? '')) return null;
    const kind = findUnmarkedUtf16(bytes);
    if (kind === 'none') return null;
    return kind === 'binary'
      ? `${path} is no text: save the table as CSV (UTF-8) and bring that in.`
      : `${path} looks like UTF-16 without its mark. Import with --encoding ${kind}.`;
  } finally {
    await file.close();
  }
}
