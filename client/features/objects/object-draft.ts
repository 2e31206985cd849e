// What was changed of an object and not saved, over what it was when the edit began.
import type { DataType } from '@rowhouse/domain/fields/data-types.ts';
import { isChecked } from '@rowhouse/domain/kernel/formats.ts';
import { enabledProperties, isCheckbox, propertyType } from '@rowhouse/domain/objects/object-property.ts';
import type { ObjectProperty } from '@rowhouse/domain/objects/object-property.ts';
import { toPropertyValue, whyNotProperty } from '@rowhouse/domain/objects/rules.ts';
import type { PropertyValues } from '@rowhouse/domain/objects/stored-object.ts';
import { isSameValue, mergeChange, type Merge } from '@rowhouse/domain/records/merge-change.ts';

export type ObjectDraft = {
  /** Of the record that the edit began with. */
  readonly version: number;
  readonly original: PropertyValues;
  /** What stands in the inputs, of the properties that were touched. */
  readonly typed: PropertyValues;
  /** What the server said of a property; it goes with the next key. */
  readonly refusals: ReadonlyMap<number, string>;
};

export const beginDraft = (version: number, original: PropertyValues): ObjectDraft => ({
  version,
  original,
  typed: new Map(),
  refusals: new Map(),
});

export const editedProperties = (properties: readonly ObjectProperty[]): readonly ObjectProperty[] =>
  enabledProperties(properties);

/** A box that nobody ticked is not ticked. */
function valueIn(values: PropertyValues, property: ObjectProperty): string {
  const value = values.get(property.id) ?? '';
  return isCheckbox(property) ? String(isChecked(value)) : value;
}

export const draftValue = ({ typed, original }: ObjectDraft, property: ObjectProperty): string =>
  typed.get(property.id) ?? valueIn(original, property);

export function typeInto(draft: ObjectDraft, { id }: ObjectProperty, value: string): ObjectDraft {
  const refusals = new Map(draft.refusals);
  refusals.delete(id);
  return { ...draft, typed: new Map([...draft.typed, [id, value]]), refusals };
}

/** Those whose value is another than it was, as they are sent. */
export function changesOf(draft: ObjectDraft, properties: readonly ObjectProperty[]): PropertyValues {
  return new Map(
    editedProperties(properties).flatMap((property) => {
      const typed = draft.typed.get(property.id);
      if (typed === undefined) return [];
      const value = toPropertyValue(property, typed);
      const isSame = isSameValue(propertyType(property), value, valueIn(draft.original, property));
      return isSame ? [] : [[property.id, value] as const];
    }),
  );
}

/** By property: what the rules say, and what the server said. */
export function faultsOf(
  draft: ObjectDraft,
  properties: readonly ObjectProperty[],
): ReadonlyMap<number, string> {
  return new Map(
    editedProperties(properties).flatMap((property) => {
      const fault =
        draft.refusals.get(property.id) ?? whyNotProperty(property, draftValue(draft, property).trim());
      return fault === null ? [] : [[property.id, fault] as const];
    }),
  );
}

const keyed = (values: PropertyValues, properties: readonly ObjectProperty[]): ReadonlyMap<string, string> =>
  new Map(properties.map((property) => [String(property.id), valueIn(values, property)]));

/** My changes beside what somebody else made of the object meanwhile; keys are ids of properties. */
export function mergeDraft(
  draft: ObjectDraft,
  theirs: PropertyValues,
  properties: readonly ObjectProperty[],
): Merge {
  const edited = editedProperties(properties);
  const types = new Map<string, DataType>(edited.map((one) => [String(one.id), propertyType(one)]));
  const mine = [...changesOf(draft, edited)].map(([id, value]) => [String(id), value] as const);
  return mergeChange(
    keyed(draft.original, edited),
    new Map(mine),
    keyed(theirs, edited),
    (key) => types.get(key) ?? 'string',
  );
}

/** The same edit, made from the present state: what is mine still stands in the inputs. */
export const rebaseDraft = (
  version: number,
  theirs: PropertyValues,
  mine: ReadonlyMap<string, string>,
): ObjectDraft => ({
  ...beginDraft(version, theirs),
  typed: new Map([...mine].map(([key, value]) => [Number(key), value])),
});
