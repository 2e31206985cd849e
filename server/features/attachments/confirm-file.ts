import { headBytes, whyNotContent } from '@rowhouse/domain/attachments/file-types.ts';
import { findExtension, notWhole, uploadOver } from '@rowhouse/domain/attachments/rules.ts';
import { Refusal, invalid } from '@rowhouse/domain/kernel/refusal.ts';
import type { MemberContext } from '../../graphql/operation.ts';
import type { IncomingObjects, ObjectStorage } from '../../platform/object-storage/object-storage.ts';
import { headOfObject } from '../../platform/object-storage/read-object.ts';
import { inTime, StorageFailed } from '../../platform/object-storage/write-object.ts';
import { keepFile, mimeTypeOf, spendKey } from './keep-file.ts';
import type { FileToKeep, StoredUpload, UploadTurns } from './keep-file.ts';

export type FileToConfirm = FileToKeep & { readonly sizeBytes: number };
export type ConfirmFile = (file: FileToConfirm, member: MemberContext) => Promise<StoredUpload>;

/**
 * Takes in a file that was sent straight to the storage (docs/decisions/120). It is moved to its key before it is judged:
 * there nobody can send another in its place, whatever its address still takes.
 */
export function createFileConfirmer(parts: {
  readonly storage: ObjectStorage;
  readonly inTurn: UploadTurns;
  /** How long the storage may be silent: several questions have to be answered before the sender gives up. */
  readonly storageSilenceMs?: number;
}): ConfirmFile {
  const { storage, inTurn, storageSilenceMs = 10_000 } = parts;
  const { incoming } = storage;

  return async (file, member) => {
    if (incoming === undefined) throw new Refusal('NOT_FOUND', uploadOver);
    return inTurn(member, async () => {
      await spendKey(file.objectKey, member);
      try {
        return await take(file, member, incoming);
      } finally {
        // Nobody waits for it: what is left goes with the sweep.
        incoming.forget(file.objectKey).catch(() => undefined);
      }
    });
  };

  async function take(
    file: FileToConfirm,
    member: MemberContext,
    from: IncomingObjects,
  ): Promise<StoredUpload> {
    const { objectKey, fieldKey, sizeBytes } = file;
    const came = await ask(() => from.sizeOf(objectKey));
    if (came !== sizeBytes) throw invalid(notWhole, fieldKey);
    return keepFile(storage, file, sizeBytes, member, storageSilenceMs, async () => {
      await ask(() => from.take(objectKey, mimeTypeOf(file)));
      const terms = { silenceMs: storageSilenceMs, signal: AbortSignal.timeout(storageSilenceMs) };
      const head = await ask(() => headOfObject(storage, objectKey, headBytes, terms));
      if (head === null) throw new StorageFailed('The storage did not keep an object.');
      const whyNot = whyNotContent(findExtension(file.fileName) ?? '', head);
      if (whyNot !== null) throw invalid(whyNot, fieldKey);
    });
  }

  async function ask<Answer>(question: () => Promise<Answer>): Promise<Answer> {
    try {
      return await inTime(question(), storageSilenceMs);
    } catch (error) {
      throw new StorageFailed('The storage does not answer for an object that was sent to it.', {
        cause: error,
      });
    }
  }
}
