/** Of more the number is told. */
export const mostPlacesOfKind = 100;
/** How long one count may keep the database busy. */
export const whereUsedBudgetMs = 3000;
