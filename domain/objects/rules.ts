// What a property takes (Specification 5, properties editor), for the panel and for what is sent without it.
import { valueOf } from '../values/values.ts';
import { whyNotValue } from '../values/why-not-value.ts';
import { enabledProperties, isCheckbox, propertyType, type ObjectProperty } from './object-property.ts';
import type { PropertyValues } from './stored-object.ts';

export const saveFirst = 'Please save first';
export const contactListAdministrator = 'Contact the List Administrator';

type Rule = Pick<ObjectProperty, 'name' | 'dataType' | 'listId' | 'isRequired'>;

/** Text and addresses are required in the properties editor, whatever their definition says. */
export function isRequiredInEditor(property: Rule): boolean {
  const type = propertyType(property);
  return property.isRequired || type === 'string' || type === 'url';
}

/** The sentence that stands under the property, or null. A box that nobody ticked is not ticked, and not missing. */
export function whyNotProperty(
  property: Rule,
  value: string,
  required = isRequiredInEditor(property),
): string | null {
  const dataType = propertyType(property);
  if (isCheckbox(property) && valueOf(dataType).isEmpty(value)) return null;
  return whyNotValue({ name: property.name, dataType, required }, value);
}

/** Why the object cannot be made of what is typed, by its first property that is wrong; an object without any value is none. */
export function whyNotObject(properties: readonly ObjectProperty[], typed: PropertyValues): string | null {
  if (typed.size === 0) return null;
  for (const property of enabledProperties(properties)) {
    const whyNot = whyNotProperty(property, (typed.get(property.id) ?? '').trim());
    if (whyNot !== null) return whyNot;
  }
  return null;
}

/** A valid value as it is kept; '' when there is none. */
export function toPropertyValue(property: Rule, value: string | null | undefined): string {
  const dataType = propertyType(property);
  if (value == null || valueOf(dataType).isEmpty(value)) return '';
  return valueOf(dataType).toKept(value);
}
