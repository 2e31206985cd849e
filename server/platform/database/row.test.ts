import { describe, expect, test } from 'vitest';
import { recordTypeId } from '@rowhouse/domain/kernel/ids.ts';
import { flag, json, number, numbers, row, text } from './row.ts';
import type { Answer, TextRow } from './statement-batch.ts';

const answer = (...rows: TextRow[]): Answer => ({ rows, count: rows.length });

const field = row(
  {
    id: number,
    recordTypeId: number.as(recordTypeId),
    name: text,
    order: number.at('f.position'),
    required: flag,
    listId: number.orNull,
  },
  'f',
);

test('a description gives the columns of the statement, in the words of the database', () => {
  expect(field.columns).toBe('f.id, f.record_type_id, f.name, f.position, f.required, f.list_id');
  expect(row({ createdAt: text, count: number.at('count(*)') }).columns).toBe('created_at, count(*)');
});

test('and the reader of its answer', () => {
  expect(field.read(answer(['7', '3', 'Gate', '1', 't', '12'], ['8', '3', '', '2', 'f', null]))).toEqual([
    { id: 7, recordTypeId: 3, name: 'Gate', order: 1, required: true, listId: 12 },
    { id: 8, recordTypeId: 3, name: '', order: 2, required: false, listId: null },
  ]);
  expect(field.read(undefined)).toEqual([]);
});

test('arrays and json are read as what they hold', () => {
  const held = row({ ids: numbers, values: json<{ a: number }>(), none: numbers.orNull });
  expect(held.get(answer(['{1,20}', '{"a": 1}', null]))).toEqual({
    ids: [1, 20],
    values: { a: 1 },
    none: null,
  });
  expect(row({ ids: numbers }).get(answer(['{}']))).toEqual({ ids: [] });
});

describe('of one row', () => {
  const made = row({ id: number });
  test('find answers null where there is none, get refuses', () => {
    expect(made.find(answer())).toBeNull();
    expect(made.get(answer(['5']))).toEqual({ id: 5 });
    expect(() => made.get(answer())).toThrow('The statement gave no row.');
  });
  test('what comes after the described columns is handed on', () => {
    expect(made.split(['5', 'x', null])).toEqual([{ id: 5 }, ['x', null]]);
  });
});

test('a statement that selects something else is noticed', () => {
  const pair = row({ id: number, name: text });
  expect(() => pair.read(answer(['5']))).toThrow('The statement gives 1 columns where 2 are described.');
  expect(() => pair.read(answer(['5', 'x', 'y']))).toThrow('3 columns where 2');
  expect(() => pair.read(answer(['5', null]))).toThrow('name is NULL.');
});
