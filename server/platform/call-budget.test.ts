import { Refusal } from '@rowhouse/domain/kernel/refusal.ts';
import { expect, test } from 'vitest';
import { CallBudget } from './call-budget.ts';

const clock = { at: 0, now: () => clock.at };

function takeAll(budget: CallBudget, userId: number, tenantId: number | null, most = 10_000): number {
  for (let taken = 0; taken < most; taken += 1) {
    try {
      budget.take(userId, tenantId);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return taken;
    }
  }
  return most;
}

test('a person has a minute’s worth at once, and then as many as come back', () => {
  const budget = new CallBudget(60, clock.now);
  expect(takeAll(budget, 1, null)).toBe(60);
  clock.at += 10_000;
  expect(takeAll(budget, 1, null)).toBe(10);
  clock.at += 3_600_000;
  expect(takeAll(budget, 1, null)).toBe(60);
  expect(takeAll(budget, 2, null)).toBe(60);
});

test('a company has that of five people, and takes nothing from another', () => {
  const budget = new CallBudget(60, clock.now);
  const taken = [1, 2, 3, 4, 5, 6, 7].map((person) => takeAll(budget, person, 1));
  expect(taken).toEqual([60, 60, 60, 60, 60, 0, 0]);
  expect(() => budget.take(8, 1)).toThrow(
    'Your company sends more than 300 calls a minute. Try again in 1 second.',
  );
  expect(takeAll(budget, 9, 2)).toBe(60);
});

test('0 is no limit', () => {
  expect(takeAll(new CallBudget(0, clock.now), 1, 1)).toBe(10_000);
});
