// The first visible sheet of an Excel workbook, as rows of cells. Written to what Excel, LibreOffice, Google and the
// libraries write, in both dialects of the format; what is not needed for the cells is never unpacked.
import type { SheetCell, SheetRow } from '@rowhouse/domain/import/sheet-cell.ts';
import { digitsOfFormat, lookOfFormat } from '@rowhouse/domain/import/sheet-cell.ts';
import {
  largestKeptBytes,
  largestUnpackedBytes,
  mostColumnsOfTable,
  mostLinesOfTable,
} from '@rowhouse/domain/line-items/limits.ts';
import type { NumberLook } from '@rowhouse/domain/values/sheet.ts';
import { openZip, type Zip } from './open-zip.ts';
import { readXml, type XmlTag } from './read-xml.ts';
import {
  damaged,
  locked,
  noWorkbook,
  tooLargeUnpacked,
  tooManyColumns,
  tooManyLines,
  WorkbookFault,
} from './workbook-fault.ts';

export type Sheet = {
  readonly name: string;
  /** How many the workbook has that somebody sees. */
  readonly visibleSheets: number;
  /** Their names, in their order. */
  readonly sheetNames: readonly string[];
  readonly rows: readonly SheetRow[];
};

type Workbook = {
  readonly sheets: readonly { readonly name: string; readonly path: string }[];
  readonly countsFrom1904: boolean;
  readonly textsPath: string | undefined;
  readonly formatsPath: string | undefined;
};

export type SheetLimits = {
  /** Below the header. */
  readonly mostRows: number;
  readonly tooManyRows: () => WorkbookFault;
};

const limitsOfLines: SheetLimits = { mostRows: mostLinesOfTable, tooManyRows: tooManyLines };

/** @param wanted the name of the sheet; the first that can be seen, where it is not given */
export async function readWorkbook(
  bytes: Uint8Array<ArrayBuffer>,
  limits: SheetLimits = limitsOfLines,
  wanted?: string,
): Promise<Sheet> {
  if (isCompoundFile(bytes)) throw whatCompoundFile(bytes);
  const zip = openZip(bytes, { mostBytes: largestUnpackedBytes });
  const workbook = await readContents(zip);
  const sheet =
    wanted === undefined ? workbook.sheets[0] : workbook.sheets.find(({ name }) => name === wanted);
  if (sheet === undefined) throw new WorkbookFault('The workbook has no sheet that can be seen.');
  const texts = workbook.textsPath === undefined ? [] : await readTexts(zip, workbook.textsPath);
  const looks = workbook.formatsPath === undefined ? [] : await readLooks(zip, workbook.formatsPath);
  const { countsFrom1904 } = workbook;
  const rows = await readRows(zip, sheet.path, { texts, looks, countsFrom1904, limits });
  const sheetNames = workbook.sheets.map(({ name }) => name);
  return { name: sheet.name, visibleSheets: sheetNames.length, sheetNames, rows };
}

/** The container of .xls, and of workbooks with a password. */
export const isCompoundFile = (bytes: Uint8Array): boolean =>
  [0xd0, 0xcf, 0x11, 0xe0].every((byte, at) => bytes[at] === byte);

export const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b;

function whatCompoundFile(bytes: Uint8Array): WorkbookFault {
  // Names stand in it in UTF-16.
  const isLocked = new TextDecoder('utf-16le')
    .decode(bytes.subarray(0, bytes.length & ~1))
    .includes('EncryptedPackage');
  if (isLocked) return locked();
  return new WorkbookFault(
    'This is a workbook of the old form (.xls). Save it as .xlsx or CSV and choose that file.',
  );
}

