import { mostColumnsOfTable, mostLinesOfTable } from '@rowhouse/domain/line-items/limits.ts';

/** Why a file cannot be taken, in a sentence for whoever chose it. */
export class WorkbookFault extends Error {}

export const damaged = () =>
  new WorkbookFault(
    'The file is damaged, or not whole. Open it in your spreadsheet program and save it again.',
  );

export const noWorkbook = () =>
  new WorkbookFault('This is no Excel workbook. Save it as .xlsx or CSV and choose that file.');

export const locked = () =>
  new WorkbookFault('The workbook is protected by a password. Save it without one and choose it again.');

export const tooLargeUnpacked = () =>
  new WorkbookFault('The file holds far more than lines: unpacked it is too large. Import it in parts.');

export const tooLarge = () => new WorkbookFault('The file is larger than 5 MB. Import it in parts.');

export const tooManyLines = () =>
  new WorkbookFault(
    `At most ${mostLinesOfTable.toLocaleString('en-US')} lines can be added at once. Import the sheet in parts.`,
  );

export const tooManyColumns = () =>
  new WorkbookFault(
    `The sheet has more than ${mostColumnsOfTable} columns. Leave only those of the lines and choose it again.`,
  );

export const tooSlow = () =>
  new WorkbookFault('The file took too long to read. Import it in parts, or save it as CSV first.');

export const notRead = () =>
  new WorkbookFault('The file could not be read just now. Try again, or import it in parts.');
