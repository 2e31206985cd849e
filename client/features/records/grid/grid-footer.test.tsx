import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { snackbars } from '../../../ui/snackbars.tsx';
import { PageJump } from './grid-footer.tsx';

describe('the page jump', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.spyOn(snackbars, 'warning').mockReturnValue(undefined);
  });
  afterEach(() => vi.useRealTimers());

  function type(text: string, page = 1) {
    const onPage = vi.fn<(page: number) => void>();
    render(<PageJump page={page} pages={49} onPage={onPage} />);
    fireEvent.change(screen.getByLabelText('Go to page'), { target: { value: text } });
    return onPage;
  }
  const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));

  it('applies after 500 ms', () => {
    const onPage = type('7');
    wait(499);
    expect(onPage).not.toHaveBeenCalled();
    wait(1);
    expect(onPage).toHaveBeenCalledExactlyOnceWith(7);
  });

  it('does not wait for Enter', () => {
    const onPage = type('7');
    fireEvent.keyDown(screen.getByLabelText('Go to page'), { key: 'Enter' });
    expect(onPage).toHaveBeenCalledExactlyOnceWith(7);
  });

  it('beyond the last goes to the last and says how many there are', () => {
    const onPage = type('50');
    wait(500);
    expect(onPage).toHaveBeenCalledExactlyOnceWith(49);
    expect(snackbars.warning).toHaveBeenCalledExactlyOnceWith('There are only 49 pages!');
  });

  it('0 becomes 1', () => {
    const onPage = type('0', 5);
    wait(500);
    expect(onPage).toHaveBeenCalledExactlyOnceWith(1);
  });

  it('waits while the input is empty', () => {
    const onPage = type('', 5);
    wait(5000);
    expect(onPage).not.toHaveBeenCalled();
  });
});
