import type { DataType, ValueFamily } from '../fields/data-types.ts';
import { valueFamily } from '../fields/data-types.ts';

/** The operators of Specification 9, by the words that a filter panel shows. */
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
  checked: 'is checked',
  notChecked: 'is not checked',
} as const;

export type Operator = keyof typeof operators;

const byFamily: Readonly<Record<ValueFamily, readonly Operator[]>> = {
  text: ['contains', 'equals', 'startsWith', 'endsWith', 'isAnyOf', 'notEqual', 'isEmpty', 'isNotEmpty'],
  number: [
    'equals',
    'notEqual',
    'greaterThan',
    'greaterOrEqual',
    'lessThan',
    'lessOrEqual',
    'isAnyOf',
    'isEmpty',
    'isNotEmpty',
  ],
  date: ['is', 'not', 'after', 'onOrAfter', 'before', 'onOrBefore', 'isEmpty', 'isNotEmpty'],
  datetime: ['is', 'not', 'after', 'onOrAfter', 'before', 'onOrBefore', 'isEmpty', 'isNotEmpty'],
  time: ['is', 'not', 'after', 'onOrAfter', 'before', 'onOrBefore', 'isEmpty', 'isNotEmpty'],
  relation: ['is', 'not', 'isAnyOf', 'isEmpty', 'isNotEmpty'],
  relations: ['is', 'not', 'isAnyOf', 'isEmpty', 'isNotEmpty'],
  checkbox: ['checked', 'notChecked'],
  opaque: ['isEmpty', 'isNotEmpty'],
};

export const operatorsOf = (dataType: DataType): readonly Operator[] => byFamily[valueFamily(dataType)];

/** Specification 5: these need no value. */
export const takesNoValue = (operator: Operator): boolean =>
  operator === 'isEmpty' || operator === 'isNotEmpty' || operator === 'checked' || operator === 'notChecked';

/** Specification 5: an array is only for these, and a scalar is not for them. */
export const takesMany = (operator: Operator): boolean => operator === 'isAnyOf';
