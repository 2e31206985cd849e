// Reads a formula as a person writes it: quantity * price, (a + b) / 2, sum(Line total), [Price / unit] * 3. A name of
// words stands as it is; one that has other signs in it stands in square brackets. Texts are written and joined as in a
// spreadsheet: First name & " " & Last name, if(Quantity >= 100, "Bulk", "Piece"); a quote within a text is written twice.
import {
  comparators,
  gatherings,
  longestFormula,
  mostDecimals,
  type Comparator,
  type Comparison,
  type Formula,
  type Gathering,
} from './formula.ts';

export type NameReading =
  | { readonly key: string; readonly whyNot?: undefined }
  | { readonly key?: undefined; readonly whyNot: string };

/** What a name stands for; `place` is 'lines' inside sum, count, min and max. */
export type FindName = (name: string, place: 'own' | 'lines') => NameReading;

export type FormulaReading =
  | { readonly formula: Formula; readonly whyNot?: undefined }
  | { readonly formula?: undefined; readonly whyNot: string };

type Token =
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'name'; readonly text: string; readonly isQuoted: boolean }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'sign'; readonly text: string }
  | { readonly kind: 'end'; readonly text: '' };

class Fault extends Error {}

const deepest = 50;
const howIf = 'if(Quantity >= 100, "Bulk", "Piece")';
const number = /^\d+(\.\d+)?/;
const words = /^\p{L}[\p{L}\p{N}_]*(?:[ .]+[\p{L}\p{N}_]+)*/u;
const quoted = /^\[([^[\]]+)\]/;
const straightText = /^"((?:[^"]|"")*)"/u;
/** Keyboards of phones make curved quotes of straight ones. */
const curvedText = /^“([^“”]*)”/u;
const sign = /^(?:<>|<=|>=|!=|[+\-*/(),&=<>−×÷·≠≤≥])/u;
const signs: Readonly<Record<string, string>> = {
  '−': '-',
  '×': '*',
  '·': '*',
  '÷': '/',
  '≠': '<>',
  '!=': '<>',
  '≤': '<=',
  '≥': '>=',
};

/** A name that stands without brackets. */
export const isPlainName = (name: string): boolean =>
  words.exec(name)?.[0] === name && !name.includes('  ') && !isFunction(name);

const isGathering = (name: string): name is Gathering => (gatherings as readonly string[]).includes(name);
const isFunction = (name: string): boolean =>
  isGathering(name.toLowerCase()) || name.toLowerCase() === 'round' || name.toLowerCase() === 'if';
const isComparator = (sign: string): sign is Comparator => (comparators as readonly string[]).includes(sign);

export function readFormula(text: string, findName: FindName): FormulaReading {
  if (text.trim() === '') return { whyNot: 'The formula is empty.' };
  if (text.length > longestFormula) return { whyNot: `A formula has at most ${longestFormula} characters.` };
  return readWhole(text, findName);
}

function readWhole(text: string, findName: FindName): FormulaReading {
  try {
    return { formula: parse(tokenise(text), findName) };
  } catch (fault) {
    if (fault instanceof Fault) return { whyNot: fault.message };
    throw fault;
  }
}

function tokenise(text: string): Token[] {
  const tokens: Token[] = [];
  for (let rest = text.trimStart(); rest !== '';) {
    const found = nextToken(rest);
    tokens.push(found.token);
    rest = rest.slice(found.length).trimStart();
  }
  return [...tokens, { kind: 'end', text: '' }];
}

