import type { AuthorisedField, AuthorisedRecordType } from '../access/authorised-record-type.ts';
import { fieldUnknown, requireEditable } from '../access/why-not-editable.ts';
import { invalid } from '../kernel/refusal.ts';
import { recordFileKey } from './attached-file.ts';
import { findMimeType } from './file-types.ts';
import {
  largestAttachmentBytes,
  largestRecordFileBytes,
  longestAnnotation,
  longestFileName,
  mostFilesOfField,
  mostUnsavedUploads,
} from './limits.ts';

/** The purpose of the grant in a link to which a file is sent. */
export const uploadGrant = 'upload';
/** Of the grant in a link by which the server is told that a file was sent straight to the storage. */
export const confirmUploadGrant = 'confirm upload';

/** Specification 5: of a name without an extension. */
export const invalidFileType = 'invalid file type';
export const notPdf = 'The record file must be a PDF.';
export const notMultipart =
  'Send the file in the request itself, as multipart/form-data: operations, map, then the file.';
export const emptyFile = 'The file is empty.';
export const oneFileOnly = 'One file only, please.';
/** How many files the field takes of one record. */
export const mostFilesOf = (key: string): number => (key === recordFileKey ? 1 : mostFilesOfField);

export const tooManyFiles = (key: string): string =>
  key === recordFileKey ? oneFileOnly : `A field holds at most ${mostFilesOfField} files.`;

export const fileUnknown = 'The file was not found.';
export const notWhole = 'The file did not arrive whole. Please try again.';
export const storageDown = 'The file storage does not answer. Please try again in a moment.';
export const storageFull =
  'The file storage has no room left. The file was not kept. Please tell whoever runs this server.';
export const uploadOver = 'This upload is over. Please choose the file again.';
export const tooManyAtOnce =
  'Too many files are on their way at once. Please wait until one of them has arrived.';
export const tooManyUnsaved = `You have ${mostUnsavedUploads} files that no record holds yet. Save your records, or try again tomorrow.`;

/** Characters that are seen by nobody, and can turn the order of those around them: 'exe.pdf' written backwards. */
const unseen = /[\p{Cc}\u061c\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu;

/** The name that is kept of the one that was given: never a path, nothing unseen, not too long for a file system. */
export function toFileName(given: string): string {
  const last = given.toWellFormed().split(/[/\\]/).at(-1) ?? '';
  const name = last
    .normalize('NFC')
    .replace(unseen, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[. ]+$/, '');
  if (name.length <= longestFileName) return name;
  const extension = findExtension(name);
  const ending = extension === null ? '' : `.${extension}`;
  return `${cut(name, longestFileName - ending.length)}${ending}`;
}

const cut = (text: string, length: number): string => text.slice(0, length).replace(/[\ud800-\udbff]$/, '');

/** The name without its extension, which a person may change, and the extension with its dot, which nobody may. */
export function splitFileName(name: string): { readonly stem: string; readonly ending: string } {
  const extension = findExtension(name);
  const end = name.length - (extension === null ? 0 : extension.length + 1);
  return { stem: name.slice(0, end), ending: name.slice(end) };
}

/**
 * The name of a file after somebody renamed it: as a new one is kept, with the extension that it had.
 * @param stem what was typed, without the extension
 * @returns null when nothing is left of it
 */
export function renameFile(current: string, stem: string): string | null {
  // '12/2026' is no path to whoever types it: of one, toFileName keeps the last part alone.
  const kept = toFileName(`${stem.replaceAll(/[/\\]/g, '-')}${splitFileName(current).ending}`);
  return findExtension(kept) === findExtension(current) ? kept : null;
}

export const nameMissing = 'A file needs a name.';
export const descriptionTooLong = `A description has at most ${longestAnnotation} characters.`;

/** In small letters. Null where there is none, and of a name that has nothing before it. */
export const findExtension = (name: string): string | null =>
  /[^.\s].*\.([A-Za-z0-9]{1,10})$/.exec(name)?.[1]?.toLowerCase() ?? null;

export const largestBytesOf = (key: string): number =>
  key === recordFileKey ? largestRecordFileBytes : largestAttachmentBytes;

export const tooLarge = (key: string): string =>
  `The file size exceeds the ${key === recordFileKey ? '3' : '10'} MB limit.`;

/**
 * Why the file cannot be the value of the field, as far as its name and size say; null when it can.
 * @param key of the field
 */
export function whyNotFile(
  key: string,
  { name, sizeBytes }: { readonly name: string; readonly sizeBytes: number },
): string | null {
  const extension = findExtension(name);
  if (extension === null) return invalidFileType;
  if (key === recordFileKey && extension !== 'pdf') return notPdf;
  if (findMimeType(extension) === null) return `Files of the type .${extension} are not taken.`;
  if (sizeBytes <= 0) return emptyFile;
  return sizeBytes > largestBytesOf(key) ? tooLarge(key) : null;
}

/** The field of the type that a file may be put into. Hidden reads as unknown; read-only is said. */
export function requireFileField(recordType: AuthorisedRecordType, key: string): AuthorisedField {
  const field = recordType.fields.get(key);
  if (field === undefined) throw fieldUnknown(key);
  if (field.dataType !== 'attachment') throw invalid(`${field.name} takes no file.`, key);
  return requireEditable(recordType.fields, key);
}
