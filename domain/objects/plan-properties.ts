import type { PropertyDraft } from './definition-rules.ts';
import type { ObjectProperty } from './object-property.ts';

export type PlannedProperty = Omit<PropertyDraft, 'id'> & { readonly order: number };

export type PropertiesPlan = {
  readonly inserted: readonly PlannedProperty[];
  /** Only those that become different. */
  readonly changed: readonly (PlannedProperty & { readonly id: number })[];
};

/** What has to be written so that the object stands as the drafts say: what they do not name is kept, disabled, at the end. */
export function planProperties(
  kept: readonly ObjectProperty[],
  drafts: readonly PropertyDraft[],
): PropertiesPlan {
  const before = new Map(kept.map((property) => [property.id, property]));
  const named = new Set(drafts.map(({ id }) => id));
  const dropped = kept
    .filter(({ id }) => !named.has(id))
    .map((property) => ({ ...property, enabled: false }));
  const wanted = [...drafts, ...dropped].map((draft, index) => ({
    id: draft.id,
    name: draft.name,
    dataType: draft.dataType,
    isRequired: draft.isRequired,
    isDisplayable: draft.isDisplayable,
    enabled: draft.enabled,
    listId: draft.listId,
    order: index + 1,
  }));
  return {
    inserted: wanted.flatMap(({ id, ...made }) => (id === null ? [made] : [])),
    changed: wanted.flatMap(({ id, ...made }) => {
      const old = id === null ? undefined : before.get(id);
      return old === undefined || isSame(old, made) ? [] : [{ ...made, id: old.id }];
    }),
  };
}

const isSame = (old: ObjectProperty, made: PlannedProperty): boolean =>
  old.name === made.name &&
  old.dataType === made.dataType &&
  old.isRequired === made.isRequired &&
  old.isDisplayable === made.isDisplayable &&
  old.enabled === made.enabled &&
  old.listId === made.listId &&
  old.order === made.order;
