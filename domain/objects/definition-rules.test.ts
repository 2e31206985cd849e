import { describe, expect, test } from 'vitest';
import {
  describeChange,
  describeUse,
  propertyDataTypes,
  whyNotRetyped,
  type ObjectUse,
  type PropertyDraft,
} from './definition-rules.ts';
import type { ObjectProperty } from './object-property.ts';
import { planProperties } from './plan-properties.ts';

const property = (id: number, name: string, more: Partial<ObjectProperty> = {}): ObjectProperty => ({
  id,
  name,
  dataType: 'string',
  isRequired: false,
  isDisplayable: false,
  order: id,
  enabled: true,
  listId: null,
  ...more,
});
const draft = ({ order: _order, currency: _currency, ...kept }: ObjectProperty): PropertyDraft => kept;
const before = [property(1, 'Town', { isDisplayable: true }), property(2, 'Weight')];
const use: ObjectUse = {
  fields: [
    { name: 'From', recordType: 'Purchase orders' },
    { name: 'To', recordType: 'Purchase orders' },
  ],
  lists: ['Depots'],
  records: 212,
  listValues: 1,
  properties: [{ propertyId: 1, records: 200, listValues: 1 }],
};

test('where objects stand is said with how many hold one', () => {
  expect(describeUse(use)).toBe(
    'Used by 2 fields on Purchase orders and by the list Depots, 212 records and 1 value of a list hold one.',
  );
  expect(describeUse({ ...use, lists: [], records: 1, listValues: 0 })).toBe(
    'Used by 2 fields on Purchase orders, 1 record holds one.',
  );
  expect(describeUse({ ...use, lists: [], records: 0, listValues: 0 })).toBe(
    'Used by 2 fields on Purchase orders, nothing holds one yet.',
  );
  expect(describeUse({ ...use, fields: [], lists: [] })).toBe('Not used by any field or list yet.');
});

test('what a property with values holds stays, and the sentence says what to do', () => {
  expect(whyNotRetyped('Town', 1, use)).toBe(
    'Town has a value in 200 records and 1 value of a list: its type is changed by “Change type…” beside the property, which says first what becomes of them.',
  );
  expect(whyNotRetyped('Weight', 2, use)).toBeNull();
});

describe('what becomes of the objects that are there', () => {
  const change = (...drafts: PropertyDraft[]) => describeChange(drafts, before, use);
  const [town, weight] = before.map(draft);

  test('nothing, when only names change', () => {
    expect(change({ ...town!, name: 'Town' }, { ...weight!, name: 'Mass' })).toEqual([]);
  });

  test('values of what is disabled are kept unseen', () => {
    expect(change({ ...town!, isDisplayable: true }, { ...weight!, enabled: false })).toEqual([
      'Weight is disabled; nothing has a value of it.',
    ]);
    expect(change(weight!)[0]).toBe(
      'Town is disabled: 200 records and 1 value of a list keep the value, and nobody sees it until it is enabled again.',
    );
  });

  test('what becomes required is asked only when somebody edits', () => {
    expect(change(town!, { ...weight!, isRequired: true })).toEqual([
      'Weight is required from now on: 213 objects have none, and stay valid until somebody edits them.',
    ]);
    expect(change({ ...town!, isRequired: true }, weight!)).toEqual([
      'Town is required from now on: 12 objects have none, and stay valid until somebody edits them.',
    ]);
  });

  test('another order of what is shown is another text', () => {
    expect(change({ ...weight!, isDisplayable: true }, town!)).toEqual([
      'Objects are shown by Weight, Town, no longer by Town.',
    ]);
  });
});

test('what no draft names is kept, disabled, after the others', () => {
  const [, weight] = before.map(draft);
  expect(planProperties(before, [weight!, { ...weight!, id: null, name: 'Height' }])).toMatchObject({
    inserted: [{ name: 'Height', order: 2 }],
    changed: [
      { id: 2, order: 1 },
      { id: 1, order: 3, enabled: false },
    ],
  });
});

test('a property holds every data type but an object and a file', () => {
  expect(propertyDataTypes).not.toContain('object');
  expect(propertyDataTypes).not.toContain('attachment');
  expect(propertyDataTypes).toContain('multiselect');
});
