import { expect, test } from 'vitest';
import { FairTurns } from './fair-turns.ts';

function begin(turns: FairTurns) {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (company: number, name: string) =>
    turns.take(company, async () => {
      started.push(name);
      await new Promise<void>((end) => ends.set(name, end));
      return name;
    });
  const end = async (name: string) => {
    const before = started.length;
    ends.get(name)?.();
    for (let looks = 0; started.length === before && looks < 20; looks += 1)
      await new Promise((resolve) => setImmediate(resolve));
  };
  return { ask, end, started };
}

test('a company has one at a time, and others go between', async () => {
  const { ask, end, started } = begin(new FairTurns({ atOnce: 1, mostWaiting: 9 }));
  const all = [ask(1, 'a1'), ask(1, 'a2'), ask(1, 'a3'), ask(2, 'b1')];
  for (const name of ['a1', 'a2', 'b1', 'a3']) await end(name);
  expect(started).toEqual(['a1', 'a2', 'b1', 'a3']);
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'b1']);
});

test('two companies run beside one another', async () => {
  const { ask, end, started } = begin(new FairTurns({ atOnce: 2, mostWaiting: 9 }));
  const all = [ask(1, 'a1'), ask(1, 'a2'), ask(2, 'b1')];
  expect(started).toEqual(['a1', 'b1']);
  for (const name of ['b1', 'a1', 'a2']) await end(name);
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'b1']);
});

test('who waits behind too many is told so, and one that fails gives its turn on', async () => {
  const turns = new FairTurns({ atOnce: 1, mostWaiting: 1 });
  const failing = turns.take(1, () => Promise.reject(new Error('no')));
  const waiting = turns.take(1, async () => 'done');
  await expect(turns.take(1, async () => 'never')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  await expect(failing).rejects.toThrow('no');
  expect(await waiting).toBe('done');
});

test('who leaves the queue is not begun, and one whose turn has come gives it on', async () => {
  const turns = new FairTurns({ atOnce: 1, mostWaiting: 9 });
  const leaving = new AbortController();
  let end = () => {};
  const first = turns.take(1, () => new Promise<void>((resolve) => (end = resolve)));
  const begun: string[] = [];
  const left = turns.take(1, async () => void begun.push('left'), leaving.signal);
  const stays = turns.take(1, async () => void begun.push('stays'));
  leaving.abort();
  await expect(left).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  end();
  await Promise.all([first, stays]);
  await expect(turns.take(1, async () => 'never', leaving.signal)).rejects.toMatchObject({
    code: 'UNAVAILABLE',
  });
  expect(await turns.take(1, async () => 'next')).toBe('next');
  expect(begun).toEqual(['stays']);
});
