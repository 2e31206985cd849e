import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { onlySoManyPages, readPageJump } from './page-jump.ts';

describe('a typed page', () => {
  test.each([
    ['1', { page: 1, isBeyond: false }],
    [' 7 ', { page: 7, isBeyond: false }],
    ['12', { page: 12, isBeyond: false }],
    ['13', { page: 12, isBeyond: true }],
    ['0', { page: 1, isBeyond: false }],
    ['000', { page: 1, isBeyond: false }],
    ['99999999999999999999', { page: 12, isBeyond: true }],
    ['-1', null],
    ['', null],
    ['1.5', null],
    ['1e1', null],
    ['iv', null],
  ])('%j of 12 pages leads to %j', (text, jump) => expect(readPageJump(text, 12)).toEqual(jump));

  test('never leads outside the document', () =>
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 1, max: 5000 }), (text, pages) => {
        const jump = readPageJump(text, pages);
        return jump === null || (jump.page >= 1 && jump.page <= pages);
      }),
    ));

  test('beyond the last is answered with how many there are', () =>
    expect(onlySoManyPages(3)).toBe('There are only 3 pages!'));
});
