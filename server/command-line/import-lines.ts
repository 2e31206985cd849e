import { basename } from 'node:path';
import { listLineImportFields } from '@rowhouse/domain/import/import-field.ts';
import type { ImportField, LineField } from '@rowhouse/domain/import/import-field.ts';
import { foldName, planMapping } from '@rowhouse/domain/import/mapping.ts';
import { invalid } from '@rowhouse/domain/kernel/refusal.ts';
import type { StoredRecordType, TenantConfig } from '@rowhouse/domain/tenants/tenant-config.ts';
import type { ImportPart } from '../features/import/import-request.ts';
import { openTable } from '../features/import/read-table.ts';
import type { TableOptions } from '../features/import/read-table.ts';
import { readLineItemFields, selectLineItemFields } from '../features/line-items/sql.ts';
import type { Database } from '../platform/database/database.ts';
import { parsePair } from './import-words.ts';

export type LineWords = {
  readonly path: string;
  /** The column that holds the record number. */
  readonly key: string;
  readonly map: readonly string[];
  /** Which lines, where a record type has several kinds. */
  readonly type: string | undefined;
};

export type PlannedLines = ImportPart & {
  readonly path: string;
  readonly typeId: number;
  /** Of the column that holds the record number. */
  readonly keyIndex: number;
};

export async function planLines(
  database: Database,
  config: TenantConfig,
  recordType: StoredRecordType,
  words: LineWords | null,
  tableOptions: TableOptions,
): Promise<PlannedLines | null> {
  if (words === null) return null;
  const { key, path } = words;
  const table = await openTable(path, tableOptions);
  const { typeId, name, fields } = await getLineType(database, config, recordType, words.type);
  const keyIndex = table.headers.findIndex((header) => foldName(header) === foldName(key));
  if (keyIndex === -1) throw invalid(`${path} has no column '${key}'. It has: ${table.headers.join(', ')}.`);
  const mapping = planMapping({
    headers: table.headers,
    fields,
    owner: name,
    map: words.map.map((text) => parsePair(text, '--line-map', 'Column=Field')),
    set: [],
    spoken: [key],
  });
  return { path, name: basename(path), table, mapping, typeId, keyIndex };
}

async function getLineType(
  database: Database,
  config: TenantConfig,
  recordType: StoredRecordType,
  named: string | undefined,
): Promise<{ typeId: number; name: string; fields: readonly ImportField[] }> {
  const scope = { tenantId: config.tenantId, userId: null };
  const [answer] = await database.read(scope, [selectLineItemFields(recordType.id)]);
  const types = Map.groupBy(readLineItemFields(answer), ({ typeName }) => typeName);
  const names = [...types.keys()];
  if (names.length === 0) throw invalid(`${recordType.name} has no lines.`);
  if (named === undefined && names.length > 1)
    throw invalid(
      `${recordType.name} has several types of lines: name one with --line-type. ${names.join(', ')}.`,
    );
  const name =
    named === undefined ? names[0] : names.find((one) => one.toLowerCase() === named.toLowerCase());
  const found = types.get(name ?? '');
  const [first] = found ?? [];
  if (name === undefined || found === undefined || first === undefined)
    throw invalid(`${recordType.name} has no lines '${named}'. It has: ${names.join(', ')}.`);
  const fields = found.map(({ typeId: _, typeName: _name, ...field }): LineField => field);
  return { typeId: first.typeId, name, fields: listLineImportFields(fields) };
}
