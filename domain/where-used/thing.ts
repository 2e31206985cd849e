// What can be asked "where is this used?": everything that a company configures.

export const thingKinds = [
  'RECORD_TYPE',
  'FIELD',
  'LINE_TYPE',
  'LINE_FIELD',
  'STATUS',
  'PROBLEM_CODE',
  'LIST',
  'LIST_VALUE',
  'OBJECT',
  'OBJECT_PROPERTY',
  'ROLE',
  'MENU_ITEM',
  'USER',
] as const;

export type ThingKind = (typeof thingKinds)[number];

/** `id` is its own; of a FIELD it is that of the record type, and `fieldKey` says which: 'status', 'f12'. */
export type Thing = { readonly kind: ThingKind; readonly id: number; readonly fieldKey: string | null };

export const aThing = (kind: Exclude<ThingKind, 'FIELD'>, id: number): Thing => ({
  kind,
  id,
  fieldKey: null,
});
export const aField = (recordTypeId: number, fieldKey: string): Thing => ({
  kind: 'FIELD',
  id: recordTypeId,
  fieldKey,
});

/** The same text for the same thing. */
export const keyOfThing = ({ kind, id, fieldKey }: Thing): string => `${kind} ${id} ${fieldKey ?? ''}`;

/** What is said where it is not there. */
export const thingNames: Readonly<Record<ThingKind, string>> = {
  RECORD_TYPE: 'The record type',
  FIELD: 'The field',
  LINE_TYPE: 'The kind of lines',
  LINE_FIELD: 'The field',
  STATUS: 'The status',
  PROBLEM_CODE: 'The problem code',
  LIST: 'The list',
  LIST_VALUE: 'The value',
  OBJECT: 'The object',
  OBJECT_PROPERTY: 'The property',
  ROLE: 'The role',
  MENU_ITEM: 'The menu item',
  USER: 'The person',
};
