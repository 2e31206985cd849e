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
