// What files a record holds, by the fields that the viewer may see. Asked through the query of records, so that deleted
// rows and the role's confinement are judged there alone.
import type {
  AuthorisedField,
  AuthorisedRecordType,
} from '@rowhouse/domain/access/authorised-record-type.ts';
import { readAttachedFiles, recordFileKey } from '@rowhouse/domain/attachments/attached-file.ts';
import type { AttachmentRow } from '@rowhouse/domain/contract.generated.ts';
import type { StoredRecordType, TenantConfig } from '@rowhouse/domain/tenants/tenant-config.ts';
import type { Answer } from '../../platform/database/database.ts';
import type { Statement } from '../../platform/database/statement-batch.ts';
import { pageStatement } from '../../platform/record-store/page-statements.ts';
import type { RecordQuery } from '../../platform/record-store/record-query.ts';
import { attachmentColumn, heldFilesColumns, readHeldFiles } from './sql.ts';
import type { ListedFile } from './sql.ts';

/** A field of the record, and the ids of the files in it, in their order. */
export type HeldFiles = { readonly field: AuthorisedField; readonly ids: readonly number[] };

/** The fields that hold files, the record file first. */
export function fileFieldsOf(recordType: AuthorisedRecordType): readonly AuthorisedField[] {
  const fields = [...recordType.fields.values()].filter(({ dataType }) => dataType === 'attachment');
  return fields.toSorted((one, other) => Number(isRecordFile(other)) - Number(isRecordFile(one)));
}

const isRecordFile = ({ key }: AuthorisedField): boolean => key === recordFileKey;

export const heldFilesStatement = (query: RecordQuery, fields: readonly AuthorisedField[]): Statement =>
  pageStatement(
    query,
    (type) => heldFilesColumns(fields.map((field) => columnOf(field, type))),
    { offset: 0, limit: 1 },
    null,
  );

function columnOf(field: AuthorisedField, type: StoredRecordType): string {
  if (isRecordFile(field)) return 'record_file_id::text';
  const stored = field.stored.get(type.id);
  return stored === undefined ? 'null::text' : attachmentColumn(stored.id);
}

/** Null when the record is out of sight. */
export function readHeld(
  answer: Answer | undefined,
  fields: readonly AuthorisedField[],
): { readonly version: number; readonly held: readonly HeldFiles[] } | null {
  const found = readHeldFiles(answer);
  if (found === null) return null;
  const held = fields.map((field, index) => {
    const value = found.values[index] ?? null;
    if (value === null) return { field, ids: [] };
    return {
      field,
      ids: isRecordFile(field) ? [Number(value)] : readAttachedFiles(value).map(({ id }) => id),
    };
  });
  return { version: found.version, held };
}

/** A file as it is listed, with the field in which it stands. */
export function describeAttachment(
  { id, name, mimeType, sizeBytes, createdAt, createdBy, annotation }: ListedFile,
  field: AuthorisedField,
  fieldId: number | null,
  config: TenantConfig,
): AttachmentRow {
  return {
    id,
    name,
    description: annotation,
    fileType: mimeType,
    fileSize: Math.ceil(sizeBytes / 1000),
    createdAt,
    createdBy,
    createdByName: (createdBy !== null && config.members.get(createdBy)?.name) || null,
    recordFieldName: field.name,
    recordAdditionalFieldByTypeId: fieldId,
    access: field.access,
  };
}
