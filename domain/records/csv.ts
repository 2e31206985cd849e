/** What a spreadsheet would run: it begins with one of these, full-width ones among them (CSV injection, OWASP). */
const startsFormula = /^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;
/** Signed numbers and phones begin so as well, and must come back as they went. */
const isHarmless = /^(-\d[\d,]*(\.\d+)?|\+\d[\d ().-]*)$/;

/** One cell of CSV (RFC 4180), with formulas made into text. */
export function csvCell(text: string): string {
  const safe = startsFormula.test(text) && !isHarmless.test(text) ? `'${text}` : text;
  // A semicolon or a tab parts cells elsewhere: unquoted, what follows it would begin a cell of its own there.
  return /[",;\t\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`;
