// The audit log is divided by month, by ids that say the month (docs/decisions/065). PostgreSQL plans a question for every
// month that it could concern, which costs more than reading: who wants the newest says so by an id.

/** Ids from before there were months are smaller. */
export const firstMonthId = 1_000_000_000_000;

/** The first id of the month of that moment, or of one before it: as `audit_month_start` makes it in the database. */
export function auditMonthStart(atMs: number, monthsBefore = 0): number {
  const at = new Date(atMs);
  return ((at.getUTCFullYear() - 2000) * 12 + at.getUTCMonth() - monthsBefore) * firstMonthId;
}

/** Where nearly all that is looked at stands: this month and the two before it. */
export const newestMonths = (): number => auditMonthStart(Date.now(), 2);

/**
 * Entries of a month and later, and those from before there were months.
 *
 * @param from a place of a value: a month's first id
 */
export const fromMonth = (from: string): string => `(entry.id >= ${from} or entry.id < ${firstMonthId})`;
