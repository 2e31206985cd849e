import { isDataType } from '@rowhouse/domain/fields/data-types.ts';
import type { DataType } from '@rowhouse/domain/fields/data-types.ts';

/** In their order; a field of a later version's data type is left out. */
export function toKnownFields<Field extends { readonly dataType: string; readonly order: number }>(
  fields: readonly Field[],
): (Field & { dataType: DataType })[] {
  return fields
    .filter((field): field is Field & { dataType: DataType } => isDataType(field.dataType))
    .toSorted((one, other) => one.order - other.order);
}
