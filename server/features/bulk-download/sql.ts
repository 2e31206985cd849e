import type { Answer } from '../../platform/database/database.ts';
import { json, number, row, text } from '../../platform/database/row.ts';

/** As the grid shows it: to be left out for whoever may not see it. */
export const numberColumn = 'record_number::text';

export const fileColumn = `(select json_build_object('id', f.id, 'objectKey', f.object_key,
     'originalFileName', f.original_file_name, 'sizeBytes', f.size_bytes, 'createdAt', f.created_at)::text
   from record_file f where f.id = record_file_id)`;

export const noColumn = 'null::text';

export type AttachedFile = {
  readonly id: number;
  readonly objectKey: string;
  readonly originalFileName: string;
  readonly sizeBytes: number;
  /** ISO 8601 */
  readonly createdAt: string;
};

/** Of the id, a number column and a file column, or what stands in their place. */
const record = row({ id: number, number: text.orNull, file: json<AttachedFile>().orNull });

export const readFileRows = (answer: Answer | undefined) => record.read(answer);
