// What the log keeps as the contract spells it, in the words of the screens.
import { findBaseField } from '../fields/base-fields.ts';
import { isDataType } from '../fields/data-types.ts';
import { dataTypeNames } from '../record-types/rules.ts';
import { sayStoredName } from './kinds.ts';

const levels = { Editable: 'Editable', ViewOnly: 'View only', NotAllowed: 'Not allowed' };

const words: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  access: levels,
  default_field_access: levels,
  most: levels,
  creator: { ANYONE: 'Anyone', ONLY_CREATOR: 'Only the creator', NOT_CREATOR: 'Not the creator' },
  list_type: { Value: 'Values', User: 'People', Object: 'Objects' },
  embed_type: { BUILT_IN: 'Built in', SIGNED_URL: 'Embedded' },
};

/** @param key of the column. What has no words stays as it is: a name, a text, a number. */
export function sayKeptValue(key: string, value: string): string {
  if (key === 'base_field') return sayFieldName(value);
  if (key === 'data_type') return isDataType(value) ? dataTypeNames[value] : value;
  return words[key]?.[value] ?? value;
}

/** 'dueDate' as 'Due Date', as forms and grids have it. */
export const sayFieldName = (name: string): string => findBaseField(name)?.label ?? sayStoredName(name);
