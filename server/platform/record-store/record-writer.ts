import type {
  AuthorisedField,
  AuthorisedRecordType,
} from '@rowhouse/domain/access/authorised-record-type.ts';
import type { BaseField, BaseFieldName } from '@rowhouse/domain/fields/base-fields.ts';
import { findBaseField } from '@rowhouse/domain/fields/base-fields.ts';
import type { LinkedRecord } from '@rowhouse/domain/contract.generated.ts';
import { userId } from '@rowhouse/domain/kernel/ids.ts';
import { objectEntriesOf } from '@rowhouse/domain/objects/object-value.ts';
import { withoutProperties } from '@rowhouse/domain/objects/stored-object.ts';
import type { StoredRecordType, TenantConfig } from '@rowhouse/domain/tenants/tenant-config.ts';
import type { Selection } from './selection.ts';
import type { TextRow } from '../database/statement-batch.ts';
import { additionalColumn, baseColumns, seenUpdatedAt, seenVersion } from './column.ts';
import type { JsonSink } from './json-sink.ts';
import { propertiesBeside, slotOf } from './places.ts';
import { instantFromText, storedForm, type SqlType } from './stored-forms.ts';

/**
 * From rows of text to the JSON that was asked for, with nothing between: no row objects, no values parsed to be
 * printed again. A writer is made once for a selection and a role. It knows authorised fields only, so what is hidden
 * is neither read nor written; a hidden base field is null, as an empty one is.
 */
/** What a record stands under, and what stands under it, by its id. */
export type RecordLinks = ReadonlyMap<
  number,
  { readonly parent: LinkedRecord | null; readonly children: readonly LinkedRecord[] }
>;

export type RecordWriter = {
  /** The columns to read for records of a type, in one order for all types. */
  columns(type: StoredRecordType): readonly string[];
  write(row: TextRow, links?: RecordLinks, auditEntryId?: number | null): string;
  /** A JSON array of the rows; stops after every few hundred, where others may go between. */
  writeAll(rows: readonly TextRow[], sink: JsonSink, links?: RecordLinks): Iterable<void>;
};

type Piece = (row: TextRow, record: RowFacts) => string;
type RowFacts = {
  readonly id: string;
  readonly typeId: number;
  /** Absent where none were asked for, and where places are not seen. */
  readonly links?: RecordLinks | undefined;
  /** Of the change that is answered. */
  readonly auditEntryId?: number | null | undefined;
};

class Columns {
  readonly #byKey = new Map<string, { index: number; expression: (type: StoredRecordType) => string }>();

  /** The place of a column in the row; the same column is read once. */
  add(key: string, expression: (type: StoredRecordType) => string): number {
    const found = this.#byKey.get(key);
    if (found !== undefined) return found.index;
    const index = this.#byKey.size;
    this.#byKey.set(key, { index, expression });
    return index;
  }

