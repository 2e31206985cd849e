import type { FilterAndSortRecordsQuery } from '../../platform/graphql/documents.generated.ts';

/** A row of the grid. What no shown column needs was not asked for, and is absent. */
export type RecordRow = FilterAndSortRecordsQuery['filterAndSortRecordHeader']['records'][number];

/** As the answer of its update has it: with the entry of the audit log that tells the change, by which it is taken back. */
export type SavedRecord = RecordRow & { readonly auditEntryId?: number | null };

const byRecord = new WeakMap<RecordRow, ReadonlyMap<number, string>>();

/** As stored; null when the record has none. Only rows that are looked at are unpacked. */
export function findAdditionalValue(record: RecordRow, fieldId: number): string | null {
  let values = byRecord.get(record);
  if (!values) {
    values = new Map(
      (record.additionalFields ?? []).flatMap(({ tag, value }) => {
        // The third part of a tag is the id of the field: Specification 3.
        const id = Number(tag.split(';')[2]);
        return value === null ? [] : [[id, value] as const];
      }),
    );
    byRecord.set(record, values);
  }
  return values.get(fieldId) ?? null;
}

export const rowId = (record: RecordRow): number => record.id;
export const rowLabel = (record: RecordRow): string => `record ${record.recordNumber ?? record.id}`;
