import { operatorsOf } from '../records/operators.ts';
import type { BaseField } from './base-fields.ts';
import type { DataType } from './data-types.ts';
import { valueFamily } from './data-types.ts';

type AnyField = { readonly dataType: DataType; readonly base: BaseField | null };

/** Specification 9: tenant, recordType, enabled and id cannot be filtered. */
export const isFilterable = (field: AnyField): boolean =>
  field.base?.filterable !== false && operatorsOf(field.dataType).length > 0;

/** Objects and files have no order. */
export const isSortable = (field: AnyField): boolean => valueFamily(field.dataType) !== 'opaque';
