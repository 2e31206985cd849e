// What a computed field is computed by. A formula names fields by their keys: 'f12' of a record, 'l12' of a line.
import type { DataType } from '../fields/data-types.ts';

/** What a record gathers from its lines. */
export const gatherings = ['sum', 'count', 'min', 'max'] as const;
export type Gathering = (typeof gatherings)[number];

export type Operator = '+' | '-' | '*' | '/';

export type Formula =
  | { readonly kind: 'constant'; readonly text: string }
  | { readonly kind: 'field'; readonly key: string }
  | { readonly kind: 'gathered'; readonly by: Gathering; readonly key: string }
  | { readonly kind: 'minus'; readonly of: Formula }
  | { readonly kind: 'round'; readonly of: Formula; readonly decimals: number }
  | {
      readonly kind: 'operation';
      readonly operator: Operator;
      readonly left: Formula;
      readonly right: Formula;
    };

export const longestFormula = 500;
/** Of round, and what a quotient is rounded to on the way. */
export const mostDecimals = 6;
export const quotientDecimals = 20;

/** What results are rounded to, by the data types that can be computed. */
const decimalsOf: Partial<Record<DataType, number>> = { number: 0, currency: 2, decimal: 4, float: 6 };

/** Null where fields of the data type are not computed, and not computed with. */
export const resultDecimals = (dataType: DataType): number | null => decimalsOf[dataType] ?? null;
export const isComputable = (dataType: DataType): boolean => resultDecimals(dataType) !== null;

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
    else if (part.kind === 'operation') {
      visit(part.left);
      visit(part.right);
    } else if (part.kind !== 'constant') visit(part.of);
  };
  visit(formula);
  return { own, gathered };
}
