import { expect, test } from 'vitest';
import { holds, refuseBreaking, sayAccessTest } from './access-tests.ts';

const discount = {
  roleName: 'Buyer',
  fieldName: 'Discount',
  typeName: 'Orders',
  most: 'NotAllowed',
} as const;

test.each([
  ['NotAllowed', 'NotAllowed', true],
  ['NotAllowed', 'ViewOnly', false],
  ['ViewOnly', 'ViewOnly', true],
  ['ViewOnly', 'NotAllowed', true],
  ['ViewOnly', 'Editable', false],
] as const)('at most %s, and it is %s: %s', (most, level, held) => expect(holds(most, level)).toBe(held));

test('it reads as a sentence, and what is refused names it', () => {
  expect(sayAccessTest(discount)).toBe('Buyer must not see Discount of Orders');
  expect(sayAccessTest({ ...discount, most: 'ViewOnly' })).toBe('Buyer must not change Discount of Orders');
  expect(refuseBreaking([discount, discount, discount, discount, discount]).message).toContain(
    'Orders; and 2 more. Change the access otherwise',
  );
});
