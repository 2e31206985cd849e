import { largestRecordFileBytes } from '@rowhouse/domain/attachments/limits.ts';
import type { BulkRecordResult } from '@rowhouse/domain/contract.generated.ts';
import { recordTypeId, userId } from '@rowhouse/domain/kernel/ids.ts';
import type { RecordTypeId, TenantId, UserId } from '@rowhouse/domain/kernel/ids.ts';
import type { StoredRecordType } from '@rowhouse/domain/tenants/tenant-config.ts';
import type { Answer, Database } from '../../platform/database/database.ts';
import { requireSameBody } from '../../platform/body-of-key.ts';
import type { KeyOfBody } from '../../platform/idempotency-key.ts';
import { json, number, row, text } from '../../platform/database/row.ts';
import type { Described } from '../../platform/database/row.ts';
import type { Statement } from '../../platform/database/statement-batch.ts';
import { newestMonths } from '../../platform/record-store/audit-months.ts';
import { leafName } from '../../platform/record-store/column.ts';
import { ownEntryExpression } from '../../platform/record-store/own-entries.ts';
import { instantFromText } from '../../platform/record-store/stored-forms.ts';
import { isUploadOver } from '../attachments/sql.ts';
import { Values } from '../../platform/record-store/predicate.ts';
import { settleInsert, type Assignment } from '../../platform/record-store/settle-columns.ts';
import { placeOfType } from '../../platform/record-store/places.ts';
import { serverStart, typesOfSlots, versionsOfSlots } from '../../platform/record-store/write-version.ts';
import type { SlotsOfType } from '../../platform/record-store/write-version.ts';
import { usesBeforePartialIndex } from '../../platform/record-store/tend-indexes.ts';
import { mostNotesOfPairs } from '../../platform/record-store/used-pairs.ts';

const lastChange = row({
  id: number.at('asked.id'),
  userId: number.as(userId).at('last.user_id').orNull,
  changedAt: text.as(instantFromText).at('last.at'),
  secondsAgo: number.at('greatest(0, floor(extract(epoch from clock_timestamp() - last.at)))::bigint'),
});
export const readLastChanges = (answer: Answer | undefined) => lastChange.read(answer);

/** Of each record the last change of one of the fields, or that it was deleted or restored. */
export const lastChangesStatement = (
  tenantId: TenantId,
  ids: readonly number[],
  auditKeys: readonly string[],
): Statement => ({
  text: `select ${lastChange.columns}
         from unnest($2::bigint[]) asked (id) cross join lateral (
           select user_id, at from audit_log
           where tenant_id = $1 and entity = 'record' and entity_id = asked.id
             and (action in ('delete', 'restore') or action = 'update' and changes ?| $3::text[])
           order by id desc limit 1) last`,
  values: [tenantId, ids, auditKeys],
  isPrepared: true,
});

export type TypeCount = SlotsOfType & { readonly enabled: number };

const typeCount = row({
  typeId: number.as(recordTypeId).at('asked.id'),
  server: text.at(serverStart),
  sum: text.as(BigInt).at('coalesce(sum(version), 0)'),
  slots: text.at(versionsOfSlots).orNull,
  types: text.at(typesOfSlots).orNull,
  enabled: number.at('coalesce(sum(enabled_count), 0)'),
});

/** What the counters of the types say, each type for itself. */
export const typeCountsStatement = (tenantId: TenantId, ids: readonly RecordTypeId[]): Statement => ({
  text: `select ${typeCount.columns} from unnest($2::bigint[]) asked (id)
         left join record_type_counter on tenant_id = $1 and record_type_id = asked.id group by asked.id`,
  values: [tenantId, ids],
});

export const readTypeCounts = (answer: Answer | undefined): ReadonlyMap<RecordTypeId, TypeCount> =>
  new Map(typeCount.read(answer).map(({ typeId, ...count }) => [typeId, count]));

const nextId = row({ id: number.at(`nextval('record_id_seq')`) });
export const nextRecordIdStatement: Statement = { text: `select ${nextId.columns}` };
export const readNextId = (answer: Answer | undefined): number => nextId.get(answer).id;
export const nextRecordIdsStatement = (count: number): Statement => ({
  text: `select ${nextId.columns} from generate_series(1, $1::int)`,
  values: [count],
});
export const readNextIds = (answer: Answer | undefined): number[] => nextId.read(answer).map(({ id }) => id);

const changeOperation = 'updateRecordHeader';

const keptChange = row({
  id: number.at('record_id'),
  body: text.at('body_hash').orNull,
  auditEntryId: json<number>().at('answer').orNull,
});
export type KeptChange = Described<typeof keptChange>;

export const findChangeKeyStatement = (key: string, userId: UserId): Statement => ({
  text: `select ${keptChange.columns} from idempotency_key where operation = $1 and key = $2 and user_id = $3`,
  values: [changeOperation, key, userId],
  isPrepared: true,
});

