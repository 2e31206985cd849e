// Record numbers may be double: the specification states no uniqueness. Who writes one that is there already is asked.
import { findByNumbers } from './api.ts';

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
  const mostExpected = 3 * wanted.length + own.size;
  const records = await findByNumbers({ recordTypeId, enabled: false }, wanted, mostExpected).catch(() => []);
  return new Set(
    records.flatMap(({ id, recordNumber }) =>
      own.has(id) || recordNumber === null ? [] : [String(recordNumber)],
    ),
  );
}
