import { toOutcome, type Send } from '../../../edit-session/save-things.ts';
import { updateRecord } from '../api.ts';
import { withMoveComment } from '../move-comment/with-move-comment.ts';
import type { RecordField } from '../record-field.ts';
import type { RecordRow } from '../record-row.ts';
import { keyOfRefused, toUpdateInput } from './row-values.ts';

/** The record as it stands, which the refusal of a stale version brings along. */
export function currentRecord({ current }: Readonly<Record<string, unknown>>): RecordRow | null {
  if (typeof current !== 'object' || current === null) return null;
  const { id, version } = current as Record<string, unknown>;
  return typeof id === 'number' && typeof version === 'number' ? (current as RecordRow) : null;
}

/** Each by an update of its own. */
export const sendRecords =
  (fields: ReadonlyMap<string, RecordField>): Send<RecordRow> =>
  (records) =>
    Promise.all(
      records.map(async (record) => {
        const sending = withMoveComment((more) =>
          updateRecord({ ...toUpdateInput(fields, record), ...more, idempotencyKey: record.idempotencyKey }),
        );
        return toOutcome(sending, {
          current: currentRecord,
          key: ({ field }) => field && keyOfRefused(field),
        });
      }),
    );
