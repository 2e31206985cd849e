/** As the database holds it (migration record_trees): the root is the first level. */
export const mostLevels = 20;
/** Records that are linked, moved or taken out at once. */
export const mostMovedAtOnce = 100;
/** Children that are read at once. */
export const childPage = 50;
export const largestChildPage = 200;
/** Records that are deleted with what they stand under. */
export const mostDeletedAtOnce = 1000;
