export const longestListName = 100;
export const longestListDescription = 500;
export const longestListValue = 200;
/** As many as one dialog saves at once. */
export const mostListValues = 20_000;
/** Values of which it is asked at once how many records hold them. */
export const mostCountedValues = 100;
/** Of more it is said that there are more. */
export const mostCountedRecords = 1000;
