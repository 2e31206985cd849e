// Lines as a file: what they show as CSV, or a workbook in which numbers and dates are such.
import { withCurrency } from '@rowhouse/domain/fields/rules.ts';
import { csvLine } from '@rowhouse/domain/records/csv.ts';
import { valueOf } from '@rowhouse/domain/values/values.ts';
import { viewerZone } from '../../platform/clock.ts';
import { downloadFile, downloadText } from '../../platform/download.ts';
import type { LineCells } from './use-line-cells.ts';
import { isEdited, type Line, type LineField, type LineType } from './line.ts';
import type { WrittenCell } from '../../platform/workbook/write-workbook-worker.ts';
import { writeInWorker } from '../../platform/write-in-worker.ts';

type LinesFile = {
  readonly recordLabel: string;
  readonly type: LineType;
  readonly cells: LineCells;
  readonly lines: readonly Line[];
};

const fileName = (...words: readonly string[]): string => words.join('_').replace(/[^\p{L}\p{N}]+/gu, '_');
const textOf = ({ values }: Line, field: LineField, cells: LineCells): string => {
  const value = values.get(field.key) ?? '';
  return value === '' ? '' : cells.text(field, value);
};

export function exportCsv({ recordLabel, type, cells, lines }: LinesFile): void {
  const table = [['#', ...type.fields.map(({ name, currency }) => withCurrency(name, currency))]];
  lines.forEach((line, at) =>
    table.push([String(at + 1), ...type.fields.map((field) => textOf(line, field, cells))]),
  );
  downloadText(`\uFEFF${table.map(csvLine).join('')}`, `${fileName(recordLabel, type.name)}.csv`);
}

export async function exportWorkbook({ recordLabel, type, cells, lines }: LinesFile): Promise<void> {
  const content = await writeInWorker({
    name: type.name,
    header: [
      { text: '#', isRequired: false },
      ...type.fields.map(({ name, currency }) => ({ text: withCurrency(name, currency), isRequired: false })),
    ],
    rows: lines.map((line, at) => [
      { number: at + 1 },
      ...type.fields.map((field) => toCell(line, field, cells)),
    ]),
  });
  downloadFile(content, `${fileName(recordLabel, type.name)}.xlsx`);
}

/** An empty sheet with the headers by which lines are read. */
export async function downloadTemplate({ name, fields }: LineType): Promise<void> {
  const header = fields.filter(isEdited).map((field) => ({ text: field.name, isRequired: field.required }));
  downloadFile(await writeInWorker({ name, header, rows: [] }), `${fileName(name)}.xlsx`);
}

function toCell(line: Line, field: LineField, cells: LineCells): WrittenCell {
  const value = line.values.get(field.key) ?? '';
  if (value === '') return '';
  return valueOf(field.dataType).sheet.write(value, viewerZone()) ?? cells.text(field, value);
}
