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
/** The first rows, as the preview shows them. */
export const previewedRows = 10;
export const largestFaultPage = 1000;
