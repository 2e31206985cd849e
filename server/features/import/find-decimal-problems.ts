import { noteDecimals, noWitness, whyNotDecimals } from '@rowhouse/domain/import/judge-decimals.ts';
import { foldName } from '@rowhouse/domain/import/mapping.ts';
import type { Mapping } from '@rowhouse/domain/import/mapping.ts';
import type { Translation } from '@rowhouse/domain/import/read-row.ts';
import { valueOf } from '@rowhouse/domain/values/values.ts';
import { openTable } from './read-table.ts';
import type { TableOptions } from './read-table.ts';

type Part = { readonly path: string; readonly name: string; readonly mapping: Mapping };

/**
 * Which columns of numbers could be read in two ways. Every cell of them is looked at before any row comes in: the cell
 * that settles it may be the last one.
 */
export async function findDecimalProblems(
  parts: readonly Part[],
  translations: readonly Translation[],
  options: TableOptions,
): Promise<string[]> {
  const translated = new Set(translations.map(({ header }) => foldName(header)));
  const problems: string[] = [];
  for (const { path, name, mapping } of parts) {
    const columns = mapping.columns.filter(
      ({ header, field }) => valueOf(field.dataType).family === 'number' && !translated.has(foldName(header)),
    );
    if (columns.length === 0) continue;
    const witnesses = new Map(columns.map(({ index }) => [index, noWitness()]));
    const table = await openTable(path, options);
    for await (const rows of table.rows())
      for (const { row, cells, whyNot } of rows) {
        if (whyNot !== null) continue;
        for (const [index, witness] of witnesses) noteDecimals(witness, cells[index] ?? '', row);
      }
    const headers = new Map(columns.map(({ index, header }) => [index, header]));
    for (const [index, witness] of witnesses) {
      const whyNot = whyNotDecimals(headers.get(index) ?? '', witness, table.delimiter);
      if (whyNot !== null) problems.push(`${name}: ${whyNot}`);
    }
  }
  return [...new Set(problems)];
}
