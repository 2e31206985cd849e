// What records hold in the fields that a change sets, by the key of the field: kept before a change, given back by its
// undoing. By key and not by column, for a field may have moved to another column meanwhile.
import type { AuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import type { BulkValuesInput } from '@rowhouse/domain/contract.generated.ts';
import type { BaseFieldName } from '@rowhouse/domain/fields/base-fields.ts';
import { baseInputs, findBaseField } from '@rowhouse/domain/fields/base-fields.ts';
import { additionalFieldKey } from '@rowhouse/domain/fields/field.ts';
import { baseColumns } from '../../platform/record-store/column.ts';
import { heldExpression } from '../../platform/record-store/held-fields.ts';
import type { HeldField } from '../../platform/record-store/held-fields.ts';
import { slotOf } from '../../platform/record-store/places.ts';

/** The keys of the fields that the values set. */
export function changedKeys(values: BulkValuesInput): string[] {
  const given: Readonly<Record<string, unknown>> = values;
  const base = [...baseInputs].flatMap(([inputName, { name }]) =>
    given[inputName] === undefined ? [] : [name],
  );
  const additional = (values.additionalFields ?? []).map(({ recordAdditionalFieldByTypeId }) =>
    additionalFieldKey(recordAdditionalFieldByTypeId),
  );
  return [...new Set([...base, ...additional, ...(values.enabled == null ? [] : ['enabled'])])];
}

/** Where the fields stand now. A key that the role does not see has no place: judging the change says so. */
export function heldFieldsOf(keys: readonly string[], recordType: AuthorisedRecordType): HeldField[] {
  return keys.flatMap((key): HeldField[] => {
    const base = findBaseField(key);
    if (base !== null && base !== undefined)
      return [{ key, column: baseColumns[base.name as BaseFieldName].expression }];
    const stored = recordType.fields.get(key)?.stored.get(recordType.type.id);
    if (stored === undefined) return [];
    const slot = slotOf(stored);
    return [slot === null ? { key, overflowId: stored.id } : { key, column: slot }];
  });
}

/** As JSON text, or SQL null where there is nothing to keep. */
export const heldText = (fields: readonly HeldField[]): string =>
  fields.length === 0 ? 'null' : `(${heldExpression(fields)})::text`;
