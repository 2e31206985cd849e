// Where everything of a record stands on its pages: title, fields in three columns, lines in tables whose head is repeated
// and whose rows are not split, sums with the last row. Measures in points.
import type { Weight } from '../../platform/pdf/pdf-fonts.ts';
import type { PrintedComments, PrintedRecord, PrintedTable } from './read-printed.ts';

export type Block =
  | {
      readonly kind: 'text';
      /** From its upper left corner. */
      readonly lines: readonly { readonly text: string; readonly x: number; readonly y: number }[];
      readonly size: number;
      readonly weight: Weight;
      readonly color: string;
      /** What it is in the tree of the document; null for what is on the page and not in it. */
      readonly tag: 'H1' | 'H2' | 'P' | 'TH' | 'TD' | null;
      /** Cells of one row have one number. */
      readonly row: number | null;
    }
  | {
      readonly kind: 'rule';
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly weight: number;
    };

export type Page = {
  readonly width: number;
  readonly height: number;
  readonly margin: number;
  readonly blocks: Block[];
};

export type Measure = (text: string, size: number, weight: Weight) => number;

const paper = { short: 595, long: 842, margin: 40, foot: 48 };
const ink = '#1f2937';
const quiet = '#4b5563';
const fieldColumns = 3;
const gap = 16;
const cellGap = 8;
const cellSize = 8;
const cellLine = 11;
/** Beyond it a table is laid on a page that lies on its side. */
const mostUpright = 8;
/** Of so many rows the widths of columns are taken. */
const sample = 200;

export function layOut(record: PrintedRecord, measure: Measure): readonly Page[] {
  const lies = record.tables.some(({ columns }) => columns.length > mostUpright);
  const sheet = new Sheet(lies);
  const { width } = sheet;
  const text = (
    words: string,
    { size, weight, color, tag }: { size: number; weight: Weight; color: string; tag: 'H1' | 'H2' | 'P' },
  ) => {
    for (const line of wrap(words, width, size, weight, measure)) {
      const y = sheet.take(size * 1.4);
      const lines = [{ text: line, x: paper.margin, y }];
      sheet.put({ kind: 'text', lines, size, weight, color, tag, row: null });
    }
  };
  text(record.title, { size: 16, weight: 600, color: ink, tag: 'H1' });
  if (record.description !== '') text(record.description, { size: 10, weight: 400, color: quiet, tag: 'P' });
  sheet.skip(6);
  sheet.rule(1);
  sheet.skip(10);
  putFields(record, sheet, measure);
  for (const table of record.tables) putTable(table, sheet, measure);
  if (record.comments !== undefined) putComments(record.comments, sheet, measure);
  if (record.history !== undefined) putTable(record.history, sheet, measure);
  return sheet.pages;
}

function putFields({ fields }: PrintedRecord, sheet: Sheet, measure: Measure): void {
  const columnWidth = (sheet.width - gap * (fieldColumns - 1)) / fieldColumns;
  const name = { size: 7.5, weight: 400 as Weight, color: quiet };
  const value = { size: 9.5, weight: 400 as Weight, color: ink };
  const nameLine = 10;
  const valueLine = 13;
  const fitted = fields.map((field) => ({
    names: wrap(field.name, columnWidth, name.size, name.weight, measure),
    values: wrap(field.value, columnWidth, value.size, value.weight, measure),
    field,
  }));
  let at = 0;
  while (at < fitted.length) {
    const next = fitted.slice(at, at + fieldColumns);
    const [first] = next;
    const long = next.findIndex(({ values }) => values.length > longField);
    if (long === 0 && first !== undefined) {
      // A long text goes over the whole width, from page to page.
      const { field } = first;
      const y = sheet.take(nameLine + valueLine);
      const head = [{ text: field.name, x: paper.margin, y }];
      sheet.put({ kind: 'text', lines: head, ...name, tag: 'P', row: null });
      const lines = wrap(field.value, sheet.width, value.size, value.weight, measure);
      for (const [index, line] of lines.entries()) {
        const lineY = index === 0 ? y + nameLine : sheet.take(valueLine);
        const words = [{ text: line, x: paper.margin, y: lineY }];
        sheet.put({ kind: 'text', lines: words, ...value, tag: 'P', row: null });
      }
      sheet.skip(8);
      at += 1;
      continue;
    }
    const beside = long === -1 ? next : next.slice(0, long);
    const height = Math.max(
      ...beside.map(({ names, values }) => names.length * nameLine + values.length * valueLine),
    );
    const top = sheet.take(height + 6);
    for (const [index, { names, values }] of beside.entries()) {
      const x = paper.margin + index * (columnWidth + gap);
      const lines = names.map((line, place) => ({ text: line, x, y: top + place * nameLine }));
      sheet.put({ kind: 'text', lines, ...name, tag: 'P', row: null });
      const from = top + names.length * nameLine;
      const words = values.map((line, place) => ({ text: line, x, y: from + place * valueLine }));
      sheet.put({ kind: 'text', lines: words, ...value, tag: 'P', row: null });
    }
    at += beside.length;
  }
}

