import { expect } from 'vitest';
import type { RawAnswer } from './guarded-server.ts';

const innards =
  /INTERNAL|Internal server error|\bat \S+ \(|node_modules|\.ts:\d|file:\/\/|pg_|rowhouse_app|\brecord_\d|syntax error at|invalid input syntax|out of range for|relation "|column "|TypeError|RangeError|SyntaxError|ECONN|\$\d+::/;

/** Whatever was sent: no fault of the server, and no word of how it is made. */
export function expectFairAnswer(answer: RawAnswer, sent: unknown = ''): void {
  const told = `${JSON.stringify(sent)?.slice(0, 500)} -> ${answer.body.slice(0, 500)}`;
  expect(answer.status, told).toBeLessThan(500);
  expect(answer.body, told).not.toMatch(innards);
}
