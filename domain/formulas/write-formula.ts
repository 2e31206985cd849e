import type { Formula } from './formula.ts';
import { isPlainName } from './read-formula.ts';

const ranks = { '&': 1, '+': 2, '-': 2, '*': 3, '/': 3 } as const;
const highest = 4;

/** @param nameOf what a key is called where the formula is read */
export function writeFormula(formula: Formula, nameOf: (key: string) => string): string {
  const joined = (operator: keyof typeof ranks, left: Formula, right: Formula, least: number): string => {
    const rank = ranks[operator];
    const text = `${write(left, rank)} ${operator} ${write(right, rank + 1)}`;
    return rank < least ? `(${text})` : text;
  };
  const write = (part: Formula, least: number): string => {
    switch (part.kind) {
      case 'constant':
        return part.text;
      case 'text':
        return `"${part.text.replaceAll('"', '""')}"`;
      case 'field':
        return nameOf(part.key);
      case 'gathered':
        return `${part.by}(${nameOf(part.key)})`;
      case 'round':
        return `round(${write(part.of, 0)}, ${part.decimals})`;
      case 'minus':
        return `-${write(part.of, highest)}`;
      case 'operation':
        return joined(part.operator, part.left, part.right, least);
      case 'join':
        return joined('&', part.left, part.right, least);
      case 'if': {
        const { comparator, left, right } = part.condition;
        const asked = `${write(left, 0)} ${comparator} ${write(right, 0)}`;
        return `if(${[asked, write(part.chosen, 0), ...(part.otherwise === null ? [] : [write(part.otherwise, 0)])].join(', ')})`;
      }
    }
  };
  return write(formula, 0);
}

/** As it is kept. */
export const keepFormula = (formula: Formula): string => writeFormula(formula, (key) => `[${key}]`);

/** A name as it stands in a formula. */
export const nameInFormula = (name: string): string => (isPlainName(name) ? name : `[${name}]`);
