// A folder as a .tar.gz that every tar can open, written and read as a stream: a database may be larger than memory,
// and no tar need be installed. Only files and folders, which is all that a data folder holds.
import { createReadStream, createWriteStream, mkdirSync } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { invalid } from '@rowhouse/domain/kernel/refusal.ts';

export const blockSize = 512;

/** A file or a folder by its name in the archive: its text, or where it stands. */
export type ArchiveSource = { readonly name: string } & (
  | { readonly text: string }
  | {
      readonly path: string;
      /** Names in the archive of what is left out of a folder. */
      readonly without?: ReadonlySet<string>;
    }
);

/** @param isInUse whether files may grow, shrink and go while they are read: then they come as long as they were at first */
export async function writeArchive(
  target: string,
  sources: Iterable<ArchiveSource> | AsyncIterable<ArchiveSource>,
  { isInUse = false }: { readonly isInUse?: boolean } = {},
): Promise<void> {
  await pipeline(
    Readable.from(entries(sources, isInUse)),
    createGzip({ level: 4 }),
    createWriteStream(target, { mode: 0o600 }),
  );
}

async function* entries(
  sources: Iterable<ArchiveSource> | AsyncIterable<ArchiveSource>,
  isInUse: boolean,
): AsyncGenerator<Buffer> {
  for await (const source of sources) {
    if ('text' in source) {
      const content = Buffer.from(source.text);
      yield header(source.name, content.byteLength, false);
      yield* padded(content);
    } else yield* entry(source.name, source.path, { isInUse, without: source.without ?? nothing });
  }
  yield Buffer.alloc(2 * blockSize);
}

const nothing: ReadonlySet<string> = new Set();

type Reading = { readonly isInUse: boolean; readonly without: ReadonlySet<string> };

async function* entry(name: string, path: string, reading: Reading): AsyncGenerator<Buffer> {
  if (reading.without.has(name)) return;
  const stats = await stat(path).catch(unlessGone(reading));
  if (stats === null) return;
  if (stats.isDirectory()) {
    yield header(`${name}/`, 0, true);
    const children = (await readdir(path).catch(unlessGone(reading))) ?? [];
    for (const child of children.toSorted()) yield* entry(`${name}/${child}`, join(path, child), reading);
  } else if (stats.isFile()) {
    const file = await open(path).catch(unlessGone(reading));
    if (file === null) return;
    let written = 0;
    try {
      yield header(name, stats.size, false);
      if (stats.size > 0)
        for await (const chunk of file.createReadStream({ end: stats.size - 1, autoClose: false })) {
          written += (chunk as Buffer).byteLength;
          yield chunk as Buffer;
        }
    } finally {
      await file.close();
    }
    if (written !== stats.size && !reading.isInUse) throw new Error(`${path} changed while it was read.`);
    yield* zeros(stats.size - written);
    yield Buffer.alloc(-stats.size & (blockSize - 1));
  }
}

function* zeros(count: number): Generator<Buffer> {
  for (let left = count; left > 0; left -= 1 << 20) yield Buffer.alloc(Math.min(left, 1 << 20));
}

const unlessGone =
  ({ isInUse }: Reading) =>
  (error: unknown): null => {
    if (isInUse && error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  };

function* padded(content: Buffer): Generator<Buffer> {
  yield content;
  yield Buffer.alloc(-content.byteLength & (blockSize - 1));
}

export function header(name: string, size: number, isFolder: boolean): Buffer {
  const block = Buffer.alloc(blockSize);
  const [prefix, rest] = splitName(name);
  const octal = (value: number, length: number) => value.toString(8).padStart(length - 1, '0');
  block.write(rest, 0, 100);
  block.write(octal(isFolder ? 0o700 : 0o600, 8), 100);
  block.write(octal(0, 8), 108);
  block.write(octal(0, 8), 116);
  block.write(octal(size, 12), 124);
  block.write(octal(0, 12), 136);
  block.write(' '.repeat(8), 148);
  block.write(isFolder ? '5' : '0', 156);
  block.write('ustar\u000000', 257);
  block.write(prefix, 345, 155);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${octal(sum, 7)}\0 `, 148);
  return block;
}

function splitName(name: string): [string, string] {
  if (Buffer.byteLength(name) <= 100) return ['', name];
  const at = name.lastIndexOf('/', 154);
  if (at <= 0 || Buffer.byteLength(name) - at - 1 > 100)
    throw new Error(`The name ${name} is too long for an archive.`);
  return [name.slice(0, at), name.slice(at + 1)];
}

/** Unpacks below the folder, and nowhere else; answers the names of its files. */
export async function readArchive(path: string, folder: string): Promise<string[]> {
  const names: string[] = [];
  const reader = new BlockReader(createReadStream(path).pipe(createGunzip()));
  for (;;) {
    const block = await reader.take(blockSize);
    if (block === null) throw invalid(`${path} is cut off: it is no whole backup.`);
    if (block.every((byte) => byte === 0)) return names;
    const { name, size, kind } = readHeader(block, path);
    const target = resolve(folder, name);
    if (!target.startsWith(resolve(folder) + sep))
      throw invalid(`${path} holds '${name}', which is outside of a backup.`);
    mkdirSync(kind === 'folder' ? target : dirname(target), { recursive: true, mode: 0o700 });
    if (kind === 'folder') continue;
    names.push(name);
    const file = await open(target, 'w', 0o600);
    try {
      for (let left = size; left > 0;) {
        const part = await reader.take(Math.min(left, 1 << 20));
        if (part === null) throw invalid(`${path} is cut off: it is no whole backup.`);
        await file.write(part);
        left -= part.byteLength;
      }
      await file.sync();
    } finally {
      await file.close();
    }
    await reader.take(-size & (blockSize - 1));
  }
}

/** @param what the archive is of, for who reads that it is none */
export function readHeader(
  block: Buffer,
  path: string,
  what = 'backup',
): { name: string; size: number; kind: 'file' | 'folder' } {
  const text = (start: number, length: number) =>
    block.toString('utf8', start, start + length).replace(/\0.*$/s, '');
  const sum = block.reduce((total, byte, index) => total + (index >= 148 && index < 156 ? 32 : byte), 0);
  if (Number.parseInt(text(148, 8), 8) !== sum) throw invalid(`${path} is damaged: it is no whole ${what}.`);
  const prefix = text(345, 155);
  const kind = text(156, 1);
  if (kind !== '0' && kind !== '5') throw invalid(`${path} holds what no ${what} of Rowhouse holds.`);
  return {
    name: prefix === '' ? text(0, 100) : `${prefix}/${text(0, 100)}`,
    size: Number.parseInt(text(124, 12), 8),
    kind: kind === '5' ? 'folder' : 'file',
  };
}

/** As many bytes of a stream as are asked for. */
export class BlockReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(stream: AsyncIterable<Buffer>) {
    this.#chunks = stream[Symbol.asyncIterator]();
  }

  /** Null when the stream ends before. */
  async take(count: number): Promise<Buffer | null> {
    const parts: Buffer[] = [];
    let missing = count;
    while (missing > 0) {
      if (this.#rest.byteLength === 0) {
        const next = await this.#chunks.next();
        if (next.done === true) return null;
        this.#rest = next.value;
      }
      const part = this.#rest.subarray(0, missing);
      this.#rest = this.#rest.subarray(part.byteLength);
      missing -= part.byteLength;
      parts.push(part);
    }
    return parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts);
  }
}
