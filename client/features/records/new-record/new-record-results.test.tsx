import { readOperand } from '@rowhouse/domain/formulas/evaluate.ts';
import { act, render, renderHook, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { RecordField } from '../record-field.ts';
import { GoneFields, nameGone, useGoneFields } from './gone-fields.tsx';
import { newRecordId, openNewRecord } from './new-record-kind.ts';
import { useNewRecordResults } from './new-record-results.ts';

const aField = (id: number, name: string, more: Partial<RecordField> = {}): RecordField => ({
  id,
  key: `f${id}`,
  name,
  dataType: 'currency',
  visibility: true,
  required: false,
  order: id,
  recordTypeId: 3,
  listType: null,
  objectDefinition: null,
  access: 'Editable',
  filterable: true,
  sortable: true,
  currency: 'USD',
  defaultValue: null,
  isComputed: false,
  formula: null,
  ...more,
});
const computed = (id: number, name: string, formula: string | null) =>
  aField(id, name, { access: 'ViewOnly', isComputed: true, formula });

const freight = aField(1, 'Freight');
const rate = aField(2, 'Tax', { access: 'ViewOnly', defaultValue: '20' });
const total = computed(3, 'Total', 'sum([l7]) + [f1]');
const withTax = computed(4, 'With tax', '[f3] * (1 + [f2] / 100)');
const unseen = computed(5, 'Unseen', null);

test('follow the fields, the defaults and the lines, and nothing of them is written', () => {
  const session = openNewRecord({
    draftName: 'test',
    copied: undefined,
    filled: [freight],
    today: '2026-01-05',
    whyNotObject: () => null,
  });
  let lines: readonly string[] = [];
  const listeners = new Set<() => void>();
  const inFormulas = {
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    valuesOf: (key: string) => (key === 'l7' ? lines.map(readOperand) : []),
  };
  const parts = {
    fields: [freight, rate, total, withTax, unseen],
    filled: [freight],
    session,
    lines: inFormulas,
    today: '2026-01-05',
  };
  const { result } = renderHook(() => useNewRecordResults(parts));
  expect(Object.fromEntries(result.current)).toEqual({ f3: '0', f4: '0' });
  act(() => {
    lines = ['10.10', '', '20.20'];
    for (const listener of listeners) listener();
  });
  expect(result.current.get('f3')).toBe('30.3');
  act(() => session.write([{ row: newRecordId, column: 'f1', value: '0.70' }]));
  expect(Object.fromEntries(result.current)).toEqual({ f3: '31', f4: '37.2' });
  expect([...session.getRows().get(newRecordId)!.values.keys()]).toEqual(['f1']);
});

test('what was typed into a field that is gone is shown with its name, and the focus has a place', () => {
  const city = aField(5, 'Ship city', { dataType: 'string' });
  const session = openNewRecord({
    draftName: 'gone',
    copied: undefined,
    filled: [freight, city],
    today: '2026-01-05',
    whyNotObject: () => null,
  });
  session.write([
    { row: newRecordId, column: 'f1', value: '0.70' },
    { row: newRecordId, column: 'f5', value: 'Lyon' },
  ]);
  function Form({ filled }: { filled: readonly RecordField[] }) {
    const gone = useGoneFields(session, filled, new Map());
    return (
      <>
        <p>{gone.length === 0 ? 'all are here' : nameGone(gone)}</p>
        <GoneFields gone={gone} />
      </>
    );
  }
  const { rerender } = render(<Form filled={[freight, city]} />);
  expect(screen.getByText('all are here')).toBeTruthy();
  rerender(<Form filled={[freight]} />);
  expect(screen.getAllByText('Ship city').length).toBeGreaterThan(0);
  expect(screen.getByRole('alert').textContent).toContain('saved without what you typed: Lyon');
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Fields that are gone' }));
  rerender(<Form filled={[freight, city]} />);
  expect(screen.queryByRole('alert')).toBeNull();
});
