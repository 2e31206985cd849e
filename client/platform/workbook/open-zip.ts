// The files of a zip, by its directory. Nothing is unpacked before it is asked for, none yields more than the directory
// said, and all together no more than is allowed: what a zip says of itself is not believed.
import { damaged, locked, tooLargeUnpacked } from './workbook-fault.ts';

type Entry = {
  readonly method: number;
  readonly crc32: number;
  readonly packedBytes: number;
  readonly bytes: number;
  readonly offset: number;
};

export type Zip = {
  /** Whatever the case of the name; Windows programs have written it in both. */
  has(name: string): boolean;
  /** The bytes of one file, a part at a time. Throws where they are not what the directory said. */
  unpack(name: string): AsyncGenerator<Uint8Array<ArrayBuffer>>;
};

const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;
const localSignature = 0x04034b50;
const endLength = 22;
const longestComment = 65_535;
const inZip64 = 0xffffffff;
const isEncrypted = 1;
const mostEntries = 5000;
const stored = 0;
const deflated = 8;

const fold = (name: string): string => name.replaceAll('\\', '/').replace(/^\//, '').toLowerCase();

export function openZip(bytes: Uint8Array<ArrayBuffer>, { mostBytes }: { mostBytes: number }): Zip {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries = readDirectory(view, bytes);
  let left = mostBytes;

  async function* unpack(name: string): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    const entry = entries.get(fold(name));
    if (entry === undefined) throw damaged();
    if (entry.bytes > left) throw tooLargeUnpacked();
    left -= entry.bytes;
    let count = 0;
    let checksum = ~0;
    for await (const part of partsOf(packedBytes(view, bytes, entry), entry.method)) {
      count += part.length;
      if (count > entry.bytes) throw damaged();
      checksum = crc32(checksum, part);
      yield part;
    }
    if (count !== entry.bytes || ~checksum >>> 0 !== entry.crc32) throw damaged();
  }
  return { has: (name) => entries.has(fold(name)), unpack };
}

function readDirectory(view: DataView, bytes: Uint8Array): Map<string, Entry> {
  const end = findEnd(view);
  const count = view.getUint16(end + 10, true);
  const entries = new Map<string, Entry>();
  let at = view.getUint32(end + 16, true);
  if (count > mostEntries) throw tooLargeUnpacked();
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > end || view.getUint32(at, true) !== entrySignature) throw damaged();
    const nameLength = view.getUint16(at + 28, true);
    const extraLength = view.getUint16(at + 30, true);
    const next = at + 46 + nameLength + extraLength + view.getUint16(at + 32, true);
    if (next > end) throw damaged();
    if ((view.getUint16(at + 8, true) & isEncrypted) !== 0) throw locked();
    const name = fold(new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength)));
    // Of two with one name programs read different ones: such a file says two things.
    if (entries.has(name)) throw damaged();
    const large = readZip64(view, at + 46 + nameLength, extraLength);
    const orLarge = (place: number): number => {
      const value = view.getUint32(at + place, true);
      return value === inZip64 ? (large.shift() ?? value) : value;
    };
    entries.set(name, {
      method: view.getUint16(at + 10, true),
      crc32: view.getUint32(at + 16, true),
      // In this order they stand in the extra field as well.
      bytes: orLarge(24),
      packedBytes: orLarge(20),
      offset: orLarge(42),
    });
    at = next;
  }
  return entries;
}

function findEnd(view: DataView): number {
  const first = Math.max(0, view.byteLength - endLength - longestComment);
  for (let at = view.byteLength - endLength; at >= first; at -= 1) {
    if (view.getUint32(at, true) === endSignature) return at;
  }
  throw damaged();
}

/** Sizes that some writers put there, though they are small. */
function readZip64(view: DataView, from: number, length: number): number[] {
  let at = from;
  while (at + 4 <= from + length) {
    const size = view.getUint16(at + 2, true);
    if (view.getUint16(at, true) === 1 && at + 4 + size <= from + length) {
      const count = Math.floor(size / 8);
      return Array.from({ length: count }, (_, index) => Number(view.getBigUint64(at + 4 + index * 8, true)));
    }
    at += 4 + size;
  }
  return [];
}

function packedBytes(view: DataView, bytes: Uint8Array<ArrayBuffer>, { offset, packedBytes: size }: Entry) {
  if (offset + 30 > bytes.length || view.getUint32(offset, true) !== localSignature) throw damaged();
  const from = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
  if (from + size > bytes.length) throw damaged();
  return bytes.subarray(from, from + size);
}

async function* partsOf(
  packed: Uint8Array<ArrayBuffer>,
  method: number,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  if (method === stored) {
    yield packed;
    return;
  }
  if (method !== deflated) throw damaged();
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => {
        throw damaged();
      });
      if (done) return;
      yield value;
    }
  } finally {
    // Whoever has had enough reads no further, and then nothing more is unpacked.
    void reader.cancel().catch(() => undefined);
  }
}

const crcTable = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

function crc32(checksum: number, bytes: Uint8Array): number {
  let value = checksum;
  for (let at = 0; at < bytes.length; at += 1) value = (value >>> 8) ^ crcTable[(value ^ bytes[at]!) & 255]!;
  return value;
}