async function readContents(zip: Zip): Promise<Workbook> {
  const main = (await readRelations(zip, '')).find(({ kind }) => kind === 'officeDocument')?.path;
  if (main === undefined || !zip.has(main)) throw noWorkbook();
  const relations = await readRelations(zip, main);
  const pathOf = (kind: string) => relations.find((one) => one.kind === kind)?.path;
  const worksheets = new Map(
    relations.flatMap(({ id, kind, path }) => (kind === 'worksheet' ? [[id, path]] : [])),
  );
  const sheets: { name: string; path: string }[] = [];
  let countsFrom1904 = false;
  let isWorkbook = false;
  await readKept(zip, main, {
    open(tag) {
      if (tag.name === 'workbook') isWorkbook = true;
      if (tag.name === 'workbookPr') countsFrom1904 ||= /^(1|true|on)$/.test(tag.attribute('date1904') ?? '');
      if (tag.name !== 'sheet') return;
      const path = worksheets.get(tag.attribute('id') ?? '');
      const state = tag.attribute('state') ?? 'visible';
      if (path !== undefined && state === 'visible')
        sheets.push({ name: unescapeLetters(tag.attribute('name') ?? ''), path });
    },
    close: () => undefined,
  });
  if (!isWorkbook) throw noWorkbook();
  return { sheets, countsFrom1904, textsPath: pathOf('sharedStrings'), formatsPath: pathOf('styles') };
}

type Relation = { readonly id: string; readonly kind: string; readonly path: string };

/** What a part says it belongs together with; '' for the whole file. */
async function readRelations(zip: Zip, part: string): Promise<Relation[]> {
  const at = part.lastIndexOf('/') + 1;
  const [folder, name] = [part.slice(0, at), part.slice(at)];
  const file = `${folder}_rels/${name}.rels`;
  if (!zip.has(file)) return [];
  const relations: Relation[] = [];
  await readKept(zip, file, {
    open(tag) {
      if (tag.name !== 'Relationship' || tag.attribute('TargetMode') === 'External') return;
      // The two dialects differ in all but the last word of it.
      const kind = tag.attribute('Type')?.split('/').at(-1) ?? '';
      const path = resolve(folder, tag.attribute('Target') ?? '');
      relations.push({ id: tag.attribute('Id') ?? '', kind, path });
    },
    close: () => undefined,
  });
  return relations.filter(({ path }) => zip.has(path));
}

