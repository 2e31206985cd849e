import { largestRecordFileBytes } from '@rowhouse/domain/attachments/limits.ts';
import type { RecordTypeId, TenantId, UserId } from '@rowhouse/domain/kernel/ids.ts';
import type { StoredRecordType, TenantConfig } from '@rowhouse/domain/tenants/tenant-config.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Statement } from '../../platform/database/statement-batch.ts';
import { leafName } from '../../platform/record-store/column.ts';
import { isUploadOver } from '../attachments/sql.ts';
import { Values } from '../../platform/record-store/predicate.ts';
import type { Assignment } from '../../platform/record-store/record-query.ts';

/** Every bucket in which the tenant has records. */
const bucketsOf = (config: TenantConfig): number[] => [
  ...new Set(
    [...config.recordTypes.values()].flatMap(({ bucket, movingFrom }) =>
      movingFrom === null ? [bucket] : [bucket, movingFrom],
    ),
  ),
];

/** Of records named by id alone: id, record type, version, bucket. An id is a cheap probe in each bucket. */
export function findPlacesStatement(config: TenantConfig, ids: readonly number[]): Statement {
  const arms = bucketsOf(config).map(
    (bucket) =>
      `select id, record_type_id, version, ${bucket} from ${leafName(bucket)} where id = any($1::bigint[])`,
  );
  if (arms.length === 0) return { text: 'select 1 where false' };
  return { text: arms.join(' union all '), values: [ids], isPrepared: true };
}

export const nextRecordIdStatement: Statement = { text: `select nextval('record_id_seq')` };

export const findIdempotencyStatement = (operation: string, key: string, userId: UserId): Statement => ({
  text: 'select record_id from idempotency_key where operation = $1 and key = $2 and user_id = $3',
  values: [operation, key, userId],
});

export const keepIdempotencyStatement = (
  tenantId: TenantId,
  userId: UserId,
  operation: string,
  key: string,
  recordId: number,
): Statement => ({
  text: 'insert into idempotency_key (tenant_id, user_id, operation, key, record_id) values ($1, $2, $3, $4, $5)',
  values: [tenantId, userId, operation, key, recordId],
});

const bulkOperation = 'updateBulkRecordHeader';

export const findBulkAnswerStatement = (key: string, userId: UserId): Statement => ({
  text: 'select answer from idempotency_key where operation = $1 and key = $2 and user_id = $3',
  values: [bulkOperation, key, userId],
});

export const keepBulkAnswerStatement = (
  tenantId: TenantId,
  userId: UserId,
  key: string,
  answer: unknown,
): Statement => ({
  text: 'insert into idempotency_key (tenant_id, user_id, operation, key, answer) values ($1, $2, $3, $4, $5)',
  values: [tenantId, userId, bulkOperation, key, JSON.stringify(answer)],
});

export function insertRecordStatement(
  tenantId: TenantId,
  type: StoredRecordType,
  recordId: number,
  assign: (values: Values) => readonly Assignment[],
  columns: readonly string[],
): Statement {
  const values = new Values();
  const all: readonly Assignment[] = [
    { column: 'bucket', expression: String(type.bucket) },
    { column: 'id', expression: values.bind(recordId) },
    { column: 'tenant_id', expression: values.bind(tenantId) },
    { column: 'record_type_id', expression: values.bind(type.id) },
    ...assign(values),
  ];
  return {
    text: `insert into ${leafName(type.bucket)} (${all.map(({ column }) => column).join(', ')}) values (${all.map(({ expression }) => expression).join(', ')}) returning ${columns.join(', ')}`,
    values: values.list,
  };
}

/** The number after the highest of the type, for whoever may not choose one. */
export const nextNumber = (type: StoredRecordType): Assignment => ({
  column: 'record_number',
  expression: `(select coalesce(max(record_number), 0) + 1 from ${leafName(type.bucket)} where record_type_id = ${type.id})`,
});

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

export const keepExportStatement = (tenantId: TenantId, userId: UserId, request: unknown): Statement => ({
  text: `insert into export_request (tenant_id, user_id, request) values ($1, $2, $3) returning id`,
  values: [tenantId, userId, JSON.stringify(request)],
});

/** Spends an export once: the second to ask gets no row. */
export const spendExportStatement = (id: string): Statement => ({
  text: `update export_request set used_at = now() where id = $1 and used_at is null and created_at > now() - interval '1 minute' returning request`,
  values: [id],
});

/** Counts a field as used for ordering or for finding inside it; what is used is given an index in time. */
export const noteFieldUseStatement = (
  tenantId: TenantId,
  recordTypeId: RecordTypeId,
  keys: readonly string[],
  kind: 'order' | 'contains',
): Statement => ({
  text: `insert into field_use as f (tenant_id, record_type_id, field_key, kind, uses)
         select $1, $2, key, $4, 1 from unnest($3::text[]) key
         on conflict (tenant_id, record_type_id, field_key, kind) do update
           set uses = case when f.day = current_date then f.uses + 1 else 1 end, day = current_date, last_used = current_date`,
  values: [tenantId, recordTypeId, keys, kind],
});

/** Forgets what was kept for requests that are over. */
export const sweepRequests = (database: Database): Promise<void> =>
  database.asOwner(async (connection) => {
    await connection.query(`delete from export_request where created_at < now() - interval '1 hour'`);
    await connection.query(`delete from idempotency_key where created_at < now() - interval '1 day'`);
  });
