// Rows of a file as records of one type, a thousand to a transaction. Everything runs as the tenant, so that row-level
// security holds an import as it holds a request. Run again, it passes over the numbers that are there already.
import { createBeginningRule, createLineRule } from '@rowhouse/domain/import/beginning.ts';
import { ChoiceNames } from '@rowhouse/domain/import/choice-names.ts';
import { createRowReader } from '@rowhouse/domain/import/read-row.ts';
import type { CellRejection, RowReading } from '@rowhouse/domain/import/read-row.ts';
import { createBatchWriter } from './batch-writer.ts';
import type { AcceptedRecord } from './batch-writer.ts';
import { addToFile, amountsOf, createSums } from './import-sums.ts';
import type { ImportRequest, ImportSummary } from './import-request.ts';
import { keyOf } from './lines-file.ts';
import type { SeparatedRow } from '@rowhouse/domain/import/separated-rows.ts';
import type { Reason, RejectedRow } from './rejection-report.ts';

const batchSize = 1000;

/** One row of a file as it was read, and what is wrong with it. */
type Judged = { readonly file: string; readonly source: SeparatedRow; readonly reasons: Reason[] };

const nothingRead: RowReading = { values: new Map(), rejections: [], rounded: 0, written: new Map() };

export async function importRecords(request: ImportRequest): Promise<ImportSummary> {
  const { config, recordType, records, lines, numbers, report } = request;
  const amounts = amountsOf(records.mapping, lines?.mapping ?? null);
  const summary: ImportSummary = {
    read: 0,
    imported: 0,
    importedLines: 0,
    skipped: 0,
    rejected: 0,
    orphanLines: 0,
    createdListValues: 0,
    rounded: 0,
    sums: createSums(amounts),
  };
  const choices = new ChoiceNames(config, recordType.id);
  const rules = { ...request, choices };
  const readRecord = createRowReader(records.mapping, request.translations, rules);
  const readLine = lines === null ? null : createRowReader(lines.mapping, request.translations, rules);
  const statusColumn = records.mapping.columns.find(({ field }) => field.key === 'status');
  const numberColumn = records.mapping.columns.find(({ field }) => field.key === 'recordNumber');
  const whyNotBegin = createBeginningRule(config, recordType.id, request.userId);
  const kindOfLines = lines === null ? undefined : config.lineItemTypes.get(lines.typeId);
  const judgeLine = kindOfLines && createLineRule(config, kindOfLines, request.userId);
  const writer = createBatchWriter(request, amounts, choices);
  const rowByNumber = new Map<number, number>();
  const keysSeen = new Set<string>();
  const isOneFile = lines?.isSameFile === true;
  let recordCount = 0;

  const keyIn = ({ cells }: SeparatedRow): string =>
    records.keyIndex === null ? '' : keyOf(cells[records.keyIndex] ?? '');

  /** The record with its lines, or why not: one wrong cell anywhere in it and none of it is taken. */
  function judge(source: SeparatedRow): AcceptedRecord | readonly Judged[] {
    const record: Judged = { file: records.name, source, reasons: [] };
    const key = keyIn(source);
    const numbered = recordCount;
    recordCount += 1;
    const read = source.whyNot === null ? readRecord(source.cells) : nothingRead;
    if (source.whyNot !== null) record.reasons.push({ column: '', sentence: source.whyNot });
    record.reasons.push(...read.rejections.map(reasonOf));
    const whyNot = read.rejections.length > 0 ? null : whyNotBegin(read.values);
    if (whyNot !== null) record.reasons.push({ column: statusColumn?.header ?? 'Status', sentence: whyNot });
    addToFile(summary.sums, amounts.records, read.written);

    const lineRows = lines === null || key === '' ? [] : lines.byRecord.take(key);
    const judgedLines = lineRows.map((line): Judged & { read: RowReading } => {
      const ofLine = readLine === null || line.whyNot !== null ? nothingRead : readLine(line.cells);
      addToFile(summary.sums, amounts.lines, ofLine.written);
      const reasons = line.whyNot === null ? [] : [{ column: '', sentence: line.whyNot }];
      return {
        file: lines?.name ?? '',
        source: line,
        reasons: [
          ...reasons,
          ...ofLine.rejections.map(reasonOf),
          ...(reasons.length > 0 || ofLine.rejections.length > 0 ? [] : faultsOf(ofLine)),
          ...contradictions(source, line),
        ],
        read: ofLine,
      };
    });
    const number = numbers === null ? Number(read.values.get('recordNumber')) : numbers.first + numbered;
    const values =
      numbers === null ? read.values : new Map([...read.values, ['recordNumber', String(number)]]);
    const earlier = rowByNumber.get(number);
    if (isOneFile && key === '')
      record.reasons.push({ column: '', sentence: 'It says of no record that it is a line of it.' });
    else if (record.reasons.length === 0 && earlier !== undefined) {
      const sentence = `Row ${earlier} has this record number already.`;
      record.reasons.push({ column: numberColumn?.header ?? '', sentence });
    }
    // In one file the record's own row is its first line as well.
    const all = isOneFile && judgedLines.length > 0 ? merged(record, judgedLines) : [record, ...judgedLines];
    if (all.some(({ reasons }) => reasons.length > 0)) return all;
    rowByNumber.set(number, source.row);
    summary.rounded += [read, ...judgedLines.map((line) => line.read)].reduce(
      (sum, one) => sum + one.rounded,
      0,
    );
    return { row: source.row, number, values, lines: judgedLines.map((line) => line.read.values) };
  }

  /** Of a line whose values are good each by itself. */
  function faultsOf({ values }: RowReading): Reason[] {
    const judged = judgeLine?.(Object.fromEntries([...values].map(([key, value]) => [key.slice(1), value])));
    if (judged === undefined || !('fault' in judged)) return [];
    const { sentence, fieldId } = judged.fault;
    const column = lines?.mapping.columns.find(({ field }) => field.key === `l${fieldId}`);
    return [{ column: column?.header ?? '', sentence }];
  }

  /** Rows of one record say one thing of it. */
  function contradictions(first: SeparatedRow, line: SeparatedRow): Reason[] {
    if (!isOneFile || line.row === first.row || line.whyNot !== null) return [];
    return records.mapping.columns.flatMap(({ header, index }) => {
      const [here, there] = [line.cells[index]?.trim() ?? '', first.cells[index]?.trim() ?? ''];
      if (here === there) return [];
      const sentence = `${header} is '${here}' here and '${there}' in row ${first.row}, where the record begins`;
      return [{ column: header, sentence }];
    });
  }

  async function reject(judged: readonly Judged[]): Promise<void> {
    summary.rejected += isOneFile ? judged.length : 1;
    await report.add(judged.map(toRejected));
  }

  let batch: AcceptedRecord[] = [];
  const flush = async (): Promise<void> => {
    const full = batch;
    batch = [];
    if (full.length > 0) await writer.write(full, summary);
    request.onProgress(summary);
  };
  for await (const rows of records.table.rows()) {
    for (const source of rows) {
      summary.read += 1;
      const key = isOneFile ? keyIn(source) : '';
      // A further line of a record that was judged with all of its lines.
      if (key !== '' && keysSeen.has(key)) continue;
      if (key !== '') keysSeen.add(key);
      const judged = judge(source);
      if ('number' in judged) batch.push(judged);
      else await reject(judged);
      if (batch.length >= batchSize) await flush();
    }
  }
  await flush();
  for (const line of isOneFile ? [] : (lines?.byRecord.leftOver() ?? [])) {
    summary.orphanLines += 1;
    if (readLine !== null && line.whyNot === null)
      addToFile(summary.sums, amounts.lines, readLine(line.cells).written);
    const sentence = `${records.name} has no record for this line.`;
    await report.add([
      { ...toRejected({ file: lines?.name ?? '', source: line, reasons: [{ column: '', sentence }] }) },
    ]);
  }
  await writer.finish(summary);
  return summary;
}

const reasonOf = ({ column, reason }: CellRejection): Reason => ({ column, sentence: reason });

function merged(record: Judged, lines: readonly Judged[]): readonly Judged[] {
  const [first, ...others] = lines;
  return [{ ...record, reasons: [...record.reasons, ...(first?.reasons ?? [])] }, ...others];
}

/** What is right of a rejected record stands in the report with it: it comes in whole. */
const toRejected = ({ file, source, reasons }: Judged): RejectedRow => ({
  file,
  row: source.row,
  cells: source.cells,
  reasons,
});
