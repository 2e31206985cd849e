import { describe, expect, it } from 'vitest';
import { headerRow, move, type GridKey, type GridPosition } from './move.ts';

const extent = { rows: 100, columns: 10, rowsInView: 20 };

describe('move', () => {
  const cases: [name: string, from: GridPosition, key: GridKey, to: GridPosition][] = [
    ['down', { row: 3, column: 2 }, { key: 'ArrowDown' }, { row: 4, column: 2 }],
    ['up', { row: 3, column: 2 }, { key: 'ArrowUp' }, { row: 2, column: 2 }],
    ['up into the header', { row: 0, column: 2 }, { key: 'ArrowUp' }, { row: headerRow, column: 2 }],
    [
      'up stops at the header',
      { row: headerRow, column: 2 },
      { key: 'ArrowUp' },
      { row: headerRow, column: 2 },
    ],
    ['down out of the header', { row: headerRow, column: 2 }, { key: 'ArrowDown' }, { row: 0, column: 2 }],
    ['down stops at the last row', { row: 99, column: 2 }, { key: 'ArrowDown' }, { row: 99, column: 2 }],
    ['left does not wrap', { row: 3, column: 0 }, { key: 'ArrowLeft' }, { row: 3, column: 0 }],
    ['right does not wrap', { row: 3, column: 9 }, { key: 'ArrowRight' }, { row: 3, column: 9 }],
    ['Home', { row: 3, column: 5 }, { key: 'Home' }, { row: 3, column: 0 }],
    ['End', { row: 3, column: 5 }, { key: 'End' }, { row: 3, column: 9 }],
    ['Ctrl+Home', { row: 3, column: 5 }, { key: 'Home', ctrlKey: true }, { row: 0, column: 0 }],
    ['Ctrl+End', { row: 3, column: 5 }, { key: 'End', ctrlKey: true }, { row: 99, column: 9 }],
    ['Ctrl+ArrowDown', { row: 3, column: 5 }, { key: 'ArrowDown', ctrlKey: true }, { row: 99, column: 5 }],
    ['Ctrl+ArrowLeft', { row: 3, column: 5 }, { key: 'ArrowLeft', ctrlKey: true }, { row: 3, column: 0 }],
    ['PageDown', { row: 3, column: 5 }, { key: 'PageDown' }, { row: 23, column: 5 }],
    ['PageDown at the end', { row: 95, column: 5 }, { key: 'PageDown' }, { row: 99, column: 5 }],
    ['PageUp stops at the first row', { row: 5, column: 5 }, { key: 'PageUp' }, { row: 0, column: 5 }],
  ];
  it.each(cases)('%s', (_name, from, key, to) => {
    expect(move(from, key, extent)).toEqual(to);
  });

  it('leaves other keys alone', () => {
    expect(move({ row: 0, column: 0 }, { key: 'a' }, extent)).toBeUndefined();
  });

  it('stays in the header while there are no rows', () => {
    for (const key of ['ArrowDown', 'PageDown', 'PageUp']) {
      expect(move({ row: headerRow, column: 1 }, { key }, { ...extent, rows: 0 })).toEqual({
        row: headerRow,
        column: 1,
      });
    }
  });
});
