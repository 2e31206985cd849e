import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { movedLines, placeLines, sortAlphabetically, whyNotPlaced } from './order.ts';

describe('the order of lines', () => {
  it('lines go where they are sent, the others fill the places between as they stood', () => {
    expect(placeLines([1, 2, 3, 4], [{ id: 4, index: 1 }])).toEqual([4, 1, 2, 3]);
    expect(
      placeLines(
        [1, 2, 3, 4],
        [
          { id: 1, index: 4 },
          { id: 4, index: 1 },
        ],
      ),
    ).toEqual([4, 2, 3, 1]);
  });

  it('what is sent as moved brings the order about, whatever it is', () => {
    const orders = fc
      .uniqueArray(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 40 })
      .chain((before) =>
        fc.tuple(fc.constant(before), fc.shuffledSubarray(before, { minLength: before.length })),
      );
    fc.assert(
      fc.property(orders, ([before, after]) => {
        const moved = movedLines(before, after);
        expect(whyNotPlaced(before, moved)).toBeNull();
        expect(placeLines(before, moved)).toEqual(after);
      }),
    );
  });

  it('only what stands elsewhere is sent', () => {
    expect(movedLines([1, 2, 3], [1, 3, 2])).toEqual([
      { id: 3, fromIndex: 3, index: 2 },
      { id: 2, fromIndex: 2, index: 3 },
    ]);
    expect(movedLines([1, 2, 3], [1, 2, 3])).toEqual([]);
  });

  it('is refused for places that there are not, and for two at one', () => {
    expect(whyNotPlaced([1, 2], [{ id: 3, index: 1 }])).toBe('The line was not found.');
    expect(whyNotPlaced([1, 2], [{ id: 1, index: 3 }])).toBe('A line can stand from place 1 to 2.');
    expect(
      whyNotPlaced(
        [1, 2],
        [
          { id: 1, index: 1 },
          { id: 2, index: 1 },
        ],
      ),
    ).toBe('Two lines go to one place.');
    expect(
      whyNotPlaced(
        [1, 2],
        [
          { id: 1, index: 1 },
          { id: 1, index: 2 },
        ],
      ),
    ).toBe('A line is given twice.');
  });

  it('by the alphabet: whatever the case, numbers as numbers, the empty last, equals as they stood', () => {
    const texts = ['item 10', '', 'Item 9', 'apple', 'Apple', ''];
    const sorted = sortAlphabetically(
      texts.map((text, at) => ({ text, at })),
      ({ text }) => text,
    );
    expect(sorted.map(({ text, at }) => `${text}${at}`)).toEqual([
      'apple3',
      'Apple4',
      'Item 92',
      'item 100',
      '1',
      '5',
    ]);
  });
});
