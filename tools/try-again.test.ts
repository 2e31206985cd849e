import { expect, test, vi } from 'vitest';
import { type Failure, type Run, tryAgain } from './try-again.ts';

const failure = (name: string): Failure => ({ place: name, again: `${name}.spec.ts`, words: `${name}: no` });
const runs = (...answers: Run[]) => vi.fn(async (_chosen: string[]) => answers.shift()!);
const quiet = () => undefined;

test('what passes is not run again', async () => {
  const run = runs({ passed: 3, failures: [] });
  expect(await tryAgain(run, ['a'], quiet)).toMatchObject({ passed: 3, failed: 0, unsteady: [] });
  expect(run).toHaveBeenCalledTimes(1);
});

test('what failed is run once more, alone, and named when it passes then', async () => {
  const run = runs({ passed: 2, failures: [failure('talk')] }, { passed: 1, failures: [] });
  expect(await tryAgain(run, [], quiet)).toEqual({
    passed: 3,
    failed: 0,
    failures: [],
    unsteady: ['talk: no'],
  });
  expect(run).toHaveBeenLastCalledWith(['talk.spec.ts']);
});

test('what fails twice has failed', async () => {
  const both = [failure('talk'), failure('files')];
  const run = runs({ passed: 2, failures: both }, { passed: 1, failures: [failure('files')] });
  expect(await tryAgain(run, [], quiet)).toEqual({
    passed: 3,
    failed: 1,
    failures: ['files: no'],
    unsteady: ['talk: no'],
  });
});

test.each<[string, Run]>([
  ['nothing ran', { passed: 0, failures: [] }],
  ['something else fails', { passed: 1, failures: [failure('beside its tests')] }],
])('when at the second try %s, the first failure stands', async (_, second) => {
  const run = runs({ passed: 2, failures: [failure('talk')] }, second);
  expect(await tryAgain(run, [], quiet)).toMatchObject({ passed: 2, failed: 1, unsteady: [] });
});

test('five failures are no chance', async () => {
  const run = runs({ passed: 2, failures: ['a', 'b', 'c', 'd', 'e'].map(failure) });
  expect(await tryAgain(run, [], quiet)).toMatchObject({ passed: 2, failed: 5 });
  expect(run).toHaveBeenCalledTimes(1);
});
