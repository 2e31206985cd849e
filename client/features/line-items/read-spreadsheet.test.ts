import { describe, expect, it } from 'vitest';
import { readCells, readFileText } from './read-spreadsheet.ts';

describe('cells of a spreadsheet', () => {
  const tables: [string, string, string[][]][] = [
    [
      'tabs between cells, as Excel copies',
      'a\tb\r\nc\td\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'quotes, tabs and line breaks within',
      '"a\tb"\t"say ""no"""\n"two\nlines"\tx',
      [
        ['a\tb', 'say "no"'],
        ['two\nlines', 'x'],
      ],
    ],
    [
      'commas',
      'a,"b, c"\n1,2',
      [
        ['a', 'b, c'],
        ['1', '2'],
      ],
    ],
    [
      'semicolons, as Excel writes in many countries',
      'a;b\n1;2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a mark of the byte order',
      '\uFEFFa,b\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['formulas that were made into text', "'=1+1\t'-x\t-5", [['=1+1', '-x', '-5']]],
    ['one column', 'a\nb', [['a'], ['b']]],
  ];
  it.each(tables)('%s', (_what, text, cells) => expect(readCells(text)).toEqual(cells));

  const fileOf = (bytes: number[]) => new File([new Uint8Array(bytes)], 'lines.csv');
  it('a workbook is told apart, with the way out', async () =>
    expect(await readFileText(fileOf([0x50, 0x4b, 3, 4]))).toMatchObject({
      whyNot: expect.stringContaining('Save its sheet as CSV') as string,
    }));
  it('what is no text is not read', async () =>
    expect(await readFileText(fileOf([65, 0, 66]))).toHaveProperty('whyNot'));
  it('the bytes of older Windows programs are read', async () =>
    expect(await readFileText(fileOf([67, 97, 102, 0xe9]))).toEqual({ text: 'Café' }));
});
