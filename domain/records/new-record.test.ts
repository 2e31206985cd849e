import { describe, expect, it } from 'vitest';
import { baseFields } from '../fields/base-fields.ts';
import type { NewRecordField } from './new-record.ts';
import { newRecordBaseFields, newRecordDefaults, whyNotInNewRecord } from './new-record.ts';

const today = '2026-09-16';
const base: NewRecordField[] = newRecordBaseFields.map((name) => {
  const { label, dataType } = baseFields.find((field) => field.name === name)!;
  return { key: name, name: label, dataType, required: false };
});
const vendor: NewRecordField = { key: 'f7', name: 'Vendor', dataType: 'string', required: true };
const freight: NewRecordField = { key: 'f8', name: 'Freight', dataType: 'number', required: false };

const filled = {
  recordNumber: '4012',
  status: '3',
  poNumber: '77',
  problemCode: '5',
  recordDate: '2026-09-15',
  assignedTo: '',
  issuedByCompanyName: 'Adventure Works',
  issuedToCompanyName: 'Compete Enterprises',
  description: 'Spokes',
  validationRequired: 'false',
  recordFile: '',
  f7: 'Compete',
  f8: '',
};

const problems = (change: Record<string, string>) => {
  const values: Record<string, string> = { ...filled, ...change };
  const found = [...base, vendor, freight].map(
    (field) => [field.key, whyNotInNewRecord(field, values[field.key]!, today)] as const,
  );
  return Object.fromEntries(found.filter(([, sentence]) => sentence !== null));
};

describe('a new record', () => {
  it('is taken when all is filled', () => expect(problems({})).toEqual({}));

  it.each([
    ['recordNumber', '', 'Record number is a required field'],
    ['recordNumber', 'PO-1', 'Record number have to be a valid number'],
    ['recordNumber', '1.5', 'Record number have to be a valid number'],
    ['recordNumber', '9007199254740993', 'Record number have to be a valid number'],
    ['description', ' ', 'Description is a required field'],
    ['issuedByCompanyName', '', 'Issued by Company Name is a required field'],
    ['issuedToCompanyName', '', 'Issued To Company Name is a required field'],
    ['status', '', 'Status is a required field'],
    ['status', 'Approved', 'Record status is required'],
    ['poNumber', '', 'PO Number is a required field'],
    ['poNumber', 'seven', 'PO Number have to be a valid number'],
    ['problemCode', '', 'Problem Code is a required field'],
    ['problemCode', 'Late', 'Record status is required'],
    ['recordDate', '2026-09-16', 'Record Date must be earlier than today'],
    ['recordDate', '2026-09-17', 'Record Date must be earlier than today'],
    ['recordDate', '2026-02-31', 'Invalid date format'],
    ['recordDate', '', 'Record Date is a required field'],
    ['assignedTo', 'Ann', 'Should be a value from the list'],
    ['f7', '', 'Vendor is required'],
    ['f8', 'much', 'Should be numeric'],
    ['f8', '1.5', 'Should be a whole number'],
  ])('with %s %j is refused: %s', (key, value, sentence) =>
    expect(problems({ [key]: value })).toEqual({ [key]: sentence }),
  );

  it('may leave the assignee empty', () => expect(problems({ assignedTo: '' })).toEqual({}));

  it('names every problem at once', () =>
    expect(Object.keys(problems({ recordNumber: '', f7: '' }))).toEqual(['recordNumber', 'f7']));
});

it('opens with yesterday as its record date, and validation not required', () => {
  const defaults = newRecordDefaults([...base, vendor], today);
  expect(defaults).toMatchObject({
    recordDate: '2026-09-15',
    validationRequired: 'false',
    recordFile: '',
    recordNumber: '',
    f7: '',
  });
});
