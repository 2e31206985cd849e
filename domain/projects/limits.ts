/** As the database holds it (migration record_trees): the root is the first level. */
export const mostLevels = 20;
/** Records that are linked, moved or taken out at once. */
export const mostMovedAtOnce = 100;
/** Children that are read at once. */
export const childPage = 50;
export const largestChildPage = 200;
/** Records that are deleted with what they stand under. */
export const mostDeletedAtOnce = 1000;
/** Children that a page of records tells of all its records together. */
export const mostLinkedChildren = 5000;
/** Records whose children one page of a grid asks for. */
export const mostParents = 200;
