import { describe, expect, test } from 'vitest';
import { firstOfPivot, pivotOf, pivotQuestions, sayPivotCut } from './pivot.ts';
import type { KnownChart } from './plot.ts';

const chart: KnownChart = {
  kind: 'PIVOT',
  groups: [
    { field: 'status', name: 'Status', dataType: 'dropdown', interval: null },
    { field: 'recordDate', name: 'Date', dataType: 'date', interval: 'YEAR' },
  ],
  measure: { kind: 'AVERAGE', field: 'f1', name: 'Amount', dataType: 'currency' },
};
const group = (values: (string | null)[], measure: string | null) => ({
  values: values.map((value) => ({ value, shown: value ?? '' })),
  measures: [measure],
});
const answers = {
  cells: {
    groups: [
      group(['1', '2025-01-01'], '10'),
      group(['1', '2026-01-01'], '20'),
      group([null, '2026-01-01'], '5'),
    ],
    total: ['12.5'],
    groupsLeftOut: 0,
  },
  rows: { groups: [group(['1'], '15'), group([null], '5')], total: ['12.5'], groupsLeftOut: 0 },
  columns: {
    groups: [group(['2026-01-01'], '14'), group(['2025-01-01'], '10')],
    total: ['12.5'],
    groupsLeftOut: 0,
  },
  subtotals: null,
};

test('cells, the last days and the totals are asked for by themselves', () => {
  const { cells, rows, columns } = pivotQuestions(chart);
  expect(cells.groups).toEqual([{ field: 'status' }, { field: 'recordDate', interval: 'YEAR' }]);
  expect(rows.groups).toEqual([{ field: 'status' }]);
  expect(columns).toMatchObject({
    groups: [{ field: 'recordDate', interval: 'YEAR' }],
    order: { direction: 'DESC' },
  });
});

describe('the table', () => {
  test('has a cell for each row and column, blank where there is no record, and the totals of the server', () => {
    const pivot = pivotOf(chart, answers, 'UTC');
    expect(pivot.columns.map(({ label, total }) => [label, total.text])).toEqual([
      ['2025-01-01', '10.00'],
      ['2026-01-01', '14.00'],
    ]);
    expect(
      pivot.rows.map(({ labels, cells, total }) => [labels, cells.map((cell) => cell?.text), total.text]),
    ).toEqual([
      [['1'], ['10.00', '20.00'], '15.00'],
      [['Empty'], [undefined, '5.00'], '5.00'],
    ]);
    expect(pivot.total.text).toBe('12.50');
    expect(sayPivotCut(pivot)).toBeNull();
  });

  test('leads from a cell, a row and a column to their own groups alone', () => {
    const pivot = pivotOf(chart, answers, 'UTC');
    expect(pivot.rows[1]?.cells[1]?.path).toEqual([null, '2026-01-01']);
    expect(pivot.rows[0]?.total.path).toEqual(['1']);
    expect(pivot.columns[1]?.total.path).toEqual([undefined, '2026-01-01']);
    expect(pivot.total.path).toEqual([]);
  });

  test('leaves out a row whose cells were cut, and says so', () => {
    const cut = {
      ...answers,
      cells: { ...answers.cells, groups: answers.cells.groups.slice(0, 3), groupsLeftOut: 4 },
    };
    const pivot = pivotOf(chart, { ...cut, columns: { ...cut.columns, groupsLeftOut: 3 } }, 'UTC');
    expect(pivot.rows).toHaveLength(1);
    expect(sayPivotCut(pivot)).toBe('1 of 2 rows and 2 of 5 columns. The totals are of all.');
  });
});

describe('two fields of rows', () => {
  const [status, date] = chart.groups;
  const deep = {
    ...chart,
    groups: [status!, { field: 'f2', name: 'Region', dataType: 'string' as const, interval: null }, date!],
  };
  const row = (values: (string | null)[], measure: string) => group(values, measure);
  const asked = {
    ...answers,
    cells: {
      groups: [
        row(['1', 'North', '2025-01-01'], '10'),
        row(['1', 'South', '2025-01-01'], '40'),
        row(['1', 'South', '2026-01-01'], '20'),
        row(['2', null, '2026-01-01'], '5'),
      ],
      total: ['12.5'],
      groupsLeftOut: 0,
    },
    rows: {
      groups: [row(['1', 'North'], '10'), row(['1', 'South'], '30'), row(['2', null], '5')],
      total: ['12.5'],
      groupsLeftOut: 0,
    },
    subtotals: {
      cells: {
        groups: [
          row(['1', '2025-01-01'], '17.5'),
          row(['1', '2026-01-01'], '20'),
          row(['2', '2026-01-01'], '5'),
        ],
        total: ['12.5'],
        groupsLeftOut: 0,
      },
      rows: { groups: [row(['1'], '19'), row(['2'], '5')], total: ['12.5'], groupsLeftOut: 0 },
    },
  };

  test('ask for the subtotals of the first one by themselves', () => {
    const { subtotals } = pivotQuestions(deep);
    expect(subtotals?.rows.groups).toEqual([{ field: 'status' }]);
    expect(subtotals?.cells.groups).toEqual([{ field: 'status' }, { field: 'recordDate', interval: 'YEAR' }]);
    expect(pivotQuestions(chart).subtotals).toBeNull();
  });

  test('have the subtotal of the server behind the rows of each value, which opens all records of it', () => {
    const pivot = pivotOf(deep, asked, 'UTC');
    expect(
      pivot.rows.map(({ labels, cells, total, isSubtotal }) => [
        ...labels,
        ...cells.map((cell) => cell?.text ?? ''),
        total.text,
        isSubtotal,
      ]),
    ).toEqual([
      ['1', 'North', '10.00', '', '10.00', false],
      ['1', 'South', '40.00', '20.00', '30.00', false],
      ['1', 'All of 1', '17.50', '20.00', '19.00', true],
      ['2', 'Empty', '', '5.00', '5.00', false],
      ['2', 'All of 2', '', '5.00', '5.00', true],
    ]);
    expect(pivot.rows[2]?.total.path).toEqual(['1']);
    expect(pivot.rows[2]?.cells[1]?.path).toEqual(['1', undefined, '2026-01-01']);
    expect(pivot.columns[0]?.total.path).toEqual([undefined, undefined, '2025-01-01']);
  });

  test('leave out rows whose subtotal may lack cells', () => {
    const { subtotals } = asked;
    const cut = {
      ...asked,
      subtotals: { ...subtotals, cells: { ...subtotals.cells, groupsLeftOut: 2 } },
    };
    const pivot = pivotOf(deep, cut, 'UTC');
    expect(pivot.rows.map(({ labels }) => labels[1])).toEqual(['North', 'South', 'All of 1']);
    expect(sayPivotCut(pivot)).toBe('2 of 3 rows. The totals are of all.');
  });

  test('are cut with the subtotals that are whole, which are not counted', () => {
    const pivot = firstOfPivot(pivotOf(deep, asked, 'UTC'), { rows: 2, columns: 1 });
    expect(pivot.rows.map(({ labels, cells }) => [labels[1], cells.length])).toEqual([
      ['North', 1],
      ['South', 1],
      ['All of 1', 1],
    ]);
    expect(sayPivotCut(pivot)).toBe('2 of 3 rows and 1 of 2 columns. The totals are of all.');
    expect(
      firstOfPivot(pivotOf(deep, asked, 'UTC'), { rows: 1, columns: 2 }).rows.map(({ labels }) => labels[1]),
    ).toEqual(['North']);
  });
});
