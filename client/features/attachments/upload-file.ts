import type { AttachedFile } from '@rowhouse/domain/attachments/attached-file.ts';
import { parseFieldKey } from '@rowhouse/domain/fields/field.ts';
import { RequestFailure } from '../../platform/request-failure.ts';
import { sendFile, type SendFileOptions } from '../../platform/send-file.ts';
import { startFileUpload } from './api.ts';

/** The field that a file is for. */
export type FileTarget = { readonly recordTypeId: number; readonly fieldKey: string };

/** Sends the file, which then belongs to nobody's record until one is saved with it. */
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
  const url = await startFileUpload(data, options.signal);
  const answer = (await sendFile(url, file, options)) as Record<string, unknown>;
  const { id, originalFileName, sizeBytes } = answer;
  if (typeof id !== 'number' || typeof originalFileName !== 'string' || typeof sizeBytes !== 'number')
    throw new RequestFailure('INTERNAL', 'Wrong Services');
  return { id, name: originalFileName, sizeBytes };
}
