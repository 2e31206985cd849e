import { asText } from './sheet.ts';
import {
  asItIs,
  isBlank,
  never,
  noObjection,
  nowhere,
  readBy,
  sameBy,
  sameOrEmpty,
  sayAfterName,
  type Value,
} from './value.ts';

/** Texts by the ids of properties, stored as JSON; each property has a type of its own. */
export const object: Value = {
  family: 'opaque',
  show: (stored, { objectText }) => (objectText && stored !== '' ? objectText(stored) : stored),
  read: readBy(asItIs),
  readCell: (text) => ({ value: text }),
  sayWrong: sayAfterName,
  whyNot: noObjection,
  toKept: asItIs,
  toInput: asItIs,
  isEmpty: isBlank,
  isSame: sameBy(never),
  cleared: '',
  bulkCleared: '',
  choosing: null,
  order: null,
  operators: ['isEmpty', 'isNotEmpty'],
  filter: {
    whyNot: noObjection,
    whyNotTyped: noObjection,
    isAfter: (first, last) => first > last,
    show: asItIs,
    same: sameOrEmpty(() => [{ operator: 'isNotEmpty' }]),
    search: nowhere,
  },
  sheet: asText,
};
