import { findBaseField } from '@rowhouse/domain/fields/base-fields.ts';
import { computedByFormula } from '@rowhouse/domain/formulas/words.ts';
import type { RecordField } from '../record-field.ts';

/** Why nobody with this role can write into the column, or null: Specification 3 and 6. */
export function whyReadOnly(field: RecordField): string | null {
  if (findBaseField(field.key)?.readOnly) return `${field.name} is set by the system.`;
  if (field.isComputed === true) return computedByFormula(field.name);
  if (field.access !== 'Editable') return `${field.name} is read-only for your role.`;
  if (field.dataType === 'object') return `${field.name} is an object: Enter opens it beside the grid.`;
  return null;
}
