// What a transaction has told the audit log of itself, so that whoever wrote can take it back.
import type { TenantId } from '@rowhouse/domain/kernel/ids.ts';
import type { Answer } from '../database/database.ts';
import { number, row } from '../database/row.ts';
import type { Statement } from '../database/statement-batch.ts';
import { newestMonths } from './audit-months.ts';

const ownEntry = row({ entityId: number.at('entity_id'), id: number.at('max(id)') });

/** By the id of the record, or of the line. */
export const readOwnEntries = (answer: Answer | undefined): ReadonlyMap<number, number> =>
  new Map(ownEntry.read(answer).map(({ entityId, id }) => [entityId, id]));

/**
 * What the running transaction has told of records, without their lines, or of lines.
 *
 * @param key of what was changed; left out, the last that was told of each
 */
export const selectOwnEntries = (
  tenantId: TenantId,
  entity: 'record' | 'line_item' | 'line_item_order',
  ids: readonly number[],
  key: string | null = null,
): Statement => ({
  text: `select ${ownEntry.columns} from audit_log
         where tenant_id = $1 and entity = $2 and entity_id = any($3::bigint[])
           and id >= $5 and xmin = pg_current_xact_id()::xid and ($4::text is null or changes ? $4) group by entity_id`,
  values: [tenantId, entity, ids, key, newestMonths()],
});

/**
 * The entry of one of them as an expression in parentheses, for a statement that keeps it unread. The tenant is the statement's first value.
 * @param id of the record or the line, in SQL
 * @param from the place of `newestMonths()`
 */
export const ownEntryExpression = (entity: 'record' | 'line_item', id: string, from: string): string =>
  `(select max(told.id) from audit_log told where told.tenant_id = $1 and told.entity = '${entity}'
     and told.entity_id = ${id} and told.id >= ${from} and told.xmin = pg_current_xact_id()::xid)`;