const longField = 8;

function putTable(table: PrintedTable, sheet: Sheet, measure: Measure): void {
  const widths = columnWidths(table, sheet.width, measure);
  const fit = (cells: readonly string[], weight: Weight) =>
    cells.map((cell, index) => wrap(cell, widths[index] ?? 0, cellSize, weight, measure));
  const head = fit(
    table.columns.map(({ name }) => name),
    600,
  );
  const heightOf = (cells: readonly (readonly string[])[]) =>
    Math.max(1, ...cells.map((lines) => lines.length)) * cellLine + 5;

  function putRow(cells: readonly (readonly string[])[], weight: Weight, tag: 'TH' | 'TD' | null) {
    const y = sheet.take(heightOf(cells));
    const number = sheet.nextRow();
    let x = paper.margin;
    for (const [index, lines] of cells.entries()) {
      const width = widths[index] ?? 0;
      const isNumber = table.columns[index]?.isNumber === true;
      sheet.put({
        kind: 'text',
        lines: lines.map((text, place) => ({
          text,
          x: isNumber ? x + width - measure(text, cellSize, weight) : x,
          y: y + place * cellLine,
        })),
        size: cellSize,
        weight,
        color: tag === 'TD' ? ink : quiet,
        tag,
        row: tag === null ? null : number,
      });
      x += width + cellGap;
    }
    sheet.rule(tag === 'TD' ? 0.5 : 1);
    sheet.skip(3);
  }

  const headHeight = heightOf(head) + 3;
  sheet.skip(14);
  const rows = table.rows.map((row) => fit(row, 400));
  const sums = table.sums && fit(labelled(table.sums, table.rows.length), 600);
  sheet.needs(24 + headHeight + heightOf(rows[0] ?? []));
  putHeading(table.heading, sheet);
  putRow(head, 600, 'TH');
  for (const [index, row] of rows.entries()) {
    // The sums never stand alone on a page.
    const withSums = index === rows.length - 1 && sums !== null ? heightOf(sums) + 3 : 0;
    for (const part of partsOf(row, sheet.height - headHeight - withSums)) {
      if (sheet.turnsFor(heightOf(part) + withSums)) putRow(head, 600, null);
      putRow(part, 400, 'TD');
    }
  }
  if (sums !== null) putRow(sums, 600, 'TD');
}

function putHeading(heading: string, sheet: Sheet): void {
  const lines = [{ text: heading, x: paper.margin, y: sheet.take(20) }];
  sheet.put({ kind: 'text', lines, size: 11, weight: 600, color: ink, tag: 'H2', row: null });
}

function putComments({ heading, note, list }: PrintedComments, sheet: Sheet, measure: Measure): void {
  const small = { size: 7.5, weight: 400 as Weight, color: quiet };
  const body = { size: 9.5, weight: 400 as Weight, color: ink };
  const line = 13;
  const put = (text: string, at: { x: number; y: number }, look: typeof body) =>
    sheet.put({ kind: 'text', lines: [{ text, ...at }], ...look, tag: 'P', row: null });
  sheet.skip(14);
  sheet.needs(20 + 2 * line);
  putHeading(heading, sheet);
  if (note !== null) put(note, { x: paper.margin, y: sheet.take(line + 5) }, small);
  for (const { author, when, text, isDeleted } of list) {
    // Who said it stands with what was said first.
    sheet.needs(2 * line);
    const y = sheet.take(line);
    const name = { ...body, weight: 600 as Weight };
    put(author, { x: paper.margin, y }, name);
    const x = paper.margin + measure(author, name.size, name.weight) + cellGap;
    put(when, { x, y: y + name.size - small.size }, small);
    for (const words of wrap(text, sheet.width, body.size, body.weight, measure))
      put(words, { x: paper.margin, y: sheet.take(line) }, isDeleted ? { ...body, color: quiet } : body);
    sheet.skip(7);
  }
}

