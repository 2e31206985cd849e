import { request } from '../../../platform/graphql/request.ts';
import { findMatching } from '../api.ts';
import type { RecordQuery } from '../record-query.ts';
import type { RecordRow } from '../record-row.ts';

/**
 * Which of the saved records the view's filter finds no more. Conditions are folded from the left, so that one more
 * that is joined by AND narrows all before it to these records. Only marks depend on it: a failure marks none.
 */
export async function findStrays(
  query: RecordQuery,
  records: readonly RecordRow[],
): Promise<ReadonlySet<number>> {
  const numbers = records.flatMap(({ recordNumber }) =>
    recordNumber === null ? [] : [String(recordNumber)],
  );
  if (numbers.length < records.length) return new Set();
  const { sort: _, filters = [], ...rest } = query;
  const among = {
    fieldId: 0,
    field: 'recordNumber',
    logicOperator: 'AND' as const,
    priority: (filters ?? []).length,
    filterCriteria: { operator: 'isAnyOf' as const, values: numbers },
  };
  try {
    const data = { ...rest, filters: [...(filters ?? []), among] };
    const pagination = { offset: 0, limit: 3 * records.length };
    const found = (await request(findMatching, { data, pagination })).filterAndSortRecordHeader.records;
    const matching = new Set(found.map(({ id }) => id));
    return new Set(records.map(({ id }) => id).filter((id) => !matching.has(id)));
  } catch {
    return new Set();
  }
}
