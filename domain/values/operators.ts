/** The operators of Specification 9, by the words that a filter panel shows; `between` and `isWithin` are ours. */
export const operators = {
  equals: 'equals',
  notEqual: 'not equal',
  contains: 'contains',
  startsWith: 'starts with',
  endsWith: 'ends with',
  isAnyOf: 'is any of',
  isEmpty: 'is empty',
  isNotEmpty: 'is not empty',
  greaterThan: 'greater than',
  greaterOrEqual: 'greater or equal',
  lessThan: 'less than',
  lessOrEqual: 'less or equal',
  is: 'is',
  not: 'is not',
  before: 'is before',
  after: 'is after',
  onOrAfter: 'is on or after',
  onOrBefore: 'is on or before',
  between: 'is between',
  isWithin: 'is within',
  checked: 'is checked',
  notChecked: 'is not checked',
} as const;

export type Operator = keyof typeof operators;

/** What has an order in time. */
export const ordered = ['is', 'not', 'after', 'onOrAfter', 'before', 'onOrBefore'] as const;

/** Specification 5: these need no value. */
export const takesNoValue = (operator: Operator): boolean =>
  operator === 'isEmpty' || operator === 'isNotEmpty' || operator === 'checked' || operator === 'notChecked';

/** Specification 5: an array is only for these, and a scalar is not for them. */
export const takesMany = (operator: Operator): boolean => operator === 'isAnyOf' || takesRange(operator);

/** Two values, the first and the last that match. */
export const takesRange = (operator: Operator): boolean => operator === 'between';

/** One of the periods, whatever day it is by then. */
export const takesPeriod = (operator: Operator): boolean => operator === 'isWithin';
