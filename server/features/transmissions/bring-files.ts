// The files of records that go to another company. Each is copied within the storage to a key of the target, before the
// transaction that makes its record: a storage may be slow, and no row of either company is held for it. The key is reserved first,
// as that of an upload, so what a killed try leaves goes with the sweep. A try that follows brings its files under other keys
// (decision 146).
import { findExtension } from '@rowhouse/domain/attachments/rules.ts';
import { findMimeType } from '@rowhouse/domain/attachments/file-types.ts';
import type { ArrivingFile } from '@rowhouse/domain/transmissions/content.ts';
import { copySeconds } from '@rowhouse/domain/transmissions/limits.ts';
import type { MemberContext } from '../../graphql/operation.ts';
import { makeObjectKey } from '../../platform/object-storage/object-storage.ts';
import type { ObjectStorage } from '../../platform/object-storage/object-storage.ts';
import { sizeOfObject } from '../../platform/object-storage/read-object.ts';
import { inTime, removeInTime, StorageFailed } from '../../platform/object-storage/write-object.ts';
import type { Transaction } from '../../platform/database/database.ts';
import {
  insertFileStatement,
  keepUploadsStatement,
  readKeptUploads,
  readMadeFileId,
  readObjectKeys,
  reserveKeysStatement,
  selectObjectKeys,
} from '../attachments/sql.ts';

/** A file of one message: what it is in the source, and what is told of it. */
export type FileToBring = ArrivingFile & { readonly messageId: string; readonly sourceId: number };
/** It stands under a key of the target, and no row names it yet. */
export type BroughtFile = FileToBring & { readonly objectKey: string };

const copyMs = copySeconds * 1000;

/**
 * Copies them one after the other. Where one cannot be copied, nothing is left of the others, and StorageFailed is thrown.
 * @param hold called before each: the delivery may take longer than it was taken for
 */
export async function bringFiles(
  files: readonly FileToBring[],
  { source, target }: { readonly source: MemberContext; readonly target: MemberContext },
  storage: ObjectStorage,
  hold: () => Promise<void>,
): Promise<readonly BroughtFile[]> {
  const { tenantId } = target.viewer;
  const brought = files.map((file) => ({ ...file, objectKey: makeObjectKey(tenantId, file.name) }));
  await target.write([], (transaction) =>
    transaction.finish([
      reserveKeysStatement(
        tenantId,
        brought.map(({ objectKey }) => objectKey),
      ),
    ]),
  );
  const { answers } = await source.read([selectObjectKeys(files.map(({ sourceId }) => sourceId))]);
  const sourceKeys = readObjectKeys(answers[0]);
  const begun: string[] = [];
  try {
    for (const file of brought) {
      await hold();
      begun.push(file.objectKey);
      await copy(file, sourceKeys.get(file.sourceId), storage);
    }
  } catch (error) {
    for (const key of begun) await removeInTime(storage, key, copyMs).catch(() => undefined);
    throw error;
  }
  return brought;
}

async function copy(
  { objectKey, name, sizeBytes }: BroughtFile,
  sourceKey: string | undefined,
  storage: ObjectStorage,
): Promise<void> {
  if (sourceKey === undefined) throw new StorageFailed('The file that is to go along is not known any more.');
  let copied: number | null;
  try {
    await inTime(storage.copy(sourceKey, objectKey, mimeTypeOf(name)), copyMs);
    const terms = { silenceMs: copyMs, signal: AbortSignal.timeout(copyMs) };
    copied = await sizeOfObject(storage, objectKey, terms);
  } catch (error) {
    throw new StorageFailed('The storage did not copy an object.', { cause: error });
  }
  // A storage that said yes and kept nothing, or a part, would leave a row without its object.
  if (copied !== sizeBytes) throw new StorageFailed('The storage did not copy an object whole.');
}

const mimeTypeOf = (name: string): string =>
  findMimeType(findExtension(name) ?? '') ?? 'application/octet-stream';

/**
 * The rows of the target, in the transaction that makes the records which hold them: their ids by message and by their place in
 * it. Throws where the sweep was faster.
 */
export async function keepBroughtFiles(
  brought: readonly BroughtFile[],
  { viewer }: MemberContext,
  transaction: Transaction,
): Promise<ReadonlyMap<string, ReadonlyMap<number, number>>> {
  if (brought.length === 0) return new Map();
  const [kept, ...made] = await transaction.run([
    keepUploadsStatement(brought.map(({ objectKey }) => objectKey)),
    ...brought.map(({ objectKey, name: fileName, sizeBytes }) =>
      insertFileStatement(viewer.tenantId, viewer.userId, {
        objectKey,
        fileName,
        mimeType: mimeTypeOf(fileName),
        sizeBytes,
        annotation: null,
      }),
    ),
  ]);
  if (readKeptUploads(kept) !== brought.length) throw new StorageFailed('Files that were copied are swept.');
  const ids = new Map<string, Map<number, number>>();
  for (const [index, { messageId, at }] of brought.entries()) {
    const ofMessage = ids.get(messageId) ?? new Map<number, number>();
    ids.set(messageId, ofMessage.set(at, readMadeFileId(made[index])));
  }
  return ids;
}
