import { expect, it } from 'vitest';
import { sayStored } from './say-stored.ts';

const nameId = (key: string, id: number) => (key === 'fieldId' && id === 7 ? 'Total due' : null);

it.each([
  [['A', 'B'], 'A, B'],
  [{ items: [{ key: 'recordNumber', name: 'Record Number', isLine: false }] }, 'Items: Record Number'],
  [Array.from({ length: 8 }, (_, index) => ({ name: `F${index}` })), 'F0, F1, F2, F3, F4 and 3 more'],
  [[{ operator: 'equals', value: '860' }], 'Operator: equals, Value: 860'],
  [{ fieldId: 7, order: 2 }, 'Field: Total due, Order: 2'],
  [{ fieldId: 8, widths: { a: 1 } }, 'Widths: A: 1'],
  [[{ deep: 1 }, { deep: 2 }], '2 entries'],
  [{ isOn: true, none: null, empty: [] }, 'Is on: yes'],
  [{}, null],
])('%j is said as %j', (value, words) => {
  expect(sayStored(value, nameId)).toBe(words);
});

it('is cut where it is too long to read', () => {
  expect(sayStored({ text: 'x'.repeat(1000) }, nameId)).toHaveLength(300);
});
