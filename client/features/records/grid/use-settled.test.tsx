import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useSettled } from './use-settled.ts';

describe('a settled value', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  const settle = (first: string) =>
    renderHook(({ value }) => useSettled(value, 500, (_, now) => now.startsWith('urgent')), {
      initialProps: { value: first },
    });

  it('lets the first change pass at once, and of quick ones the last, after the pause', () => {
    const { result, rerender } = settle('page 1');
    rerender({ value: 'page 2' });
    expect(result.current).toBe('page 2');
    rerender({ value: 'page 3' });
    rerender({ value: 'page 4' });
    act(() => vi.advanceTimersByTime(499));
    expect(result.current).toBe('page 2');
    act(() => vi.advanceTimersByTime(1));
    expect(result.current).toBe('page 4');
  });

  it('never holds back what is urgent', () => {
    const { result, rerender } = settle('page 1');
    rerender({ value: 'page 2' });
    rerender({ value: 'urgent' });
    expect(result.current).toBe('urgent');
  });
});
