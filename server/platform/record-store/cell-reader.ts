import type { AuthorisedField } from '@rowhouse/domain/access/authorised-record-type.ts';
import { choiceNamer } from '@rowhouse/domain/records/names-of.ts';
import { displayObject } from '@rowhouse/domain/objects/display.ts';
import { readingOf } from '@rowhouse/domain/objects/listed-object.ts';
import { readObject } from '@rowhouse/domain/objects/stored-object.ts';
import type { SheetNumber } from '@rowhouse/domain/values/sheet.ts';
import type { Showing } from '@rowhouse/domain/values/value.ts';
import { valueOf } from '@rowhouse/domain/values/values.ts';
import type { StoredRecordType, TenantConfig } from '@rowhouse/domain/tenants/tenant-config.ts';
import type { TextRow } from '../database/statement-batch.ts';
import { findColumn } from './column.ts';
import { storedForm } from './stored-forms.ts';

export type CellReader = {
  columns(type: StoredRecordType): readonly string[];
  read(row: TextRow): string[];
  /** The same for a workbook: what it takes for a number is one. */
  readSheet(row: TextRow): (string | SheetNumber)[];
};

/** Cells as the grid shows them, from rows of text. */
export function createCellReader(
  fields: readonly AuthorisedField[],
  config: TenantConfig,
  timeZone: string,
): CellReader {
  const readers = fields.map((field) => cellReader(field, config, timeZone));
  const numbers = fields.map((field) => numberReader(field, timeZone));
  return {
    columns: (type) =>
      fields.map((field) => {
        if (field.key === 'recordFile') {
          return '(select f.original_file_name from record_file f where f.id = record_file_id)';
        }
        const expression = findColumn(field, type)?.expression;
        if (valueOf(field.dataType).family === 'opaque') return `(${expression ?? 'null::jsonb'}) #>> '{}'`;
        return `(${expression ?? 'null'})::text`;
      }),
    read: (row) =>
      readers.map((read, index) => {
        const stored = row[index];
        return stored == null ? '' : read(stored);
      }),
    readSheet: (row) =>
      readers.map((read, index) => {
        const stored = row[index];
        return stored == null ? '' : (numbers[index]?.(stored) ?? read(stored));
      }),
  };
}

/** Null of what is a text in a workbook, whatever its value. */
function numberReader(
  { dataType, base }: AuthorisedField,
  timeZone: string,
): ((stored: string) => SheetNumber | null) | null {
  if (base?.relation !== undefined) return null;
  const readValue = storedForm(dataType).read;
  return (stored) => valueOf(dataType).sheet.write(readValue(stored), timeZone);
}

function cellReader(
  field: AuthorisedField,
  config: TenantConfig,
  timeZone: string,
): (stored: string) => string {
  // What is selected of a record file is its name.
  if (field.base?.relation === 'file') return (name) => name;
  if (field.key === 'enabled') return (stored) => (stored === 'true' ? 'Active' : 'Deleted');
  const type = valueOf(field.dataType);
  const showing = showingOf(field, config, timeZone);
  // A cast to text says true where a column says t; base fields are not kept in slots.
  const read = type.family === 'checkbox' ? (stored: string) => stored : storedForm(field.dataType).read;
  return (stored) => type.show(read(stored), showing);
}

function showingOf({ base, stored }: AuthorisedField, config: TenantConfig, timeZone: string): Showing {
  const [first] = stored.values();
  const nameOf = choiceNamer({ base, listId: first?.listId ?? null }, config, timeZone);
  const properties = config.objectProperties.filter(
    ({ objectDefinitionId }) => objectDefinitionId === first?.objectDefinitionId,
  );
  const reading = readingOf(config, timeZone);
  // The sentences that stand for a missing object are for the screen.
  return {
    timeZone,
    nameOf,
    objectText: (text) => displayObject(properties, readObject(text), reading).text,
  };
}
