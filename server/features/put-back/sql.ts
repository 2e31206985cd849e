import type { ChangeSource } from '@rowhouse/domain/audit-log/change-source.ts';
import type { TenantId } from '@rowhouse/domain/kernel/ids.ts';
import { userId } from '@rowhouse/domain/kernel/ids.ts';
import type { Answer } from '../../platform/database/database.ts';
import { flag, json, number, row, text, type Described } from '../../platform/database/row.ts';
import type { Statement } from '../../platform/database/statement-batch.ts';
import { heldExpression, type HeldField } from '../../platform/record-store/held-fields.ts';
import { pageStatement } from '../../platform/record-store/page-statements.ts';
import type { RecordQuery } from '../../platform/record-store/record-query.ts';
import { instantFromText } from '../../platform/record-store/stored-forms.ts';
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

const parentEntry = row(
  {
    id: number,
    recordId: number.at('entity_id'),
    at: text.as(instantFromText),
    userId: number.as(userId).orNull,
    source: json<ChangeSource>().orNull,
    /** What the record stood under, and stands under after it. */
    before: number.at(`(changes #>> '{parent_id,0}')::bigint`).orNull,
    after: number.at(`(changes #>> '{parent_id,1}')::bigint`).orNull,
  },
  'entry',
);
export type ParentEntry = Described<typeof parentEntry>;
export const readParentEntries = (answer: Answer | undefined): ParentEntry[] => parentEntry.read(answer);

/** The moves of records, the oldest first: of each since the last one before an entry. */
export const selectParentEntries = (
  tenantId: TenantId,
  asked: readonly { readonly id: number; readonly firstEntry: number }[],
): Statement => ({
  text: `select ${parentEntry.columns}
         from unnest($2::bigint[], $3::bigint[]) asked (record_id, first_entry)
         cross join lateral (
           select e.* from audit_log e
           where e.tenant_id = $1 and e.entity = 'record' and e.entity_id = asked.record_id and e.changes ? 'parent_id'
             and e.id >= coalesce((
               select max(own.id) from audit_log own
               where own.tenant_id = $1 and own.entity = 'record' and own.entity_id = asked.record_id
                 and own.changes ? 'parent_id' and own.id < asked.first_entry), asked.first_entry)) entry
         order by entry.id`,
  values: [tenantId, asked.map(({ id }) => id), asked.map(({ firstEntry }) => firstEntry)],
});
