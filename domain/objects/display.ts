// How an object reads: its properties each by its type, and in a cell those that display it (Specification 5 and 9).
import { valueOf } from '../values/values.ts';
import { enabledProperties, propertyType, type ObjectProperty } from './object-property.ts';
import type { PropertyValues } from './stored-object.ts';

export const noDisplayProperty =
  'No display value setted, please contact an administrator to set display values on object configuration';
export const noDisplayValue = 'No display value filled, please fill at least one display value property';

export type PropertyReading = {
  /** What the value of a list is called; '' for one that is not there. */
  readonly nameOf: (listValueId: number, listId: number) => string;
  readonly timeZone: string;
};

/** A value as a person reads it; '' when there is none. */
export function showProperty(
  property: ObjectProperty,
  value: string | undefined,
  { nameOf, timeZone }: PropertyReading,
): string {
  const named = (id: number) => (property.listId === null ? '' : nameOf(id, property.listId));
  return valueOf(propertyType(property)).show(value ?? '', { nameOf: named, timeZone });
}

/** What stands for the object, or the sentence that says why nothing does. */
export type ObjectDisplay =
  | { readonly text: string; readonly whyNone?: undefined }
  | { readonly text: ''; readonly whyNone: string };

/** @param removesComma parts the values by a space: for a line of text, which has commas of its own */
export function displayObject(
  properties: readonly ObjectProperty[],
  values: PropertyValues,
  reading: PropertyReading,
  { removesComma = false } = {},
): ObjectDisplay {
  const displayed = enabledProperties(properties).filter(({ isDisplayable }) => isDisplayable);
  if (displayed.length === 0) return { text: '', whyNone: noDisplayProperty };
  const texts = displayed
    .map((property) => showProperty(property, values.get(property.id), reading))
    .filter((text) => text !== '');
  if (texts.length === 0) return { text: '', whyNone: noDisplayValue };
  return { text: texts.join(removesComma ? ' ' : ', ') };
}
