// The move of a status within a change. No change is written that was not judged here: `assignmentsOf` takes no other.
import type { AuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import { toCommentText, whyNotComment } from '@rowhouse/domain/comments/rules.ts';
import { additionalFieldKey } from '@rowhouse/domain/fields/field.ts';
import { invalid } from '@rowhouse/domain/kernel/refusal.ts';
import { commentNeeded, judgeTransition } from '@rowhouse/domain/status-paths/judge-transition.ts';
import { findStatusPath, type StatusPath } from '@rowhouse/domain/status-paths/path-of.ts';
import type { MemberContext } from '../../graphql/operation.ts';
import type { Statement, TextRow } from '../../platform/database/statement-batch.ts';
import { insertComment } from '../comments/sql.ts';
import { readingOfPath, type PathValues } from '../status-paths/sql.ts';
import type { JudgedChange, RecordChange } from './record-change.ts';

const mark = (change: RecordChange, comment: string | null): JudgedChange =>
  ({ ...change, comment }) as JudgedChange;

/** Nothing at all, which is allowed everywhere. */
export const noChange = mark({ base: new Map(), additional: [] }, null);

/** The ways that a change has to keep to, with what is read of its records for it. */
export type PathOfChange = {
  readonly path: StatusPath;
  readonly columns: readonly string[];
  readonly read: (row: TextRow) => PathValues;
  readonly userId: number;
  readonly comment: string | null;
};

/** Null where the change moves no status, and where the type is free. */
export function findPathOfChange(
  data: { readonly statusId?: number | null | undefined; readonly comment?: string | null | undefined },
  { type }: AuthorisedRecordType,
  context: MemberContext,
): PathOfChange | null {
  if (data.statusId === undefined) return null;
  return pathOfChange(type, data.comment ?? null, context);
}

/** The same of a change that moves the status whatever it says. */
export function pathOfChange(
  type: AuthorisedRecordType['type'],
  comment: string | null,
  { config, viewer }: MemberContext,
): PathOfChange | null {
  const path = findStatusPath(config, viewer, type.id);
  if (path === null) return null;
  return { path, ...readingOfPath(path, type), userId: viewer.userId, comment };
}

/** What stands before a record is there. */
export const nothingBefore = (createdBy: number): PathValues => ({
  from: null,
  createdBy,
  values: new Map(),
});

/** Refuses a move that is not allowed, with the reason. */
export function judgeMove(
  change: RecordChange,
  path: PathOfChange | null,
  before: PathValues | null,
): JudgedChange {
  const to = change.base.get('status');
  if (path === null || before === null || to === undefined) return mark(change, null);
  const move = {
    from: before.from,
    to: to === null ? null : Number(to),
    createdBy: before.createdBy,
    userId: path.userId,
    read: (key: string) => valueAfter(change, key, before),
  };
  const { whyNot, needsComment } = judgeTransition(path.path, move);
  if (whyNot !== null) throw invalid(whyNot, 'status');
  if (!needsComment) return mark(change, null);
  const comment = toCommentText(path.comment ?? '');
  if (comment === '') throw invalid(commentNeeded(path.path, move), 'comment');
  const whyNotText = whyNotComment(comment);
  if (whyNotText !== null) throw invalid(whyNotText, 'comment');
  return mark(change, comment);
}

/** What the record holds once it is changed. */
function valueAfter({ base, additional }: RecordChange, key: string, before: PathValues): string | null {
  const ofBase = new Map<string, unknown>(base);
  if (ofBase.has(key)) {
    const value = ofBase.get(key) ?? null;
    return value === null ? null : String(value);
  }
  const changed = additional.find(({ field }) => additionalFieldKey(field.id) === key);
  return changed === undefined ? (before.values.get(key) ?? null) : changed.value;
}

/** @param version that the record has after the move: a move is told once */
export const commentOfMove = (
  comment: string,
  record: { readonly id: number; readonly version: number },
  { type }: AuthorisedRecordType,
  { viewer }: MemberContext,
): Statement =>
  insertComment(viewer.tenantId, viewer.userId, {
    recordId: record.id,
    typeId: type.id,
    content: comment,
    mentions: [],
    idempotencyKey: `status ${record.id} ${record.version}`,
  });
