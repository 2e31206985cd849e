import type { Readable } from 'node:stream';
import { findExtension } from '@rowhouse/domain/attachments/rules.ts';
import type { MemberContext } from '../../graphql/operation.ts';
import type { ObjectStorage, PutOptions } from '../../platform/object-storage/object-storage.ts';
import { writeObject } from '../../platform/object-storage/write-object.ts';
import { keepFile, mimeTypeOf, spendKey } from './keep-file.ts';
import type { FileToKeep, StoredUpload, UploadTurns } from './keep-file.ts';
import { checkFile } from './receive-file.ts';

export type FileToStore = FileToKeep & {
  /** As it was announced; null where the sender does not say it beforehand. */
  readonly sizeBytes: number | null;
} & PutOptions;

export type StoreFile = (file: FileToStore, body: Readable, member: MemberContext) => Promise<StoredUpload>;

/**
 * Takes in files as they come through this server, whichever way they were sent. The row comes last, when the object
 * stands whole and is what its name says; whatever happens before leaves nothing, or what the sweep takes away
 * (docs/decisions/022).
 */
export function createFileStore(parts: {
  readonly storage: ObjectStorage;
  readonly inTurn: UploadTurns;
  /** How long the storage may be silent before the sender is told. */
  readonly storageSilenceMs?: number;
}): StoreFile {
  const { storage, inTurn, storageSilenceMs = 30_000 } = parts;
  return (file, body, member) =>
    inTurn(member, async () => {
      await spendKey(file.objectKey, member);
      const extension = findExtension(file.fileName) ?? '';
      let sizeBytes = 0;
      async function* counted(): AsyncGenerator<Buffer> {
        for await (const chunk of checkFile(body, { ...file, extension })) {
          sizeBytes += chunk.length;
          yield chunk;
        }
      }
      const { ownsChunks = false } = file;
      const terms = { silenceMs: storageSilenceMs, ownsChunks };
      await writeObject(storage, file.objectKey, counted(), mimeTypeOf(file), terms);
      return keepFile(storage, file, sizeBytes, member, storageSilenceMs);
    });
}
