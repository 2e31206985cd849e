import { mostUnsavedUploads, unsavedUploadHours } from '@rowhouse/domain/attachments/limits.ts';
import { userId } from '@rowhouse/domain/kernel/ids.ts';
import type { TenantId, UserId } from '@rowhouse/domain/kernel/ids.ts';
import type { Answer, Database, OwnerConnection } from '../../platform/database/database.ts';
import { json, number, row, text } from '../../platform/database/row.ts';
import type { Described } from '../../platform/database/row.ts';
import type { Statement } from '../../platform/database/statement-batch.ts';
import { seenVersion } from '../../platform/record-store/column.ts';
import type { Values } from '../../platform/record-store/predicate.ts';
import type { Assignment } from '../../platform/record-store/settle-columns.ts';
import { instantFromText } from '../../platform/record-store/stored-forms.ts';

/** The value of an attachment field, as text. */
export const attachmentColumn = (fieldId: number): string => `x ->> '${fieldId}'`;

const attachment = row({ value: text.orNull });

/** Of a page whose only column is that value; null too where there is no record. */
export const readAttachment = (answer: Answer | undefined): string | null =>
  attachment.find(answer)?.value ?? null;

const heldFiles = row({ version: number, values: json<readonly (string | null)[]>() });

/** Of a record: its version, and as text what these columns hold. */
export const heldFilesColumns = (columns: readonly string[]): readonly string[] => [
  seenVersion,
  `to_jsonb(array[${columns.join(', ')}]::text[])`,
];
export const readHeldFiles = (answer: Answer | undefined) => heldFiles.find(answer);

const listedFile = row({
  id: number,
  name: text.at('original_file_name'),
  mimeType: text,
  sizeBytes: number,
  createdAt: text.as(instantFromText),
  createdBy: number.as(userId).orNull,
  annotation: text.orNull,
});
export type ListedFile = Described<typeof listedFile>;

export const listFilesStatement = (ids: readonly number[]): Statement => ({
  text: `select ${listedFile.columns} from record_file where id = any($1::bigint[])`,
  values: [ids],
});
export const readListedFiles = (answer: Answer | undefined): ListedFile[] => listedFile.read(answer);

export const changeFileStatement = (id: number, name: string, annotation: string | null): Statement => ({
  text: 'update record_file set original_file_name = $2, annotation = $3 where id = $1',
  values: [id, name, annotation],
});

/** The value of an attachment field is set in the overflow, beside the others. */
export const setAttachmentAssignment = (fieldId: number, value: string, values: Values): Assignment => ({
  column: 'x',
  expression: `x || jsonb_build_object('${fieldId}', ${values.bind(JSON.stringify(value))}::jsonb)`,
});

/** No row when the person has too many that are not saved. */
export const reserveUploadStatement = (tenantId: TenantId, userId: UserId, objectKey: string): Statement => ({
  text: `insert into file_upload (tenant_id, user_id, object_key)
         select $1, $2, $3
         where (select count(*) from file_upload where user_id = $2 and saved_at is null) < ${mostUnsavedUploads}
         returning object_key`,
  values: [tenantId, userId, objectKey],
});

