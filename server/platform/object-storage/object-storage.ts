import { randomBytes } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { copyFile, mkdir, statfs } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import type { TenantId } from '@rowhouse/domain/kernel/ids.ts';
import { invalid } from '@rowhouse/domain/kernel/refusal.ts';
import type { ByteRange } from '../byte-range.ts';
import { writeStream } from './write-stream.ts';

/** Where files stand, by keys that only the server makes. Their names are kept in the database. */
export type ObjectStorage = {
  put(key: string, content: Uint8Array | Readable, mimeType: string, options?: PutOptions): Promise<void>;
  /**
   * The whole object, or a part of it that lies within it. Null when there is no such object.
   * @returns sizeBytes of the whole object, also when a part is read
   */
  open(key: string, range?: ByteRange): Promise<{ content: Readable; sizeBytes: number } | null>;
  /** Makes an object of the same content under another key, by the storage itself. Throws when there is none. */
  copy(key: string, to: string, mimeType: string): Promise<void>;
  /** Also when there is no such object. */
  remove(key: string): Promise<void>;
  /** Whatever stands under the tenant, known or forgotten. */
  removeAllOf(tenant: TenantId): Promise<void>;
  /** Absent where whoever sends a file reaches the storage through this server alone. */
  readonly incoming?: IncomingObjects;
  /** Where it is known how much room there is. */
  freeBytes?(): Promise<number>;
};

export type PutOptions = {
  /** Of a stream whose chunks nobody else holds: the storage may give their memory back when it has kept them. */
  readonly ownsChunks?: boolean;
};

/** Objects that were sent straight to the storage. They stand beside those that are kept until they are taken. */
export type IncomingObjects = {
  /** Of the addresses that are signed, for the rules of the page that sends. */
  readonly origin: string;
  /**
   * An address that takes the object of this key, this length and this type by PUT, begun in time.
   * @returns the headers that have to be sent with it
   */
  sign(key: string, object: SentObject, ttlMs: number): Promise<SignedAddress>;
  /** How long what came under the key is, as the storage says; null when nothing did. */
  sizeOf(key: string): Promise<number | null>;
  /** Makes what stands there now the object of the key. Whoever sent it may have sent another meanwhile: judge it there. */
  take(key: string, mimeType: string): Promise<void>;
  /** Also when nothing came. */
  forget(key: string): Promise<void>;
};

export type SentObject = { readonly mimeType: string; readonly sizeBytes: number };
export type SignedAddress = { readonly url: string; readonly headers: Readonly<Record<string, string>> };

/** `tenant_id/<random>.<extension>`: never overwritten, never guessed, and nothing in it that a user wrote freely. */
export function makeObjectKey(tenant: TenantId, fileName: string): string {
  const extension = /\.([A-Za-z0-9]{1,10})$/.exec(fileName)?.[1];
  if (extension === undefined) throw invalid('invalid file type', 'originalFileName');
  return `${tenant}/${randomBytes(16).toString('hex')}.${extension.toLowerCase()}`;
}

/** A folder of this machine, the default. */
export function openFolderStorage(dataDir: string): ObjectStorage {
  const location = resolve(join(dataDir, 'files'));
  const disk = new Disk(new FSDriver({ location, visibility: 'private' }));
  return {
    put: (key, content, mimeType, { ownsChunks = false } = {}) =>
      content instanceof Uint8Array
        ? disk.put(key, content, { contentType: mimeType })
        : writeStream(join(location, key), content, ownsChunks),
    async open(key, range) {
      if (!(await disk.exists(key))) return null;
      const { contentLength } = await disk.getMetaData(key);
      const content =
        range === undefined
          ? await disk.getStream(key)
          : createReadStream(join(location, key), { start: range.first, end: range.last });
      return { content, sizeBytes: contentLength };
    },
    async copy(key, to) {
      const path = join(location, to);
      await mkdir(dirname(path), { recursive: true });
      // Where the file system can, both share their blocks until one of them changes.
      await copyFile(join(location, key), path, constants.COPYFILE_FICLONE);
    },
    remove: (key) => disk.delete(key),
    removeAllOf: (tenant) => disk.deleteAll(`${tenant}/`),
    async freeBytes() {
      await mkdir(location, { recursive: true });
      const { bavail, bsize } = await statfs(location);
      return bavail * bsize;
    },
  };
}
