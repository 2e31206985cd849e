export const mostGroups = 3;
/** A grid has a footer under each of its columns. */
export const mostMeasures = 100;
export const mostGroupRows = 5000;
/** Of one level of a grid; the others are counted. */
export const mostShownGroups = 1000;
export const defaultGroupRows = 100;
/** How long one question may keep the database busy. */
export const aggregateBudgetMs = 5000;
/**
 * How many questions of one company are answered at once, how many of all, and how many of one wait their turn; those over
 * many records have turns of their own.
 */
export const aggregateTurns = { ofCompany: 1, atOnce: 4, atOnceOfMany: 2, mostWaiting: 40 };
