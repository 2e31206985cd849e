// What a computed field is computed by. A formula names fields by their keys: 'f12' of a record, 'l12' of a line.
import type { DataType } from '../fields/data-types.ts';
import { longestLine, longestText } from '../values/limits.ts';

/** What a record gathers from its lines. */
export const gatherings = ['sum', 'count', 'min', 'max'] as const;
export type Gathering = (typeof gatherings)[number];

export type Operator = '+' | '-' | '*' | '/';

export const comparators = ['=', '<>', '<', '<=', '>', '>='] as const;
export type Comparator = (typeof comparators)[number];

/** Of two numbers, or of two texts. */
export type Comparison = {
  readonly comparator: Comparator;
  readonly left: Formula;
  readonly right: Formula;
};

export type Formula =
  | { readonly kind: 'constant'; readonly text: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'field'; readonly key: string }
  | { readonly kind: 'gathered'; readonly by: Gathering; readonly key: string }
  | { readonly kind: 'minus'; readonly of: Formula }
  | { readonly kind: 'round'; readonly of: Formula; readonly decimals: number }
  | {
      readonly kind: 'operation';
      readonly operator: Operator;
      readonly left: Formula;
      readonly right: Formula;
    }
  | { readonly kind: 'join'; readonly left: Formula; readonly right: Formula }
  | {
      readonly kind: 'if';
      readonly condition: Comparison;
      readonly chosen: Formula;
      /** Null: it is empty then. */
      readonly otherwise: Formula | null;
    };

export const longestFormula = 500;
/** Of round, and what a quotient is rounded to on the way. */
export const mostDecimals = 6;
export const quotientDecimals = 20;

/** What results are rounded to, by the data types of numbers that can be computed. */
const decimalsOf: Partial<Record<DataType, number>> = { number: 0, currency: 2, decimal: 4, float: 6 };

/** Null where results of the data type are no numbers. */
export const resultDecimals = (dataType: DataType): number | null => decimalsOf[dataType] ?? null;

/** How long results are, by the data types of texts that can be computed. */
const lengthOf: Partial<Record<DataType, number>> = { string: longestLine, textarea: longestText };

/** Null where results of the data type are no texts. */
export const resultLength = (dataType: DataType): number | null => lengthOf[dataType] ?? null;

export const isComputable = (dataType: DataType): boolean =>
  resultDecimals(dataType) !== null || resultLength(dataType) !== null;

/** What a formula, or a part of it, comes to. */
export type FormulaKind = 'number' | 'text';

/** What a formula takes a field for; null where it takes no fields of the data type. */
export const kindOfInput = (dataType: DataType): FormulaKind | null =>
  resultDecimals(dataType) !== null
    ? 'number'
    : dataType === 'url' || dataType === 'email' || resultLength(dataType) !== null
      ? 'text'
      : null;

/** The data type of a field of the record or the line itself, by its key; undefined where it is not known. */
export type DataTypeOf = (key: string) => DataType | undefined;

export function kindOf(formula: Formula, dataTypeOf: DataTypeOf): FormulaKind {
  switch (formula.kind) {
    case 'constant':
    case 'gathered':
    case 'minus':
    case 'round':
    case 'operation':
      return 'number';
    case 'text':
    case 'join':
      return 'text';
    case 'if':
      return kindOf(formula.chosen, dataTypeOf);
    case 'field': {
      const dataType = dataTypeOf(formula.key);
      return (dataType && kindOfInput(dataType)) ?? 'number';
    }
  }
}

/**
 * With how many decimals a number stands in a text: an amount with its two, what was rounded with those. Null: with as many as
 * it has.
 */
export function shownDecimals(formula: Formula, dataTypeOf: DataTypeOf): number | null {
  switch (formula.kind) {
    case 'field':
      return dataTypeOf(formula.key) === 'currency' ? decimalsOf.currency! : null;
    case 'round':
      return formula.decimals;
    case 'minus':
      return shownDecimals(formula.of, dataTypeOf);
    case 'if': {
      const decimals = shownDecimals(formula.chosen, dataTypeOf);
      const isOne = formula.otherwise === null || shownDecimals(formula.otherwise, dataTypeOf) === decimals;
      return isOne ? decimals : null;
    }
    case 'constant':
    case 'text':
    case 'gathered':
    case 'operation':
    case 'join':
      return null;
  }
}

/** Numbers are kept as binary doubles, which give back 15 digits. */
export const mostDigits = 15;

export const lineKey = (id: number): string => `l${id}`;

/** The id of a field of lines; null where the key is of another field. */
export function readLineKey(key: string): number | null {
  const match = /^l(\d+)$/.exec(key);
  return match === null ? null : Number(match[1]);
}

/** All that a formula names, each once. */
export function keysIn(formula: Formula): {
  readonly own: ReadonlySet<string>;
  readonly gathered: ReadonlySet<string>;
} {
  const own = new Set<string>();
  const gathered = new Set<string>();
  const visit = (part: Formula): void => {
    if (part.kind === 'field') own.add(part.key);
    else if (part.kind === 'gathered') gathered.add(part.key);
    else partsOf(part).forEach(visit);
  };
  visit(formula);
  return { own, gathered };
}

/** The formulas that stand directly in it. */
export function partsOf(formula: Formula): readonly Formula[] {
  switch (formula.kind) {
    case 'constant':
    case 'text':
    case 'field':
    case 'gathered':
      return [];
    case 'minus':
    case 'round':
      return [formula.of];
    case 'operation':
    case 'join':
      return [formula.left, formula.right];
    case 'if': {
      const { condition, chosen, otherwise } = formula;
      return [condition.left, condition.right, chosen, ...(otherwise === null ? [] : [otherwise])];
    }
  }
}
