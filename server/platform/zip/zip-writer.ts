// A zip as it is written from front to back, nothing of it held but its directory. What people attach is compressed
// already and is stored, with size and checksum before it, so that readers that read from front to back find their way
// as well; what is made while it is sent is deflated, with both behind it. APPNOTE.TXT 6.3.10 by its section numbers.

export type ZipEntry = {
  /** UTF-8; '/' would make a folder. */
  readonly name: string;
  readonly sizeBytes: number;
  readonly crc32: number;
  /** By a clock on the wall: YYYY-MM-DD and HH:mm. Zips know no zone. */
  readonly modified: { readonly day: string; readonly time: string };
};

export type DeflatedSize = {
  readonly sizeBytes: number;
  readonly packedBytes: number;
  readonly crc32: number;
};

export type ZipWriter = {
  /** What stands before the file. Exactly its bytes must follow. */
  begin(entry: ZipEntry): Buffer;
  /** What stands before a file that is deflated while it is sent. Its bytes must follow, and then `endDeflated`. */
  beginDeflated(entry: Pick<ZipEntry, 'name' | 'modified'>): Buffer;
  /** What stands behind it. Throws RangeError beyond 4 GB, of which no reader of this form would know. */
  endDeflated(measured: DeflatedSize): Buffer;
  /** What stands at the end of all. */
  finish(): Buffer;
};

const most16 = 0xffff;
const most32 = 0xffffffff;
const namesInUtf8 = 0x0800;
const sizesBehind = 0x0008;
const deflated = 8;
const plainVersion = 20;
const zip64Version = 45;
const madeOnUnix = 3 << 8;
/** A plain file that its owner may write and all may read. */
const unixMode = ((0o100000 | 0o644) << 16) >>> 0;

export function createZipWriter(): ZipWriter {
  const directory: Buffer[] = [];
  let offset = 0;
  let begun: Pick<ZipEntry, 'name' | 'modified'> | null = null;
  return {
    beginDeflated(entry) {
      begun = entry;
      return deflatedHead(0x04034b50, entry, { sizeBytes: 0, packedBytes: 0, crc32: 0 });
    },
    endDeflated(measured) {
      if (begun === null) throw new Error('No file was begun.');
      const { sizeBytes, packedBytes, crc32 } = measured;
      if (Math.max(sizeBytes, packedBytes) >= most32) throw new RangeError('A deflated file is beyond 4 GB.');
      const head = deflatedHead(0x04034b50, begun, measured);
      const listed = deflatedHead(0x02014b50, begun, measured, offset);
      directory.push(listed);
      const behind = Buffer.alloc(16);
      [0x08074b50, crc32, packedBytes, sizeBytes].forEach((number, at) =>
        behind.writeUInt32LE(number, at * 4),
      );
      offset += head.length + packedBytes + behind.length;
      begun = null;
      return behind;
    },
    begin(entry) {
      const name = Buffer.from(entry.name);
      const extra = sizesExtra(entry.sizeBytes);
      const head = Buffer.alloc(30);
      head.writeUInt32LE(0x04034b50, 0);
      head.writeUInt16LE(extra.length > 0 ? zip64Version : plainVersion, 4);
      writeShared(head, 6, entry);
      head.writeUInt16LE(name.length, 26);
      head.writeUInt16LE(extra.length, 28);
      directory.push(directoryEntry(entry, name, offset));
      offset += head.length + name.length + extra.length + entry.sizeBytes;
      return Buffer.concat([head, name, extra]);
    },
    finish() {
      const size = directory.reduce((sum, { length }) => sum + length, 0);
      return Buffer.concat([...directory, endOf(directory.length, size, offset)]);
    },
  };
}

/** 4.4.4 to 4.4.9, which stand alike before the file and in the directory. */
function writeShared(head: Buffer, at: number, { sizeBytes, crc32, modified }: ZipEntry): void {
  head.writeUInt16LE(namesInUtf8, at);
  head.writeUInt16LE(0, at + 2);
  head.writeUInt16LE(dosTime(modified.time), at + 4);
  head.writeUInt16LE(dosDay(modified.day), at + 6);
  head.writeUInt32LE(crc32, at + 8);
  head.writeUInt32LE(Math.min(sizeBytes, most32), at + 12);
  head.writeUInt32LE(Math.min(sizeBytes, most32), at + 16);
}

