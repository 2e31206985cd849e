import type { AuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import type { UpdateRecordInput } from '@rowhouse/domain/contract.generated.ts';
import { baseInputs } from '@rowhouse/domain/fields/base-fields.ts';
import type { BaseFieldName, BaseInputName } from '@rowhouse/domain/fields/base-fields.ts';
import { valueOf } from '@rowhouse/domain/values/values.ts';
import type { TextRow } from '../../platform/database/statement-batch.ts';
import { additionalColumn, baseColumns } from '../../platform/record-store/column.ts';
import { slotOf } from '../../platform/record-store/places.ts';
import type { CurrentValues } from './parse-record-change.ts';

/** Those of the base fields that choose something. */
const relationInputs = [...baseInputs].filter(
  ([, { relation }]) => relation !== undefined && relation !== 'file',
);

type RelationInput = Pick<UpdateRecordInput, BaseInputName | 'additionalFields'>;

/** What has to be known of a record before the change: no columns when the change chooses nothing and holds no object. */
export type CurrentReading = {
  readonly columns: readonly string[];
  /** @param row the columns, in their order */
  readonly read: (row: TextRow) => CurrentValues;
};

/**
 * Choices that stand in a record may stay though they were disabled since, and an object keeps what is not changed of it:
 * only for them is the record read first.
 */
export function currentReading(data: RelationInput, recordType: AuthorisedRecordType): CurrentReading {
  const base = relationInputs
    .filter(([inputName]) => data[inputName] != null)
    .map(([, { name }]) => name as BaseFieldName);
  const additional = (data.additionalFields ?? []).flatMap(({ recordAdditionalFieldByTypeId, value }) => {
    const stored = recordType.fields.get(`f${recordAdditionalFieldByTypeId}`)?.stored.get(recordType.type.id);
    if (stored === undefined || value == null) return [];
    return valueOf(stored.dataType).choosing === null ? [] : [stored];
  });
  // Of an object the properties that are not given stay: they are read even where the whole is cleared.
  const objects = (data.additionalFields ?? []).flatMap(({ recordAdditionalFieldByTypeId }) => {
    const stored = recordType.fields.get(`f${recordAdditionalFieldByTypeId}`)?.stored.get(recordType.type.id);
    return stored?.dataType === 'object' ? [stored] : [];
  });
  return {
    columns: [
      ...base.map((name) => baseColumns[name].expression),
      ...additional.map((stored) => slotOf(stored) ?? `x ->> '${stored.id}'`),
      ...objects.map((stored) => `${additionalColumn(stored).expression} #>> '{}'`),
    ],
    read: (row) => ({
      base: new Map(base.map((name, index) => [name, row[index] == null ? null : Number(row[index])])),
      additional: new Map(
        additional.map((stored, index) => [
          stored.id,
          (row[base.length + index] ?? '')
            .split(/[{},[\]\s"]+/)
            .filter((part) => part !== '')
            .map(Number),
        ]),
      ),
      objects: new Map(
        objects.map((stored, index) => [stored.id, row[base.length + additional.length + index] ?? null]),
      ),
    }),
  };
}
