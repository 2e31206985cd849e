// What the amounts of an import sum up to, exactly: in the database and in the file, so that one can be held against the
// other whatever was rejected, rounded or brought in by an earlier run.
import type { ImportField } from '@rowhouse/domain/import/import-field.ts';
import type { Mapping } from '@rowhouse/domain/import/mapping.ts';
import { addDecimals, readDecimal, zero } from '@rowhouse/domain/kernel/decimal.ts';
import type { Sum } from './import-request.ts';

export type Amount = { readonly key: string; readonly name: string };
export type Amounts = { readonly records: readonly Amount[]; readonly lines: readonly Amount[] };

const fieldsOf = (mapping: Mapping): ImportField[] =>
  [...mapping.fixed, ...mapping.columns]
    .map(({ field }) => field)
    .filter(({ dataType }) => dataType === 'currency');

export function amountsOf(records: Mapping, lines: Mapping | null): Amounts {
  return {
    records: fieldsOf(records).map(({ key, name }) => ({ key, name })),
    lines:
      lines === null ? [] : fieldsOf(lines).map(({ key, name }) => ({ key, name: `${name} of the lines` })),
  };
}

export const createSums = ({ records, lines }: Amounts): Map<string, Sum> =>
  new Map([...records, ...lines].map(({ name }) => [name, { stands: zero, inFile: zero }]));

const add = (
  sums: ReadonlyMap<string, Sum>,
  amounts: readonly Amount[],
  values: ReadonlyMap<string, string>,
  part: keyof Sum,
): void => {
  for (const { key, name } of amounts) {
    const value = values.get(key);
    const sum = sums.get(name);
    if (value !== undefined && sum !== undefined) sum[part] = addDecimals(sum[part], readDecimal(value));
  }
};

export const addToFile = (
  sums: ReadonlyMap<string, Sum>,
  amounts: readonly Amount[],
  values: ReadonlyMap<string, string>,
): void => add(sums, amounts, values, 'inFile');

export const addToStanding = (
  sums: ReadonlyMap<string, Sum>,
  amounts: readonly Amount[],
  values: ReadonlyMap<string, string>,
): void => add(sums, amounts, values, 'stands');
