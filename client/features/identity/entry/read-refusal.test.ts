import { describe, expect, test } from 'vitest';
import { readRefusal } from './read-refusal.ts';

const read = (sentence: string) => readRefusal(new URLSearchParams({ refused: sentence }));

test('without one there is nothing to say', () => {
  expect(readRefusal(new URLSearchParams())).toBeNull();
});

test.each([
  'The sign-in was cancelled or refused. Nothing was changed.',
  'The answer of your company’s sign-in could not be trusted. Please sign in again.',
  'This sign-in took too long, or it was used already. Please sign in again.',
])('%s', (sentence) => {
  expect(read(sentence)).toBe(sentence);
});

describe('what could lead somebody astray is not repeated', () => {
  test.each([
    'Call 0900 123456 to go on.',
    'Sign in at evil.example instead.',
    'Go to https://evil.example',
    'Write to help@evil.example.',
    '<b>Look</b>',
    'a'.repeat(201),
    '',
  ])('%s', (sentence) => {
    expect(read(sentence)).toBe('You could not be signed in. Please try again.');
  });

  test('in no time, however long it is', () => {
    const before = performance.now();
    read(`${'a. '.repeat(60)}<`);
    read(`${'. '.repeat(99)}`);
    expect(performance.now() - before).toBeLessThan(50);
  });
});
