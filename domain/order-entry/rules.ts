// What an order is judged by, the same while it is typed and when it is sent (Specification 3 and 5).
import { invalid, Refusal } from '../kernel/refusal.ts';
import { notInList } from '../records/choices.ts';
import { whyNotValue } from '../values/why-not-value.ts';
import { longestFormName, mostOrderLines } from './limits.ts';
import { dataTypeOf, dockDays, questionsOf } from './sections.ts';
import type { OrderPart, OrderQuestion } from './sections.ts';

/** The menu page on which orders are entered; whoever may open it may read the company's order files. */
export const orderEntryRoute = 'order-entry';

export const formNotFound = 'The order form was not found.';
export const formIsOver = () =>
  new Refusal(
    'CONFLICT',
    'The order form was changed since you opened it. Your draft is kept: look it through again.',
  );
export const cannotFill =
  'Your role may not fill all of this form. An administrator can give it access to the fields of the record type.';
export const withoutSeries =
  'Orders of this type get no number yet. An administrator can give the record type a number series.';
export const tooManyOrderLines = `An order has at most ${mostOrderLines} options.`;
export const itemsNotKnown =
  'Some of the pasted items are not known. Take what comes nearest, or leave them out.';
export const noLinesHere = 'This form takes no options.';
export const formNameMissing = 'A form needs a name.';
export const formNameTooLong = `The name has at most ${longestFormName} characters.`;
export const formNameTaken = (name: string) => `There is already a form ${name}.`;
export const formChangedMeanwhile = (current: unknown) =>
  new Refusal('CONFLICT', 'Somebody else changed this form since you opened it.', { details: { current } });
export const noSuchPart = 'There is no such part of an order form.';
export const noSuperForm = 'A type that gathers others takes no orders: choose one of these.';
export const withoutOptionLines = (type: string) =>
  `${type} has no lines with a text field Option: add them to the record type first.`;
export const withoutFields = (type: string, names: readonly string[]) =>
  `${type} has no fields for these: ${names.join(', ')}. Add them, or leave out the part that asks them.`;

/** Said of a form whose fields were switched off or deleted since it was made. */
export const formWithoutFields = (names: readonly string[]) =>
  `No field takes these answers any more: ${names.join(', ')}. Until an administrator changes the form, nobody orders by it.`;
export const noFieldCanBeAdded = (type: string, reasons: readonly string[]) =>
  `Nothing was added to ${type}. ${reasons.join(' ')}`;

/** By the keys of the questions; what is not in it is empty. */
export type OrderAnswers = Readonly<Record<string, string>>;

export type OrderFault = {
  /** Of the question. */
  readonly key: string;
  readonly sentence: string;
};

/** Of questions whose answers are of a list of the company, by key: what may be chosen. */
export type OrderChoices = ReadonlyMap<string, readonly string[]>;

/** Monday to Sunday, each once; null for what is no such list. */
export function readDays(stored: string): string[] | null {
  if (stored === '') return [];
  try {
    const days: unknown = JSON.parse(stored);
    const isList =
      Array.isArray(days) &&
      days.every((day) => (dockDays as readonly unknown[]).includes(day)) &&
      new Set(days).size === days.length;
    return isList ? (days as string[]) : null;
  } catch {
    return null;
  }
}

/** In the order of the week; '' for none. */
export const writeDays = (days: readonly string[]): string => {
  const chosen = dockDays.filter((day) => days.includes(day));
  return chosen.length === 0 ? '' : JSON.stringify(chosen);
};

/** The sentence that stands under the question, or null. */
export function whyNotAnswer(
  question: OrderQuestion,
  text: string,
  choices: readonly string[] | undefined,
): string | null {
  const { name, required, kind } = question;
  if (kind === 'days') return readDays(text) === null ? 'Should be days of the week' : null;
  const whyNot = whyNotValue({ name, required, dataType: dataTypeOf(question) }, text);
  if (whyNot !== null) return whyNot;
  return choices === undefined || text === '' || choices.includes(text) ? null : notInList;
}

/** Everything that is wrong with the answers, in the order of the form. */
export const judgeOrder = (
  parts: readonly OrderPart[],
  answers: OrderAnswers,
  choices: OrderChoices = new Map(),
): OrderFault[] =>
  questionsOf(parts).flatMap((question) => {
    const { key } = question;
    const sentence = whyNotAnswer(question, answers[key] ?? '', choices.get(key));
    return sentence === null ? [] : [{ key, sentence }];
  });

/**
 * Answers that may be kept: of questions that the form asks, each once, and right.
 * @throws the first thing that is wrong, with the question's key
 */
export function requireOrder(
  parts: readonly OrderPart[],
  given: readonly { readonly key: string; readonly value: string }[],
  choices: OrderChoices,
): OrderAnswers {
  const asked = new Set(questionsOf(parts).map(({ key }) => key));
  const answers: Record<string, string> = {};
  for (const { key, value } of given) {
    if (!asked.has(key)) throw invalid(`There is no field '${key}' in this form.`, key);
    if (Object.hasOwn(answers, key)) throw invalid('A field is given twice.', key);
    answers[key] = value.trim();
  }
  const [fault] = judgeOrder(parts, answers, choices);
  if (fault !== undefined) throw invalid(fault.sentence, fault.key);
  return answers;
}
