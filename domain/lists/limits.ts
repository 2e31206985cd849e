export const longestListName = 100;
export const longestListDescription = 500;
export const longestListValue = 200;
/** As many as one dialog saves at once. */
export const mostListValues = 20_000;
