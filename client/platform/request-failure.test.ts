import { expect, it } from 'vitest';
import { findBlockingFailure, RequestFailure } from './request-failure.ts';

const gone = new RequestFailure('UNREACHABLE', 'The server cannot be reached.');
const refused = new RequestFailure('FORBIDDEN', 'Not for you.');

it('what stands is kept while there is no connection, and not when it is refused', () => {
  expect(findBlockingFailure({ data: 'menu', error: gone }, { data: 'fields', error: null })).toBeNull();
  expect(findBlockingFailure({ data: 'menu', error: gone }, { data: undefined, error: gone })).toBe(gone);
  expect(findBlockingFailure({ data: 'menu', error: gone }, { data: 'fields', error: refused })).toBe(
    refused,
  );
  expect(findBlockingFailure({ data: undefined, error: null })).toBeNull();
});
