import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { Refusal } from '@rowhouse/domain/kernel/refusal.ts';
import { BlockReader, blockSize, readHeader } from '../backup/archive.ts';
import { carriedTables } from './carried.ts';
import {
  damagedArchive,
  headName,
  manifestName,
  mostFileBytes,
  mostManifestBytes,
  mostPartBytes,
  mostUnpacking,
  noArchive,
  peopleTable,
  readHead,
  readManifest,
  readPartName,
} from './format.ts';
import type { ArchiveHead, ArchiveManifest, ArchivePart, ManifestPart } from './format.ts';

/** Enough for an archive of next to nothing, whatever it packs to. */
const alwaysUnpacked = 16_000_000;
const readAtATime = 1 << 20;

/** A file that can be read from its beginning more than once. */
export type ArchiveSource = {
  /** What sentences call it. */
  readonly name: string;
  size(): Promise<number>;
  open(): Readable;
};

const ofFile = (path: string): ArchiveSource => ({
  name: path,
  size: async () => (await stat(path)).size,
  open: () => createReadStream(path),
});

/** Told of the bytes of the file that were read so far. */
type OnRead = (bytes: number) => void;

type Entry = { readonly name: string; readonly bytes: number; readonly content: AsyncIterable<Buffer> };

/** What is in it, in its order. The content of an entry is read before the next one is asked for. */
async function* readEntries(source: ArchiveSource, onRead: OnRead = () => undefined): AsyncGenerator<Entry> {
  const packed = source.open();
  const gunzip = createGunzip();
  let read = 0;
  packed.on('data', (chunk: Buffer) => onRead((read += chunk.byteLength)));
  try {
    yield* unpack(source.name, await source.size(), packed, gunzip);
  } finally {
    gunzip.on('error', () => undefined).destroy();
    packed.on('error', () => undefined).destroy();
  }
}

async function* unpack(
  path: string,
  size: number,
  packed: Readable,
  gunzip: ReturnType<typeof createGunzip>,
): AsyncGenerator<Entry> {
  packed.on('error', (error) => gunzip.destroy(error)).pipe(gunzip);
  gunzip.once('close', () => packed.destroy());
  const unpacked = limited(gunzip, size * mostUnpacking + alwaysUnpacked, path);
  const reader = new BlockReader(unpacked);
  const need = async (bytes: number): Promise<Buffer> => {
    const taken = await reader.take(bytes);
    if (taken === null) throw damagedArchive(path);
    return taken;
  };
  for (;;) {
    const block = await need(blockSize);
    if (block.every((byte) => byte === 0)) break;
    const { name, size: bytes, kind } = readHeader(block, path, 'archive of a company');
    if (kind !== 'file' || !Number.isSafeInteger(bytes) || bytes < 0) throw damagedArchive(path);
    let left = bytes;
    async function* content(): AsyncGenerator<Buffer> {
      while (left > 0) {
        const part = await need(Math.min(left, readAtATime));
        left -= part.byteLength;
        yield part;
      }
    }
    yield { name, bytes, content: content() };
    if (left > 0) throw new Error(`${name} was not read.`);
    if (bytes % blockSize > 0) await need(-bytes & (blockSize - 1));
  }
  await need(blockSize);
  if ((await reader.take(1)) !== null) throw damagedArchive(path);
}

/** What cannot be unpacked, and what unpacks to too much, is damaged. */
async function* limited(chunks: AsyncIterable<Buffer>, most: number, path: string): AsyncGenerator<Buffer> {
  let seen = 0;
  try {
    for await (const chunk of chunks) {
      seen += chunk.byteLength;
      if (seen > most) throw damagedArchive(path);
      yield chunk;
    }
  } catch (error) {
    throw isUnpacking(error) ? damagedArchive(path) : error;
  }
}

const isUnpacking = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');

async function whole(entry: Entry, most: number, path: string): Promise<Buffer> {
  if (entry.bytes > most) throw damagedArchive(path);
  const chunks: Buffer[] = [];
  for await (const chunk of entry.content) chunks.push(chunk);
  return Buffer.concat(chunks);
}

export type CheckedArchive = {
  readonly source: ArchiveSource;
  /** What sentences call it. */
  readonly path: string;
  readonly head: ArchiveHead;
  readonly manifest: ArchiveManifest;
  /** By table, how many rows it has. */
  readonly rows: ReadonlyMap<string, number>;
  readonly files: number;
};

