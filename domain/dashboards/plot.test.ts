import { describe, expect, test } from 'vitest';
import { scaleOf, showShort } from './plot-scale.ts';
import { plotOf, questionOf, sayPart, sayPoint } from './plot.ts';
import type { Answer, KnownChart } from './plot.ts';

const where = { timeZone: 'UTC', today: '2026-11-23' };
const count = { kind: 'COUNT', field: null, name: null, dataType: null } as const;
const amount = { kind: 'SUM', field: 'f1', name: 'Amount', dataType: 'currency' } as const;
const status = { field: 'status', name: 'Status', dataType: 'dropdown', interval: null } as const;
const month = { field: 'f2', name: 'Ordered', dataType: 'date', interval: 'MONTH' } as const;

const chart = (
  kind: KnownChart['kind'],
  groups: KnownChart['groups'],
  measure: KnownChart['measure'] = count,
) => ({
  kind,
  groups,
  measure,
});
const group = (value: string | null, shown: string, number: string, ...more: [string, string][]) => ({
  values: [{ value, shown }, ...more.map(([second, name]) => ({ value: second, shown: name }))],
  measures: [number],
});
const answer = (groups: Answer['groups'], total: string, groupsLeftOut = 0): Answer => ({
  groups,
  total: [total],
  groupsLeftOut,
});

describe('what is asked', () => {
  test('of names the largest, of days the last', () => {
    expect(questionOf(chart('BAR', [status]))).toMatchObject({
      limit: 12,
      order: { measure: 0, direction: 'DESC' },
    });
    expect(questionOf(chart('LINE', [month]))).toMatchObject({
      groups: [{ field: 'f2', interval: 'MONTH' }],
      order: { direction: 'DESC' },
    });
    expect(questionOf(chart('NUMBER', [], amount))).toMatchObject({
      groups: [],
      measures: [{ kind: 'SUM', field: 'f1' }],
    });
  });
});

test('a point says its label, its number and its share', () => {
  const bars = chart('BAR', [status]);
  const plot = plotOf(bars, answer([group('1', 'Open', '3'), group(null, '', '1')], '4'), where);
  expect(plot.points.map(({ label, text, share, path }) => [label, text, share, path])).toEqual([
    ['Open', '3', 0.75, ['1']],
    ['Empty', '1', 0.25, [null]],
  ]);
  expect([0, 1].map((at) => sayPoint(bars, plot, at))).toEqual([
    'Open: 3 records, 75.0 %.',
    'Empty: 1 record, 25.0 %.',
  ]);
});

test.each(['LINE', 'AREA'] as const)(
  'a %s goes through the months in which there was nothing, and does not end the month that lasts',
  (kind) => {
    const plot = plotOf(
      chart(kind, [month], amount),
      answer(
        [
          group('2026-11-01', 'November 2026', '5.50'),
          group('2026-08-01', 'August 2026', '0.10'),
          group(null, '', '9'),
        ],
        '14.60',
      ),
      where,
    );
    expect(plot.points.map(({ label, text, isUnfinished }) => [label, text, isUnfinished])).toEqual([
      ['August 2026', '0.10', false],
      ['September 2026', '0.00', false],
      ['October 2026', '0.00', false],
      ['November 2026', '5.50', true],
    ]);
  },
);

test('an average of a month without records is no zero', () => {
  const average = { ...amount, kind: 'AVERAGE' } as const;
  const plot = plotOf(
    chart('LINE', [month], average),
    answer([group('2026-10-01', 'October 2026', '5'), group('2026-08-01', 'August 2026', '1')], '3'),
    where,
  );
  expect(plot.points.map(({ label, share }) => [label, share])).toEqual([
    ['August 2026', null],
    ['October 2026', null],
  ]);
});

test('a ring has six parts at most, and Others is exactly what is left', () => {
  const groups = ['1', '2', '3', '4', '5', '6'].map((id) => group(id, `Of ${id}`, '0.1'));
  const ring = plotOf(chart('RING', [status], amount), answer(groups, '1.0', 4), where);
  expect(ring.points).toHaveLength(6);
  expect(ring.points.at(-1)).toMatchObject({ label: 'Others', text: '0.50', path: null });
  expect(plotOf(chart('RING', [status], amount), answer(groups, '0.6'), where).points.at(-1)?.label).toBe(
    'Of 6',
  );
});

test('a stack gathers what is beyond five series, and adds up', () => {
  const pairs = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((id, index) =>
    group('2026-10-01', 'October 2026', String(10 - index), [id, id.toUpperCase()]),
  );
  const stacked = chart('STACKED_BAR', [month, status]);
  const plot = plotOf(stacked, answer(pairs, '49'), where);
  expect(plot.series).toEqual(['A', 'B', 'C', 'D', 'E', 'Others']);
  expect(plot.points[0]).toMatchObject({ text: '49', path: ['2026-10-01'] });
  expect(plot.points[0]?.parts.at(-1)).toEqual({ series: 5, amount: 9, text: '9', path: null });
  expect(sayPoint(stacked, plot, 0)).toBe(
    'October 2026: 49 records, 100.0 %. 10 A, 9 B, 8 C, 7 D, 6 E, 9 Others.',
  );
  const [first] = plot.points[0]?.parts ?? [];
  expect(first && sayPart(stacked, plot, 0, first)).toBe('October 2026, A: 10 records.');
});

test.each([
  [[0], [0, 1]],
  [
    [7, 3],
    [0, 2, 4, 6, 8],
  ],
  [
    [412, 90],
    [0, 200, 400, 600],
  ],
  [[0.3], [0, 0.1, 0.2, 0.3]],
  [
    [-30, 50],
    [-40, -20, 0, 20, 40, 60],
  ],
  [[1], [0, 1]],
  [
    [1, 2],
    [0, 1, 2],
  ],
  [[0.4], [0, 0.1, 0.2, 0.3, 0.4]],
])('the axis of %j', (amounts, ticks) => expect(scaleOf(amounts).ticks).toEqual(ticks));

test.each([
  [0, '0'],
  [9999, '9,999'],
  [12_345, '12.35 k'],
  [62_019_867.72, '62.02 M'],
  [-1_500_000_000, '-1.5 B'],
])('%d is short %s', (number, short) => expect(showShort(number)).toBe(short));
