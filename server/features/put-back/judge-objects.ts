// An object goes back property by property: what somebody wrote into another one since stays.
import { whyNotEditable } from '@rowhouse/domain/access/why-not-editable.ts';
import { readIds } from '@rowhouse/domain/kernel/formats.ts';
import { replaceObject } from '@rowhouse/domain/objects/change-object.ts';
import { propertyType } from '@rowhouse/domain/objects/object-property.ts';
import { readObject, writeObject, type PropertyValues } from '@rowhouse/domain/objects/stored-object.ts';
import { reasons } from '@rowhouse/domain/put-back/evaluate.ts';
import { whyNotListValue } from '@rowhouse/domain/records/choices.ts';
import { choiceNamer } from '@rowhouse/domain/records/names-of.ts';
import type { StoredObjectProperty } from '@rowhouse/domain/tenants/tenant-config.ts';
import { valueOf } from '@rowhouse/domain/values/values.ts';
import type { FieldChange } from '../../platform/record-store/seen-changes.ts';
import {
  isTicked,
  keyOf,
  sinceTicked,
  toPlaceEntry,
  type Asked,
  type Changed,
  type JudgedRow,
  type Setting,
} from './asked-place.ts';

/** Objects are kept as JSON text by people, and as JSON by what builds a company. */
export const readStored = (value: unknown): PropertyValues =>
  readObject(value == null || typeof value === 'string' ? (value ?? null) : JSON.stringify(value));

/** Null for a field that holds no object. */
export function objectPlaces(
  field: FieldChange['field'],
  changes: readonly Changed[],
  setting: Setting,
): Asked[] | null {
  const { facts, context } = setting;
  const definitionId = field.stored.get(facts.grid.type.id)?.objectDefinitionId ?? null;
  if (field.dataType !== 'object' || definitionId === null) return null;
  const read = changes.map(({ entry, before, after }) => ({
    entry,
    before: readStored(before?.value),
    after: readStored(after),
  }));
  const current = readStored(facts.values[field.key]);
  const whyClosed = !facts.isEnabled
    ? reasons.recordDeleted
    : whyNotEditable(field) !== null
      ? reasons.viewOnly(field.name)
      : null;
  return context.config.objectProperties
    .filter(({ objectDefinitionId }) => objectDefinitionId === definitionId)
    .toSorted((one, other) => one.order - other.order)
    .flatMap((property): Asked[] => {
      const { id } = property;
      const ofProperty = read.flatMap(({ entry, before, after }): Changed[] => {
        const [was, is] = [before.get(id) ?? null, after.get(id) ?? null];
        return was === is ? [] : [{ entry, before: { value: was }, after: is }];
      });
      if (!isTicked(facts, ofProperty)) return [];
      const target = { kind: 'property', key: field.key, propertyId: id } as const;
      const show = (value: unknown) =>
        typeof value === 'string' ? showProperty(value, property, setting) : null;
      const place = {
        key: keyOf(target),
        name: `${field.name}, ${property.name}`,
        now: current.get(id) ?? null,
        entries: sinceTicked(ofProperty, facts).map((change) => toPlaceEntry(change, setting)),
        whyClosed:
          whyClosed ??
          (!property.enabled
            ? reasons.gone(property.name)
            : ofProperty.some(({ entry }) => entry.at < (property.retypedAt ?? ''))
              ? reasons.otherType(`${field.name}, ${property.name}`)
              : null),
        whyNotValue: (value: unknown) =>
          whyNotChosen(property, value, current.get(id) ?? '', show(value), setting),
      };
      return [{ target, place, dataType: propertyType(property), show }];
    });
}

function whyNotChosen(
  property: StoredObjectProperty,
  value: unknown,
  current: string,
  words: string | null,
  { context: { config } }: Setting,
): string | null {
  if (typeof value !== 'string') return null;
  const field = { dataType: propertyType(property), listId: property.listId };
  return whyNotListValue(config, field, value, readIds(current)) === null
    ? null
    : reasons.noChoice(words ?? value);
}

function showProperty(value: string, property: StoredObjectProperty, { context: { config } }: Setting) {
  const { listId } = property;
  if (listId === null || valueOf(propertyType(property)).choosing === null) return value;
  const ids = value.startsWith('[') ? readIds(value) : [Number(value)];
  const nameOf = choiceNamer({ base: null, listId }, config, 'UTC');
  return ids.map(nameOf).filter(Boolean).join(', ') || null;
}

/** An object is judged as it would be saved: with all of its values that are put back together. */
export function judgeObjectsWhole(
  rows: readonly JudgedRow[],
  chosen: ReadonlySet<string> | null,
  setting: Setting,
): JudgedRow[] {
  const { facts, context } = setting;
  const faults = new Map<string, string>();
  const possible = rows.filter(
    ({ target, whyNot, place }) =>
      target.kind === 'property' && whyNot === null && (chosen === null || chosen.has(place.key)),
  );
  const byField = Map.groupBy(possible, ({ target }) => (target.kind === 'property' ? target.key : ''));
  for (const [key, ofField] of byField) {
    const field = facts.grid.fields.get(key)?.stored.get(facts.grid.type.id);
    const current = readStored(facts.values[key]);
    let left = ofField;
    while (left.length > 0) {
      const values = objectWith(current, left);
      const judged = replaceObject(
        field?.objectDefinitionId ?? null,
        writeObject(values) ?? '{}',
        current,
        context.config,
      );
      const emptied = values.size === 0 && field?.required === true ? `${field.name} is required` : null;
      const whyNot = judged.whyNot ?? emptied;
      if (whyNot === null) break;
      const propertyId = judged.whyNot === undefined ? null : judged.propertyId;
      const guilty = left.filter(
        ({ target }) => target.kind === 'property' && target.propertyId === propertyId,
      );
      // Where it is none of those that go back, none of them does.
      for (const { place } of guilty.length > 0 ? guilty : left) faults.set(place.key, whyNot);
      left = guilty.length > 0 ? left.filter((row) => !guilty.includes(row)) : [];
    }
  }
  return rows.map((row) => {
    const fault = faults.get(row.place.key);
    return fault === undefined ? row : { ...row, whyNot: fault };
  });
}

/** The object as it stands, with what goes back. */
export function objectWith(
  current: PropertyValues,
  rows: readonly Pick<JudgedRow, 'target' | 'to'>[],
): PropertyValues {
  const values = new Map(current);
  for (const { target, to } of rows) {
    if (target.kind !== 'property') continue;
    if (typeof to === 'string') values.set(target.propertyId, to);
    else values.delete(target.propertyId);
  }
  return values;
}
