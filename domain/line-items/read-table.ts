// Rows of a spreadsheet as lines. The sentences for numbers, dates and Yes or No are those of Specification 5; each wrong
// cell is told, and a line with one is not taken.
import type { SheetRow } from '../import/sheet-cell.ts';
import { textOfSheetCell } from '../import/sheet-cell.ts';
import { withoutCurrency } from '../fields/rules.ts';
import { judgeTogether } from '../records/pasted-together.ts';
import type { FindChoice, WrittenField } from '../records/written-value.ts';
import { readPasted } from '../records/written-value.ts';
import { sayAfterName } from '../values/value.ts';
import { valueOf } from '../values/values.ts';
import { lineWithoutValue } from './rules.ts';

export type TableField = WrittenField & { readonly id: number };

export type TableCell = {
  readonly text: string;
  /** The sentence that says what is wrong, or null. */
  readonly whyNot: string | null;
};

export type TableLine = {
  /** In the spreadsheet, counted from 1. */
  readonly rowNumber: number;
  /** One for each of the fields that the table fills. */
  readonly cells: readonly TableCell[];
  readonly values: ReadonlyMap<number, string>;
  readonly faults: readonly string[];
};

export type TableReading = {
  readonly fields: readonly TableField[];
  readonly lines: readonly TableLine[];
  /** Headers, or numbers, of columns that no field takes. */
  readonly leftOut: readonly string[];
};

type TableSetting = {
  readonly fields: readonly TableField[];
  /** 'always': the first row that holds something is a header and is skipped (Specification 5). */
  readonly header: 'always' | 'when it names fields';
  readonly find: (field: TableField) => FindChoice;
  readonly timeZone: string;
};

const fold = (name: string): string =>
  name
    .replace(/\*\s*$/, '')
    .trim()
    .replace(/\s+/g, ' ')
    .toLowerCase();

const isFilled = ({ cells }: SheetRow): boolean =>
  cells.some((cell) => typeof cell !== 'string' || cell.trim() !== '');

export function readLineTable(
  rows: readonly SheetRow[],
  { fields, header, find, timeZone }: TableSetting,
): TableReading {
  const filled = rows.filter(isFilled);
  const first = (filled[0]?.cells ?? []).map((cell) => textOfSheetCell(cell, null));
  const byName = new Map(fields.map((field) => [fold(field.name), field]));
  const named = first.map(
    (name) => byName.get(fold(name)) ?? byName.get(fold(withoutCurrency(name))) ?? null,
  );
  const namesFields = named.some((field) => field !== null);
  const columns = namesFields
    ? named.map((field, at) => (named.indexOf(field) === at ? field : null))
    : fields;
  const hasHeader = header === 'always' || namesFields;
  const width = filled.reduce((widest, { cells }) => Math.max(widest, cells.length), 0);
  const taken = columns.flatMap((field, at) => (field === null || at >= width ? [] : { field, at }));
  // What is required and has no column is missing in every line.
  const missing = fields.filter((field) => field.required && !taken.some((one) => one.field === field));
  const finders = new Map(taken.map(({ field }) => [field, find(field)]));
  const body = filled.slice(hasHeader ? 1 : 0);
  // A number or a date of a workbook is known; its texts and those of any other table are read.
  const whyUnclear = judgeTogether(
    body.flatMap(({ cells }) =>
      taken.flatMap(({ field: { dataType }, at }) => {
        const text = cells[at];
        return typeof text === 'string' ? { dataType, text } : [];
      }),
    ),
  );
  const lines = body.map(({ rowNumber, cells: written }): TableLine => {
    const values = new Map<number, string>();
    const faults = missing.map((field) => `${field.name} is required`);
    const cells = taken.map(({ field, at }): TableCell => {
      const text = textOfSheetCell(written[at], field.dataType);
      const unclear = typeof written[at] === 'string' ? whyUnclear({ dataType: field.dataType, text }) : null;
      const read = readPasted(field, text, finders.get(field)!, timeZone);
      if (unclear !== null || read.whyNot !== undefined) {
        const whyNot =
          unclear === null ? sentenceOf(field, read.whyNot ?? '') : sayAfterName(field.name, unclear);
        faults.push(whyNot);
        return { text, whyNot };
      }
      // A box that nobody filled is no value: the line has no item for it.
      if (read.value !== '' && text.trim() !== '') values.set(field.id, read.value);
      return { text, whyNot: null };
    });
    if (values.size === 0 && faults.length === 0) faults.push(lineWithoutValue);
    return { rowNumber, cells, values, faults };
  });
  const leftOut = Array.from({ length: width }, (_, at) =>
    taken.some((one) => one.at === at) ? [] : [(namesFields ? first[at]?.trim() : '') || `column ${at + 1}`],
  ).flat();
  return { fields: taken.map(({ field }) => field), lines, leftOut };
}

const sentenceOf = ({ name, dataType }: TableField, whyNot: string): string =>
  whyNot === `${name} is required` ? whyNot : valueOf(dataType).sayWrong(name, whyNot, 'MM/DD/YYYY');
