// Rows of a file as records of one type. A batch is one transaction: its records with their lines, the list values
// that they need, their counts and their audit, or nothing of it. Everything runs as the tenant, so that row-level
// security holds an import as it holds a request. Run again, it passes over the numbers that are there already.
import { ChoiceNames } from '@rowhouse/domain/import/choice-names.ts';
import type { ImportField } from '@rowhouse/domain/import/import-field.ts';
import type { Mapping } from '@rowhouse/domain/import/mapping.ts';
import { createRowReader } from '@rowhouse/domain/import/read-row.ts';
import type { RowReading, Translation } from '@rowhouse/domain/import/read-row.ts';
import { notFound } from '@rowhouse/domain/kernel/refusal.ts';
import type { ListId, UserId } from '@rowhouse/domain/kernel/ids.ts';
import type { StoredRecordType, TenantConfig } from '@rowhouse/domain/tenants/tenant-config.ts';
import { valueFamily } from '@rowhouse/domain/fields/data-types.ts';
import type { BaseFieldName } from '@rowhouse/domain/fields/base-fields.ts';
import type { Answer, Database, Transaction } from '../../platform/database/database.ts';
import { insertRecordsStatement } from '../../platform/record-store/insert-records.ts';
import type { PlacedValue, RecordPlace } from '../../platform/record-store/insert-records.ts';
import { insertLineItemsStatement } from '../line-items/sql.ts';
import type { NewLineItem } from '../line-items/sql.ts';
import type { LinesByRecord } from './lines-file.ts';
import type { Table, TableRow } from './read-table.ts';
import type { Rejection, RejectionReport } from './rejection-report.ts';
import {
  addListValuesStatement,
  analyzeBucket,
  beginImportStatements,
  findListValuesStatements,
  findNumbersStatement,
  placeStatement,
  takeRecordIdsStatement,
} from './sql.ts';

export type ImportPart = {
  readonly table: Table;
  /** How the file is called in the report. */
  readonly name: string;
  readonly mapping: Mapping;
};

export type ImportRequest = {
  readonly database: Database;
  readonly config: TenantConfig;
  readonly recordType: StoredRecordType;
  /** Whom the audit log and Created By name; nobody when null. */
  readonly userId: UserId | null;
  readonly records: ImportPart;
  readonly lines:
    | (Pick<ImportPart, 'name' | 'mapping'> & { readonly typeId: number; readonly byRecord: LinesByRecord })
    | null;
  readonly translations: readonly Translation[];
  readonly createsListValues: boolean;
  readonly dryRun: boolean;
  readonly dayFirst: boolean;
  readonly timeZone: string;
  readonly today: string;
  readonly report: RejectionReport;
  /** After each batch that stands in the database, or would in a dry run. */
  onProgress(summary: ImportSummary): void;
};

export type ImportSummary = {
  read: number;
  imported: number;
  importedLines: number;
  /** Their numbers were there before. */
  skipped: number;
  rejected: number;
  /** Lines whose record never came. */
  orphanLines: number;
  createdListValues: number;
  /** Of each currency field, by name, in hundredths: to be held against the file. */
  readonly sums: Map<string, bigint>;
};

const batchSize = 1000;

type Accepted = {
  readonly row: number;
  readonly number: number;
  readonly values: ReadonlyMap<string, string>;
  readonly lines: readonly ReadonlyMap<string, string>[];
};

