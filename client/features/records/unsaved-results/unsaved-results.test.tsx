import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createEditSession } from '../../../edit-session/edit-session.ts';
import type { RecordField } from '../record-field.ts';
import type { RecordRow } from '../record-row.ts';
import { recordFormKind } from '../record-page/record-form-kind.ts';
import { useUnsavedResults } from './unsaved-results.ts';

const aField = (id: number, more: Partial<RecordField> = {}): RecordField => ({
  id,
  key: `f${id}`,
  name: `Field ${id}`,
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
  currency: null,
  formula: null,
  ...more,
});
const computed = (id: number, formula: string) =>
  aField(id, { access: 'ViewOnly', isComputed: true, formula });

const freight = aField(1);
const fields = [
  freight,
  computed(2, 'sum([l7]) + [f1]'),
  computed(3, '[f2] * 2'),
  computed(4, 'sum([l8])'),
  computed(5, '[f1] * 10'),
  aField(6, {
    dataType: 'string',
    isComputed: true,
    formula: 'if([f2] > 30, "dear ", "") & round(sum([l7]), 1)',
  }),
];
const stored = { 1: '5.00', 2: '25.00', 3: '50', 4: '99', 5: '50', 6: '20.0' };
const record = {
  id: 1,
  version: 1,
  additionalFields: Object.entries(stored).map(([id, value]) => ({ tag: `a;b;${id}`, value })),
} as unknown as RecordRow;

function open() {
  const session = createEditSession(
    recordFormKind(() => '2026-01-05'),
    {},
  );
  session.setFields([freight], fields);
  const listeners = new Set<() => void>();
  let amounts: readonly string[] | null = ['20'];
  let isChanged = false;
  const lines = {
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    isChanged: () => isChanged,
    valuesOf: (key: string): readonly string[] | null => (key === 'l7' && amounts !== null ? amounts : null),
  };
  const write = (next: readonly string[] | null, changed: boolean) =>
    act(() => {
      [amounts, isChanged] = [next, changed];
      for (const listener of listeners) listener();
    });
  const { result, rerender } = renderHook(
    (shown: RecordRow) => useUnsavedResults({ fields, record: shown, session, lines }),
    { initialProps: record },
  );
  return {
    session,
    write,
    results: () => Object.fromEntries([...result.current].map(([key, { value }]) => [key, value])),
    areSaved: () => [...result.current.values()].map(({ isSaved }) => isSaved),
    arrive: (next: RecordRow) => rerender(next),
  };
}

test('follow the lines as they are written, on over what is computed from them, and go when the lines are as saved', () => {
  const { write, results } = open();
  expect(results()).toEqual({});
  write(['20', '10.10', ''], true);
  expect(results()).toEqual({ f2: '35.1', f3: '70.2', f6: 'dear 30.1' });
  write(['20.00'], true);
  expect(results()).toEqual({});
  write(['30'], true);
  write(['20'], false);
  expect(results()).toEqual({});
});

test('stay when the lines are saved, until the record comes', () => {
  const { write, results, areSaved, arrive } = open();
  write(['30'], true);
  expect(areSaved()).toEqual([false, false, false]);
  write(['30'], false);
  expect(results()).toEqual({ f2: '35', f3: '70', f6: 'dear 30.0' });
  expect(areSaved()).toEqual([true, true, true]);
  arrive({ ...record });
  expect(results()).toEqual({});
});

test('follow the fields and the lines together', () => {
  const { session, write, results } = open();
  act(() => {
    session.begin([record]);
    session.write([{ row: 1, column: 'f1', value: '6' }]);
  });
  expect(results()).toEqual({ f2: '26', f3: '52', f5: '60' });
  write(['10'], true);
  expect(results()).toEqual({ f2: '16', f3: '32', f5: '60', f6: '10.0' });
});

test('what gathers lines that are not known here stays as it is saved, and so does what comes from it', () => {
  const { session, write, results } = open();
  write(null, false);
  act(() => {
    session.begin([record]);
    session.write([{ row: 1, column: 'f1', value: '6' }]);
  });
  expect(results()).toEqual({ f5: '60' });
});
