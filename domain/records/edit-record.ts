// The form of a record that is edited (Specification 5): what it asks beyond the definitions of its fields. Values are
// the texts in which they are stored, '' when empty.
import type { BaseFieldName } from '../fields/base-fields.ts';
import { isDay } from '../kernel/dates.ts';
import { valueOf } from '../values/values.ts';
import { whyNotValue } from '../values/why-not-value.ts';
import type { NewRecordField } from './new-record.ts';

/** Asked for, whatever the definition says; null: in the words of every required field. */
const asked: Partial<Record<BaseFieldName, string | null>> = {
  recordNumber: null,
  status: null,
  poNumber: null,
  problemCode: 'Problem code is required',
  assignedTo: 'Assigned to is required',
  approvedBy: 'Approved by is required',
};

/** The sentence of the specification, which names another date than it judges. */
const dueDateTooEarly = 'Record Date must be before today';

const isAsked = (key: string): key is keyof typeof asked => Object.hasOwn(asked, key);

export const isRequiredInRecordForm = (field: NewRecordField): boolean =>
  isAsked(field.key) || field.required;

/**
 * The sentence that stands under the field, or null.
 *
 * @param stored what the record holds: a due date that has passed is no reason against the change of something else
 * @param today as YYYY-MM-DD
 */
export function whyNotInRecordForm(
  field: NewRecordField,
  value: string,
  stored: string,
  today: string,
): string | null {
  if (valueOf(field.dataType).isEmpty(value) && isRequiredInRecordForm(field))
    return (isAsked(field.key) ? asked[field.key] : null) ?? `${field.name} is required`;
  const general = whyNotValue(field, value);
  if (general !== null) return general;
  const isEarly = field.key === 'dueDate' && isDay(value) && value < today && value !== stored;
  return isEarly ? dueDateTooEarly : null;
}
