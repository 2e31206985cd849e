import { describe, expect, test } from 'vitest';
import { requireAliases, toAlias, whyNotAlias } from './rules.ts';

test.each([
  ['  Order   desk ', 'Order desk'],
  ['', null],
  ['   ', null],
  ['Clerk', null],
])('%j, typed for the role Clerk, is kept as %j', (typed, kept) =>
  expect(toAlias(typed, 'Clerk')).toBe(kept),
);

const clerk = { id: 1, name: 'Clerk', alias: null };
const lead = { id: 2, name: 'Lead', alias: 'Head of desk' };

describe('a role is not called', () => {
  test.each([
    ['Lead', '“Lead” is the name of the role Lead, which is called Head of desk. Choose another.'],
    [
      'HEAD OF DESK',
      '“HEAD OF DESK” is the name of the role Lead, which is called Head of desk. Choose another.',
    ],
    ['x'.repeat(81), 'An alias has at most 80 characters.'],
    ['a\u202eb', 'An alias has letters, digits and signs alone.'],
  ])('%j', (alias, whyNot) => expect(whyNotAlias({ ...clerk, alias }, [clerk, lead])).toBe(whyNot));
});

test('two roles can change their aliases with one another in one save', () => {
  const roles = [
    { ...clerk, alias: 'Head of desk' },
    { ...lead, alias: 'Desk' },
  ];
  expect(() => requireAliases(roles, new Set([1, 2]))).not.toThrow();
});

test('what nobody changes is not judged', () => {
  expect(() => requireAliases([{ ...clerk, alias: 'Lead' }, lead], new Set([2]))).not.toThrow();
});
