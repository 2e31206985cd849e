import type { StoredRecordType } from '@rowhouse/domain/tenants/tenant-config.ts';
import type { Answer } from '../../platform/database/database.ts';
import { number, row, text } from '../../platform/database/row.ts';
import type { Described } from '../../platform/database/row.ts';
import type { Statement } from '../../platform/database/statement-batch.ts';
import { leafName } from '../../platform/record-store/column.ts';
import { bucketsOfType } from '../../platform/record-store/places.ts';

const file = row({
  id: number,
  objectKey: text,
  originalFileName: text,
  mimeType: text,
  sizeBytes: number,
  createdAt: text.at(`to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`),
  annotation: text.orNull,
});

export type StoredFile = Described<typeof file>;

export const selectFile = (id: number): Statement => ({
  text: `select ${file.columns} from record_file where id = $1`,
  values: [id],
});

export const readFile = (answer: Answer | undefined): StoredFile | null => file.find(answer);

const holder = row({ id: number, typeId: number.at('record_type_id') });

const mostHolders = 100;

/** Records of these types that hold the file, whether or not the viewer may see them: by id and type. */
export function selectHolders(fileId: number, types: readonly StoredRecordType[]): Statement {
  const arms = [...new Set(types.flatMap(bucketsOfType))].map(
    (bucket) =>
      `select ${holder.columns} from ${leafName(bucket)} where record_file_id = $1 and record_type_id = any($2::bigint[])`,
  );
  if (arms.length === 0)
    return { text: 'select 1 where $1::bigint is null and $2::bigint[] is null', values: [fileId, []] };
  return {
    text: `${arms.join(' union all ')} limit ${mostHolders}`,
    values: [fileId, types.map((type) => type.id)],
  };
}

export const readHolders = (answer: Answer | undefined): { id: number; typeId: number }[] =>
  holder.read(answer);
