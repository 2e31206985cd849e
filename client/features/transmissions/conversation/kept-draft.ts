// Answers that were not sent outlive a reload and a crash, as other drafts do: they belong to the person, in the company.
import type { ConversationAnswerKind } from '@rowhouse/domain/contract.generated.ts';
import { readDraft, removeDraft, watchDraft, writeDraft } from '../../../platform/storage/drafts.ts';
import { noDraft } from './conversation-draft.ts';
import type { Draft, DraftAnswer } from './conversation-draft.ts';

const nameOf = (conversation: number): string => `conversation:${conversation}`;
export const findDraft = (conversation: number): Draft =>
  readDraft(nameOf(conversation), isDraft, 'browser') ?? noDraft;
/** The windows of a person share one draft of a conversation: each shows what is answered in the others, and none writes over it. */
export const watchKept = (conversation: number, hear: (draft: Draft) => void): (() => void) =>
  watchDraft(nameOf(conversation), () => hear(findDraft(conversation)));
export function keepDraft(conversation: number, draft: Draft): void {
  const isEmpty = draft.message === '' && Object.keys(draft.answers).length === 0;
  if (isEmpty) removeDraft(nameOf(conversation), 'browser');
  else writeDraft(nameOf(conversation), draft, 'browser');
}

const kinds: ReadonlySet<unknown> = new Set<ConversationAnswerKind>([
  'ACCEPTED',
  'CHANGED',
  'BACKORDERED',
  'REJECTED',
]);
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isDraftAnswer = (value: unknown): value is DraftAnswer =>
  isObject(value) &&
  kinds.has(value['kind']) &&
  typeof value['reason'] === 'string' &&
  typeof value['to'] === 'string' &&
  isObject(value['values']) &&
  Object.values(value['values']).every((text) => typeof text === 'string');
const isDraft = (value: unknown): value is Draft =>
  isObject(value) &&
  typeof value['message'] === 'string' &&
  isObject(value['answers']) &&
  Object.values(value['answers']).every(isDraftAnswer);