/** 4.3.7 without a place, 4.3.12 with it: of a file whose size and checksum stand behind it (4.3.9). */
function deflatedHead(
  signature: number,
  { name, modified }: Pick<ZipEntry, 'name' | 'modified'>,
  { sizeBytes, packedBytes, crc32 }: DeflatedSize,
  place: number | null = null,
): Buffer {
  const named = Buffer.from(name);
  const isListed = place !== null;
  const extra = zip64Extra(isListed && place >= most32 ? [place] : []);
  const head = Buffer.alloc(isListed ? 46 : 30);
  const at = isListed ? 6 : 4;
  head.writeUInt32LE(signature, 0);
  if (isListed) head.writeUInt16LE(madeOnUnix | plainVersion, 4);
  head.writeUInt16LE(extra.length > 0 ? zip64Version : plainVersion, at);
  head.writeUInt16LE(namesInUtf8 | sizesBehind, at + 2);
  head.writeUInt16LE(deflated, at + 4);
  head.writeUInt16LE(dosTime(modified.time), at + 6);
  head.writeUInt16LE(dosDay(modified.day), at + 8);
  head.writeUInt32LE(crc32, at + 10);
  head.writeUInt32LE(packedBytes, at + 14);
  head.writeUInt32LE(sizeBytes, at + 18);
  head.writeUInt16LE(named.length, at + 22);
  head.writeUInt16LE(extra.length, at + 24);
  if (isListed) {
    head.writeUInt32LE(unixMode, 38);
    head.writeUInt32LE(Math.min(place, most32), 42);
  }
  return Buffer.concat([head, named, extra]);
}

/** 4.3.12 */
function directoryEntry(entry: ZipEntry, name: Buffer, offset: number): Buffer {
  const numbers = entry.sizeBytes >= most32 ? [entry.sizeBytes, entry.sizeBytes] : [];
  const extra = zip64Extra(offset >= most32 ? [...numbers, offset] : numbers);
  const head = Buffer.alloc(46);
  head.writeUInt32LE(0x02014b50, 0);
  head.writeUInt16LE(madeOnUnix | (extra.length > 0 ? zip64Version : plainVersion), 4);
  head.writeUInt16LE(extra.length > 0 ? zip64Version : plainVersion, 6);
  writeShared(head, 8, entry);
  head.writeUInt16LE(name.length, 28);
  head.writeUInt16LE(extra.length, 30);
  head.writeUInt32LE(unixMode, 38);
  head.writeUInt32LE(Math.min(offset, most32), 42);
  return Buffer.concat([head, name, extra]);
}

const sizesExtra = (sizeBytes: number): Buffer =>
  zip64Extra(sizeBytes >= most32 ? [sizeBytes, sizeBytes] : []);

/** 4.5.3: the numbers that do not fit their places, in the order of these. */
function zip64Extra(numbers: readonly number[]): Buffer {
  if (numbers.length === 0) return Buffer.alloc(0);
  const extra = Buffer.alloc(4 + numbers.length * 8);
  extra.writeUInt16LE(0x0001, 0);
  extra.writeUInt16LE(numbers.length * 8, 2);
  numbers.forEach((number, index) => extra.writeBigUInt64LE(BigInt(number), 4 + index * 8));
  return extra;
}

/** 4.3.14 to 4.3.16 */
function endOf(count: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Math.min(count, most16), 8);
  end.writeUInt16LE(Math.min(count, most16), 10);
  end.writeUInt32LE(Math.min(size, most32), 12);
  end.writeUInt32LE(Math.min(offset, most32), 16);
  if (count < most16 && size < most32 && offset < most32) return end;
  const large = Buffer.alloc(56);
  large.writeUInt32LE(0x06064b50, 0);
  large.writeBigUInt64LE(44n, 4);
  large.writeUInt16LE(madeOnUnix | zip64Version, 12);
  large.writeUInt16LE(zip64Version, 14);
  for (const at of [24, 32]) large.writeBigUInt64LE(BigInt(count), at);
  large.writeBigUInt64LE(BigInt(size), 40);
  large.writeBigUInt64LE(BigInt(offset), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(offset + size), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([large, locator, end]);
}

/** 4.4.6: years from 1980 to 2107. */
function dosDay(day: string): number {
  const [year = 1980, month = 1, date = 1] = day.split('-').map(Number);
  if (year < 1980) return (1 << 5) | 1;
  return (Math.min(year - 1980, 127) << 9) | (month << 5) | date;
}

function dosTime(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return (hour << 11) | (minute << 5);
}
