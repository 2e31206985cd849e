export const longestPreferenceName = 100;
/** Of a grid that is not of a record type. */
export const longestGridName = 100;
/** Of one person, or of one role, on one grid. */
export const mostPreferences = 100;
export const mostChangedAtOnce = 100;
/** As JSON: a filter by some thousand pasted values fits. */
export const largestGridOptions = 100_000;
export const mostColumns = 1000;
/** Pixels. */
export const widestColumn = 2000;
