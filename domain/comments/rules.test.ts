import { describe, expect, test } from 'vitest';
import { findMentions } from './mentions.ts';
import { mergeComments } from './merge-comments.ts';
import { toCommentText, whyNotComment, whyNotMention } from './rules.ts';

describe('a mention', () => {
  const people = [
    { id: 1, name: 'Sara Lind' },
    { id: 2, name: 'Sara' },
    { id: 3, name: 'Jörg Ölmann' },
    { id: 4, name: 'Sara' },
  ];
  const ids = (text: string) => findMentions(text, people).map(({ id }) => id);

  test.each([
    ['@Sara Lind, look', [1]],
    ['(@sara)', [2, 4]],
    ['@Sara Linden', [2, 4]],
    ['@jörg ölmann!', [3]],
    ['a@Sara, @Saras, @@Sara', []],
    ['@Sara Lind and @Sara Lind', [1]],
    ['nobody', []],
  ])('%s', (text, found) => expect(ids(text)).toEqual(found));

  test('of those who do not see the record says all their names', () => {
    expect(whyNotMention(['A', 'B'], [])).toBeNull();
    expect(whyNotMention(['A', 'B'], ['B'])).toMatch(/^B cannot see this record\./);
    expect(whyNotMention(['A', 'B', 'C'], ['A', 'B', 'C'])).toMatch(/^A, B and C cannot see this record\./);
    expect(whyNotMention(Array.from({ length: 21 }, String), [])).toBe(
      'A comment mentions at most 20 people.',
    );
  });
});

test('a text is stored without the space around it', () => {
  expect(toCommentText(' a\r\nb \n')).toBe('a\nb');
  expect(whyNotComment('')).toBe('Write something first.');
  expect(whyNotComment('x'.repeat(4000))).toBeNull();
  expect(whyNotComment('\uD800')).not.toBeNull();
});

describe('comments that are heard of', () => {
  const comment = (number: number, version = number) => ({ id: number, number, version });
  const known = [comment(5), comment(6)];

  test('come once, in their order', () => {
    expect(mergeComments(known, [comment(8), comment(7), comment(6)], true)).toEqual(
      [5, 6, 7, 8].map((n) => comment(n)),
    );
  });
  test('take nothing back when they come late', () => {
    const edited = mergeComments(known, [comment(5, 9)], true);
    expect(edited).toEqual([comment(5, 9), comment(6)]);
    expect(mergeComments(edited, [comment(5, 5)], true)).toBe(edited);
  });
  test('are left out when they stand before those that are loaded', () => {
    expect(mergeComments(known, [comment(2, 9)], true)).toBe(known);
    expect(mergeComments(known, [comment(2, 9)], false)).toEqual([comment(2, 9), ...known]);
  });
});
