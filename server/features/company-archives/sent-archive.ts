// An archive as it was sent: parts in the storage, read as one file.
import { Readable } from 'node:stream';
import type { ArchiveSource } from '../../platform/company-archive/archive-reader.ts';
import type { ObjectStorage } from '../../platform/object-storage/object-storage.ts';
import { removeInTime } from '../../platform/object-storage/write-object.ts';
import type { StoredImport } from './import-sql.ts';

export const storageSilenceMs = 30_000;

type Sent = Pick<StoredImport, 'objectPrefix' | 'parts'>;

export const partKey = (prefix: string, part: number): string =>
  `${prefix}/${String(part).padStart(6, '0')}.part`;

export function sentArchive(
  storage: ObjectStorage,
  { fileName, sizeBytes, objectPrefix, parts }: StoredImport,
): ArchiveSource {
  async function* content(): AsyncGenerator<Buffer> {
    for (let part = 1; part <= parts; part += 1) {
      const object = await storage.open(partKey(objectPrefix, part));
      if (object === null) throw new Error(`Part ${part} of an archive is not in the storage.`);
      for await (const chunk of object.content) yield chunk as Buffer;
    }
  }
  return {
    name: fileName,
    size: () => Promise.resolve(sizeBytes),
    open: () => Readable.from(content(), { objectMode: false }),
  };
}

/** One more than was noted: it may have been cut off. */
export async function removeSent(storage: ObjectStorage, { objectPrefix, parts }: Sent): Promise<void> {
  for (let part = 1; part <= parts + 1; part += 1)
    await removeInTime(storage, partKey(objectPrefix, part), storageSilenceMs);
}
