import { describe, expect, test } from 'vitest';
import { filtersOfGroup, filtersOfMeasure } from './filters-of-group.ts';
import type { Interval } from './interval.ts';
import { showBucket } from './interval.ts';
import { measureValues } from './measure-values.ts';
import { measuresOf, mayGroup, showMeasure } from './measures.ts';

describe('a group opens its records', () => {
  const date = { key: 'f1', dataType: 'date' } as const;
  test.each<[Interval, string, object]>([
    ['DAY', '2026-11-23', { operator: 'is', value: '2026-11-23' }],
    ['WEEK', '2026-11-22', { operator: 'between', values: ['2026-11-22', '2026-11-28'] }],
    ['MONTH', '2024-02-01', { operator: 'between', values: ['2024-02-01', '2024-02-29'] }],
    ['QUARTER', '2026-10-01', { operator: 'between', values: ['2026-10-01', '2026-12-31'] }],
    ['YEAR', '9999-01-01', { operator: 'between', values: ['9999-01-01', '9999-12-31'] }],
    ['WEEK', '9999-12-26', { operator: 'between', values: ['9999-12-26', '9999-12-31'] }],
    ['MONTH', '0001-01-01', { operator: 'onOrBefore', value: '0001-01-31' }],
  ])('%s %s', (interval, first, criteria) => {
    expect(filtersOfGroup([{ field: date, interval }], [first])).toEqual([
      { field: 'f1', logicOperator: 'AND', ...criteria },
    ]);
  });

  test('of several levels, the inner ones only as far as they are named', () => {
    const groups = [
      { field: { key: 'status', dataType: 'dropdown' }, interval: null },
      { field: date, interval: 'YEAR' },
    ] as const;
    expect(filtersOfGroup(groups, ['7'])).toHaveLength(1);
    expect(filtersOfGroup(groups, [null, null]).map(({ operator }) => operator)).toEqual([
      'isEmpty',
      'isEmpty',
    ]);
  });

  test('what is filled, empty or ticked', () => {
    expect(filtersOfMeasure('EMPTY', 'f1')).toEqual([
      { field: 'f1', operator: 'isEmpty', logicOperator: 'AND' },
    ]);
    expect(filtersOfMeasure('SUM', 'f1')).toEqual([]);
  });
});

test('buckets read as a person says them', () => {
  expect(showBucket('QUARTER', '2026-10-01')).toBe('Q4 2026');
  expect(showBucket('MONTH', '2026-11-01')).toBe('November 2026');
});

describe('numbers read as a person reads them', () => {
  test.each([
    ['SUM', 'currency', '62018230.4', '62,018,230.40'],
    ['AVERAGE', 'currency', '-10.005', '-10.01'],
    ['AVERAGE', 'decimal', '3333.3333333333', '3,333.3333'],
    ['SUM', 'decimal', '-1234.56789', '-1,234.56789'],
    ['DISTINCT', 'string', '4012', '4,012'],
    ['MIN', 'date', '2026-11-23', '11/23/2026'],
    ['SUM', 'currency', null, '–'],
  ] as const)('%s of %s: %s', (kind, dataType, value, shown) => {
    expect(showMeasure(kind, dataType, value, 'UTC')).toBe(shown);
  });
});

describe('values at hand are measured as the server measures records', () => {
  test.each([
    ['SUM', 'currency', ['0.1', '0.2', ''], '0.3'],
    ['AVERAGE', 'decimal', ['1', '2', '2'], '1.6666666667'],
    ['MIN', 'number', ['10', '9', '-3'], '-3'],
    ['MAX', 'date', ['2026-11-23', '2025-01-01'], '2026-11-23'],
    ['MAX', 'datetime', ['2026-11-23T10:00:00Z', '2026-11-23T10:00:00+05:00'], '2026-11-23T10:00:00Z'],
    ['DISTINCT', 'string', ['Éa', 'éa', 'b', ''], '2'],
    ['DISTINCT', 'decimal', ['1.50', '1.5'], '1'],
    ['FILLED', 'multiselect', ['[1]', '0', '[]'], '1'],
    ['EMPTY', 'string', ['', 'x'], '1'],
    ['CHECKED', 'checkbox', ['true', 'false', ''], '1'],
    ['SUM', 'number', [], null],
  ] as const)('%s of %s', (kind, dataType, values, answer) => {
    expect(measureValues(kind, dataType, values)).toBe(answer);
  });
});

test('what a filter cannot name has no numbers and no groups', () => {
  const field = { name: 'ID', dataType: 'number', filterable: false } as const;
  expect(measuresOf(field)).toEqual([]);
  expect(mayGroup(field)).toBe(false);
});
