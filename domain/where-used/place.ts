// A place refers to things: a saved view to its columns, a transition to its statuses, a role to the fields that it may see.
import type { UserId } from '../kernel/ids.ts';

/** Each kind of place is one entry of the registry (server/features/where-used/registry.ts). */
export const placeKinds = [
  'PERSON',
  'INVITATION',
  'MENU_ITEM',
  'ROLE_ACTIONS',
  'FIELD_ACCESS',
  'CONFINEMENT',
  'ACCESS_TEST',
  'SAVED_VIEW',
  'DASHBOARD',
  'FIELD',
  'FORMULA',
  'FILL',
  'OBJECT_PROPERTY',
  'LIST',
  'TRANSITION',
  'FIELD_CONDITION',
  'SUPER_TYPE',
  'NUMBER_SERIES',
  'ORDER_FORM',
  'MAPPING',
  'OFFER',
  'PORTAL',
  'MAIL',
  'WATCHED',
] as const;

export type PlaceKind = (typeof placeKinds)[number];

/** Under which places are listed; in the order of `placeKinds`. */
export const placeTitles: Readonly<Record<PlaceKind, string>> = {
  PERSON: 'People',
  INVITATION: 'Invitations',
  MENU_ITEM: 'Menu',
  ROLE_ACTIONS: 'Actions of roles',
  FIELD_ACCESS: 'Field access of roles',
  CONFINEMENT: 'Confinements',
  ACCESS_TEST: 'Access tests',
  SAVED_VIEW: 'Saved views',
  DASHBOARD: 'Dashboards',
  FIELD: 'Fields',
  FORMULA: 'Formulas',
  FILL: 'Choices that fill fields',
  OBJECT_PROPERTY: 'Properties of objects',
  LIST: 'Lists',
  TRANSITION: 'Transitions between statuses',
  FIELD_CONDITION: 'Conditions of fields',
  SUPER_TYPE: 'Super types',
  NUMBER_SERIES: 'Numbering',
  ORDER_FORM: 'Order forms',
  MAPPING: 'Mappings to other companies',
  OFFER: 'Mappings from other companies',
  PORTAL: 'Portals',
  MAIL: 'Mails on a schedule',
  WATCHED: 'Watched records',
};

/** Where the place is changed or seen: a page by the route of its menu item, or the grid of a record type. */
export type PlaceLink = {
  readonly page: string | null;
  readonly recordTypeId: number | null;
  /** Of the address, without its question mark. */
  readonly search: string;
};

export const toPage = (page: string, search = ''): PlaceLink => ({ page, recordTypeId: null, search });
export const toGrid = (recordTypeId: number, search: string): PlaceLink => ({
  page: null,
  recordTypeId,
  search,
});
/** A record type in its designer, or one part of it by its id. */
export const toDesigner = (recordTypeId: number, tab: string, part?: number): PlaceLink =>
  toPage('record-types', `type=${recordTypeId}&tab=${tab}${part === undefined ? '' : `&part=${part}`}`);

export type Place = {
  readonly kind: PlaceKind;
  readonly name: string;
  /** Whose own it is: of such a place others are told no more than that it is there. */
  readonly owner: UserId | null;
  readonly link: PlaceLink | null;
  /** By the key of the thing, how: 'a column', 'its filter'. */
  readonly mentions: ReadonlyMap<string, ReadonlySet<string>>;
};
