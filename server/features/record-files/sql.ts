import type { TenantId } from '@rowhouse/domain/kernel/ids.ts';
import type { StoredRecordType } from '@rowhouse/domain/tenants/tenant-config.ts';
import type { Answer, Database } from '../../platform/database/database.ts';
import type { Statement } from '../../platform/database/statement-batch.ts';
import { leafName } from '../../platform/record-store/column.ts';

export type StoredFile = {
  readonly id: number;
  readonly objectKey: string;
  readonly originalFileName: string;
  readonly mimeType: string;
};

export const selectFile = (id: number): Statement => ({
  text: 'select id, object_key, original_file_name, mime_type from record_file where id = $1',
  values: [id],
});

export function readFile(answer: Answer | undefined): StoredFile | null {
  const row = answer?.rows[0];
  if (row === undefined) return null;
  return {
    id: Number(row[0]),
    objectKey: row[1] ?? '',
    originalFileName: row[2] ?? '',
    mimeType: row[3] ?? '',
  };
}

/** For a link that was granted: who may have it was asked when it was made. */
export async function findGrantedFile(
  database: Database,
  tenantId: TenantId,
  id: number,
): Promise<StoredFile | null> {
  return readFile((await database.read({ tenantId, userId: null }, [selectFile(id)]))[0]);
}

const mostHolders = 100;

/** Records of these types that hold the file, whether or not the viewer may see them: by id and type. */
export function selectHolders(file: number, types: readonly StoredRecordType[]): Statement {
  const buckets = types.flatMap(({ bucket, movingFrom }) =>
    movingFrom === null ? [bucket] : [bucket, movingFrom],
  );
  const arms = [...new Set(buckets)].map(
    (bucket) =>
      `select id, record_type_id from ${leafName(bucket)} where record_file_id = $1 and record_type_id = any($2::bigint[])`,
  );
  if (arms.length === 0)
    return { text: 'select 1 where $1::bigint is null and $2::bigint[] is null', values: [file, []] };
  return {
    text: `${arms.join(' union all ')} limit ${mostHolders}`,
    values: [file, types.map((type) => type.id)],
  };
}

export const readHolders = (answer: Answer | undefined): { id: number; typeId: number }[] =>
  (answer?.rows ?? []).map(([id, typeId]) => ({ id: Number(id), typeId: Number(typeId) }));
