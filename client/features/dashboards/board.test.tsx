import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Widget } from './api.ts';
import { Board } from './board.tsx';
import type { ChartPlaces } from './chart.ts';

let shown: readonly Widget[] = [];
let inSight: (string | undefined)[] = [];
beforeEach(() => {
  inSight = [];
  Element.prototype.scrollIntoView = function (this: Element) {
    inSight.push(this.querySelector<HTMLElement>('[data-grip]')?.dataset['grip']);
  };
});
afterEach(cleanup);

/** Charts that are not open to one: arranging needs nothing of what they show. */
type ArrangedProps = { sizes: readonly [string, number, number][]; isOver?: boolean };

function Arranged({ sizes, isOver = false }: ArrangedProps) {
  const [widgets, setWidgets] = useState<readonly Widget[]>(
    sizes.map(([key, width, height]) => ({ key, width, height, chart: null }) as Widget),
  );
  const put = (next: readonly Widget[]) => {
    shown = next;
    setWidgets(next);
  };
  return (
    <QueryClientProvider client={new QueryClient()}>
      <Board widgets={widgets} places={{} as ChartPlaces} onArrange={isOver ? undefined : put} />
    </QueryClientProvider>
  );
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const heads = () => screen.getAllByRole('button', { name: /^Move / });
const stands = () => shown.map(({ key, width, height }) => `${key} ${width}x${height}`).join(', ');

test('a card is moved and sized by presses alone, each at hand in one bar', () => {
  render(
    <Arranged
      sizes={[
        ['a', 3, 1],
        ['b', 6, 3],
        ['c', 12, 6],
      ]}
    />,
  );
  expect(screen.queryByRole('toolbar')).toBeNull();
  fireEvent.click(heads()[0]!);
  expect(screen.getByRole('toolbar').textContent).toContain('Place 1 of 3, 3 of 12 wide, 1 high');
  // The bar lies over no card that is chosen, and none goes out of sight.
  expect(inSight).toEqual(['a']);
  press('Later');
  expect(inSight).toEqual(['a', 'a']);
  press('Wider');
  press('Taller');
  expect(stands()).toBe('b 6x3, a 4x2, c 12x6');
  expect(screen.getByRole('status').textContent).toContain('place 2 of 3, 4 columns wide, 2 high');
  press('Earlier');
  press('Narrower');
  press('Shorter');
  expect(stands()).toBe('a 3x1, b 6x3, c 12x6');
  // At the ends of what is possible it stays, and the button says so.
  press('Earlier');
  press('Narrower');
  press('Shorter');
  expect(stands()).toBe('a 3x1, b 6x3, c 12x6');
  expect(screen.getByRole('button', { name: 'Earlier' }).ariaDisabled).toBe('true');
  press('Done');
  expect(screen.queryByRole('toolbar')).toBeNull();
  expect(document.activeElement).toBe(heads()[0]);
});

test('Escape in the bar puts the card back', () => {
  render(
    <Arranged
      sizes={[
        ['a', 3, 1],
        ['b', 6, 3],
      ]}
    />,
  );
  fireEvent.click(heads()[1]!);
  press('Earlier');
  press('Wider');
  expect(stands()).toBe('b 7x3, a 3x1');
  fireEvent.keyDown(screen.getByRole('button', { name: 'Wider' }), { key: 'Escape' });
  expect(stands()).toBe('a 3x1, b 6x3');
  expect(screen.queryByRole('toolbar')).toBeNull();
});

test('a card that was in hand when arranging ended is not in hand the next time', () => {
  const sizes: ArrangedProps['sizes'] = [['a', 3, 1]];
  const { container, rerender } = render(<Arranged sizes={sizes} />);
  fireEvent.click(heads()[0]!);
  expect(container.querySelector('[data-lifted]')).toBeTruthy();
  rerender(<Arranged sizes={sizes} isOver />);
  expect(container.querySelector('[data-lifted]')).toBeNull();
  rerender(<Arranged sizes={sizes} />);
  expect(screen.queryByRole('toolbar')).toBeNull();
});

test('a chart that is not shown can be removed by whoever may change the board', () => {
  const widget = { key: 'a', width: 3, height: 1, chart: null } as Widget;
  const removed: string[] = [];
  const board = (onRemove?: (key: string) => void) => (
    <QueryClientProvider client={new QueryClient()}>
      <Board widgets={[widget]} places={{} as ChartPlaces} onRemove={onRemove} />
    </QueryClientProvider>
  );
  const { rerender } = render(board((key) => removed.push(key)));
  press('Remove');
  expect(removed).toEqual(['a']);
  rerender(board());
  expect(screen.queryByRole('button')).toBeNull();
});

test('a card that is moved by keys stays in sight, with its grip', () => {
  render(
    <Arranged
      sizes={[
        ['a', 6, 3],
        ['b', 6, 3],
      ]}
    />,
  );
  fireEvent.keyDown(heads()[0]!, { key: 'Enter' });
  fireEvent.keyDown(heads()[0]!, { key: 'ArrowDown' });
  expect(stands()).toBe('b 6x3, a 6x3');
  expect(document.activeElement).toBe(heads()[1]);
  expect(inSight).toContain('a');
});