/** Reads all of it before anything is brought in: every checksum, every name, its order and its end. Writes nothing. */
export async function checkArchive(
  from: string | ArchiveSource,
  { onRead }: { readonly onRead?: OnRead } = {},
): Promise<CheckedArchive> {
  const source = typeof from === 'string' ? ofFile(from) : from;
  const path = source.name;
  const rows = new Map<string, number>();
  let files = 0;
  let head: ArchiveHead | null = null;
  let manifest: ArchiveManifest | null = null;
  const seen: ManifestPart[] = [];
  const order = orderOfParts();
  try {
    for await (const entry of readEntries(source, onRead)) {
      if (manifest !== null) throw damagedArchive(path);
      if (entry.name === manifestName) {
        manifest = readManifest((await whole(entry, mostManifestBytes, path)).toString('utf8'), path);
        continue;
      }
      if (head === null) {
        if (entry.name !== headName) throw noArchive(path);
        const content = await whole(entry, mostPartBytes, path);
        head = readHead(content.toString('utf8'), path);
        seen.push({ name: headName, bytes: entry.bytes, sha256: hashOf([content]) });
        continue;
      }
      const part = readPartName(entry.name);
      const isExpected =
        part !== null &&
        order(part) &&
        (part.kind !== 'rows' || part.table === peopleTable || head.tables[part.table] !== undefined);
      if (!isExpected || entry.bytes > (part.kind === 'rows' ? mostPartBytes : mostFileBytes))
        throw damagedArchive(path);
      const hash = createHash('sha256');
      let lines = 0;
      for await (const chunk of entry.content) {
        hash.update(chunk);
        if (part.kind === 'rows') lines += countLines(chunk);
      }
      if (part.kind === 'rows') rows.set(part.table, (rows.get(part.table) ?? 0) + lines);
      else files += 1;
      seen.push({ name: entry.name, bytes: entry.bytes, sha256: hash.digest('hex') });
    }
  } catch (error) {
    // What is no archive at all is said as such: perhaps the wrong file was named.
    if (head === null && error instanceof Refusal && error.message !== noArchive(path).message)
      throw error.message.includes('newer') ? error : noArchive(path);
    throw error;
  }
  if (head === null) throw noArchive(path);
  if (manifest === null) throw damagedArchive(path);
  const { parts } = manifest;
  const isSame = ({ name, bytes, sha256 }: ManifestPart, at: number): boolean =>
    parts[at]?.name === name && parts[at].bytes === bytes && parts[at].sha256 === sha256;
  if (parts.length !== seen.length || !seen.every(isSame)) throw damagedArchive(path);
  return { source, path, head, manifest, rows, files };
}

function countLines(chunk: Buffer): number {
  let count = 0;
  for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) count += 1;
  return count;
}

/** The emails of everybody in it. */
export async function readPeople(archive: CheckedArchive): Promise<string[]> {
  const emails: string[] = [];
  for await (const part of readParts(archive)) {
    if (part.kind !== 'rows' || part.table !== peopleTable) break;
    for (const line of part.lines) {
      const email = emailIn(line);
      if (email !== null) emails.push(email);
    }
  }
  return emails;
}

/** Null where a line is none of ours: the import refuses it. */
function emailIn(line: string): string | null {
  try {
    const row = JSON.parse(line) as { email?: unknown } | null;
    return typeof row?.email === 'string' ? row.email : null;
  } catch {
    return null;
  }
}

function hashOf(chunks: readonly Buffer[]): string {
  const hash = createHash('sha256');
  for (const chunk of chunks) hash.update(chunk);
  return hash.digest('hex');
}

/** Whether a part may follow those before it: tables as they refer to each other, their parts by number, then the files. */
function orderOfParts(): (part: ArchivePart) => boolean {
  const tables = [peopleTable, ...Object.keys(carriedTables)];
  let place = -1;
  let number = 0;
  const files = new Set<string>();
  return (part) => {
    if (part.kind !== 'rows') {
      place = tables.length;
      const name = part.kind === 'record file' ? `record ${part.id}` : part.of;
      const isNew = !files.has(name);
      files.add(name);
      return isNew;
    }
    const at = tables.indexOf(part.table);
    const isNext = at === place ? part.number === number + 1 : at > place && part.number === 1;
    [place, number] = [at, part.number];
    return isNext;
  };
}

/** The rows and files of an archive that was checked, in its order. */
export async function* readParts(
  { source, path }: CheckedArchive,
  onRead?: OnRead,
): AsyncGenerator<
  | { readonly kind: 'rows'; readonly table: string; readonly lines: readonly string[] }
  | {
      readonly kind: 'file';
      readonly part: Exclude<ArchivePart, { kind: 'rows' }>;
      readonly content: AsyncIterable<Buffer>;
    }
> {
  for await (const entry of readEntries(source, onRead)) {
    const part = readPartName(entry.name);
    if (part === null) {
      for await (const _ of entry.content);
      continue;
    }
    if (part.kind !== 'rows') {
      yield { kind: 'file', part, content: entry.content };
      for await (const _ of entry.content);
      continue;
    }
    const text = (await whole(entry, mostPartBytes, path)).toString('utf8');
    yield { kind: 'rows', table: part.table, lines: text.split('\n').filter((line) => line !== '') };
  }
}
