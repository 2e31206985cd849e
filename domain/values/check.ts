import { showChecked } from '../kernel/formats.ts';
import { asText } from './sheet.ts';
import { asItIs, isBlank, never, noObjection, nowhere, readBy, sameBy, type Value } from './value.ts';

/** English, and what the spreadsheets of the neighbours write: German, French, Spanish, Italian, Dutch, Portuguese. */
const yes = new Set(
  'yes y true 1 x on ✓ ja wahr oui vrai sí si sì verdadero vero waar sim verdadeiro'.split(' '),
);
const no = new Set('no n false 0 off nein falsch non faux falso nee onwaar não nao'.split(' '));

function readCheck(text: string): string | null {
  const word = text.trim().toLowerCase();
  return yes.has(word) ? 'true' : no.has(word) ? 'false' : null;
}

const notCheck = 'Should be true or false';

/** Stored as 'true' or 'false'. */
export const check: Value = {
  family: 'checkbox',
  show: (stored) => (stored === '' ? '' : showChecked(stored)),
  read: readBy(readCheck),
  readCell(text) {
    // Other programs write a flag as t or f; a person who types them into a cell means a word.
    const value = { t: 'true', f: 'false' }[text.toLowerCase()] ?? readCheck(text);
    return value === null ? { whyNot: notCheck } : { value };
  },
  sayWrong: (name) => `${name} must be Yes or No`,
  whyNot: (stored) => (stored === 'true' || stored === 'false' ? null : notCheck),
  toKept: asItIs,
  toInput: (stored) => stored === 'true',
  isEmpty: isBlank,
  isSame: sameBy(never),
  cleared: 'false',
  bulkCleared: 'false',
  choosing: null,
  order: 'value',
  operators: ['checked', 'notChecked'],
  filter: {
    whyNot: noObjection,
    whyNotTyped: noObjection,
    isAfter: (first, last) => first > last,
    show: asItIs,
    same: (stored) => [{ operator: stored === 'true' ? 'checked' : 'notChecked' }],
    search: nowhere,
  },
  sheet: asText,
};
