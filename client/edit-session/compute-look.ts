// What the computed fields of a thing come to while it is edited: the same that the server computes when it is saved.
import { computeValues, type FormulaField } from '@rowhouse/domain/formulas/computed-fields.ts';
import { keysIn } from '@rowhouse/domain/formulas/formula.ts';
import { readKeptFormula } from '@rowhouse/domain/formulas/read-formula.ts';
import type { DataType } from '@rowhouse/domain/fields/data-types.ts';

type MaybeComputed = {
  readonly key: string;
  readonly dataType: DataType;
  /** By the keys of the fields; null where people fill it, and where it cannot be computed here. */
  readonly formula?: string | null | undefined;
};

/** Null where nothing is computed. What gathers lines is not: a thing does not know its lines. */
export function readFormulas(fields: Iterable<MaybeComputed>): readonly FormulaField[] | null {
  const read = [...fields].map(({ key, dataType, formula }) => {
    const found = formula == null ? null : readKeptFormula(formula);
    return { key, dataType, formula: found !== null && keysIn(found).gathered.size > 0 ? null : found };
  });
  return read.some(({ formula }) => formula !== null) ? read : null;
}

export function computeLook(
  formulas: readonly FormulaField[],
  valueOf: (key: string) => string,
): ReadonlyMap<string, string> {
  const computed = computeValues(formulas, valueOf);
  return new Map([...computed].map(([key, value]) => [key, value ?? '']));
}
