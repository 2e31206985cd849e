import { expect, it } from 'vitest';
import { toTsv } from './tsv.ts';

it('separates by tabs and line breaks, and quotes only what needs it', () => {
  expect(
    toTsv([
      ['PO-1', 'a\tb', 'say "hi"'],
      ['PO-2', 'two\nlines', ''],
    ]),
  ).toBe('PO-1\t"a\tb"\t"say ""hi"""\r\nPO-2\t"two\nlines"\t');
});
