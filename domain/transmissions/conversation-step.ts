// What the audit log keeps of a step between two companies, and says of it.
import { showCount } from '../kernel/formats.ts';
import type { AnswerKind } from './conversation.ts';

export type ConversationStep = {
  /** Of a message that did not arrive: what became of it. It has no version. */
  readonly state?: 'QUEUED' | 'FAILED' | 'DEAD';
  /** Absent: somebody of the company that received the record opened it first. */
  readonly version?: number;
  readonly isOurs: boolean;
  /** Of the first version: how many lines were sent. */
  readonly lines?: number;
  /** And how many files the other company took with them. */
  readonly files?: number;
  /** How many lines were answered how. */
  readonly answers?: Readonly<Partial<Record<AnswerKind, number>>>;
  readonly hasMessage?: boolean;
  /** By the policy of the side, and by nobody. */
  readonly isByItself?: boolean;
  /** Both have the same on every line. */
  readonly isAgreed?: boolean;
};

const verbs: Readonly<Record<AnswerKind, string>> = {
  ACCEPTED: 'accepted',
  CHANGED: 'changed',
  BACKORDERED: 'backordered',
  REJECTED: 'rejected',
};

/** @param company the other one */
export function sayConversationStep(step: ConversationStep, company: string): string {
  const {
    state,
    version,
    isOurs,
    lines = 0,
    files = 0,
    answers = {},
    hasMessage,
    isByItself,
    isAgreed,
  } = step;
  if (state === 'FAILED') return 'Failed. It is tried again';
  if (state === 'DEAD') return 'Not delivered. The transmission says why';
  if (state === 'QUEUED') return isOurs ? 'Sent again' : `Asked for again by ${company}`;
  if (version === undefined) return isOurs ? 'Opened here for the first time' : `Opened by ${company}`;
  if (version === 1)
    return `Version 1: ${showLines(lines)}${files === 0 ? '' : ` and ${showFiles(files)}`} ${isOurs ? `sent to ${company}` : `received from ${company}`}`;
  const said = (Object.keys(verbs) as AnswerKind[]).flatMap((kind) => {
    const count = answers[kind] ?? 0;
    return count === 0 ? [] : `${showLines(count)} ${verbs[kind]}`;
  });
  const parts = [...said, ...(hasMessage === true ? ['a message'] : [])].join(', ');
  const by = isOurs ? '' : ` by ${company}`;
  return `Version ${version}${by}: ${parts}${isByItself === true ? ', by the policy' : ''}${isAgreed === true ? '. All is agreed' : ''}`;
}

const showFiles = (count: number): string => `${showCount(count)} ${count === 1 ? 'file' : 'files'}`;
const showLines = (count: number): string => `${showCount(count)} ${count === 1 ? 'line' : 'lines'}`;
