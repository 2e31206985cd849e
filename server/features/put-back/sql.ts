import type { ChangeSource } from '@rowhouse/domain/audit-log/change-source.ts';
import { flag, json, row } from '../../platform/database/row.ts';
import type { Statement } from '../../platform/database/statement-batch.ts';
import { heldExpression, type HeldField } from '../../platform/record-store/held-fields.ts';
import { pageStatement, type RecordQuery } from '../../platform/record-store/record-query.ts';
import { holdLines } from '../line-items/sql.ts';

/** From where the changes of the transaction come, from now on. */
export const saySource = (source: ChangeSource): Statement => ({
  text: `select set_config('app.source', $1, true)`,
  values: [JSON.stringify(source)],
});

const standing = row({
  isEnabled: flag.at('enabled'),
  /** By the key of the field, as the audit log writes values. */
  values: json<Readonly<Record<string, unknown>>>(),
});
export const readStanding = standing.find;

/** What the record holds in the fields; nothing where it is out of sight. */
export const selectStanding = (query: RecordQuery, fields: readonly HeldField[]): Statement =>
  pageStatement(
    query,
    () => ['enabled', fields.length === 0 ? `'{}'::jsonb` : heldExpression(fields)],
    { offset: 0, limit: 1 },
    null,
  );

/** The lines as they are read where nothing can be held. */
export function selectTheseLines(...asked: Parameters<typeof holdLines>): Statement {
  const held = holdLines(...asked);
  return { ...held, text: held.text.replace(' for update', '') };
}
