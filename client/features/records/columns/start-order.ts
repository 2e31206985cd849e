import { findLeadingFields } from '../leading-fields.ts';
import { isBase, type RecordField } from '../record-field.ts';

export type ColumnStart = { readonly hidden: readonly string[]; readonly left: readonly string[] };

/** What is the same for all records of a type, or of use to few: there, and shown when it is asked for. */
const quiet: ReadonlySet<string> = new Set(['id', 'tenant', 'recordType', 'isProject', 'level']);

/** Which columns are hidden and pinned until somebody chooses. */
export const columnStartOf = (fields: readonly RecordField[], isSuper: boolean): ColumnStart => ({
  hidden: fields
    .filter(({ key, visibility }) => !visibility || (quiet.has(key) && !(isSuper && key === 'recordType')))
    .map(({ key }) => key),
  left: fields.some(({ key, visibility }) => key === 'recordNumber' && visibility) ? ['recordNumber'] : [],
});

/**
 * What tells records apart comes first, so that it is in the first screen of a type with many fields; then what the
 * tenant added to the type, then what every record has.
 */
export function inStartOrder(fields: readonly RecordField[]): readonly RecordField[] {
  const { party, amount, date, person } = findLeadingFields(fields);
  const leading = [party, amount, date, person].map((field) => field?.key);
  const foremost = ['recordNumber', 'recordType', 'status', ...leading, 'problemCode'];
  const rank = (field: RecordField) => {
    const place = foremost.indexOf(field.key);
    if (place >= 0) return place;
    return isBase(field) ? foremost.length + 1 : foremost.length;
  };
  return fields.toSorted((one, other) => rank(one) - rank(other) || one.order - other.order);
}
