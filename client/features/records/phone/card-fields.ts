import type { RecordColumn } from '../columns/record-columns.tsx';
import { findLeadingFields } from '../leading-fields.ts';
import type { RecordField } from '../record-field.ts';

/** What of a record stands on its card; each where the view shows its column. */
export type CardFields = Partial<
  Record<'status' | 'party' | 'amount' | 'date' | 'person' | 'type', RecordColumn>
>;

export function cardFieldsOf(
  columns: readonly RecordColumn[],
  fields: ReadonlyMap<string, RecordField>,
  shownKeys: readonly string[],
): CardFields {
  const byId = new Map(columns.map((column) => [column.id, column]));
  // In the order of the view, so that who moved a column forward sees it on the card.
  const shown = shownKeys.flatMap((key, order) => {
    const field = fields.get(key);
    return field === undefined ? [] : [{ ...field, visibility: true, order }];
  });
  const { party, amount, date, person } = findLeadingFields(shown);
  const keys = {
    status: 'status',
    type: 'recordType',
    party: party?.key,
    amount: amount?.key,
    date: date?.key,
    person: person?.key,
  };
  const isShown = new Set(shownKeys);
  return Object.fromEntries(
    Object.entries(keys).flatMap(([place, key]) => {
      const column = key !== undefined && isShown.has(key) ? byId.get(key) : undefined;
      return column === undefined ? [] : [[place, column]];
    }),
  );
}
