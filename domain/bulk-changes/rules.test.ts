import { describe, expect, it, test } from 'vitest';
import { percentOf, restOf, titleOf } from './describe.ts';
import type { DescribedBulkChange } from './describe.ts';
import { mostBulkRecords } from './limits.ts';
import { noneMatches, tooManyMatch, whyNotMatching, whyNotUndo } from './rules.ts';

const change = (more: Partial<DescribedBulkChange>): DescribedBulkChange => ({
  kind: 'EDIT',
  state: 'FINISHED',
  fieldNames: ['Status'],
  total: 4012,
  updated: 4012,
  unchanged: 0,
  conflicts: 0,
  notFound: 0,
  refused: 0,
  ...more,
});

test.each<[number, string | null]>([
  [0, noneMatches],
  [1, null],
  [mostBulkRecords, null],
  [mostBulkRecords + 1, tooManyMatch],
])('%i records that match', (count, sentence) => expect(whyNotMatching(count)).toBe(sentence));

describe('undoing', () => {
  it.each<[string, Parameters<typeof whyNotUndo>[0], string | null]>([
    ['what has ended', { state: 'FINISHED', updated: 3, isUndone: false }, null],
    ['what was stopped', { state: 'STOPPED', updated: 3, isUndone: false }, null],
    ['what could not go on', { state: 'FAILED', updated: 3, isUndone: false }, null],
    [
      'what runs',
      { state: 'RUNNING', updated: 3, isUndone: false },
      'The change is still running. Stop it first.',
    ],
    ['what is undone', { state: 'FINISHED', updated: 3, isUndone: true }, 'The change has been undone.'],
    ['what did nothing', { state: 'FINISHED', updated: 0, isUndone: false }, 'The change changed no record.'],
  ])('%s', (_, given, sentence) => expect(whyNotUndo(given)).toBe(sentence));
});

describe('is told', () => {
  it.each<[Partial<DescribedBulkChange>, string, string, number]>([
    [{}, 'Changed Status of 4,012 records', '', 100],
    [{ fieldNames: [] }, 'Changed 4,012 records', '', 100],
    [{ state: 'RUNNING', updated: 1200 }, 'Changing Status of 4,012 records', '1,200 of 4,012', 29],
    [{ state: 'RUNNING' }, 'Changing Status of 4,012 records', '4,012 of 4,012', 99],
    [
      { updated: 4000, unchanged: 2, conflicts: 3, refused: 6, notFound: 1 },
      'Changed Status of 4,000 records',
      '2 held it already · 10 could not be changed',
      100,
    ],
    [
      { kind: 'DELETE', state: 'STOPPED', updated: 1 },
      'Deleted 1 record',
      'Stopped · 4,011 not reached',
      100,
    ],
    [
      { kind: 'UNDO', state: 'FAILED', updated: 12 },
      'Undid the change of 12 records',
      'The server could not go on · 4,000 not reached',
      100,
    ],
    [{ kind: 'RESTORE', state: 'RUNNING', updated: 0 }, 'Restoring 4,012 records', '0 of 4,012', 0],
  ])('%j', (more, title, rest, percent) => {
    const told = change(more);
    expect([titleOf(told), restOf(told), percentOf(told)]).toEqual([title, rest, percent]);
  });
});
