/** What a spreadsheet would run: it begins with one of these (Specification of CSV injection by OWASP). */
const startsFormula = /^[=+\-@\t\r]/;
/** Signed numbers and phones begin so as well, and must come back as they went. */
const isHarmless = /^(-\d[\d,]*(\.\d+)?|\+\d[\d ().-]*)$/;

/** One cell of CSV (RFC 4180), with formulas made into text. */
export function csvCell(text: string): string {
  const safe = startsFormula.test(text) && !isHarmless.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`;
