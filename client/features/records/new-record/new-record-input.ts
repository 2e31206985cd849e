import { readAttachedFile } from '@rowhouse/domain/attachments/attached-file.ts';
import type { AdditionalFieldInput, RegisterRecordInput } from '@rowhouse/domain/contract.generated.ts';
import { parseFieldKey } from '@rowhouse/domain/fields/field.ts';
import { isChecked } from '@rowhouse/domain/kernel/formats.ts';
import type { NewRecordField, NewRecordValues } from '@rowhouse/domain/records/new-record.ts';
import { readObject } from '@rowhouse/domain/objects/stored-object.ts';
import { valueOf } from '@rowhouse/domain/values/values.ts';

type Sending = { recordTypeId: number; idempotencyKey: string };

const numberOf = (text: string | undefined): number | undefined =>
  text === undefined || text === '' ? undefined : Number(valueOf('number').toKept(text));
const textOf = (text: string | undefined): string | undefined => text?.trim() || undefined;

/**
 * What the form sends. What no person fills is set by the server, which knows it better: the tenant, who created,
 * received and approved, received and create date (the record date), due date (now), enabled (Specification 3).
 */
export function toRegisterInput(
  fields: readonly NewRecordField[],
  values: NewRecordValues,
  { recordTypeId, idempotencyKey }: Sending,
): RegisterRecordInput {
  const additionalFields = fields.flatMap(({ key, dataType, defaultValue }): AdditionalFieldInput[] => {
    const parsed = parseFieldKey(key);
    const value = values[key] ?? '';
    if (!('fieldId' in parsed)) return [];
    if (dataType === 'object') {
      const typed = [...readObject(value)];
      const objectValuesByProperty = typed.map(([propertyId, text]) => ({ propertyId, value: text.trim() }));
      return typed.length === 0
        ? []
        : [{ recordAdditionalFieldByTypeId: parsed.fieldId, objectValuesByProperty }];
    }
    // Said, or the server would fill in the default again.
    if (valueOf(dataType).isEmpty(value))
      return defaultValue == null ? [] : [{ recordAdditionalFieldByTypeId: parsed.fieldId, value: null }];
    return [{ recordAdditionalFieldByTypeId: parsed.fieldId, value: valueOf(dataType).toKept(value) }];
  });
  return {
    recordType: recordTypeId,
    recordNumber: numberOf(values.recordNumber),
    description: textOf(values.description),
    issuedByCompanyName: textOf(values.issuedByCompanyName),
    issuedToCompanyName: textOf(values.issuedToCompanyName),
    statusId: Number(values.status),
    poNumber: numberOf(values.poNumber),
    problemCodeId: numberOf(values.problemCode),
    recordDate: textOf(values.recordDate),
    assignedTo: numberOf(values.assignedTo),
    recordFileId: readAttachedFile(values.recordFile)?.id,
    ...(values.validationRequired !== undefined && {
      validationRequired: isChecked(values.validationRequired),
    }),
    additionalFields,
    idempotencyKey,
  };
}
