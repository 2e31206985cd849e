import fc from 'fast-check';
import { expect, it } from 'vitest';
import { guardFormula, unguardFormula } from './formula-guard.ts';

it.each([
  ['plain', 'plain'],
  ["it's", "it's"],
  ['=1+1', "'=1+1"],
  ['\uff1d1+1', "'\uff1d1+1"],
  ["'=1+1", "''=1+1"],
  ['-1,234.50', '-1,234.50'],
  ['+1 (555) 123-4567', '+1 (555) 123-4567'],
  ['-', '-'],
  ['-1+cmd', "'-1+cmd"],
])('%j goes out as %j', (text, guarded) => {
  expect(guardFormula(text)).toBe(guarded);
});

it('comes back as it went, whatever it is', () => {
  const text = fc.string({ unit: fc.constantFrom("'", '=', '-', '+', '@', '\t', '\uff0b', '1', 'a', ' ') });
  fc.assert(fc.property(text, (given) => unguardFormula(guardFormula(given)) === given));
});
