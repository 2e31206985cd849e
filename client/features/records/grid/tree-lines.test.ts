import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RecordRow } from '../record-row.ts';
import { toTreeLines } from './tree-lines.ts';

const rowOf = (id: number): RecordRow => ({
  id,
  version: 1,
  recordNumber: id,
  enabled: true,
  recordFile: null,
});

/** Each record stands under an earlier one, or under none. */
const trees = fc
  .array(fc.nat({ max: 20 }), { minLength: 1, maxLength: 20 })
  .map((numbers) => numbers.map((number, at) => (number < at ? number : null)));

test('every record under open ones is shown once, right after what it stands under, one level deeper', () => {
  fc.assert(
    fc.property(trees, fc.array(fc.nat({ max: 20 })), (parents, opened) => {
      const under = (id: number) => parents.flatMap((parent, at) => (parent === id ? [rowOf(at)] : []));
      const open = new Set(opened);
      const roots = parents.flatMap((parent, at) => (parent === null ? [rowOf(at)] : []));
      const lines = toTreeLines(roots, {
        open,
        hasBelow: ({ id }) => under(id).length > 0,
        rowsUnder: under,
      });
      const isShown = (at: number): boolean => {
        const parent = parents[at];
        return parent == null || (open.has(parent) && isShown(parent));
      };
      expect(lines.map(({ row }) => row.id).toSorted((one, other) => one - other)).toEqual(
        parents.flatMap((_, at) => (isShown(at) ? [at] : [])),
      );
      for (const [index, { row, level, isOpen }] of lines.entries()) {
        const parent = parents[row.id];
        const above = lines.slice(0, index).findLast((line) => line.level < level);
        expect(above?.row.id ?? null).toBe(parent ?? null);
        expect(level).toBe((above?.level ?? 0) + 1);
        expect(isOpen).toBe(under(row.id).length === 0 ? null : open.has(row.id));
      }
    }),
  );
});

test('a record that two answers hold is shown once', () => {
  const lines = toTreeLines([rowOf(1), rowOf(2)], {
    open: new Set([1]),
    hasBelow: ({ id }) => id === 1,
    rowsUnder: () => [rowOf(2), rowOf(3), rowOf(3)],
  });
  expect(lines.map(({ row }) => row.id)).toEqual([1, 3, 2]);
});

test('what is on its way is not shown yet', () => {
  const lines = toTreeLines([rowOf(1)], {
    open: new Set([1]),
    hasBelow: () => true,
    rowsUnder: () => undefined,
  });
  expect(lines).toEqual([{ row: rowOf(1), level: 1, isOpen: true }]);
});
