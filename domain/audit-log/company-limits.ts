/** The largest page of the company's audit log; Specification 9 has 25 (see page.ts). */
export const largestCompanyPage = 100;
/** Beyond it the count reads 'more than'. */
export const mostAuditCounted = 10_000;
/** How many entries a file holds at most. */
export const mostAuditExported = 100_000;
export const longestAuditSearch = 100;
export const mostAuditNamed = 500;
