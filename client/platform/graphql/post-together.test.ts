import { beforeEach, describe, expect, test, vi } from 'vitest';
import { postTogether } from './post-together.ts';

// It listens to the window, which is not here, and is told nothing in these tests.
vi.mock('../connection.ts', () => ({ doubtConnection: async () => {}, noteAnswer: () => {} }));

type Sent = { content: unknown; headers: Record<string, string>; signal: AbortSignal };
const sent: Sent[] = [];
let answer: (content: unknown) => unknown;

beforeEach(() => {
  sent.length = 0;
  answer = (content) => (Array.isArray(content) ? content.map((one) => ({ of: one })) : { of: content });
  vi.stubGlobal('fetch', async (_: string, { body, headers, signal }: RequestInit) => {
    const content: unknown = JSON.parse(String(body));
    sent.push({ content, headers: headers as Record<string, string>, signal: signal as AbortSignal });
    const answered = await answer(content);
    if (answered instanceof Error) throw answered;
    return Response.json(answered);
  });
});

const contents = () => sent.map(({ content }) => content);

test('what is asked at the same moment is one request, and each has its own answer', async () => {
  const all = await Promise.all([postTogether('a'), postTogether('b'), postTogether('c')]);
  expect(contents()).toEqual([['a', 'b', 'c']]);
  expect(all).toEqual([{ of: 'a' }, { of: 'b' }, { of: 'c' }]);
});

test('what is asked alone is sent as it always was', async () => {
  expect(await postTogether('a')).toEqual({ of: 'a' });
  expect(await postTogether('b')).toEqual({ of: 'b' });
  expect(contents()).toEqual(['a', 'b']);
});

test('no more than the server takes, and never of two sessions', async () => {
  const many = Array.from({ length: 21 }, (_, at) => postTogether(at, { headers: { tenant_id: '1' } }));
  await Promise.all([...many, postTogether('other', { headers: { tenant_id: '2' } })]);
  expect(contents()).toEqual([Array.from({ length: 20 }, (_, at) => at), 20, 'other']);
  expect(sent.map(({ headers }) => headers['tenant_id'])).toEqual(['1', '1', '2']);
});

test('only what belongs together waits for one another', async () => {
  const numbers = ['a', 'b'].map((content) => postTogether(content, {}, 'numbers'));
  await Promise.all([...numbers, postTogether('c'), postTogether('d', {}, 'others')]);
  expect(contents()).toEqual([['a', 'b'], 'c', 'd']);
});

describe('who gives up', () => {
  test('before it is sent is not sent', async () => {
    const one = new AbortController();
    const given = postTogether('a', { signal: one.signal });
    const other = postTogether('b');
    one.abort();
    await expect(given).rejects.toThrow('abort');
    expect(await other).toEqual({ of: 'b' });
    expect(contents()).toEqual(['b']);
  });

  test('leaves the others their answer; the request ends with the last', async () => {
    const [one, other] = [new AbortController(), new AbortController()];
    answer = () => new Promise(() => {});
    const asked = [postTogether('a', { signal: one.signal }), postTogether('b', { signal: other.signal })];
    const ended = Promise.allSettled(asked);
    await vi.waitFor(() => expect(sent).toHaveLength(1));
    one.abort();
    expect(sent[0]?.signal.aborted).toBe(false);
    other.abort();
    expect(sent[0]?.signal.aborted).toBe(true);
    expect((await ended).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});

test('a failure of the line is the failure of each, and so is an answer to all', async () => {
  answer = () => new Error('away');
  const failed = await Promise.allSettled([postTogether('a'), postTogether('b')]);
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  answer = () => ({ errors: [{ message: 'no' }] });
  expect(await Promise.all([postTogether('a'), postTogether('b')])).toEqual([
    { errors: [{ message: 'no' }] },
    { errors: [{ message: 'no' }] },
  ]);
});
