import { showCount } from '../kernel/formats.ts';
import { z } from 'zod';
import { Refusal, invalid } from '../kernel/refusal.ts';
import type { Viewer } from '../kernel/viewer.ts';
import { longestListDescription, longestListName, longestListValue, mostListValues } from './limits.ts';

/** Of the specification's list types those that a company makes by itself. */
export const listTypes = ['Value', 'User', 'Object'] as const;

/** Specification 5, list form. */
export const listForm = z.object({
  name: z
    .string()
    .trim()
    .min(2, 'The name has at least 2 characters.')
    .max(longestListName, `The name has at most ${longestListName} characters.`),
  description: z
    .string()
    .trim()
    .min(2, 'The description has at least 2 characters.')
    .max(longestListDescription, `The description has at most ${longestListDescription} characters.`),
  backofficeManaged: z.boolean({ error: 'backoffice managed is required' }),
  listType: z.enum(listTypes, { error: 'List Type is required' }),
});

export const chooseObject = 'Choose the object that its values are.';

/** Whether its values are kept here: what people type, whom they choose, or objects. Others are kept elsewhere. */
export const hasOwnValues = (listType: string): boolean => listTypes.some((ownType) => ownType === listType);

export type ListValueDraft = {
  /** Null for a new one. */
  readonly id: number | null;
  readonly value: string;
  /** The person that it stands for, in a list of users. */
  readonly userId: number | null;
  /** The object that it is, as JSON by the ids of properties, in a list of objects. */
  readonly objectText?: string | null;
  readonly enabled: boolean;
};

/** Two values that people would take for the same. */
export const foldListValue = (value: string): string => value.trim().replace(/\s+/g, ' ').toLowerCase();

/**
 * Why the values cannot be saved, or null, and which of them is at fault by its index. Values that stood there before
 * and are not changed are not judged: an import may have made them.
 */
export function whyNotListValues(
  drafts: readonly ListValueDraft[],
  isChanged: (draft: ListValueDraft) => boolean,
): { readonly index: number; readonly sentence: string } | null {
  if (drafts.length > mostListValues)
    return {
      index: mostListValues,
      sentence: `A list has at most ${mostListValues.toLocaleString('en-US')} values.`,
    };
  const standing = new Map<string, number>();
  for (const [index, draft] of drafts.entries())
    if (draft.enabled && !isChanged(draft)) standing.set(foldListValue(draft.value), index);
  for (const [index, draft] of drafts.entries()) {
    if (!isChanged(draft)) continue;
    const value = draft.value.trim();
    if (value === '') return { index, sentence: 'A value is empty.' };
    if (value.length > longestListValue)
      return { index, sentence: `A value has at most ${longestListValue} characters.` };
    if (!draft.enabled) continue;
    const folded = foldListValue(value);
    if (standing.has(folded)) return { index, sentence: `“${value}” stands in the list twice.` };
    standing.set(folded, index);
  }
  return null;
}

/** One value a line, as basic entry takes them; empty lines are none. */
export const readListLines = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim().replace(/\s+/g, ' '))
    .filter((line) => line !== '');

export const managedByBackoffice = 'The back office manages this list: it cannot be changed here.';
export const refuseManaged = () => new Refusal('FORBIDDEN', managedByBackoffice);
export const refuseForeignKind = () =>
  invalid('The values of this list are kept where they come from.', 'listId');

export const listChangedMeanwhile = (current: Readonly<Record<string, unknown>>) =>
  new Refusal('CONFLICT', 'Somebody has changed this list since you opened it.', { details: { current } });

export const listNameTaken = (name: string) => invalid(`There is a list “${name}” already.`, 'name');

/** Why one value of it is not made or changed where values are chosen, or null. */
export const whyNotNewValue = (list: {
  readonly listType: string;
  readonly backofficeManaged: boolean;
}): Refusal | null => {
  if (list.backofficeManaged) return refuseManaged();
  return list.listType === 'Value' || list.listType === 'Object' ? null : refuseForeignKind();
};

/** Whether the viewer may add values to the list where one is chosen; undefined: to no list. */
export const takesNewValues = (
  { administers }: Pick<Viewer, 'administers'>,
  list: Parameters<typeof whyNotNewValue>[0] | undefined,
): boolean => administers && list !== undefined && whyNotNewValue(list) === null;

/** 'Used by 214 records', before a value is disabled. */
export function sayUse({ records, isMore }: { readonly records: number; readonly isMore: boolean }): string {
  if (records === 0) return 'Used by no record';
  return `Used by ${isMore ? 'more than ' : ''}${showCount(records)} ${records === 1 ? 'record' : 'records'}`;
}
