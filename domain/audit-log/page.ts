import { invalid } from '../kernel/refusal.ts';

/** Specification 9. */
export const auditPage = 25;
const largestAuditPage = 500;

export type AuditSlice = { readonly offset: number; readonly limit: number };

/** Which entries are asked for; the specification's client says so inside its data or beside it. */
export function parseAuditSlice(
  inside: AuditSlice | null | undefined,
  beside: AuditSlice | null | undefined,
): AuditSlice {
  if (inside != null && beside != null)
    throw invalid('The pagination stands inside data or beside it, not in both.', 'pagination');
  const { offset, limit } = inside ?? beside ?? { offset: 0, limit: auditPage };
  if (offset < 0) throw invalid('The offset cannot be negative.', 'pagination.offset');
  if (limit < 1 || limit > largestAuditPage)
    throw invalid(`A page has from 1 to ${largestAuditPage} entries.`, 'pagination.limit');
  return { offset, limit };
}