  of(type: StoredRecordType): string[] {
    return [...this.#byKey.values()].map(({ expression }) => expression(type));
  }
}

export function createRecordWriter(
  recordType: AuthorisedRecordType,
  config: TenantConfig,
  selection: Selection,
): RecordWriter {
  const columns = new Columns();
  const idIndex = columns.add('id', () => 'id');
  const typeIndex = recordType.sources.length > 1 ? columns.add('type', (type) => `${type.id}::bigint`) : -1;
  const onlyType = recordType.sources[0]?.type.id ?? recordType.type.id;
  const write = objectWriter(selection, 'RecordHeader', (field) =>
    recordPiece(field.name, field.selection ?? [], recordType, config, columns),
  );
  const byType = new Map<number, readonly string[]>();
  const writeRow = (row: TextRow, links?: RecordLinks, auditEntryId?: number | null): string =>
    write(row, {
      id: row[idIndex] ?? '',
      typeId: typeIndex === -1 ? onlyType : Number(row[typeIndex]),
      links,
      auditEntryId,
    });
  return {
    columns(type) {
      const found = byType.get(type.id) ?? columns.of(type);
      byType.set(type.id, found);
      return found;
    },
    write: writeRow,
    writeAll: (rows, sink, links) => writeRows(rows, (row) => writeRow(row, links), sink),
  };
}

/** Some ten milliseconds of the thread. */
const rowsAtOnce = 200;

function* writeRows(
  rows: readonly TextRow[],
  write: (row: TextRow) => string,
  sink: JsonSink,
): Generator<void> {
  sink.write('[');
  for (const [index, row] of rows.entries()) {
    sink.write(index === 0 ? write(row) : `,${write(row)}`);
    if ((index + 1) % rowsAtOnce === 0) yield;
  }
  sink.write(']');
}

// eslint-disable-next-line no-control-regex -- JSON escapes control characters
const needsEscape = /[\u0000-\u001f"\\\ud800-\udfff]/;

/** A JSON string; most text needs no escaping, and to look is cheaper than to stringify. */
const jsonText = (text: string): string => (needsEscape.test(text) ? JSON.stringify(text) : `"${text}"`);

/** An object with its keys laid down beforehand. */
function objectWriter(
  selection: Selection,
  typeName: string,
  pieceOf: (field: Selection[number]) => Piece,
): Piece {
  const pieces = selection.map((field, index) => ({
    prefix: `${index === 0 ? '{' : ','}${JSON.stringify(field.responseKey)}:`,
    write: field.name === '__typename' ? () => JSON.stringify(typeName) : pieceOf(field),
  }));
  if (pieces.length === 0) return () => '{}';
  return (row, record) => {
    let text = '';
    for (const piece of pieces) text += piece.prefix + piece.write(row, record);
    return `${text}}`;
  };
}

const nullPiece: Piece = () => 'null';

/** From the text of a base field's column to JSON. */
const writers: Readonly<Record<SqlType, (stored: string) => string>> = {
  bigint: (stored) => stored,
  float8: (stored) => stored,
  boolean: (stored) => (stored === 't' ? 'true' : 'false'),
  text: jsonText,
  date: (stored) => `"${stored}"`,
  timestamptz: (stored) => `"${instantFromText(stored)}"`,
  'bigint[]': jsonText,
  jsonb: (stored) => stored,
};

/** The contract has a second name for one of them. */
const fieldOf = (name: string): BaseField | null =>
  findBaseField(name === 'targetTenant' ? 'targetTransmissionTenant' : name);

function recordPiece(
  name: string,
  selection: Selection,
  recordType: AuthorisedRecordType,
  config: TenantConfig,
  columns: Columns,
): Piece {
  if (name === 'id') return (_, record) => record.id;
  if (name === 'version') {
    const index = columns.add('version', () => seenVersion);
    return (row) => row[index] ?? 'null';
  }
  if (name === 'parent' || name === 'children')
    return (_, { id, links }) => writeValue(links?.get(Number(id))?.[name], selection, 'LinkedRecord');
  if (name === 'auditEntryId') return (_, { auditEntryId }) => String(auditEntryId ?? null);
  if (name === 'additionalFields') return additionalPiece(selection, recordType, config, columns);
  const field = fieldOf(name);
  const authorised = field === null ? undefined : recordType.fields.get(field.name);
  if (field === null || authorised === undefined) return nullPiece;

  const { expression, sqlType } =
    authorised.seenBy === undefined ? baseColumns[field.name as BaseFieldName] : seenUpdatedAt;
  if (field.relation === undefined) {
    const index = columns.add(expression, () => expression);
    const write = writers[sqlType];
    return (row) => {
      const stored = row[index];
      return stored == null ? 'null' : write(stored);
    };
  }
  const named = (typeName: string, find: (id: number) => object | null): Piece => {
    const index = columns.add(expression, () => expression);
    const known = new Map<string, string>();
    return (row) => {
      const stored = row[index];
      if (stored == null) return 'null';
      let text = known.get(stored);
      if (text === undefined) {
        text = writeValue(find(Number(stored)), selection, typeName);
        known.set(stored, text);
      }
      return text;
    };
  };
  switch (field.relation) {
    case 'user':
      return named('UserRef', (id) => config.members.get(userId(id)) ?? { id, name: null, email: null });
    case 'status':
      return named('IdName', (id) => config.statuses.get(id) ?? null);
    case 'problemCode':
      return named('IdName', (id) => config.problemCodes.get(id) ?? null);
    case 'tenant':
      // The record's own is that of everything here.
      return field.name === 'tenant'
        ? () => writeValue({ id: config.tenantId, name: config.name }, selection, 'IdName')
        : named('IdName', (id) => ({ id, name: config.targetTenants.get(id) ?? '' }));
    case 'recordType': {
      const texts = new Map(
        recordType.sources.map(({ type }) => [type.id as number, writeValue(type, selection, 'IdName')]),
      );
      return (_, record) => texts.get(record.typeId) ?? 'null';
    }
    case 'file': {
      const id = columns.add(expression, () => expression);
      const fileName = columns.add(
        'record_file_name',
        () => '(select f.original_file_name from record_file f where f.id = record_file_id)',
      );
      return (row) =>
        row[id] == null
          ? 'null'
          : writeValue(
              { id: Number(row[id]), originalFileName: row[fileName] ?? null },
              selection,
              'RecordFileRef',
            );
    }
  }
}

/** A small value by its selection; for what is written once for many rows, or seldom. */
function writeValue(value: unknown, selection: Selection, typeName: string): string {
  if (value == null) return 'null';
  if (Array.isArray(value))
    return `[${value.map((item) => writeValue(item, selection, typeName)).join(',')}]`;
  const source = value as Readonly<Record<string, unknown>>;
  const members = selection.map((field) => {
    const inner = source[field.name] ?? null;
    const text =
      field.name === '__typename'
        ? JSON.stringify(typeName)
        : field.selection === null
          ? JSON.stringify(inner)
          : writeValue(inner, field.selection, field.typeName);
    return `${JSON.stringify(field.responseKey)}:${text}`;
  });
  return `{${members.join(',')}}`;
}

type FieldWriter = {
  readonly index: number;
  /** Of the overflow, by type: the key of the value in x. Null of a slot. */
  readonly overflowKeys: ReadonlyMap<number, string> | null;
  readonly write: (value: string, record: RowFacts) => string;
  readonly read: (stored: string) => string;
  readonly readOverflow: (stored: unknown) => string;
};

function additionalPiece(
  selection: Selection,
  recordType: AuthorisedRecordType,
  config: TenantConfig,
  columns: Columns,
): Piece {
  const writers = [...recordType.fields.values()].flatMap((field) =>
    field.base === null ? additionalWriter(field, selection, config, columns) : [],
  );
  return (row, record) => {
    let text = '';
    // Fields of the overflow share a column: it is parsed once a row.
    let parsed = '';
    let overflow: Record<string, unknown> = {};
    for (const writer of writers) {
      const stored = row[writer.index];
      if (stored == null) continue;
      let value: string;
      if (writer.overflowKeys === null) value = writer.read(stored);
      else {
        if (parsed !== stored) overflow = JSON.parse(stored) as Record<string, unknown>;
        parsed = stored;
        const kept = overflow[writer.overflowKeys.get(record.typeId) ?? ''];
        if (kept == null) continue;
        value = writer.readOverflow(kept);
      }
      text += (text === '' ? '' : ',') + writer.write(value, record);
    }
    return `[${text}]`;
  };
}

function additionalWriter(
  field: AuthorisedField,
  selection: Selection,
  config: TenantConfig,
  columns: Columns,
): FieldWriter {
  const storedFields = [...field.stored];
  const form = storedForm(field.dataType);
  const slots = storedFields.map(([, stored]) => slotOf(stored));
  const isSlot = !slots.includes(null);
  const isMixed = !isSlot && slots.some((slot) => slot !== null);
  // Objects of which something stands in two places are put together by the database.
  const isSplit = storedFields.some(([, stored]) => propertiesBeside(stored) !== null);
  const fieldId = storedFields[0]?.[1].id ?? 0;
  const expression = (type: StoredRecordType): string => {
    const stored = field.stored.get(type.id);
    if (stored === undefined) return 'null';
    const slot = slotOf(stored);
    if (isSplit) return `jsonb_build_object('${stored.id}', ${additionalColumn(stored).expression})`;
    if (slot === null) return 'x';
    return isMixed ? `jsonb_build_object('${stored.id}', ${slot})` : slot;
  };
  const key = isSlot ? `slots:${slots.join(',')}` : isMixed || isSplit ? `mixed:${field.key}` : 'x';
  return {
    index: columns.add(key, expression),
    overflowKeys: isSlot
      ? null
      : new Map(storedFields.map(([typeId, stored]) => [typeId, String(stored.id)])),
    read: form.read,
    readOverflow: form.readOverflow,
    write:
      field.dataType === 'object'
        ? objectMemberWriter(selection, fieldId, config)
        : memberWriter(selection, fieldId, form.isPlainInJson),
  };
}

/**
 * {id, tag, value} as asked. All that does not change from row to row is joined beforehand; what is left are the places
 * of the record's id, its type and the value. The field's id is that of its definition, in a super type as well, for
 * the tag is what a client finds the column by.
 */
function memberWriter(
  selection: Selection,
  fieldId: number,
  isPlain: boolean,
): (value: string, record: RowFacts) => string {
  let constant = '';
  const steps: { readonly before: string; readonly part: 'record' | 'type' | 'value' }[] = [];
  const put = (part: 'record' | 'type' | 'value') => {
    steps.push({ before: constant, part });
    constant = '';
  };
  for (const [index, field] of selection.entries()) {
    constant += `${index === 0 ? '{' : ','}${JSON.stringify(field.responseKey)}:`;
    if (field.name === 'id' || field.name === 'tag') {
      constant += '"';
      put('record');
      if (field.name === 'tag') {
        constant += ';';
        put('type');
      }
      constant += `${field.name === 'id' ? '-' : ';'}${fieldId}"`;
    } else if (field.name === 'value') put('value');
    else constant += field.name === '__typename' ? '"AdditionalField"' : 'null';
  }
  const after = `${constant}}`;
  if (selection.length === 0) return () => '{}';
  return (value, record) => {
    let text = '';
    for (const { before, part } of steps) {
      text += before;
      if (part === 'record') text += record.id;
      else if (part === 'type') text += record.typeId;
      else text += isPlain ? `"${value}"` : jsonText(value);
    }
    return text + after;
  };
}

/** An object's member, with its entries by property; text that is no object has none. */
function objectMemberWriter(
  selection: Selection,
  fieldId: number,
  config: TenantConfig,
): (value: string, record: RowFacts) => string {
  const gone = new Set(config.goneProperties.map(({ id }) => String(id)));
  return (whole, record) => {
    const kept = findObject(whole);
    const holdsGone = kept !== null && Object.keys(kept).some((id) => gone.has(id));
    const stored = holdsGone ? withoutProperties(kept, gone) : kept;
    const value = holdsGone ? stored && JSON.stringify(stored) : whole;
    const tag = `${record.id};${record.typeId};${fieldId}`;
    return writeValue(
      {
        id: `${record.id}-${fieldId}`,
        tag,
        value,
        objectValue: stored && { id: Number(record.id), objectValues: objectEntriesOf(config, stored, tag) },
        objectValuesByProperty:
          stored &&
          Object.entries(stored).map(([id, text]) => ({
            propertyId: Number(id),
            value: text == null ? null : String(text),
          })),
      },
      selection,
      'AdditionalField',
    );
  };
}

function findObject(text: string): Readonly<Record<string, unknown>> | null {
  if (!text.startsWith('{')) return null;
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return null;
  }
}
