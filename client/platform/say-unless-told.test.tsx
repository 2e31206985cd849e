import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { doubtConnection } from './connection.ts';
import { RequestFailure } from './request-failure.ts';
import { sayUnlessTold } from './say-unless-told.ts';

const say = vi.fn<() => void>();
const answerHealth = (status: number) => vi.stubGlobal('fetch', () => Promise.resolve({ status }));
beforeEach(() => say.mockClear());
afterEach(async () => {
  answerHealth(200);
  await doubtConnection();
  vi.unstubAllGlobals();
});

test('what did not come is said by nobody else while the server is there, and by the bar while it is not', async () => {
  answerHealth(200);
  await sayUnlessTold(new RequestFailure('UNREACHABLE', 'It did not answer in time.'), say);
  expect(say).toHaveBeenCalledTimes(1);
  answerHealth(503);
  await sayUnlessTold(new RequestFailure('UNREACHABLE', 'It cannot be reached.'), say);
  expect(say).toHaveBeenCalledTimes(1);
});

test('the end of the session is said by its dialog, a refusal by nobody else', async () => {
  await sayUnlessTold(new RequestFailure('UNAUTHENTICATED', 'Your session has ended.'), say);
  expect(say).not.toHaveBeenCalled();
  await sayUnlessTold(new RequestFailure('FORBIDDEN', 'You may not.'), say);
  expect(say).toHaveBeenCalledTimes(1);
});
