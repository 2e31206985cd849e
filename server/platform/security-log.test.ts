import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLog } from './log.ts';
import { createSecurityLog } from './security-log.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => vi.useRealTimers());

test('what is above the budget is counted, told once, and the budget comes back', () => {
  const lines: Record<string, unknown>[] = [];
  const log = createLog('warn', { write: (line: string) => void lines.push(JSON.parse(line) as never) });
  const securityLog = createSecurityLog(log);
  for (let at = 0; at < 1000; at += 1) securityLog.note('wrong-secret', { address: null });
  expect(lines).toHaveLength(100);
  vi.advanceTimersByTime(60_000);
  expect(lines).toHaveLength(101);
  expect(lines[100]).toMatchObject({ leftOut: { 'wrong-secret': 900 } });
  for (let at = 0; at < 1000; at += 1) securityLog.note('wrong-secret', { address: null });
  expect(lines).toHaveLength(111);
});

test('the end of a session is said once a minute, however many windows ask', () => {
  const lines: Record<string, unknown>[] = [];
  const log = createLog('info', { write: (line: string) => void lines.push(JSON.parse(line) as never) });
  const securityLog = createSecurityLog(log);
  const ask = () => {
    for (const id of ['one', 'other', 'one'])
      securityLog.noteOrdinary('session-over', id, { address: null, userId: 1, window: id });
  };
  ask();
  ask();
  expect(lines.map(({ window, level }) => [window, level])).toEqual([
    ['one', 30],
    ['other', 30],
  ]);
  vi.advanceTimersByTime(60_000);
  ask();
  expect(lines).toHaveLength(4);
});
