// What a change takes from somebody, in sentences: people before records before places. What is not taken is not said.
import { showCount } from '../kernel/formats.ts';
import type { PlaceKind } from './place.ts';

/** What is about to happen to a thing. HIDE and NARROW are of some roles, the others of everybody. */
export const takings = ['DISABLE', 'DELETE', 'REQUIRE', 'RETYPE', 'HIDE', 'NARROW'] as const;
export type Taking = (typeof takings)[number];

const nouns: Readonly<Record<PlaceKind, readonly [one: string, many: string]>> = {
  PERSON: ['1 person has it', 'people have it'],
  INVITATION: ['1 open invitation is to it', 'open invitations are to it'],
  MENU_ITEM: ['1 menu item opens it', 'menu items open it'],
  ROLE_ACTIONS: ['1 role has actions on it', 'roles have actions on it'],
  FIELD_ACCESS: ['1 role has an access of its own to it', 'roles have an access of their own to it'],
  CONFINEMENT: ['1 role is confined by it', 'roles are confined by it'],
  ACCESS_TEST: ['1 access test speaks of it', 'access tests speak of it'],
  SAVED_VIEW: ['1 saved view uses it', 'saved views use it'],
  DASHBOARD: ['1 dashboard shows it', 'dashboards show it'],
  FIELD: ['1 field chooses from it', 'fields choose from it'],
  FORMULA: ['1 formula is computed from it', 'formulas are computed from it'],
  FILL: ['1 choice that fills fields uses it', 'choices that fill fields use it'],
  OBJECT_PROPERTY: ['1 property of an object chooses from it', 'properties of objects choose from it'],
  LIST: ['1 list has it', 'lists have it'],
  TRANSITION: ['1 transition uses it', 'transitions use it'],
  FIELD_CONDITION: ['1 condition of a field uses it', 'conditions of fields use it'],
  SUPER_TYPE: ['1 super type gathers it', 'super types gather it'],
  NUMBER_SERIES: ['a series numbers it', 'series number it'],
  ORDER_FORM: ['1 order form uses it', 'order forms use it'],
  MAPPING: ['1 mapping to another company uses it', 'mappings to other companies use it'],
  OFFER: ['1 mapping from another company uses it', 'mappings from other companies use it'],
  PORTAL: ['1 portal is open to it', 'portals are open to it'],
  MAIL: ['1 mail on a schedule is theirs or goes to them', 'mails on a schedule are theirs or go to them'],
  WATCHED: ['1 person watches its records', 'people watch its records'],
};

/** '4 saved views use it' */
export const sayPlaces = (kind: PlaceKind, count: number): string => {
  const [one, many] = nouns[kind];
  return count === 1 ? one : `${showCount(count)} ${many}`;
};

/** What goes on as it is while a thing is taken is no effect of it. */
const unmoved: Readonly<Record<Taking, ReadonlySet<PlaceKind>>> = {
  DISABLE: new Set(['FIELD_ACCESS', 'ROLE_ACTIONS', 'MENU_ITEM', 'PERSON', 'WATCHED', 'NUMBER_SERIES']),
  DELETE: new Set(),
  REQUIRE: new Set<PlaceKind>([
    'FIELD_ACCESS',
    'CONFINEMENT',
    'ACCESS_TEST',
    'SAVED_VIEW',
    'DASHBOARD',
    'FORMULA',
    'FILL',
    'TRANSITION',
    'FIELD_CONDITION',
    'MAPPING',
    'NUMBER_SERIES',
  ]),
  RETYPE: new Set<PlaceKind>(['FIELD_ACCESS', 'ACCESS_TEST', 'NUMBER_SERIES']),
  HIDE: new Set<PlaceKind>([
    'FIELD_ACCESS',
    'ROLE_ACTIONS',
    'CONFINEMENT',
    'ACCESS_TEST',
    'FORMULA',
    'FILL',
    'TRANSITION',
    'FIELD_CONDITION',
    'ORDER_FORM',
    'MAPPING',
    'OFFER',
    'NUMBER_SERIES',
  ]),
  NARROW: new Set(Object.keys(nouns) as PlaceKind[]),
};

export const isMoved = (taking: Taking, kind: PlaceKind): boolean => !unmoved[taking].has(kind);

/** '12 people lose it', null for nobody. */
export function sayPeople(taking: Taking, people: number): string | null {
  if (people === 0 || taking === 'REQUIRE' || taking === 'RETYPE') return null;
  const verb = taking === 'NARROW' ? 'can only view it' : people === 1 ? 'loses it' : 'lose it';
  return `${people === 1 ? '1 person' : `${showCount(people)} people`} ${verb}`;
}

/** '340 records hold it', '212 records are empty, and are asked for it when they are saved' */
export function sayRecords(taking: Taking, { count, what }: { count: number | null; what: string }): string {
  const [one, many] = what.startsWith('Lines') ? ['line', 'lines'] : ['record', 'records'];
  if (count === null) return `Which ${many} have it could not be counted in time`;
  const counted = `${showCount(count)} ${count === 1 ? one : many}`;
  if (taking !== 'REQUIRE') return `${counted} ${count === 1 ? 'holds' : 'hold'} it`;
  return count === 1
    ? `${counted} is empty, and asks for it when it is saved`
    : `${counted} are empty, and ask for it when they are saved`;
}
