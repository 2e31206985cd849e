import type { DataType } from '@rowhouse/domain/fields/data-types.ts';
import { describe, expect, it } from 'vitest';
import type { RecordField } from '../record-field.ts';
import type { RecordRow } from '../record-row.ts';
import { conditionsOf, whyNotByValue } from './filter-by-value.ts';

const aField = (dataType: DataType, key = 'f7', id = 7): RecordField => ({
  id,
  key,
  name: 'Field',
  dataType,
  visibility: true,
  required: false,
  order: 1,
  recordTypeId: 3,
  listType: null,
  objectDefinition: null,
  currency: null,
  access: 'Editable',
  filterable: true,
  sortable: true,
});
const row = (value: string | null): RecordRow =>
  ({ id: 1, additionalFields: value === null ? [] : [{ id: 'x', tag: '1;2;7', value }] }) as never;

describe('a cell becomes', () => {
  it.each<[DataType, string | null, object[]]>([
    ['string', 'Foxglove', [{ operator: 'equals', value: 'Foxglove' }]],
    ['string', null, [{ operator: 'isEmpty' }]],
    ['currency', '420.39', [{ operator: 'equals', value: '420.39' }]],
    ['date', '2026-11-21', [{ operator: 'is', value: '2026-11-21' }]],
    ['datetime', '2026-11-21T14:30:00Z', [{ operator: 'is', value: '2026-11-21T14:30:00Z' }]],
    ['dropdown', '4', [{ operator: 'is', value: '4' }]],
    [
      'multiselect',
      '[4,5]',
      [
        { operator: 'is', value: '4' },
        { operator: 'is', value: '5' },
      ],
    ],
    ['phone', '[1,2065550199]', [{ operator: 'equals', value: '+1 2065550199' }]],
    ['checkbox', 'true', [{ operator: 'checked' }]],
    ['checkbox', null, [{ operator: 'notChecked' }]],
    ['attachment', '[{}]', [{ operator: 'isNotEmpty' }]],
  ])('of %s that holds %j: %j', (dataType, value, expected) =>
    expect(conditionsOf(aField(dataType), row(value))).toEqual(
      expected.map((condition) => ({ field: 'f7', logicOperator: 'AND', ...condition })),
    ),
  );
  it('of a person: the id', () =>
    expect(
      conditionsOf(aField('dropdown', 'assignedTo', 0), { assignedTo: { id: 9, name: 'Iris' } } as never),
    ).toEqual([{ field: 'assignedTo', logicOperator: 'AND', operator: 'is', value: '9' }]));
});

it('says why a value cannot be asked for', () => {
  const field = aField('string');
  const marked = conditionsOf(field, row("O'Brien"));
  expect(whyNotByValue(field, marked, [])).toMatch(/cannot contain a semicolon/);
  const plain = conditionsOf(field, row('Foxglove'));
  expect(whyNotByValue(field, plain, [])).toBeNull();
  expect(whyNotByValue(field, plain, plain)).toBe('The records are filtered by it already.');
  expect(whyNotByValue({ ...field, filterable: false }, plain, [])).toBe('Field cannot be filtered.');
});
