/**
 * Text without regard to case: each character by its own small letter, whatever stands beside it. So 'ß' is not 'SS',
 * a sigma is the same at the end of a word, and 'İ' is an i.
 */
export const foldCase = (text: string): string =>
  [...text].map((character) => (character === 'İ' ? 'i' : character.toLowerCase())).join('');

/** By code points, as UTF-8 sorts: where two texts part, half of a pair stands for more than any single unit. */
export function compareText(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  for (let index = 0; index < length; index += 1) {
    const [left, right] = [one.charCodeAt(index), other.charCodeAt(index)];
    if (left === right) continue;
    const [isHalf, isOtherHalf] = [isSurrogate(left), isSurrogate(right)];
    return isHalf === isOtherHalf ? left - right : Number(isHalf) - Number(isOtherHalf);
  }
  return one.length - other.length;
}

const isSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdfff;
