// Answers that were not sent yet. They outlive a reload and a crash as other drafts do, and each knows what it answers: once the other
// company says something else of the line, the answer is no longer one.
import type { ConversationAnswerKind } from '@rowhouse/domain/contract.generated.ts';
import { valueOf } from '@rowhouse/domain/values/values.ts';
import type { ConversationLine, ConversationTerm } from './api.ts';

export type DraftAnswer = {
  readonly kind: ConversationAnswerKind;
  /** By item; what stays as it is is left out. */
  readonly values: Readonly<Record<number, string>>;
  readonly reason: string;
  /** What the other company said of the line when it was answered. */
  readonly to: string;
};
export type Draft = { readonly answers: Readonly<Record<number, DraftAnswer>>; readonly message: string };
export const noDraft: Draft = { answers: {}, message: '' };

export const saidOf = ({ theirs }: Pick<ConversationLine, 'theirs'>): string => JSON.stringify(theirs);

/** The answers that can be sent: to what the other company says now. */
export const liveAnswers = (
  { answers }: Draft,
  lines: readonly ConversationLine[],
): readonly (DraftAnswer & { line: number })[] =>
  lines.flatMap((line) => {
    const answer = answers[line.number];
    return answer === undefined || answer.to !== saidOf(line) ? [] : [{ ...answer, line: line.number }];
  });

export type Pasted = { readonly line: number; readonly answer: Omit<DraftAnswer, 'to'> };

const words: readonly (readonly [RegExp, ConversationAnswerKind])[] = [
  [/^accept(ed)?$/i, 'ACCEPTED'],
  [/^reject(ed)?$/i, 'REJECTED'],
  [/^backorder(ed)?$/i, 'BACKORDERED'],
  [/^change(d)?$/i, 'CHANGED'],
];

/**
 * Rows of a spreadsheet: the number of the line, a word for the answer where it is no change, the terms in their order, a
 * reason. What is no such row is counted.
 */
export function readPasted(
  text: string,
  terms: readonly ConversationTerm[],
  timeZone: string,
): { readonly pasted: readonly Pasted[]; readonly unread: number } {
  const rows = text
    .split(/\r?\n/)
    .map((row) => row.split('\t').map((cell) => cell.trim()))
    .filter((row) => row.some((cell) => cell !== ''));
  const pasted = rows.flatMap(([number = '', ...cells]): Pasted[] => {
    if (!/^\d{1,6}$/.test(number)) return [];
    const word = words.find(([form]) => form.test(cells[0] ?? ''))?.[1];
    const rest = word === undefined ? cells : cells.slice(1);
    const kind = word ?? 'CHANGED';
    const isPlain = kind === 'ACCEPTED' || kind === 'REJECTED';
    const values = Object.fromEntries(
      terms.flatMap(({ item, dataType }, at) => {
        const cell = isPlain ? '' : (rest[at] ?? '');
        return cell === '' ? [] : [[item, valueOf(dataType).read(cell, timeZone)]];
      }),
    );
    if (!isPlain && Object.keys(values).length === 0) return [];
    const reason = kind === 'ACCEPTED' ? '' : (rest.slice(isPlain ? 0 : terms.length).find(Boolean) ?? '');
    return [{ line: Number(number), answer: { kind, values, reason } }];
  });
  return { pasted, unread: rows.length - pasted.length };
}