function nextToken(rest: string): { readonly token: Token; readonly length: number } {
  const bracketed = quoted.exec(rest);
  if (bracketed !== null)
    return {
      token: { kind: 'name', text: bracketed[1]!.trim(), isQuoted: true },
      length: bracketed[0].length,
    };
  const straight = straightText.exec(rest);
  if (straight !== null)
    return { token: textToken(straight[1]!.replaceAll('""', '"')), length: straight[0].length };
  const curved = curvedText.exec(rest);
  if (curved !== null) return { token: textToken(curved[1]!), length: curved[0].length };
  const digits = number.exec(rest)?.[0];
  if (digits !== undefined) {
    if (/^[\d.,]/.test(rest.slice(digits.length)) && !/^,\s/.test(rest.slice(digits.length)))
      throw new Fault('Write numbers as 1234.56: a point before the decimals, and no commas.');
    return { token: { kind: 'number', text: digits }, length: digits.length };
  }
  const name = words.exec(rest)?.[0];
  if (name !== undefined)
    return { token: { kind: 'name', text: name, isQuoted: false }, length: name.length };
  const found = sign.exec(rest)?.[0];
  if (found !== undefined)
    return { token: { kind: 'sign', text: signs[found] ?? found }, length: found.length };
  if (rest.startsWith('[')) throw new Fault('A “[” has no “]” after it.');
  if (/^["“”]/u.test(rest))
    throw new Fault('A text has no " after it. A " within a text is written twice: "5"" pipe".');
  if (/^['‘’]/u.test(rest)) throw new Fault(`A text stands in double quotes: "pieces".`);
  throw new Fault(
    `“${[...rest][0]}” has no meaning in a formula. A name with such a sign stands in brackets: [Discount %].`,
  );
}

function textToken(text: string): Token {
  if (text.includes('\0') || !text.isWellFormed())
    throw new Fault('A text holds a character that cannot be kept.');
  return { kind: 'text', text };
}

function parse(tokens: readonly Token[], findName: FindName): Formula {
  let at = 0;
  let depth = 0;
  const peek = (): Token => tokens[at]!;
  const take = (): Token => tokens[at++]!;
  const isSign = (text: string): boolean => peek().kind === 'sign' && peek().text === text;

  function expect(text: string, after: string): void {
    refuseComparison();
    if (!isSign(text)) throw new Fault(`A “${text}” is missing ${after}.`);
    at += 1;
  }

  function refuseComparison(): void {
    const { kind, text } = peek();
    if (kind === 'sign' && isComparator(text))
      throw new Fault(`“${text}” compares, once and within if: if(Quantity ${text} 10, 5, 0).`);
  }

  function joined(): Formula {
    let left = sum();
    while (isSign('&')) {
      at += 1;
      left = { kind: 'join', left, right: sum() };
    }
    return left;
  }

  function sum(): Formula {
    let left = product();
    while (isSign('+') || isSign('-')) {
      const operator = take().text as '+' | '-';
      left = { kind: 'operation', operator, left, right: product() };
    }
    return left;
  }

  function product(): Formula {
    let left = part();
    while (isSign('*') || isSign('/')) {
      const operator = take().text as '*' | '/';
      left = { kind: 'operation', operator, left, right: part() };
    }
    return left;
  }

  function part(): Formula {
    depth += 1;
    if (depth > deepest) throw new Fault('The formula has too many parentheses in each other.');
    const found = partOf(take());
    depth -= 1;
    return found;
  }

  function partOf(token: Token): Formula {
    if (token.kind === 'number') return { kind: 'constant', text: token.text };
    if (token.kind === 'text') return { kind: 'text', text: token.text };
    if (token.kind === 'name')
      return !token.isQuoted && isSign('(')
        ? called(token.text)
        : { kind: 'field', key: keyOf(token.text, 'own') };
    if (token.text === '-') return { kind: 'minus', of: part() };
    if (token.text === '+') return part();
    if (token.text === '(') {
      const within = joined();
      expect(')', 'after what stands in parentheses');
      return within;
    }
    throw new Fault(
      token.kind === 'end'
        ? 'The formula ends where a field, a number or a text should follow.'
        : `Before “${token.text}” a field, a number or a text is missing.`,
    );
  }

  function called(name: string): Formula {
    const folded = name.toLowerCase();
    if (!isFunction(folded))
      throw new Fault(`There is no “${name}()”: formulas know sum, count, min, max, round and if.`);
    expect('(', `after “${name}”`);
    if (isGathering(folded)) return gathered(folded);
    if (folded === 'if') return choice();
    const of = joined();
    let decimals = 0;
    if (isSign(',')) {
      at += 1;
      const given = take();
      decimals = Number(given.text);
      if (given.kind !== 'number' || !Number.isInteger(decimals) || decimals > mostDecimals)
        throw new Fault(`round takes a number of decimals from 0 to ${mostDecimals}: round(Price, 2).`);
    }
    expect(')', 'after round');
    return { kind: 'round', of, decimals };
  }

  function choice(): Formula {
    const condition = comparison();
    refuseComparison();
    if (!isSign(',')) throw new Fault(`After what if compares, say what it gives: ${howIf}.`);
    at += 1;
    const chosen = joined();
    let otherwise: Formula | null = null;
    if (isSign(',')) {
      at += 1;
      otherwise = joined();
    }
    expect(')', 'after if');
    return { kind: 'if', condition, chosen, otherwise };
  }

  function comparison(): Comparison {
    const left = joined();
    const { kind, text: comparator } = take();
    if (kind !== 'sign' || !isComparator(comparator))
      throw new Fault(`if compares two numbers or two texts, by = <> < <= > or >=: ${howIf}.`);
    return { comparator, left, right: joined() };
  }

  function gathered(by: Gathering): Formula {
    const token = take();
    if (token.kind !== 'name') throw new Fault(`${by} takes one field of the lines: ${by}(Line total).`);
    const key = keyOf(token.text, 'lines');
    if (!isSign(')')) throw new Fault(`${by} takes one field of the lines, and nothing beside it.`);
    at += 1;
    return { kind: 'gathered', by, key };
  }

  function keyOf(name: string, place: 'own' | 'lines'): string {
    const found = findName(name, place);
    if (found.whyNot !== undefined) throw new Fault(found.whyNot);
    return found.key;
  }

  const whole = joined();
  refuseComparison();
  const next = peek();
  if (next.kind !== 'end')
    throw new Fault(
      next.text === ')'
        ? 'There is a “)” without a “(” before it.'
        : `Before “${next.text}” a sign is missing: + - * / or &.`,
    );
  return whole;
}

/** As it is kept: by the keys of its fields, which a rename does not touch. */
export function readKeptFormula(text: string): Formula | null {
  // By keys it may be longer than by the names that a person wrote.
  return readWhole(text, (key) => (/^[fl]\d+$/.test(key) ? { key } : { whyNot: key })).formula ?? null;
}
