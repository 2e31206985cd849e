import { describe, expect, test } from 'vitest';
import type { SeparatedRow } from '@rowhouse/domain/import/separated-rows.ts';
import { mostRowsInPart } from '@rowhouse/domain/import/limits.ts';
import { makeWorkbook, rowsOfTexts } from '../../../testing/make-workbook.ts';
import { openTable, type GivenReading } from './read-table-file.ts';

async function read(content: BlobPart, given: GivenReading = {}) {
  const { reading, rows } = await openTable(new Blob([content]), given);
  const parts: (readonly SeparatedRow[])[] = [];
  for await (const part of rows) parts.push(part);
  return { ...reading, parts, rows: parts.flat() };
}

const bytes = (...values: number[]): Uint8Array<ArrayBuffer> => new Uint8Array(values);

describe('a file of separated values', () => {
  test.each([
    ['commas', 'A,B\n1,2\n', ','],
    ['semicolons', 'A;B\n1;2\n', ';'],
    ['tabs', 'A\tB\r\n1\t2\r\n', '\t'],
  ])('parted by %s is read with its separator', async (_, text, delimiter) => {
    const found = await read(text);
    expect(found).toMatchObject({ delimiter, encoding: 'utf-8', headers: ['A', 'B'] });
    expect(found.rows).toEqual([{ row: 2, cells: ['1', '2'], whyNot: null }]);
  });

  test('is read in its encoding, or in the one that is given', async () => {
    const windows = bytes(0x41, 0x0a, 0xe9, 0x0a);
    expect(await read(windows)).toMatchObject({ encoding: 'windows-1252', rows: [{ cells: ['é'] }] });
    expect((await read(windows, { encoding: 'iso-8859-2' })).rows[0]?.cells).toEqual(['é']);
    await expect(read(windows, { encoding: 'utf-8' })).rejects.toThrow(/not written in utf-8/);
    expect(await read('\uFEFFA\n1\n')).toMatchObject({ headers: ['A'] });
  });

  test('tells rows whose cells cannot be told apart, and counts as a spreadsheet does', async () => {
    const { rows } = await read('A,B\n1,2,3\n\n"x\ny",2\n1,2,\n');
    expect(rows.map(({ row, whyNot }) => [row, whyNot])).toEqual([
      [2, 'This row has 3 cells; the header has 2.'],
      [4, null],
      [5, null],
    ]);
  });

  test('takes the quote away with which an export guards a formula', async () => {
    expect((await read("A\n'=1+1\n'plain\n'\uff1d1\n")).rows.map(({ cells }) => cells[0])).toEqual([
      '=1+1',
      "'plain",
      '\uff1d1',
    ]);
  });

  test('comes in parts, however long it is', async () => {
    const { parts, rows } = await read(`A\n${'1\n'.repeat(mostRowsInPart + 5)}`);
    expect(parts.map(({ length }) => length)).toEqual([mostRowsInPart, 5]);
    expect(rows.at(-1)?.row).toBe(mostRowsInPart + 6);
  });

  test.each([
    ['utf-16le', Buffer.from('A;B\n1 €;2\n', 'utf16le')],
    ['utf-16be', Buffer.from('A;B\n1 €;2\n', 'utf16le').swap16()],
  ])('is read in %s without its mark', async (encoding, content) =>
    expect(await read(new Uint8Array(content))).toMatchObject({ encoding, rows: [{ cells: ['1 €', '2'] }] }),
  );

  test('says its separator as Excel does, and has names over two lines', async () => {
    expect(await read('sep=;\r\nA,1;B\r\n1;2\r\n')).toMatchObject({
      delimiter: ';',
      headers: ['A,1', 'B'],
      rows: [{ row: 2, cells: ['1', '2'] }],
    });
    const broken = await read('"Order\nNumber";B\r\n1;2\r\n');
    expect(broken).toMatchObject({ headers: ['Order\nNumber', 'B'], rows: [{ cells: ['1', '2'] }] });
  });

  test('may have a title above the names of its columns, and rows of nothing but separators', async () => {
    const text = 'Orders 2019\n\n;;\nA;B;C\n1;2;3\n;;\n;4;\n';
    const found = await read(text);
    expect(found).toMatchObject({ delimiter: ';', headerRow: 4, headers: ['A', 'B', 'C'] });
    expect(found.rows.map(({ row }) => row)).toEqual([5, 7]);
    expect(await read(text, { headerRow: 5 })).toMatchObject({ headerRow: 5, headers: ['1', '2', '3'] });
    expect(await read('A\n1\n')).toMatchObject({ headerRow: 1, headers: ['A'] });
  });

  test('that is none is refused with its reason', async () => {
    await expect(read('')).rejects.toThrow('The file is empty.');
    await expect(read(bytes(1, 0, 2, 0, 0, 3))).rejects.toThrow('This is no spreadsheet.');
    await expect(read(`A\n${'1\n'.repeat(100_001)}`)).rejects.toThrow('At most 100,000 rows');
  });
});

test('of a workbook the sheet is chosen, and a title may stand above its columns', async () => {
  const file = makeWorkbook({
    sheets: [
      { name: '2019', rows: rowsOfTexts([['Orders'], [], ['A', 'B'], ['1', '2']]) },
      { name: '2020', rows: rowsOfTexts([['C'], ['3']]) },
      { name: 'Secret', state: 'hidden', rows: rowsOfTexts([['D'], ['4']]) },
    ],
  });
  const content = new Uint8Array(file);
  expect(await read(content)).toMatchObject({
    sheet: { name: '2019', names: ['2019', '2020'] },
    headerRow: 3,
    headers: ['A', 'B'],
    rows: [{ row: 4, cells: ['1', '2'] }],
  });
  expect(await read(content, { sheet: '2020' })).toMatchObject({ headers: ['C'], rows: [{ cells: ['3'] }] });
  await expect(read(content, { sheet: 'Secret' })).rejects.toThrow('no sheet that can be seen');
});

test('a workbook gives numbers with the noughts that its cells show, and hours beyond a day', async () => {
  const rows =
    '<row><c t="inlineStr"><is><t>Postcode</t></is></c><c t="inlineStr"><is><t>Spent</t></is></c></row>' +
    '<row><c s="0"><v>1067</v></c><c s="1"><v>1.25</v></c></row>';
  const file = makeWorkbook({ sheets: [{ name: 'One', rows }], formats: ['00000', '[h]:mm'] });
  expect((await read(new Uint8Array(file))).rows[0]?.cells).toEqual(['01067', '30:00']);
});

test('a workbook gives texts, and leaves out what is empty', async () => {
  const file = makeWorkbook({
    sheets: [
      {
        name: 'One',
        rows: rowsOfTexts([
          ['Record Number', 'Note'],
          ['12', 'a'],
          ['', ''],
          ['13', ''],
        ]),
      },
    ],
  });
  const found = await read(new Uint8Array(file));
  expect(found).toMatchObject({ delimiter: null, encoding: null, headers: ['Record Number', 'Note'] });
  expect(found.rows.map(({ cells }) => cells)).toEqual([
    ['12', 'a'],
    ['13', ''],
  ]);
});
