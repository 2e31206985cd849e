import { guardFormula } from '../values/formula-guard.ts';

/** One cell of CSV (RFC 4180), with formulas made into text. */
export function csvCell(text: string): string {
  const safe = guardFormula(text);
  // A semicolon or a tab parts cells elsewhere: unquoted, what follows it would begin a cell of its own there.
  return /[",;\t\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`;
