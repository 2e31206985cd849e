import type { BaseField } from './base-fields.ts';
import type { DataType } from './data-types.ts';
import { valueOf } from '../values/values.ts';

type AnyField = { readonly dataType: DataType; readonly base: BaseField | null };

/** Specification 9: tenant, recordType, enabled and id cannot be filtered. */
export const isFilterable = (field: AnyField): boolean =>
  field.base?.filterable !== false && valueOf(field.dataType).operators.length > 0;

/** Objects and files have no order. */
export const isSortable = (field: AnyField): boolean => valueOf(field.dataType).order !== null;

/**
 * In what the amounts of a field are, by the ISO 4217 code; null where it holds none.
 *
 * @param chosen from the nearest on: by the field, by its record type, by the company; null where nothing was chosen
 */
export const currencyOf = (dataType: string, ...chosen: readonly (string | null)[]): string | null =>
  dataType === 'currency' ? (chosen.find((code) => code !== null) ?? null) : null;

/** 'Total due (USD)': where amounts are shown, their head says of what, and the amounts keep their format. */
export const withCurrency = (name: string, currency: string | null | undefined): string =>
  currency == null ? name : `${name} (${currency})`;

/** The name of a column that may have come from here: what an export puts behind it is left away. */
export const withoutCurrency = (name: string): string => name.replace(/ \([A-Z]{3}\)$/, '');

/** Said to who saves into a field from a screen that does not know yet. */
export const switchedOffMeanwhile = (name: string): string =>
  `“${name}” was switched off meanwhile: what you wrote is not saved. An administrator can switch it on again.`;
