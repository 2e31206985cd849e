// Record numbers may be double: the specification states no uniqueness. Who writes one that is there already is asked.
import { request } from '../../platform/graphql/request.ts';
import { findMatching } from './api.ts';

export const numberTaken = (number: string): string => `There is already a record ${number}.`;

/**
 * Which of the numbers other records of the type hold, as far as the viewer may see them. It is a warning and no
 * condition: what cannot be asked is not taken.
 */
export async function findTakenNumbers(
  recordTypeId: number,
  numbers: readonly string[],
  own: ReadonlySet<number> = new Set(),
): Promise<ReadonlySet<string>> {
  const wanted = [...new Set(numbers.filter((number) => /^\d{1,15}$/.test(number)))];
  if (wanted.length === 0) return new Set();
  const data = {
    recordTypeId,
    enabled: false,
    filters: [
      {
        fieldId: 0,
        field: 'recordNumber',
        logicOperator: 'AND' as const,
        priority: 0,
        filterCriteria: { operator: 'isAnyOf' as const, values: wanted },
      },
    ],
  };
  const pagination = { offset: 0, limit: 3 * wanted.length + own.size };
  const answer = await request(findMatching, { data, pagination }).catch(() => null);
  const records = answer?.filterAndSortRecordHeader.records ?? [];
  return new Set(
    records.flatMap(({ id, recordNumber }) =>
      own.has(id) || recordNumber === null ? [] : [String(recordNumber)],
    ),
  );
}
