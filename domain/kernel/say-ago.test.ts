import { expect, test } from 'vitest';
import { sayAgo } from './say-ago.ts';

test.each([
  [0, 'just now'],
  [59, 'just now'],
  [60, '1 minute ago'],
  [150, '2 minutes ago'],
  [3600, '1 hour ago'],
  [86_399, '23 hours ago'],
  [86_400, '1 day ago'],
  [200_000, '2 days ago'],
])('%d seconds: %s', (seconds, said) => expect(sayAgo(seconds)).toBe(said));
