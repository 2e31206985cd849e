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
import { borrowSink, constantJson, giveBackSink, JsonSink } from './json-sink.ts';
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
  beginPage(): PageAsItComes;
};

/**
 * The JSON array of rows that are written while they come. None of them is kept: of 3,000 rows that wait for each other the
 * collection of memory alone took as long as all else (docs/performance.md).
 */
export type PageAsItComes = {
  readonly take: (row: TextRow) => void;
  readonly count: () => number;
  /** Once. */
  readonly moveInto: (sink: JsonSink) => void;
};

type Piece = (row: TextRow, record: RowFacts, sink: JsonSink) => void;
type RowFacts = {
  readonly id: string;
  readonly typeId: number;
  readonly typeIdText: string;
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
  const typeIdTexts = new Map(recordType.sources.map(({ type }) => [type.id as number, String(type.id)]));
  const writeRow = (
    row: TextRow,
    sink: JsonSink,
    links?: RecordLinks,
    auditEntryId?: number | null,
  ): void => {
    const typeId = typeIndex === -1 ? onlyType : Number(row[typeIndex]);
    const typeIdText = typeIdTexts.get(typeId) ?? String(typeId);
    write(row, { id: row[idIndex] ?? '', typeId, typeIdText, links, auditEntryId }, sink);
  };
  return {
    columns(type) {
      const found = byType.get(type.id) ?? columns.of(type);
      byType.set(type.id, found);
      return found;
    },
    write(row, links, auditEntryId) {
      const sink = new JsonSink(bytesOfOne);
      writeRow(row, sink, links, auditEntryId);
      return sink.takeText();
    },
    writeAll: (rows, sink, links) => writeRows(rows, (row) => writeRow(row, sink, links), sink),
    beginPage: () => beginPage(writeRow),
  };
}

function beginPage(writeRow: (row: TextRow, sink: JsonSink) => void): PageAsItComes {
  const own = borrowSink();
  let count = 0;
  own.writeConstant(opening);
  return {
    take(row) {
      if (count > 0) own.writeConstant(comma);
      writeRow(row, own);
      count += 1;
    },
    count: () => count,
    moveInto(sink) {
      own.writeConstant(closing);
      sink.writeAllOf(own);
      giveBackSink(own);
    },
  };
}

const bytesOfOne = 1 << 14;

/** Some ten milliseconds of the thread. */
const rowsAtOnce = 200;

function* writeRows(
  rows: readonly TextRow[],
  write: (row: TextRow) => void,
  sink: JsonSink,
): Generator<void> {
  sink.write('[');
  for (const [index, row] of rows.entries()) {
    if (index > 0) sink.writeConstant(comma);
    write(row);
    if ((index + 1) % rowsAtOnce === 0) yield;
  }
  sink.write(']');
}

const [comma, opening, closing] = [',', '[', ']'].map(constantJson) as [Uint8Array, Uint8Array, Uint8Array];
const [nothing, endOfObject] = ['null', '}'].map(constantJson) as [Uint8Array, Uint8Array];

/** An object with its keys laid down beforehand. */
function objectWriter(
  selection: Selection,
  typeName: string,
  pieceOf: (field: Selection[number]) => Piece,
): Piece {
  const pieces = selection.map((field, index) => ({
    prefix: constantJson(`${index === 0 ? '{' : ','}${JSON.stringify(field.responseKey)}:`),
    write: field.name === '__typename' ? constantPiece(JSON.stringify(typeName)) : pieceOf(field),
  }));
  if (pieces.length === 0) return constantPiece('{}');
  return (row, record, sink) => {
    for (const piece of pieces) {
      sink.writeConstant(piece.prefix);
      piece.write(row, record, sink);
    }
    sink.writeConstant(endOfObject);
  };
}

function constantPiece(json: string): Piece {
  const constant = constantJson(json);
  return (_row, _record, sink) => sink.writeConstant(constant);
}

const nullPiece = constantPiece('null');

type ValueWriter = (stored: string, sink: JsonSink) => void;

const writeAsItIs: ValueWriter = (stored, sink) => sink.writePlain(stored);
const writeText: ValueWriter = (stored, sink) => sink.writeString(stored);

