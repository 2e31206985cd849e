import type { BaseFieldName } from '@rowhouse/domain/fields/base-fields.ts';
import type { DataType } from '@rowhouse/domain/fields/data-types.ts';
import { isComputed } from '@rowhouse/domain/formulas/computed-fields.ts';
import { standingLine } from '@rowhouse/domain/line-items/rules.ts';
import { valueOf } from '@rowhouse/domain/values/values.ts';
import { insertBeforeRecords } from '../features/line-items/sql.ts';
import type { NewLineItem } from '../features/line-items/sql.ts';
import type { OwnerConnection } from '../platform/database/database.ts';
import type { Statement } from '../platform/database/statement-batch.ts';
import { insertRecordsStatement } from '../platform/record-store/insert-records.ts';
import type { PlacedRow, PlacedValue, RecordPlace } from '../platform/record-store/insert-records.ts';
import type { BuiltList } from './build-list.ts';
import type { BuiltRecordType } from './build-record-type.ts';
import type { Site } from './site.ts';
import { actAs, takeRecordIds } from './sql.ts';

/** A value of a list by its text, several as an array; everything else in the form of the contract. */
type FieldValue = string | number | boolean | readonly string[] | null | undefined;

export type RecordSpec = {
  readonly recordNumber: number;
  /** By name. */
  readonly status?: string;
  readonly problemCode?: string | null | undefined;
  readonly poNumber?: number;
  readonly description?: string;
  readonly issuedByCompanyName?: string;
  readonly issuedToCompanyName?: string;
  readonly recordDate?: string;
  readonly dueDate?: string;
  readonly recordCreateDate?: string;
  readonly createdBy?: number;
  readonly assignedTo?: number | null;
  readonly approvedBy?: number | null;
  readonly receivedBy?: number | null;
  readonly createdAt?: string;
  readonly updatedAt?: string;
  readonly receivedAt?: string | null;
  readonly approvedAt?: string | null;
  readonly validationRequired?: boolean;
  readonly isProject?: boolean;
  readonly recordFile?: number;
  /** Id of a company. */
  readonly targetTransmissionTenant?: number;
  readonly enabled?: boolean;
  /** By field name. */
  readonly fields?: Readonly<Record<string, FieldValue>>;
  readonly lines?: readonly Readonly<Record<string, FieldValue>>[];
};

const givenDirectly = [
  'recordNumber',
  'poNumber',
  'description',
  'issuedByCompanyName',
  'issuedToCompanyName',
  'recordDate',
  'dueDate',
  'recordCreateDate',
  'createdBy',
  'assignedTo',
  'approvedBy',
  'receivedBy',
  'receivedAt',
  'approvedAt',
  'recordFile',
  'targetTransmissionTenant',
] as const satisfies readonly (BaseFieldName & keyof RecordSpec)[];

const batchSize = 1000;

/** Through the statements that an import uses, so that the same triggers count and audit. */
export async function buildRecords(
  site: Site,
  type: BuiltRecordType,
  records: readonly RecordSpec[],
  actor: number | null,
): Promise<number[]> {
  const fields = [...type.fields.values()];
  const names: readonly BaseFieldName[] = [
    'id',
    'status',
    'problemCode',
    'enabled',
    'createdAt',
    'updatedAt',
    'validationRequired',
    'isProject',
    ...givenDirectly,
  ];
  const places: RecordPlace[] = [...names.map((base) => ({ base })), ...fields.map((field) => ({ field }))];
  const now = new Date().toISOString();
  const toRow = (record: RecordSpec, id: number): PlacedRow => [
    id,
    record.status === undefined ? null : idOf(type.statuses, record.status, 'status'),
    record.problemCode == null ? null : idOf(type.problemCodes, record.problemCode, 'problem code'),
    record.enabled ?? true,
    record.createdAt ?? now,
    record.updatedAt ?? record.createdAt ?? now,
    record.validationRequired ?? false,
    record.isProject ?? false,
    ...givenDirectly.map((name): PlacedValue => record[name] ?? null),
    ...fields.map(({ name, list, dataType }) => valueText(record.fields?.[name], list, dataType)),
  ];
  for (const name of records.flatMap((record) => Object.keys(record.fields ?? {}))) {
    if (!type.fields.has(name)) throw new Error(`${type.name} has no field ${name}.`);
  }
  const ids = await takeRecordIds(site.connection, records.length);
  await actAs(site.connection, actor);
  // A record gathers the lines that stand when it comes. Where none does, lines come after their record, as they do in life.
  const isGathered = fields.some(isComputed);
  if (isGathered) await buildLines(site, type, records, ids);
  for (let start = 0; start < records.length; start += batchSize) {
    const rows = records
      .slice(start, start + batchSize)
      .map((record, index) => toRow(record, ids[start + index] ?? 0));
    const target = { tenantId: site.tenantId, type: { id: type.id, fields }, bucket: site.bucket };
    await run(site.connection, insertRecordsStatement(target, places, rows));
  }
  if (!isGathered) await buildLines(site, type, records, ids);
  return ids;
}

async function buildLines(
  site: Site,
  type: BuiltRecordType,
  records: readonly RecordSpec[],
  ids: readonly number[],
): Promise<void> {
  const { lines: lineType } = type;
  const lineFields = [...(lineType?.fields.values() ?? [])];
  const all = records.flatMap((record, index) =>
    (record.lines ?? []).map((line, position): NewLineItem => {
      const values: Record<string, string> = {};
      for (const [name, value] of Object.entries(line)) {
        const field = lineType?.fields.get(name);
        if (field === undefined) throw new Error(`The lines of ${type.name} have no field ${name}.`);
        const text = valueText(value, field.list, 'string');
        if (text !== null) values[field.id] = text;
      }
      return { recordId: ids[index] ?? 0, position: position + 1, values: standingLine(lineFields, values) };
    }),
  );
  if (lineType === null || all.length === 0) return;
  for (let start = 0; start < all.length; start += batchSize * 5) {
    const part = all.slice(start, start + batchSize * 5);
    await run(
      site.connection,
      insertBeforeRecords(
        { tenantId: site.tenantId, lineTypeId: lineType.id, places: { lineItemFields: new Map() } },
        part,
      ),
    );
  }
}

function valueText(value: FieldValue, list: BuiltList | null, dataType: DataType): string | null {
  if (value == null || value === '') return null;
  if (list === null) return String(value);
  const texts = Array.isArray(value) ? (value as readonly string[]) : [String(value)];
  const ids = texts.map((text) => idOf(list.values, text, `value of ${list.name}`));
  if (valueOf(dataType).choosing === 'many') return ids.length === 0 ? null : JSON.stringify(ids);
  return String(ids[0]);
}

function idOf(ids: ReadonlyMap<string, number>, name: string, what: string): number {
  const id = ids.get(name);
  if (id === undefined) throw new Error(`There is no ${what} '${name}'.`);
  return id;
}

const run = (connection: OwnerConnection, { text, values }: Statement) => connection.query(text, values);
