export const mostLinesOfRecord = 20_000;
/** In one request; what is more goes in several. */
export const mostLinesAtOnce = 1000;
/** Whose lines can be asked for in one request. */
export const mostRecordsOfLines = 100;
/** Of one spreadsheet. */
export const mostLinesOfTable = 5000;
/** Those that hold something. */
export const mostColumnsOfTable = 500;
export const largestTableBytes = 5_000_000;
/** What the parts of a workbook that are read may come to, unpacked. */
export const largestUnpackedBytes = 200_000_000;
/** Of these that part which is kept in memory: its texts and formats. */
export const largestKeptBytes = 40_000_000;
export const longestReadingMs = 15_000;
