// What is here and not in the file. It stays, unless somebody chooses one by one what is switched off: nothing set up is deleted.
// What the file does not speak of at all is not missing in it: a part, or a member of a thing, that it does not have. So a file of
// an older release, which does not know a kind of thing, lists none of that kind.
import type { Configuration, PartName, WholeConfiguration } from './format.ts';
import {
  foldName,
  isAlikeField,
  isAlikeList,
  isAlikeObject,
  isAlikeType,
  keyOf,
  matchThings,
  nameOf,
} from './match.ts';
import type { Answers } from './match.ts';
import { matchDashboards } from './match-dashboards.ts';
import { keyOfLeftView, matchViews, titleOfView } from './match-views.ts';
import { nameFieldCondition, nameTransition } from './name-conditions.ts';

export type LeftThing = {
  readonly part: PartName;
  /** 'Orders › Discount' */
  readonly title: string;
  /** 'Field'; of what is not offered, why. */
  readonly about: string;
  /** By which it is chosen; null where it is not offered. */
  readonly key: string | null;
  /** Where it stands here, from the part inwards. */
  readonly chain: readonly Link[];
};

/** `at`: its place among its like here. */
export type Link = { readonly member: string; readonly thing: Thing; readonly at: number };
type Thing = Readonly<Record<string, unknown>> & { readonly name?: string; readonly route?: string };

type Kind = {
  readonly noun: string;
  readonly isAlike?: (given: never, current: never) => boolean;
  readonly called?: (thing: never) => object;
  /** By the member in which they stand. */
  readonly within?: Readonly<Record<string, Kind>>;
};

const kinds: Readonly<Record<Exclude<PartName, 'dashboards' | 'views'>, Kind>> = {
  lists: { noun: '', isAlike: isAlikeList, within: { values: { noun: 'Value' } } },
  objects: { noun: '', isAlike: isAlikeObject, within: { properties: { noun: 'Property' } } },
  recordTypes: {
    noun: '',
    isAlike: isAlikeType,
    within: {
      fields: { noun: 'Field', isAlike: isAlikeField },
      statuses: { noun: 'Status' },
      problemCodes: { noun: 'Problem code' },
      lineTypes: { noun: 'Lines', within: { fields: { noun: 'Field of lines' } } },
      transitions: { noun: 'Transition', called: nameTransition },
      fieldConditions: { noun: 'Condition', called: nameFieldCondition },
    },
  },
  menu: {
    noun: 'Group',
    within: { sections: { noun: 'Section', within: { items: { noun: 'Item' } } } },
  },
  roles: { noun: '' },
  portals: { noun: '' },
  orderForms: { noun: '' },
};

type Place = {
  readonly part: PartName;
  readonly member: string;
  readonly kind: Kind;
  readonly chain: readonly Link[];
  /** By the names of the file, as differences go by them. */
  readonly path: readonly string[];
};

export function listLeft(given: Configuration, current: WholeConfiguration, answers: Answers): LeftThing[] {
  if (given.partial === true) return [];
  const ofParts = Object.entries(kinds).flatMap(([name, kind]) => {
    const part = name as keyof typeof kinds;
    const things = given[part] as readonly Thing[] | undefined;
    if (things === undefined) return [];
    const place = { part, member: part, kind, chain: [], path: [part] };
    return listPlace(place, things, current[part] as readonly Thing[], answers);
  });
  return [...ofParts, ...listDashboards(given, current), ...listViews(given, current, answers)];
}

function listDashboards(given: Configuration, current: WholeConfiguration): LeftThing[] {
  if (given.dashboards === undefined) return [];
  const { missing } = matchDashboards(given.dashboards, current.dashboards);
  const place = {
    part: 'dashboards',
    member: 'dashboards',
    kind: { noun: '' },
    chain: [],
    path: [],
  } as const;
  return missing.map((one) =>
    toLeft({ ...place, path: ['dashboards'] }, one, current.dashboards, current.dashboards.indexOf(one)),
  );
}

/** There is never more than one of a name: its role, its record type and its own. */
function listViews(given: Configuration, current: WholeConfiguration, answers: Answers): LeftThing[] {
  if (given.views === undefined) return [];
  return matchViews(given.views, current.views, answers).missing.map((one) => ({
    part: 'views',
    title: titleOfView(one),
    about: '',
    key: keyOfLeftView(one, answers),
    chain: [{ member: 'views', thing: one, at: current.views.indexOf(one) }],
  }));
}

function listPlace(
  place: Place,
  given: readonly Thing[],
  current: readonly Thing[],
  answers: Answers,
): LeftThing[] {
  const { kind, chain, path } = place;
  const called = (things: readonly Thing[]) =>
    kind.called === undefined ? things : things.map((one) => kind.called?.(one as never) as Thing);
  const [own, stands] = [called(given), called(current)];
  const { pairs, missing } = matchThings(path, own, stands, answers, kind.isAlike as never);
  const left = missing.map((one) => toLeft(place, one, stands, stands.indexOf(one)));
  const inner = pairs.flatMap(({ given: one, current: other }) => {
    if (other === null || whyNotOffered(other, [other]) !== null) return [];
    const link = { member: place.member, thing: other, at: stands.indexOf(other) };
    return Object.entries(kind.within ?? {}).flatMap(([member, ofMember]) => {
      const [inFile, here] = [one[member], other[member]] as (readonly Thing[] | undefined)[];
      if (inFile === undefined) return [];
      const into = { part: place.part, member, kind: ofMember, chain: [...chain, link] };
      return listPlace({ ...into, path: [...path, identify(one), member] }, inFile, here ?? [], answers);
    });
  });
  return [...left, ...inner];
}

function toLeft(
  { part, member, kind, chain, path }: Place,
  thing: object,
  among: readonly object[],
  at: number,
): LeftThing {
  const own = thing as Thing;
  const whyNot = whyNotOffered(own, among as readonly Thing[]);
  return {
    part,
    title: [...chain.map((link) => nameOf(link.thing)), nameOf(own)].join(' › '),
    about: whyNot ?? kind.noun,
    key: whyNot === null ? keyOf(...path, identify(own)) : null,
    chain: [...chain, { member, thing: own, at }],
  };
}

function whyNotOffered(thing: Thing, among: readonly Thing[]): string | null {
  if (thing['enabled'] === false) return 'switched off already';
  if (thing['backofficeManaged'] === true) return 'kept by the back office';
  const ofName = among.filter((one) => one['enabled'] !== false && identify(one) === identify(thing));
  return ofName.length > 1 ? 'one of several of this name' : null;
}

/** Entries of the menu are known by their routes. */
export const identify = (thing: Thing): string => foldName(thing.route ?? thing.name ?? '');
