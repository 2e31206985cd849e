import { expect, test } from 'vitest';
import { sayFieldName, sayKeptValue } from './say-value.ts';

test.each([
  ['access', 'ViewOnly', 'View only'],
  ['default_field_access', 'NotAllowed', 'Not allowed'],
  ['most', 'Editable', 'Editable'],
  ['base_field', 'dueDate', 'Due Date'],
  ['data_type', 'textarea', 'Text area'],
  ['data_type', 'of another release', 'of another release'],
  ['creator', 'NOT_CREATOR', 'Not the creator'],
  ['embed_type', 'SIGNED_URL', 'Embedded'],
  // A name that somebody chose is no wire name, whatever it reads like.
  ['name', 'ViewOnly', 'ViewOnly'],
])('%s %s is said as %s', (key, value, words) => {
  expect(sayKeptValue(key, value)).toBe(words);
});

test('a field is said by its label', () => {
  expect(sayFieldName('issuedByCompanyName')).toBe('Issued by Company Name');
});
