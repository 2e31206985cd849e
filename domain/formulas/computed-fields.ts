// The computed fields of a record type and of a kind of lines, and what they come to. The client asks it while somebody
// types, the server before it writes a line.
import type { DataType } from '../fields/data-types.ts';
import {
  evaluate,
  readInput,
  readOperand,
  settleResult,
  writeResult,
  type FormulaValue,
  type FormulaValues,
} from './evaluate.ts';
import { keysIn, lineKey, type Formula } from './formula.ts';
import { readKeptFormula } from './read-formula.ts';

type Kept = { readonly dataType: DataType; readonly formula: string | null };

const read = new WeakMap<Kept, Formula | null>();

/** Null of a field that people fill. */
export function formulaOf(field: Kept): Formula | null {
  if (field.formula === null) return null;
  let formula = read.get(field);
  if (formula === undefined) {
    formula = readKeptFormula(field.formula);
    read.set(field, formula);
  }
  return formula;
}

export const isComputed = (field: { readonly formula: string | null }): boolean => field.formula !== null;

export type FormulaField = {
  readonly key: string;
  readonly dataType: DataType;
  readonly formula: Formula | null;
};

/**
 * What the computed ones among the fields come to, as they are stored; null where it is empty.
 * @param stored the value of a field that people fill
 * @param gathered of lines; absent in a line, which gathers nothing
 */
export function computeValues(
  fields: readonly FormulaField[],
  stored: (key: string) => string | null | undefined,
  gathered: FormulaValues['gathered'] = () => null,
): Map<string, string | null> {
  const byKey = new Map(fields.map((field) => [field.key, field]));
  const known = new Map<string, FormulaValue>();
  const dataTypeOf = (key: string) => byKey.get(key)?.dataType;
  const valueOf = (key: string): FormulaValue => {
    const field = byKey.get(key);
    if (field === undefined) return readOperand(stored(key));
    if (field.formula === null) return readInput(field.dataType, stored(key));
    if (known.has(key)) return known.get(key)!;
    // A circle is refused where formulas are made; one that is met all the same comes to nothing.
    known.set(key, null);
    const value = settleResult(
      evaluate(field.formula, { field: valueOf, dataTypeOf, gathered }),
      field.dataType,
    );
    known.set(key, value);
    return value;
  };
  return new Map(
    fields.flatMap(({ key, formula }) => (formula === null ? [] : [[key, writeResult(valueOf(key))]])),
  );
}

declare const settled: unique symbol;

/** By field id, with what its computed fields come to: nothing else is written as a line. */
export type SettledLine = Readonly<Record<string, string>> & { readonly [settled]: true };

type LineField = Kept & { readonly id: number };

const lineFormulas = new WeakMap<readonly LineField[], readonly FormulaField[] | null>();

/** Null where none of them is computed. */
function formulasOfLine(fields: readonly LineField[]): readonly FormulaField[] | null {
  let found = lineFormulas.get(fields);
  if (found === undefined) {
    found = fields.some(isComputed)
      ? fields.map((field) => ({
          key: lineKey(field.id),
          dataType: field.dataType,
          formula: formulaOf(field),
        }))
      : null;
    lineFormulas.set(fields, found);
  }
  return found;
}

/**
 * A line as it is written. What is given for a computed field is nothing.
 * @param fields of its kind
 */
export function settleLine(
  fields: readonly LineField[],
  values: Readonly<Record<string, string>>,
): SettledLine {
  const formulas = formulasOfLine(fields);
  if (formulas === null) return values as SettledLine;
  const whole: Record<string, string> = { ...values };
  for (const [key, value] of computeValues(formulas, (key) => values[key.slice(1)])) {
    const id = key.slice(1);
    if (value === null) delete whole[id];
    else whole[id] = value;
  }
  return whole as SettledLine;
}

type RecordField = Kept & { readonly id: number };

export type ComputedField<Field extends RecordField> = {
  readonly field: Field;
  readonly formula: Formula;
  /** The ids of the fields that people fill and that it comes from, directly or over other computed fields. */
  readonly inputs: ReadonlySet<number>;
  /** The ids of the fields of lines that it gathers, directly or over other computed fields. */
  readonly gathers: ReadonlySet<number>;
};

const recordFormulas = new WeakMap<readonly RecordField[], readonly ComputedField<RecordField>[]>();

/** The computed fields among those of a record type. */
export function listComputed<Field extends RecordField>(
  fields: readonly Field[],
): readonly ComputedField<Field>[] {
  let found = recordFormulas.get(fields) as readonly ComputedField<Field>[] | undefined;
  if (found === undefined) {
    found = fields.flatMap((field) => {
      const formula = formulaOf(field);
      return formula === null ? [] : [{ field, formula, ...sourcesOf(field, fields) }];
    });
    recordFormulas.set(fields, found);
  }
  return found;
}

function sourcesOf(of: RecordField, fields: readonly RecordField[]) {
  const byId = new Map(fields.map((field) => [field.id, field]));
  const inputs = new Set<number>();
  const gathers = new Set<number>();
  const seen = new Set<number>();
  const visit = (field: RecordField): void => {
    if (seen.has(field.id)) return;
    seen.add(field.id);
    const formula = formulaOf(field);
    if (formula === null) {
      inputs.add(field.id);
      return;
    }
    const { own, gathered } = keysIn(formula);
    for (const key of gathered) gathers.add(Number(key.slice(1)));
    for (const key of own) {
      const id = Number(key.slice(1));
      const source = byId.get(id);
      if (source === undefined) inputs.add(id);
      else visit(source);
    }
  };
  visit(of);
  return { inputs, gathers };
}
