// What a value of each data type must be (Specification 5), in the form in which it is stored and sent:
// a number, YYYY-MM-DD, an ISO instant, HH:mm, 'true' or 'false', an id, a JSON array of ids, or text.
import { invalidDate, isDay, isInstant, isTime } from '../kernel/dates.ts';
import { findHref, readPhone } from '../kernel/formats.ts';
import { largestNumber, longestSlotText, longestText } from '../records/limits.ts';
import type { DataType } from './data-types.ts';
import { valueFamily } from './data-types.ts';

export const notNumeric = 'Should be numeric';
export const invalidEmail = 'Invalid format. Please enter a valid email address (e.g. name@example.com).';

/** Letters of any script, no quotes or comments, a dot in the host; whether mail arrives only mail can tell. */
const email = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+\.[^\s@<>()[\]\\,;:".]{2,}$/u;
const numeric = /^-?(\d+(\.\d+)?|\.\d+)$/;
const idText = /^[1-9]\d{0,15}$/;
const idsText = /^\[(\s*("[1-9]\d{0,15}"|[1-9]\d{0,15})\s*(,\s*("[1-9]\d{0,15}"|[1-9]\d{0,15})\s*)*)?\]$/;

/** An empty multiselect is stored as '0'. */
export const isEmptyValue = (dataType: DataType, value: string | null | undefined): boolean =>
  value == null ||
  value.trim() === '' ||
  (valueFamily(dataType) === 'relations' && (value === '0' || /^\[\s*\]$/.test(value)));

export const isNumeric = (text: string): boolean =>
  numeric.test(text) && Math.abs(Number(text)) <= largestNumber;

const wholePhone = (text: string): boolean => {
  const phone = readPhone(text);
  if (!phone || !/^[1-9]/.test(phone.national)) return false;
  const digits = phone.national.length;
  return phone.countryCode === '1' ? digits === 10 : digits >= 4 && digits <= 14;
};

function whyNotText(dataType: DataType, text: string): string | null {
  const longest = dataType === 'textarea' ? longestText : longestSlotText;
  if (text.length > longest) return `Should have at most ${longest} characters`;
  if (text.includes('\0') || !text.isWellFormed()) return 'Holds a character that cannot be kept';
  if (dataType === 'email') return email.test(text) ? null : invalidEmail;
  if (dataType === 'url') return findHref(text) === null ? 'Should be a web address' : null;
  if (dataType === 'phone') return wholePhone(text) ? null : 'Should be a whole phone number';
  return null;
}

/** The sentence that stands under the field, or null. An empty value is judged by `required` alone. */
export function whyNotValue(
  field: { readonly name: string; readonly dataType: DataType; readonly required: boolean },
  value: string | null | undefined,
): string | null {
  if (isEmptyValue(field.dataType, value)) return field.required ? `${field.name} is required` : null;
  const text = value!;
  switch (valueFamily(field.dataType)) {
    case 'text':
      return whyNotText(field.dataType, text);
    case 'number':
      return isNumeric(text) ? null : notNumeric;
    case 'date':
      return isDay(text) ? null : invalidDate;
    case 'datetime':
      return isInstant(text) ? null : invalidDate;
    case 'time':
      return isTime(text) ? null : invalidDate;
    case 'relation':
      return idText.test(text) ? null : 'Should be a value from the list';
    case 'relations':
      return idsText.test(text) ? null : 'Should be values from the list';
    case 'checkbox':
      return text === 'true' || text === 'false' ? null : 'Should be true or false';
    case 'opaque':
      return null;
  }
}
