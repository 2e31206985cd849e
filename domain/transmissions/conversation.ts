// What two companies say about a record that went from one to the other, line by line (decision 110). Nobody writes the other's
// record: each side has a position on every line, and a line is agreed while both have the same. All of it follows from the
// versions, so both companies read the same out of their own copies.
import { valueOf } from '../values/values.ts';
import type { AnswerPolicy } from './answer-policy.ts';
import { longestReason } from './conversation-words.ts';
import type { SentValue } from './content.ts';
import type { OfferedItem } from './setup.ts';

export type Side = 'SOURCE' | 'TARGET';
export const otherSide = (side: Side): Side => (side === 'SOURCE' ? 'TARGET' : 'SOURCE');

/** By the number of the item; without what is empty. */
export type TermValues = Readonly<Record<number, string>>;
/** What a side would have of a line: its terms, or the line not at all. */
export type Position = TermValues | 'NONE';

export type AnswerKind = 'ACCEPTED' | 'CHANGED' | 'BACKORDERED' | 'REJECTED';
export type LineAnswer = {
  /** From 1. */
  readonly line: number;
  readonly kind: AnswerKind;
  /** Of a change: what becomes different; '' empties a term. */
  readonly values?: TermValues;
  readonly reason?: string;
};
export type VersionContent = {
  /** Of the first version: the lines as they were sent. */
  readonly opened?: readonly (readonly SentValue[])[];
  /** Of the first version: how many files the record brought. */
  readonly files?: number;
  readonly answers?: readonly LineAnswer[];
  readonly message?: string;
  /** By the policy of the side, and by nobody. */
  readonly isByItself?: true;
};
export type Version = {
  readonly number: number;
  readonly side: Side;
  readonly content: VersionContent;
};

export type ThreadLine = {
  readonly number: number;
  readonly sent: readonly SentValue[];
  readonly SOURCE: Position;
  /** Null until it has answered. */
  readonly TARGET: Position | null;
  readonly agreed: { readonly position: Position; readonly version: number } | null;
  /** Whose answer the line waits for; null while both agree. */
  readonly waitsFor: Side | null;
  /** The version since which it waits for that side; of no meaning where it waits for nobody. */
  readonly waitsSince: number;
  /** What was said of it last. */
  readonly last: (LineAnswer & { readonly side: Side; readonly isByItself: boolean }) | null;
};
export type Terms = readonly Pick<OfferedItem, 'number' | 'dataType'>[];

/** Figures and days can be talked about; what a line is cannot, nor which record it is. */
export const isTerm = ({ dataType, isLine }: OfferedItem, key: string): boolean => {
  const { family } = valueOf(dataType);
  return (
    (family === 'number' || family === 'date') && (isLine || (key !== 'recordNumber' && key !== 'poNumber'))
  );
};

/** A record without lines is one line by itself. */
export const linesOf = (content: {
  readonly values: readonly SentValue[];
  readonly lines: readonly (readonly SentValue[])[];
}): readonly (readonly SentValue[])[] => (content.lines.length > 0 ? content.lines : [content.values]);

export function isSamePosition(one: Position | null, other: Position | null, terms: Terms): boolean {
  if (one === null || other === null || one === 'NONE' || other === 'NONE') return one === other;
  return terms.every(({ number, dataType }) =>
    valueOf(dataType).isSame(one[number] ?? '', other[number] ?? ''),
  );
}

/** What the versions come to, in their order from the first. */
export function readThread(versions: readonly Version[], terms: Terms): ThreadLine[] {
  const [first, ...later] = versions;
  const lines = (first?.content.opened ?? []).map((sent, at): ThreadLine => ({
    number: at + 1,
    sent,
    SOURCE: termsOf(sent, terms),
    TARGET: null,
    agreed: null,
    waitsFor: 'TARGET',
    waitsSince: 1,
    last: null,
  }));
  for (const version of later)
    for (const answer of version.content.answers ?? []) {
      const line = lines[answer.line - 1];
      if (line !== undefined) lines[answer.line - 1] = applyAnswer(line, answer, version, terms);
    }
  return lines;
}

function termsOf(sent: readonly SentValue[], terms: Terms): TermValues {
  const known = new Set(terms.map(({ number }) => number));
  return Object.fromEntries(
    sent.flatMap(({ item, value }) => (known.has(item) && typeof value === 'string' ? [[item, value]] : [])),
  );
}

function applyAnswer(
  line: ThreadLine,
  answer: LineAnswer,
  { side, number, content }: Version,
  terms: Terms,
): ThreadLine {
  const theirs = line[otherSide(side)];
  const position = positionAfter(answer, line[side], theirs);
  const isAgreed = isSamePosition(position, theirs, terms);
  return {
    ...line,
    [side]: position,
    agreed: isAgreed ? { position, version: number } : line.agreed,
    waitsFor: isAgreed ? null : otherSide(side),
    waitsSince: !isAgreed && line.waitsFor === otherSide(side) ? line.waitsSince : number,
    last: { ...answer, side, isByItself: content.isByItself === true },
  };
}

function positionAfter(answer: LineAnswer, ours: Position | null, theirs: Position | null): Position {
  if (answer.kind === 'REJECTED') return 'NONE';
  if (answer.kind === 'ACCEPTED') return theirs ?? 'NONE';
  const before = ours !== null && ours !== 'NONE' ? ours : theirs !== null && theirs !== 'NONE' ? theirs : {};
  const after = { ...before, ...answer.values };
  return Object.fromEntries(Object.entries(after).filter(([, value]) => value !== ''));
}

