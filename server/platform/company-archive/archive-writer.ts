import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { blockSize, header } from '../backup/archive.ts';
import type { ManifestPart } from './format.ts';
import type { ObjectStorage } from '../object-storage/object-storage.ts';
import { writeObject } from '../object-storage/write-object.ts';
import { manifestName } from './format.ts';

/** Where an archive goes: there whole or not at all. */
export type ArchiveTarget = {
  /** Takes all of the content; whatever it throws ends the writing. */
  write(content: Readable): Promise<void>;
  keep(): Promise<void>;
  /** After a failure, and after `keep` as well. */
  clear(): Promise<void>;
};

export function intoFile(path: string): ArchiveTarget {
  const draft = `${path}.part`;
  return {
    write: (content) => pipeline(content, createWriteStream(draft, { mode: 0o600 })),
    keep: () => rename(draft, path),
    clear: () => rm(draft, { force: true }),
  };
}

/** @param onSize is told the size of the whole */
export function intoStorage(
  storage: ObjectStorage,
  key: string,
  silenceMs: number,
  onSize: (bytes: number) => void,
): ArchiveTarget {
  let bytes = 0;
  async function* counted(content: Readable): AsyncGenerator<Buffer> {
    for await (const chunk of content) {
      bytes += (chunk as Buffer).byteLength;
      yield chunk as Buffer;
    }
  }
  return {
    // What is not written whole it takes away again.
    write: (content) => writeObject(storage, key, counted(content), 'application/gzip', { silenceMs }),
    keep: async () => onSize(bytes),
    clear: async () => undefined,
  };
}

/** Writes the archive from front to back, each part with its checksum for the end. Nothing is held but the manifest. */
export class ArchiveWriter {
  // What is written is rows of text: the first level packs them almost as small as the sixth, in a third of the time.
  readonly #gzip = createGzip({ level: 1, chunkSize: 1 << 18 });
  readonly #written: Promise<void>;
  readonly #parts: ManifestPart[] = [];

  constructor(target: Pick<ArchiveTarget, 'write'>) {
    this.#written = target.write(this.#gzip);
    // Who waits for the next write hears of a full disk.
    this.#written.catch(() => undefined);
  }

  async add(name: string, content: Buffer): Promise<void> {
    this.#parts.push({ name, bytes: content.byteLength, sha256: sha256Of(content) });
    await this.#entry(name, content);
  }

  /** Throws when it is not as long as was said. */
  async addStream(name: string, bytes: number, content: AsyncIterable<Buffer>): Promise<void> {
    const hash = createHash('sha256');
    let seen = 0;
    await this.#write(header(name, bytes, false));
    for await (const chunk of content) {
      seen += chunk.byteLength;
      if (seen > bytes) break;
      hash.update(chunk);
      await this.#write(chunk);
    }
    if (seen !== bytes) throw new Error(`The file ${name} changed while it was read.`);
    await this.#write(Buffer.alloc(-bytes & (blockSize - 1)));
    this.#parts.push({ name, bytes, sha256: hash.digest('hex') });
  }

  async finish(missingFiles: readonly number[]): Promise<void> {
    await this.#entry(manifestName, Buffer.from(JSON.stringify({ parts: this.#parts, missingFiles })));
    await this.#write(Buffer.alloc(2 * blockSize));
    this.#gzip.end();
    await this.#written;
  }

  /** What was written stays where it is. */
  async abandon(): Promise<void> {
    this.#gzip.destroy();
    await this.#written.catch(() => undefined);
  }

  async #entry(name: string, content: Buffer): Promise<void> {
    await this.#write(header(name, content.byteLength, false));
    await this.#write(content);
    await this.#write(Buffer.alloc(-content.byteLength & (blockSize - 1)));
  }

  async #write(chunk: Buffer): Promise<void> {
    if (this.#gzip.write(chunk)) return;
    await Promise.race([once(this.#gzip, 'drain'), this.#written]);
  }
}

export const sha256Of = (content: Buffer): string => createHash('sha256').update(content).digest('hex');
