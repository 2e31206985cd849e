import { describe, expect, it } from 'vitest';
import type { FieldOptions } from '../../../values/value-field.ts';
import type { RecordField } from '../record-field.ts';
import { findShownLayout } from './shown-layout.ts';
import { boardFields, calendarFields, chosenSum } from './layout-fields.ts';

const aField = (key: string, dataType: RecordField['dataType'], more: Partial<RecordField> = {}) =>
  ({
    id: key.startsWith('f') ? Number(key.slice(1)) : 0,
    key,
    name: key,
    dataType,
    visibility: true,
    filterable: true,
    sortable: true,
    required: false,
    order: 1,
    listType: null,
    ...more,
  }) as RecordField;

const list = { id: 1, dataType: 'String' } as unknown as RecordField['listType'];
const status = aField('status', 'dropdown');
const carrier = aField('f1', 'dropdown', { listType: list });
const buyer = aField('f2', 'dropdown', {
  listType: { id: 2, dataType: 'User' } as unknown as RecordField['listType'],
});
const due = aField('f3', 'date');
const created = aField('createdAt', 'datetime');
const total = aField('f4', 'currency', { name: 'Total due' });
const fields = [carrier, buyer, created, status, due, total];
const many = (count: number) =>
  Array.from({ length: count }, (_, id) => ({ id: String(id), name: `${id}`, enabled: true }));
const options: FieldOptions = new Map([
  ['f1', many(30)],
  ['f2', many(3)],
]);
const keysOf = (found: readonly RecordField[]) => found.map(({ key }) => key);

describe('a board', () => {
  it('is by the status first, or by a short list that holds no people', () => {
    expect(keysOf(boardFields(fields, options))).toEqual(['status', 'f1']);
    expect(keysOf(boardFields(fields, new Map([['f1', many(31)]])))).toEqual(['status']);
  });

  it('is not there for who sees no such field, whatever the address says', () => {
    const layout = { kind: 'BOARD', field: 'status', sum: 'f4' } as const;
    const seen = { fieldList: [due, total], options };
    expect(findShownLayout({ layout, recordId: null }, seen)).toBeNull();
    expect(findShownLayout({ layout, recordId: 7 }, { fieldList: fields, options })).toBeNull();
    expect(findShownLayout({ layout, recordId: null }, { fieldList: fields, options })).not.toBeNull();
  });
});

describe('a calendar', () => {
  it('is by any date, the leading one first', () => {
    expect(keysOf(calendarFields(fields))).toEqual(['f3', 'createdAt']);
  });
});

describe('the sum', () => {
  const layout = { kind: 'BOARD', field: null } as const;
  it('is of the leading amount, of another, or of none', () => {
    expect(chosenSum(fields, { ...layout, sum: null })?.key).toBe('f4');
    expect(chosenSum(fields, { ...layout, sum: 'none' })).toBeUndefined();
  });
  it('is of none where the amount is hidden', () => {
    expect(chosenSum([status, due], { ...layout, sum: 'f4' })).toBeUndefined();
  });
});
