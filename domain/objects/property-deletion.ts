// A property that is deleted is gone from every object at once, can be put back for a while, and is then taken out of the objects
// in the background (decision 141).
import { deletionGraceDays } from '../kernel/deletion.ts';
import { showCount } from '../kernel/formats.ts';
import { Refusal } from '../kernel/refusal.ts';

const whatPropertyDeletionDoes = `It is gone at once from every object, form, export and list. For ${deletionGraceDays} days it can be put back, with every value as it was. After that its values are deleted for good; the history keeps what was written of it, under its name.`;

/** What its deletion takes, before it is done: how many objects hold it, if any, and what becomes of them. */
export function sayPropertyDeletion({
  records,
  listValues,
}: {
  readonly records: number;
  readonly listValues: number;
}): string {
  const holders = [
    ...(records > 0 ? [`${showCount(records)} ${records === 1 ? 'record' : 'records'}`] : []),
    ...(listValues > 0
      ? [`${showCount(listValues)} ${listValues === 1 ? 'value of a list' : 'values of lists'}`]
      : []),
  ];
  if (holders.length === 0) return whatPropertyDeletionDoes;
  const verb = records + listValues === 1 ? 'has' : 'have';
  return `${holders.join(' and ')} ${verb} a value of it. ${whatPropertyDeletionDoes}`;
}

export const disableFirst = (name: string) =>
  new Refusal('CONFLICT', `“${name}” is in use. Disable it first, then delete it.`);

export const notPropertyBeingDeleted = () => new Refusal('CONFLICT', 'This property is not being deleted.');
