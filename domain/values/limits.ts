/** The longest text of one line. */
export const longestLine = 500;
/** The longest text of several lines. */
export const longestText = 100_000;
/** Numbers are kept as binary doubles: whole numbers are exact to here. */
export const largestNumber = Number.MAX_SAFE_INTEGER;
