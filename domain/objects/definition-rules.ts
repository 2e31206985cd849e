// What an administrator may make of an object: its name and its properties (Specification 3, object definition).
import { dataTypes, type DataType } from '../fields/data-types.ts';
import { Refusal, invalid } from '../kernel/refusal.ts';
import { valueOf } from '../values/values.ts';
import { longestObjectName, longestPropertyName, mostProperties } from './limits.ts';
import type { ObjectProperty } from './object-property.ts';

/** A property as it is to stand; its place is that among the others. */
export type PropertyDraft = {
  /** Null for a new one. */
  readonly id: number | null;
  readonly name: string;
  readonly dataType: string;
  readonly isRequired: boolean;
  readonly isDisplayable: boolean;
  readonly enabled: boolean;
  readonly listId: number | null;
};

/** An object within an object and a file within one are not kept. */
export const propertyDataTypes: readonly DataType[] = dataTypes.filter(
  (dataType) => valueOf(dataType).family !== 'opaque' && dataType !== 'object' && dataType !== 'attachment',
);

/** Whether its values are chosen from a list. */
export const isChosen = (dataType: string): boolean =>
  propertyDataTypes.some((known) => known === dataType && valueOf(known).choosing !== null);

const fold = (name: string): string => name.trim().replace(/\s+/g, ' ').toLowerCase();

export function whyNotObjectName(name: string): string | null {
  const { length } = name.trim();
  if (length < 2) return 'The name has at least 2 characters.';
  return length > longestObjectName ? `The name has at most ${longestObjectName} characters.` : null;
}

/**
 * Why the properties cannot be saved, or null, and which is at fault by its index. What stood there before and is not
 * changed is not judged again.
 */
export function whyNotProperties(
  drafts: readonly PropertyDraft[],
  before: readonly ObjectProperty[],
): { readonly index: number; readonly sentence: string } | null {
  if (drafts.length > mostProperties)
    return { index: mostProperties, sentence: `An object has at most ${mostProperties} properties.` };
  const byId = new Map(before.map((property) => [property.id, property]));
  const names = new Set<string>();
  for (const [index, draft] of drafts.entries()) {
    const old = draft.id === null ? undefined : byId.get(draft.id);
    const name = draft.name.trim();
    if (name === '') return { index, sentence: 'A property has no name.' };
    if (name.length > longestPropertyName)
      return { index, sentence: `The name of a property has at most ${longestPropertyName} characters.` };
    if (draft.enabled) {
      if (names.has(fold(name))) return { index, sentence: `“${name}” stands in the object twice.` };
      names.add(fold(name));
    }
    if (old?.dataType === draft.dataType && old.listId === draft.listId) continue;
    if (!propertyDataTypes.some((known) => known === draft.dataType))
      return { index, sentence: `Choose what ${name} holds.` };
    if (isChosen(draft.dataType) && draft.listId === null)
      return { index, sentence: `Choose the list that ${name} is chosen from.` };
  }
  return null;
}

/** Whether values that are there would not be read as they were written. */
export const isRetyped = (draft: PropertyDraft, old: ObjectProperty): boolean =>
  draft.dataType !== old.dataType || draft.listId !== old.listId;

/** Where objects of a definition stand, and how many hold a value of each property. */
export type ObjectUse = {
  readonly fields: readonly { readonly name: string; readonly recordType: string }[];
  readonly lists: readonly string[];
  readonly records: number;
  readonly listValues: number;
  /** By property; one that nothing holds is absent. */
  readonly properties: readonly {
    readonly propertyId: number;
    readonly records: number;
    readonly listValues: number;
  }[];
};

const counted = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;

function holders({ records, listValues }: { records: number; listValues: number }): string {
  const parts = [
    ...(records > 0 ? [counted(records, 'record', 'records')] : []),
    ...(listValues > 0 ? [counted(listValues, 'value of a list', 'values of lists')] : []),
  ];
  return parts.join(' and ');
}

/** "Used by 2 fields on Purchase orders and by the list Depots, 212 records hold one." */
export function describeUse({ fields, lists, records, listValues }: ObjectUse): string {
  if (fields.length === 0 && lists.length === 0) return 'Not used by any field or list yet.';
  const types = [...new Set(fields.map(({ recordType }) => recordType))];
  const users = [
    ...(fields.length > 0 ? [`${counted(fields.length, 'field', 'fields')} on ${types.join(', ')}`] : []),
    ...(lists.length > 0 ? [`the ${lists.length === 1 ? 'list' : 'lists'} ${lists.join(', ')}`] : []),
  ];
  const held = holders({ records, listValues });
  const verb = records + listValues === 1 ? 'holds' : 'hold';
  return `Used by ${users.join(' and by ')}, ${held === '' ? 'nothing holds one yet' : `${held} ${verb} one`}.`;
}

const held = (use: ObjectUse, propertyId: number) =>
  use.properties.find((one) => one.propertyId === propertyId) ?? { records: 0, listValues: 0 };

/** Why the type of a property stays, or null. Its values would be read as something else. */
export function whyNotRetyped(name: string, propertyId: number, use: ObjectUse): string | null {
  const who = holders(held(use, propertyId));
  if (who === '') return null;
  return `${name} has a value in ${who}: its type is changed by “Change type…” beside the property, which says first what becomes of them.`;
}

/** What becomes of the objects that are there, a sentence a change; the greatest loss first. */
export function describeChange(
  drafts: readonly PropertyDraft[],
  before: readonly ObjectProperty[],
  use: ObjectUse,
): string[] {
  const byId = new Map(drafts.flatMap((draft) => (draft.id === null ? [] : [[draft.id, draft]])));
  const lost = before.filter(({ id, enabled }) => enabled && byId.get(id)?.enabled !== true);
  const sentences = lost.map((property) => {
    const who = holders(held(use, property.id));
    if (who === '') return `${property.name} is disabled; nothing has a value of it.`;
    return `${property.name} is disabled: ${who} keep the value, and nobody sees it until it is enabled again.`;
  });
  const wasRequired = new Set(before.filter(({ isRequired }) => isRequired).map(({ id }) => id));
  for (const { id, name, isRequired, enabled } of drafts) {
    if (!enabled || !isRequired || (id !== null && wasRequired.has(id))) continue;
    const having = id === null ? { records: 0, listValues: 0 } : held(use, id);
    const lacking = use.records + use.listValues - having.records - having.listValues;
    if (lacking > 0)
      sentences.push(
        `${name} is required from now on: ${counted(lacking, 'object has', 'objects have')} none, and stay valid until somebody edits them.`,
      );
  }
  const told = displayOf(drafts);
  const was = displayOf(before.toSorted((one, other) => one.order - other.order));
  if (told !== was && told !== '' && was !== '')
    sentences.push(`Objects are shown by ${told}, no longer by ${was}.`);
  return sentences;
}

const displayOf = (
  properties: readonly { name: string; enabled: boolean; isDisplayable: boolean }[],
): string =>
  properties
    .filter(({ enabled, isDisplayable }) => enabled && isDisplayable)
    .map(({ name }) => name.trim())
    .join(', ');

export const objectNameTaken = (name: string) => invalid(`There is an object “${name}” already.`, 'name');
export const objectChangedMeanwhile = (current: Readonly<Record<string, unknown>>) =>
  new Refusal('CONFLICT', 'Somebody has changed this object since you opened it.', { details: { current } });
