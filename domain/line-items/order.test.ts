import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  linesMoved,
  movedLines,
  numberLines,
  placeBack,
  placeLines,
  sortAlphabetically,
  whyNotPlaced,
} from './order.ts';

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

  it('one line that was moved is the one that moved, and goes back behind what stood before it', () => {
    expect(linesMoved([1, 2, 3, 4, 5], [1, 5, 2, 3, 4])).toEqual([5]);
    // Somebody moved 4 to the top since: it stays there, and 5 stands behind 3 again.
    expect(placeBack([4, 1, 5, 2, 3], [5], [1, 2, 3, 4, 5], new Set([4]))).toEqual([4, 1, 2, 3, 5]);
    // What stood before it is gone, then what stood around it.
    expect(placeBack([3, 2, 1], [1], [1, 2, 3], new Set())).toEqual([3, 1, 2]);
    expect(placeBack([3, 1], [1], [2, 1], new Set())).toEqual([3, 1]);
  });

  it('what moved goes back whole, and leaves what others moved since among the others', () => {
    const orders = fc
      .uniqueArray(fc.integer({ min: 1, max: 60 }), { minLength: 2, maxLength: 30 })
      .chain((before) => {
        const shuffled = () => fc.shuffledSubarray(before, { minLength: before.length });
        return fc.tuple(fc.constant(before), shuffled(), shuffled());
      });
    fc.assert(
      fc.property(orders, ([before, after, later]) => {
        const moved = linesMoved(before, after);
        expect(placeBack(after, moved, before, new Set())).toEqual(before);
        const movedSince = new Set(linesMoved(after, later));
        const back = moved.filter((id) => !movedSince.has(id));
        const result = placeBack(later, back, before, movedSince);
        expect(result.toSorted()).toEqual(before.toSorted());
        expect(result.filter((id) => !back.includes(id))).toEqual(later.filter((id) => !back.includes(id)));
      }),
    );
  });

  it('lines share the numbers that they have, and of two equal ones the later gets the next', () => {
    const current = new Map([
      [1, -2],
      [2, 5],
      [3, 5],
      [4, 9],
    ]);
    expect(numberLines([2, 1, 3, 4], current).map(({ position }) => position)).toEqual([-2, 5, 6, 9]);
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
