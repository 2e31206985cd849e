import { describe, expect, test } from 'vitest';
import type { DefinedProperty } from './api.ts';
import {
  changeProperty,
  countChanges,
  draftOf,
  mergeDefinition,
  moveProperty,
  newProperty,
  removeProperty,
} from './properties-draft.ts';

const property = (id: number, name: string, more: Partial<DefinedProperty> = {}): DefinedProperty => ({
  id,
  name,
  dataType: 'string',
  isRequired: false,
  isDisplayable: true,
  order: id,
  enabled: true,
  listId: null,
  listName: null,
  ...more,
});
const base = { name: 'Depot', properties: [property(1, 'Town'), property(2, 'Weight')] };
const draft = draftOf(base);

test('what is removed is disabled where it was saved, and forgotten where it was not', () => {
  const added = { ...draft, properties: [...draft.properties, newProperty(false)] };
  const fresh = added.properties[2]!.key;
  expect(removeProperty(added, fresh)).toEqual(draft);
  expect(removeProperty(draft, 'kept 1').properties[0]).toMatchObject({ id: 1, enabled: false });
});

test('changes are counted, the order as one', () => {
  expect(countChanges(draft, base)).toBe(0);
  expect(countChanges(moveProperty(draft, 'kept 2', 0), base)).toBe(1);
  expect(countChanges(changeProperty({ ...draft, name: 'Site' }, 'kept 1', { name: 'City' }), base)).toBe(2);
});

describe('two administrators', () => {
  const theirs = {
    ...base,
    properties: [property(1, 'Place'), property(2, 'Weight'), property(3, 'Height')],
  };

  test('who change different things keep both', () => {
    const mine = changeProperty(draft, 'kept 2', { isRequired: true });
    const { draft: merged, clashes } = mergeDefinition(mine, base, theirs, 'mine');
    expect(clashes).toEqual([]);
    expect(merged.properties).toMatchObject([
      { id: 1, name: 'Place' },
      { id: 2, isRequired: true },
      { id: 3, name: 'Height' },
    ]);
  });

  test('who change the same are asked, and either answer holds', () => {
    const mine = changeProperty(draft, 'kept 1', { name: 'City' });
    const { draft: kept, clashes } = mergeDefinition(mine, base, theirs, 'mine');
    expect(clashes).toEqual(['Town: name']);
    expect(kept.properties[0]?.name).toBe('City');
    expect(mergeDefinition(mine, base, theirs, 'theirs').draft.properties[0]?.name).toBe('Place');
  });

  test('one’s own order and new properties stay over theirs', () => {
    const mine = moveProperty(
      { ...draft, properties: [...draft.properties, newProperty(false)] },
      'kept 2',
      0,
    );
    const { draft: merged, clashes } = mergeDefinition(mine, base, theirs, 'mine');
    expect(clashes).toEqual([]);
    expect(merged.properties.map(({ id }) => id)).toEqual([2, 1, null, 3]);
  });
});
