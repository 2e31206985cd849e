// How a configuration reads: what its members are called, and what their values say.
import { findBaseField } from '../fields/base-fields.ts';
import { readFieldName } from './read-field-name.ts';

/** What the members are called where a difference is shown. */
const labels: Readonly<Record<string, string>> = {
  name: 'Name',
  alias: 'Alias',
  description: 'Description',
  kind: 'Kind',
  object: 'Custom object',
  backofficeManaged: 'Kept by the back office',
  enabled: 'Switched on',
  dataType: 'Data type',
  required: 'Required',
  displayed: 'Displayed',
  list: 'List',
  isSuper: 'Super type',
  gathers: 'Gathers',
  defaultValue: 'Default value',
  help: 'Help',
  section: 'Section',
  visibility: 'Shown',
  formula: 'Formula',
  fills: 'Fills',
  closes: 'Closes',
  isFirst: 'Records begin with it',
  prefix: 'Prefix',
  padding: 'Digits',
  byYear: 'By year',
  roles: 'Roles',
  creator: 'Creator',
  conditions: 'Conditions',
  needsComment: 'Needs a comment',
  icon: 'Icon',
  recordType: 'Record type',
  administers: 'Administers the company',
  otherFields: 'Fields that come later',
  criteria: 'Sees where',
  most: 'At most',
  address: 'Address',
  parts: 'Questions',
  problemCode: 'Problem code',
  takesLines: 'Takes lines',
  values: 'Value',
  properties: 'Property',
  fields: 'Field',
  sections: 'Section',
  items: 'Item',
  access: 'Access to',
  confinements: 'Confinement',
  actions: 'Actions of',
  mustNot: 'Test',
};

export const labelOf = (member: string): string => labels[member] ?? member;

const levels: Readonly<Record<string, string>> = {
  NotAllowed: 'Not allowed',
  ViewOnly: 'View only',
  ANYONE: 'anybody',
  ONLY_CREATOR: 'only the creator',
  NOT_CREATOR: 'not the creator',
};

export function sayValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'none';
  if (value === true) return 'yes';
  if (value === false) return 'no';
  if (typeof value === 'string') return levels[value] ?? value;
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value))
    return value.length === 0
      ? 'none'
      : value.map((one) => (typeof one === 'object' ? sayRow(one) : sayValue(one))).join(', ');
  return sayRow(value);
}

/** 'field status, operator isAnyOf, values Ready' */
const sayRow = (value: unknown): string =>
  typeof value !== 'object' || value === null
    ? sayValue(value)
    : Object.entries(value)
        .filter(([, one]) => one !== null && one !== undefined)
        .map(([key, one]) => (key === 'logicOperator' ? '' : sayValue(one)))
        .filter((word) => word !== '')
        .join(' ');

/** Fields go by what people call them. */
export function sayKey(written: string): string {
  const read = readFieldName(written);
  return 'base' in read ? (findBaseField(read.base)?.label ?? read.base) : read.name;
}
