import { noteDecimals, noWitness, whyNotDecimals } from '@rowhouse/domain/import/judge-decimals.ts';
import { noDayWitness, noteDays, whyNotMonthFirst } from '@rowhouse/domain/import/judge-days.ts';
import type { ImportField } from '@rowhouse/domain/import/import-field.ts';
import { foldName } from '@rowhouse/domain/import/mapping.ts';
import type { Mapping } from '@rowhouse/domain/import/mapping.ts';
import type { Translation } from '@rowhouse/domain/import/read-row.ts';
import type { ValueFamily } from '@rowhouse/domain/values/value.ts';
import { valueOf } from '@rowhouse/domain/values/values.ts';
import { openTable } from './read-table.ts';
import type { TableOptions } from './read-table.ts';

type Part = { readonly path: string; readonly name: string; readonly mapping: Mapping };

/**
 * Which columns of numbers could be read in two ways, and which of dates would be read the wrong way round. Every cell of
 * them is looked at before any row comes in: the cell that settles it may be the last one.
 * @param unsaid what no option says
 */
export async function findWritingProblems(
  unsaid: { readonly decimals: boolean; readonly days: boolean },
  parts: readonly Part[],
  translations: readonly Translation[],
  options: TableOptions,
): Promise<string[]> {
  const translated = new Set(translations.map(({ header }) => foldName(header)));
  const problems: string[] = [];
  for (const { path, name, mapping } of parts) {
    const columnsOf = (...families: readonly ValueFamily[]) =>
      mapping.columns.filter(
        ({ header, field }) =>
          families.includes(valueOf(field.dataType).family) && !translated.has(foldName(header)),
      );
    const numbers = new Map((unsaid.decimals ? columnsOf('number') : []).map(witnessed(noWitness)));
    const dates = new Map((unsaid.days ? columnsOf('date', 'datetime') : []).map(witnessed(noDayWitness)));
    if (numbers.size + dates.size === 0) continue;
    const table = await openTable(path, options);
    for await (const rows of table.rows())
      for (const { row, cells, whyNot } of rows) {
        if (whyNot !== null) continue;
        for (const [index, { witness, field }] of numbers)
          noteDecimals(witness, cells[index] ?? '', row, field.dataType);
        for (const [index, { witness }] of dates) noteDays(witness, cells[index] ?? '', row);
      }
    const found = [
      ...[...numbers.values()].map(({ header, witness }) => whyNotDecimals(header, witness, table.delimiter)),
      ...[...dates.values()].map(({ header, witness }) => whyNotMonthFirst(header, witness)),
    ];
    problems.push(...found.flatMap((whyNot) => (whyNot === null ? [] : [`${name}: ${whyNot}`])));
  }
  return [...new Set(problems)];
}

/** A column goes to several fields with one witness. */
const witnessed =
  <Witness>(begin: () => Witness) =>
  ({
    header,
    index,
    field,
  }: Mapping['columns'][number]): readonly [
    number,
    { header: string; field: ImportField; witness: Witness },
  ] => [index, { header, field, witness: begin() }];
