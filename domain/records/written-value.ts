// What somebody types or pastes into a cell as the value that is stored. A text that is no value stays what it is,
// so that nothing is lost and the rule of the field can say what is wrong with it. Formulas are text like any other.
import type { DataType } from '../fields/data-types.ts';
import { showDisabled } from '../kernel/formats.ts';
import { valueOf } from '../values/values.ts';
import { whyNotValue } from '../values/why-not-value.ts';
import { disabledChoice, notInList } from './choices.ts';

export type WrittenField = { readonly name: string; readonly dataType: DataType; readonly required: boolean };

/** One of the things that a relation can be. */
export type NamedChoice = {
  readonly id: string;
  readonly name: string;
  readonly enabled: boolean;
  /** Another name of it, such as an e-mail address. */
  readonly detail?: string;
};

export type FindChoice = (text: string) => NamedChoice | 'several' | null;

const fold = (text: string): string => text.trim().replace(/\s+/g, ' ').toLowerCase();

/** Finds by name, by its other name and by id. Of two with one name the enabled one is meant. */
export function indexChoices(choices: readonly NamedChoice[]): FindChoice {
  const byWord = new Map<string, NamedChoice[]>();
  const add = (word: string, choice: NamedChoice) => {
    const found = byWord.get(word) ?? [];
    if (!found.includes(choice)) byWord.set(word, [...found, choice]);
  };
  for (const choice of choices) {
    add(fold(choice.name), choice);
    add(fold(showDisabled(choice.name)), choice);
    if (choice.detail !== undefined) add(fold(choice.detail), choice);
  }
  const byId = new Map(choices.map((choice) => [choice.id, choice]));
  return (text) => {
    const found = byWord.get(fold(text));
    if (!found) return byId.get(text.trim()) ?? null;
    const enabled = found.filter((choice) => choice.enabled);
    if (enabled.length > 1) return 'several';
    return enabled[0] ?? found[0] ?? null;
  };
}

export type PastedReading =
  | { readonly value: string; readonly whyNot?: undefined }
  | { readonly whyNot: string };

/** A pasted text: a value that can stand, or the sentence that says why it cannot. */
export function readPasted(
  field: WrittenField,
  text: string,
  find: FindChoice,
  timeZone: string,
): PastedReading {
  const type = valueOf(field.dataType);
  const isBlank = text.trim() === '';
  if (type.choosing !== null && !isBlank) return readChoices(text, type.choosing === 'many', find);
  const value = isBlank ? type.cleared : type.read(text, timeZone);
  const whyNot = whyNotValue(field, value);
  return whyNot === null ? { value } : { whyNot };
}

function readChoices(text: string, takesMany: boolean, find: FindChoice): PastedReading {
  const isOne = !takesMany || find(text) !== null;
  const parts = isOne ? [text] : text.split(text.includes(';') ? ';' : /[,\n]/);
  const ids: string[] = [];
  for (const part of parts) {
    if (part.trim() === '') continue;
    const found = find(part);
    if (found === null) return { whyNot: takesMany ? `${notInList}: ${part.trim()}` : notInList };
    if (found === 'several') return { whyNot: `More than one is called ${part.trim()}` };
    if (!found.enabled) return { whyNot: disabledChoice };
    if (!ids.includes(found.id)) ids.push(found.id);
  }
  return { value: takesMany ? JSON.stringify(ids.map(Number)) : ids[0]! };
}