/** From the text of a base field's column to JSON. */
const writers: Readonly<Record<SqlType, ValueWriter>> = {
  bigint: writeAsItIs,
  float8: writeAsItIs,
  boolean: (stored, sink) => sink.writePlain(stored === 't' ? 'true' : 'false'),
  text: writeText,
  date: writeText,
  timestamptz: (stored, sink) => sink.writeString(instantFromText(stored)),
  'bigint[]': writeText,
  jsonb: (stored, sink) => sink.write(stored),
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
  if (name === 'id') return (_, record, sink) => sink.writePlain(record.id);
  if (name === 'version') {
    const index = columns.add('version', () => seenVersion);
    return (row, _, sink) => sink.writePlain(row[index] ?? 'null');
  }
  if (name === 'parent' || name === 'children')
    return (_, { id, links }, sink) =>
      sink.write(writeValue(links?.get(Number(id))?.[name], selection, 'LinkedRecord'));
  if (name === 'auditEntryId')
    return (_, { auditEntryId }, sink) => sink.writePlain(String(auditEntryId ?? null));
  if (name === 'additionalFields') return additionalPiece(selection, recordType, config, columns);
  const field = fieldOf(name);
  const authorised = field === null ? undefined : recordType.fields.get(field.name);
  if (field === null || authorised === undefined) return nullPiece;

  const { expression, sqlType } =
    authorised.seenBy === undefined ? baseColumns[field.name as BaseFieldName] : seenUpdatedAt;
  if (field.relation === undefined) {
    const index = columns.add(expression, () => expression);
    const write = writers[sqlType];
    return (row, _, sink) => {
      const stored = row[index];
      if (stored == null) sink.writeConstant(nothing);
      else write(stored, sink);
    };
  }
  const named = (typeName: string, find: (id: number) => object | null): Piece => {
    const index = columns.add(expression, () => expression);
    const known = new Map<string, Uint8Array>();
    return (row, _, sink) => {
      const stored = row[index];
      if (stored == null) {
        sink.writeConstant(nothing);
        return;
      }
      let json = known.get(stored);
      if (json === undefined) {
        json = constantJson(writeValue(find(Number(stored)), selection, typeName));
        known.set(stored, json);
      }
      sink.writeConstant(json);
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
        ? constantPiece(writeValue({ id: config.tenantId, name: config.name }, selection, 'IdName'))
        : named('IdName', (id) => ({ id, name: config.targetTenants.get(id) ?? '' }));
    case 'recordType': {
      const texts = new Map(
        recordType.sources.map(({ type }) => [
          type.id as number,
          constantJson(writeValue(type, selection, 'IdName')),
        ]),
      );
      return (_, record, sink) => sink.writeConstant(texts.get(record.typeId) ?? nothing);
    }
    case 'file': {
      const id = columns.add(expression, () => expression);
      const fileName = columns.add(
        'record_file_name',
        () => '(select f.original_file_name from record_file f where f.id = record_file_id)',
      );
      return (row, _, sink) =>
        sink.write(
          row[id] == null
            ? 'null'
            : writeValue(
                { id: Number(row[id]), originalFileName: row[fileName] ?? null },
                selection,
                'RecordFileRef',
              ),
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
  readonly write: (value: string, record: RowFacts, sink: JsonSink) => void;
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
  return (row, record, sink) => {
    let isFirst = true;
    sink.writeConstant(opening);
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
      if (!isFirst) sink.writeConstant(comma);
      isFirst = false;
      writer.write(value, record, sink);
    }
    sink.writeConstant(closing);
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
function memberWriter(selection: Selection, fieldId: number, isPlain: boolean): FieldWriter['write'] {
  let constant = '';
  const steps: { readonly before: Uint8Array; readonly part: 'record' | 'type' | 'value' }[] = [];
  const put = (part: 'record' | 'type' | 'value') => {
    steps.push({ before: constantJson(constant), part });
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
    } else if (field.name === 'value') {
      if (isPlain) constant += '"';
      put('value');
      if (isPlain) constant += '"';
    } else constant += field.name === '__typename' ? '"AdditionalField"' : 'null';
  }
  const after = constantJson(selection.length === 0 ? '{}' : `${constant}}`);
  return (value, record, sink) => {
    for (const { before, part } of steps) {
      sink.writeConstant(before);
      if (part === 'record') sink.writePlain(record.id);
      else if (part === 'type') sink.writePlain(record.typeIdText);
      else if (isPlain) sink.writePlain(value);
      else sink.writeString(value);
    }
    sink.writeConstant(after);
  };
}

/** An object's member, with its entries by property; text that is no object has none. */
function objectMemberWriter(
  selection: Selection,
  fieldId: number,
  config: TenantConfig,
): FieldWriter['write'] {
  const gone = new Set(config.goneProperties.map(({ id }) => String(id)));
  return (whole, record, sink) => {
    const kept = findObject(whole);
    const holdsGone = kept !== null && Object.keys(kept).some((id) => gone.has(id));
    const stored = holdsGone ? withoutProperties(kept, gone) : kept;
    const value = holdsGone ? stored && JSON.stringify(stored) : whole;
    const tag = `${record.id};${record.typeId};${fieldId}`;
    const written = writeValue(
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
    sink.write(written);
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
