import type { TenantId, UserId } from '@rowhouse/domain/kernel/ids.ts';
import type { LineValues } from '@rowhouse/domain/line-items/rules.ts';
import type { Answer } from '../../platform/database/database.ts';
import type { Statement, TextRow } from '../../platform/database/statement-batch.ts';
import { arrayText } from '../../platform/record-store/insert-records.ts';

export type NewLineItem = {
  readonly recordId: number;
  /** Of one record, lines stand by it, whatever the numbers are. */
  readonly position: number;
  /** By field id, each value as its text; fields without a value are left out (Specification 5). */
  readonly values: Readonly<Record<string, string>>;
};

/** Answers the ids, in the order of the lines. */
export function insertLineItemsStatement(
  tenantId: TenantId,
  lineItemTypeId: number,
  lines: readonly NewLineItem[],
): Statement {
  return {
    text: `insert into line_item (tenant_id, line_item_type_id, record_id, position, field_values)
           select $1::int, $2::bigint, u.record_id, u.position, u.field_values
           from unnest($3::bigint[], $4::int[], $5::jsonb[]) with ordinality as u(record_id, position, field_values, place)
           order by u.place returning id`,
    values: [
      tenantId,
      lineItemTypeId,
      arrayText(lines, (line) => line.recordId),
      arrayText(lines, (line) => line.position),
      arrayText(lines, (line) => JSON.stringify(line.values)),
    ],
  };
}

/** Of a record type: type id, its name, field id, name, data type, required, list id and the list's type. */
export const selectLineItemFields = (recordTypeId: number): Statement => ({
  text: `select t.id, t.name, f.id, f.name, f.data_type, f.required, f.list_id, l.list_type
         from line_item_type t
         join line_item_field f on f.tenant_id = t.tenant_id and f.line_item_type_id = t.id and f.enabled
         left join list l on l.tenant_id = f.tenant_id and l.id = f.list_id
         where t.record_type_id = $1 and t.enabled order by t.id, f.position, f.id`,
  values: [recordTypeId],
});

export type StoredLine = {
  readonly id: number;
  readonly recordId: number;
  readonly typeId: number;
  readonly enabled: boolean;
  readonly version: number;
  readonly values: LineValues;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Among the lines of its record and type, from 1; 0 when it is deleted, or was not asked for. */
  readonly index: number;
};

const columns = 'id, record_id, line_item_type_id, enabled, version, field_values, created_at, updated_at';
const placed = `${columns}, case when enabled
  then row_number() over (partition by record_id, line_item_type_id, enabled order by position, id) else 0 end`;

type LineChoice = {
  /** Null for all of them. */
  readonly rowIds: readonly number[] | null;
  readonly withDeleted: boolean;
};

/** Record by record, the lines in their order. */
export function selectLines(
  tenant: TenantId,
  records: readonly number[],
  { rowIds, withDeleted }: LineChoice,
): Statement {
  const from = `from line_item
    where tenant_id = $1 and record_id = any($2::bigint[])${withDeleted ? '' : ' and enabled'}`;
  const order = 'order by record_id, line_item_type_id, position, id';
  if (rowIds === null) return { text: `select ${placed} ${from} ${order}`, values: [tenant, records] };
  // Where a line stands is counted among all of them.
  return {
    text: `select * from (select ${placed}, position ${from}) line where id = any($3::bigint[]) ${order}`,
    values: [tenant, records, rowIds],
  };
}

/** As they stand among all the lines of their records. */
export const selectSavedLines = (
  tenant: TenantId,
  records: readonly number[],
  ids: readonly number[],
): Statement => ({
  text: `select * from (select ${placed} from line_item where tenant_id = $1 and record_id = any($2::bigint[])) line
         where id = any($3::bigint[])`,
  values: [tenant, records, ids],
});

/** In the order of their ids, so that two who hold several wait for one another and not in a ring. */
export const holdLines = (tenant: TenantId, ids: readonly number[]): Statement => ({
  text: `select ${columns} from line_item where tenant_id = $1 and id = any($2::bigint[]) order by id for update`,
  values: [tenant, ids],
});

export const readLines = (answer: Answer | undefined): StoredLine[] => (answer?.rows ?? []).map(readLine);

const readLine = (row: TextRow): StoredLine => ({
  id: Number(row[0]),
  recordId: Number(row[1]),
  typeId: Number(row[2]),
  enabled: row[3] === 't',
  version: Number(row[4]),
  values: JSON.parse(row[5] ?? '{}') as LineValues,
  createdAt: row[6] ?? '',
  updatedAt: row[7] ?? '',
  index: Number(row[8] ?? 0),
});

/** Of a record: line type, the first and the last position, and how many lines are not deleted. */
export const selectLineEnds = (tenant: TenantId, records: readonly number[]): Statement => ({
  text: `select record_id, line_item_type_id, min(position), max(position), count(*) filter (where enabled)
         from line_item where tenant_id = $1 and record_id = any($2::bigint[]) group by record_id, line_item_type_id`,
  values: [tenant, records],
});

