import { QueryClient, QueryObserver, type QueryKey } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { refetchQuietly } from './refetch-quietly.ts';
import { RequestFailure } from './request-failure.ts';

type Row = { readonly id: number; readonly name: string };
type Page = { readonly records: readonly Row[] };

const rows = (...names: string[]): Page => ({ records: names.map((name) => ({ id: name.length, name })) });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
});

/** A query that is shown, whose answers the test gives. */
async function show(client: QueryClient, queryKey: QueryKey, first: Page) {
  const answers: { give: (page: Page) => void; fail: (failure: Error) => void }[] = [];
  const ask = vi.fn(() => new Promise<Page>((give, fail) => answers.push({ give, fail })));
  const seen: string[] = [];
  const observer = new QueryObserver(client, { queryKey, queryFn: ask, structuralSharing: false });
  observer.subscribe(({ fetchStatus }) => seen.push(fetchStatus));
  answers.shift()!.give(first);
  await vi.advanceTimersByTimeAsync(0);
  seen.length = 0;
  return {
    ask,
    /** Whether any sign of a question came to who shows it. */
    seen,
    data: () => client.getQueryData<Page>(queryKey)!,
    async give(page: Page) {
      answers.shift()!.give(page);
      await vi.advanceTimersByTimeAsync(0);
    },
    async fail(failure: Error) {
      answers.shift()!.fail(failure);
      await vi.advanceTimersByTimeAsync(0);
    },
  };
}

const setting = () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return { client, queryKeys: [['rows']], isOver: () => false };
};
const wait = () => vi.advanceTimersByTimeAsync(1000);

test('what has changed is taken, all else is the same as before, and nobody is told that it is asked for', async () => {
  const read = setting();
  const page = await show(read.client, ['rows'], rows('a', 'bb', 'ccc'));
  const [a, , c] = page.data().records;
  void refetchQuietly(read);
  await wait();
  expect(page.seen).toEqual([]);
  await page.give({ records: [c!, { id: 2, name: 'new' }, { ...a! }] });
  const now = page.data().records;
  expect(now.map(({ name }) => name)).toEqual(['ccc', 'new', 'a']);
  expect(now[0]).toBe(c);
  expect(now[2]).toBe(a);
  expect(page.seen).not.toContain('fetching');

  const before = page.data();
  void refetchQuietly(read);
  await wait();
  await page.give(structuredClone(before));
  expect(page.data()).toBe(before);
  expect(page.seen).toHaveLength(1);
});

test('an answer that was asked for before an own change does not put back what was before it', async () => {
  const read = setting();
  const page = await show(read.client, ['rows'], rows('a', 'bb'));
  void refetchQuietly(read);
  await wait();
  read.client.setQueryData(['rows'], rows('a', 'own'));
  await page.give(rows('a', 'bb'));
  expect(page.data()).toEqual(rows('a', 'own'));
  await wait();
  expect(page.ask).toHaveBeenCalledTimes(3);
  await page.give(rows('a', 'own', 'four'));
  expect(page.data()).toEqual(rows('a', 'own', 'four'));
});

test('while something of ones own is on its way nothing is asked, and no answer is taken', async () => {
  let isBusy = true;
  const read = { ...setting(), isBusy: () => isBusy };
  const page = await show(read.client, ['rows'], rows('a'));
  void refetchQuietly(read);
  await wait();
  expect(page.ask).toHaveBeenCalledTimes(1);
  isBusy = false;
  await wait();
  expect(page.ask).toHaveBeenCalledTimes(2);
  isBusy = true;
  await page.give(rows('a', 'bb'));
  expect(page.data()).toEqual(rows('a'));
  isBusy = false;
  await wait();
  await page.give(rows('a', 'bb', 'ccc'));
  expect(page.data()).toEqual(rows('a', 'bb', 'ccc'));
});

test('what is being asked for already may be older: it is waited for, and asked for again', async () => {
  const read = setting();
  const page = await show(read.client, ['rows'], rows('a'));
  void read.client.refetchQueries({ queryKey: ['rows'] });
  void refetchQuietly(read);
  await wait();
  expect(page.ask).toHaveBeenCalledTimes(2);
  await page.give(rows('a'));
  await wait();
  await page.give(rows('a', 'bb'));
  expect(page.data()).toEqual(rows('a', 'bb'));
});

test('several questions are answered at once, and one that is refused leaves what stands', async () => {
  const read = setting();
  const [count, cards] = [
    await show(read.client, ['rows', 'count'], rows('a')),
    await show(read.client, ['rows', 'cards'], rows('a')),
  ];
  const refused = await show(read.client, ['rows', 'refused'], rows('a'));
  void refetchQuietly(read);
  await wait();
  await count.give(rows('a', 'bb'));
  await refused.fail(new RequestFailure('FORBIDDEN', 'Not any more.'));
  expect(count.data()).toEqual(rows('a'));
  await cards.give(rows('a', 'bb'));
  expect([count.data(), cards.data(), refused.data()]).toEqual([rows('a', 'bb'), rows('a', 'bb'), rows('a')]);
});

test('what could not be asked for is asked for until there is a connection, or nobody wants it', async () => {
  let isOver = false;
  const read = { ...setting(), isOver: () => isOver };
  const page = await show(read.client, ['rows'], rows('a'));
  void refetchQuietly(read);
  await wait();
  await page.fail(new RequestFailure('UNREACHABLE', 'No line.'));
  await wait();
  expect(page.ask).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(5000);
  await page.give(rows('a', 'bb'));
  expect(page.data()).toEqual(rows('a', 'bb'));
  void refetchQuietly(read);
  await wait();
  isOver = true;
  await page.give(rows('gone'));
  await wait();
  expect(page.data()).toEqual(rows('a', 'bb'));
  expect(page.ask).toHaveBeenCalledTimes(4);
});

test('an open menu keeps the row that it is about until it is closed', async () => {
  const read = setting();
  const page = await show(read.client, ['rows'], rows('a'));
  void refetchQuietly(read);
  await wait();
  const menu = document.body.appendChild(document.createElement('div'));
  menu.role = 'menu';
  menu.setAttribute('role', 'menu');
  await page.give(rows('bb'));
  await wait();
  expect(page.data()).toEqual(rows('a'));
  menu.remove();
  await wait();
  expect(page.data()).toEqual(rows('bb'));
});
