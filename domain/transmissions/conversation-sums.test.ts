import { expect, test } from 'vitest';
import { sumConversation } from './conversation-sums.ts';

const terms = [
  { name: 'Quantity', dataType: 'number' },
  { name: 'Unit price', dataType: 'currency', currency: 'USD' },
  { name: 'Wanted on', dataType: 'date' },
] as const;
const at = (quantity: string, price: string) => ({
  isWithout: false,
  values: [quantity, price, '2026-12-09'],
});
const without = { isWithout: true, values: ['', '', ''] };
const agreed = (position: object) => ({
  mine: position,
  theirs: position,
  agreed: position,
  waitsForUs: false,
  waitsForThem: false,
});
const open = (mine: object | null, theirs: object | null, before: object | null = null) => ({
  mine,
  theirs,
  agreed: before,
  waitsForUs: true,
  waitsForThem: false,
});
const sum = (lines: readonly object[], of: readonly object[] = terms) =>
  sumConversation(of as never, lines as never);

test('agreed is of the lines about which both are at one; open as each has it, to the cent', () => {
  expect(
    sum([
      agreed(at('3', '0.10')),
      agreed(without),
      open(at('10', '100'), at('8', '110.505')),
      open(at('1', '5'), without, at('1', '5')),
    ]),
  ).toEqual({
    of: 'Quantity × Unit price',
    currency: 'USD',
    agreed: '0.30',
    mine: '1005',
    theirs: '884.04',
    difference: '-120.96',
  });
});

test('what is not answered counts as nothing and differs from nothing; what is no number is nothing', () => {
  expect(sum([open(null, at('2', '3')), open(at('', '4'), at('2', '3'))])).toMatchObject({
    mine: '0',
    theirs: '12',
    difference: '6',
  });
});

test('terms that do not say what a line is worth have no sum', () => {
  expect(sum([open(at('1', '2'), at('1', '3'))], terms.slice(0, 1))).toBeNull();
  expect(sum([], [...terms, { name: 'Line total', dataType: 'currency' }])).toBeNull();
  expect(sum([], [...terms, { name: 'Boxes', dataType: 'number' }])).toBeNull();
});
