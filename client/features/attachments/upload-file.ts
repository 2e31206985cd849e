import type { AttachedFile } from '@rowhouse/domain/attachments/attached-file.ts';
import type { StartFileUploadInput } from '@rowhouse/domain/contract.generated.ts';
import { parseFieldKey } from '@rowhouse/domain/fields/field.ts';
import { RequestFailure } from '../../platform/request-failure.ts';
import { sendFile, type SendFileOptions } from '../../platform/send-file.ts';
import { startFileUpload } from './api.ts';

/** The field that a file is for. */
export type FileTarget = { readonly recordTypeId: number; readonly fieldKey: string };

/** For how long a storage that was not reached is not tried again: a preflight that fails costs every file a moment. */
const aroundMs = 10 * 60_000;
let throughServerUntil = 0;

/**
 * Sends the file, which then belongs to nobody's record until one is saved with it: straight to the storage where the
 * server names an address of it, and through the server where the storage cannot be reached from here.
 */
export async function uploadFile(
  file: File,
  { recordTypeId, fieldKey }: FileTarget,
  options: SendFileOptions,
): Promise<AttachedFile> {
  const parsed = parseFieldKey(fieldKey);
  const data = {
    recordTypeId,
    ...('fieldId' in parsed && { recordAdditionalFieldByTypeId: parsed.fieldId }),
    fileName: file.name,
    sizeBytes: file.size,
  };
  const answer = (await send(file, data, options)) as Record<string, unknown>;
  const { id, originalFileName, sizeBytes } = answer;
  if (typeof id !== 'number' || typeof originalFileName !== 'string' || typeof sizeBytes !== 'number')
    throw new RequestFailure('INTERNAL', 'Wrong Services');
  return { id, name: originalFileName, sizeBytes };
}

/** The file itself is what was refused: then the same one is refused again. */
export const isRefusedForGood = (failure: unknown): boolean =>
  failure instanceof RequestFailure && failure.code === 'INVALID';

async function send(file: File, data: StartFileUploadInput, options: SendFileOptions): Promise<unknown> {
  const { signal } = options;
  const isAround = performance.now() < throughServerUntil;
  const { url, direct } = await startFileUpload(
    { ...data, ...(isAround && { throughServer: true }) },
    signal,
  );
  if (direct == null) return sendFile(url, file, options);
  try {
    await sendFile(direct.url, file, { ...options, headers: direct.headers, isStorage: true });
  } catch (failure) {
    if (signal.aborted) throw failure;
    throughServerUntil = performance.now() + aroundMs;
    return send(file, data, options);
  }
  return sendFile(direct.confirmUrl, new Blob(), { onProgress: () => undefined, signal });
}
