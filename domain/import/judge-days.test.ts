import { expect, test } from 'vitest';
import { noDayWitness, noteDays, settleDays, whyNotMonthFirst } from './judge-days.ts';

function witnessOf(...texts: readonly string[]) {
  const witness = noDayWitness();
  for (const [index, text] of texts.entries()) noteDays(witness, text, index + 2);
  return witness;
}

const settle = (...columns: readonly (readonly string[])[]) =>
  settleDays(columns.map((texts) => ({ name: 'Due', witness: witnessOf(...texts) })));

test.each([
  [['01/02/2026', '13/02/2026'], { dayFirst: true }],
  [['13-02-26 14:30'], { dayFirst: true }],
  [['01/02/2026', '02/13/2026'], { dayFirst: false }],
  // Nothing turns on it.
  [['02/02/2026', '', 'soon'], { dayFirst: null }],
  [['13.02.2026', '2026-02-13', '13 Feb 2026'], { dayFirst: null }],
  [['13/13/2026', '31/02/2026'], { dayFirst: null }],
])('%j are read so: %o', (texts, settled) => expect(settle(texts)).toEqual(settled));

test('what one column settles holds for the others', () =>
  expect(settle(['01/02/2026'], ['13/02/2026'])).toEqual({ dayFirst: true }));

test('a file that has both is asked about', () =>
  expect(settle(['13/02/2026', '02/13/2026'])).toEqual({
    whyNot:
      "Dates are written in two ways: '13/02/2026' in row 2 and '02/13/2026' in row 3. Choose 'Day first' or 'Month first'.",
  }));

test('a file in which no date says it is asked about', () =>
  expect(settle(['2026-02-13'], ['01/01/2026', ' 03/04/2026'])).toEqual({
    whyNot:
      "The column 'Due' can be read in two ways: '03/04/2026' in row 3 may be 3 Apr 2026 or 4 Mar 2026. Choose 'Day first' or 'Month first'.",
  }));

test('by the command line the option is named, unless single cells are wrong', () => {
  expect(whyNotMonthFirst('Due', witnessOf('01/02/2026', '13/02/2026'))).toBe(
    "The column 'Due' has its days first: '13/02/2026' in row 3. Import with --day-first.",
  );
  expect(whyNotMonthFirst('Due', witnessOf('02/13/2026', '13/02/2026'))).toBeNull();
  expect(whyNotMonthFirst('Due', witnessOf('03/03/2026'))).toBeNull();
  expect(whyNotMonthFirst('Due', witnessOf('03/04/2026'))).toBe(
    "The column 'Due' can be read in two ways: '03/04/2026' in row 2 may be 3 Apr 2026 or 4 Mar 2026. Say which it is: --day-first or --month-first.",
  );
});
