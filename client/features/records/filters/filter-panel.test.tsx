import type { DataType } from '@rowhouse/domain/fields/data-types.ts';
import type { FilterCondition } from '@rowhouse/domain/records/filter-rules.ts';
import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { FilterPanel } from './filter-panel.tsx';
import { withField, withOperator } from './filter-row.tsx';
import type { RecordField } from '../record-field.ts';

const aField = (key: string, name: string, dataType: DataType, id = 0): RecordField => ({
  id,
  key,
  name,
  dataType,
  visibility: true,
  required: false,
  order: 1,
  recordTypeId: 3,
  listType: null,
  objectDefinition: null,
  access: 'Editable',
  filterable: true,
  sortable: true,
});

const fields = [
  aField('status', 'Status', 'dropdown'),
  aField('description', 'Description', 'string'),
  aField('f7', 'Freight', 'currency', 7),
  aField('f8', 'Urgent', 'checkbox', 8),
];
const options = new Map([['status', [{ id: '1', name: 'Approved', enabled: true }]]]);

function open(filters: readonly FilterCondition[], presetFilters: readonly FilterCondition[] = []) {
  const onApply = vi.fn<(filters: readonly FilterCondition[]) => void>();
  render(
    <FilterPanel
      anchor={document.body}
      fields={fields}
      options={options}
      presetFilters={presetFilters}
      filters={filters}
      onApply={onApply}
      onClose={() => {}}
    />,
  );
  return onApply;
}

const apply = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Apply' });
const value = () => screen.getByLabelText('Value of condition 1');
const type = (text: string) => fireEvent.change(value(), { target: { value: text } });
const text = (field: string): FilterCondition => ({
  logicOperator: 'AND',
  field,
  operator: 'contains',
  value: 'a',
});

/** A wide screen; jsdom has none. */
beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
});

describe('the filter panel', () => {
  it('offers one condition to begin with, and no Apply before it is complete', () => {
    open([]);
    expect(apply().disabled).toBe(true);
    expect(screen.getByText('One condition is not complete.')).toBeDefined();
  });

  it('applies what is valid', () => {
    const onApply = open([text('description')]);
    type('spokes');
    fireEvent.click(apply());
    expect(onApply).toHaveBeenCalledExactlyOnceWith([{ ...text('description'), value: 'spokes' }]);
  });

  it.each(["O'Brien", 'a;b', 'a--b', '/* a'])('does not apply %j and says why', (typed) => {
    open([text('description')]);
    type(typed);
    expect(apply().disabled).toBe(true);
    expect(screen.getByText(/^Description: a value cannot contain a semicolon/)).toBeDefined();
    expect(value().getAttribute('aria-invalid')).toBe('true');
  });

  it('takes 2 decimals of a number', () => {
    const onApply = open([{ logicOperator: 'AND', field: 'f7', operator: 'equals', value: '' }]);
    type('1,984.509');
    fireEvent.click(apply());
    expect(onApply.mock.calls[0]?.[0][0]).toMatchObject({ value: '1984.50' });
  });

  it('needs no value for is checked', () => {
    open([{ logicOperator: 'AND', field: 'f8', operator: 'checked' }]);
    expect(apply().disabled).toBe(false);
    expect(screen.queryByLabelText('Value of condition 1')).toBeNull();
  });

  it('takes 1,000 pasted values for is any of, and no more at once', () => {
    const onApply = open([{ logicOperator: 'AND', field: 'description', operator: 'isAnyOf', values: [] }]);
    const pasted = Array.from({ length: 1001 }, (_, index) => `part ${index}`).join('\n');
    fireEvent.paste(value(), { clipboardData: { getData: () => pasted } });
    expect(screen.getByText('Only the first 1000 pasted values were taken.')).toBeDefined();
    fireEvent.click(apply());
    expect(onApply.mock.calls[0]?.[0][0]?.values).toHaveLength(1000);
  });

  it('joins by AND or OR, adds and removes', () => {
    const onApply = open([text('description'), text('description')]);
    fireEvent.change(screen.getByLabelText('How condition 2 joins those before it'), {
      target: { value: 'OR' },
    });
    fireEvent.click(screen.getByRole('button', { name: 'Add condition' }));
    expect(apply().disabled).toBe(true);
    fireEvent.click(screen.getByRole('button', { name: 'Remove condition 3' }));
    fireEvent.click(apply());
    expect(onApply.mock.calls[0]?.[0].map(({ logicOperator }) => logicOperator)).toEqual(['AND', 'OR']);
  });

  it('shows what the role is confined to, and does not let it be edited', () => {
    const onApply = open(
      [text('description')],
      [{ logicOperator: 'AND', field: 'status', operator: 'is', value: '1' }],
    );
    expect(screen.getByText(/Set for your role; it cannot be edited/).textContent).toContain(
      'Status is Approved',
    );
    fireEvent.click(apply());
    expect(onApply).toHaveBeenCalledExactlyOnceWith([text('description')]);
  });
});

describe('a condition that changes', () => {
  it('keeps an operator that the other field has too, and no value', () =>
    expect(withField({ ...text('description'), operator: 'equals' }, fields, 'f7')).toEqual({
      logicOperator: 'AND',
      field: 'f7',
      operator: 'equals',
    }));
  it('takes the first operator of a field that has another kind', () =>
    expect(withField(text('description'), fields, 'status').operator).toBe('is'));
  it('makes a list of one value, and one value of a list', () => {
    const many = withOperator(text('description'), 'isAnyOf');
    expect(many).toEqual({ logicOperator: 'AND', field: 'description', operator: 'isAnyOf', values: ['a'] });
    expect(withOperator(many, 'contains')).toEqual(text('description'));
    expect(withOperator(many, 'isEmpty')).toEqual({
      logicOperator: 'AND',
      field: 'description',
      operator: 'isEmpty',
    });
  });
});
