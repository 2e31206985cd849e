import { open } from 'node:fs/promises';

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
    const zeros = [0, 0];
    bytes.forEach((byte, index) => {
      if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
    });
    const [even = 0, odd = 0] = zeros;
    // A NUL among the letters of a text is its row's fault, and told there.
    if (even + odd <= bytes.length / 8) return null;
    if (odd > even * 4) return `${path} looks like UTF-16 without its mark. Import with --encoding utf-16le.`;
    if (even > odd * 4) return `${path} looks like UTF-16 without its mark. Import with --encoding utf-16be.`;
    return `${path} is no text: save the table as CSV (UTF-8) and bring that in.`;
  } finally {
    await file.close();
  }
}
