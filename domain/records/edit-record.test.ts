import { expect, it } from 'vitest';
import { isRequiredInRecordForm, whyNotInRecordForm } from './edit-record.ts';
import type { NewRecordField } from './new-record.ts';

const today = '2026-11-22';
const aField = (key: string, dataType: NewRecordField['dataType'], required = false): NewRecordField => ({
  key,
  name: key,
  dataType,
  required,
});
const why = (field: NewRecordField, value: string, stored = '') =>
  whyNotInRecordForm(field, value, stored, today);

it.each([
  ['problemCode', 'Problem code is required'],
  ['assignedTo', 'Assigned to is required'],
  ['approvedBy', 'Approved by is required'],
  ['status', 'status is required'],
] as const)('%s is asked for', (key, sentence) => {
  expect(isRequiredInRecordForm(aField(key, 'dropdown'))).toBe(true);
  expect(why(aField(key, 'dropdown'), '')).toBe(sentence);
  expect(why(aField(key, 'dropdown'), '4')).toBe(null);
});

it('what the definition requires is asked for, and nothing else', () => {
  expect(why(aField('f7', 'string', true), '')).toBe('f7 is required');
  expect(why(aField('f7', 'string'), '')).toBe(null);
  expect(why(aField('receivedBy', 'dropdown'), '')).toBe(null);
});

it('numbers and dates are judged by their types', () => {
  expect(why(aField('poNumber', 'number'), 'x')).toBe('Should be numeric');
  expect(why(aField('recordDate', 'date'), '31/31/2026')).toBe('Invalid date format');
});

it('a due date is today or later; one that passed while nobody changed it stands', () => {
  expect(why(aField('dueDate', 'date'), '2026-11-21')).toBe('Record Date must be before today');
  expect(why(aField('dueDate', 'date'), today)).toBe(null);
  expect(why(aField('dueDate', 'date'), '2026-11-01', '2026-11-01')).toBe(null);
});
