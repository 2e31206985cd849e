export const mostEntriesAtOnce = 200;
export const longestReason = 500;
