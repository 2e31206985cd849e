/**
 * Text without regard to case: each character by its own small letter, whatever stands beside it. So 'ß' is not 'SS',
 * a sigma is the same at the end of a word, and 'İ' is an i.
 */
export const foldCase = (text: string): string =>
  [...text].map((character) => (character === 'İ' ? 'i' : character.toLowerCase())).join('');

/** By code points, as UTF-8 sorts. */
export function compareText(one: string, other: string): number {
  const [left, right] = [[...one], [...other]];
  for (let index = 0; index < Math.min(left.length, right.length); index += 1) {
    const difference = left[index]!.codePointAt(0)! - right[index]!.codePointAt(0)!;
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}
