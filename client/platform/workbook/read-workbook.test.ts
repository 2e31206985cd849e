import { describe, expect, it, test } from 'vitest';
import { textOfSheetCell } from '@rowhouse/domain/import/sheet-cell.ts';
import {
  makeWorkbook,
  makeZip,
  rowsOfTexts,
  workbookFiles,
  type WorkbookParts,
  type ZipFile,
} from '../../../testing/make-workbook.ts';
import { readWorkbook } from './read-workbook.ts';

const read = (file: Buffer) => readWorkbook(new Uint8Array(file));
const textsOf = async (parts: WorkbookParts) =>
  (await read(makeWorkbook(parts))).rows.map(({ rowNumber, cells }) => [
    rowNumber,
    ...cells.map((cell) => textOfSheetCell(cell, null)),
  ]);
const oneSheet = (rows: string, more: Partial<WorkbookParts> = {}): WorkbookParts => ({
  sheets: [{ name: 'Lines', rows }],
  ...more,
});

describe('a workbook', () => {
  it('as Excel writes it: shared texts, formats, gaps, a formula with its value', async () => {
    const rows = `<row r="1" spans="1:4"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row>
      <row r="3"><c r="A3" s="1"><v>46295</v></c><c r="C3"><v>12.5</v></c><c r="D3"><f>C3*2</f><v>25</v></c></row>
      <row r="4"><c r="A4" s="2"><v>46295.5</v></c><c r="B4" t="b"><v>1</v></c><c r="C4" t="str"><f>A1</f><v>x &amp; y</v></c></row>`;
    const texts = [
      '<t>Due date</t>',
      '<r><t xml:space="preserve">Rich </t></r><r><rPr><b/></rPr><t>text_x000D_</t></r><rPh sb="0" eb="1"><t>spoken</t></rPh>',
    ];
    expect(await textsOf(oneSheet(rows, { texts, formats: [0, 14, 'm/d/yyyy h:mm'] }))).toEqual([
      [1, 'Due date', 'Rich text\r'],
      [3, '09/30/2026', '', '12.5', '25'],
      [4, '09/30/2026 12:00', 'TRUE', 'x & y'],
    ]);
  });

  it('as other programs write it: texts in their cells, no references, no formats, prefixes, single quotes', async () => {
    const [types, relations, workbook, ofWorkbook] = workbookFiles(oneSheet(''));
    const sheet = `<x:worksheet xmlns:x='http://schemas.openxmlformats.org/spreadsheetml/2006/main'><x:sheetData>
      <x:row><x:c t='inlineStr'><x:is><x:t>A &lt;b&gt; &#233; &#x1F600;</x:t></x:is></x:c><x:c/><x:c><x:v>7</x:v></x:c></x:row>
      <x:row><x:c t='d'><x:v>2026-09-30T00:00:00</x:v></x:c><x:c t='inlineStr'><x:is><x:t><![CDATA[<raw>]]></x:t></x:is></x:c></x:row>
      <!-- not > this --></x:sheetData></x:worksheet>`;
    const file = makeZip([
      types!,
      relations!,
      workbook!,
      ofWorkbook!,
      { name: 'xl/worksheets/sheet1.xml', content: sheet, isStored: true },
    ]);
    const { rows } = await read(file);
    expect(rows).toEqual([
      { rowNumber: 1, cells: ['A <b> é 😀', '', { number: 7, look: 'number' }] },
      { rowNumber: 2, cells: ['2026-09-30', '<raw>'] },
    ]);
  });

  it('of the strict dialect', async () => {
    const rows = '<row r="1"><c r="A1" t="s"><v>0</v></c></row>';
    expect(await textsOf(oneSheet(rows, { isStrict: true, texts: ['<t>Strict</t>'] }))).toEqual([
      [1, 'Strict'],
    ]);
  });

  it('that counts its days from 1904', async () => {
    const rows = '<row><c s="1"><v>44833</v></c><c><v>44833</v></c></row>';
    expect(await textsOf(oneSheet(rows, { formats: [0, 14], countsFrom1904: true }))).toEqual([
      [1, '09/30/2026', '44833'],
    ]);
  });

  it('of several sheets is read from the first that can be seen', async () => {
    const sheet = (name: string, state?: 'hidden' | 'veryHidden') => ({
      name,
      rows: rowsOfTexts([[`of ${name}`]]),
      ...(state && { state }),
    });
    const sheets = [sheet('A', 'hidden'), sheet('B', 'veryHidden'), sheet('C &amp; D'), sheet('E')];
    expect(await read(makeWorkbook({ sheets }))).toMatchObject({
      name: 'C & D',
      visibleSheets: 2,
      rows: [{ cells: ['of C & D'] }],
    });
  });

  it('with a sheet of which only colours reach to its end', async () => {
    const rows =
      '<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="A1048576" s="3"/><c r="XFD1048576" s="3"/></row>';
    const head = '<dimension ref="A1:XFD1048576"/>';
    expect(await textsOf({ sheets: [{ name: 'Lines', rows, head }] })).toEqual([[1, '1']]);
  });

  it('with an error or a formula that nobody worked out shows them where they stand', async () => {
    const rows = '<row><c t="e"><v>#N/A</v></c><c><f>A1*2</f></c><c><f>A1</f><v></v></c></row>';
    expect(await textsOf(oneSheet(rows))).toEqual([[1, '#N/A', '=A1*2', '=A1']]);
  });
});

