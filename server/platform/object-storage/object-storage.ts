import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import type { TenantId } from '@rowhouse/domain/kernel/ids.ts';
import { invalid } from '@rowhouse/domain/kernel/refusal.ts';
import type { ByteRange } from '../byte-range.ts';

/** Where files stand, by keys that only the server makes. Their names are kept in the database. */
export type ObjectStorage = {
  put(key: string, content: Uint8Array | Readable, mimeType: string): Promise<void>;
  /**
   * The whole object, or a part of it that lies within it. Null when there is no such object.
   * @returns sizeBytes of the whole object, also when a part is read
   */
  open(key: string, range?: ByteRange): Promise<{ content: Readable; sizeBytes: number } | null>;
  /** Also when there is no such object. */
  remove(key: string): Promise<void>;
  /** Whatever stands under the tenant, known or forgotten. */
  removeAllOf(tenant: TenantId): Promise<void>;
};

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
    put: (key, content, mimeType) =>
      content instanceof Uint8Array
        ? disk.put(key, content, { contentType: mimeType })
        : disk.putStream(key, content, { contentType: mimeType }),
    async open(key, range) {
      if (!(await disk.exists(key))) return null;
      const { contentLength } = await disk.getMetaData(key);
      const content =
        range === undefined
          ? await disk.getStream(key)
          : createReadStream(join(location, key), { start: range.first, end: range.last });
      return { content, sizeBytes: contentLength };
    },
    remove: (key) => disk.delete(key),
    removeAllOf: (tenant) => disk.deleteAll(`${tenant}/`),
  };
}
