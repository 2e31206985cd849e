import { describe, expect, it, test } from 'vitest';
import type { Line } from './line.ts';
import { compareLines, keepOrder, placeFound } from './merge-lines.ts';

/** 'a3' is a line of the kind a; its version is 1 unless said. */
const line = (name: string, version = 1): Line => ({
  id: name,
  version,
  values: new Map([[name[0]!, name]]),
  isNew: false,
});
const lines = (...names: string[]) => names.map((name) => line(name));
const names = (found: readonly Line[] | null) => found?.map(({ id }) => id) ?? null;
const kindOf = ({ id }: Line) => (String(id).startsWith('a') ? 1 : 2);

describe('lines that were asked for again', () => {
  const before = lines('a1', 'a2', 'a3', 'b1');
  const place = (asked: string[], found: [string, number][]) =>
    names(
      placeFound(
        before,
        new Set(asked),
        found.map(([name, index]) => ({ line: line(name, 2), index })),
        kindOf,
      ),
    );

  it.each<[string, string[], [string, number][], string[] | null]>([
    ['changed, stay where they are', ['a2'], [['a2', 2]], ['a1', 'a2', 'a3', 'b1']],
    [
      'moved, go where they are said to be',
      ['a1', 'a3'],
      [
        ['a3', 1],
        ['a1', 3],
      ],
      ['a3', 'a2', 'a1', 'b1'],
    ],
    ['added, come in between', ['a9'], [['a9', 2]], ['a1', 'a9', 'a2', 'a3', 'b1']],
    ['deleted, are gone', ['a1', 'a2'], [], ['a3', 'b1']],
    ['of another kind, are counted apart', ['b2'], [['b2', 1]], ['a1', 'a2', 'a3', 'b2', 'b1']],
    ['beyond the end, say that more has changed', ['a9'], [['a9', 7]], null],
    [
      'at one place, say so as well',
      ['a1', 'a2'],
      [
        ['a1', 1],
        ['a2', 1],
      ],
      null,
    ],
  ])('%s', (_what, asked, found, expected) => expect(place(asked, found)).toEqual(expected));
});

test('the difference between then and now', () => {
  const { added, changed, removed, isReordered } = compareLines(lines('a1', 'a2', 'a3'), [
    line('a9'),
    line('a3', 2),
    line('a2'),
  ]);
  expect([names(added), names(changed), names(removed), isReordered]).toEqual([['a9'], ['a3'], ['a1'], true]);
  expect(compareLines(lines('a1', 'a2'), lines('a9', 'a1', 'a2')).isReordered).toBe(false);
});

test('an order that is being made keeps to what is there, and lets new lines stand', () => {
  expect(names(keepOrder(['a3', 'a1', 'a2'], lines('a9', 'a1', 'a3')))).toEqual(['a9', 'a3', 'a1']);
});
