import { foldName } from '@rowhouse/domain/import/mapping.ts';
import type { Translation } from '@rowhouse/domain/import/read-row.ts';
import { invalid } from '@rowhouse/domain/kernel/refusal.ts';
import { loadLookup } from '../features/import/lookup-file.ts';
import type { Table, TableOptions } from '../features/import/read-table.ts';
import { parseLookup, parseValue } from './import-words.ts';

/** What was said to replace one text comes before what another file says. */
export async function loadTranslations(
  words: { readonly value: readonly string[]; readonly lookup: readonly string[] },
  tableOptions: TableOptions,
  parts: readonly { readonly table: Table }[],
): Promise<Translation[]> {
  const known = new Set(parts.flatMap(({ table }) => table.headers.map(foldName)));
  const requireColumn = (header: string, option: string): void => {
    if (!known.has(foldName(header))) throw invalid(`${option}: no file has a column '${header}'.`);
  };
  const replacements = words.value.map(parseValue).map(({ header, text, means }): Translation => {
    requireColumn(header, '--value');
    return {
      header,
      translate: (given) => (given.toLowerCase() === text.toLowerCase() ? { text: means } : null),
    };
  });
  const lookups: Translation[] = [];
  for (const request of words.lookup.map(parseLookup)) {
    requireColumn(request.header, '--lookup');
    lookups.push(await loadLookup(request, tableOptions));
  }
  return [...replacements, ...lookups];
}
