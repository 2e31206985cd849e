export const mostLinesOfRecord = 20_000;
/** In one request; what is more goes in several. */
export const mostLinesAtOnce = 1000;
/** Whose lines can be asked for in one request. */
export const mostRecordsOfLines = 100;
/** Specification 9. */
export const lineHistoryPage = 25;
/** Of one spreadsheet. */
export const mostLinesOfTable = 5000;
export const largestTableBytes = 5_000_000;
