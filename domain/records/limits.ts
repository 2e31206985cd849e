/** Specification 9. */
export const pageSizes = [25, 50, 100, 200, 500, 1000, 2000, 3000] as const;
export const defaultPageSize = 25;
export const largestPageSize = 3000;
export const appliedPreferencePageSizeCap = 200;
export const pageDebounceMs = 500;
export const skeletonRows = 12;
export const selectionCap = 100;
export const defaultRecordTypeId = 3;

export const mostFilters = 50;
export const mostFilterValues = 5000;
export const mostSorts = 5;
export const longestSearch = 200;
export const longestIdempotencyKey = 200;
/** The longest text that a typed slot holds; longer text is kept in the overflow. */
export const longestSlotText = 500;
export const longestText = 100_000;
/** Numbers are kept as binary doubles: whole numbers are exact to here. */
export const largestNumber = Number.MAX_SAFE_INTEGER;
