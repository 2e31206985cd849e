import type { DataType } from '../fields/data-types.ts';
import { valueOf } from './values.ts';

/** The sentence that stands under the field, or null. An empty value is judged by `required` alone. */
export function whyNotValue(
  field: { readonly name: string; readonly dataType: DataType; readonly required: boolean },
  value: string | null | undefined,
): string | null {
  const type = valueOf(field.dataType);
  if (value == null || type.isEmpty(value)) return field.required ? `${field.name} is required` : null;
  return type.whyNot(value);
}
