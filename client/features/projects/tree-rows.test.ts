import { describe, expect, test } from 'vitest';
import type { TreeRecord } from './api.ts';
import { isWithin, joinPages, listRows, nameOf, type LoadedChildren } from './tree-rows.ts';

const aRecord = (id: number, childCount = 0): TreeRecord => ({
  id,
  version: 1,
  recordType: { id: 1, name: 'Orders' },
  recordNumber: id + 7000,
  description: null,
  status: null,
  dueDate: null,
  updatedAt: null,
  level: 0,
  enabled: true,
  childCount,
  mayPlace: true,
});
const loaded = (records: TreeRecord[], more: Partial<LoadedChildren> = {}): LoadedChildren => ({
  records,
  total: records.length,
  hidden: 0,
  failure: null,
  ...more,
});
const shown = (rows: ReturnType<typeof listRows>) =>
  rows.map(
    (row) => `${row.depth} ${row.kind === 'record' ? nameOf(row.record) : `${row.kind} ${row.count}`}`,
  );

describe('the rows of a tree', () => {
  test('are the record and what is under it, as far as it is expanded', () => {
    const children = new Map([
      [1, loaded([aRecord(2, 1), aRecord(3)])],
      [2, loaded([aRecord(4)])],
    ]);
    expect(shown(listRows(aRecord(1, 2), children, new Set([1])))).toEqual(['1 7001', '2 7002', '2 7003']);
    const all = listRows(aRecord(1, 2), children, new Set([1, 2]));
    expect(shown(all)).toEqual(['1 7001', '2 7002', '3 7004', '2 7003']);
    expect(all[3]).toMatchObject({ place: 2, count: 2, isExpanded: undefined });
    expect(shown(listRows(aRecord(1, 2), children, new Set()))).toEqual(['1 7001']);
  });

  test('say what waits, what failed, what comes on the next page and what is out of sight', () => {
    const root = aRecord(1, 60);
    const open = new Set([1]);
    expect(shown(listRows(root, new Map(), open))).toEqual(['1 7001', '2 wait 60']);
    const failed = loaded([], { total: undefined, failure: new Error('lost') });
    expect(shown(listRows(root, new Map([[1, failed]]), open))).toEqual(['1 7001', '2 failed 60']);
    const part = loaded([aRecord(2)], { total: 59, hidden: 1 });
    expect(shown(listRows(root, new Map([[1, part]]), open))).toEqual([
      '1 7001',
      '2 7002',
      '2 more 58',
      '2 hidden 1',
    ]);
  });

  test('come from pages, each record once', () => {
    const page = (records: TreeRecord[]) => ({ data: { records, total: 3, hidden: 0 }, error: null });
    const both = joinPages([page([aRecord(2), aRecord(3)]), page([aRecord(3), aRecord(4)])]);
    expect(both.records.map(({ id }) => id)).toEqual([2, 3, 4]);
    expect(joinPages([{ data: undefined, error: null }, page([aRecord(4)])]).records).toEqual([]);
  });

  test('know what is within what, so that nothing is dropped into itself', () => {
    const children = new Map([
      [1, loaded([aRecord(2, 1), aRecord(3)])],
      [2, loaded([aRecord(4)])],
    ]);
    const rows = listRows(aRecord(1, 2), children, new Set([1, 2]));
    expect(isWithin(rows, 2, 4)).toBe(true);
    expect(isWithin(rows, 2, 2)).toBe(true);
    expect(isWithin(rows, 3, 4)).toBe(false);
  });
});
