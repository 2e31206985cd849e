/** That one person has set up and that still send. */
export const mostSchedules = 20;
export const mostReaders = 50;
export const mostMailedRows = 25;
/** Of a grid, in a mail; the others are in the grid. */
export const mostMailedColumns = 8;
/** Of a chart, in a mail. */
export const mostMailedPoints = 12;
/** A mail that has ended is listed for so long. */
export const listedDaysAfterEnd = 30;
