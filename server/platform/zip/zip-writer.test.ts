import { crc32, deflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { readZip } from '../../../testing/read-zip.ts';
import { createZipWriter } from './zip-writer.ts';

const modified = { day: '2026-11-20', time: '14:30' };

function zipOf(files: readonly { name: string; content: Buffer }[]): Buffer {
  const writer = createZipWriter();
  const parts = files.flatMap(({ name, content }) => [
    writer.begin({ name, sizeBytes: content.length, crc32: crc32(content), modified }),
    content,
  ]);
  return Buffer.concat([...parts, writer.finish()]);
}

describe('a zip', () => {
  test.each([
    ['of nothing', []],
    ['of an empty file', [{ name: 'empty', content: Buffer.alloc(0) }]],
    [
      'of names in any script',
      ['Löding 🧾.pdf', '请求.pdf', 'a'].map((name) => ({ name, content: Buffer.from(`of ${name}`) })),
    ],
  ])('%s is read as it was written', (_, files) => {
    expect(readZip(zipOf(files)).map(({ name, content }) => ({ name, content }))).toEqual(files);
  });

  test('says when its files were made', () => {
    const zip = zipOf([{ name: 'a', content: Buffer.from('x') }]);
    expect(zip.readUInt16LE(12)).toBe((2026 - 1980) * 512 + 11 * 32 + 20);
    expect(zip.readUInt16LE(10)).toBe(14 * 2048 + 30 * 32);
  });

  test('of files that are deflated while they are sent, beside stored ones', () => {
    const writer = createZipWriter();
    const plain = Buffer.from('stored');
    const text = Buffer.from('deflated '.repeat(1000));
    const packed = deflateRawSync(text);
    const zip = Buffer.concat([
      writer.beginDeflated({ name: 'Löng.xml', modified }),
      packed,
      writer.endDeflated({ sizeBytes: text.length, packedBytes: packed.length, crc32: crc32(text) }),
      writer.begin({ name: 'a', sizeBytes: plain.length, crc32: crc32(plain), modified }),
      plain,
      writer.finish(),
    ]);
    expect(readZip(zip).map(({ name, content }) => [name, content])).toEqual([
      ['Löng.xml', text],
      ['a', plain],
    ]);
  });

  test('of a deflated file beyond 4 GB is none', () => {
    const writer = createZipWriter();
    writer.beginDeflated({ name: 'a', modified });
    expect(() => writer.endDeflated({ sizeBytes: 2 ** 32, packedBytes: 5, crc32: 7 })).toThrow(RangeError);
  });

  test('of more files than sixteen bits count', () => {
    const files = Array.from({ length: 65_537 }, (_, index) => ({
      name: String(index),
      content: Buffer.alloc(0),
    }));
    expect(readZip(zipOf(files))).toHaveLength(65_537);
  });

  test('of files larger than thirty-two bits say', () => {
    const writer = createZipWriter();
    const large = { name: 'large', sizeBytes: 2 ** 32 + 5, crc32: 7, modified };
    const small = { name: 'small', sizeBytes: 1, crc32: 8, modified };
    const [first, second, end] = [writer.begin(large), writer.begin(small), writer.finish()];
    // Before the file and in the directory: both sizes, and of the second its place.
    expect(first.readUInt32LE(22)).toBe(0xffffffff);
    expect([first.readBigUInt64LE(39), first.readBigUInt64LE(47)]).toEqual([2n ** 32n + 5n, 2n ** 32n + 5n]);
    expect(second.readUInt32LE(22)).toBe(1);
    const offset = BigInt(first.length) + 2n ** 32n + 5n;
    const entry = end.indexOf('small') - 46;
    expect(end.readUInt32LE(entry + 42)).toBe(0xffffffff);
    expect(end.readBigUInt64LE(entry + 46 + 5 + 4)).toBe(offset);
    // The end: the large form, where it stands, and the small form that points at neither.
    const directory = offset + BigInt(second.length) + 1n;
    expect(end.readBigUInt64LE(end.length - 22 - 20 - 56 + 48)).toBe(directory);
    expect(end.readBigUInt64LE(end.length - 22 - 12)).toBe(directory + BigInt(end.length - 98));
    expect(end.readUInt32LE(end.length - 6)).toBe(0xffffffff);
  });
});
