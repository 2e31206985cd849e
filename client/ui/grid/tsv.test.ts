import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTsv, toHtmlTable, toTsv } from './tsv.ts';

describe('what is copied', () => {
  it('is parted by tabs and line breaks, and quoted only where it needs it', () =>
    expect(
      toTsv([
        ['PO-1', 'a\tb', 'say "hi"'],
        ['PO-2', 'two\nlines', ''],
      ]),
    ).toBe('PO-1\t"a\tb"\t"say ""hi"""\r\nPO-2\t"two\nlines"\t'));
  it('is nothing that a spreadsheet runs', () =>
    expect(toTsv([['=1+1', '@SUM(A1)', '-12.50', '+1 5551234567', '+cmd|x', '-']])).toBe(
      "'=1+1\t'@SUM(A1)\t-12.50\t+1 5551234567\t'+cmd|x\t-",
    ));
  it('is a table of texts for who takes one', () =>
    expect(toHtmlTable([['=1+1', 'a<b>\n&"c"']])).toBe(
      `<table><tr><td style="mso-number-format:'\\@';white-space:pre-wrap">=1+1</td>` +
        `<td style="mso-number-format:'\\@';white-space:pre-wrap">a&lt;b&gt;<br>&amp;&quot;c&quot;</td></tr></table>`,
    ));
});

describe('what is pasted', () => {
  it.each([
    ['one cell', 'a', [['a']]],
    [
      'a table of Excel, with its last line break',
      'a\tb\r\n1\t2\r\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'one of LibreOffice, without it',
      'a\tb\n1\t2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['old line breaks', 'a\rb', [['a'], ['b']]],
    ['empty cells, also at the end', '\t\ta\t\n', [['', '', 'a', '']]],
    ['an empty row between', 'a\n\nb', [['a'], [''], ['b']]],
    ['one empty line alone', '\r\n', [['']]],
    ['a cell of two lines', '"two\r\nlines"\tb\r\n', [['two\nlines', 'b']]],
    ['a tab and quotes in a cell', '"a\tb ""c"""\td', [['a\tb "c"', 'd']]],
    ['a quote in the middle', '12" wheel\tb', [['12" wheel', 'b']]],
    ['a quote that never ends', '"open\tb\n', [['"open', 'b']]],
    ['a word in quotes before more', '"so" called\tb', [['"so" called', 'b']]],
    ['a formula, which is text', "=1+1\t'=2+2", [['=1+1', '=2+2']]],
    ["an apostrophe of one's own", "'tis", [["'tis"]]],
  ])('%s', (_, text, expected) => expect(readTsv(text)).toEqual(expected));

  it('is what was copied, whatever that was', () => {
    const cell = fc
      .string({ unit: fc.constantFrom('a', '"', '\t', '\n', '=', '-', '@', ' ', '1', "'") })
      .filter((text) => !/^'[=+\-@\t\r]/.test(text));
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 1, max: 4 }),
        fc.infiniteStream(cell),
        (rows, columns, cells) => {
          const table = Array.from({ length: rows }, () =>
            Array.from({ length: columns }, () => cells.next().value as string),
          );
          expect(readTsv(`${toTsv(table)}\r\n`)).toEqual(table);
        },
      ),
      { numRuns: 2000 },
    );
  });
});
