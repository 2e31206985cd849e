// Which files are taken, by their extension, and how their content begins. A list of what is allowed: pages, scripts
// and programs are not in it, and neither is any type whose content cannot be told.

type FileType = { readonly mimeType: string; readonly isOfType: (head: Uint8Array) => boolean };

/** How much of a file is looked at. */
export const headBytes = 4096;

const bytesOf = (text: string): number[] => Array.from(text, (letter) => letter.charCodeAt(0));

const holds = (head: Uint8Array, signature: readonly number[], at = 0): boolean =>
  head.length >= at + signature.length && signature.every((byte, index) => head[at + index] === byte);

const begins = (...signatures: readonly (string | readonly number[])[]) => {
  const all = signatures.map((one) => (typeof one === 'string' ? bytesOf(one) : one));
  return (head: Uint8Array) => all.some((signature) => holds(head, signature));
};

const at = (place: number, ...signatures: readonly string[]) => {
  const all = signatures.map(bytesOf);
  return (head: Uint8Array) => all.some((signature) => holds(head, signature, place));
};

/** Spreadsheets write text in UTF-16 too, whose letters are half of them NUL. */
const isUtf16 = begins([0xff, 0xfe], [0xfe, 0xff]);
const isText = (head: Uint8Array): boolean =>
  isUtf16(head) || !head.some((byte) => byte < 0x20 && !(byte >= 0x09 && byte <= 0x0d) && byte !== 0x1b);

/** Readers look for it within the first kilobyte. */
const isPdf = (head: Uint8Array): boolean => {
  const mark = bytesOf('%PDF-');
  for (let place = 0; place < 1024; place += 1) if (holds(head, mark, place)) return true;
  return false;
};

const isZip = begins('PK\u0003\u0004', 'PK\u0005\u0006');
/** What Office wrote before 2007, and mails of Outlook. */
const isCompound = begins([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
const isJpeg = begins([0xff, 0xd8, 0xff]);
const isTiff = begins([0x49, 0x49, 0x2a, 0x00], [0x4d, 0x4d, 0x00, 0x2a]);
const isOfRiff = (kind: string) => (head: Uint8Array) => begins('RIFF')(head) && at(8, kind)(head);
const isMovie = at(4, 'ftyp');
const isDxf = (head: Uint8Array) => isText(head) || begins('AutoCAD Binary DXF')(head);
const isMp3 = (head: Uint8Array) => begins('ID3')(head) || (head[0] === 0xff && (head[1] ?? 0) >= 0xe0);

const office = 'application/vnd.openxmlformats-officedocument';
const open = 'application/vnd.oasis.opendocument';

const fileTypes: ReadonlyMap<string, FileType> = new Map(
  (
    [
      ['pdf', 'application/pdf', isPdf],
      ['png', 'image/png', begins([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
      ['jpg', 'image/jpeg', isJpeg],
      ['jpeg', 'image/jpeg', isJpeg],
      ['gif', 'image/gif', begins('GIF87a', 'GIF89a')],
      ['webp', 'image/webp', isOfRiff('WEBP')],
      ['bmp', 'image/bmp', begins('BM')],
      ['tif', 'image/tiff', isTiff],
      ['tiff', 'image/tiff', isTiff],
      ['heic', 'image/heic', isMovie],
      ['docx', `${office}.wordprocessingml.document`, isZip],
      ['xlsx', `${office}.spreadsheetml.sheet`, isZip],
      ['pptx', `${office}.presentationml.presentation`, isZip],
      ['odt', `${open}.text`, isZip],
      ['ods', `${open}.spreadsheet`, isZip],
      ['odp', `${open}.presentation`, isZip],
      ['doc', 'application/msword', isCompound],
      ['xls', 'application/vnd.ms-excel', isCompound],
      ['ppt', 'application/vnd.ms-powerpoint', isCompound],
      ['msg', 'application/vnd.ms-outlook', isCompound],
      ['rtf', 'application/rtf', begins('{\\rtf')],
      ['txt', 'text/plain', isText],
      ['csv', 'text/csv', isText],
      ['tsv', 'text/tab-separated-values', isText],
      ['md', 'text/markdown', isText],
      ['json', 'application/json', isText],
      ['xml', 'application/xml', isText],
      ['eml', 'message/rfc822', isText],
      ['zip', 'application/zip', isZip],
      ['7z', 'application/x-7z-compressed', begins([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c])],
      ['dwg', 'image/vnd.dwg', begins('AC10')],
      ['dxf', 'image/vnd.dxf', isDxf],
      ['step', 'model/step', isText],
      ['mp4', 'video/mp4', isMovie],
      ['mov', 'video/quicktime', isMovie],
      ['mp3', 'audio/mpeg', isMp3],
      ['wav', 'audio/wav', isOfRiff('WAVE')],
    ] as const
  ).map(([extension, mimeType, isOfType]) => [extension, { mimeType, isOfType }]),
);

export const findMimeType = (extension: string): string | null => fileTypes.get(extension)?.mimeType ?? null;

/** For the file dialog of a browser, which shows these first. */
export const takenExtensions: readonly string[] = [...fileTypes.keys()];

/**
 * Why the content is not that of the extension, or null.
 * @param head the beginning: `headBytes`, or the whole of a shorter file
 */
export function whyNotContent(extension: string, head: Uint8Array): string | null {
  if (fileTypes.get(extension)?.isOfType(head) === true) return null;
  return `The content of the file is not that of a .${extension} file.`;
}
