import { describe, expect, it } from 'vitest';
import { findLeadingFields } from './leading-fields.ts';
import type { RecordField } from './record-field.ts';

let made = 0;
const aField = (
  name: string,
  dataType: RecordField['dataType'],
  more: Partial<RecordField> = {},
): RecordField => {
  made += 1;
  return {
    id: made,
    key: `f${made}`,
    name,
    dataType,
    visibility: true,
    required: false,
    order: made,
    recordTypeId: 3,
    listType: null,
    objectDefinition: null,
    currency: null,
    access: 'ViewOnly',
    filterable: true,
    sortable: true,
    ...more,
  };
};
const base = (key: string, dataType: RecordField['dataType']) => aField(key, dataType, { id: 0, key });
const namesOf = (fields: readonly RecordField[]) => {
  const { party, amount, date, person } = findLeadingFields(fields);
  return [party, amount, date, person].map((field) => field?.name);
};

describe('the leading fields', () => {
  it('are whom it concerns, the whole amount, the first day and whose it is', () => {
    const fields = [
      base('recordDate', 'date'),
      base('assignedTo', 'dropdown'),
      aField('Ship method', 'dropdown'),
      aField('Vendor', 'dropdown', { required: true }),
      aField('Ship date', 'date'),
      aField('Order date', 'date', { required: true }),
      aField('Subtotal', 'currency'),
      aField('Total due', 'currency'),
      aField('Freight', 'currency'),
    ];
    expect(namesOf(fields)).toEqual(['Vendor', 'Total due', 'Order date', 'assignedTo']);
  });

  it('of a type without fields of its own are those that every record has', () =>
    expect(namesOf([base('description', 'string'), base('recordDate', 'date')])).toEqual([
      'description',
      undefined,
      'recordDate',
      undefined,
    ]));

  it('are not those that are hidden', () =>
    expect(
      namesOf([aField('Amount', 'currency', { visibility: false }), aField('Price', 'currency')]),
    ).toEqual([undefined, 'Price', undefined, undefined]));
});
