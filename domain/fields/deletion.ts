// A field that is deleted is gone from every screen at once, can be put back for a while, and is then emptied in the background
// (decision 141).
import { deletionGraceDays } from '../kernel/deletion.ts';
import { Refusal } from '../kernel/refusal.ts';

export const whatFieldDeletionDoes = `It is gone at once from every screen, filter, export and formula. For ${deletionGraceDays} days it can be put back, with every value as it was. After that its values are deleted for good; the history keeps what was written of it, under its name.`;

/** What the history calls a field that is gone. */
export const deletedFieldName = (name: string): string => `${name} (deleted)`;

export const switchOffFirst = (name: string) =>
  new Refusal('CONFLICT', `“${name}” is in use. Switch it off first, then delete it.`);

/** @param roles that see only the records that the field lets them see */
export const confinesRoles = (name: string, roles: readonly string[]) =>
  new Refusal(
    'CONFLICT',
    `“${name}” confines ${roles.join(', ')}: without it nobody could say which records ${roles.length === 1 ? 'that role sees' : 'those roles see'}. Change the confinement first.`,
  );

export const notFieldBeingDeleted = () => new Refusal('CONFLICT', 'This field is not being deleted.');