export async function importRecords(request: ImportRequest): Promise<ImportSummary> {
  const { config, recordType, records, lines, report } = request;
  const summary: ImportSummary = {
    read: 0,
    imported: 0,
    importedLines: 0,
    skipped: 0,
    rejected: 0,
    orphanLines: 0,
    createdListValues: 0,
    sums: new Map(),
  };
  const choices = new ChoiceNames(config, recordType.id);
  const rules = { ...request, choices };
  const readRecord = createRowReader(records.mapping, request.translations, rules);
  const readLine = lines === null ? null : createRowReader(lines.mapping, request.translations, rules);
  const numberColumn = records.mapping.columns.find(({ field }) => field.key === 'recordNumber');
  const writer = createBatchWriter(request, choices);
  const rowByNumber = new Map<number, number>();

  /** The record with its lines, or why not: one wrong cell anywhere in it and none of it is taken. */
  function judge(source: TableRow): Accepted | Rejection[] {
    if (source.whyNot !== null) return [rejection(records.name, source, '', source.whyNot, '')];
    const read = readRecord(source.cells);
    const wrong = read.rejections.map(({ column, reason, value }) =>
      rejection(records.name, source, column, reason, value),
    );
    const number = Number(read.values.get('recordNumber'));
    const written = numberColumn === undefined ? '' : (source.cells[numberColumn.index] ?? '');
    const lineRows = lines === null || written.trim() === '' ? [] : lines.byRecord.take(written);
    const lineReadings = lineRows.map((line) => judgeLine(line, wrong));
    if (wrong.length > 0) return wrong;
    const earlier = rowByNumber.get(number);
    if (earlier !== undefined) {
      const reason = `Row ${earlier} has this record number already.`;
      return [rejection(records.name, source, numberColumn?.header ?? '', reason, written)];
    }
    rowByNumber.set(number, source.row);
    return { row: source.row, number, values: read.values, lines: lineReadings.map(({ values }) => values) };
  }

  function judgeLine(line: TableRow, wrong: Rejection[]): RowReading {
    const name = lines?.name ?? '';
    if (line.whyNot !== null || readLine === null) {
      wrong.push(rejection(name, line, '', line.whyNot ?? 'There is nowhere to put it.', ''));
      return { values: new Map(), rejections: [] };
    }
    const read = readLine(line.cells);
    for (const { column, reason, value } of read.rejections)
      wrong.push(rejection(name, line, column, reason, value));
    return read;
  }

  let batch: Accepted[] = [];
  const flush = async (): Promise<void> => {
    const full = batch;
    batch = [];
    if (full.length > 0) await writer.write(full, summary);
    request.onProgress(summary);
  };
  for await (const rows of records.table.rows()) {
    const rejections: Rejection[] = [];
    for (const source of rows) {
      summary.read += 1;
      const judged = judge(source);
      if (!Array.isArray(judged)) batch.push(judged);
      else {
        summary.rejected += 1;
        rejections.push(...judged);
      }
      if (batch.length >= batchSize) await flush();
    }
    await report.add(rejections);
  }
  await flush();
  for (const line of lines?.byRecord.leftOver() ?? []) {
    summary.orphanLines += 1;
    const reason = `${records.name} has no record for this line.`;
    await report.add([rejection(lines?.name ?? '', line, '', reason, '')]);
  }
  await writer.finish(summary);
  return summary;
}

const rejection = (
  file: string,
  { row }: TableRow,
  column: string,
  reason: string,
  value: string,
): Rejection => ({
  file,
  row,
  column,
  reason,
  value,
});

