// Whether the parts of a formula fit each other: numbers are computed with, texts are joined, and nothing is made of the other
// without a word of who writes the formula.
import type { DataType } from '../fields/data-types.ts';
import { dataTypeNames } from '../record-types/rules.ts';
import { kindOf, partsOf, resultLength, type DataTypeOf, type Formula } from './formula.ts';
import { nameInFormula, writeFormula } from './write-formula.ts';

type Names = {
  readonly dataTypeOf: DataTypeOf;
  readonly nameOf: (key: string) => string;
};

/** Why the formula cannot be computed, or not into a field of the data type; null where it can. */
export function whyNotKinds(formula: Formula, into: DataType, names: Names): string | null {
  const whyNot = whyNotParts(formula, names);
  if (whyNot !== null) return whyNot;
  const target = dataTypeNames[into].toLowerCase();
  if (resultLength(into) === null)
    return isText(formula, names) ? `It comes to a text, and this field is ${target}.` : null;
  return isText(formula, names)
    ? null
    : `It comes to a number, and this field is ${target}: add & "" to make a text of it.`;
}

const isText = (formula: Formula, { dataTypeOf }: Names): boolean => kindOf(formula, dataTypeOf) === 'text';

function whyNotParts(formula: Formula, names: Names): string | null {
  for (const part of partsOf(formula)) {
    const whyNot = whyNotParts(part, names);
    if (whyNot !== null) return whyNot;
  }
  return whyNotPart(formula, names);
}

function whyNotPart(formula: Formula, names: Names): string | null {
  const say = (part: Formula) => sayPart(part, names);
  const textIn = (...parts: readonly Formula[]) => parts.find((part) => isText(part, names));
  switch (formula.kind) {
    case 'constant':
    case 'text':
    case 'field':
    case 'gathered':
    case 'join':
      return null;
    case 'minus': {
      const text = textIn(formula.of);
      return text === undefined ? null : `“-” computes with numbers, and ${say(text)} is a text.`;
    }
    case 'round': {
      const text = textIn(formula.of);
      return text === undefined ? null : `round takes a number, and ${say(text)} is a text.`;
    }
    case 'operation': {
      const text = textIn(formula.left, formula.right);
      return text === undefined
        ? null
        : `“${formula.operator}” computes with numbers, and ${say(text)} is a text: texts are joined by &.`;
    }
    case 'if': {
      const { condition, chosen, otherwise } = formula;
      const { comparator, left, right } = condition;
      if (isText(left, names) !== isText(right, names))
        return `“${comparator}” compares two numbers or two texts: ${sayBoth(left, right, names)}.`;
      return otherwise !== null && isText(chosen, names) !== isText(otherwise, names)
        ? `if gives two numbers or two texts: ${sayBoth(chosen, otherwise, names)}.`
        : null;
    }
  }
}

/** Of a text and a number. */
function sayBoth(one: Formula, other: Formula, names: Names): string {
  const [text, number] = isText(one, names) ? [one, other] : [other, one];
  return `${sayPart(text, names)} is a text, and ${sayPart(number, names)} a number, which & "" makes a text`;
}

const longestPart = 60;

function sayPart(part: Formula, { nameOf }: Names): string {
  if (part.kind === 'field') return `“${nameOf(part.key)}”`;
  const written = writeFormula(part, (key) => nameInFormula(nameOf(key)));
  const short = written.length > longestPart ? `${written.slice(0, longestPart)}…` : written;
  return part.kind === 'text' ? short : `“${short}”`;
}
