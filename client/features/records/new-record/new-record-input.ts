import { readAttachedFile } from '@rowhouse/domain/attachments/attached-file.ts';
import type { RegisterRecordInput } from '@rowhouse/domain/contract.generated.ts';
import { parseFieldKey } from '@rowhouse/domain/fields/field.ts';
import { isEmptyValue } from '@rowhouse/domain/fields/value-rules.ts';
import { isChecked, withHttps } from '@rowhouse/domain/kernel/formats.ts';
import type { NewRecordField, NewRecordValues } from '@rowhouse/domain/records/new-record.ts';

type Sending = { recordTypeId: number; idempotencyKey: string };

const numberOf = (text: string | undefined): number | undefined =>
  text === undefined || text === '' ? undefined : Number(text);
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
  const additionalFields = fields.flatMap(({ key, dataType }) => {
    const parsed = parseFieldKey(key);
    const value = values[key] ?? '';
    if (!('fieldId' in parsed) || isEmptyValue(dataType, value)) return [];
    return [
      { recordAdditionalFieldByTypeId: parsed.fieldId, value: dataType === 'url' ? withHttps(value) : value },
    ];
  });
  return {
    recordType: recordTypeId,
    recordNumber: Number(values.recordNumber),
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
