// The one reading of numbers: what a person types, pastes, sends or brings in a file. A number is read whole or refused;
// nothing of what was written is left away, for 1.5 that becomes 15 or 1 is a number that nobody wrote.
import { largestNumber } from './limits.ts';

export const notNumeric = 'Should be numeric';
export const notWhole = 'Should be a whole number';
export const notAmount = 'Write 1234.56: two decimals, a point before them.';
export const notDecimal = 'Write 1234.56: a point before the decimals.';
export const tooManyDigits = 'Has more digits than can be kept';

export type NumberReading =
  | { readonly value: string; readonly whyNot?: undefined }
  | { readonly value?: undefined; readonly whyNot: string };

/** ',' where a file writes 1.234,56; everywhere else decimals stand behind a point. */
export type DecimalSign = '.' | ',';

type Writing = { readonly plain: RegExp; readonly grouped: RegExp };

/** 0,125 is an eighth: nobody parts thousands behind a nought. */
const writings: Readonly<Record<DecimalSign, Writing>> = {
  '.': { plain: /^(\d+\.?\d*|\.\d+)$/, grouped: /^[1-9]\d{0,2}(?:(?:,\d{3})+|(?: \d{3})+)(?:\.\d*)?$/ },
  ',': { plain: /^(\d+,?\d*|,\d+)$/, grouped: /^[1-9]\d{0,2}(?:(?:\.\d{3})+|(?: \d{3})+)(?:,\d*)?$/ },
};

const spaces = /[\u00a0\u2009\u202f]/g;

/**
 * The digits of a written number with a point before its decimals, or null. A sign of a currency may stand before it or behind
 * it, thousands are parted by commas (or spaces) where they belong, and brackets mean less than nothing, as bookkeepers
 * write it.
 */
export function readDigits(text: string, decimalSign: DecimalSign = '.'): string | null {
  const trimmed = text.replace(spaces, ' ').replaceAll('−', '-').trim();
  const bracketed = /^\((.+)\)$/.exec(trimmed);
  const [, sign = '', currency = '', laterSign = '', written = ''] =
    /^([+-]?) ?([$€£¥]?) ?([+-]?)(.*)$/u.exec((bracketed?.[1] ?? trimmed).trim()) ?? [];
  if (laterSign !== '' && (sign !== '' || currency === '')) return null;
  const bare = currency === '' ? written.replace(/ ?[$€£¥]$/u, '') : written;
  if (bracketed !== null && sign + laterSign !== '') return null;
  const { plain, grouped } = writings[decimalSign];
  if (!plain.test(bare) && !grouped.test(bare)) return null;
  const digits =
    decimalSign === ',' ? bare.replace(/[. ]/g, '').replace(',', '.') : bare.replace(/[, ]/g, '');
  const [whole = '', decimals = ''] = digits.split('.');
  const number = `${whole.replace(/^0+(?=\d)/, '') || '0'}${decimals === '' ? '' : `.${decimals}`}`;
  const isLess = bracketed !== null || sign + laterSign === '-';
  return isLess && /[1-9]/.test(number) ? `-${number}` : number;
}

/** Of nothing but what numbers are made of: then it is its writing that is wrong. */
const looksNumeric = (text: string): boolean =>
  /\d/.test(text) && /^[\s\d.,'’+\-−$€£¥()\u00a0\u202f]+$/u.test(text);

/** What digits a kind of number takes. */
export type NumberRule = {
  /** The sentence for digits that are parted in a way that no number is. */
  readonly wrongWriting: string;
  /** The sentence for a number whose point may part thousands; null where three decimals are an ordinary number. */
  readonly sayUnclear: ((asThousands: string, asDecimals: string | null) => string) | null;
  readonly settle: (digits: string) => NumberReading;
};

export const wholeRule: NumberRule = {
  wrongWriting: notWhole,
  sayUnclear: (asThousands) =>
    `Write ${asThousands} or ${showThousands(asThousands)}: behind a point stand decimals.`,
  settle(digits) {
    const whole = dropEmptyDecimals(digits);
    return whole.includes('.') ? { whyNot: notWhole } : { value: whole };
  },
};

export const decimalRule: NumberRule = {
  wrongWriting: notDecimal,
  sayUnclear: null,
  settle: (digits) => (isKept(digits) ? { value: digits } : { whyNot: tooManyDigits }),
};

export const amountRule: NumberRule = {
  wrongWriting: notAmount,
  sayUnclear: (asThousands, asDecimals) =>
    asDecimals === null
      ? notAmount
      : `${asDecimals} can be read in two ways: write ${asThousands} or ${asDecimals.endsWith('0') ? asDecimals.slice(0, -1) : 'two decimals'}.`,
  settle(digits) {
    const value = digits.replace(/(\.\d\d)0+$/, '$1');
    return /\.\d{3}/.test(value) ? { whyNot: notAmount } : decimalRule.settle(value);
  },
};

/** With what somebody who parts thousands by points would mean by 1.500 or 1.234.567, or null. */
function findPointed(
  text: string,
): { readonly asThousands: string; readonly asDecimals: string | null } | null {
  if (!text.includes('.') || text.includes(',')) return null;
  const asThousands = readDigits(text, ',');
  return asThousands === null ? null : { asThousands, asDecimals: readDigits(text, '.') };
}

/** Why a number can be read in two ways, as a thousand times the other, or null (decision 158). */
export function whyUnclear({ sayUnclear }: NumberRule, text: string): string | null {
  const pointed = sayUnclear === null ? null : findPointed(text);
  return pointed && sayUnclear && sayUnclear(pointed.asThousands, pointed.asDecimals);
}

/**
 * Before what somebody typed and may mean in two ways: an invisible sign that no number has. The contract takes 1.500 as
 * programs write it, and must not take it for what a person wrote.
 */
const unclearMark = '\u2060';

export const markUnclear = (text: string): string => unclearMark + text;
/** What was typed, or null for any other text. */
export const findUnclear = (stored: string): string | null =>
  stored.startsWith(unclearMark) ? stored.slice(unclearMark.length) : null;

/** The value as the contract writes it, or the sentence that says why there is none. */
export function readNumber(rule: NumberRule, text: string, decimalSign?: DecimalSign): NumberReading {
  const digits = readDigits(text, decimalSign);
  if (digits === null) return { whyNot: looksNumeric(text) ? rule.wrongWriting : notNumeric };
  return Math.abs(Number(digits)) > largestNumber ? { whyNot: notNumeric } : rule.settle(digits);
}

const showThousands = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, ',');

/** 3.00 is the whole number 3; 3.50 is none and stays as it is. */
const dropEmptyDecimals = (number: string): string => number.replace(/\.0+$/, '');

/** Numbers are kept as binary doubles: what comes back must be what was given. */
function isKept(number: string): boolean {
  const given = number
    .replace(/^-/, '')
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '');
  const kept = String(Math.abs(Number(number)));
  return (kept.includes('e') ? Math.abs(Number(number)).toFixed(20).replace(/0+$/, '') : kept) === given;
}
