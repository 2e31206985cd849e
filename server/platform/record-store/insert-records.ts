// Many records in one statement. Their values travel as one array a column, which costs a third of a VALUES list and
// has no limit of 65,535 parameters; the leaf's triggers count and audit them as they do a single one.
import type { BaseFieldName } from '@rowhouse/domain/fields/base-fields.ts';
import type { TenantId } from '@rowhouse/domain/kernel/ids.ts';
import type { StoredField, StoredRecordType } from '@rowhouse/domain/tenants/tenant-config.ts';
import type { Statement, StatementValue } from '../database/statement-batch.ts';
import { baseColumns, leafName } from './column.ts';
import { objectInPlaces } from './object-places.ts';
import { slotOf } from './places.ts';
import { settleInsert } from './settle-columns.ts';
import { slotType } from './slots.ts';
import { overflowJson, storedForm } from './stored-forms.ts';

/** What a row holds at one index: a base field in the form of its column, or an additional field as in the contract. */
export type RecordPlace = { readonly base: BaseFieldName } | { readonly field: StoredField };
export type PlacedValue = string | number | boolean | null;
export type PlacedRow = readonly PlacedValue[];

export function insertRecordsStatement(
  target: {
    readonly tenantId: TenantId;
    readonly type: Pick<StoredRecordType, 'id' | 'fields'>;
    readonly bucket: number;
  },
  places: readonly RecordPlace[],
  rows: readonly PlacedRow[],
  /** Columns that every row is given by an expression, worked out for each row. */
  made: readonly { readonly column: string; readonly expression: string }[] = [],
): Statement {
  const columns: { name: string; type: string; array: string }[] = [];
  const overflow: { field: StoredField; index: number }[] = [];
  places.forEach((place, index) => {
    if ('base' in place) {
      const { expression, sqlType } = baseColumns[place.base];
      columns.push({ name: expression, type: sqlType, array: arrayText(rows, (row) => row[index] ?? null) });
      return;
    }
    const { field } = place;
    const slot = slotOf(field);
    if (slot === null) overflow.push({ field, index });
    else {
      const array = arrayText(rows, (row) => stored(field, row[index]));
      columns.push({ name: slot, type: slotType(slot), array });
    }
  });
  if (overflow.length > 0) {
    const array = arrayText(rows, (row) => overflowText(overflow, row));
    columns.push({ name: 'x', type: 'jsonb', array });
  }
  const values: StatementValue[] = [target.tenantId, target.type.id, ...columns.map(({ array }) => array)];
  // There are no arrays of arrays of different lengths: those of a multiselect come as text.
  const arrays = columns.map(({ type }, index) => `$${index + 3}::${type === 'bigint[]' ? 'text' : type}[]`);
  const names = columns.map(({ name }) => name);
  const given = columns.map(({ name, type }) => ({
    column: name,
    expression: type === 'bigint[]' ? `u.${name}::bigint[]` : `u.${name}`,
  }));
  // Lines that stand already, as those of an import do, are gathered.
  const settled = settleInsert(target.type, [...given, ...made], {
    tenant: '$1::int',
    recordId: names.includes('id') ? 'u.id' : null,
  });
  const into = ['bucket', 'tenant_id', 'record_type_id', ...settled.map(({ column }) => column)];
  const read = settled.map(({ expression }) => expression);
  return {
    text: `insert into ${leafName(target.bucket)} (${into.join(', ')})
           select ${[target.bucket, '$1::int', '$2::bigint', ...read].join(', ')}
           from unnest(${arrays.join(', ')}) as u(${names.join(', ')})`,
    values,
  };
}

function stored(field: StoredField, value: PlacedValue | undefined): StatementValue {
  return value == null ? null : storedForm(field.dataType).write(String(value));
}

function overflowText(
  overflow: readonly { field: StoredField; index: number }[],
  row: PlacedRow,
): string | null {
  let text = '';
  for (const { field, index } of overflow) {
    const value = row[index];
    if (value == null) continue;
    const json = objectInPlaces(field, overflowJson(field.dataType, String(value)));
    text += `${text === '' ? '{' : ','}"${field.id}":${json}`;
  }
  return text === '' ? null : `${text}}`;
}

/** A PostgreSQL array in its text form. */
export function arrayText<Row>(rows: readonly Row[], valueOf: (row: Row) => StatementValue): string {
  let text = '{';
  for (const [index, row] of rows.entries()) {
    if (index > 0) text += ',';
    text += element(valueOf(row));
  }
  return `${text}}`;
}

function element(value: StatementValue): string {
  if (value === null) return 'NULL';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const plain = typeof value === 'string' ? value : `{${value.join(',')}}`;
  return `"${/["\\]/.test(plain) ? plain.replace(/["\\]/g, '\\$&') : plain}"`;
}
