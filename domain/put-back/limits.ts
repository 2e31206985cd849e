export const mostEntriesAtOnce = 200;
export const longestReason = 500;
/** Records whose changes are taken back together. */
export const mostUndoneAtOnce = 100;
