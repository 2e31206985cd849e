// Workbooks made by hand, as different programs write them, and such as no program would. For tests.
import { crc32, deflateRawSync } from 'node:zlib';

export type ZipFile = {
  readonly name: string;
  readonly content: string | Buffer;
  readonly isStored?: boolean;
  /** What the directory says of it, where that is not so. */
  readonly says?: { readonly bytes?: number; readonly crc32?: number; readonly flags?: number };
};

export function makeZip(files: readonly ZipFile[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, isStored = false, says = {} } of files) {
    const bytes = Buffer.from(content);
    const packed = isStored ? bytes : deflateRawSync(bytes);
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt16LE(says.flags ?? 0x0800, 2);
    head.writeUInt16LE(isStored ? 0 : 8, 4);
    head.writeUInt32LE(says.crc32 ?? crc32(bytes), 10);
    head.writeUInt32LE(packed.length, 14);
    head.writeUInt32LE(says.bytes ?? bytes.length, 18);
    head.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), head, Buffer.from(name), packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\u0001\u0002\u0014\u0000'), head, place, Buffer.from(name));
    parts.push(local);
    offset += local.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, listed, Buffer.from('PK\u0005\u0006'), end]);
}

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const strictMain = 'http://purl.oclc.org/ooxml/spreadsheetml/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const strictRelations = 'http://purl.oclc.org/ooxml/officeDocument/relationships';
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships';

export type SheetPart = {
  readonly name: string;
  readonly state?: 'hidden' | 'veryHidden';
  /** What stands in sheetData. */
  readonly rows: string;
  /** What stands before it. */
  readonly head?: string;
};

export type WorkbookParts = {
  readonly sheets: readonly SheetPart[];
  readonly texts?: readonly string[];
  /** Number formats of the cells' styles, by their ids; a text is a code of its own. */
  readonly formats?: readonly (number | string)[];
  readonly countsFrom1904?: boolean;
  readonly isStrict?: boolean;
};

/** The files of a workbook, to be changed before they are zipped. */
export function workbookFiles({
  sheets,
  texts,
  formats,
  countsFrom1904,
  isStrict,
}: WorkbookParts): ZipFile[] {
  const [namespace, kinds] = isStrict === true ? [strictMain, strictRelations] : [main, relations];
  const relation = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="${kinds}/${kind}" Target="${target}"/>`;
  const list = (content: string) =>
    `${xml}<Relationships xmlns="${packageRelations}">${content}</Relationships>`;
  const codes = (formats ?? []).filter((format) => typeof format === 'string');
  const files: ZipFile[] = [
    { name: '[Content_Types].xml', content: `${xml}<Types/>` },
    { name: '_rels/.rels', content: list(relation('rId1', 'officeDocument', 'xl/workbook.xml')) },
    {
      name: 'xl/workbook.xml',
      content: `${xml}<workbook xmlns="${namespace}" xmlns:r="${kinds}"><workbookPr${
        countsFrom1904 === true ? ' date1904="1"' : ''
      }/><sheets>${sheets
        .map(
          ({ name, state }, at) =>
            `<sheet name="${name}" sheetId="${at + 1}"${state === undefined ? '' : ` state="${state}"`} r:id="s${at}"/>`,
        )
        .join('')}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: list(
        [
          ...sheets.map((_, at) => relation(`s${at}`, 'worksheet', `worksheets/sheet${at + 1}.xml`)),
          ...(texts ? [relation('t', 'sharedStrings', 'sharedStrings.xml')] : []),
          ...(formats ? [relation('f', 'styles', 'styles.xml')] : []),
        ].join(''),
      ),
    },
    ...sheets.map(({ rows, head = '' }, at) => ({
      name: `xl/worksheets/sheet${at + 1}.xml`,
      content: `${xml}<worksheet xmlns="${namespace}">${head}<sheetData>${rows}</sheetData></worksheet>`,
    })),
  ];
  if (texts)
    files.push({
      name: 'xl/sharedStrings.xml',
      content: `${xml}<sst xmlns="${namespace}">${texts.map((text) => `<si>${text}</si>`).join('')}</sst>`,
    });
  if (formats)
    files.push({
      name: 'xl/styles.xml',
      content: `${xml}<styleSheet xmlns="${namespace}"><numFmts>${codes
        .map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${code}"/>`)
        .join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${formats
        .map(
          (format) => `<xf numFmtId="${typeof format === 'number' ? format : 164 + codes.indexOf(format)}"/>`,
        )
        .join('')}</cellXfs></styleSheet>`,
    });
  return files;
}

export const makeWorkbook = (parts: WorkbookParts): Buffer => makeZip(workbookFiles(parts));

/** Of texts alone, each in its cell. */
export const rowsOfTexts = (rows: readonly (readonly string[])[]): string =>
  rows
    .map(
      (cells) => `<row>${cells.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`,
    )
    .join('');
