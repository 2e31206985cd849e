import type { TextRow } from '../../platform/database/statement-batch.ts';

/** As the grid shows it: to be left out for whoever may not see it. */
export const numberColumn = 'record_number::text';

export const fileColumn = `(select json_build_array(f.id, f.object_key, f.original_file_name, f.size_bytes, f.created_at)::text
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

/** A row of the id, a number column and a file column, or what stands in their place. */
export function readFileRow([id, number, file]: TextRow): {
  id: number;
  number: string | null;
  file: AttachedFile | null;
} {
  return { id: Number(id), number: number ?? null, file: file == null ? null : readFile(file) };
}

function readFile(text: string): AttachedFile {
  const [id, objectKey, originalFileName, sizeBytes, createdAt] = JSON.parse(text) as [
    number,
    string,
    string,
    number,
    string,
  ];
  return { id, objectKey, originalFileName, sizeBytes, createdAt };
}
