// Lines of a spreadsheet: cells that were pasted, or a file of comma- or tab-separated values or of Excel. It runs in a
// worker, for a file may be anything; what cannot be taken is thrown as a sentence.
import type { SheetRow } from '@rowhouse/domain/import/sheet-cell.ts';
import {
  largestTableBytes,
  mostColumnsOfTable,
  mostLinesOfTable,
} from '@rowhouse/domain/line-items/limits.ts';
import { readLineTable, type TableField, type TableReading } from '@rowhouse/domain/line-items/read-table.ts';
import { indexChoices, type NamedChoice } from '@rowhouse/domain/records/written-value.ts';
import { unguardFormula } from '@rowhouse/domain/values/formula-guard.ts';
import Papa from 'papaparse';
import { isCompoundFile, isZip, readWorkbook } from '../../platform/workbook/read-workbook.ts';
import {
  tooLarge,
  tooManyColumns,
  tooManyLines,
  WorkbookFault,
} from '../../platform/workbook/workbook-fault.ts';

export type SpreadsheetSource = { readonly text: string } | { readonly file: Blob };

/** What can be sent to a worker. */
export type SpreadsheetSetting = {
  readonly fields: readonly TableField[];
  /** By field id. */
  readonly choices: ReadonlyMap<number, readonly NamedChoice[]>;
  readonly timeZone: string;
};

export type SpreadsheetReading = TableReading & {
  /** Of a workbook, the sheet that was read. */
  readonly sheet: { readonly name: string; readonly visibleSheets: number } | null;
};

export async function readSpreadsheet(
  source: SpreadsheetSource,
  { fields, choices, timeZone }: SpreadsheetSetting,
): Promise<SpreadsheetReading> {
  const { rows, sheet } =
    'text' in source ? { rows: rowsOfText(source.text), sheet: null } : await readFile(source.file);
  const finders = new Map(fields.map(({ id }) => [id, indexChoices(choices.get(id) ?? [])]));
  const reading = readLineTable(rows, {
    fields,
    header: 'text' in source ? 'when it names fields' : 'always',
    find: ({ id }) => finders.get(id)!,
    timeZone,
  });
  if (reading.lines.length > mostLinesOfTable) throw tooManyLines();
  return { ...reading, sheet };
}

async function readFile(
  file: Blob,
): Promise<{ rows: readonly SheetRow[]; sheet: SpreadsheetReading['sheet'] }> {
  if (file.size > largestTableBytes) throw tooLarge();
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (!isZip(bytes) && !isCompoundFile(bytes)) return { rows: rowsOfText(textOf(bytes)), sheet: null };
  const { name, visibleSheets, rows } = await readWorkbook(bytes);
  return { rows, sheet: { name, visibleSheets } };
}

function textOf(bytes: Uint8Array): string {
  if (bytes.includes(0))
    throw new WorkbookFault('This is no spreadsheet. Choose an Excel (.xlsx), CSV or TSV file.');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

export function readCells(text: string): string[][] {
  const plain = text.replace(/^\uFEFF/, '');
  const delimiter = plain.includes('\t') ? '\t' : '';
  const { data } = Papa.parse<string[]>(plain, { delimiter, skipEmptyLines: false });
  const rows = data.map((row) => row.map(unguardFormula));
  // The line break behind the last row makes no row.
  return rows.at(-1)?.every((cell) => cell === '') ? rows.slice(0, -1) : rows;
}

function rowsOfText(text: string): SheetRow[] {
  if (text.length > largestTableBytes) throw tooLarge();
  return readCells(text).map((cells, index) => {
    if (cells.length > mostColumnsOfTable) throw tooManyColumns();
    return { rowNumber: index + 1, cells };
  });
}
