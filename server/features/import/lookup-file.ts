import { foldName } from '@rowhouse/domain/import/mapping.ts';
import type { Translation } from '@rowhouse/domain/import/read-row.ts';
import { invalid } from '@rowhouse/domain/kernel/refusal.ts';
import { openTable } from './read-table.ts';
import type { TableOptions } from './read-table.ts';

export type LookupRequest = {
  readonly header: string;
  readonly path: string;
  readonly keyColumn: string;
  /** Their texts are joined by a space: 'first_name+last_name'. */
  readonly textColumns: readonly string[];
};

const mostRows = 1_000_000;

/** A column of ids read through another file, as a spreadsheet's lookup does. Kept in memory whole. */
export async function loadLookup(request: LookupRequest, options: TableOptions): Promise<Translation> {
  const table = await openTable(request.path, options);
  const indexOf = (name: string): number => {
    const index = table.headers.findIndex((header) => foldName(header) === foldName(name));
    if (index === -1)
      throw invalid(`${request.path} has no column '${name}'. It has: ${table.headers.join(', ')}.`);
    return index;
  };
  const key = indexOf(request.keyColumn);
  const columns = request.textColumns.map(indexOf);
  const texts = new Map<string, string>();
  for await (const rows of table.rows()) {
    for (const { cells } of rows) {
      const text = columns
        .map((column) => cells[column]?.trim() ?? '')
        .filter(Boolean)
        .join(' ');
      texts.set(cells[key]?.trim() ?? '', text);
    }
    if (texts.size > mostRows)
      throw invalid(`${request.path} has more than ${mostRows} rows, which is the most for a lookup.`);
  }
  return {
    header: request.header,
    translate(text) {
      const found = texts.get(text);
      if (found !== undefined) return { text: found };
      return { whyNot: `${request.path} has no row whose ${request.keyColumn} is '${text}'.` };
    },
  };
}
