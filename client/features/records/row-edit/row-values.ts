// The values of a record as the text in which they are stored, one form for base and additional fields; and back into
// what an update carries.
import {
  readAttachedFile,
  recordFileKey,
  writeAttachedFile,
} from '@rowhouse/domain/attachments/attached-file.ts';
import type { UpdateRecordInput } from '@rowhouse/domain/contract.generated.ts';
import { findBaseField, inputNameOf } from '@rowhouse/domain/fields/base-fields.ts';
import { parseFieldKey } from '@rowhouse/domain/fields/field.ts';
import { valueOf } from '@rowhouse/domain/values/values.ts';
import { findAdditionalValue, type RecordRow } from '../record-row.ts';
import { isBase, type RecordField } from '../record-field.ts';
import { findBaseValue } from '../record-text.ts';

/** '' when empty; undefined when the value was not asked for. */
export function findStoredValue(field: RecordField, record: RecordRow): string | undefined {
  if (!isBase(field)) {
    if (record.additionalFields === undefined) return undefined;
    return normal(field, findAdditionalValue(record, field.id) ?? '');
  }
  if (field.key === recordFileKey) return storedFile(record.recordFile);
  const value = findBaseValue(record, field.key);
  if (value === undefined) return undefined;
  if (typeof value === 'object' && value !== null && 'id' in value) return String(value.id);
  return normal(field, value === null ? '' : String(value as string | number | boolean));
}

/** The record file in the form of an attachment: its name goes with it wherever its id goes. */
const storedFile = (file: RecordRow['recordFile']): string =>
  file ? writeAttachedFile({ id: file.id, name: file.originalFileName ?? '', sizeBytes: null }) : '';

/** A box that nobody ticked is not ticked, and a choice of none is empty. */
function normal({ dataType }: RecordField, value: string): string {
  const type = valueOf(dataType);
  return type.isEmpty(value) ? type.cleared : value;
}

export const storedValue = (field: RecordField, record: RecordRow): string =>
  findStoredValue(field, record) ?? '';

/** Of all the fields that the record was asked for. */
export function storedValues(fields: Iterable<RecordField>, record: RecordRow): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const field of fields) {
    const value = findStoredValue(field, record);
    if (value !== undefined) values.set(field.key, value);
  }
  return values;
}

/** Where a refusal of the server is shown: it may name a base field as the contract does. */
export const keyOfRefused = (name: string): string => findBaseField(name)?.name ?? name;

function inputValue({ dataType }: RecordField, value: string): string | number | boolean | null {
  const type = valueOf(dataType);
  if (dataType === 'attachment') return readAttachedFile(value)?.id ?? null;
  const given = value === '' ? type.cleared : value;
  return type.isEmpty(given) ? null : type.toInput(given);
}

type Change = { id: number; version: number; values: ReadonlyMap<string, string> };

export function toUpdateInput(
  fields: ReadonlyMap<string, RecordField>,
  { id, version, values }: Change,
): UpdateRecordInput {
  const base: Record<string, string | number | boolean | null> = {};
  const additionalFields: { recordAdditionalFieldByTypeId: number; value: string | null }[] = [];
  for (const [key, value] of values) {
    const field = fields.get(key);
    if (!field) continue;
    const parsed = parseFieldKey(key);
    if ('fieldId' in parsed) {
      additionalFields.push({
        recordAdditionalFieldByTypeId: parsed.fieldId,
        value: valueOf(field.dataType).isEmpty(value) ? null : value,
      });
    } else base[inputNameOf(key)] = inputValue(field, value);
  }
  return { id, version, ...base, ...(additionalFields.length > 0 && { additionalFields }) };
}
