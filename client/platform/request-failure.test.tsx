import { afterEach, expect, it, vi } from 'vitest';
import { post } from './post.ts';
import { findBlockingFailure, isConnectionLost, RequestFailure } from './request-failure.ts';

const gone = new RequestFailure('UNREACHABLE', 'The server cannot be reached.');
const refused = new RequestFailure('FORBIDDEN', 'Not for you.');

afterEach(() => void vi.unstubAllGlobals());

it('what stands is kept while there is no connection, and not when it is refused', () => {
  expect(findBlockingFailure({ data: 'menu', error: gone }, { data: 'fields', error: null })).toBeNull();
  expect(findBlockingFailure({ data: 'menu', error: gone }, { data: undefined, error: gone })).toBe(gone);
  expect(findBlockingFailure({ data: 'menu', error: gone }, { data: 'fields', error: refused })).toBe(
    refused,
  );
  expect(findBlockingFailure({ data: undefined, error: null })).toBeNull();
});

it.each([
  [502, 'UNAVAILABLE', 'Wrong Services: the server does not answer. Try again shortly.'],
  [503, 'UNAVAILABLE', 'Wrong Services: the server does not answer. Try again shortly.'],
  [429, 'LIMITED', 'Wrong Services: too much was asked for at once. Try again shortly.'],
])('a page of a proxy with the status %i is said in our words', async (status, code, message) => {
  vi.stubGlobal('fetch', async () => new Response('<html>Bad Gateway</html>', { status }));
  await expect(post('/graphql', {})).rejects.toMatchObject({ code, message });
});

it.each(['{"data":{"rows":[{"a":1', '<html>Sign in to this network</html>'])(
  'an answer that is none, %s, is a matter of the connection',
  async (text) => {
    vi.stubGlobal('fetch', async () => new Response(text, { status: 200 }));
    const failure: unknown = await post('/graphql', {}).catch((thrown: unknown) => thrown);
    expect(isConnectionLost(failure)).toBe(true);
    expect(failure).toMatchObject({ message: expect.stringContaining('did not arrive whole') });
  },
);
