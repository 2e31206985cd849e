import { recordTypeId, userId } from '@rowhouse/domain/kernel/ids.ts';
import type { TenantId, UserId } from '@rowhouse/domain/kernel/ids.ts';
import type { Answer } from '../../platform/database/database.ts';
import { json, number, row, text } from '../../platform/database/row.ts';
import type { Described } from '../../platform/database/row.ts';
import type { Statement, StatementValue, TextRow } from '../../platform/database/statement-batch.ts';
import { matchingStatement } from '../../platform/record-store/page-statements.ts';
import type { RecordQuery } from '../../platform/record-store/record-query.ts';
import { isSeenEntry } from '../../platform/record-store/seen-changes.ts';
import { lineColumns } from './record-line.ts';

const due = row({ group: number.at('due'), total: number });

/** The number of a group, its total, and the record line that comes after them. */
export const readDue = (answer: Answer | undefined): readonly (readonly [Described<typeof due>, TextRow])[] =>
  (answer?.rows ?? []).map(due.split);

/** Of what the query finds, by when it is due: how many there are of each group, and the columns of the first few. */
export function assignedStatement(
  query: RecordQuery,
  { today, weekEnd, few }: { today: string; weekEnd: string; few: number },
): Statement {
  const { text, values = [] } = matchingStatement(
    query,
    (type) => lineColumns(query.recordType, type),
    ({ leaf }) => leaf,
  );
  const all: StatementValue[] = [...values];
  const bind = (value: StatementValue) => `$${all.push(value)}`;
  const [day, end] = [`${bind(today)}::date`, `${bind(weekEnd)}::date`];
  return {
    text: `with mine (id, number, status, one, two, three, amount, deadline) as (${text}),
      placed as (select *, case when deadline is null then 4 when deadline < ${day} then 0 when deadline = ${day} then 1
        when deadline <= ${end} then 2 else 3 end as due from mine),
      ranked as (select *, row_number() over (partition by due order by deadline, id) as place,
        count(*) over (partition by due) as total from placed)
      select ${due.columns}, id, number, status, one, two, three, amount, deadline
      from ranked where place <= ${bind(few)} order by due, place`,
    values: all,
  };
}

const entry = row(
  {
    atMs: number.at('(extract(epoch from entry.at) * 1000)::bigint'),
    userId: number.as(userId),
    recordTypeId: number.as(recordTypeId),
    recordId: number.at('entry.entity_id'),
    action: text,
    changes: json<unknown>().at(`coalesce(entry.changes, '{}')`),
  },
  'entry',
);

export type AuditEntry = Described<typeof entry>;
export const readEntries = (answer: Answer | undefined): AuditEntry[] => entry.read(answer);

/**
 * Entries about records that the query shows, the newest first: made by others, with anything in them that the viewer
 * may see. What is hidden is left out before it is counted, so that it makes no difference to how many there are.
 */
export function changesStatement(
  query: RecordQuery,
  asked: { tenantId: TenantId; userId: UserId; since: string; most: number },
): Statement {
  const { text, values = [] } = matchingStatement(query, ['id'], ({ leaf }) => leaf);
  const all: StatementValue[] = [...values];
  const bind = (value: StatementValue) => `$${all.push(value)}`;
  return {
    text: `select ${entry.columns} from audit_log entry
      where entry.tenant_id = ${bind(asked.tenantId)} and entry.entity = 'record'
        and entry.at >= ${bind(asked.since)}::timestamptz
        and entry.user_id is not null and entry.user_id <> ${bind(asked.userId)}
        and ${isSeenEntry(query.recordType, bind)} and entry.entity_id in (${text})
      order by entry.at desc, entry.id desc limit ${bind(asked.most)}`,
    values: all,
  };
}
