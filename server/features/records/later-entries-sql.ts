import type { ChangeSource } from '@rowhouse/domain/audit-log/change-source.ts';
import { userId, type TenantId } from '@rowhouse/domain/kernel/ids.ts';
import type { Answer } from '../../platform/database/database.ts';
import { json, number, row, text } from '../../platform/database/row.ts';
import type { Described } from '../../platform/database/row.ts';
import type { Statement } from '../../platform/database/statement-batch.ts';
import { instantFromText } from '../../platform/record-store/stored-forms.ts';

const entry = row(
  {
    id: number,
    recordId: number.at('entry.entity_id'),
    at: text.as(instantFromText),
    userId: number.as(userId).orNull,
    source: json<ChangeSource>().orNull,
    bulkChangeId: number.at(`(entry.source ->> 'bulkChangeId')::bigint`).orNull,
    changes: json<unknown>().at(`coalesce(entry.changes, '{}')`),
  },
  'entry',
);

export type LaterEntry = Described<typeof entry>;
export const readLaterEntries = (answer: Answer | undefined): LaterEntry[] => entry.read(answer);

/** Of each record the entries from the first on that the bulk change made, the oldest first. */
export const selectLaterEntries = (
  tenantId: TenantId,
  recordIds: readonly number[],
  bulkChangeId: number,
): Statement => ({
  text: `select ${entry.columns} from unnest($2::bigint[]) as asked (id)
         cross join lateral (
           select min(e.id) as id from audit_log e
           where e.tenant_id = $1 and e.entity = 'record' and e.entity_id = asked.id
             and (e.source ->> 'bulkChangeId')::bigint = $3) first
         join audit_log entry on entry.tenant_id = $1 and entry.entity = 'record' and entry.entity_id = asked.id
           and entry.id >= first.id
         order by entry.entity_id, entry.id`,
  values: [tenantId, recordIds, bulkChangeId],
});
