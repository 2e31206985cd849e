/** Records shown of each group of what is assigned. */
export const mostShownOfGroup = 5;
/** Changes that are read and counted; more are said as "1,000+". */
export const mostChangesCounted = 1000;
/** Lines shown of them. */
export const mostChangeLines = 12;
/** Records that one line can lead to: their numbers stand in the address. */
export const mostNumbersOfLine = 200;
/** A change further back than this is history, not news. */
export const longestNewsMs = 8 * 24 * 60 * 60 * 1000;
export const longestPaletteText = 100;
export const mostFoundOfType = 4;
