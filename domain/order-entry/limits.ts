export const largestOrderFileBytes = 50_000_000;
export const mostOrderFileRows = 200_000;
/** Of what is wrong with a file, how much is told; the rest is counted. */
export const mostToldFaults = 200;
export const orderFileLinkTtlMs = 60_000;
/** Of one order, chosen of the dealer's options. */
export const mostOrderLines = 1000;
/** Pieces of one line. */
export const mostLineQuantity = 99_999;
/** Steps of the search for what an option needs with it: longer chains are given up. */
export const longestWay = 500;
export const longestFormName = 120;
/** The last ones of a person, to order one again. */
export const mostPastOrders = 50;
