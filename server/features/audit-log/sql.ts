import type { AuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import type { ChangeSource, SourceKind } from '@rowhouse/domain/audit-log/change-source.ts';
import type { AuditSlice } from '@rowhouse/domain/audit-log/page.ts';
import { maySeePlace } from '@rowhouse/domain/projects/rules.ts';
import { recordTypeId, userId } from '@rowhouse/domain/kernel/ids.ts';
import type { TenantId } from '@rowhouse/domain/kernel/ids.ts';
import type { StoredLineItemType } from '@rowhouse/domain/tenants/tenant-config.ts';
import type { Answer } from '../../platform/database/database.ts';
import { flag, json, number, numbers, row, text } from '../../platform/database/row.ts';
import type { Described } from '../../platform/database/row.ts';
import type { Statement, StatementValue } from '../../platform/database/statement-batch.ts';
import { linkKeys } from '../../platform/record-store/audit-keys.ts';
import { fromMonth } from '../../platform/record-store/audit-months.ts';
import { leafName } from '../../platform/record-store/column.ts';
import { bucketsOfType } from '../../platform/record-store/places.ts';
import { auditKeysOf } from '../../platform/record-store/seen-changes.ts';
import { instantFromText } from '../../platform/record-store/stored-forms.ts';

const entry = row(
  {
    id: number,
    action: text,
    at: text.as(instantFromText),
    userId: number.as(userId).orNull,
    recordTypeId: number.as(recordTypeId),
    /** Of a line; null for the record, and for the order of several lines. */
    lineId: number.at(`case when entry.entity = 'line_item' then entry.entity_id end`).orNull,
    isOfLines: flag.at(`entry.entity in ('line_item', 'line_item_order')`),
    /** Of a comment of the record. */
    commentId: number.at(`case when entry.entity = 'comment' then entry.entity_id end`).orNull,
    /** Of what was said of it with another company. */
    conversationId: number.at(
      `case when entry.entity in ('conversation', 'transmission') then entry.entity_id end`,
    ).orNull,
    source: json<ChangeSource>().orNull,
    // Who deletes a comment takes its words back, those of earlier entries too.
    changes: json<unknown>().at(`case when entry.entity = 'comment' and exists (
      select from record_comment c where c.tenant_id = entry.tenant_id and c.id = entry.entity_id and c.deleted_at is not null)
      then '{}' else coalesce(entry.changes, '{}') end`),
  },
  'entry',
);

export type RecordEntry = Described<typeof entry>;
export const readEntries = (answer: Answer | undefined): RecordEntry[] => entry.read(answer);

/** Which entries are asked for, of those that the viewer may see. */
export type HistoryFilter = {
  /** Names that the audit log has for fields of the record; null for all that the viewer sees. */
  readonly auditKeys: readonly string[] | null;
  /** Whether making, deleting and restoring is among them. */
  readonly withRecord: boolean;
  readonly withLines: boolean;
  readonly withComments: boolean;
  readonly withConversations: boolean;
  readonly userIds: readonly number[] | null;
  readonly sources: readonly SourceKind[] | null;
  readonly since: string | null;
};

export type History = {
  readonly tenantId: TenantId;
  readonly recordId: number;
  readonly grid: AuthorisedRecordType;
  /** The kinds of lines whose entries the viewer may see. */
  readonly lineTypes: readonly StoredLineItemType[];
  /** Whether what became of its comments is among them; left out where only what can be put back is. */
  readonly withComments?: boolean;
  /** The same of what was said of it with other companies. */
  readonly withConversations?: boolean;
  /** The first id of the month from which on entries are looked at; left out for all. */
  readonly from?: number;
};

const beginning = row({ from: number.at(`audit_month_start(created_at at time zone 'UTC')`) });

/** The first id of the month in which the record was made: there is nothing of it before. */
export const readBeginning = (answer: Answer | undefined): number | null =>
  beginning.read(answer)[0]?.from ?? null;

export const selectBeginning = ({ tenantId, recordId, grid }: History): Statement => {
  const buckets = new Set(grid.sources.flatMap(({ type }) => bucketsOfType(type)));
  const arms = [...buckets].map(
    (bucket) => `select ${beginning.columns} from ${leafName(bucket)} where tenant_id = $1 and id = $2`,
  );
  return { text: arms.join(' union all '), values: [tenantId, recordId] };
};

type Bind = (value: StatementValue) => string;

/** Two arms, each of which is read from the end of an index of its own: the record, and what stands beside it. */
function armsOf(
  { tenantId, recordId, grid, lineTypes, withComments = false, withConversations = false, from }: History,
  filter: HistoryFilter | null,
  bind: Bind,
) {
  const ofMonths = from === undefined ? '' : ` and ${fromMonth(bind(from))}`;
  const ofAll = `entry.tenant_id = ${bind(tenantId)}${ofMonths}${narrowing(filter, bind)}`;
  const seen = grid.sources.map(({ type }) => {
    const visible = [
      ...auditKeysOf(grid, type).filter((key) => key !== 'enabled'),
      ...(maySeePlace(grid) ? linkKeys : []),
    ];
    const keys =
      filter?.auditKeys == null ? visible : visible.filter((key) => filter.auditKeys!.includes(key));
    const isSeen = `entry.changes ?| ${bind(keys)}::text[]`;
    const withRecord = filter === null || filter.withRecord;
    return `(entry.record_type_id = ${bind(type.id)} and (${withRecord ? `entry.action <> 'update' or ` : ''}${isSeen}))`;
  });
  const record = `${ofAll} and entry.entity = 'record' and entry.entity_id = ${bind(recordId)}
    and (${seen.join(' or ') || 'false'})`;
  const beside = [
    ...(lineTypes.length === 0 || filter?.withLines === false ? [] : [ofLines(lineTypes, grid, bind)]),
    ...(withComments && filter?.withComments !== false ? [`entry.entity = 'comment'`] : []),
    ...(withConversations && filter?.withConversations !== false
      ? [`entry.entity in ('conversation', 'transmission')`]
      : []),
  ];
  return beside.length === 0
    ? [record]
    : [record, `${ofAll} and entry.record_id = ${bind(recordId)} and (${beside.join(' or ')})`];
}

function ofLines(
  lineTypes: readonly StoredLineItemType[],
  { goneOfLines }: AuthorisedRecordType,
  bind: Bind,
): string {
  const kinds = bind(lineTypes.map(({ id }) => id));
  const fields = bind(
    [...lineTypes.flatMap((type) => type.fields), ...goneOfLines].map(({ id }) => `f${id}`),
  );
  return `entry.entity = 'line_item_order'
    or entry.entity = 'line_item' and (entry.action <> 'update' or entry.changes ?| ${fields}::text[])
      and exists (select from line_item l where l.tenant_id = entry.tenant_id and l.id = entry.entity_id
                    and l.line_item_type_id = any(${kinds}::bigint[]))`;
}

function narrowing(filter: HistoryFilter | null, bind: Bind): string {
  if (filter === null) return '';
  const { userIds, sources, since } = filter;
  return [
    userIds === null ? '' : ` and entry.user_id = any(${bind(userIds)}::bigint[])`,
    sources === null ? '' : ` and entry.source ->> 'kind' = any(${bind(sources)}::text[])`,
    since === null ? '' : ` and entry.at >= ${bind(since)}::timestamptz`,
  ].join('');
}

/** Prepared: its plan costs more than its rows, and is the same for every record. All that is chosen is bound; few texts come of it. */
function write(make: (bind: Bind) => string): Statement {
  const values: StatementValue[] = [];
  const text = make((value) => `$${values.push(value)}`);
  return { text, values, isPrepared: true };
}

/** A slice, the newest first, and one entry more where there is one. */
export const selectHistory = (history: History, filter: HistoryFilter, { offset, limit }: AuditSlice) =>
  write((bind) => {
    const most = bind(offset + limit + 1);
    const arms = armsOf(history, filter, bind).map(
      (arm) => `(select entry.* from audit_log entry where ${arm} order by entry.id desc limit ${most})`,
    );
    return `select ${entry.columns} from (${arms.join(' union all ')}) entry
            order by entry.id desc offset ${bind(offset)} limit ${bind(limit + 1)}`;
  });

const total = row({ count: number.at('count(*)') });
export const readTotal = (answer: Answer | undefined): number => total.get(answer).count;

export const countHistory = (history: History, filter: HistoryFilter | null) =>
  write((bind) => {
    const arms = armsOf(history, filter, bind).map((arm) => `select from audit_log entry where ${arm}`);
    return `select ${total.columns} from (${arms.join(' union all ')}) entry`;
  });

const people = row({
  ids: numbers.at(`coalesce(array_agg(distinct user_id) filter (where user_id is not null), '{}')`),
});
export const readPeople = (answer: Answer | undefined): number[] => people.get(answer).ids;

export const selectPeople = (history: History) =>
  write((bind) => {
    const arms = armsOf(history, null, bind).map(
      (arm) => `select entry.user_id from audit_log entry where ${arm}`,
    );
    return `select ${people.columns} from (${arms.join(' union all ')}) entry`;
  });

/** The entries by these ids, the oldest first, as far as the viewer may see them. */
export const selectEntries = (history: History, ids: readonly number[]) =>
  write((bind) => {
    const arms = armsOf(history, null, bind).map(
      (arm) => `select entry.* from audit_log entry where ${arm} and entry.id = any(${bind(ids)}::bigint[])`,
    );
    return `select ${entry.columns} from (${arms.join(' union all ')}) entry order by entry.id`;
  });

/** The same from one entry on: what happened since. */
export const selectEntriesSince = (history: History, first: number) =>
  write((bind) => {
    const arms = armsOf(history, null, bind).map(
      (arm) => `select entry.* from audit_log entry where ${arm} and entry.id >= ${bind(first)}`,
    );
    return `select ${entry.columns} from (${arms.join(' union all ')}) entry order by entry.id`;
  });

/** The entries of the record and its lines that put back something since an entry, the newest of them. */
export const selectPutBacks = (history: History, sinceEntry: number, most = 1000) =>
  write((bind) => {
    const arms = armsOf(history, null, bind).map(
      (arm) => `select entry.* from audit_log entry where ${arm}
        and coalesce(entry.record_id, entry.entity_id) = ${bind(history.recordId)}
        and entry.source ? 'entries' and entry.id > ${bind(sinceEntry)}`,
    );
    return `select ${entry.columns} from (${arms.join(' union all ')}) entry order by entry.id desc limit ${bind(most)}`;
  });

const line = row({
  id: number,
  typeId: number.at('line_item_type_id'),
  position: number,
  index: number.at('index').orNull,
});
export type PlacedLine = Described<typeof line>;
export const readPlacedLines = (answer: Answer | undefined): PlacedLine[] => line.read(answer);

/** Where the lines of a record stand now, deleted ones too. */
export const selectPlacedLines = (tenantId: TenantId, recordId: number): Statement => ({
  text: `select ${line.columns} from (
           select id, line_item_type_id, position, case when enabled then row_number()
             over (partition by line_item_type_id, enabled order by position, id) end as index
           from line_item where tenant_id = $1 and record_id = $2) line`,
  values: [tenantId, recordId],
});
