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

const idForm = /^[1-9]\d{0,15}$/;

/** Specification 5: a value that starts with this means the current user. */
export const currentUser = '@username';
export const currentUserName = 'Me (@username)';
export const meansCurrentUser = (value: string): boolean => value.startsWith(currentUser);

/** One of a list, of the people or of another closed set; stored as its id. */
export const choice: Value = {
  family: 'relation',
  show: (stored, { nameOf }) => (stored === '' ? '' : nameOf(Number(stored))),
  read: readBy(asItIs),
  readCell: (text) => ({ value: text }),
  sayWrong: sayAfterName,
  whyNot: (stored) => (idForm.test(stored) ? null : 'Should be a value from the list'),
  toKept: asItIs,
  toInput: Number,
  isEmpty: isBlank,
  isSame: sameBy(never),
  cleared: '',
  bulkCleared: '',
  choosing: 'one',
  order: 'name',
  operators: ['is', 'not', 'isAnyOf', 'isEmpty', 'isNotEmpty'],
  filter: {
    whyNot(name, text) {
      const isId = idForm.test(text) && Number(text) <= Number.MAX_SAFE_INTEGER;
      return isId || meansCurrentUser(text) ? null : `${name} needs a value from the list.`;
    },
    whyNotTyped: noObjection,
    isAfter: (first, last) => first > last,
    show: (text, { nameOf }) => (meansCurrentUser(text) ? currentUserName : nameOf(Number(text)) || text),
    same: sameOrEmpty((stored) => [{ operator: 'is', value: stored }]),
    search: nowhere,
  },
  sheet: asText,
};
