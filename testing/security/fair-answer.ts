import { expect } from 'vitest';
import type { RawAnswer } from './guarded-server.ts';

const innards =
  /INTERNAL|Internal server error|\bat \S+ \(|node_modules|\.ts:\d|file:\/\/|\bpg_[a-z]{3}|rowhouse_app|\brecord_\d|syntax error at|invalid input syntax|out of range for|relation "|column "|TypeError|RangeError|SyntaxError|ECONN|\$\d+::/;

/** Whatever was sent: no fault of the server, and no word of how it is made. */
export function expectFairAnswer({ status, body }: RawAnswer, sent: unknown = ''): void {
  // A signature is chance, and may spell anything.
  const words = body.replace(/\/(exports|files)\/[\w.-]+/g, '');
  const isFair = status < 500 && !innards.test(words);
  const told = `${JSON.stringify(sent)?.slice(0, 500)} -> ${status} ${body.slice(0, 500)}`;
  expect(isFair ? '' : told).toBe('');
}
