/** What is imported in the browser at once. The command line takes files of any size. */
export const mostImportRows = 100_000;
export const mostImportColumns = 500;
export const largestImportBytes = 50_000_000;
/** A file travels in parts, each well below what one request may hold. */
export const mostRowsInPart = 2000;
export const largestPartCharacters = 500_000;
export const longestImportCell = 50_000;
/** A file that was not imported is kept for so long. */
export const unusedImportKeptDays = 1;
/** The first rows, as the preview shows them, and the last ones, where a spreadsheet has its totals. */
export const previewedRows = 10;
export const lastPreviewedRows = 2;
export const largestFaultPage = 1000;
/** Of the reasons why rows cannot be imported those that most rows have, each with its first rows. */
export const shownReasons = 50;
export const rowsOfReason = 5;
/** A cell of the preview shows at most so much of a text. */
export const longestShownCell = 200;
