import { expect, test } from 'vitest';
import { sayTaken } from './absent-field.ts';

test('what is switched off or deleted is said, and never counted as taken', () => {
  expect(sayTaken(2, [{ isTaken: true }, { isTaken: false, absence: null }])).toBe('2, 1 taken');
  expect(
    sayTaken(1, [
      { isTaken: true },
      { isTaken: true, absence: 'SWITCHED_OFF' },
      { isTaken: true, absence: 'DELETED' },
    ]),
  ).toBe('1, 1 taken, 1 switched off, 1 deleted');
});
