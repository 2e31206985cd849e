import { readDigits } from '../values/read-number.ts';
import type { CellRules } from './read-cell.ts';
import { readCell } from './read-cell.ts';
import type { Mapping, MappedColumn } from './mapping.ts';
import { foldName } from './mapping.ts';

/** What a cell's text means before its field is asked. */
export type Translation = {
  /** The column, as it was said. */
  readonly header: string;
  /** What stands for it, or null; with the sentence to say then, or none when the text itself is taken. */
  translate(text: string): { readonly text: string } | { readonly whyNot: string } | null;
};

export type CellRejection = {
  readonly column: string;
  /** Of the field that the cell is read for. */
  readonly key: string;
  readonly reason: string;
  readonly value: string;
  /** What a new record may not have, and one that has it keeps; absent where the cell is not understood. */
  readonly meant?: string | undefined;
};

/** Values by the key of the field; a row with a rejection is not taken at all. */
export type RowReading = {
  readonly values: ReadonlyMap<string, string>;
  readonly rejections: readonly CellRejection[];
  /** How many of its amounts were rounded. */
  readonly rounded: number;
  /** The amounts as they stand in the row, rejected or not: what the file itself sums up to. */
  readonly written: ReadonlyMap<string, string>;
};

type ColumnReader = {
  readonly column: MappedColumn;
  readonly translations: readonly Translation[];
};

/** Reads row after row by one mapping. Every wrong cell of a row is told, not the first alone. */
export function createRowReader(
  mapping: Mapping,
  translations: readonly Translation[],
  rules: CellRules,
): (cells: readonly string[]) => RowReading {
  const readers = mapping.columns.map((column): ColumnReader => ({
    column,
    translations: translations.filter(({ header }) => foldName(header) === foldName(column.header)),
  }));
  const ofNumbers: CellRules = { ...rules, decimalSign: '.' };
  return (cells) => {
    const values = new Map<string, string>();
    const rejections: CellRejection[] = [];
    let rounded = 0;
    const written = new Map<string, string>();
    const keep = (field: MappedColumn['field'], text: string, column: string, cell: string): void => {
      const own = isSureNumber(text, rules) ? ofNumbers : rules;
      const read = readCell(field, text, own);
      const digits = field.dataType === 'currency' ? readDigits(text, own.decimalSign) : null;
      if (digits !== null) written.set(field.key, digits);
      if (read.whyNot !== undefined)
        rejections.push({ column, key: field.key, reason: read.whyNot, value: cell, meant: read.meant });
      else if (read.value !== null) values.set(field.key, read.value);
      if (read.whyNot === undefined && read.isRounded === true) rounded += 1;
    };
    for (const { field, text } of mapping.fixed) keep(field, text, field.name, text);
    for (const { column, translations: own } of readers) {
      const cell = cells[column.index] ?? '';
      const translated = translate(cell, own);
      if ('whyNot' in translated)
        rejections.push({
          column: column.header,
          key: column.field.key,
          reason: translated.whyNot,
          value: cell,
        });
      else keep(column.field, translated.text, column.header, cell);
    }
    return { values, rejections, rounded, written };
  };
}

/** The numbers of a workbook have a point, however its texts are written. */
const isSureNumber = (text: string, { isWorkbook }: CellRules): boolean =>
  isWorkbook === true && !text.includes(',');

function translate(
  cell: string,
  translations: readonly Translation[],
): { text: string } | { whyNot: string } {
  if (cell.trim() === '') return { text: cell };
  for (const translation of translations) {
    const answer = translation.translate(cell.trim());
    if (answer !== null) return answer;
  }
  return { text: cell };
}
