import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readByteRange } from './byte-range.ts';

describe('a range of 100 bytes', () => {
  test.each([
    ['bytes=0-9', { first: 0, last: 9 }],
    ['bytes=90-', { first: 90, last: 99 }],
    ['bytes=90-1000', { first: 90, last: 99 }],
    ['bytes=-10', { first: 90, last: 99 }],
    ['bytes=-1000', { first: 0, last: 99 }],
    ['bytes=0-0', { first: 0, last: 0 }],
    ['bytes=99-99', { first: 99, last: 99 }],
    ['bytes=100-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=9-3', null],
    ['bytes=0-1,4-5', null],
    ['lines=0-9', null],
    ['bytes=-', null],
    ['bytes=a-b', null],
    ['bytes=1e1-', null],
    [undefined, null],
  ])('%s', (header, range) => expect(readByteRange(header, 100)).toEqual(range));

  test('of nothing at all is everything', () => expect(readByteRange('bytes=0-9', 0)).toBeNull());

  test('never leaves the file, whatever is asked', () =>
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 0, max: 9999 }), fc.nat(), fc.nat(), (text, size, a, b) => {
        for (const header of [text, `bytes=${a}-${b}`, `bytes=${a}-`, `bytes=-${b}`]) {
          const range = readByteRange(header, size);
          if (range === null || range === 'unsatisfiable') continue;
          if (range.first < 0 || range.last < range.first || range.last >= size) return false;
        }
        return true;
      }),
    ));
});
