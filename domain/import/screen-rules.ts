// What is said to whoever imports a file in the browser, and what they may choose there.
import { showCount } from '../kernel/formats.ts';
import { mostLevels } from '../projects/limits.ts';
import { mostImportColumns, mostImportRows } from './limits.ts';

/** Before the columns of rows that came back with their reasons. No column of a file is called so by chance. */
export const reportHeaders: readonly string[] = ['Rejected row', 'Rejected because'];

/** What becomes of a row whose record number a record has already. */
export type ExistingRecords = 'UPDATE' | 'REFUSE';

export const tooManyImportRows = `At most ${showCount(mostImportRows)} rows can be imported at once. Split the file, or import it by the command line.`;
export const tooManyImportColumns = `At most ${mostImportColumns} columns can be imported. Leave out those that are not needed.`;
export const judgedAnew = 'The file was looked at again since, with other choices. Look at what it says now.';
export const noText = 'This row holds signs that are no text.';
export const startedBefore = 'This import was started already.';
export const nothingToImport = 'No row of the file can be imported.';
export const tooManyFiles =
  'You have sent many files without importing them. Import one of them, or wait a day.';
export const notYetMade = 'Created At lies in the future.';
/** @param type of another record type than the file's its name; null for that one */
export const noParent = (number: number, type: string | null = null): string =>
  type === null
    ? `Parent: there is no record ${number} to stand under. If it is in this file, its row comes first.`
    : `Parent: there is no record ${type} ${number} to stand under.`;
export const notParent =
  "Parent: write the number of a record, or of a record of another type its type and number, as in 'Projects 12'.";
export const tooDeep = `Parent: a project has at most ${mostLevels} levels.`;
export const noRows = 'The file has no rows below its header.';
export const mayNotUpdate = 'Your role cannot change many records at once, so a file can only add records.';

/** One sentence whatever the number is: of many rows it is told once. */
export const recordThere = 'There is already a record with this number.';
export const severalThere = (number: number | string): string =>
  `There are several records ${number}: which of them is meant is not known.`;
export const recordGone = (number: number | null): string =>
  number === null ? 'The record is not there any more.' : `The record ${number} is not there any more.`;
export const rowThere = 'A row further up has this record number already.';
export const givenMeanwhile = (number: number): string =>
  `The number ${number} was given to another row of this file meanwhile.`;

/** '2,310 will be made, 14 will change, 3 cannot' */
export function describeJudgement(counts: {
  readonly making: number;
  readonly changing: number;
  readonly unchanged: number;
  readonly faulty: number;
}): string {
  const { making, changing, unchanged, faulty } = counts;
  return [
    `${showCount(making)} will be made`,
    ...(changing > 0 ? [`${showCount(changing)} will change`] : []),
    ...(unchanged > 0 ? [`${showCount(unchanged)} hold the values already`] : []),
    ...(faulty > 0 ? [`${showCount(faulty)} cannot`] : []),
  ].join(', ');
}
