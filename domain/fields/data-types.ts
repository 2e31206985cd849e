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
