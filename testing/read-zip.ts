// Reads a zip by its directory, as unpackers do, and holds it against what stands before each file. For tests.
import { crc32, inflateRawSync } from 'node:zlib';

export type ReadZipEntry = {
  readonly name: string;
  readonly offset: number;
  readonly sizeBytes: number;
  readonly crc32: number;
  readonly content: Buffer;
};

/** Throws at whatever is not as it ought to be. */
export function readZip(zip: Buffer): ReadZipEntry[] {
  const { count, offset } = readEnd(zip);
  const entries: ReadZipEntry[] = [];
  let at = offset;
  for (let index = 0; index < count; index += 1) {
    if (zip.readUInt32LE(at) !== 0x02014b50) throw new Error(`There is no entry ${index} in the directory.`);
    const head = readHead(zip, at + 8, at + 46, zip.readUInt16LE(at + 28), zip.readUInt16LE(at + 30));
    const place =
      head.large.length > 0 && zip.readUInt32LE(at + 42) === 0xffffffff
        ? Number(head.large.at(-1))
        : zip.readUInt32LE(at + 42);
    entries.push(readEntry(zip, place, head));
    at += 46 + zip.readUInt16LE(at + 28) + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return entries;
}

function readEnd(zip: Buffer): { count: number; offset: number } {
  const at = zip.length - 22;
  if (zip.readUInt32LE(at) !== 0x06054b50) throw new Error('The end of the zip is missing.');
  if (at < 20 || zip.readUInt32LE(at - 20) !== 0x07064b50)
    return { count: zip.readUInt16LE(at + 10), offset: zip.readUInt32LE(at + 16) };
  const large = Number(zip.readBigUInt64LE(at - 12));
  return { count: Number(zip.readBigUInt64LE(large + 32)), offset: Number(zip.readBigUInt64LE(large + 48)) };
}

type Head = {
  name: string;
  crc32: number;
  sizeBytes: number;
  packedBytes: number;
  isDeflated: boolean;
  /** Size and checksum stand behind the file. */
  isBehind: boolean;
  large: bigint[];
  end: number;
};

function readHead(zip: Buffer, shared: number, names: number, nameLength: number, extraLength: number): Head {
  if ((zip.readUInt16LE(shared) & 0x0800) === 0) throw new Error('A name is not in UTF-8.');
  const extra = names + nameLength;
  const large = Array.from({ length: Math.max(0, (extraLength - 4) / 8) }, (_, index) =>
    zip.readBigUInt64LE(extra + 4 + index * 8),
  );
  const size = zip.readUInt32LE(shared + 16);
  const packed = zip.readUInt32LE(shared + 12);
  return {
    name: zip.toString('utf8', names, extra),
    crc32: zip.readUInt32LE(shared + 8),
    sizeBytes: size === 0xffffffff ? Number(large[0]) : size,
    packedBytes: packed === 0xffffffff ? Number(large[1]) : packed,
    isDeflated: zip.readUInt16LE(shared + 2) === 8,
    isBehind: (zip.readUInt16LE(shared) & 0x0008) !== 0,
    large,
    end: extra + extraLength,
  };
}

function readEntry(zip: Buffer, offset: number, listed: Head): ReadZipEntry {
  if (zip.readUInt32LE(offset) !== 0x04034b50) throw new Error(`${listed.name} is not where it should be.`);
  const own = readHead(
    zip,
    offset + 6,
    offset + 30,
    zip.readUInt16LE(offset + 26),
    zip.readUInt16LE(offset + 28),
  );
  const packed = zip.subarray(own.end, own.end + listed.packedBytes);
  const told = own.isBehind ? readBehind(zip, own.end + listed.packedBytes) : own;
  if (
    own.name !== listed.name ||
    own.isDeflated !== listed.isDeflated ||
    told.crc32 !== listed.crc32 ||
    told.sizeBytes !== listed.sizeBytes ||
    told.packedBytes !== listed.packedBytes
  )
    throw new Error(`${listed.name} is told of in two ways.`);
  const content = own.isDeflated ? inflateRawSync(packed) : packed;
  if (content.length !== told.sizeBytes || crc32(content) !== told.crc32)
    throw new Error(`${own.name} is damaged.`);
  return { name: own.name, offset, sizeBytes: told.sizeBytes, crc32: told.crc32, content };
}

function readBehind(zip: Buffer, at: number): Pick<Head, 'crc32' | 'sizeBytes' | 'packedBytes'> {
  if (zip.readUInt32LE(at) !== 0x08074b50)
    throw new Error('What stands behind a file is not where it should be.');
  return {
    crc32: zip.readUInt32LE(at + 4),
    packedBytes: zip.readUInt32LE(at + 8),
    sizeBytes: zip.readUInt32LE(at + 12),
  };
}
