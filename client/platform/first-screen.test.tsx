import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type * as FirstScreen from './first-screen.ts';

let screen: typeof FirstScreen;
let stands = false;

beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  screen = await import('./first-screen.ts');
  stands = false;
});
afterEach(() => void vi.useRealTimers());
const wait = () => void screen.whenFirstScreen().then(() => (stands = true));
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test('it stands when the page says so, though questions are open', async () => {
  void screen.countAsked(new Promise(() => undefined));
  wait();
  await pass(5000);
  expect(stands).toBe(false);
  screen.tellFirstScreen();
  await pass(0);
  expect(stands).toBe(true);
});

test('a page that says nothing has its first screen when it asks nothing any more', async () => {
  const answer = Promise.withResolvers<string>();
  wait();
  await pass(300);
  const counted = screen.countAsked(answer.promise);
  await pass(3000);
  expect(stands).toBe(false);
  answer.resolve('menu');
  expect(await counted).toBe('menu');
  await pass(100);
  expect(stands).toBe(false);
  await pass(400);
  expect(stands).toBe(true);
});

test('a page that asks for ever does not hold it up for ever', async () => {
  void screen.countAsked(new Promise(() => undefined));
  wait();
  await pass(13_000);
  expect(stands).toBe(true);
});
