import { recordFileKey } from '@rowhouse/domain/attachments/attached-file.ts';
import { parseFieldKey } from '@rowhouse/domain/fields/field.ts';
import { openInNewTab, startDownload } from '../../platform/download.ts';
import { RequestFailure, toSentence } from '../../platform/request-failure.ts';
import { snackbars } from '../../ui/snackbars.tsx';
import { getRecordAttachment, getRecordFileLink } from './api.ts';
import type { FileTarget } from './upload-file.ts';

/** Where a file stands that a record holds. */
export type AttachmentPlace = FileTarget & { readonly recordId: number; readonly fileId: number };

/** A PDF is shown beside the page, any other file is saved. The link is asked for anew each time: it lasts a minute. */
export const openAttachment = (place: AttachmentPlace): Promise<void> =>
  follow(place, ({ signedUrl, originalFileName }) => {
    if (/\.pdf$/i.test(originalFileName)) openInNewTab(signedUrl);
    else startDownload(signedUrl, originalFileName);
  });

/** Any file is saved, a PDF too. */
export const downloadAttachment = (place: AttachmentPlace): Promise<void> =>
  follow(place, ({ signedUrl, originalFileName }) => startDownload(signedUrl, originalFileName));

type FileLink = { readonly signedUrl: string; readonly originalFileName: string };

async function follow(place: AttachmentPlace, take: (link: FileLink) => void): Promise<void> {
  try {
    take(await findLink(place));
  } catch (failure) {
    const isMissing = failure instanceof RequestFailure && failure.code === 'NOT_FOUND';
    snackbars.error(`Download failed: ${isMissing ? 'File not found' : toSentence(failure)}`);
  }
}

async function findLink({ recordId, recordTypeId, fieldKey, fileId }: AttachmentPlace): Promise<FileLink> {
  if (fieldKey === recordFileKey) return getRecordFileLink(fileId);
  const parsed = parseFieldKey(fieldKey);
  const field = 'fieldId' in parsed ? parsed.fieldId : 0;
  const data = { recordId, recordTypeId, recordAdditionalFieldByTypeId: field, fileId };
  return getRecordAttachment(data);
}
