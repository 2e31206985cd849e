/** Of more the number is told. */
export const mostPlacesOfKind = 100;
/** How long one count may keep the database busy. */
export const whereUsedBudgetMs = 3000;
/** As many cells as a role's access changes at once. */
export const mostProposedChanges = 2000;
/** Of more it is not asked how many records hold each. */
export const mostChangesCounted = 50;
