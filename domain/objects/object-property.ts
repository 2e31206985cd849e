import type { DataType } from '../fields/data-types.ts';
import { isDataType } from '../fields/data-types.ts';
import { valueOf } from '../values/values.ts';

/** What the rules need to know of a property, as it is stored and as the contract tells it. */
export type ObjectProperty = {
  readonly id: number;
  readonly name: string;
  readonly dataType: string;
  readonly isRequired: boolean;
  readonly isDisplayable: boolean;
  readonly order: number;
  readonly enabled: boolean;
  /** Its values are those of the list, by their ids. */
  readonly listId: number | null;
  /** Of its amounts. */
  readonly currency?: string | null | undefined;
};

/** How its values are stored, read and edited. An object within an object is none of them: it reads as text. */
export function propertyType({ dataType, listId }: Pick<ObjectProperty, 'dataType' | 'listId'>): DataType {
  const type = isDataType(dataType) && valueOf(dataType).family !== 'opaque' ? dataType : 'string';
  return listId === null || valueOf(type).choosing !== null ? type : 'dropdown';
}

export const isCheckbox = (property: Pick<ObjectProperty, 'dataType' | 'listId'>): boolean =>
  valueOf(propertyType(property)).family === 'checkbox';

/** Those that are shown and edited, in their order. */
export const enabledProperties = <Property extends ObjectProperty>(
  properties: readonly Property[],
): readonly Property[] =>
  properties.filter(({ enabled }) => enabled).toSorted((one, other) => one.order - other.order);
