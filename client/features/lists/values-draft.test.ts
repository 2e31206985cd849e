import { describe, expect, test } from 'vitest';
import {
  addLines,
  applyLines,
  changeValue,
  draftOf,
  findMoved,
  moveValue,
  newValue,
  rebaseDraft,
  removeValue,
  sortValues,
  sumOf,
} from './values-draft.ts';

const kept = ['Ground', 'Air', 'Sea', 'Rail'].map((value, index) => ({
  id: index + 1,
  value,
  enabled: value !== 'Rail',
  userId: null,
}));
const draft = draftOf(kept);
const words = (rows: ReturnType<typeof draftOf>) =>
  rows.map(({ value, enabled }) => (enabled ? value : `(${value})`)).join(' ');
const keyOf = (value: string) => draft.find((row) => row.value === value)?.key ?? '';

describe('the draft of a list', () => {
  test('counts the fewest values that can have moved', () => {
    const last = moveValue(draft, keyOf('Ground'), 3);
    expect(words(last)).toBe('Air Sea (Rail) Ground');
    expect([...findMoved(last, kept)]).toEqual([keyOf('Ground')]);
    expect(sumOf(last, kept).sentence).toBe('1 change: 1 moved');
    expect(sumOf(draft, kept).total).toBe(0);
  });

  test('forgets a new value that is removed, and disables one that records may have', () => {
    const row = newValue('Bicycle');
    const more = [...draft, row];
    expect(words(removeValue(more, row.key))).toBe('Ground Air Sea (Rail)');
    expect(words(removeValue(more, keyOf('Air')))).toBe('Ground (Air) Sea (Rail) Bicycle');
    expect(sumOf(removeValue(more, keyOf('Air')), kept).sentence).toBe('2 changes: 1 new, 1 disabled');
  });

  test('takes lines as the whole list: named ones stay themselves, others are new, the rest is disabled', () => {
    const next = applyLines(draft, ['sea', 'Bicycle', 'Rail', 'Ground']);
    expect(words(next)).toBe('sea Bicycle Rail Ground (Air)');
    expect(next.map((row) => row.kept?.id ?? null)).toEqual([3, null, 4, 1, 2]);
    expect(sumOf(next, kept).sentence).toBe('5 changes: 1 new, 1 renamed, 1 moved, 1 disabled, 1 enabled');
  });

  test('takes lines of a file beside what is there, each once', () => {
    const next = addLines(draft, ['sea', 'Bicycle', 'RAIL', 'bicycle', 'Drone']);
    expect(words(next)).toBe('Ground Air Sea Rail Bicycle Drone');
    expect(sumOf(next, kept).sentence).toBe('3 changes: 2 new, 1 enabled');
  });

  test('stands in the order of the alphabet, and of numbers in it', () => {
    const rows = ['Size 10', 'size 2', 'Álamo'].map((value) => newValue(value));
    expect(words(sortValues(rows))).toBe('Álamo size 2 Size 10');
  });

  test('keeps its own changes over what others made of the list', () => {
    const mine = [...changeValue(draft, keyOf('Air'), { value: 'Air freight' }), newValue('Bicycle')];
    const theirs = [
      { id: 1, value: 'Ground', enabled: false, userId: null },
      { id: 2, value: 'Plane', enabled: true, userId: null },
      { id: 4, value: 'Rail', enabled: true, userId: null },
      { id: 9, value: 'Drone', enabled: true, userId: null },
    ];
    expect(words(rebaseDraft(mine, theirs))).toBe('(Ground) Air freight Rail Bicycle Drone');
  });
});
