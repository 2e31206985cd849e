// What has to be read of a record before its status moves. Whoever writes a status reads this, and asks
// `judgeTransition` with it.
import { findBaseField, type BaseFieldName } from '@rowhouse/domain/fields/base-fields.ts';
import { additionalFieldKey } from '@rowhouse/domain/fields/field.ts';
import type { DataType } from '@rowhouse/domain/fields/data-types.ts';
import type { StatusPath } from '@rowhouse/domain/status-paths/path-of.ts';
import type { StoredRecordType } from '@rowhouse/domain/tenants/tenant-config.ts';
import type { TextRow } from '../../platform/database/statement-batch.ts';
import { additionalColumn, baseColumns } from '../../platform/record-store/column.ts';
import { storedForm } from '../../platform/record-store/stored-forms.ts';

/** What a record holds of what its way is judged by. */
export type PathValues = {
  readonly from: number | null;
  readonly createdBy: number | null;
  /** By field key, as the contract writes it; null where it is empty. */
  readonly values: ReadonlyMap<string, string | null>;
};

export type PathReading = {
  readonly columns: readonly string[];
  /** @param row the columns, in their order */
  readonly read: (row: TextRow) => PathValues;
};

export type Source = { readonly key: string; readonly expression: string; readonly dataType: DataType };

export function readingOfPath({ steps }: StatusPath, type: StoredRecordType): PathReading {
  const keys = new Set(steps.flatMap(({ conditions }) => (conditions ?? []).map(({ field }) => field)));
  const sources = [...keys].flatMap((key): Source[] => sourceOf(key, type));
  return {
    columns: [
      baseColumns.status.expression,
      baseColumns.createdBy.expression,
      ...sources.map(({ expression }) => expression),
    ],
    read: ([from, createdBy, ...others]) => ({
      from: from == null ? null : Number(from),
      createdBy: createdBy == null ? null : Number(createdBy),
      values: new Map(
        sources.map(({ key, dataType }, index) => {
          const stored = others[index];
          return [key, stored == null ? null : storedForm(dataType).read(stored)];
        }),
      ),
    }),
  };
}

export function sourceOf(key: string, type: StoredRecordType): Source[] {
  const base = findBaseField(key);
  if (base !== null)
    return [{ key, expression: baseColumns[base.name as BaseFieldName].expression, dataType: base.dataType }];
  const stored = type.fields.find(({ id }) => additionalFieldKey(id) === key);
  if (stored === undefined) return [];
  return [{ key, expression: additionalColumn(stored).expression, dataType: stored.dataType }];
}
