// Files that come with an order: the attachment fields of its record type, as far as the role may fill them.
import type { AuthorisedField, AuthorisedRecordType } from '../access/authorised-record-type.ts';
import { recordFileKey, writeAttachedFiles } from '../attachments/attached-file.ts';
import { mostFilesOf, tooManyFiles } from '../attachments/rules.ts';
import { parseFieldKey } from '../fields/field.ts';
import { invalid } from '../kernel/refusal.ts';
import type { OrderForm } from './order-form.ts';

export const noFilesHere = 'This form takes no files here.';

export type OrderAttachment = {
  /** 'recordFile', or as the field is called otherwise: 'f12'. */
  readonly key: string;
  readonly name: string;
  readonly required: boolean;
};

/** The fields of the type first, then the record file. None where the form does not ask for files. */
export function attachmentsOf(form: OrderForm, recordType: AuthorisedRecordType): OrderAttachment[] {
  if (!form.parts.includes('attachments')) return [];
  const fields = [...recordType.fields.values()].filter(
    ({ dataType, access }) => dataType === 'attachment' && access === 'Editable',
  );
  const isRecordFile = ({ key }: AuthorisedField) => key === recordFileKey;
  return fields
    .toSorted((one, other) => Number(isRecordFile(one)) - Number(isRecordFile(other)))
    .map((field) => ({
      key: field.key,
      name: field.name,
      required: field.stored.get(recordType.type.id)?.required === true,
    }));
}

/** What is still missing, by the field's key. */
export const missingFiles = (
  attachments: readonly OrderAttachment[],
  hasFiles: (key: string) => boolean,
): { readonly key: string; readonly sentence: string }[] =>
  attachments.flatMap(({ key, name, required }) =>
    required && !hasFiles(key) ? [{ key, sentence: `${name} is required` }] : [],
  );

export type OrderFilesGiven = readonly { readonly key: string; readonly fileIds: readonly number[] }[];

/**
 * The files as a new record takes them: whose they are and whether they are there is judged when it is made.
 * @throws for a field that the form does not ask files for, and for too many
 */
export function filesOfOrder(attachments: readonly OrderAttachment[], given: OrderFilesGiven) {
  const left = new Set(attachments.map(({ key }) => key));
  const additionalFields: { recordAdditionalFieldByTypeId: number; value: string }[] = [];
  let recordFileId: number | null = null;
  for (const { key, fileIds } of given) {
    if (!left.delete(key)) throw invalid(noFilesHere, key);
    if (fileIds.length > mostFilesOf(key)) throw invalid(tooManyFiles(key), key);
    const [first] = fileIds;
    if (first === undefined) continue;
    const parsed = parseFieldKey(key);
    if ('fieldId' in parsed)
      additionalFields.push({
        recordAdditionalFieldByTypeId: parsed.fieldId,
        value: writeAttachedFiles(fileIds.map((id) => ({ id, name: '', sizeBytes: null }))),
      });
    else recordFileId = first;
  }
  return { recordFileId, additionalFields };
}