function resolve(folder: string, target: string): string {
  const parts: string[] = [];
  for (const part of (target.startsWith('/') ? target : `${folder}${target}`).split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}

/** A part that is kept in memory. */
async function readKept(zip: Zip, path: string, listener: Parameters<typeof readXml>[1]): Promise<void> {
  let count = 0;
  async function* counted() {
    for await (const part of zip.unpack(path)) {
      count += part.length;
      if (count > largestKeptBytes) throw tooLargeUnpacked();
      yield part;
    }
  }
  await readXml(counted(), listener);
}

/** '_x000D_' is a letter that XML cannot hold. */
const unescapeLetters = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([\dA-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;

async function readTexts(zip: Zip, path: string): Promise<string[]> {
  const texts: string[] = [];
  const gather = gatherText();
  await readKept(zip, path, {
    open(tag) {
      if (tag.name === 'si') gather.begin();
      gather.open(tag.name);
    },
    close(name) {
      gather.close(name);
      if (name === 'si') texts.push(unescapeLetters(gather.take()));
    },
    text: gather.text,
  });
  return texts;
}

/** What stands in the t of a text; how it is spoken, in rPh, is no part of it. */
function gatherText() {
  let gathered = '';
  let isText = false;
  let isSpoken = false;
  return {
    begin: () => void (gathered = ''),
    open(name: string) {
      if (name === 'rPh') isSpoken = true;
      else if (name === 't') isText = !isSpoken;
    },
    close(name: string) {
      if (name === 'rPh') isSpoken = false;
      else if (name === 't') isText = false;
    },
    text(text: string) {
      if (isText) gathered += text;
    },
    take: () => gathered,
  };
}

type CellLook = { readonly look: NumberLook; readonly digits?: number };

/** By the number of a cell's style. */
async function readLooks(zip: Zip, path: string): Promise<CellLook[]> {
  const codes = new Map<number, string>();
  const looks: CellLook[] = [];
  let isOfCells = false;
  await readKept(zip, path, {
    open(tag) {
      if (tag.name === 'numFmt')
        codes.set(Number(tag.attribute('numFmtId')), tag.attribute('formatCode') ?? '');
      else if (tag.name === 'cellXfs') isOfCells = true;
      else if (tag.name === 'xf' && isOfCells) {
        const id = Number(tag.attribute('numFmtId') ?? 0);
        const digits = digitsOfFormat(codes.get(id));
        looks.push({ look: lookOfFormat(id, codes.get(id)), ...(digits !== undefined && { digits }) });
      }
    },
    close(name) {
      if (name === 'cellXfs') isOfCells = false;
    },
  });
  return looks;
}

type CellSetting = {
  readonly texts: readonly string[];
  readonly looks: readonly CellLook[];
  readonly countsFrom1904: boolean;
  readonly limits: SheetLimits;
};

async function readRows(zip: Zip, path: string, setting: CellSetting): Promise<SheetRow[]> {
  const rows: SheetRow[] = [];
  const inline = gatherText();
  let isSheet = false;
  let rowNumber = 0;
  let column = -1;
  let cells: SheetCell[] = [];
  let cell: XmlTag | null = null;
  let part = '';
  let value = '';
  let formula = '';

  function endCell(tag: XmlTag): void {
    const read = readCell(tag, { value, formula, inline: inline.take() }, setting);
    if (read === '') return;
    if (column >= mostColumnsOfTable) throw tooManyColumns();
    while (cells.length < column) cells.push('');
    cells[column] = read;
  }

  function endRow(): void {
    if (cells.length === 0) return;
    // One of them is the header.
    if (rows.length > setting.limits.mostRows) throw setting.limits.tooManyRows();
    rows.push({ rowNumber, cells });
  }

  await readXml(zip.unpack(path), {
    open(tag) {
      const { name } = tag;
      if (name === 'c') {
        cell = tag;
        column = readColumn(tag.attribute('r')) ?? column + 1;
        value = formula = '';
        inline.begin();
      } else if (name === 'row') {
        rowNumber = Number(tag.attribute('r')) || rowNumber + 1;
        column = -1;
        cells = [];
      } else if (cell !== null) {
        part = name;
        inline.open(name);
      } else if (name === 'worksheet') isSheet = true;
    },
    close(name) {
      if (name === 'c' && cell !== null) {
        endCell(cell);
        cell = null;
      } else if (name === 'row') endRow();
      else if (cell !== null) {
        part = '';
        inline.close(name);
      }
    },
    text(text) {
      if (cell === null) return;
      if (part === 'v') value += text;
      else if (part === 'f') formula += text;
      else inline.text(text);
    },
  });
  if (!isSheet) throw damaged();
  return rows;
}

/** From 0, of 'AB12'. */
function readColumn(reference: string | undefined): number | null {
  const letters = /^[A-Z]{1,3}(?=\d)/i.exec(reference ?? '')?.[0].toUpperCase();
  if (letters === undefined) return null;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

type Written = { readonly value: string; readonly formula: string; readonly inline: string };

function readCell(tag: XmlTag, { value, formula, inline }: Written, setting: CellSetting): SheetCell {
  // Most cells of a large sheet hold no more than a colour.
  if (value === '' && formula === '' && inline === '') return '';
  const type = tag.attribute('t') ?? 'n';
  if (type === 'inlineStr') return unescapeLetters(inline);
  // A formula that no program has worked out yet is shown as it is written: an empty cell would hide it.
  if (value === '') return formula === '' ? '' : `=${formula}`;
  switch (type) {
    case 's': {
      const text = setting.texts[Number(value)];
      if (text === undefined) throw damaged();
      return text;
    }
    case 'b':
      return value === '1' || value === 'true' ? 'TRUE' : 'FALSE';
    case 'd':
      return value.replace(/T00:00(:00(\.0+)?)?$/, '');
    case 'n':
      break;
    default:
      return unescapeLetters(value);
  }
  const number = Number(value);
  if (!Number.isFinite(number)) return value;
  const look = setting.looks[Number(tag.attribute('s') ?? 0)] ?? { look: 'number' };
  return setting.countsFrom1904 ? { number, ...look, countsFrom1904: true } : { number, ...look };
}