const good = workbookFiles(oneSheet(rowsOfTexts([['a', 'b']])));
const withSheet = (change: Partial<ZipFile>): Buffer =>
  makeZip(good.map((file) => (file.name.includes('worksheets') ? { ...file, ...change } : file)));
const compoundFile = (name: string): Buffer =>
  Buffer.concat([
    Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
    Buffer.alloc(504),
    Buffer.from(name, 'utf16le'),
    Buffer.alloc(64),
  ]);
const manyRows = (count: number, row: string): string =>
  `<worksheet><sheetData>${row.repeat(count)}</sheetData></worksheet>`;

describe('is refused with a sentence', () => {
  const damaged = /is damaged, or not whole/;
  const cases: [string, () => Buffer, RegExp][] = [
    ['an old workbook with a new name', () => compoundFile('Workbook'), /old form \(\.xls\)/],
    ['a workbook with a password', () => compoundFile('EncryptedPackage'), /protected by a password/],
    ['a zip with a password', () => withSheet({ says: { flags: 0x0801 } }), /protected by a password/],
    [
      'a zip of something else',
      () => makeZip([{ name: 'content.xml', content: '<office/>' }]),
      /no Excel workbook/,
    ],
    ['a file that is cut off', () => makeZip(good).subarray(0, -40), damaged],
    ['the beginning of a zip', () => Buffer.from('PK\u0003\u0004'), damaged],
    ['bytes that changed', () => withSheet({ says: { crc32: 1 } }), damaged],
    ['a sheet that says that it is smaller', () => withSheet({ says: { bytes: 10 } }), damaged],
    ['a sheet that says that it is larger', () => withSheet({ says: { bytes: 10_000 } }), damaged],
    ['what is no deflated file', () => withSheet({ content: Buffer.alloc(0), says: { bytes: 9 } }), damaged],
    ['a sheet that is no sheet', () => withSheet({ content: '<html></html>' }), damaged],
    ['a sheet that breaks off', () => withSheet({ content: '<worksheet><sheetData><row><c' }), damaged],
    [
      'a file of one endless tag',
      () => withSheet({ content: `<worksheet ${'a'.repeat(3_000_000)}` }),
      damaged,
    ],
    [
      'entities that grow',
      () =>
        withSheet({
          content: `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><worksheet><sheetData><row><c t="inlineStr"><is><t>&b;</t></is></c></row></sheetData></worksheet>`,
        }),
      damaged,
    ],
    ['two files of one name', () => makeZip([...good, good.at(-1)!]), damaged],
    [
      'a text that is not among the texts',
      () => withSheet({ content: manyRows(1, '<row><c t="s"><v>9</v></c></row>') }),
      damaged,
    ],
    [
      'a bomb that says what it is',
      () => withSheet({ content: Buffer.alloc(1000), says: { bytes: 4_000_000_000 } }),
      /unpacked it is too large/,
    ],
    [
      'a bomb that does not',
      () => withSheet({ content: Buffer.alloc(300_000_000, ' '), says: { bytes: 5000 } }),
      damaged,
    ],
    [
      'texts that are a bomb',
      () =>
        makeZip(
          workbookFiles(oneSheet('', { texts: ['x'] })).map((file) =>
            file.name.endsWith('sharedStrings.xml')
              ? { ...file, content: Buffer.alloc(50_000_000, ' ') }
              : file,
          ),
        ),
      /unpacked it is too large/,
    ],
    [
      'a sheet of 1,048,576 rows',
      () => withSheet({ content: manyRows(1_048_576, '<row><c><v>1</v></c></row>') }),
      /At most 5,000 lines can be added at once/,
    ],
    [
      'a sheet of 20,000 columns',
      () => withSheet({ content: manyRows(1, `<row>${'<c><v>1</v></c>'.repeat(20_000)}</row>`) }),
      /more than 500 columns/,
    ],
    [
      'many rows with a cell in the last column',
      () => withSheet({ content: manyRows(4000, '<row><c r="XFD1"><v>1</v></c></row>') }),
      /more than 500 columns/,
    ],
    [
      'a workbook whose sheets are all hidden',
      () => makeWorkbook({ sheets: [{ name: 'A', state: 'hidden', rows: '' }] }),
      /no sheet that can be seen/,
    ],
  ];
  test.each(cases)('%s', async (_what, file, sentence) => {
    const from = performance.now();
    await expect(read(file())).rejects.toThrow(sentence);
    // The workers' limit of time is for what nobody has thought of.
    expect(performance.now() - from).toBeLessThan(60_000);
  });
});

test('a million rows without a value are read past', async () => {
  const { rows } = await read(
    withSheet({
      content: manyRows(1, `<row><c><v>1</v></c></row>${'<row><c s="1"/></row>'.repeat(1_048_575)}`),
    }),
  );
  expect(rows).toEqual([{ rowNumber: 1, cells: [{ number: 1, look: 'number' }] }]);
});
