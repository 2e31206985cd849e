/** Values out of a pasted text: one to a line or a cell of a table; within one line, to a comma or semicolon. */
export function splitPasted(text: string, commas = true): string[] {
  const breaks = /[\r\n\t]/.test(text) ? /[\r\n\t]+/ : commas ? /[;,]+/ : /(?!)/;
  return [...new Set(text.split(breaks).map((value) => value.trim()))].filter((value) => value !== '');
}
