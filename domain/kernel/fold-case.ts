/** Text without regard to case, as the database folds it: each character by its own small letter. 'İ' is an i, and 'ß' is not SS. */
export const foldCase = (text: string): string =>
  [...text].map((character) => [...character.toLowerCase()][0] ?? '').join('');
