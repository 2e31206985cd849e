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

  test('that is none is refused with its reason', async () => {
    await expect(read('')).rejects.toThrow('The file is empty.');
    await expect(read(bytes(1, 0, 2, 0, 0, 3))).rejects.toThrow('This is no spreadsheet.');
    await expect(read(`A\n${'1\n'.repeat(100_001)}`)).rejects.toThrow('At most 100,000 rows');
  });
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
