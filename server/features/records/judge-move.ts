// The move of a status within a change, and the conditions of its fields. No change is written that was not judged here:
// `assignmentsOf` takes no other.
import type { AuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import { toCommentText, whyNotComment } from '@rowhouse/domain/comments/rules.ts';
import {
  rulesOfType,
  type RuledValues,
  type RulesOfType,
} from '@rowhouse/domain/field-conditions/rules-of-type.ts';
import { additionalFieldKey } from '@rowhouse/domain/fields/field.ts';
import { invalid } from '@rowhouse/domain/kernel/refusal.ts';
import { commentNeeded, judgeTransition } from '@rowhouse/domain/status-paths/judge-transition.ts';
import { findStatusPath, type StatusPath } from '@rowhouse/domain/status-paths/path-of.ts';
import type { MemberContext } from '../../graphql/operation.ts';
import type { Statement, TextRow } from '../../platform/database/statement-batch.ts';
import { insertComment } from '../comments/sql.ts';
import { readingOfRules } from '../field-conditions/sql.ts';
import { readingOfPath, type PathValues } from '../status-paths/sql.ts';
import type { FilledChange, JudgedChange, RecordChange } from './record-change.ts';

const mark = (change: RecordChange, comment: string | null): JudgedChange =>
  ({ ...change, comment }) as JudgedChange;

/** What a record holds of what a change of it is judged by. */
export type Standing = PathValues & {
  /** Null: it is a new record. */
  readonly ruled: RuledValues | null;
  /** Of a new record what the server fills: nobody has written it. */
  readonly filled?: ReadonlySet<string>;
};

/** The ways and conditions that a change has to keep to, with what is read of its records for it. */
export type PathOfChange = {
  /** Null where the change moves no status, and where the type is free. */
  readonly path: StatusPath | null;
  /** Null where no field of the type has a condition. */
  readonly rules: RulesOfType | null;
  readonly columns: readonly string[];
  readonly read: (row: TextRow) => Standing;
  readonly userId: number;
  readonly comment: string | null;
};

/** Null where nothing is asked of the change. */
export function findPathOfChange(
  data: { readonly statusId?: number | null | undefined; readonly comment?: string | null | undefined },
  { type }: AuthorisedRecordType,
  context: MemberContext,
): PathOfChange | null {
  return pathOfChange(type, data.comment ?? null, context, data.statusId !== undefined);
}

/** @param moves whether the change says a status */
export function pathOfChange(
  type: AuthorisedRecordType['type'],
  comment: string | null,
  { config, viewer }: MemberContext,
  moves = true,
): PathOfChange | null {
  const path = moves ? findStatusPath(config, viewer, type.id) : null;
  const rules = rulesOfType(config, viewer, type);
  if (path === null && rules === null) return null;
  const ofPath = readingOfPath(path ?? noPath, type);
  const ofRules = rules && readingOfRules(rules, type, viewer.tenantId);
  return {
    path,
    rules,
    columns: [...ofPath.columns, ...(ofRules?.columns ?? [])],
    read: (row) => ({
      ...ofPath.read(row),
      ruled: ofRules && ofRules.read(row.slice(ofPath.columns.length)),
    }),
    userId: viewer.userId,
    comment,
  };
}

const noPath: StatusPath = { statuses: [], steps: [] };

/** What stands before a record is there. */
export const nothingBefore = (createdBy: number, filled?: ReadonlySet<string>): Standing => ({
  ...(filled !== undefined && { filled }),
  from: null,
  createdBy,
  values: new Map(),
  ruled: null,
});

/** Refuses what the conditions of fields do not allow, and a move that is not allowed, with the reason. */
export function judgeMove(
  change: FilledChange,
  asked: PathOfChange | null,
  before: Standing | null,
): JudgedChange {
  if (asked === null || before === null) return mark(change, null);
  const fault = asked.rules?.judge(before.ruled, givenOf(change), before.filled) ?? null;
  if (fault !== null) throw invalid(fault.sentence, fault.field);
  const { path } = asked;
  const to = change.base.get('status');
  if (path === null || to === undefined) return mark(change, null);
  const move = {
    from: before.from,
    to: to === null ? null : Number(to),
    createdBy: before.createdBy,
    userId: asked.userId,
    read: (key: string) => valueAfter(change, key, before),
  };
  const { whyNot, needsComment } = judgeTransition(path, move);
  if (whyNot !== null) throw invalid(whyNot, 'status');
  if (!needsComment) return mark(change, null);
  const comment = toCommentText(asked.comment ?? '');
  if (comment === '') throw invalid(commentNeeded(path, move), 'comment');
  const whyNotText = whyNotComment(comment);
  if (whyNotText !== null) throw invalid(whyNotText, 'comment');
  return mark(change, comment);
}

/** By field key what the change says, as the contract writes it. */
export const givenOf = ({ base, additional }: RecordChange): ReadonlyMap<string, string | null> =>
  new Map([
    ...[...base].map(([key, value]) => [key, value === null ? null : String(value)] as const),
    ...additional.map(({ field, value }) => [additionalFieldKey(field.id), value] as const),
  ]);

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
