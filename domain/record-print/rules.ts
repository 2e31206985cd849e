/** So many records are printed as one document. */
export const mostPrinted = 50;

export const tooManyPrinted = `The maximum number of records that can be printed together is ${mostPrinted}.`;
export const nothingToPrint = 'Choose at least one record.';

export function whyNotPrint(count: number): string | null {
  if (count === 0) return nothingToPrint;
  return count > mostPrinted ? tooManyPrinted : null;
}

/** Beside its fields and its lines; what was left out is not printed. */
export type PrintChoice = { readonly withComments: boolean; readonly withHistory: boolean };

/** So many comments, and so many entries of its history, are printed of a record: the newest. */
export const mostPrintedBeside = 500;

export const printLinkOver = 'This link has been used or is over. Print once more.';

/** How long a link to a document opens it, once. */
export const printLinkTtlMs = 60_000;

/** The purpose of such a link's grant. */
export const printGrant = 'print';

/**
 * 'Bills 7411.pdf', 'Bills, 12 records.pdf'
 * @param title of the only record, or of what the records are
 */
export function printFileName(title: string, count: number): string {
  const name = title.replace(/[\\/:*?"<>|\p{Cc}]/gu, ' ').trim() || 'Records';
  return count === 1 ? `${name}.pdf` : `${name}, ${count} records.pdf`;
}
