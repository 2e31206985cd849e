// Rows of a file as records of one type, a thousand to a transaction. Everything runs as the tenant, so that row-level
// security holds an import as it holds a request. Run again, it passes over the numbers that are there already.
import { ChoiceNames } from '@rowhouse/domain/import/choice-names.ts';
import { createRowReader } from '@rowhouse/domain/import/read-row.ts';
import type { RowReading } from '@rowhouse/domain/import/read-row.ts';
import { createBatchWriter } from './batch-writer.ts';
import type { AcceptedRecord } from './batch-writer.ts';
import type { ImportRequest, ImportSummary } from './import-request.ts';
import type { TableRow } from './read-table.ts';
import type { Rejection } from './rejection-report.ts';

const batchSize = 1000;

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
  function judge(source: TableRow): AcceptedRecord | Rejection[] {
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

  let batch: AcceptedRecord[] = [];
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
