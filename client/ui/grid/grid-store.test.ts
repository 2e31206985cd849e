import { describe, expect, it, vi } from 'vitest';
import { createGridStore, idsBetween, type RowEdit } from './grid-store.ts';

const ids = Array.from({ length: 3000 }, (_, index) => index);

describe('the snapshot of a row', () => {
  it('keeps its identity while other rows change', () => {
    const store = createGridStore();
    const before = ids.map(store.getRow);
    store.toggle(7);
    store.setActive({ row: 8, column: 'a' });
    store.setExpanded(9);
    const changed = ids.filter((id) => store.getRow(id) !== before[id]);
    expect(changed).toEqual([7, 8, 9]);
  });

  it('of the active row stays the same until something in it changes', () => {
    const store = createGridStore();
    store.setActive({ row: 1, column: 'a' });
    const snapshot = store.getRow(1);
    store.toggle(2);
    expect(store.getRow(1)).toBe(snapshot);
    store.toggle(1);
    expect(store.getRow(1)).toMatchObject({ selected: true, expanded: false, activeColumn: 'a' });
  });
});

describe('selection', () => {
  it('selects from the last toggled row to the one clicked with shift, in either direction', () => {
    const store = createGridStore();
    store.toggle(5);
    store.toggleRangeTo(2, ids);
    expect([...store.getSelection()].toSorted()).toEqual([2, 3, 4, 5]);
  });

  it('clears a range when the row it starts from was cleared', () => {
    const store = createGridStore();
    store.setSelection([1, 2, 3, 4]);
    store.toggle(2);
    store.toggleRangeTo(4, ids);
    expect([...store.getSelection()]).toEqual([1]);
  });

  it('falls back to the one row when the range began on another page', () => {
    expect(idsBetween('elsewhere', 3, ids)).toEqual([3]);
  });

  it('tells its listeners once for 3,000 rows', () => {
    const store = createGridStore();
    const listener = vi.fn();
    store.subscribe(listener);
    store.setSelection(ids);
    expect(listener).toHaveBeenCalledTimes(1);
    expect(store.getSelection().size).toBe(3000);
  });
});

it('says nothing when the active cell is set to where it is', () => {
  const store = createGridStore();
  const listener = vi.fn();
  store.setActive({ row: null, column: 'a' });
  store.subscribe(listener);
  store.setActive({ row: null, column: 'a' });
  expect(listener).not.toHaveBeenCalled();
});

describe('row edit', () => {
  const edit = (values: Record<string, string>): RowEdit => ({
    values: new Map(Object.entries(values)),
    faults: new Map(),
    fault: null,
  });

  it('changes the rows whose drafts changed, and no other', () => {
    const store = createGridStore();
    const first = edit({ a: '1' });
    store.setEdits(new Map(ids.slice(0, 100).map((id) => [id, id === 0 ? first : edit({})])));
    const before = ids.map(store.getRow);
    store.setEdits(new Map([...store.getEdits(), [5, edit({ a: '2' })]]));
    expect(ids.filter((id) => store.getRow(id) !== before[id])).toEqual([5]);
  });

  it('closes the editor of a row that leaves it', () => {
    const store = createGridStore();
    store.setEdits(new Map([[1, edit({})]]));
    store.setOpen({ row: 1, column: 'a', typed: '' });
    store.setEdits(new Map());
    expect(store.getOpen()).toBeNull();
  });

  it('renders of a growing range only the rows that it gains', () => {
    const store = createGridStore();
    const rangeOf = (last: number) => ({
      anchor: { row: 1, column: 'a' },
      rows: new Set(ids.slice(1, last + 1)),
      columns: new Set(['a', 'b']),
    });
    store.setRange(rangeOf(3));
    const before = ids.map(store.getRow);
    store.setRange(rangeOf(4));
    expect(ids.filter((id) => store.getRow(id) !== before[id])).toEqual([4]);
  });
});