/** The change that was made for the key; null when none was. */
export function readKeptChange(answer: Answer | undefined, body: string): KeptChange | null {
  const found = keptChange.find(answer);
  if (found !== null) requireSameBody(found.body, body);
  return found;
}

/**
 * Of the change that the transaction made before it, with the entry that tells it. What changed nothing, or met another version,
 * keeps no key: it may be asked for again.
 */
export const keepChangeKeyStatement = (
  tenantId: TenantId,
  userId: UserId,
  { key, body }: KeyOfBody,
  recordId: number,
): Statement => ({
  text: `insert into idempotency_key (tenant_id, user_id, operation, key, body_hash, record_id, answer)
         select $1, $2, $3, $4, $5, $6, to_jsonb(own.entry)
         from ${ownEntryExpression('record', '$6::bigint', '$7')} own (entry) where own.entry is not null`,
  values: [tenantId, userId, changeOperation, key, body, recordId, newestMonths()],
  isPrepared: true,
});

const bulkOperation = 'updateBulkRecordHeader';

const keptAnswer = row({ answer: json<BulkRecordResult[]>().orNull, body: text.at('body_hash').orNull });
export function readBulkAnswer(answer: Answer | undefined, body: string): BulkRecordResult[] | null {
  const found = keptAnswer.find(answer);
  if (found === null) return null;
  requireSameBody(found.body, body);
  return found.answer;
}

export const findBulkAnswerStatement = (key: string, userId: UserId): Statement => ({
  text: `select ${keptAnswer.columns} from idempotency_key where operation = $1 and key = $2 and user_id = $3`,
  values: [bulkOperation, key, userId],
});

export const keepBulkAnswerStatement = (
  tenantId: TenantId,
  userId: UserId,
  { key, body }: KeyOfBody,
  answer: unknown,
): Statement => ({
  text: `insert into idempotency_key (tenant_id, user_id, operation, key, body_hash, answer)
         values ($1, $2, $3, $4, $5, $6)`,
  values: [tenantId, userId, bulkOperation, key, body, JSON.stringify(answer)],
});

export function insertRecordStatement(
  tenantId: TenantId,
  type: StoredRecordType,
  recordId: number,
  assign: (values: Values) => readonly Assignment[],
  columns: readonly string[],
): Statement {
  const values = new Values();
  const given: readonly Assignment[] = [
    { column: 'bucket', expression: String(placeOfType(type).bucket) },
    { column: 'id', expression: values.bind(recordId) },
    { column: 'tenant_id', expression: values.bind(tenantId) },
    { column: 'record_type_id', expression: values.bind(type.id) },
    ...assign(values),
  ];
  const all = settleInsert(type, given, { tenant: String(tenantId), recordId: null });
  return {
    text: `insert into ${leafName(placeOfType(type).bucket)} (${all.map(({ column }) => column).join(', ')}) values (${all.map(({ expression }) => expression).join(', ')}) returning ${columns.join(', ')}`,
    values: values.list,
    plannedFor: 'any values',
  };
}

/**
 * Records that are given the same columns are one statement each: what follows a write, as the audit, is done once for all of
 * them.
 */
export function insertRecordsTogether(
  tenantId: TenantId,
  type: StoredRecordType,
  records: readonly {
    readonly id: number;
    readonly assign: (values: Values) => readonly Assignment[];
  }[],
): Statement[] {
  const { bucket } = placeOfType(type);
  const statements = new Map<string, { values: Values; rows: string[] }>();
  for (const { id, assign } of records) {
    const columns = columnsOf(assign(new Values()));
    const of = statements.get(columns) ?? { values: new Values(), rows: [] };
    statements.set(columns, of);
    const given: readonly Assignment[] = [
      { column: 'bucket', expression: String(bucket) },
      { column: 'id', expression: of.values.bind(id) },
      { column: 'tenant_id', expression: of.values.bind(tenantId) },
      { column: 'record_type_id', expression: of.values.bind(type.id) },
      ...assign(of.values),
    ];
    const all = settleInsert(type, given, { tenant: String(tenantId), recordId: null });
    of.rows.push(`(${all.map(({ expression }) => expression).join(', ')})`);
    if (of.rows.length === 1)
      of.rows[0] = `insert into ${leafName(bucket)} (${columnsOf(all)}) values ${of.rows[0]}`;
  }
  return [...statements.values()].map(({ values, rows }) => ({ text: rows.join(', '), values: values.list }));
}
const columnsOf = (assignments: readonly Assignment[]): string =>
  assignments.map(({ column }) => column).join(', ');

/** The number after the highest of the type, for whoever may not choose one; the type is held for until the record is there. */
const nextNumber = (tenantId: TenantId, type: StoredRecordType): Assignment => ({
  column: 'record_number',
  expression: `next_record_number(${tenantId}, ${type.id})`,
});

