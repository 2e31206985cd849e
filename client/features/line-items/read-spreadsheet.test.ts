import { describe, expect, it } from 'vitest';
import { makeWorkbook, rowsOfTexts } from '../../../testing/make-workbook.ts';
import { readCells, readSpreadsheet } from './read-spreadsheet.ts';

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
});

const setting = {
  fields: [
    { id: 1, name: 'Product', dataType: 'dropdown', required: true },
    { id: 2, name: 'Ordered', dataType: 'number', required: true },
    { id: 3, name: 'Due date', dataType: 'date', required: false },
  ],
  choices: new Map([[1, [{ id: '71', name: 'Bolt', enabled: true }]]]),
  timeZone: 'UTC',
} as const;
const readFile = (bytes: BlobPart) => readSpreadsheet({ file: new Blob([bytes]) }, setting);

describe('a spreadsheet', () => {
  it('of Excel is read by the header of its sheet, which it names', async () => {
    const rows = `${rowsOfTexts([['Product *', 'Ordered *', 'Due date', 'Note']])}
      <row><c t="inlineStr"><is><t>bolt</t></is></c><c><v>2</v></c><c s="1"><v>46295</v></c></row>
      <row><c t="inlineStr"><is><t>bolt</t></is></c><c t="inlineStr"><is><t>two</t></is></c><c t="b"><v>1</v></c></row>`;
    const reading = await readFile(
      new Uint8Array(makeWorkbook({ sheets: [{ name: 'Order', rows }], formats: [0, 14] })),
    );
    expect(reading.sheet).toEqual({ name: 'Order', visibleSheets: 1 });
    expect(reading.leftOut).toEqual(['Note']);
    expect([...reading.lines[0]!.values]).toEqual([
      [1, '71'],
      [2, '2'],
      [3, '2026-09-30'],
    ]);
    expect(reading.lines[1]).toMatchObject({
      rowNumber: 3,
      faults: ['Ordered must be a number', 'Due date Invalid date format, format should be MM/DD/YYYY'],
    });
  });

  it('loses its first row as a file, and only a row of names when it is pasted', async () => {
    expect((await readFile('Bolt,1\nBolt,2')).lines).toHaveLength(1);
    expect((await readSpreadsheet({ text: 'Bolt\t1\nBolt\t2' }, setting)).lines).toHaveLength(2);
  });

  it('in the bytes of older Windows programs is read', async () => {
    const reading = await readFile(new Uint8Array([...Buffer.from('Product\nCaf'), 0xe9]));
    expect(reading.lines[0]?.cells[0]?.text).toBe('Café');
  });

  it.each([
    ['what is no text', new Uint8Array([65, 0, 66]), /This is no spreadsheet/],
    ['too much of it', new Uint8Array(5_000_001), /larger than 5 MB/],
    ['too many lines', `a\n${'x\n'.repeat(5001)}`, /At most 5,000 lines/],
    ['too many columns', 'x,'.repeat(600), /more than 500 columns/],
  ])('%s is refused', async (_what, bytes, sentence) => expect(readFile(bytes)).rejects.toThrow(sentence));
});
