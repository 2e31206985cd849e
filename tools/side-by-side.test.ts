import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Part, runSideBySide } from './side-by-side.ts';

let heard = '';

beforeEach(() => {
  heard = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((words) => {
    heard += String(words);
    return true;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
});

const inOrder = () => heard.replaceAll(/ \([\d.]+ s\)/g, '');

test('what parts say comes out in their order, however they end', async () => {
  const gate = Promise.withResolvers<void>();
  const slow: Part = {
    name: 'slow',
    async run(say) {
      say('slow begins\n');
      await gate.promise;
      return { passed: 2, failed: 0 };
    },
  };
  const quick: Part = {
    name: 'quick',
    async run(say) {
      say('quick speaks\n');
      gate.resolve();
      return { passed: 1, failed: 0 };
    },
  };
  expect(await runSideBySide([slow, quick], 2)).toEqual({ passed: 3, failed: 0 });
  expect(inOrder()).toBe('slow begins\n✓ slow: 2 passed, 0 failed\nquick speaks\n✓ quick\n');
});

test('a part that throws has failed once and holds up nobody', async () => {
  const parts: Part[] = [
    { name: 'broken', run: () => Promise.reject(new Error('no such thing')) },
    { name: 'sound', run: async () => ({ passed: 1, failed: 0 }) },
  ];
  expect(await runSideBySide(parts, 1)).toEqual({ passed: 1, failed: 1 });
  expect(inOrder()).toMatch(/no such thing[\s\S]*✗ broken\n✓ sound\n\nWhat failed:\n✗ broken\n$/);
});

test('a part that ran nothing is not spoken of', async () => {
  await runSideBySide([{ name: 'empty', run: async () => ({ passed: 0, failed: 0 }) }], 2);
  expect(heard).toBe('');
});

test('what failed is named again at the end', async () => {
  const failures = ['a.test.ts › adds\n    expected 3'];
  await runSideBySide(
    [
      { name: 'unit', run: async () => ({ passed: 4, failed: 1, failures }) },
      { name: 'smoke', run: async () => ({ passed: 8, failed: 0 }) },
    ],
    1,
  );
  expect(inOrder()).toMatch(
    /smoke: 8 passed, 0 failed\n\nWhat failed:\n✗ unit › a.test.ts › adds\n {4}expected 3\n$/,
  );
});

test('what passed only when tried again is named, and has not failed', async () => {
  const run = async () => ({ passed: 4, failed: 0, unsteady: ['a.spec.ts:12 › opens\n    timeout'] });
  expect(await runSideBySide([{ name: 'journeys', run }], 1)).toEqual({ passed: 4, failed: 0 });
  expect(inOrder()).toMatch(
    /\nPassed only when tried again alone, which is a defect to mend:\n✗ journeys › a.spec.ts:12 › opens\n {4}timeout\n$/,
  );
});
