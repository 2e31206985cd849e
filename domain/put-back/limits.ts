export const mostEntriesAtOnce = 200;
/** Changes of the configuration. */
export const mostConfiguredAtOnce = 50;
export const longestReason = 500;
/** Records whose changes are taken back together. */
export const mostUndoneAtOnce = 100;
