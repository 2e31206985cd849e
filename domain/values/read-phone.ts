// The one reading of phone numbers. The country code picks the country and is never taken for a part of the number; what
// cannot be read stays as it was written, with every digit.
import { readPhone, writePhone } from '../kernel/formats.ts';

/** The United States and Canada: whose numbers are read without a code where none is chosen. */
export const homeCode = '1';
/** A number of these countries begins with its 0 abroad too. */
const keepsZero = new Set(['39']);

/** By the plan of the ITU no code is the beginning of another: these have one or two digits, all others three. */
const shortCodes = new Set(
  `1 7 20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 60 61 62 63 64 65 66 81 82 84 86 90
   91 92 93 94 95 98`.split(/\s+/),
);

const longestNational = 14;

/** The code that the digits begin with; null when there are too few of them, or no code begins so. */
function findCode(digits: string): string | null {
  for (const length of [1, 2]) if (shortCodes.has(digits.slice(0, length))) return digits.slice(0, length);
  return /^[2-9]\d\d/.test(digits) ? digits.slice(0, 3) : null;
}

/**
 * [countrycode,number] of what was typed or pasted; the number may still be short of digits. What cannot be parted so
 * comes back as it was written.
 * @param code of the country that is chosen
 */
export function readTypedPhone(text: string, code: string = homeCode): string {
  const trimmed = text.trim();
  if (trimmed === '' || readPhone(trimmed) !== null) return trimmed;
  if (!/^\+?[\d\s().\-/\u00a0\u202f]+$/.test(trimmed)) return text;
  // A national 0 that is written in brackets is not dialled from abroad.
  const digits = trimmed.replace(/\(0\)/, '').replace(/\D/g, '');
  if (digits === '') return text;
  const withCode = afterExit(trimmed, digits, code);
  if (withCode !== null) {
    const found = findCode(withCode);
    return found === null ? text : (joined(found, withCode.slice(found.length)) ?? text);
  }
  if (code === homeCode && digits.startsWith('1'))
    return digits.length === 11 ? writePhone({ countryCode: '1', national: digits.slice(1) }) : text;
  return joined(code, digits) ?? text;
}

/** The digits behind a + or behind what is dialled for another country, or null. */
function afterExit(trimmed: string, digits: string, code: string): string | null {
  if (trimmed.startsWith('+')) return digits;
  if (digits.startsWith('00')) return digits.slice(2);
  return code === homeCode && digits.startsWith('011') ? digits.slice(3) : null;
}

/** Null where a digit would have to be left away. */
function joined(countryCode: string, digits: string): string | null {
  const national = countryCode === homeCode || keepsZero.has(countryCode) ? digits : digits.replace(/^0/, '');
  const longest = countryCode === homeCode ? 10 : longestNational;
  if (national.length > longest || (countryCode === homeCode && national.startsWith('0'))) return null;
  return writePhone({ countryCode, national });
}

/** As it is stored, or null where it is no whole number; without a code it is of the United States and Canada. */
export function readWrittenPhone(text: string): string | null {
  const read = readTypedPhone(text);
  const phone = readPhone(read);
  return phone === null || lacksDigits(phone.countryCode, phone.national) ? null : read;
}

/** Whether digits are missing, or too many; the first is 1-9 but where a 0 belongs to the number. */
export function lacksDigits(countryCode: string, national: string): boolean {
  if (countryCode === homeCode) return !/^[1-9]\d{9}$/.test(national);
  return !(keepsZero.has(countryCode) ? /^\d{4,14}$/ : /^[1-9]\d{3,13}$/).test(national);
}

/** The mask of Specification 5 for the United States and Canada; numbers of other countries have none of ours. */
export function maskPhone(countryCode: string, national: string): string {
  if (countryCode !== homeCode) return national;
  if (national.length <= 3) return national;
  if (national.length <= 6) return `(${national.slice(0, 3)}) ${national.slice(3)}`;
  return `(${national.slice(0, 3)}) ${national.slice(3, 6)}-${national.slice(6)}`;
}

/** How the editors of phones read and show them. */
export const phoneReading = { read: readTypedPhone, parts: readPhone, mask: maskPhone };
