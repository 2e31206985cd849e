const plain = /^[+-]?(\d+(\.\d+)?|\.\d+)$/;
const grouped = /^[+-]?\d{1,3}(,\d{3})+(\.\d+)?$/;

/**
 * A number as the contract writes it, or null. Thousands are parted by commas, decimals by a point; a sign of a
 * currency may stand before, and brackets mean less than nothing, as bookkeepers write it.
 */
export function readWrittenNumber(text: string): string | null {
  const bracketed = /^\((.+)\)$/.exec(text.trim());
  const bare = (bracketed?.[1] ?? text).replace(/[\s\u00a0]/g, '').replace(/^([+-]?)[$€£¥]/u, '$1');
  if (!plain.test(bare) && !grouped.test(bare)) return null;
  const digits = bare.replaceAll(',', '').replace(/^\+/, '');
  if (bracketed === null) return digits;
  return digits.startsWith('-') ? null : `-${digits}`;
}

/** 3.00 is the whole number 3; 3.50 is none and stays as it is. */
export const dropEmptyDecimals = (number: string): string => number.replace(/\.0+$/, '');
