import { describe, expect, it } from 'vitest';
import type { RecordField } from '../record-field.ts';
import type { RecordRow } from '../record-row.ts';
import { toColumns, withMoves } from './board-columns.ts';

const status = { key: 'status', name: 'Status', required: false } as RecordField;
const option = (id: string, name: string, enabled = true) => ({ id, name, enabled });
const options = [option('1', 'Planned'), option('2', 'Fax', false), option('3', 'Done')];
const group = (value: string | null, shown: string, count: string, sum: string | null) => ({
  values: [{ value, shown }],
  measures: [count, sum],
});
const answer = {
  groups: [
    group('2', 'Fax (Disabled)', '4', '8.00'),
    group('1', 'Planned', '110', '1105.5'),
    group(null, '', '1', null),
  ],
};

describe('the columns of a board', () => {
  it('are all choices, and what records hold besides, so that they add up', () => {
    const columns = toColumns(status, options, answer);
    expect(columns.map(({ name, count, sum }) => [name, count, sum])).toEqual([
      ['Planned', 110, '1105.5'],
      ['Done', 0, null],
      ['Fax (Disabled)', 4, '8.00'],
      ['No Status', 1, null],
    ]);
  });

  it('take no record where a choice is disabled, or a status would be left empty', () => {
    const closed = toColumns(status, options, answer).map(({ whyClosed }) => whyClosed !== null);
    expect(closed).toEqual([false, false, true, true]);
  });

  it('are there before their numbers are', () => {
    expect(toColumns(status, options, undefined).map(({ name, count }) => [name, count])).toEqual([
      ['Planned', null],
      ['Done', null],
    ]);
  });

  it('know of a move before the server has counted it, to the cent', () => {
    const columns = toColumns(status, options, answer);
    const move = { record: {} as RecordRow, from: '1', to: '3', atMs: 20, isSending: true };
    const amountOf = () => '10.05';
    const moved = withMoves(columns, [move], { askedMs: 10, amountOf });
    expect(moved.slice(0, 2).map(({ count, sum }) => [count, sum])).toEqual([
      [109, '1095.45'],
      [1, '10.05'],
    ]);
    expect(withMoves(columns, [move], { askedMs: 30, amountOf })).toBe(columns);
  });
});
