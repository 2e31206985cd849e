/** Specification 9. */
export const pageSizes = [25, 50, 100, 200, 500, 1000, 2000, 3000] as const;
export const defaultPageSize = 25;
export const largestPageSize = 3000;
export const appliedPreferencePageSizeCap = 200;
export const pageDebounceMs = 500;
export const selectionCap = 100;
export const defaultRecordTypeId = 3;

export const mostFilters = 50;
export const mostFilterValues = 5000;
export const mostSorts = 5;
export const longestSearch = 200;
export const longestIdempotencyKey = 200;
