import type { DataType } from '@rowhouse/domain/fields/data-types.ts';
import type { FilterCondition } from '@rowhouse/domain/records/filter-rules.ts';
import { fireEvent, render, screen } from '@testing-library/react';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { prepareInputs } from '../../../values/late-inputs.ts';
import { FilterPanel } from './filter-panel.tsx';
import { withField, withOperator } from '../../../values/filter-row.tsx';
import type { RecordField } from '../record-field.ts';

beforeAll(prepareInputs);

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
  currency: null,
  access: 'Editable',
  filterable: true,
  sortable: true,
});

const fields = [
  aField('status', 'Status', 'dropdown'),
  aField('description', 'Description', 'string'),
  aField('f7', 'Freight', 'currency', 7),
  aField('f8', 'Urgent', 'checkbox', 8),
  aField('receivedAt', 'Received At', 'datetime'),
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

describe('the filter panel', () => {
  it('offers one condition to begin with, and no Apply before it is complete', () => {
    open([]);
    expect(apply().disabled).toBe(true);
  });

  it('does not greet with what is still to be done, and says it to who goes for Apply', () => {
    open([]);
    expect(screen.queryByText('One condition is not complete.')).toBeNull();
    fireEvent.pointerEnter(apply().parentElement!);
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

  it('takes 2 decimals of a number, and refuses more rather than cut them', () => {
    const onApply = open([{ logicOperator: 'AND', field: 'f7', operator: 'equals', value: '' }]);
    type('1,984.509');
    expect((value() as HTMLInputElement).value).toBe('1,984.509');
    expect(apply().disabled).toBe(true);
    expect(screen.getByText(/takes numbers with at most 2 decimals/)).toBeDefined();
    type('1,984.50');
    fireEvent.click(apply());
    expect(onApply.mock.calls[0]?.[0][0]).toMatchObject({ value: '1984.50' });
  });

  it.each([
    ['7419,7418', ['7419', '7418']],
    ['7,419', ['7419']],
    ['7,419\n7,418', ['7419', '7418']],
  ])('reads %j as the numbers %j, and joins none', (typed, expected) => {
    const onApply = open([{ logicOperator: 'AND', field: 'f7', operator: 'isAnyOf', values: [] }]);
    fireEvent.paste(value(), { clipboardData: { getData: () => typed } });
    fireEvent.change(value(), { target: { value: expected.length > 1 ? '' : typed } });
    fireEvent.keyDown(value(), { key: 'Enter' });
    fireEvent.click(apply());
    expect(onApply.mock.calls[0]?.[0][0]?.values).toEqual(expected);
  });

  it('refuses what is no number, and shows it as it was typed', () => {
    open([{ logicOperator: 'AND', field: 'f7', operator: 'equals', value: '' }]);
    type('1.2.3');
    expect(screen.getByText('Should be numeric')).toBeDefined();
    expect((value() as HTMLInputElement).value).toBe('1.2.3');
    expect(apply().disabled).toBe(true);
  });

  it('parts pasted numbers at spaces, commas and lines', () => {
    const onApply = open([{ logicOperator: 'AND', field: 'f7', operator: 'isAnyOf', values: [] }]);
    fireEvent.paste(value(), { clipboardData: { getData: () => '1 2; 3' } });
    fireEvent.paste(value(), { clipboardData: { getData: () => '1,234.50\n9' } });
    fireEvent.click(apply());
    expect(onApply.mock.calls[0]?.[0][0]?.values).toEqual(['1', '2', '3', '1234.50', '9']);
  });

  it('takes two values for is between, and says when they stand the wrong way round', () => {
    const onApply = open([{ logicOperator: 'AND', field: 'f7', operator: 'between', values: ['', ''] }]);
    const from = screen.getByLabelText('Value of condition 1, from');
    const to = screen.getByLabelText('Value of condition 1, to');
    fireEvent.change(from, { target: { value: '10' } });
    expect(apply().disabled).toBe(true);
    fireEvent.change(to, { target: { value: '9' } });
    expect(screen.getAllByText('Freight: the first value cannot come after the second.')).toHaveLength(1);
    fireEvent.change(to, { target: { value: '1,020.50' } });
    fireEvent.click(apply());
    expect(onApply.mock.calls[0]?.[0][0]).toMatchObject({ operator: 'between', values: ['10', '1020.50'] });
  });

  it('takes a day without a time of a date-time, and a period', () => {
    const onApply = open([
      { logicOperator: 'AND', field: 'receivedAt', operator: 'is', value: '' },
      { logicOperator: 'AND', field: 'receivedAt', operator: 'isWithin', value: '' },
    ]);
    type('07/01/2026');
    fireEvent.change(screen.getByLabelText('Value of condition 2'), { target: { value: 'last7Days' } });
    fireEvent.click(apply());
    expect(onApply.mock.calls[0]?.[0].map(({ value: given }) => given)).toEqual(['2026-07-01', 'last7Days']);
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
    expect(withOperator(text('f7'), 'between').values).toEqual(['a', '']);
    expect(withOperator({ ...text('f7'), operator: 'between', values: ['1', ''] }, 'isAnyOf').values).toEqual(
      ['1'],
    );
    const period = withOperator({ ...text('receivedAt'), operator: 'is' }, 'isWithin');
    expect([period.value, withOperator({ ...period, value: 'today' }, 'is').value]).toEqual(['', '']);
    expect(withOperator(many, 'isEmpty')).toEqual({
      logicOperator: 'AND',
      field: 'description',
      operator: 'isEmpty',
    });
  });
});
