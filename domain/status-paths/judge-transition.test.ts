import { describe, expect, test } from 'vitest';
import { judgeTransition, type StatusMove } from './judge-transition.ts';
import { findDeadEnds, findUnreachable } from './path-shape.ts';
import type { PathStep, StatusPath, StepCondition } from './path-of.ts';

const [draft, submitted, approved, complete] = [1, 2, 3, 4];
const statuses = ['Draft', 'Submitted', 'Approved', 'Complete'].map((name, index) => ({
  id: index + 1,
  name,
}));
const step = (from: number | null, to: number, more: Partial<PathStep> = {}): PathStep => ({
  fromStatusId: from,
  toStatusId: to,
  roles: [],
  isOfRole: true,
  creator: 'ANYONE',
  conditions: [],
  words: '',
  needsComment: false,
  ...more,
});
const pathOf = (...steps: PathStep[]): StatusPath => ({ statuses, steps });
const move = (from: number | null, to: number | null, more: Partial<StatusMove> = {}): StatusMove => ({
  from,
  to,
  createdBy: 7,
  userId: 8,
  read: () => null,
  ...more,
});
const heavy: StepCondition = {
  field: 'f1',
  dataType: 'decimal',
  operator: 'greaterThan',
  value: '10',
  logicOperator: 'AND',
};

describe('a move from status to status', () => {
  const path = pathOf(
    step(null, draft),
    step(draft, submitted, { conditions: [heavy], words: 'Weight is greater than 10' }),
    step(submitted, approved, { roles: ['Approver', 'Chief'], isOfRole: false }),
    step(submitted, draft, { creator: 'ONLY_CREATOR' }),
    step(approved, complete, { creator: 'NOT_CREATOR', needsComment: true }),
    step(complete, draft, { conditions: null }),
  );
  const verdict = (given: StatusMove, of: StatusPath | null = path) => judgeTransition(of, given);

  test.each<[string, StatusMove, string | null]>([
    ['that is none is allowed', move(complete, complete), null],
    ['along a way is allowed', move(null, draft), null],
    ['beside the ways is not', move(draft, approved), 'No transition leads from Draft to Approved.'],
    ['into an end of its own is not', move(null, complete), 'A new record does not begin with Complete.'],
    ['to none is not', move(draft, null), 'A record whose statuses are a path keeps a status.'],
    [
      'of another role is not',
      move(submitted, approved),
      'Only Approver or Chief moves Submitted to Approved.',
    ],
    [
      'by somebody else is not',
      move(submitted, draft),
      'Only the person who created the record moves Submitted to Draft.',
    ],
    ['by the creator is', move(submitted, draft, { userId: 7 }), null],
    [
      'by one pair of eyes is not',
      move(approved, complete, { userId: 7 }),
      'The person who created the record cannot be the one who moves Approved to Complete: somebody else does.',
    ],
    [
      'without its condition is not',
      move(draft, submitted, { read: () => '10' }),
      'Draft moves to Submitted only when Weight is greater than 10.',
    ],
    ['with its condition is', move(draft, submitted, { read: () => '10.5' }), null],
    [
      'on what is not known here is left to the server',
      move(draft, submitted, { read: () => undefined }),
      null,
    ],
    [
      'on what cannot be read is closed',
      move(complete, draft),
      'Complete moves to Draft on a condition that your role cannot read.',
    ],
  ])('%s', (_, given, sentence) => expect(verdict(given).whyNot).toBe(sentence));

  test('of a free type is allowed', () => expect(verdict(move(draft, null), null).whyNot).toBeNull());
  test('says that it asks for a comment', () =>
    expect(verdict(move(approved, complete))).toEqual({ whyNot: null, needsComment: true }));
});

describe('the shape of a path', () => {
  const ways = [step(null, draft), step(draft, submitted), step(approved, submitted)];
  test('names what cannot be reached, and where it ends without being an end', () => {
    expect(findUnreachable([draft, submitted, approved, complete], ways)).toEqual([approved, complete]);
    expect(findDeadEnds([draft, submitted, approved, complete], ways, new Set([complete]))).toEqual([
      submitted,
    ]);
  });
  test('is not asked of a free type', () => {
    expect(findUnreachable([draft], [])).toEqual([]);
    expect(findDeadEnds([draft], [], new Set())).toEqual([]);
  });
});
