import { expect, test } from 'vitest';
import { noDayWitness, noteDays, settleDays, whyNotMonthFirst } from './judge-days.ts';

function witnessOf(...texts: readonly string[]) {
  const witness = noDayWitness();
  for (const [index, text] of texts.entries()) noteDays(witness, text, index + 2);
  return witness;
}

test.each([
  [['01/02/2026', '13/02/2026'], { dayFirst: true }],
  [['13-02-26 14:30'], { dayFirst: true }],
  [['01/02/2026', '02/13/2026'], { dayFirst: false }],
  // Either way, or the same way always: the month is first.
  [['01/02/2026', '', 'soon'], { dayFirst: false }],
  [['13.02.2026', '2026-02-13', '13 Feb 2026'], { dayFirst: false }],
  [['13/13/2026', '31/02/2026'], { dayFirst: false }],
])('%j are read so: %o', (texts, settled) => expect(settleDays([witnessOf(...texts)])).toEqual(settled));

test('what one column settles holds for the others', () =>
  expect(settleDays([witnessOf('01/02/2026'), witnessOf('13/02/2026')])).toEqual({ dayFirst: true }));

test('a file that has both is asked about', () =>
  expect(settleDays([witnessOf('13/02/2026', '02/13/2026')])).toEqual({
    whyNot:
      "Dates are written in two ways: '13/02/2026' in row 2 and '02/13/2026' in row 3. Choose 'Day first' or 'Month first'.",
  }));

test('by the command line the option is named, unless single cells are wrong', () => {
  expect(whyNotMonthFirst('Due', witnessOf('01/02/2026', '13/02/2026'))).toBe(
    "The column 'Due' has its days first: '13/02/2026' in row 3. Import with --day-first.",
  );
  expect(whyNotMonthFirst('Due', witnessOf('02/13/2026', '13/02/2026'))).toBeNull();
});
