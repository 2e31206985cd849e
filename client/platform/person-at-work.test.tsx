import { idleHeader, stillHereEveryMs } from '@rowhouse/domain/identity/limits.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { idleHeaders, watchPerson } from './person-at-work.ts';

let stop: () => void;
const tell = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  tell.mockClear();
  stop = watchPerson(tell);
  window.dispatchEvent(new Event('pointerdown'));
  idleHeaders();
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

test('calls say nothing while somebody is there, and for how long nobody was', () => {
  expect(idleHeaders()).toEqual({});
  vi.advanceTimersByTime(90 * 60_000);
  expect(idleHeaders()).toEqual({ [idleHeader]: '5400' });
  window.dispatchEvent(new Event('keydown'));
  expect(idleHeaders()).toEqual({});
});

test('who works without a call is told of now and then, who calls is not', () => {
  tell.mockClear();
  vi.advanceTimersByTime(stillHereEveryMs);
  for (let key = 0; key < 20; key += 1) window.dispatchEvent(new Event('keydown'));
  expect(tell).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(stillHereEveryMs - 1);
  idleHeaders();
  vi.advanceTimersByTime(2);
  window.dispatchEvent(new Event('pointermove'));
  expect(tell).toHaveBeenCalledTimes(1);
});

test('nobody is told of who only leaves the page open', () => {
  tell.mockClear();
  vi.advanceTimersByTime(10 * stillHereEveryMs);
  expect(tell).not.toHaveBeenCalled();
});
