import { readIds } from '../kernel/formats.ts';
import { choice } from './choice.ts';
import { asItIs, isBlank, sameBy, sameOrEmpty, type Value } from './value.ts';

const idsForm = /^\[(\s*("[1-9]\d{0,15}"|[1-9]\d{0,15})\s*(,\s*("[1-9]\d{0,15}"|[1-9]\d{0,15})\s*)*)?\]$/;

const isEmpty: Value['isEmpty'] = (stored) =>
  isBlank(stored) || stored === '0' || /^\[\s*\]$/.test(stored ?? '');

/** Several of a list, stored as a JSON array of ids; '0' is none. */
export const choices: Value = {
  ...choice,
  family: 'relations',
  show: (stored, { nameOf }) => readIds(stored).map(nameOf).filter(Boolean).join(', '),
  whyNot: (stored) => (idsForm.test(stored) ? null : 'Should be values from the list'),
  toInput: asItIs,
  isEmpty,
  isSame: sameBy((one, other) => {
    const ids = new Set(readIds(one));
    const otherIds = new Set(readIds(other));
    return ids.size === otherIds.size && [...ids].every((id) => otherIds.has(id));
  }, isEmpty),
  bulkCleared: '0',
  choosing: 'many',
  filter: {
    ...choice.filter,
    same: sameOrEmpty((stored) => readIds(stored).map((id) => ({ operator: 'is', value: String(id) }))),
  },
};