export type LineEnds = {
  readonly recordId: number;
  readonly typeId: number;
  readonly first: number;
  readonly last: number;
  readonly count: number;
};

export const readLineEnds = (answer: Answer | undefined): LineEnds[] =>
  (answer?.rows ?? []).map((row) => ({
    recordId: Number(row[0]),
    typeId: Number(row[1]),
    first: Number(row[2]),
    last: Number(row[3]),
    count: Number(row[4]),
  }));

export type ChangedLine = {
  readonly id: number;
  readonly values: LineValues;
  readonly enabled: boolean;
};

/** Of lines that are held. */
export const updateLines = (tenant: TenantId, lines: readonly ChangedLine[]): Statement => ({
  text: `update line_item l set field_values = u.field_values, enabled = u.enabled, version = l.version + 1, updated_at = now()
         from unnest($2::bigint[], $3::jsonb[], $4::boolean[]) as u(id, field_values, enabled)
         where l.tenant_id = $1 and l.id = u.id`,
  values: [
    tenant,
    arrayText(lines, (line) => line.id),
    arrayText(lines, (line) => JSON.stringify(line.values)),
    arrayText(lines, (line) => String(line.enabled)),
  ],
});

/** All that stand in a record, with their positions, held to the end of the transaction. */
export const holdOrder = (tenant: TenantId, record: number): Statement => ({
  text: `select id, line_item_type_id, position from line_item
         where tenant_id = $1 and record_id = $2 and enabled order by id for update`,
  values: [tenant, record],
});

export type PositionedLine = { readonly id: number; readonly typeId: number; readonly position: number };

/** In their order. */
export const readOrder = (answer: Answer | undefined): PositionedLine[] =>
  (answer?.rows ?? [])
    .map((row) => ({ id: Number(row[0]), typeId: Number(row[1]), position: Number(row[2]) }))
    .sort((one, other) => one.position - other.position || one.id - other.id);

export const updatePositions = (
  tenant: TenantId,
  lines: readonly { readonly id: number; readonly position: number }[],
): Statement => ({
  text: `update line_item l set position = u.position from unnest($2::bigint[], $3::int[]) as u(id, position)
         where l.tenant_id = $1 and l.id = u.id and l.position <> u.position`,
  values: [tenant, arrayText(lines, (line) => line.id), arrayText(lines, (line) => line.position)],
});

const keyOperation = 'createLineItems';

/** The lines that were made for these keys: key and line. */
export const findLineKeys = (user: UserId, keys: readonly string[]): Statement => ({
  text: `select key, record_id from idempotency_key where operation = '${keyOperation}' and user_id = $1 and key = any($2::text[])`,
  values: [user, keys],
});

export const readLineKeys = (answer: Answer | undefined): Map<string, number> =>
  new Map((answer?.rows ?? []).map((row) => [row[0] ?? '', Number(row[1])]));

export const keepLineKeys = (
  tenant: TenantId,
  user: UserId,
  made: readonly { readonly key: string; readonly id: number }[],
): Statement => ({
  text: `insert into idempotency_key (tenant_id, user_id, operation, key, record_id)
         select $1, $2, '${keyOperation}', u.key, u.id from unnest($3::text[], $4::bigint[]) as u(key, id)`,
  values: [tenant, user, made.map(({ key }) => key), made.map(({ id }) => id)],
});

const ofRecord = `tenant_id = $1 and record_id = $2 and entity in ('line_item', 'line_item_order')`;

export const countHistory = (tenant: TenantId, record: number): Statement => ({
  text: `select count(*) from audit_log where ${ofRecord}`,
  values: [tenant, record],
});

export const selectHistory = (
  tenant: TenantId,
  record: number,
  { offset, limit }: { offset: number; limit: number },
): Statement => ({
  text: `select id, action, at, user_id, case when entity = 'line_item' then entity_id end, changes
         from audit_log where ${ofRecord} order by id desc offset $3 limit $4`,
  values: [tenant, record, offset, limit],
});

export type HistoryEntry = {
  readonly id: number;
  readonly action: string;
  readonly at: string;
  readonly userId: number | null;
  /** Null: it is about the order of several. */
  readonly lineId: number | null;
  readonly changes: Readonly<Record<string, readonly [unknown, unknown]>>;
};

export const readHistory = (answer: Answer | undefined): HistoryEntry[] =>
  (answer?.rows ?? []).map((row) => ({
    id: Number(row[0]),
    action: row[1] ?? '',
    at: row[2] ?? '',
    userId: row[3] == null ? null : Number(row[3]),
    lineId: row[4] == null ? null : Number(row[4]),
    changes: row[5] == null ? {} : (JSON.parse(row[5]) as HistoryEntry['changes']),
  }));
