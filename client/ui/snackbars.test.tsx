import { act, cleanup, render, screen } from '@testing-library/react';
import { closeSnackbar } from 'notistack';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { SnackbarHost, snackbars } from './snackbars.tsx';

beforeEach(() => {
  vi.useFakeTimers();
  render(<SnackbarHost>page</SnackbarHost>);
});
afterEach(() => {
  act(() => closeSnackbar());
  cleanup();
  vi.useRealTimers();
});

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

describe('what is said in passing stays as long as Specification 9 has it', () => {
  test.each([
    ['an error', () => snackbars.error('Said'), 3000],
    ['a warning', () => snackbars.warning('Said'), 3000],
    ['a success', () => snackbars.success('Said'), 1000],
    ['a notice', () => snackbars.info('Said'), 6000],
    ['a word of the whole page', () => snackbars.centred('Said'), 1500],
    ['an error with something to do', () => snackbars.error('Said', { label: 'Undo', run: () => {} }), 6000],
  ])('%s', async (_what, say, milliseconds) => {
    act(() => void say());
    // Its time begins when it is there, and it comes in while that runs.
    await pass(400);
    const card = screen.getByText('Said').closest<HTMLElement>('[role=status], [role=alert]');
    const leaves = () => card?.style.transform.startsWith('translate') === true;
    await pass(milliseconds - 500);
    expect(leaves()).toBe(false);
    await pass(200);
    expect(leaves()).toBe(true);
  });
});

test('of two deeds that are told in the same words each keeps its way back', async () => {
  const undone: string[] = [];
  const tell = (deed: string) =>
    snackbars.success('1 of 1 records deleted!', { label: 'Undo', run: () => void undone.push(deed) });
  act(() => tell('first'));
  await pass(400);
  act(() => screen.getByText('Undo').click());
  // The first is on its way out.
  act(() => tell('second'));
  await pass(400);
  act(() => screen.getAllByText('Undo').at(-1)!.click());
  expect(undone).toEqual(['first', 'second']);
});
