import { readIds } from '../kernel/formats.ts';
import { whyNotListValue } from '../records/choices.ts';
import type { StoredObjectProperty, TenantConfig } from '../tenants/tenant-config.ts';
import { isCheckbox, propertyType } from './object-property.ts';
import { toPropertyValue, whyNotProperty } from './rules.ts';
import { findObject, propertyText, type PropertyValues } from './stored-object.ts';

export type PropertyInput = { readonly propertyId: number; readonly value?: string | null | undefined };

export type ObjectChange =
  | { readonly values: PropertyValues; readonly whyNot?: undefined }
  /** Without a property it is the object as a whole that is refused. */
  | { readonly whyNot: string; readonly propertyId: number | null };

/** The properties that are given, over what is there: each is judged as the properties editor judges it. */
export function changeProperties(
  definitionId: number | null,
  given: readonly PropertyInput[],
  current: PropertyValues,
  config: TenantConfig,
): ObjectChange {
  return change({ definitionId, given, current, config, isWhole: false });
}

/**
 * The whole object in the text that `AdditionalField.value` tells, as an undo writes it: required is what the
 * definition requires. A disabled property that is not named stays as it is, and so does one that can be put back.
 */
export function replaceObject(
  definitionId: number | null,
  text: string,
  current: PropertyValues,
  config: TenantConfig,
): ObjectChange {
  const named = findObject(text);
  if (named === null) return { whyNot: 'Should be an object', propertyId: null };
  const isGone = (id: number) =>
    config.goneProperties.some((one) => one.id === id && one.objectDefinitionId === definitionId);
  const given: PropertyInput[] = [];
  for (const [key, value] of named) {
    const propertyId = /^[1-9]\d{0,15}$/.test(key) ? Number(key) : 0;
    // A text that was read before its deletion names it still.
    if (isGone(propertyId)) continue;
    const written = value === null ? '' : propertyText(value);
    if (written === null) return { whyNot: 'Should be an object of texts', propertyId };
    given.push({ propertyId, value: written });
  }
  const kept = [...config.objectProperties, ...config.goneProperties]
    .filter(({ objectDefinitionId, enabled }) => objectDefinitionId === definitionId && !enabled)
    .flatMap(({ id }): [number, string][] => (current.has(id) ? [[id, current.get(id)!]] : []));
  return change({ definitionId, given, current, start: new Map(kept), config, isWhole: true });
}

type Change = {
  definitionId: number | null;
  given: readonly PropertyInput[];
  current: PropertyValues;
  start?: PropertyValues;
  config: TenantConfig;
  isWhole: boolean;
};

function change({ definitionId, given, current, start = current, config, isWhole }: Change): ObjectChange {
  const properties = config.objectProperties.filter(
    ({ objectDefinitionId }) => objectDefinitionId === definitionId,
  );
  const byId = new Map(properties.map((property) => [property.id, property]));
  const values = new Map(start);
  const seen = new Set<number>();
  for (const { propertyId, value } of given) {
    const property = byId.get(propertyId);
    // One of another definition, and one of another tenant, read as one that nobody has.
    if (property === undefined) return { whyNot: `There is no property '${propertyId}' here.`, propertyId };
    if (seen.has(propertyId)) return { whyNot: `${property.name} is given twice.`, propertyId };
    seen.add(propertyId);
    const after = toPropertyValue(property, value);
    const before = current.get(propertyId) ?? '';
    const isUnchanged = after === before && (after !== '' || isWhole);
    const whyNot = isUnchanged ? null : whyNotChanged(property, after, before, config, isWhole);
    if (whyNot !== null) return { whyNot, propertyId };
    if (after === '') values.delete(propertyId);
    else values.set(propertyId, after);
  }
  const missing = values.size === 0 ? undefined : properties.find((property) => isMissing(property, values));
  return missing ? { whyNot: `${missing.name} is required`, propertyId: missing.id } : { values };
}

/** An object without any value is none, and nothing of it is required. */
const isMissing = (property: StoredObjectProperty, values: PropertyValues): boolean =>
  property.enabled && property.isRequired && !isCheckbox(property) && !values.has(property.id);

function whyNotChanged(
  property: StoredObjectProperty,
  after: string,
  before: string,
  config: TenantConfig,
  isWhole: boolean,
): string | null {
  if (!property.enabled) return `${property.name} is disabled and cannot be changed.`;
  const whyNot = isWhole ? whyNotProperty(property, after, false) : whyNotProperty(property, after);
  if (whyNot !== null) return whyNot.startsWith(property.name) ? whyNot : `${property.name}: ${whyNot}`;
  if (after === '') return null;
  const field = { dataType: propertyType(property), listId: property.listId };
  const whyNotListed = whyNotListValue(config, field, after, readIds(before));
  return whyNotListed === null ? null : `${property.name}: ${whyNotListed}`;
}
