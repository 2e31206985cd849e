import type { Formula } from './formula.ts';
import { isPlainName } from './read-formula.ts';

const ranks = { '+': 1, '-': 1, '*': 2, '/': 2 } as const;
const highest = 3;

/** @param nameOf what a key is called where the formula is read */
export function writeFormula(formula: Formula, nameOf: (key: string) => string): string {
  const write = (part: Formula, least: number): string => {
    switch (part.kind) {
      case 'constant':
        return part.text;
      case 'field':
        return nameOf(part.key);
      case 'gathered':
        return `${part.by}(${nameOf(part.key)})`;
      case 'round':
        return `round(${write(part.of, 0)}, ${part.decimals})`;
      case 'minus':
        return `-${write(part.of, highest)}`;
      case 'operation': {
        const rank = ranks[part.operator];
        const text = `${write(part.left, rank)} ${part.operator} ${write(part.right, rank + 1)}`;
        return rank < least ? `(${text})` : text;
      }
    }
  };
  return write(formula, 0);
}

/** As it is kept. */
export const keepFormula = (formula: Formula): string => writeFormula(formula, (key) => `[${key}]`);

/** A name as it stands in a formula. */
export const nameInFormula = (name: string): string => (isPlainName(name) ? name : `[${name}]`);
