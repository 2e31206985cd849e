// What both roads of a file share, that through this server and that straight to the storage: a key is spent once, so many
// are on their way of one person, and the row comes last, when the object stands whole.
import { findMimeType } from '@rowhouse/domain/attachments/file-types.ts';
import { mostUploadsAtOnce } from '@rowhouse/domain/attachments/limits.ts';
import {
  findExtension,
  storageDown,
  storageFull,
  tooManyAtOnce,
  uploadOver,
} from '@rowhouse/domain/attachments/rules.ts';
import { Refusal } from '@rowhouse/domain/kernel/refusal.ts';
import type { MemberContext } from '../../graphql/operation.ts';
import type { Log } from '../../platform/log.ts';
import type { ObjectStorage } from '../../platform/object-storage/object-storage.ts';
import { sizeOfObject } from '../../platform/object-storage/read-object.ts';
import { removeInTime, StorageFailed } from '../../platform/object-storage/write-object.ts';
import { beginUploadStatement, insertFileStatement, readMadeFileId } from './sql.ts';

export type FileToKeep = {
  readonly fieldKey: string;
  readonly fileName: string;
  /** Reserved for the person before. */
  readonly objectKey: string;
  readonly annotation: string | null;
};

export type StoredUpload = {
  readonly id: number;
  readonly originalFileName: string;
  readonly sizeBytes: number;
};

/** @param log told what the storage said; the person hears that it does not answer */
export function createUploadTurns(log: Log) {
  const underWay = new Map<number, number>();

  return async <Result>({ viewer }: MemberContext, work: () => Promise<Result>): Promise<Result> => {
    const { userId } = viewer;
    const current = underWay.get(userId) ?? 0;
    if (current >= mostUploadsAtOnce) throw new Refusal('LIMITED', tooManyAtOnce);
    underWay.set(userId, current + 1);
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof StorageFailed)) throw error;
      log.warn({ err: error }, 'the storage did not take a file');
      throw new Refusal('UNAVAILABLE', error.isFull ? storageFull : storageDown);
    } finally {
      const left = (underWay.get(userId) ?? 1) - 1;
      if (left === 0) underWay.delete(userId);
      else underWay.set(userId, left);
    }
  };
}
export type UploadTurns = ReturnType<typeof createUploadTurns>;

export const mimeTypeOf = ({ fileName }: { readonly fileName: string }): string =>
  findMimeType(findExtension(fileName) ?? '') ?? 'application/octet-stream';

export async function spendKey(objectKey: string, member: MemberContext): Promise<void> {
  await member.write([beginUploadStatement(objectKey)], (_, [begun]) => {
    if (begun?.rows.length !== 1) throw new Refusal('NOT_FOUND', uploadOver);
    return Promise.resolve();
  });
}

/**
 * The row of an object that stands; where there is to be none, the object goes too.
 * @param judge asked first whether the object may stay
 */
export async function keepFile(
  storage: ObjectStorage,
  file: FileToKeep,
  sizeBytes: number,
  member: MemberContext,
  storageSilenceMs: number,
  judge: () => Promise<void> = () => Promise.resolve(),
): Promise<StoredUpload> {
  const { objectKey, fileName, annotation } = file;
  const { tenantId, userId } = member.viewer;
  try {
    await judge();
    await requireKept(storage, objectKey, sizeBytes, storageSilenceMs);
    const received = { objectKey, fileName, mimeType: mimeTypeOf(file), sizeBytes, annotation };
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
async function requireKept(
  storage: ObjectStorage,
  objectKey: string,
  sizeBytes: number,
  storageSilenceMs: number,
): Promise<void> {
  const terms = { silenceMs: storageSilenceMs, signal: AbortSignal.timeout(storageSilenceMs) };
  const kept = await sizeOfObject(storage, objectKey, terms).catch((error: unknown) => {
    throw new StorageFailed('The storage does not say whether it kept an object.', { cause: error });
  });
  if (kept !== sizeBytes) throw new StorageFailed('The storage did not keep an object whole.');
}
