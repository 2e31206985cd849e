import { computedByFormula } from '../formulas/words.ts';
import { Refusal, invalid } from '../kernel/refusal.ts';
import type { AuthorisedField, AuthorisedRecordType } from './authorised-record-type.ts';
import type { FieldRule } from './decide.ts';

/** The rule by which nobody of the role writes into the field, or null. */
export function whyNotEditable({ access, rule, base }: AuthorisedField): FieldRule | null {
  if (base?.readOnly === true) return 'SYSTEM_FIELD';
  return access === 'Editable' ? null : rule;
}

/** Hidden reads as unknown; read-only is said. */
export function requireEditable(fields: AuthorisedRecordType['fields'], key: string): AuthorisedField {
  const field = fields.get(key);
  if (field === undefined) throw fieldUnknown(key);
  const rule = whyNotEditable(field);
  if (rule === 'COMPUTED') throw invalid(computedByFormula(field.name), key);
  if (rule !== null)
    throw new Refusal('FORBIDDEN', `${field.name} is read-only for your role.`, { field: key });
  return field;
}

/** The same for a field that is hidden and for one that nobody made. */
export const fieldUnknown = (key: string): Refusal => invalid(`There is no field '${key}' here.`, key);

/** Of a record that is deleted, whatever else is true of it. */
export const recordDeleted = 'This record is deleted. It can be read, and not changed.';
/** Of a super type. */
export const editedInTheirGrids = 'Records of several types are edited in the grids of their types.';
