// Records that stand under other records (Specification 1 and 3, decision 066). One field decides who may see and change
// the place of a record: Is Project, of the record's own type.
import type { AuthorisedRecordType } from '../access/authorised-record-type.ts';
import { invalid } from '../kernel/refusal.ts';
import { mostDeletedAtOnce, mostLevels, mostMovedAtOnce } from './limits.ts';

/** Whose access is that of the place of a record: hidden, seen or changed. */
export const placeField = 'isProject';

export const maySeePlace = ({ fields }: Pick<AuthorisedRecordType, 'fields'>): boolean =>
  fields.has(placeField);

export const mayChangePlace = ({ fields }: Pick<AuthorisedRecordType, 'fields'>): boolean =>
  fields.get(placeField)?.access === 'Editable';

export type PlaceOutcome = 'moved' | 'unchanged' | 'conflict' | 'cycle' | 'deep' | 'absent';

/** The sentence of an outcome of the database; null of what is as it was asked for. */
export function whyNotPlaced(outcome: PlaceOutcome, name: string, target: string | null): string | null {
  switch (outcome) {
    case 'moved':
    case 'unchanged':
      return null;
    case 'absent':
      return 'The record was not found.';
    case 'conflict':
      return 'Somebody else changed this record since you opened it.';
    case 'cycle':
      return name === target ? `${name} cannot stand under itself.` : `${name} is above ${target}.`;
    case 'deep':
      return `${name} cannot go there: a project has at most ${mostLevels} levels.`;
  }
}

export const mayNotPlace = (name: string): string =>
  `Your role may not change where ${name} stands: Is Project is not editable in its record type.`;

export const deletedNotPlaced = (name: string): string => `${name} is deleted. Show it again first.`;

const hiddenParent = (name: string): string =>
  `${name} stands under a record that you may not see, and stays there.`;

/** A record as far as it matters for a move. */
export type PlacedRecordState = {
  readonly name: string;
  readonly mayPlace: boolean;
  readonly isEnabled: boolean;
};

/**
 * Why a record may not be taken from where it stands, null when it may.
 *
 * @param parent what it stands under; null for none, also where that is deleted and out of sight
 */
export function whyNotTaken(
  record: PlacedRecordState,
  parent: PlacedRecordState | 'hidden' | null,
): string | null {
  if (!record.mayPlace) return mayNotPlace(record.name);
  if (!record.isEnabled) return deletedNotPlaced(record.name);
  if (parent === 'hidden') return hiddenParent(record.name);
  return parent === null || parent.mayPlace ? null : mayNotPlace(parent.name);
}

export const linkedAlready = (name: string, parent: string): string =>
  `${name} stands under ${parent} already. Move it instead.`;

export const notLinked = (name: string): string => `${name} stands under no record.`;

/**
 * Why a record is not deleted with all that stands under it; null when it can be.
 *
 * @param below how many there are, how many of them are out of sight, and a type whose records the role may not delete
 */
export function whyNotDeleteTree(
  name: string,
  below: { readonly count: number; readonly hidden: number; readonly closedType: string | null },
): string | null {
  const alone = `Delete ${name} alone: what stands under it stays.`;
  if (below.hidden > 0)
    return `Under ${name} ${below.hidden === 1 ? 'stands' : 'stand'} ${sayHidden(below.hidden)}. ${alone}`;
  if (below.closedType !== null)
    return `Your role may not delete ${below.closedType}, and some stand under ${name}. ${alone}`;
  return below.count > mostDeletedAtOnce
    ? `More than ${mostDeletedAtOnce.toLocaleString('en')} records stand under ${name}. Delete parts of it first.`
    : null;
}

/** For who deletes records and is not asked what becomes of those below. */
export const sayWhatStays = (count: number): string =>
  ` What stands under ${count === 1 ? 'it' : 'them'} is not deleted.`;

/** '1 record you may not see', null of none */
export const sayHidden = (count: number): string | null =>
  count === 0 ? null : `${count} ${count === 1 ? 'record' : 'records'} you may not see`;

/** @throws INVALID of none, of too many, or of one named twice */
export function requireMoved(ids: readonly number[]): void {
  if (ids.length === 0) throw invalid('Choose at least one record.', 'records');
  if (ids.length > mostMovedAtOnce)
    throw invalid(`At most ${mostMovedAtOnce} records can be moved at once.`, 'records');
  if (new Set(ids).size < ids.length) throw invalid('A record is named twice.', 'records');
}