/** How many lines wait for the side. */
export const countOpen = (lines: readonly ThreadLine[], side: Side): number =>
  lines.filter(({ waitsFor }) => waitsFor === side).length;

/** The version since which a line waits longest for the side; null where none does. */
export function findWaitsSince(lines: readonly ThreadLine[], side: Side): number | null {
  const waiting = lines.filter(({ waitsFor }) => waitsFor === side);
  return waiting.length === 0 ? null : Math.min(...waiting.map(({ waitsSince }) => waitsSince));
}

/** The same text on both sides where they agree about the same; null where nothing is agreed. */
export function writeAgreed(lines: readonly ThreadLine[], terms: Terms): string | null {
  if (lines.every(({ agreed }) => agreed === null)) return null;
  return JSON.stringify(lines.map(({ agreed }) => agreed && writePosition(agreed.position, terms)));
}

const writePosition = (position: Position, terms: Terms) =>
  position === 'NONE'
    ? position
    : terms
        .map(({ number, dataType }) => [number, valueOf(dataType).toKept(position[number] ?? '')] as const)
        .toSorted(([one], [other]) => one - other);

/** The lines that the policy of the side accepts by itself, of those that wait for it. */
export const answersByPolicy = (
  lines: readonly ThreadLine[],
  side: Side,
  policy: AnswerPolicy,
  terms: Terms,
): LineAnswer[] =>
  lines.flatMap((line): LineAnswer[] =>
    line.waitsFor === side &&
    (policy.answers === 'BY_ITSELF' || isWithin(line[side], line[otherSide(side)], policy, terms))
      ? [{ line: line.number, kind: 'ACCEPTED' }]
      : [],
  );

function isWithin(
  ours: Position | null,
  theirs: Position | null,
  { pricePercent, days }: AnswerPolicy,
  terms: Terms,
): boolean {
  if (ours === null || theirs === null || ours === 'NONE' || theirs === 'NONE') return false;
  return terms.every(({ number, dataType }) => {
    const [one, other] = [ours[number] ?? '', theirs[number] ?? ''];
    const value = valueOf(dataType);
    if (value.isSame(one, other)) return true;
    if (value.isEmpty(one) || value.isEmpty(other)) return false;
    if (dataType === 'currency')
      return Math.abs(Number(other) - Number(one)) * 100 <= Math.abs(Number(one)) * pricePercent + 1e-9;
    if (value.family === 'date') return Math.abs(Date.parse(other) - Date.parse(one)) <= days * 86_400_000;
    return false;
  });
}

/** Why the answers cannot be given by the side, or null. `seen` are the terms that the person sees. */
export function findAnswerFault(
  answers: readonly LineAnswer[],
  lines: readonly ThreadLine[],
  { side, terms, seen, reasons }: { side: Side; terms: Terms; seen: Terms; reasons: readonly string[] },
): string | null {
  const given = new Set<number>();
  for (const answer of answers) {
    const line = lines[answer.line - 1];
    if (line === undefined) return `There is no line ${answer.line}.`;
    if (given.has(answer.line)) return `Line ${answer.line} is answered twice.`;
    given.add(answer.line);
    const fault = faultOf(answer, line, { side, terms, seen }) ?? findReasonFault(answer, reasons);
    if (fault !== null) return fault;
  }
  return null;
}

/** A reason is one of the company's own problem codes; in words where it has none. */
function findReasonFault({ kind, reason = '', line }: LineAnswer, reasons: readonly string[]): string | null {
  if (kind === 'ACCEPTED') return null;
  if (reason === '') return kind === 'REJECTED' ? `Say why line ${line} is rejected.` : null;
  if (reason.length > longestReason) return `A reason has at most ${longestReason} characters.`;
  return reasons.length > 0 && !reasons.includes(reason) ? `'${reason}' is none of your reasons.` : null;
}

function faultOf(
  { kind, values = {}, line: number }: LineAnswer,
  line: ThreadLine,
  { side, terms, seen }: { side: Side; terms: Terms; seen: Terms },
): string | null {
  const ours = line[side];
  const theirs = line[otherSide(side)];
  if (kind === 'ACCEPTED') {
    if (line.waitsFor !== side) return `Line ${number} does not wait for your answer.`;
    const hidden = terms.filter((term) => !seen.some((one) => one.number === term.number));
    return hidden.length === 0 || theirs === 'NONE' || isSamePosition(ours, theirs, hidden)
      ? null
      : `Part of line ${number} is hidden from your role. Somebody who sees it has to answer it.`;
  }
  if (kind === 'REJECTED') return ours === 'NONE' ? `Line ${number} is rejected already.` : null;
  for (const [item, value] of Object.entries(values)) {
    const term = seen.find((one) => one.number === Number(item));
    if (term === undefined) return `Line ${number} has no such term.`;
    const whyNot = value === '' ? null : valueOf(term.dataType).whyNot(value);
    if (whyNot !== null) return `Line ${number}: ${whyNot}`;
  }
  const before = ours !== null && ours !== 'NONE' ? ours : theirs;
  const isChanged =
    ours === 'NONE' ||
    seen.some(
      (term) =>
        values[term.number] !== undefined &&
        !valueOf(term.dataType).isSame(
          values[term.number]!,
          before === null || before === 'NONE' ? '' : (before[term.number] ?? ''),
        ),
    );
  return isChanged ? null : `Nothing is different in line ${number}.`;
}
