import { afterEach, expect, test, vi } from 'vitest';
import { widthOfText } from './text-width.ts';

afterEach(() => vi.unstubAllGlobals());

test('figures are as wide as their cells show them: a 1 takes the room of every digit', () => {
  const letters = (text: string) => [...text].reduce((width, one) => width + (one === '1' ? 5 : 8), 0);
  vi.stubGlobal(
    'OffscreenCanvas',
    class {
      getContext = () => ({ font: '', measureText: (text: string) => ({ width: letters(text) }) });
    },
  );
  vi.stubGlobal('document', { fonts: { check: () => true } });
  expect(widthOfText('11/11/2011', 'figures')).toBe(widthOfText('02/20/2022', 'figures'));
  expect(widthOfText('11', 'cell')).toBe(10);
});
