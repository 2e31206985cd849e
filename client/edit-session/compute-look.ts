// What the computed fields of a thing come to while it is edited: the same that the server computes when it is saved.
import { computeValues } from '@rowhouse/domain/formulas/computed-fields.ts';
import { keysIn } from '@rowhouse/domain/formulas/formula.ts';
import { readKeptFormula } from '@rowhouse/domain/formulas/read-formula.ts';
import type { DataType } from '@rowhouse/domain/fields/data-types.ts';

type MaybeComputed = {
  readonly key: string;
  readonly dataType: DataType;
  /** By the keys of the fields; null where people fill it, and where it cannot be computed here. */
  readonly formula?: string | null | undefined;
};

/** What the computed fields come to by what each field holds. */
export type Formulas = (valueOf: (key: string) => string) => ReadonlyMap<string, string>;

/** Null where nothing is computed. What gathers lines is not: a thing does not know its lines. */
export function readFormulas(fields: Iterable<MaybeComputed>): Formulas | null {
  const read = [...fields].map(({ key, dataType, formula }) => {
    const found = formula == null ? null : readKeptFormula(formula);
    return { key, dataType, formula: found !== null && keysIn(found).gathered.size > 0 ? null : found };
  });
  if (read.every(({ formula }) => formula === null)) return null;
  return (valueOf) => new Map([...computeValues(read, valueOf)].map(([key, value]) => [key, value ?? '']));
}
