import { invalid } from '@rowhouse/domain/kernel/refusal.ts';
import type { SeparatedRow } from '@rowhouse/domain/import/separated-rows.ts';
import type { Table } from './read-table.ts';

/** Lines stand in memory until their record comes: about 200 bytes each. */
export const mostLines = 500_000;

type LinesFile = { readonly table: Table; readonly keyIndex: number; readonly path: string };

/** The rows of the lines' file by the record that they name; those of records that never come are left over. */
export class LinesByRecord {
  readonly #byNumber = new Map<string, SeparatedRow[]>();

  static async read({ table, keyIndex, path }: LinesFile): Promise<LinesByRecord> {
    const lines = new LinesByRecord();
    let count = 0;
    for await (const rows of table.rows()) {
      count += rows.length;
      if (count > mostLines) {
        throw invalid(
          `${path} has more than ${mostLines} lines, which is the most at once. Split both files by record.`,
        );
      }
      for (const row of rows) lines.#add(row, keyIndex);
    }
    return lines;
  }

  #add(row: SeparatedRow, keyIndex: number): void {
    const key = keyOf(row.cells[keyIndex] ?? '');
    const known = this.#byNumber.get(key);
    if (known === undefined) this.#byNumber.set(key, [row]);
    else known.push(row);
  }

  /** Gives the lines of the record, once; by its key as `keyOf` writes it. */
  take(key: string): readonly SeparatedRow[] {
    const found = this.#byNumber.get(key) ?? [];
    this.#byNumber.delete(key);
    return found;
  }

  *leftOver(): Generator<SeparatedRow> {
    for (const rows of this.#byNumber.values()) yield* rows;
  }
}

/** 10248, 010248 and 10248.00 are one number. */
export const keyOf = (text: string): string => {
  const trimmed = text.trim();
  return /^\d+(\.0+)?$/.test(trimmed) ? String(Number(trimmed)) : trimmed;
};
