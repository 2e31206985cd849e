/** What one bulk change takes: the set is fixed when it starts, and each record is reported. */
export const mostBulkRecords = 100_000;
/** Of one person at a time. */
export const mostRunning = 5;
/** What became of each record, and what it held before, is kept for so long: undone can be what is younger. */
export const bulkChangeKeptDays = 30;
export const sampleSize = 5;
export const largestReportPage = 3000;
