import type { AuthorisedField, AuthorisedRecordType } from '../access/authorised-record-type.ts';

/** What a company calls the day by which something must happen, where it keeps that in a field of its own. */
const namesOfDeadlines = /\b(due|deadline|ship|shipping|delivery|needed|expir)/i;

/**
 * The field that says when a record is due, as far as the viewer may see one: the due date, else the first date whose
 * name speaks of a deadline. The record date is none: it always lies in the past.
 */
export function findDeadline({ fields }: AuthorisedRecordType): AuthorisedField | null {
  const dueDate = fields.get('dueDate');
  if (dueDate !== undefined) return dueDate;
  return (
    [...fields.values()].find(
      ({ base, dataType, name }) => base === null && dataType === 'date' && namesOfDeadlines.test(name),
    ) ?? null
  );
}
