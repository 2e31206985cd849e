import { recordFileKey } from '@rowhouse/domain/attachments/attached-file.ts';
import { parseFieldKey } from '@rowhouse/domain/fields/field.ts';
import { openInNewTab, startDownload } from '../../platform/download.ts';
import { request } from '../../platform/graphql/request.ts';
import { RequestFailure, toSentence } from '../../platform/request-failure.ts';
import { snackbars } from '../../ui/snackbars.tsx';
import { getRecordAttachment, getRecordFileLink } from './api.ts';
import type { FileTarget } from './upload-file.ts';

/** Where a file stands that a record holds. */
export type AttachmentPlace = FileTarget & { readonly recordId: number; readonly fileId: number };

/** A PDF is shown beside the page, any other file is saved. The link is asked for anew each time: it lasts a minute. */
export async function openAttachment(place: AttachmentPlace): Promise<void> {
  try {
    const { signedUrl, originalFileName } = await findLink(place);
    if (/\.pdf$/i.test(originalFileName)) openInNewTab(signedUrl);
    else startDownload(signedUrl, originalFileName);
  } catch (failure) {
    const isMissing = failure instanceof RequestFailure && failure.code === 'NOT_FOUND';
    snackbars.error(`Download failed: ${isMissing ? 'File not found' : toSentence(failure)}`);
  }
}

async function findLink({ recordId, recordTypeId, fieldKey, fileId }: AttachmentPlace) {
  if (fieldKey === recordFileKey)
    return (await request(getRecordFileLink, { recordFileId: fileId })).getMyRecordFileById;
  const parsed = parseFieldKey(fieldKey);
  const field = 'fieldId' in parsed ? parsed.fieldId : 0;
  const data = { recordId, recordTypeId, recordAdditionalFieldByTypeId: field };
  return (await request(getRecordAttachment, { data })).getRecordAttachment;
}
