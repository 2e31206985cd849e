/** Text without regard to case, as the database folds it: each character by its own small letter. 'İ' is an i, and 'ß' is not SS. */
export const foldCase = (text: string): string =>
  [...text].map((character) => [...character.toLowerCase()][0] ?? '').join('');

/** In the order of the grid: without regard to case, by code points. */
export function compareFolded(one: string, other: string): number {
  if (one === other) return 0;
  const [left, right] = [[...foldCase(one)], [...foldCase(other)]];
  const length = Math.min(left.length, right.length);
  for (let at = 0; at < length; at += 1) {
    const difference = left[at]!.codePointAt(0)! - right[at]!.codePointAt(0)!;
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}
