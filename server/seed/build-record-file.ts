import type { ObjectStorage } from '../platform/object-storage/object-storage.ts';
import { makeObjectKey } from '../platform/object-storage/object-storage.ts';
import type { Site } from './site.ts';
import { insertRows } from './sql.ts';

export type RecordFileSpec = {
  readonly fileName: string;
  readonly content: Uint8Array;
  readonly mimeType?: string;
  readonly createdBy?: number;
};

/** Puts the file where files stand, and answers the id under which records hold it. */
export async function buildRecordFile(
  site: Site,
  storage: ObjectStorage,
  file: RecordFileSpec,
): Promise<number> {
  const key = makeObjectKey(site.tenantId, file.fileName);
  const mimeType = file.mimeType ?? 'application/pdf';
  await storage.put(key, file.content, mimeType);
  const row = {
    tenant_id: site.tenantId,
    object_key: key,
    original_file_name: file.fileName,
    mime_type: mimeType,
    size_bytes: file.content.byteLength,
    created_by: file.createdBy ?? null,
  };
  return (await insertRows(site.connection, 'record_file', [row]))[0] ?? 0;
}
