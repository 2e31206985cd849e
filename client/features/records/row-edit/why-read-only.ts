import { findBaseField } from '@rowhouse/domain/fields/base-fields.ts';
import type { RecordField } from '../record-field.ts';

/** Why nobody with this role can write into the column, or null: Specification 3 and 6. */
export function whyReadOnly(field: RecordField): string | null {
  if (findBaseField(field.key)?.readOnly) return `${field.name} is set by the system.`;
  if (field.access !== 'Editable') return `${field.name} is read-only for your role.`;
  if (field.dataType === 'object') return `${field.name} is an object: it is not edited in its cell.`;
  if (field.dataType === 'attachment') return `${field.name} is a file: it is not edited in its cell.`;
  return null;
}
