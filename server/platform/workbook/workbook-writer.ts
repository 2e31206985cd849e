// A workbook of one table as it is written from front to back, nothing of it held but a hundred rows. Texts stand in
// their cells and not in a table of their own, which would have to be held until the end: docs/decisions/045.
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { crc32, createDeflateRaw } from 'node:zlib';
import { sheetName } from '@rowhouse/domain/workbooks/sheet-name.ts';
import { createZipWriter } from '../zip/zip-writer.ts';
import type { ZipEntry, ZipWriter } from '../zip/zip-writer.ts';

/** A text is a text, whatever it begins with. '' is a cell that is not there. */
export type WrittenCell = string | { readonly number: number; readonly format?: string };

export type WrittenTable = {
  /** Of the sheet; with more rows than a sheet holds there are several. */
  readonly name: string;
  readonly titles: readonly string[];
  /** Every format that a cell may name. */
  readonly formats: readonly string[];
  /** How many there will be at most. */
  readonly rowsCount: number;
  readonly modified: ZipEntry['modified'];
};

type Row = readonly WrittenCell[];

/** What Excel holds: rows of a sheet, its head among them, and letters (UTF-16) of a cell. */
export const mostSheetRows = 1_048_576;
export const mostCellLetters = 32_767;
const letGoAfterRows = 100;
/** Nearly as small as the smallest, in a third of the time. */
const deflateLevel = 4;

/** @param rows are read as the workbook is sent, and the event loop has its turn after each hundred */
export async function* writeWorkbook(table: WrittenTable, rows: AsyncIterable<Row>): AsyncGenerator<Buffer> {
  const zip = createZipWriter();
  const count = Math.max(1, Math.ceil(table.rowsCount / (mostSheetRows - 1)));
  const names = Array.from({ length: count }, (_, at) =>
    sheetName(table.name, count === 1 ? '' : ` ${at + 1}`),
  );
  for (const [name, content] of partsOf(names, table.formats)) yield stored(zip, name, content, table);
  const source = rows[Symbol.asyncIterator]();
  try {
    for (const at of names.keys()) {
      yield zip.beginDeflated({ name: `xl/worksheets/sheet${at + 1}.xml`, modified: table.modified });
      yield* deflate(writeSheet(table, source, at === 0), zip);
    }
  } finally {
    await source.return?.();
  }
  yield zip.finish();
}

function stored(zip: ZipWriter, name: string, text: string, { modified }: WrittenTable): Buffer {
  const content = Buffer.from(xmlHead + text);
  const head = zip.begin({ name, sizeBytes: content.length, crc32: crc32(content), modified });
  return Buffer.concat([head, content]);
}

/** The bytes packed, and what stands behind them. */
async function* deflate(source: AsyncIterable<Buffer>, zip: ZipWriter): AsyncGenerator<Buffer> {
  const measured = { sizeBytes: 0, packedBytes: 0, crc32: 0 };
  async function* measure() {
    for await (const chunk of source) {
      measured.sizeBytes += chunk.length;
      measured.crc32 = crc32(chunk, measured.crc32);
      yield chunk;
    }
  }
  const packed = createDeflateRaw({ level: deflateLevel });
  const done = pipeline(Readable.from(measure(), { objectMode: false }), packed);
  // Said where the packed bytes are read.
  done.catch(() => undefined);
  for await (const chunk of packed as AsyncIterable<Buffer>) {
    measured.packedBytes += chunk.length;
    yield chunk;
  }
  await done;
  yield zip.endDeflated(measured);
}

async function* writeSheet(
  { titles, formats }: WrittenTable,
  rows: AsyncIterator<Row>,
  isFirst: boolean,
): AsyncGenerator<Buffer> {
  const columns = titles.map((_, at) => columnLetters(at));
  const styles = new Map(formats.map((format, at) => [format, plainStyles + at]));
  const widths = titles.map(
    (title, at) =>
      `<col min="${at + 1}" max="${at + 1}" width="${Math.min(40, Math.max(12, title.length + 4))}" customWidth="1"/>`,
  );
  const head = titles.map(
    (title, at) => `<c r="${columns[at]}1" s="${headStyle}" t="inlineStr">${inlineText(title)}</c>`,
  );
  let text =
    `${xmlHead}<worksheet xmlns="${main}"><sheetViews><sheetView ${isFirst ? 'tabSelected="1" ' : ''}workbookViewId="0">` +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
    `<cols>${widths.join('')}</cols><sheetData><row r="1">${head.join('')}</row>`;
  for (let row = 2; row <= mostSheetRows; row += 1) {
    const { done, value } = await rows.next();
    if (done === true) break;
    text += `<row r="${row}">`;
    for (const [at, cell] of value.entries()) text += writeCell(cell, `${columns[at]}${row}`, styles);
    text += '</row>';
    if (row % letGoAfterRows !== 0) continue;
    yield Buffer.from(text);
    text = '';
    await setImmediate();
  }
  yield Buffer.from(`${text}</sheetData></worksheet>`);
}

