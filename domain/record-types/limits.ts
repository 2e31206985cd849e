export const longestTypeName = 100;
export const longestFieldName = 100;
export const longestHelp = 500;
export const longestSection = 60;
/** Of fields, statuses, problem codes and fields of lines alike. */
export const mostOfAType = 300;
/** A record number is a whole number that is exact to 15 digits: prefix, year and counter together. */
export const mostNumberDigits = 15;
