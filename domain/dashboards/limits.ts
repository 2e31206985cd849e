export const longestDashboardName = 100;
/** Of one person, those that are deleted left out. */
export const mostDashboards = 50;
export const longestEmbedText = 100;
export const longestServerUrl = 300;
export const shortestEmbedKey = 16;
export const longestEmbedKey = 200;
/** Seconds for which one signed address is good. */
export const shortestExpiration = 60;
export const longestExpiration = 86_400;
export const usualExpiration = 3600;
export const mostWidgets = 24;
export const longestChartTitle = 100;
/** Of twelve columns. */
export const widthRange = { least: 3, most: 12 } as const;
/** Rows of the board. */
export const heightRange = { least: 1, most: 6 } as const;
/** A ring with more of them cannot be read. */
export const mostSlices = 6;
/** Beside the others, in a stack. */
export const mostSeries = 5;
export const mostBars = 12;
/** Beyond them a pivot table is cut, and says so. */
export const mostPivotRows = 200;
export const mostPivotColumns = 24;
