import { invalid, Refusal } from '../kernel/refusal.ts';
import { isStorableText } from '../kernel/text-safety.ts';
import { longestComment, mostMentions } from './limits.ts';

/** Without the empty space around it, as it is stored. */
export const toCommentText = (text: string): string => text.replace(/\r\n?/g, '\n').trim();

/** @param text as `toCommentText` gives it */
export function whyNotComment(text: string): string | null {
  if (text === '') return 'Write something first.';
  if (text.length > longestComment)
    return `A comment has at most ${longestComment.toLocaleString('en')} characters. This one has ${text.length.toLocaleString('en')}.`;
  return isStorableText(text) ? null : 'The text holds a character that cannot be stored.';
}

/** @param names of the people who are mentioned, and of those among them who do not see the record */
export function whyNotMention(names: readonly string[], blind: readonly string[]): string | null {
  if (names.length > mostMentions) return `A comment mentions at most ${mostMentions} people.`;
  if (blind.length === 0) return null;
  const [first] = blind;
  if (blind.length === 1) return `${first} cannot see this record. Take the name out to send the comment.`;
  const last = blind.at(-1);
  return `${blind.slice(0, -1).join(', ')} and ${last} cannot see this record. Take the names out to send the comment.`;
}

/** Null when comments can be written in the record. */
export const whyNotWrite = (isDeleted: boolean): string | null =>
  isDeleted ? 'This record is deleted. Its comments can be read only.' : null;

export const whyNotOwnComment = (isOwn: boolean, isDeleted: boolean): string | null => {
  if (!isOwn) return 'Only the person who wrote a comment can change it.';
  return isDeleted ? 'This comment was deleted.' : null;
};

/** @throws FORBIDDEN with the sentence, if there is one */
export function forbid(whyNot: string | null): void {
  if (whyNot !== null) throw new Refusal('FORBIDDEN', whyNot);
}

/** @throws INVALID with the sentence, if there is one */
export function refuseText(whyNot: string | null): void {
  if (whyNot !== null) throw invalid(whyNot, 'text');
}
