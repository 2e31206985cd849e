// What a bulk edit would do, record by record, before anything of it is done.
import { toBulkValue } from '@rowhouse/domain/records/bulk-rules.ts';
import type { UpdateBulkRecordInput } from '@rowhouse/domain/contract.generated.ts';
import { valueOf } from '@rowhouse/domain/values/values.ts';
import { isBase, type RecordField } from '../../record-field.ts';
import type { RecordRow } from '../../record-row.ts';
import { storedValue, toUpdateInput } from '../../row-edit/row-values.ts';

export type PreviewLine = {
  readonly record: RecordRow;
  /** As it is stored, '' for nothing. */
  readonly before: string;
  readonly changes: boolean;
  /** Why it cannot change so; null where it can. */
  readonly whyNot: string | null;
};

export type Preview = {
  /** Those that change first, else in the order of the records. */
  readonly lines: readonly PreviewLine[];
  readonly changing: readonly RecordRow[];
};

/** What stands in them, of which nothing changes yet. */
export const linesOf = (records: readonly RecordRow[], field: RecordField): readonly PreviewLine[] =>
  records.map((record) => ({ record, before: storedValue(field, record), changes: false, whyNot: null }));

/** @param whyNotSo why a record that holds another value cannot take this one */
export function previewBulk(
  records: readonly RecordRow[],
  field: RecordField,
  value: string,
  whyNotSo: (record: RecordRow) => string | null = () => null,
): Preview {
  const lines = linesOf(records, field).map((line) => {
    const isOther = !valueOf(field.dataType).isSame(line.before, value);
    const whyNot = isOther ? whyNotSo(line.record) : null;
    return { ...line, whyNot, changes: isOther && whyNot === null };
  });
  const changing = lines.filter(({ changes }) => changes);
  return {
    lines: [...changing, ...lines.filter(({ changes }) => !changes)],
    changing: changing.map(({ record }) => record),
  };
}

/** '12 records: 7 change, 3 have it already, 2 cannot be changed' */
export function showPreviewCounts({ lines, changing }: Preview): string {
  const all = `${lines.length} ${lines.length === 1 ? 'record' : 'records'}`;
  const refused = lines.filter(({ whyNot }) => whyNot !== null).length;
  const same = lines.length - changing.length - refused;
  const change = `${changing.length} ${changing.length === 1 ? 'changes' : 'change'}`;
  const have = `${same} ${same === 1 ? 'has' : 'have'} it already`;
  const parts = [
    ...(changing.length > 0 || same + refused === 0 ? [change] : []),
    ...(same === 0 ? [] : [have]),
    ...(refused === 0 ? [] : [`${refused} cannot be changed`]),
  ];
  return `${all}: ${parts.join(', ')}`;
}

export type BulkChange = Omit<UpdateBulkRecordInput, 'versions' | 'tenant' | 'idempotencyKey'>;

export function toBulkChange(field: RecordField, value: string): BulkChange {
  const sent = toBulkValue(field.dataType, value);
  if (!isBase(field))
    return {
      additionalFields: [{ recordAdditionalFieldByTypeId: field.id, value: sent === '' ? null : sent }],
    };
  const values = new Map([[field.key, sent]]);
  const {
    id: _id,
    version: _version,
    ...change
  } = toUpdateInput(new Map([[field.key, field]]), {
    id: 0,
    version: 0,
    values,
  });
  return change;
}
