// What the way of the statuses says of a bulk change of the status, before it is sent: which of the records may not move so, and
// whether a comment is asked for. The server decides by the same function.
import { toCommentText, whyNotComment } from '@rowhouse/domain/comments/rules.ts';
import { judgeTransition } from '@rowhouse/domain/status-paths/judge-transition.ts';
import { useMemo, useState } from 'react';
import type { Option } from '../../../ui/inputs/option.ts';
import { TextArea } from '../../../ui/inputs/text-input.tsx';
import type { FieldOptions } from '../../../values/value-field.ts';
import type { RecordField } from '../record-field.ts';
import type { RecordRow } from '../record-row.ts';
import { findStoredValue } from '../row-edit/row-values.ts';
import { useStatusPath, type OwnPath } from '../use-status-path.ts';

const statusKey = 'status';

export type BulkMoves = {
  /** Null where the field is another one, or its way is free. */
  readonly path: OwnPath | null;
  readonly judge: (
    record: RecordRow,
    to: string,
  ) => { readonly whyNot: string | null; readonly needsComment: boolean };
};

const free = { whyNot: null, needsComment: false };

export function useBulkMoves(
  recordTypeId: number,
  fields: readonly RecordField[],
  field: RecordField | undefined,
): BulkMoves {
  const found = useStatusPath(recordTypeId);
  const path = field?.key === statusKey ? found : null;
  const byKey = useMemo(() => new Map(fields.map((one) => [one.key, one])), [fields]);
  return useMemo(
    () => ({
      path,
      judge(record, to) {
        if (path === null) return free;
        return judgeTransition(path, {
          from: record.statusId?.id ?? null,
          to: to === '' ? null : Number(to),
          createdBy: record.createdBy === undefined ? undefined : (record.createdBy?.id ?? null),
          userId: path.userId,
          read(key) {
            const one = byKey.get(key);
            return key === statusKey ? to : one && findStoredValue(one, record);
          },
        });
      },
    }),
    [path, byKey],
  );
}

/** A status to which none of the records may go is closed, with the reason of the first. */
export function closeForAll(
  options: FieldOptions,
  { path, judge }: BulkMoves,
  records: readonly RecordRow[],
): FieldOptions {
  const statuses = options.get(statusKey);
  if (path === null || statuses === undefined || records.length === 0) return options;
  const closed = statuses.map((option): Option => {
    const others = records.filter((record) => String(record.statusId?.id ?? '') !== option.id);
    const reasons = others.map((record) => judge(record, option.id).whyNot);
    const [first] = reasons;
    return first == null || reasons.includes(null) ? option : { ...option, whyNot: first };
  });
  return new Map([...options, [statusKey, closed]]);
}

/** Whether a move to the status may ask for one, of records that are not known here. */
export const mayNeedComment = ({ path }: BulkMoves, to: string): boolean =>
  path?.steps.some((step) => String(step.toStatusId) === to && step.needsComment) ?? false;

/** The comment that goes with the change. */
export function useBulkComment() {
  const [text, setText] = useState('');
  const [error, setError] = useState<string | null>(null);
  const comment = toCommentText(text);
  return {
    text,
    error,
    comment: comment === '' || whyNotComment(comment) !== null ? null : comment,
    change(next: string) {
      setText(next);
      setError(null);
    },
    /** Shows what is wrong with it; says whether nothing is. */
    tryIt(isRequired: boolean): boolean {
      const whyNot = comment === '' && !isRequired ? null : whyNotComment(comment);
      setError(whyNot);
      return whyNot === null;
    },
  };
}

type BulkCommentProps = { comment: ReturnType<typeof useBulkComment>; isRequired: boolean };

export const BulkComment = ({ comment, isRequired }: BulkCommentProps) => (
  <TextArea
    label="Comment"
    required={isRequired}
    hint={
      isRequired
        ? 'It is written in each record whose move asks for one. Everybody who sees the record can read it.'
        : 'It is written in each record whose move asks for one; without it those are refused.'
    }
    value={comment.text}
    error={comment.error}
    onChange={comment.change}
  />
);
