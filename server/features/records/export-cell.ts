import type {
  AuthorisedField,
  AuthorisedRecordType,
} from '@rowhouse/domain/access/authorised-record-type.ts';
import { readAttachedFile } from '@rowhouse/domain/attachments/attached-file.ts';
import { valueFamily } from '@rowhouse/domain/fields/data-types.ts';
import { showDay, showInstant, showTime } from '@rowhouse/domain/kernel/dates.ts';
import {
  readIds,
  showChecked,
  showCurrency,
  showDecimal,
  showNumber,
  showPhone,
} from '@rowhouse/domain/kernel/formats.ts';
import { displayObject } from '@rowhouse/domain/objects/display.ts';
import type { PropertyReading } from '@rowhouse/domain/objects/display.ts';
import { listedValueName } from '@rowhouse/domain/objects/listed-object.ts';
import { readObject } from '@rowhouse/domain/objects/stored-object.ts';
import type { StoredField, StoredRecordType, TenantConfig } from '@rowhouse/domain/tenants/tenant-config.ts';
import type { TextRow } from '../../platform/database/statement-batch.ts';
import { findColumn } from '../../platform/record-store/column.ts';
import { slotReader } from '../../platform/record-store/stored-text.ts';

export type CellReader = {
  columns(type: StoredRecordType): readonly string[];
  read(row: TextRow): string[];
};

/** Cells as the grid shows them, from rows of text. */
export function createCellReader(
  recordType: AuthorisedRecordType,
  fields: readonly AuthorisedField[],
  config: TenantConfig,
  timeZone: string,
): CellReader {
  const readers = fields.map((field) => cellReader(field, recordType, config, timeZone));
  return {
    columns: (type) =>
      fields.map((field) => {
        if (field.key === 'recordFile') {
          return '(select f.original_file_name from record_file f where f.id = record_file_id)';
        }
        const expression = findColumn(field, type)?.expression;
        if (field.dataType === 'object' || field.dataType === 'attachment')
          return `(${expression ?? 'null::jsonb'}) #>> '{}'`;
        return `(${expression ?? 'null'})::text`;
      }),
    read: (row) =>
      readers.map((read, index) => {
        const stored = row[index];
        return stored == null ? '' : read(stored);
      }),
  };
}

function cellReader(
  field: AuthorisedField,
  recordType: AuthorisedRecordType,
  config: TenantConfig,
  timeZone: string,
): (stored: string) => string {
  const relation = field.base?.relation;
  if (relation !== undefined && relation !== 'file')
    return (stored) => nameOf(relation, stored, recordType, config);
  const readValue = slotReader(field.dataType);
  const reading: PropertyReading = {
    timeZone,
    nameOf: (id) => config.listValues.get(id as never)?.value ?? String(id),
  };
  const listed = (id: number): string => {
    const value = config.listValues.get(id as never);
    return value === undefined ? String(id) : listedValueName(config, value, reading);
  };
  const shows: Readonly<Record<string, (value: string) => string>> = {
    dropdown: (value) => listed(Number(value)),
    'single-select': (value) => listed(Number(value)),
    multiselect: (value) => readIds(value).map(listed).join(', '),
    'multiselect-checkbox': (value) => readIds(value).map(listed).join(', '),
    date: showDay,
    datetime: (value) => showInstant(value, timeZone),
    time: showTime,
    number: showNumber,
    decimal: showDecimal,
    float: showDecimal,
    currency: showCurrency,
    checkbox: showChecked,
    boolean: showChecked,
    phone: showPhone,
  };
  const show = shows[field.dataType] ?? ((value: string) => value);
  if (field.dataType === 'attachment' && field.base === null) return attachmentName;
  const [first] = field.stored.values();
  if (field.dataType === 'object' && first !== undefined) return objectReader(first, config, reading);
  if (field.key === 'enabled') return (stored) => (stored === 'true' ? 'Active' : 'Deleted');
  // A cast to text says true where a column says t.
  if (valueFamily(field.dataType) === 'checkbox') return show;
  return (stored) => show(readValue(stored));
}

/** A value that does not parse reads as no file. */
const attachmentName = (stored: string): string => readAttachedFile(stored)?.name ?? '';

/** An object as its cell displays it; the sentences that stand for a missing one are for the screen. */
function objectReader(
  { objectDefinitionId }: StoredField,
  config: TenantConfig,
  reading: PropertyReading,
): (stored: string) => string {
  const properties = config.objectProperties.filter((one) => one.objectDefinitionId === objectDefinitionId);
  return (stored) => displayObject(properties, readObject(stored), reading).text;
}

function nameOf(
  relation: 'status' | 'problemCode' | 'user' | 'tenant' | 'recordType',
  stored: string,
  recordType: AuthorisedRecordType,
  config: TenantConfig,
): string {
  const id = Number(stored);
  const named = {
    status: () => config.statuses.get(id)?.name,
    problemCode: () => config.problemCodes.get(id)?.name,
    user: () => config.members.get(id as never)?.name,
    tenant: () => (id === config.tenantId ? config.name : config.targetTenants.get(id)),
    recordType: () => recordType.sources.find(({ type }) => type.id === id)?.type.name,
  }[relation]();
  return named ?? stored;
}