/** The next number of the type's series, which the row of the series is held for until the record is there. */
export const seriesNumber = (tenantId: TenantId, type: StoredRecordType, year: number): Assignment => ({
  column: 'record_number',
  expression: `take_record_number(${tenantId}, ${type.id}, ${year})`,
});

/** The number of a record that brings none: of the type's series, else the next one. */
export const givenNumber = (tenantId: TenantId, type: StoredRecordType, year: number): Assignment =>
  type.isNumbered ? seriesNumber(tenantId, type, year) : nextNumber(tenantId, type);

/** A PDF that the person brought for a record file; whoever asks is about to put it into records, and it is kept. */
export const findOwnFileStatement = (fileId: number, userId: UserId): Statement => ({
  text: `with own as (
           select f.id, f.object_key from record_file f
           where f.id = $1 and f.created_by = $2 and f.mime_type = 'application/pdf'
             and f.size_bytes <= ${largestRecordFileBytes} and not ${isUploadOver('f')}
         ), kept as (
           update file_upload u set saved_at = now() from own where u.object_key = own.object_key and u.saved_at is null
         )
         select id from own`,
  values: [fileId, userId],
});

const keptExport = row({ id: text });
export const readKeptExport = (answer: Answer | undefined): string => keptExport.get(answer).id;

export const keepExportStatement = (tenantId: TenantId, userId: UserId, request: unknown): Statement => ({
  text: `insert into export_request (tenant_id, user_id, request) values ($1, $2, $3) returning ${keptExport.columns}`,
  values: [tenantId, userId, JSON.stringify(request)],
});

const spentExport = row({ request: json<unknown>() });

/** Spends an export once: the second to ask gets no row. */
export const spendExportStatement = (id: string): Statement => ({
  text: `update export_request set used_at = now() where id = $1 and used_at is null and created_at > now() - interval '1 minute' returning ${spentExport.columns}`,
  values: [id],
});

/** The request as it was kept; null when there is none, or none any more. */
export const readSpentExport = (answer: Answer | undefined): unknown =>
  spentExport.find(answer)?.request ?? null;

/** From so many records on whoever filters waits: the first use is enough for an index, and a search counts as one. */
const longWait = 20_000;

export type FieldUse = {
  readonly tenantId: TenantId;
  readonly recordTypeId: RecordTypeId;
  readonly keys: readonly string[];
  readonly kind: 'order' | 'contains' | 'numbers';
  /** By the search box, which looks into all fields at once: in a small type their indexes would cost more than they give. */
  readonly isSearch: boolean;
};

/** Counts fields as used for ordering, for finding inside them or for numbers over records; what is used is given an index in time. */
export const noteFieldUseStatement = (
  { tenantId, recordTypeId, keys, kind, isSearch }: FieldUse,
  isLargeFrom = longWait,
): Statement => ({
  text: `insert into field_use as f (tenant_id, record_type_id, field_key, kind, uses)
         select $1, $2, key, $4, case when is_large and not $5 then ${usesBeforePartialIndex} else 1 end
         from unnest($3::text[]) key, (
           select coalesce(sum(all_count), 0) >= $6 as is_large from record_type_counter
           where tenant_id = $1 and record_type_id = $2) type
         where is_large or not $5
         on conflict (tenant_id, record_type_id, field_key, kind) do update
           set uses = case when f.day = current_date then f.uses + excluded.uses else excluded.uses end,
               day = current_date, last_used = current_date`,
  values: [tenantId, recordTypeId, keys, kind, isSearch, isLargeFrom],
});

/**
 * Counts pairs of fields as asked together. There are many more of them than fields: beyond some none is noted that is not
 * noted yet.
 */
export const notePairUseStatement = ({
  tenantId,
  recordTypeId,
  pairs,
}: Pick<FieldUse, 'tenantId' | 'recordTypeId'> & { readonly pairs: readonly string[] }): Statement => ({
  text: `with noted as (
           select field_key from field_use where tenant_id = $1 and record_type_id = $2 and kind = 'pair'
         )
         insert into field_use as f (tenant_id, record_type_id, field_key, kind, uses)
         select $1, $2, pair, 'pair', 1 from (
           select pair, row_number() over (order by pair in (select field_key from noted) desc, place) as place
           from unnest($3::text[]) with ordinality as asked (pair, place)) ranked
         where pair in (select field_key from noted)
           or place + (select count(*) from noted where field_key <> all($3::text[])) <= ${mostNotesOfPairs}
         on conflict (tenant_id, record_type_id, field_key, kind) do update
           set uses = case when f.day = current_date then f.uses + 1 else 1 end,
               day = current_date, last_used = current_date`,
  values: [tenantId, recordTypeId, pairs],
});

/** Forgets what was kept for requests that are over. */
export const sweepRequests = (database: Database): Promise<void[]> =>
  database.inEveryCell(async (connection) => {
    await connection.query(`delete from export_request where created_at < now() - interval '1 hour'`);
    await connection.query(`delete from idempotency_key where created_at < now() - interval '1 day'`);
  });
