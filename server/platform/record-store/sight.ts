import type { AuthorisedRecordType, Confinement } from '@rowhouse/domain/access/authorised-record-type.ts';
import { additionalFieldKey } from '@rowhouse/domain/fields/field.ts';
import { recordTypeId } from '@rowhouse/domain/kernel/ids.ts';
import type { Viewer } from '@rowhouse/domain/kernel/viewer.ts';
import { resolveCurrentUser } from '@rowhouse/domain/records/current-user.ts';
import type { TenantConfig } from '@rowhouse/domain/tenants/tenant-config.ts';
import type { Answer } from '../database/database.ts';
import { flag, number, row } from '../database/row.ts';
import type { Described } from '../database/row.ts';
import type { Statement } from '../database/statement-batch.ts';
import { confinementColumn } from './column.ts';
import { matchingStatement } from './page-statements.ts';
import type { RecordQuery } from './record-query.ts';

/** The records by these ids, as far as the viewer sees them in the grid. */
export const queryOfIds = (
  ids: readonly number[],
  recordType: AuthorisedRecordType,
  { config, viewer }: { config: TenantConfig; viewer: Viewer },
): RecordQuery => ({
  recordType,
  enabledOnly: !recordType.maySeeDeleted,
  ids,
  conditions: [],
  search: null,
  sort: [],
  resolve: (criteria, field) => resolveCurrentUser(criteria, field, config, viewer.userId),
});

const seenRecord = row({ id: number, typeId: number.as(recordTypeId).at('record_type_id'), isEnabled: flag });

/**
 * Which of the query's ids it shows now, with their own types. One text, whatever is asked of a record beside it: operations
 * that are asked together read it once.
 */
export const inSightStatement = (query: RecordQuery): Statement =>
  matchingStatement(query, ['id', 'record_type_id', 'enabled'], ({ leaf }) => leaf);

export type SeenRecord = Described<typeof seenRecord>;
export const readSeenRecords = (answer: Answer | undefined): SeenRecord[] => seenRecord.read(answer);
export const readIdsInSight = (answer: Answer | undefined): number[] =>
  readSeenRecords(answer).map(({ id }) => id);

/** The same of their ids alone. */
export const idsInSightStatement = (query: RecordQuery): Statement =>
  matchingStatement(query, ['id'], ({ leaf }) => leaf);

/** A record, and the entry of the audit log from which on it changed. */
export type EarlierState = { readonly id: number; readonly firstEntry: string };

/**
 * Which of the states the query would have shown: the records as they were before their entry in the audit log. Only
 * what confines the role is taken back to what it was, for nothing else decides.
 */
export function wasInSightStatement(query: RecordQuery, states: readonly EarlierState[]): Statement {
  return matchingStatement(query, ['id', 'first_entry'], ({ leaf, source }, values) => {
    const ids = values.bind(states.map(({ id }) => id));
    const entries = values.bind(states.map(({ firstEntry }) => firstEntry));
    return `(select before.*, asked.entry as first_entry
      from unnest(${ids}::bigint[], ${entries}::bigint[]) as asked (id, entry)
      join ${leaf} held on held.id = asked.id
      cross join lateral jsonb_populate_record(held, ${patchOf(source.confinement)}) before) earlier`;
  });
}

/** What stood in the confining columns, as far as the audit log knows that they have changed since. */
function patchOf(confinement: readonly Confinement[]): string {
  const columns: string[] = [];
  const overflow: string[] = [];
  for (const one of confinement) {
    const column = confinementColumn(one);
    if (column === null) continue;
    if (one.stored === null) columns.push(before(column.expression, column.expression));
    else {
      const key = additionalFieldKey(one.stored.id);
      if (column.slot !== null) columns.push(before(key, column.slot));
      else overflow.push(before(key, String(one.stored.id)));
    }
  }
  if (overflow.length > 0)
    columns.push(`jsonb_build_object('x', coalesce(held.x, '{}') || ${overflow.join(' || ')})`);
  return columns.length === 0 ? `'{}'::jsonb` : columns.join(' || ');
}

const before = (auditKey: string, target: string): string => `coalesce((
  select jsonb_build_object('${target}', entry.changes -> '${auditKey}' -> 0) from audit_log entry
  where entry.tenant_id = held.tenant_id and entry.entity = 'record' and entry.entity_id = held.id
    and entry.id >= asked.entry and entry.changes ? '${auditKey}' order by entry.id limit 1), '{}')`;