function createBatchWriter(request: ImportRequest, choices: ChoiceNames) {
  const { database, config, recordType, records, lines, userId, dryRun } = request;
  const scope = { tenantId: config.tenantId, userId };
  const filled = [...records.mapping.fixed, ...records.mapping.columns].map(({ field }) => field);
  const places: RecordPlace[] = [
    { base: 'id' },
    ...(userId === null ? [] : [{ base: 'createdBy' } as const]),
    ...filled.map((field) => placeOf(field)),
  ];
  const currencies = filled.filter((field) => field.dataType === 'currency');
  const lineFields =
    lines === null ? [] : [...lines.mapping.fixed, ...lines.mapping.columns].map(({ field }) => field);
  /** Ids of the list values that were made, by the id below zero that stood for them. */
  const stored = new Map<number, number>();
  let bucket = recordType.bucket;

  async function write(batch: readonly Accepted[], summary: ImportSummary): Promise<void> {
    const numbers = batch.map(({ number }) => number);
    if (dryRun) {
      const [place] = await database.read(scope, [placeStatement(recordType.id)]);
      const [present] = await database.read(scope, [
        findNumbersStatement(bucketsOf(place), recordType.id, numbers),
      ]);
      note(summary, batch, numbersOf(present), createdIn(batch).length);
      return;
    }
    const done = await database.withTenant(scope, async (transaction) => {
      const begun = await transaction.run(beginImportStatements(config.tenantId, recordType.id));
      const buckets = bucketsOf(begun.at(-1));
      const [present, taken] = await transaction.run([
        findNumbersStatement(buckets, recordType.id, numbers),
        takeRecordIdsStatement(batch.length),
      ]);
      const there = numbersOf(present);
      const fresh = batch.filter(({ number }) => !there.has(number));
      const created = await storeListValues(transaction, createdIn(fresh));
      bucket = buckets[0] ?? bucket;
      const ids = (taken?.rows ?? []).map(([id]) => Number(id));
      await transaction.finish(statementsFor(fresh, ids, created));
      return { there, created };
    });
    // Known for good only now: what a failed transaction made is not there.
    for (const [provisional, id] of done.created) stored.set(provisional, id);
    note(summary, batch, done.there, done.created.size);
  }

  function statementsFor(
    fresh: readonly Accepted[],
    ids: readonly number[],
    created: ReadonlyMap<number, number>,
  ) {
    if (fresh.length === 0) return [];
    const target = { tenantId: config.tenantId, typeId: recordType.id, bucket };
    const settle = (field: ImportField, value: string | undefined): PlacedValue =>
      value === undefined ? null : settleIds(field, value, (id) => stored.get(id) ?? created.get(id) ?? id);
    const rows = fresh.map((record, index): PlacedValue[] => [
      ids[index] ?? null,
      ...(userId === null ? [] : [userId]),
      ...filled.map((field) => {
        const value = settle(field, record.values.get(field.key));
        return value === null ? emptyOf(field) : value;
      }),
    ]);
    const newLines = fresh.flatMap((record, index) =>
      record.lines.map((values, position): NewLineItem => {
        const texts: Record<string, string> = {};
        for (const field of lineFields) {
          const value = settle(field, values.get(field.key));
          if (value !== null) texts[field.key.slice(1)] = String(value);
        }
        return { recordId: ids[index] ?? 0, position: position + 1, values: texts };
      }),
    );
    return [
      insertRecordsStatement(target, places, rows),
      ...(lines === null || newLines.length === 0
        ? []
        : [insertLineItemsStatement(config.tenantId, lines.typeId, newLines)]),
    ];
  }

  /** Ids below zero that these records use and that are not stored yet. */
  function createdIn(batch: readonly Accepted[]): number[] {
    if (!request.createsListValues) return [];
    const found = new Set<number>();
    const look = (fields: readonly ImportField[], values: ReadonlyMap<string, string>): void => {
      for (const field of fields) {
        const value = field.choices?.kind === 'list' ? values.get(field.key) : undefined;
        if (value?.includes('-') !== true) continue;
        for (const id of value.match(/-\d+/g) ?? []) if (!stored.has(Number(id))) found.add(Number(id));
      }
    };
    for (const record of batch) {
      look(filled, record.values);
      for (const line of record.lines) look(lineFields, line);
    }
    return [...found];
  }

  async function storeListValues(
    transaction: Transaction,
    provisional: readonly number[],
  ): Promise<Map<number, number>> {
    const made = new Map<number, number>();
    const byList = Map.groupBy(provisional, (id): ListId => choices.created(id).listId);
    for (const [listId, ids] of byList) {
      const texts = ids.map((id) => choices.created(id).text);
      const found = await transaction.run(findListValuesStatements(config.tenantId, listId, texts));
      const known = new Map((found.at(-1)?.rows ?? []).map(([text, id]) => [text, Number(id)]));
      const missing = texts.filter((text) => !known.has(text));
      if (missing.length > 0) {
        const added = await transaction.one(addListValuesStatement(config.tenantId, listId, missing));
        missing.forEach((text, index) => known.set(text, Number(added.rows[index]?.[0])));
      }
      ids.forEach((id, index) => made.set(id, known.get(texts[index] ?? '') ?? 0));
    }
    return made;
  }

  function note(
    summary: ImportSummary,
    batch: readonly Accepted[],
    there: ReadonlySet<number>,
    created: number,
  ): void {
    const fresh = batch.filter(({ number }) => !there.has(number));
    summary.skipped += batch.length - fresh.length;
    summary.imported += fresh.length;
    summary.importedLines += fresh.reduce((sum, record) => sum + record.lines.length, 0);
    if (!dryRun) summary.createdListValues += created;
    for (const { key, name } of currencies) {
      const sum = fresh.reduce(
        (total, { values }) => total + hundredths(values.get(key)),
        summary.sums.get(name) ?? 0n,
      );
      summary.sums.set(name, sum);
    }
  }

  return {
    write,
    async finish(summary: ImportSummary): Promise<void> {
      if (dryRun) summary.createdListValues = choices.createdCount;
      else if (summary.imported >= worthAnalyzing)
        await database.asOwner((connection) => analyzeBucket(connection, bucket));
    },
  };
}

const worthAnalyzing = 2000;

function bucketsOf(answer: Answer | undefined): number[] {
  const row = answer?.rows[0];
  if (row === undefined) throw notFound('The record type');
  return row.flatMap((bucket) => (bucket === null ? [] : [Number(bucket)]));
}

const numbersOf = (answer: Answer | undefined): ReadonlySet<number> =>
  new Set((answer?.rows ?? []).map(([number]) => Number(number)));

function placeOf(field: ImportField): RecordPlace {
  return field.stored === null ? { base: field.key as BaseFieldName } : { field: field.stored };
}

/** Base checkboxes are never empty. */
const emptyOf = (field: ImportField): PlacedValue =>
  field.base !== null && valueFamily(field.dataType) === 'checkbox' ? false : null;

function settleIds(field: ImportField, value: string, find: (id: number) => number): string {
  if (field.choices?.kind !== 'list' || !value.includes('-')) return value;
  return value.replace(/-\d+/g, (id) => String(find(Number(id))));
}

const hundredths = (value: string | undefined): bigint =>
  value === undefined ? 0n : BigInt(Math.round(Number(value) * 100));
