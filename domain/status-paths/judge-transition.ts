// Whether a record may go from a status to a status: the one decision, asked by the server on every way of writing a
// status and by the browser before it offers one (decision 084).
import { meets } from '../records/meets.ts';
import type { PathStep, StatusPath } from './path-of.ts';

export type StatusMove = {
  /** Null: a new record, or one that has no status yet. */
  readonly from: number | null;
  /** Null: the status is cleared. */
  readonly to: number | null;
  /** Undefined where it is not known in the browser. */
  readonly createdBy: number | null | undefined;
  /** Null where nobody does it. */
  readonly userId: number | null;
  /**
   * What the record holds by field key once the move is made, as the contract writes it; null where it is empty.
   * Undefined where it is not known in the browser: then the server says, which always knows.
   */
  readonly read: (key: string) => string | null | undefined;
};

export type MoveVerdict = { readonly whyNot: string | null; readonly needsComment: boolean };

const free: MoveVerdict = { whyNot: null, needsComment: false };
const refused = (whyNot: string): MoveVerdict => ({ whyNot, needsComment: false });

/** @param path of the type for the person; null where the type is free */
export function judgeTransition(path: StatusPath | null, move: StatusMove): MoveVerdict {
  const { from, to } = move;
  if (path === null || from === to) return free;
  if (to === null) return refused('A record whose statuses are a path keeps a status.');
  const step = path.steps.find((one) => one.fromStatusId === from && one.toStatusId === to);
  const [before, after] = [nameIn(path, from), nameIn(path, to)];
  if (step === undefined)
    return refused(
      before === null
        ? `A new record does not begin with ${after}.`
        : `No transition leads from ${before} to ${after}.`,
    );
  const whyNot = whyNotStep(step, move, before, after ?? '');
  return whyNot === null ? { whyNot, needsComment: step.needsComment } : refused(whyNot);
}

const nameIn = ({ statuses }: StatusPath, id: number | null): string | null =>
  id === null ? null : (statuses.find((one) => one.id === id)?.name ?? 'a status that is gone');

function whyNotStep(step: PathStep, move: StatusMove, before: string | null, after: string): string | null {
  const way = before === null ? `begins with ${after}` : `moves ${before} to ${after}`;
  if (!step.isOfRole) return `Only ${joinNames(step.roles)} ${way}.`;
  const when = before === null ? `A new record begins with ${after}` : `${before} moves to ${after}`;
  if (step.conditions === null) return `${when} on a condition that your role cannot read.`;
  if (move.createdBy !== undefined) {
    const isCreator = move.createdBy === move.userId;
    if (step.creator === 'ONLY_CREATOR' && !isCreator)
      return `Only the person who created the record ${way}.`;
    if (step.creator === 'NOT_CREATOR' && isCreator)
      return `The person who created the record cannot be the one who ${way}: somebody else does.`;
  }
  // What is not known here is left to the server.
  if (meets(step.conditions, move.read) !== false) return null;
  return `${when} only when ${step.words}.`;
}

/** 'Buyer', 'Buyer or Approver', 'Buyer, Receiving or Approver' */
const joinNames = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;

/** Of a move that is allowed and asks for a comment that is not there. */
export const commentNeeded = (path: StatusPath, { from, to }: Pick<StatusMove, 'from' | 'to'>): string =>
  from === null
    ? `A new record that begins with ${nameIn(path, to)} needs a comment.`
    : `Moving ${nameIn(path, from)} to ${nameIn(path, to)} needs a comment.`;
