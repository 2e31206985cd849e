import { describe, expect, test } from 'vitest';
import { foldBursts, sayBurst } from './bursts.ts';

const at = (
  minute: number,
  user: number | null,
  kind: string | null = 'RECORD_GRID',
  records: number | null = null,
) => ({
  datetime: new Date(Date.UTC(2026, 10, 22, 9, minute)).toISOString(),
  user: user === null ? null : { id: user },
  source: kind === null ? null : { kind, records },
});
const sizes = (entries: ReturnType<typeof at>[]) => foldBursts(entries).map((burst) => burst.length);

describe('bursts', () => {
  test('are neighbours of one person from one source, at most two minutes apart', () => {
    expect(sizes([at(9, 1), at(7, 1), at(5, 1), at(2, 1)])).toEqual([3, 1]);
    expect(sizes([at(9, 1), at(9, 2), at(9, 1)])).toEqual([1, 1, 1]);
    expect(sizes([at(9, 1), at(9, 1, 'UNDO'), at(9, 1, null), at(9, 1, null)])).toEqual([1, 1, 2]);
    expect(sizes([at(9, 1, 'BULK_CHANGE', 2), at(9, 1, 'BULK_CHANGE', 3)])).toEqual([1, 1]);
    expect(sizes([])).toEqual([]);
  });

  test('say how many entries there are, in how long', () => {
    expect(sayBurst([at(9, 1), at(7, 1), at(5, 1)], true)).toBe('3 entries in 4 minutes');
    expect(sayBurst([at(9, 1), at(9, 1)], true)).toBe('2 entries');
    expect(sayBurst([at(9, 1), at(8, 1)], false)).toBe('2 entries loaded');
  });
});