/** 'Total' stands in the first column that has no sum. */
function labelled(sums: readonly string[], count: number): readonly string[] {
  const free = sums.indexOf('');
  const label = `Total of ${count}`;
  return sums.map((sum, index) => (index === free ? label : sum));
}

/** A row is whole on a page; one that no page can hold goes on on the next. */
function partsOf(
  row: readonly (readonly string[])[],
  height: number,
): readonly (readonly (readonly string[])[])[] {
  const most = Math.floor((height - 8) / cellLine);
  const longest = Math.max(1, ...row.map((lines) => lines.length));
  if (longest <= most) return [row];
  return Array.from({ length: Math.ceil(longest / most) }, (_, part) =>
    row.map((lines) => lines.slice(part * most, (part + 1) * most)),
  );
}

/** As wide as what stands in them while there is room, else each gets its share. */
function columnWidths({ columns, rows }: PrintedTable, whole: number, measure: Measure): readonly number[] {
  const room = whole - cellGap * (columns.length - 1);
  const natural = columns.map(({ name }, index) =>
    Math.max(
      measure(name, cellSize, 600),
      ...rows.slice(0, sample).map((row) => Math.min(220, measure(row[index] ?? '', cellSize, 400))),
      24,
    ),
  );
  const sum = natural.reduce((one, other) => one + other, 0);
  if (sum > room) {
    const fair = room / columns.length;
    const small = natural.map((width) => width <= fair);
    const left = room - natural.reduce((one, width, index) => one + (small[index] ? width : 0), 0);
    const wanted = natural.reduce((one, width, index) => one + (small[index] ? 0 : width), 0);
    return natural.map((width, index) => (small[index] ? width : (width * left) / wanted));
  }
  return natural.map((width) => width + (room - sum) / columns.length);
}

/** Lines that are as wide as given at most. Words that are wider are broken where they reach it. */
function wrap(
  text: string,
  width: number,
  size: number,
  weight: Weight,
  measure: Measure,
): readonly string[] {
  const lines: string[] = [];
  for (const paragraph of text.split(/\r\n|[\n\r\v\f\u2028\u2029]/)) {
    let line = '';
    let used = 0;
    for (const word of paragraph.split(/(?<=[ \t])/)) {
      const wide = measure(word.trimEnd(), size, weight);
      if (used + wide > width && line !== '') {
        lines.push(line.trimEnd());
        line = '';
        used = 0;
      }
      if (wide <= width) {
        line += word;
        used += measure(word, size, weight);
        continue;
      }
      for (const character of word) {
        const one = measure(character, size, weight);
        if (used + one > width && line !== '') {
          lines.push(line);
          line = '';
          used = 0;
        }
        line += character;
        used += one;
      }
    }
    lines.push(line.trimEnd());
  }
  return lines.length === 0 ? [''] : lines;
}

class Sheet {
  readonly pages: Page[] = [];
  readonly width: number;
  /** Of what a page holds. */
  readonly height: number;
  readonly #size: { readonly width: number; readonly height: number };
  #y = 0;
  #row = 0;

  constructor(lies: boolean) {
    this.#size = lies
      ? { width: paper.long, height: paper.short }
      : { width: paper.short, height: paper.long };
    this.width = this.#size.width - 2 * paper.margin;
    this.height = this.#size.height - paper.margin - paper.foot;
    this.turn();
  }

  turn(): void {
    this.pages.push({ ...this.#size, margin: paper.margin, blocks: [] });
    this.#y = paper.margin;
  }

  /** Whether it turned to a new page, because this one has no room for so much. */
  turnsFor(height: number): boolean {
    if (this.#y + height <= this.#size.height - paper.foot) return false;
    if (this.#y === paper.margin) return false;
    this.turn();
    return true;
  }

  needs(height: number): void {
    this.turnsFor(Math.min(height, this.height));
  }

  /** The upper edge of so much room. */
  take(height: number): number {
    this.turnsFor(height);
    const y = this.#y;
    this.#y += height;
    return y;
  }

  /** Rows are numbered within the record. */
  nextRow(): number {
    this.#row += 1;
    return this.#row;
  }

  skip(height: number): void {
    this.#y += height;
  }

  rule(weight: number): void {
    this.put({ kind: 'rule', x: paper.margin, y: this.#y - 1, width: this.width, weight });
  }

  put(block: Block): void {
    this.pages.at(-1)!.blocks.push(block);
  }
}
