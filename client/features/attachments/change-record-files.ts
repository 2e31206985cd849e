// A file counts when it is up: it is written into the record at once, as an ordinary update of one field. What others
// changed meanwhile is kept: the change is made again from what stands.
import {
  readAttachedFiles,
  recordFileKey,
  writeAttachedFiles,
  type AttachedFile,
} from '@rowhouse/domain/attachments/attached-file.ts';
import { parseFieldKey } from '@rowhouse/domain/fields/field.ts';
import { RequestFailure } from '../../platform/request-failure.ts';
import { findRecordFiles, saveRecordFiles, updateRecordFile } from './api.ts';

/** A record in the grid of a type: its own, or a super type that gathers it. */
export type RecordPlace = { readonly recordTypeId: number; readonly recordId: number };

/** What stands in the record after files were changed in it. */
export type SavedFiles = {
  /** Of the record. */
  readonly version: number;
  /** As it is stored, by the key of the field that was changed; '' for no file. */
  readonly values: ReadonlyMap<string, string>;
};

/** The id of an additional field; null for the record file. */
export function fieldIdOf(fieldKey: string): number | null {
  const parsed = parseFieldKey(fieldKey);
  return 'fieldId' in parsed ? parsed.fieldId : null;
}

const mostTries = 5;

const toAttached = ({ id, name }: { readonly id: number; readonly name: string }): AttachedFile => ({
  id,
  name,
  sizeBytes: null,
});

/**
 * Changes the files of one field.
 * @param change makes the new list from what stands now; a sentence refuses
 */
export async function changeRecordFiles(
  place: RecordPlace,
  fieldKey: string,
  change: (files: readonly AttachedFile[]) => readonly AttachedFile[] | string,
): Promise<SavedFiles> {
  const fieldId = fieldIdOf(fieldKey);
  for (let attempt = 1; ; attempt += 1) {
    const { version, files } = await findRecordFiles(place);
    const ofField = files.filter((file) => file.recordAdditionalFieldByTypeId === fieldId);
    const changed = change(ofField.map(toAttached));
    if (typeof changed === 'string') throw new RequestFailure('CONFLICT', changed);
    const ofRecord =
      fieldId === null
        ? { recordFileId: changed[0]?.id ?? null }
        : {
            additionalFields: [
              { recordAdditionalFieldByTypeId: fieldId, value: writeAttachedFiles(changed) || null },
            ],
          };
    try {
      const data = { id: place.recordId, version, ...ofRecord };
      const saved = await saveRecordFiles(data);
      return { version: saved.version, values: new Map([[fieldKey, storedValue(saved, fieldId)]]) };
    } catch (failure) {
      const isConflict = failure instanceof RequestFailure && failure.code === 'CONFLICT';
      if (!isConflict || attempt === mostTries) throw failure;
    }
  }
}

type SavedRecord = {
  readonly recordFile?:
    | { readonly id: number; readonly originalFileName?: string | null | undefined }
    | null
    | undefined;
  readonly additionalFields: readonly { readonly tag: string; readonly value?: string | null | undefined }[];
};

function storedValue({ recordFile, additionalFields }: SavedRecord, fieldId: number | null): string {
  if (fieldId !== null)
    return additionalFields.find(({ tag }) => tag.split(';')[2] === String(fieldId))?.value ?? '';
  if (!recordFile) return '';
  return writeAttachedFiles([
    { id: recordFile.id, name: recordFile.originalFileName ?? '', sizeBytes: null },
  ]);
}

/** Renames or describes a file; the value of its field then says the new name. */
export async function describeFile(
  place: RecordPlace,
  fieldKey: string,
  file: { readonly id: number; readonly name: string },
  to: { readonly stem: string; readonly description: string },
): Promise<SavedFiles> {
  const fieldId = fieldIdOf(fieldKey);
  await updateRecordFile({
    ...place,
    ...(fieldId !== null && { recordAdditionalFieldByTypeId: fieldId }),
    fileId: file.id,
    name: to.stem,
    description: to.description,
  });
  const { version, files } = await findRecordFiles(place);
  const ofField = files.filter((one) => one.recordAdditionalFieldByTypeId === fieldId);
  return { version, values: new Map([[fieldKey, writeAttachedFiles(ofField.map(toAttached))]]) };
}

export const isRecordFile = (fieldKey: string): boolean => fieldKey === recordFileKey;

/** Whether two stored values name other files; what else stands in the record is no matter. */
export const filesKey = (value: string | undefined): string =>
  readAttachedFiles(value)
    .map(({ id, name }) => `${id} ${name}`)
    .join();
