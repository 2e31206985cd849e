import { expect, test, vi } from 'vitest';
import { TotalCache } from './total-cache.ts';

const total = (count: number, sum: number, server = 'one') => ({
  total: count,
  version: `${server} ${sum} 12.3:${sum}`,
});

test('a question that is being counted is counted once, and its total is kept though nobody waited', async () => {
  const totals = new TotalCache();
  let begun = 0;
  let end = (): void => {};
  const begin = async () => {
    begun += 1;
    await new Promise<void>((resolve) => (end = resolve));
    return total(7, 1);
  };
  const first = totals.count('1:a', begin);
  const second = totals.count('1:a', begin);
  expect([begun, first.isOwn, second.isOwn]).toEqual([1, true, false]);
  end();
  expect(await Promise.all([first.counted, second.counted])).toEqual([total(7, 1), total(7, 1)]);
  expect(totals.find('1:a')).toEqual(total(7, 1));
});

test('one that fails is told to who waits, and is begun anew by the next', async () => {
  const totals = new TotalCache();
  await expect(totals.count('1:a', () => Promise.reject(new Error('given up'))).counted).rejects.toThrow(
    'given up',
  );
  expect(totals.count('1:a', async () => total(1, 1)).isOwn).toBe(true);
});

test('a count that took long does not take the place of a newer one', () => {
  const totals = new TotalCache();
  totals.keep('1:a', total(8, 10));
  totals.keep('1:a', total(7, 9));
  expect(totals.find('1:a')).toEqual(total(8, 10));
});

test('a count of another server takes the place of one that had counted further', () => {
  const totals = new TotalCache();
  totals.keep('1:a', total(8, 10));
  totals.keep('1:a', total(7, 9, 'other'));
  expect(totals.find('1:a')).toEqual(total(7, 9, 'other'));
});

test('what is forgotten is not brought back by a count that ran, nor joined by who asks after it', async () => {
  const totals = new TotalCache();
  let end = (): void => {};
  const before = totals.count('1:a', async () => {
    await new Promise<void>((resolve) => (end = resolve));
    return total(8, 10);
  });
  totals.keep('1:b', total(1, 10));
  totals.forget();
  const after = totals.count('1:a', async () => total(7, 10));
  expect([after.isOwn, await after.counted]).toEqual([true, total(7, 10)]);
  end();
  expect(await before.counted).toEqual(total(8, 10));
  expect([totals.find('1:a'), totals.find('1:b')]).toEqual([total(7, 10), undefined]);
});

test('pages of one tenant leave only a few to go on, and keep no other tenant from theirs', () => {
  const totals = new TotalCache();
  const endless = () => new Promise<never>(() => {});
  const keys = ['1:a', '1:b', '1:c'];
  for (const key of keys) totals.count(key, endless);
  expect(totals.mayCountBeside('1:d')).toBe(true);
  for (const key of keys) totals.leave(key);
  expect(['1:a', '1:d', '11:a'].map((key) => totals.mayCountBeside(key))).toEqual([true, false, true]);
});

test('that a count was slow is forgotten when it was quick, and after a while', () => {
  vi.useFakeTimers();
  const totals = new TotalCache();
  totals.leave('1:a');
  expect(totals.isSlow('1:a')).toBe(true);
  totals.noteQuick('1:a');
  expect(totals.isSlow('1:a')).toBe(false);
  totals.leave('1:a');
  vi.advanceTimersByTime(31_000);
  expect(totals.isSlow('1:a')).toBe(false);
  vi.useRealTimers();
});
