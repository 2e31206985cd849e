import { mostUnsavedUploads, unsavedUploadHours } from '@rowhouse/domain/attachments/limits.ts';
import type { TenantId, UserId } from '@rowhouse/domain/kernel/ids.ts';
import type { Answer, Database } from '../../platform/database/database.ts';
import type { Statement } from '../../platform/database/statement-batch.ts';

/** The value of an attachment field, as text. */
export const attachmentColumn = (fieldId: number): string => `x ->> '${fieldId}'`;

/** No row when the person has too many that are not saved. */
export const reserveUploadStatement = (tenantId: TenantId, userId: UserId, objectKey: string): Statement => ({
  text: `insert into file_upload (tenant_id, user_id, object_key)
         select $1, $2, $3
         where (select count(*) from file_upload where user_id = $2 and saved_at is null) < ${mostUnsavedUploads}
         returning object_key`,
  values: [tenantId, userId, objectKey],
});

/** Spends a link once: the second to send gets no row. */
export const beginUploadStatement = (objectKey: string): Statement => ({
  text: 'update file_upload set sent_at = now() where object_key = $1 and sent_at is null returning object_key',
  values: [objectKey],
});

export type ReceivedFile = {
  readonly objectKey: string;
  readonly fileName: string;
  readonly mimeType: string;
  readonly sizeBytes: number;
};

export const insertFileStatement = (tenantId: TenantId, userId: UserId, file: ReceivedFile): Statement => ({
  text: `insert into record_file (tenant_id, object_key, original_file_name, mime_type, size_bytes, created_by)
         values ($1, $2, $3, $4, $5, $6) returning id`,
  values: [tenantId, file.objectKey, file.fileName, file.mimeType, file.sizeBytes, userId],
});

/** What may be known of a file that a change names. */
export type NamedFile = {
  readonly id: number;
  readonly name: string;
  readonly mimeType: string;
  readonly sizeBytes: number;
  readonly createdBy: number | null;
};

/** One that was not saved within its day is as good as gone: the sweep comes only after. */
export const isUploadOver = (file: string): string => `exists (
  select from file_upload late where late.tenant_id = ${file}.tenant_id and late.object_key = ${file}.object_key
    and late.saved_at is null and late.created_at < now() - interval '${unsavedUploadHours} hours')`;

export const findFilesStatement = (ids: readonly number[]): Statement => ({
  text: `select f.id, f.original_file_name, f.mime_type, f.size_bytes, f.created_by
         from record_file f where f.id = any($1::bigint[]) and not ${isUploadOver('f')}`,
  values: [ids],
});

export const readFiles = (answer: Answer | undefined): NamedFile[] =>
  (answer?.rows ?? []).map(([id, name, mimeType, sizeBytes, createdBy]) => ({
    id: Number(id),
    name: name ?? '',
    mimeType: mimeType ?? '',
    sizeBytes: Number(sizeBytes),
    createdBy: createdBy == null ? null : Number(createdBy),
  }));

/** From now on a record holds them. */
export const keepFilesStatement = (ids: readonly number[]): Statement => ({
  text: `update file_upload u set saved_at = now() from record_file f
         where f.id = any($1::bigint[]) and u.object_key = f.object_key and u.saved_at is null`,
  values: [ids],
});

/**
 * What the person took out of these fields of the record, as it stood there: what an undo puts back.
 * @param columns as the audit log names them: 'f12', 'record_file_id'
 */
export const findTakenOutStatement = (
  recordId: number,
  userId: UserId,
  columns: readonly string[],
): Statement => ({
  text: `select name, a.changes -> name ->> 0 from audit_log a, unnest($3::text[]) name
         where a.entity = 'record' and a.entity_id = $1 and a.user_id = $2 and a.changes -> name ->> 0 is not null`,
  values: [recordId, userId, columns],
});

/**
 * Takes away what was sent and never saved. The object goes first, so that no row is without its object; what the
 * storage does not let go of is tried again the next time. An hour later than the last moment at which it could be
 * saved, so that nobody is about to.
 */
export async function sweepUploads(
  database: Database,
  removeObject: (key: string) => Promise<void>,
): Promise<void> {
  const rows = await database.asOwner(async (connection) => {
    await connection.query('delete from file_upload where saved_at is not null');
    const over = await connection.query(
      `select object_key from file_upload where created_at < now() - interval '${unsavedUploadHours + 1} hours'
       order by created_at limit 500`,
    );
    return over.rows;
  });
  const removed: string[] = [];
  let fault: unknown = null;
  for (const row of rows) {
    const key = String(row['object_key']);
    try {
      await removeObject(key);
      removed.push(key);
    } catch (error) {
      // A storage that does not answer is not asked five hundred times.
      fault = error;
      break;
    }
  }
  if (removed.length > 0)
    await database.asOwner(async (connection) => {
      await connection.query('delete from record_file where object_key = any($1)', [removed]);
      await connection.query('delete from file_upload where object_key = any($1)', [removed]);
    });
  if (fault !== null) throw fault;
}
