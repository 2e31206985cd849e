// Whether a property of what is chosen can stand in a field: asked where the pairs are made, and again whenever they fill.
import type { DataType } from '../fields/data-types.ts';
import { propertyType, type ObjectProperty } from '../objects/object-property.ts';
import { dataTypeNames } from '../record-types/rules.ts';
import { classOfPair } from '../values/conversion.ts';
import { valueOf } from '../values/values.ts';

export type FilledField = {
  readonly name: string;
  readonly dataType: DataType;
  readonly listId: number | null;
  /** Of its amounts; absent where it is not known yet. */
  readonly currency?: string | null | undefined;
  readonly isComputed: boolean;
};

export type FillingProperty = Pick<ObjectProperty, 'name' | 'dataType' | 'listId' | 'currency'>;

/** Whether a choice of the field can fill others. */
export const canFill = (
  dataType: DataType,
  list: { readonly listType: string; readonly objectDefinitionId: number | null } | undefined,
): boolean =>
  valueOf(dataType).choosing === 'one' && list?.listType === 'Object' && list.objectDefinitionId !== null;

export const fillsNothing = 'Only a choice of one value from a list of objects fills other fields.';

/** The sentence against the pair, or null. */
export function whyNotFill(field: FilledField, property: FillingProperty): string | null {
  if (field.isComputed) return `“${field.name}” is computed by a formula: nothing else fills it.`;
  const type = propertyType(property);
  if (!isTaken(type, field.dataType))
    return `“${property.name}” is ${say(type)}, and “${field.name}” is ${say(field.dataType)}.`;
  if (valueOf(type).choosing !== null && property.listId !== field.listId)
    return `“${property.name}” and “${field.name}” choose from different lists.`;
  const [one, other] = [property.currency ?? null, field.currency ?? null];
  return one === null || other === null || one === other
    ? null
    : `“${property.name}” is in ${one}, and “${field.name}” is in ${other}.`;
}

const say = (dataType: DataType): string => dataTypeNames[dataType].toLowerCase();

/** Where every value of the one is a value of the other, written the same. */
function isTaken(from: DataType, to: DataType): boolean {
  const [one, other] = [valueOf(from), valueOf(to)];
  if (one.family === 'opaque' || one.family !== other.family || one.choosing !== other.choosing) return false;
  if (from === to || one.family === 'checkbox' || one.choosing !== null) return true;
  // A link takes no text that is none, and a phone number is kept in a form of its own.
  if (one.family === 'text')
    return from !== 'phone' && (to === 'textarea' || (to === 'string' && from !== 'textarea'));
  // A decimal with more than two decimals is found out when it fills.
  return classOfPair(from, to) === 'lossless' || to === 'currency';
}
