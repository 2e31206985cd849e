import type { Readable } from 'node:stream';
import { findMimeType } from '@rowhouse/domain/attachments/file-types.ts';
import { mostUploadsAtOnce } from '@rowhouse/domain/attachments/limits.ts';
import { findExtension, storageDown, tooManyAtOnce, uploadOver } from '@rowhouse/domain/attachments/rules.ts';
import { Refusal } from '@rowhouse/domain/kernel/refusal.ts';
import type { MemberContext } from '../../graphql/operation.ts';
import type { Log } from '../../platform/log.ts';
import type { ObjectStorage } from '../../platform/object-storage/object-storage.ts';
import { sizeOfObject } from '../../platform/object-storage/read-object.ts';
import { removeInTime, StorageFailed, writeObject } from '../../platform/object-storage/write-object.ts';
import { checkFile } from './receive-file.ts';
import { beginUploadStatement, insertFileStatement, readMadeFileId } from './sql.ts';

export type FileToStore = {
  readonly fieldKey: string;
  readonly fileName: string;
  /** As it was announced; null where the sender does not say it beforehand. */
  readonly sizeBytes: number | null;
  /** Reserved for the person before. */
  readonly objectKey: string;
  readonly annotation: string | null;
};

export type StoredUpload = {
  readonly id: number;
  readonly originalFileName: string;
  readonly sizeBytes: number;
};

export type StoreFile = (file: FileToStore, body: Readable, member: MemberContext) => Promise<StoredUpload>;

/**
 * Takes in files as they come, whichever way they were sent. The row comes last, when the object stands whole and is
 * what its name says; whatever happens before leaves nothing, or what the sweep takes away (docs/decisions/022).
 */
export function createFileStore(parts: {
  readonly storage: ObjectStorage;
  readonly log: Log;
  /** How long the storage may be silent before the sender is told. */
  readonly storageSilenceMs?: number;
}): StoreFile {
  const { storage, log, storageSilenceMs = 30_000 } = parts;
  const underWay = new Map<number, number>();

  return async (file, body, member) => {
    const { userId } = member.viewer;
    const current = underWay.get(userId) ?? 0;
    if (current >= mostUploadsAtOnce) throw new Refusal('LIMITED', tooManyAtOnce);
    underWay.set(userId, current + 1);
    try {
      return await store(file, body, member);
    } catch (error) {
      if (!(error instanceof StorageFailed)) throw error;
      log.warn({ err: error }, 'the storage did not take a file');
      throw new Refusal('UNAVAILABLE', storageDown);
    } finally {
      const left = (underWay.get(userId) ?? 1) - 1;
      if (left === 0) underWay.delete(userId);
      else underWay.set(userId, left);
    }
  };

  async function store(file: FileToStore, body: Readable, member: MemberContext): Promise<StoredUpload> {
    const { objectKey, fileName, annotation } = file;
    const { tenantId, userId } = member.viewer;
    await member.write([beginUploadStatement(objectKey)], (_, [begun]) => {
      if (begun?.rows.length !== 1) throw new Refusal('NOT_FOUND', uploadOver);
      return Promise.resolve();
    });
    const extension = findExtension(fileName) ?? '';
    const mimeType = findMimeType(extension) ?? 'application/octet-stream';
    let sizeBytes = 0;
    async function* counted(): AsyncGenerator<Buffer> {
      for await (const chunk of checkFile(body, { ...file, extension })) {
        sizeBytes += chunk.length;
        yield chunk;
      }
    }
    await writeObject(storage, objectKey, counted(), mimeType, { silenceMs: storageSilenceMs });
    try {
      await requireKept(objectKey, sizeBytes);
      const received = { objectKey, fileName, mimeType, sizeBytes, annotation };
      const id = await member.write([insertFileStatement(tenantId, userId, received)], (_, [made]) =>
        Promise.resolve(readMadeFileId(made)),
      );
      return { id, originalFileName: fileName, sizeBytes };
    } catch (error) {
      await removeInTime(storage, objectKey, storageSilenceMs).catch(() => undefined);
      throw error;
    }
  }

  /** A storage that said yes and kept nothing, or a part, would leave a row without its object. */
  async function requireKept(objectKey: string, sizeBytes: number): Promise<void> {
    const terms = { silenceMs: storageSilenceMs, signal: AbortSignal.timeout(storageSilenceMs) };
    const kept = await sizeOfObject(storage, objectKey, terms).catch((error: unknown) => {
      throw new StorageFailed('The storage does not say whether it kept an object.', { cause: error });
    });
    if (kept !== sizeBytes) throw new StorageFailed('The storage did not keep an object whole.');
  }
}