/** Of files that nobody sends and the server copies: no person's count of unsaved files has them. */
export const reserveKeysStatement = (tenantId: TenantId, objectKeys: readonly string[]): Statement => ({
  text: `insert into file_upload (tenant_id, user_id, object_key, sent_at) select $1, 0, k, now() from unnest($2::text[]) k`,
  values: [tenantId, objectKeys],
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
  readonly annotation: string | null;
};

const madeFile = row({ id: number });
export const readMadeFileId = (answer: Answer | undefined): number => madeFile.get(answer).id;

export const insertFileStatement = (tenantId: TenantId, userId: UserId, file: ReceivedFile): Statement => ({
  text: `insert into record_file (tenant_id, object_key, original_file_name, mime_type, size_bytes, created_by, annotation)
         values ($1, $2, $3, $4, $5, $6, $7) returning ${madeFile.columns}`,
  values: [tenantId, file.objectKey, file.fileName, file.mimeType, file.sizeBytes, userId, file.annotation],
});

const namedFile = row(
  {
    id: number,
    name: text.at('f.original_file_name'),
    mimeType: text,
    sizeBytes: number,
    createdBy: number.orNull,
  },
  'f',
);

/** What may be known of a file that a change names. */
export type NamedFile = Described<typeof namedFile>;

/** One that was not saved within its day is as good as gone: the sweep comes only after. */
export const isUploadOver = (file: string): string => `exists (
  select from file_upload late where late.tenant_id = ${file}.tenant_id and late.object_key = ${file}.object_key
    and late.saved_at is null and late.created_at < now() - interval '${unsavedUploadHours} hours')`;

export const findFilesStatement = (ids: readonly number[]): Statement => ({
  text: `select ${namedFile.columns}
         from record_file f where f.id = any($1::bigint[]) and not ${isUploadOver('f')}`,
  values: [ids],
});

export const readFiles = (answer: Answer | undefined): NamedFile[] => namedFile.read(answer);

/** From now on a record holds them. */
export const keepFilesStatement = (ids: readonly number[]): Statement => ({
  text: `update file_upload u set saved_at = now() from record_file f
         where f.id = any($1::bigint[]) and u.object_key = f.object_key and u.saved_at is null`,
  values: [ids],
});

const keptUpload = row({ objectKey: text });
export const readKeptUploads = (answer: Answer | undefined): number => keptUpload.read(answer).length;

/** The same of objects that have no file yet; answers those that stand. */
export const keepUploadsStatement = (objectKeys: readonly string[]): Statement => ({
  text: `update file_upload set saved_at = now() where object_key = any($1::text[]) and saved_at is null
         returning ${keptUpload.columns}`,
  values: [objectKeys],
});

const storedObject = row({ id: number, objectKey: text });
export const readObjectKeys = (answer: Answer | undefined): ReadonlyMap<number, string> =>
  new Map(storedObject.read(answer).map(({ id, objectKey }) => [id, objectKey]));
export const selectObjectKeys = (ids: readonly number[]): Statement => ({
  text: `select ${storedObject.columns} from record_file where id = any($1::bigint[])`,
  values: [ids],
});

const takenOut = row({ column: text.at('name'), stored: text.at('a.changes -> name ->> 0') });
export const readTakenOut = (answer: Answer | undefined) => takenOut.read(answer);

/**
 * What the person took out of these fields of the record, as it stood there: what an undo puts back.
 * @param columns as the audit log names them: 'f12', 'record_file_id'
 */
export const findTakenOutStatement = (
  recordId: number,
  userId: UserId,
  columns: readonly string[],
): Statement => ({
  text: `select ${takenOut.columns} from audit_log a, unnest($3::text[]) name
         where a.entity = 'record' and a.entity_id = $1 and a.user_id = $2 and a.changes -> name ->> 0 is not null`,
  values: [recordId, userId, columns],
});

/**
 * Takes away what was sent and never saved. The object goes first, so that no row is without its object; what the
 * storage does not let go of is tried again the next time. An hour later than the last moment at which it could be
 * saved, so that nobody is about to. Of what was saved goes what the address of the storage took after it was confirmed:
 * two hours later, when that is over.
 * @param forgetIncoming null where nothing is sent straight to the storage
 */
export async function sweepUploads(
  database: Database,
  removeObject: (key: string) => Promise<void>,
  forgetIncoming: ((key: string) => Promise<void>) | null = null,
): Promise<void> {
  const found = await database.inEveryCell(async (connection) => {
    if (forgetIncoming === null) await connection.query('delete from file_upload where saved_at is not null');
    return {
      saved: await keysOf(connection, `saved_at is not null and created_at < now() - interval '2 hours'`),
      over: await keysOf(
        connection,
        `saved_at is null and created_at < now() - interval '${unsavedUploadHours + 1} hours'`,
      ),
    };
  });
  // A storage that does not answer is not asked a thousand times.
  const forgotten = await untilFault(
    found.flatMap(({ saved }) => saved),
    async (key) => forgetIncoming?.(key),
  );
  const removed =
    forgotten.fault === null
      ? await untilFault(
          found.flatMap(({ over }) => over),
          async (key) => {
            await removeObject(key);
            await forgetIncoming?.(key);
          },
        )
      : { done: [], fault: forgotten.fault };
  const gone = [...forgotten.done, ...removed.done];
  if (gone.length > 0)
    await database.inEveryCell(async (connection) => {
      await connection.query('delete from record_file where object_key = any($1)', [removed.done]);
      await connection.query('delete from file_upload where object_key = any($1)', [gone]);
    });
  if (removed.fault !== null) throw removed.fault;
}

async function keysOf(connection: OwnerConnection, condition: string): Promise<string[]> {
  const { rows } = await connection.query(
    `select object_key from file_upload where ${condition} order by created_at limit 500`,
  );
  return rows.map((found) => String(found['object_key']));
}

async function untilFault(keys: readonly string[], work: (key: string) => Promise<void>) {
  const done: string[] = [];
  for (const key of keys) {
    try {
      await work(key);
      done.push(key);
    } catch (fault) {
      return { done, fault };
    }
  }
  return { done, fault: null };
}
