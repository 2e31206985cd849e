import { beforeEach, expect, test, vi } from 'vitest';
import { enterTenant, endSession, startSession } from '../session.ts';
import {
  askAhead,
  askedFirstKey,
  askTogether,
  forgetAskedFirst,
  forgetFirstAnswers,
  takeOldAnswers,
} from './asked-first.ts';

const headers = { authorization: 'Bearer a', tenant_id: '1' };
const question = { query: 'query Rows', variables: { page: 1 } };
const asked = JSON.stringify(question);
const fetched = vi.fn();

beforeEach(() => {
  endSession('signed out');
  fetched.mockReset();
  fetched.mockImplementation(async () => Response.json({ data: 'asked now' }));
  vi.stubGlobal('fetch', fetched);
});

/** As the script in client/index.html leaves it to a page that opens. */
function askFirst(answers: Promise<unknown>, atMs = performance.now()): void {
  forgetAskedFirst();
  window.askedFirst = { atMs, headers, contents: ['"another"', asked], answers };
}

test('an answer that was asked for first is given once, and nothing is sent for it', async () => {
  askFirst(Promise.resolve([{ data: 1 }, { data: 'asked first' }]));
  expect(await askTogether(question, { headers: { ...headers, change_source: 'RECORD_GRID' } })).toEqual({
    data: 'asked first',
  });
  expect(fetched).not.toHaveBeenCalled();
  expect(await askTogether(question, { headers })).toEqual({ data: 'asked now' });
});

test('what is asked ahead is for the first who asks it here, and never for who asks again', async () => {
  fetched.mockImplementation(async () => Response.json({ data: 'then' }));
  await askTogether(question, { headers });
  expect(await Promise.all(askAhead([question], headers))).toEqual([null]);
  expect(fetched).toHaveBeenCalledOnce();
  fetched.mockImplementation(async () => Response.json({ data: 'now' }));
  expect(await askTogether(question, { headers })).toEqual({ data: 'now' });

  const other = { query: 'query Menu', variables: {} };
  const [menu] = askAhead([other], headers);
  const first = await askTogether(other, { headers });
  expect(first).toEqual({ data: await menu });
});

test.each([
  ['was refused', async () => [null, { errors: [{}] }]],
  ['did not come', () => Promise.reject(new Error('no line'))],
  ['is of another kind', async () => ({ errors: [{}] })],
])('an answer that %s is asked for again', async (_why, answer) => {
  askFirst(answer());
  expect(await askTogether(question, { headers })).toEqual({ data: 'asked now' });
});

test('nothing is taken of another session or company, after a write, or of long ago', async () => {
  const first = Promise.resolve([null, { data: 'asked first' }]);
  askFirst(first);
  const elsewhere = { ...headers, tenant_id: '2' };
  expect(await askTogether(question, { headers: elsewhere })).toEqual({ data: 'asked now' });
  expect(await askTogether(question, { headers })).toEqual({ data: 'asked now' });
  askFirst(first);
  forgetFirstAnswers();
  expect(await askTogether(question, { headers })).toEqual({ data: 'asked now' });
  askFirst(first, performance.now() - 60_000);
  expect(await askTogether(question, { headers })).toEqual({ data: 'asked now' });
});

test('an answer that may have missed a change says so once', async () => {
  const first = Promise.resolve([null, { data: 'asked first' }]);
  askFirst(first);
  await askTogether(question, { headers });
  expect(takeOldAnswers()).toBe(false);
  askFirst(first, performance.now() - 5000);
  await askTogether(question, { headers });
  expect([takeOldAnswers(), takeOldAnswers()]).toEqual([true, false]);
});

test('what a page asks is kept for its address, and goes with the session', async () => {
  await askTogether(question, { headers });
  expect(localStorage.getItem(askedFirstKey)).toBeNull();
  startSession('x.y.z', 'maya@example.com');
  enterTenant({ id: 1, url: 'adventure-works' }, 'backend');
  await askTogether(question, { headers });
  expect(JSON.parse(localStorage.getItem(askedFirstKey) ?? '')).toEqual({
    tenantId: '1',
    email: 'maya@example.com',
    pages: [{ address: location.pathname, contents: [asked] }],
  });
  endSession('over');
  expect(localStorage.getItem(askedFirstKey)).toBeNull();
});
