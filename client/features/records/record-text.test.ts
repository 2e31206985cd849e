import type { DataType } from '@rowhouse/domain/fields/data-types.ts';
import { describe, expect, it } from 'vitest';
import type { Option } from '../../ui/inputs/option.ts';
import type { Names } from '../../values/shown-text.ts';
import type { RecordField } from './record-field.ts';
import type { RecordRow } from './record-row.ts';
import { textOf } from './record-text.ts';

const aField = (key: string, dataType: DataType, id = 0): RecordField => ({
  id,
  key,
  name: key,
  dataType,
  visibility: true,
  required: false,
  order: 1,
  recordTypeId: 3,
  listType: null,
  currency: null,
  objectDefinition: null,
  access: 'ViewOnly',
  filterable: true,
  sortable: true,
});

const options: Option[] = [
  { id: '7', name: 'Air', enabled: true },
  { id: '8', name: 'Sea', enabled: false },
];
const names: Names = new Map(options.map((option) => [option.id, option]));

const record = {
  id: 1,
  version: 1,
  recordNumber: 4012,
  enabled: true,
  recordFile: { id: 4, originalFileName: 'order.pdf' },
  statusId: { id: 7, name: 'Air' },
  problemCodeId: { id: 8, name: 'Sea' },
  assignedTo: { id: 5, name: null, email: 'ann@example.com' },
  createdBy: { id: 6, name: 'Ben Miller', email: 'ben@example.com' },
  recordDate: '2026-09-15',
  createdAt: '2026-09-16T22:30:00.000Z',
  validationRequired: false,
} as RecordRow;

const base: [string, DataType, string][] = [
  ['recordNumber', 'number', '4012'],
  ['enabled', 'checkbox', 'Active'],
  ['recordFile', 'attachment', 'order.pdf'],
  ['status', 'dropdown', 'Air'],
  ['problemCode', 'dropdown', 'Sea (Disabled)'],
  ['assignedTo', 'dropdown', 'ann@example.com'],
  ['createdBy', 'dropdown', 'Ben Miller'],
  ['approvedBy', 'dropdown', ''],
  ['recordDate', 'date', '09/15/2026'],
  ['createdAt', 'datetime', '09/17/2026 07:30 AM'],
  ['validationRequired', 'checkbox', 'No'],
];
it.each(base)('the base field %s (%s) reads %j', (key, dataType, expected) =>
  expect(textOf(aField(key, dataType), record, names, 'Asia/Tokyo')).toBe(expected),
);

it('a disabled record reads Deleted', () =>
  expect(textOf(aField('enabled', 'checkbox'), { ...record, enabled: false }, names, 'UTC')).toBe('Deleted'));

describe('an additional field', () => {
  const stored: [DataType, string | null, string][] = [
    ['number', '12', '12'],
    ['currency', '23410.08', '23,410.08'],
    ['decimal', '0.125', '0.125'],
    ['date', '2026-09-15', '09/15/2026'],
    ['datetime', '2026-09-16T22:30:00Z', '09/17/2026 07:30 AM'],
    ['time', '23:59', '11:59 PM'],
    ['dropdown', '7', 'Air'],
    ['single-select', '8', 'Sea (Disabled)'],
    ['dropdown', '99', ''],
    ['multiselect', '[7,8]', 'Air, Sea (Disabled)'],
    ['multiselect-checkbox', '0', ''],
    ['checkbox', 'true', 'Yes'],
    ['phone', '[1,5551234567]', '+1 5551234567'],
    ['url', 'example.com', 'example.com'],
    ['string', null, ''],
  ];
  it.each(stored)('of type %s that holds %j reads %j', (dataType, value, expected) => {
    const holding = { ...record, additionalFields: [{ tag: '1;1;31', value }] };
    expect(textOf(aField('f31', dataType, 31), holding, names, 'Asia/Tokyo')).toBe(expected);
  });
});