function writeCell(cell: WrittenCell, place: string, styles: ReadonlyMap<string, number>): string {
  if (cell === '') return '';
  if (typeof cell === 'string') {
    const style = startsFormula.test(cell) ? ` s="${quotedStyle}"` : '';
    return `<c r="${place}"${style} t="inlineStr">${inlineText(cell)}</c>`;
  }
  const style = cell.format === undefined ? undefined : styles.get(cell.format);
  return `<c r="${place}"${style === undefined ? '' : ` s="${style}"`}><v>${cell.number}</v></c>`;
}

const inlineText = (text: string): string => {
  const whole =
    text.length <= mostCellLetters ? text : `${text.slice(0, mostCellLetters - 1).toWellFormed()}…`;
  return `<is><t xml:space="preserve">${escapeXml(whole)}</t></is>`;
};

/** What a program might run when somebody goes into the cell and out again. */
const startsFormula = /^[=+\-@\t\r]/;
/** What means something in XML, and what it cannot hold, which a workbook writes as _x000D_. */
// oxlint-disable-next-line no-control-regex -- those are what is looked for
const special = /[&<>"\u0000-\u0008\u000b-\u001f\ufffe\uffff]|_x[\dA-Fa-f]{4}_/;
const everySpecial = new RegExp(special, 'g');
const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escapeXml(text: string): string {
  if (!special.test(text)) return text;
  return text.replace(everySpecial, (found) => {
    if (found.length > 1) return `_x005F${found}`;
    return entities[found] ?? `_x${found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
  });
}

/** 'A' for 0, 'AA' for 26. */
function columnLetters(at: number): string {
  const last = String.fromCharCode(65 + (at % 26));
  return at < 26 ? last : columnLetters(Math.floor(at / 26) - 1) + last;
}

const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const headStyle = 1;
const quotedStyle = 2;
const plainStyles = 3;
/** Those of one's own begin there. */
const firstFormat = 164;

/** All parts but the sheets. */
function partsOf(names: readonly string[], formats: readonly string[]): [name: string, content: string][] {
  const ids = names.map((_, at) => at + 1);
  const each = (write: (id: number, at: number) => string) => ids.map(write).join('');
  return [
    [
      '[Content_Types].xml',
      `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
        `<Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/>` +
        `<Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/>` +
        `${each((id) => `<Override PartName="/xl/worksheets/sheet${id}.xml" ContentType="${types}.worksheet+xml"/>`)}</Types>`,
    ],
    [
      '_rels/.rels',
      `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${each(
        (id, at) => `<sheet name="${escapeXml(names[at] ?? '')}" sheetId="${id}" r:id="rId${id}"/>`,
      )}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `<Relationships xmlns="${packages}/relationships">${each(
        (id) =>
          `<Relationship Id="rId${id}" Type="${relations}/worksheet" Target="worksheets/sheet${id}.xml"/>`,
      )}<Relationship Id="rId${names.length + 1}" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
    ],
    ['xl/styles.xml', stylesOf(formats)],
  ];
}

/** The head is bold; a text that looks like a formula is marked as one that is none. */
function stylesOf(formats: readonly string[]): string {
  const codes = formats.map(
    (format, at) => `<numFmt numFmtId="${firstFormat + at}" formatCode="${escapeXml(format)}"/>`,
  );
  const numbers = formats.map(
    (_, at) =>
      `<xf numFmtId="${firstFormat + at}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
  );
  return (
    `<styleSheet xmlns="${main}"><numFmts count="${codes.length}">${codes.join('')}</numFmts>` +
    '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
    `<cellXfs count="${plainStyles + numbers.length}"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>` +
    '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>' +
    `<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1"/>${numbers.join('')}</cellXfs>` +
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
  );
}
