import { renderHook } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { FieldOptions } from '../../../values/value-field.ts';
import type { RecordField } from '../record-field.ts';
import type { RecordRow } from '../record-row.ts';
import { useFittedColumns } from './fitted-columns.ts';
import type { RecordColumn } from './record-columns.tsx';

const aColumn = (id: string): RecordColumn => ({
  id,
  header: id,
  width: 500,
  sortable: false,
  text: (row) => (row as unknown as Record<string, string>)[id] ?? '',
});
const rowsOf = (count: number, text: string) =>
  Array.from({ length: count }, (_, id) => ({ id, name: text })) as unknown as RecordRow[];
const columns = [aColumn('name'), aColumn('hidden')];
const scene = { fields: new Map(), options: new Map(), hidden: ['hidden'] };

function fit(rows: readonly RecordRow[]) {
  const { result, rerender } = renderHook(({ shown }) => useFittedColumns(columns, shown, scene), {
    initialProps: { shown: rows },
  });
  const widthNow = (id = 'name') => result.current.find((column) => column.id === id)!.width!;
  return { show: (shown: readonly RecordRow[]) => rerender({ shown }), widthNow };
}

describe('columns that are as wide as what stands in them', () => {
  it('have the width of the longest text, within bounds', () => {
    expect(fit(rowsOf(25, 'Foxglove Apparel')).widthNow()).toBeLessThan(180);
    expect(fit(rowsOf(25, 'Foxglove Apparel'.repeat(9))).widthNow()).toBe(240);
    expect(fit(rowsOf(25, '')).widthNow()).toBe(72);
  });

  it('stay while one pages', () => {
    const { show, widthNow } = fit(rowsOf(25, 'short'));
    const before = widthNow();
    show(rowsOf(25, 'something much longer than that'));
    expect(widthNow()).toBe(before);
  });

  it('keep what their type takes until the names of their values have come', () => {
    const rows = rowsOf(25, '');
    const field = { key: 'name', dataType: 'dropdown' } as RecordField;
    const fields = new Map([['name', field]]);
    const as = (options: FieldOptions) => ({ options, shown: [...columns] });
    const { result, rerender } = renderHook(
      ({ options, shown }) => useFittedColumns(shown, rows, { ...scene, fields, options }),
      { initialProps: as(new Map()) },
    );
    expect(result.current[0]!.width).toBe(500);
    rerender(as(new Map([['name', []]])));
    expect(result.current[0]!.width).toBe(72);
  });

  it('are not settled by the one record of a link', () => {
    const { show, widthNow } = fit(rowsOf(1, 'short'));
    const before = widthNow();
    show(rowsOf(25, 'something much longer than that'));
    expect(widthNow()).toBeGreaterThan(before);
  });

  it('begin with what their type takes while there is no row, and while they are hidden', () => {
    expect(fit([]).widthNow()).toBe(500);
    expect(fit(rowsOf(25, 'short')).widthNow('hidden')).toBe(500);
  });
});
