import { expect, it } from 'vitest';
import { columnsAsTheyStart } from '../grid/grid-view.ts';
import { toColumnChoice, toColumns, toColumnState } from './record-columns.tsx';
import { columnStartOf, inStartOrder } from './start-order.ts';
import type { RecordField } from '../record-field.ts';

const aField = (key: string, order: number, id = 0): RecordField => ({
  id,
  key,
  name: key,
  dataType: 'string',
  visibility: key !== 'f9',
  required: false,
  order,
  recordTypeId: 3,
  listType: null,
  currency: null,
  objectDefinition: null,
  access: 'ViewOnly',
  filterable: true,
  sortable: true,
});

const fields = ['id', 'recordNumber', 'status', 'description'].map((key, order) => aField(key, order));
const all = inStartOrder([...fields, aField('f8', 8, 8), aField('f9', 9, 9)]);
const columns = toColumns(all, new Map(), 'UTC');
const start = columnStartOf(all, false);
const beginning = toColumnState(columnsAsTheyStart, start, columns);

it('the number and status come first, then what the tenant added', () =>
  expect(beginning.order).toEqual(['recordNumber', 'status', 'f8', 'f9', 'id', 'description']));

it('what the tenant made invisible is hidden until somebody asks for it, the number pinned left', () => {
  expect(beginning.hidden.toSorted()).toEqual(['f9', 'id']);
  expect(beginning.pinned).toEqual({ left: ['recordNumber'], right: [] });
});

it('columns as they start need no word in the address', () =>
  expect(toColumnChoice(beginning, start, columns)).toEqual(columnsAsTheyStart));

it('a choice comes back as the state that it was made from', () => {
  const chosen = {
    order: ['status', 'recordNumber', 'f8', 'f9', 'id', 'description'],
    hidden: [],
    widths: { f8: 300 },
    pinned: { left: ['f8'], right: ['status'] },
  };
  expect(toColumnState(toColumnChoice(chosen, start, columns), start, columns)).toEqual(chosen);
});

it('names that no column has are ignored, and new columns follow', () => {
  const choice = { ...columnsAsTheyStart, order: ['gone', 'description'], left: ['gone'] };
  const state = toColumnState(choice, start, columns);
  expect(state.order).toEqual(['description', 'recordNumber', 'status', 'f8', 'f9', 'id']);
  expect(state.pinned.left).toEqual([]);
});
