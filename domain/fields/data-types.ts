/** Every data type of Specification 3, with 'time' that section 9 filters by. */
export const dataTypes = [
  'dropdown',
  'single-select',
  'multiselect',
  'multiselect-checkbox',
  'date',
  'datetime',
  'time',
  'object',
  'number',
  'decimal',
  'float',
  'currency',
  'checkbox',
  'boolean',
  'string',
  'url',
  'textarea',
  'email',
  'phone',
  'attachment',
] as const;

export type DataType = (typeof dataTypes)[number];

export const isDataType = (name: string): name is DataType => (dataTypes as readonly string[]).includes(name);

/** How values of a type are stored, compared and filtered. */
export type ValueFamily =
  'text' | 'number' | 'date' | 'datetime' | 'time' | 'relation' | 'relations' | 'checkbox' | 'opaque';

const families: Readonly<Record<DataType, ValueFamily>> = {
  dropdown: 'relation',
  'single-select': 'relation',
  multiselect: 'relations',
  'multiselect-checkbox': 'relations',
  date: 'date',
  datetime: 'datetime',
  time: 'time',
  object: 'opaque',
  number: 'number',
  decimal: 'number',
  float: 'number',
  currency: 'number',
  checkbox: 'checkbox',
  boolean: 'checkbox',
  string: 'text',
  url: 'text',
  textarea: 'text',
  email: 'text',
  phone: 'text',
  attachment: 'opaque',
};

export const valueFamily = (dataType: DataType): ValueFamily => families[dataType];
