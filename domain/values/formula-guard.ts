// An apostrophe is how a spreadsheet is told that a cell is text and no formula. What goes out to one is guarded by it
// (CSV injection, OWASP), and what comes in from one is freed of it: `unguardFormula(guardFormula(text)) === text`.

/** What a spreadsheet would run begins with one of these, full-width ones among them; apostrophes may stand before it. */
const startsFormula = /^'*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;
/** Signed numbers, phones and a lone dash begin so as well, and are no formulas. */
const isHarmless = /^(-\d[\d,]*(\.\d+)?|\+\d[\d ().-]*|-)$/;

export const guardFormula = (text: string): string =>
  startsFormula.test(text) && !isHarmless.test(text) ? `'${text}` : text;

export const unguardFormula = (cell: string): string =>
  cell.startsWith("'") && startsFormula.test(cell) ? cell.slice(1) : cell;
