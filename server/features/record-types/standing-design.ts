// What stands in a record type, found by what a request names.
import { notFound } from '@rowhouse/domain/kernel/refusal.ts';
import type { StoredDesign } from './sql.ts';

export function requireDesign(found: StoredDesign | null): StoredDesign {
  if (found === null) throw notFound('The record type');
  return found;
}

/** Of deleted fields and of former types too: their values stay until they are taken away. */
export const takenSlots = ({ fields, deletedFields, retypes }: StoredDesign): (string | null)[] => [
  ...[...fields, ...deletedFields].map(({ slot }) => slot),
  ...retypes.flatMap(({ fromSlot, toSlot }) => [fromSlot, toSlot]),
];

/** What of the field's type is being changed, or can be changed back. */
export const findRetypeOf = (
  { retypes }: Pick<StoredDesign, 'retypes'>,
  field: { readonly fieldId: number; readonly ofLines: boolean },
) =>
  retypes.find(
    ({ fieldId: of, lineTypeId }) => of === field.fieldId && (lineTypeId !== null) === field.ofLines,
  );

/** A field as it stands, of records or of lines. */
export const findFieldOf = (
  { fields, lineTypes }: StoredDesign,
  { id, ofLines }: { readonly id: number; readonly ofLines: boolean },
): StoredDesign['fields'][number] | StoredDesign['lineTypes'][number]['fields'][number] | undefined =>
  (ofLines ? lineTypes.flatMap((one) => one.fields) : fields).find((field) => field.id === id);

export const findDeletedField = (
  { deletedFields }: StoredDesign,
  { id, ofLines }: { readonly id: number; readonly ofLines: boolean },
) => deletedFields.find((one) => one.id === id && (one.lineTypeId !== null) === ofLines);
