// Answers that were not sent yet. They outlive a reload and a crash as other drafts do, and each knows what it answers: once the other
// company says something else of the line, the answer is no longer one.
import type { ConversationAnswerKind } from '@rowhouse/domain/contract.generated.ts';
import { judgeTogether } from '@rowhouse/domain/records/pasted-together.ts';
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

/** By line, the answers that can be sent: to what the other company says now. And the lines of which it has said something else since. */
export function sortAnswers(
  answers: Draft['answers'],
  lines: readonly ConversationLine[],
): { readonly live: ReadonlyMap<number, DraftAnswer>; readonly stale: readonly ConversationLine[] } {
  const live = new Map<number, DraftAnswer>();
  const stale: ConversationLine[] = [];
  for (const line of lines) {
    const answer = answers[line.number];
    if (answer === undefined) continue;
    if (answer.to === saidOf(line)) live.set(line.number, answer);
    else stale.push(line);
  }
  return { live, stale };
}

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
  const readRow = ([number = '', ...cells]: readonly string[]) => {
    const word = words.find(([form]) => form.test(cells[0] ?? ''))?.[1];
    const rest = word === undefined ? cells : cells.slice(1);
    const written = terms.map(({ dataType }, at) => ({ dataType, text: rest[at] ?? '' }));
    return { number, word, rest, written };
  };
  const read = rows.map(readRow);
  const whyUnclear = judgeTogether(read.flatMap(({ written }) => written));
  const pasted = read.flatMap(({ number, word, rest, written }): Pasted[] => {
    // What can be read in two ways is not said to another company.
    if (!/^\d{1,6}$/.test(number) || written.some((cell) => whyUnclear(cell) !== null)) return [];
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

export type GivenAnswer = { readonly line: ConversationLine; readonly answer: Omit<DraftAnswer, 'to'> };

/**
 * What was pasted, of the lines that there are. Who pastes the whole list back accepts the lines in which nothing is another than the
 * other company has it; what says nothing new of a line is left out.
 */
export function settlePasted(
  pasted: readonly Pasted[],
  lines: readonly ConversationLine[],
  terms: readonly ConversationTerm[],
): readonly GivenAnswer[] {
  const byNumber = new Map(lines.map((line) => [line.number, line]));
  return pasted.flatMap(({ line: number, answer }): GivenAnswer[] => {
    const line = byNumber.get(number);
    if (line === undefined) return [];
    const { mine, theirs, waitsForUs } = line;
    const isAs = (position: ConversationLine['mine']): boolean =>
      position != null &&
      !position.isWithout &&
      terms.every(
        ({ item, dataType }, at) =>
          answer.values[item] === undefined ||
          valueOf(dataType).isSame(answer.values[item], position.values[at] ?? ''),
      );
    const isAccepted = answer.kind === 'ACCEPTED' || (answer.kind === 'CHANGED' && isAs(theirs));
    if (isAccepted) return waitsForUs ? [{ line, answer: { kind: 'ACCEPTED', values: {}, reason: '' } }] : [];
    return answer.kind === 'CHANGED' && isAs(mine) ? [] : [{ line, answer }];
  });
}
