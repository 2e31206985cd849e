// The object of a record as an edit session has it: one thing, its fields the properties.
import { isChecked } from '@rowhouse/domain/kernel/formats.ts';
import {
  enabledProperties,
  isCheckbox,
  propertyType,
  type ObjectProperty,
} from '@rowhouse/domain/objects/object-property.ts';
import { isRequiredInEditor, toPropertyValue, whyNotProperty } from '@rowhouse/domain/objects/rules.ts';
import type { PropertyValues } from '@rowhouse/domain/objects/stored-object.ts';
import type { EditSession } from '../../edit-session/edit-session.ts';
import type { EditField, EditKind, Values } from '../../edit-session/edited.ts';

/** The object with the version of its record. */
export type StoredObject = { readonly version: number; readonly values: PropertyValues };

/** Its key is the id of the property. */
export type PropertyField = EditField &
  Pick<ObjectProperty, 'currency'> & { readonly property: ObjectProperty };

export type ObjectSession = EditSession<StoredObject, string, PropertyField>;

/** A session of an object edits this one thing. */
export const theObject = 'object';

export const objectKind: EditKind<StoredObject, string, PropertyField> = {
  read: ({ version, values }, fields) => ({
    id: theObject,
    version,
    values: new Map([...fields].map(([key, { property }]) => [key, valueIn(values, property)])),
  }),
  asks: 'all',
  tells: 'left',
  toKept: ({ property }, text) => toPropertyValue(property, text),
  whyNot: ({ property }, text) => whyNotProperty(property, text.trim()),
};

/** A box that nobody ticked is not ticked. */
function valueIn(values: PropertyValues, property: ObjectProperty): string {
  const value = values.get(property.id) ?? '';
  return isCheckbox(property) ? String(isChecked(value)) : value;
}

export const propertyFields = (properties: readonly ObjectProperty[]): readonly PropertyField[] =>
  enabledProperties(properties).map((property) => ({
    key: String(property.id),
    name: property.name,
    currency: property.currency,
    dataType: propertyType(property),
    required: isRequiredInEditor(property),
    property,
  }));

export const toPropertyValues = (values: Values): PropertyValues =>
  new Map([...values].map(([key, value]) => [Number(key), value]));
