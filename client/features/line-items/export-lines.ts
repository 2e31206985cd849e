// Lines as a file: what they show as CSV, or a workbook in which numbers and dates are such.
import { serialOfDay } from '@rowhouse/domain/import/sheet-cell.ts';
import { valueFamily } from '@rowhouse/domain/fields/data-types.ts';
import { wallClock } from '@rowhouse/domain/kernel/dates.ts';
import { csvLine } from '@rowhouse/domain/records/csv.ts';
import { viewerZone } from '../../platform/clock.ts';
import { downloadFile, downloadText } from '../../platform/download.ts';
import { isEdited, type Line, type LineCells, type LineField, type LineType } from './line.ts';
import type { WrittenCell } from './workbook/write-workbook-worker.ts';
import { writeInWorker } from './write-in-worker.ts';

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
  const table = [['#', ...type.fields.map(({ name }) => name)]];
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
      ...type.fields.map(({ name }) => ({ text: name, isRequired: false })),
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

/** Digits that a spreadsheet keeps; longer numbers stay texts. */
const mostDigits = 15;
const minutesOfDay = 1440;

function toCell(line: Line, field: LineField, cells: LineCells): WrittenCell {
  const value = line.values.get(field.key) ?? '';
  if (value === '') return '';
  return toNumber(field, value) ?? cells.text(field, value);
}

function toNumber({ dataType }: LineField, value: string): WrittenCell | null {
  switch (valueFamily(dataType)) {
    case 'number': {
      const number = Number(value);
      if (!Number.isFinite(number) || value.replace(/\D/g, '').length > mostDigits) return null;
      return dataType === 'currency' ? { number, format: '#,##0.00' } : { number };
    }
    case 'date': {
      const number = serialOfDay(value);
      return number === null ? null : { number, format: 'mm/dd/yyyy' };
    }
    case 'datetime': {
      const wall = wallClock(value, viewerZone());
      const serial = wall && serialOfDay(wall.day);
      if (wall === null || serial === null) return null;
      const [hours = 0, minutes = 0] = wall.time.split(':').map(Number);
      return { number: serial + (hours * 60 + minutes) / minutesOfDay, format: 'mm/dd/yyyy hh:mm' };
    }
    default:
      return null;
  }
}
