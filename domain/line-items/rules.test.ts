import { describe, expect, it } from 'vitest';
import { listId, recordTypeId } from '../kernel/ids.ts';
import type { StoredLineItemField, StoredLineItemType, TenantConfig } from '../tenants/tenant-config.ts';
import { changeLine } from './rules.ts';

const field = (id: number, name: string, more: Partial<StoredLineItemField> = {}): StoredLineItemField => ({
  id,
  lineItemTypeId: 1,
  name,
  dataType: 'string',
  required: false,
  order: id,
  listId: null,
  listType: null,
  currency: null,
  formula: null,
  fills: [],
  ...more,
});
const item = field(1, 'Item', { required: true });
const amount = field(2, 'Amount', { dataType: 'decimal' });
const colours = field(3, 'Colours', { dataType: 'multiselect', listId: listId(9) });
const link = field(4, 'Link', { dataType: 'url' });
const drawing = field(5, 'Drawing', { dataType: 'attachment' });
const type: StoredLineItemType = {
  id: 1,
  recordTypeId: recordTypeId(1),
  name: 'Lines',
  description: '',
  visibility: true,
  fields: [item, amount, colours, link, drawing],
};
const value = (id: number, enabled: boolean) => [id, { id, listId: 9, enabled }] as const;
const config = {
  listValues: new Map([value(91, true), value(92, false)]),
  fieldConditions: new Map(),
} as unknown as TenantConfig;
const by = { config, viewer: null };
const change = (current: Record<string, string>, ...given: [StoredLineItemField, string | null][]) =>
  changeLine(
    type,
    current,
    given.map(([of, text]) => ({ field: of, value: text })),
    by,
  );

describe('a change of a line', () => {
  it('keeps what is not given, and drops what is emptied', () =>
    expect(change({ 1: 'Bolt', 2: '3' }, [amount, ''])).toEqual({ values: { 1: 'Bolt' } }));
  it('completes web addresses', () =>
    expect(change({ 1: 'Bolt' }, [link, 'example.com'])).toEqual({
      values: { 1: 'Bolt', 4: 'https://example.com' },
    }));
  it('Item is required', () =>
    expect(change({}, [amount, '3'])).toEqual({ fault: { sentence: 'Item is required', fieldId: 1 } }));
  it('Amount: Should be numeric', () =>
    expect(change({ 1: 'Bolt' }, [amount, 'x'])).toEqual({
      fault: { sentence: 'Amount: Should be numeric', fieldId: 2 },
    }));
  it('a disabled choice may stay, and cannot be newly chosen', () => {
    expect(change({ 1: 'Bolt', 3: '[92]' }, [colours, '[91,92]'])).toEqual({
      values: { 1: 'Bolt', 3: '[91,92]' },
    });
    expect(change({ 1: 'Bolt' }, [colours, '[92]'])).toMatchObject({ fault: { fieldId: 3 } });
  });
  it('objects and files are no values of lines', () =>
    expect(change({ 1: 'Bolt' }, [drawing, 'a.pdf'])).toEqual({
      fault: { sentence: 'Drawing cannot be changed in a line.', fieldId: 5 },
    }));
  it('A line needs at least one value.', () =>
    expect(
      changeLine({ ...type, fields: [amount] }, { 2: '3' }, [{ field: amount, value: null }], by),
    ).toEqual({
      fault: { sentence: 'A line needs at least one value.', fieldId: null },
    }));
});
