import { expect, test } from 'vitest';
import { recordTypeId } from '../kernel/ids.ts';
import { mergeLines } from './visible-lines.ts';

const change = (recordId: number, lineIds: readonly number[] | null, lineTypeId = 1) => ({
  recordTypeId: recordTypeId(1),
  lineTypeId,
  recordId,
  lineIds,
});
const range = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index);

test('several changes of the lines of a record are one, and very many are all', () => {
  expect(
    mergeLines([
      change(1, [11, 12]),
      change(2, [21]),
      change(1, [12, 13], 2),
      change(3, [31]),
      change(3, null),
      change(3, [32]),
      change(4, range(1, 200)),
      change(4, range(101, 200)),
    ]),
  ).toEqual([
    { id: 1, lineIds: [11, 12, 13] },
    { id: 2, lineIds: [21] },
    { id: 3, lineIds: null },
    { id: 4, lineIds: null },
  ]);
});
