// Which thing here is the one that the file names. Names decide; where they do not, a person is asked.
import type { FieldPart, ListPart, ObjectPart, PartName, RecordTypePart } from './format.ts';

type Thing = { readonly name?: string | undefined; readonly route?: string | undefined };

/** What a person said: a thing of the file is the one of this name here, or (null) a new one. */
export type Answers = ReadonlyMap<string, string | null>;

export type Pair<One> = { readonly given: One; readonly current: One | null; readonly key: string };
export type Doubt<One> = { readonly given: One; readonly key: string; readonly candidates: readonly One[] };
export type Matched<One> = {
  readonly pairs: readonly Pair<One>[];
  readonly doubts: readonly Doubt<One>[];
  readonly missing: readonly One[];
};

export const foldName = (name: string): string => name.trim().toLowerCase();
export const nameOf = (thing: Thing): string => thing.name ?? thing.route ?? '';
/** Entries of the menu are known by their routes, all else by its name. */
const identityOf = (thing: Thing): string => foldName(thing.route ?? thing.name ?? '');

/** Stands for a thing of the file in answers, in what is chosen and in what needs it. */
export const keyOf = (...path: readonly string[]): string => JSON.stringify(path.map(foldName));

const isOn = (thing: unknown): boolean => (thing as { readonly enabled?: boolean }).enabled !== false;

/**
 * Of things of one name the one that is switched on is meant. A new name is asked about where something here that the file
 * does not have could be the same.
 * @param isAlike whether a thing here could be the one of the file under another name; absent: names alone decide
 */
export function matchThings<One extends Thing>(
  path: readonly string[],
  given: readonly One[],
  current: readonly One[],
  answers: Answers,
  isAlike: (given: One, current: One) => boolean = () => false,
): Matched<One> {
  const byName = Map.groupBy(current, identityOf);
  const givenByName = Map.groupBy(given, identityOf);
  const taken = new Set<One>();
  const pairs: Pair<One>[] = [];
  const doubts: Doubt<One>[] = [];
  const open: { readonly given: One; readonly key: string }[] = [];
  for (const [name, ofName] of givenByName) {
    const there = byName.get(name) ?? [];
    for (const [at, one] of ofName.entries()) {
      const key = keyOf(...path, at === 0 ? name : `${name} ${at + 1}`);
      const answer = answers.get(key);
      if (answer !== undefined) {
        const said = answer === null ? undefined : current.find((other) => nameOf(other) === answer);
        if (said !== undefined) taken.add(said);
        pairs.push({ given: one, current: said ?? null, key });
        continue;
      }
      const inUse = there.filter(isOn);
      const found =
        there.length === ofName.length ? there[at] : inUse.length === 1 && at === 0 ? inUse[0] : undefined;
      if (found !== undefined) {
        taken.add(found);
        pairs.push({ given: one, current: found, key });
      } else if (there.length > ofName.length) {
        for (const other of there) taken.add(other);
        doubts.push({ given: one, key, candidates: there });
      } else open.push({ given: one, key });
    }
  }
  for (const { given: one, key } of open) {
    const called = current.find((other) => !taken.has(other) && isSameObject(one, other));
    if (called !== undefined) {
      taken.add(called);
      pairs.push({ given: one, current: called, key });
      continue;
    }
    const candidates = current.filter((other) => !taken.has(other) && isOn(other) && isAlike(one, other));
    if (candidates.length === 0) pairs.push({ given: one, current: null, key });
    else doubts.push({ given: one, key, candidates });
  }
  const asked = new Set(doubts.flatMap(({ candidates }) => candidates));
  const missing = current.filter(
    (one) =>
      !taken.has(one) && !asked.has(one) && !byName.get(identityOf(one))?.some((other) => taken.has(other)),
  );
  const place = new Map(given.map((one, at) => [one, at]));
  const inOrder = pairs.sort((one, other) => (place.get(one.given) ?? 0) - (place.get(other.given) ?? 0));
  return { pairs: inOrder, doubts, missing };
}

/** A value of a list of objects is called as its object displays; one of a seed may be called otherwise. */
function isSameObject(one: unknown, other: unknown): boolean {
  const own = (thing: unknown) => (thing as { readonly properties?: unknown }).properties;
  const isValue = typeof own(one) === 'object' && !Array.isArray(own(one));
  return isValue && JSON.stringify(own(one)) === JSON.stringify(own(other));
}

/** Half of what the file has of it stands here too. */
const sharesHalf = (given: readonly Thing[] | undefined, current: readonly Thing[] | undefined): boolean => {
  const there = new Set((current ?? []).map(identityOf));
  const shared = countShared(given, there);
  return shared > 0 && shared * 2 >= (given ?? []).length;
};
const countShared = (given: readonly Thing[] | undefined, there: ReadonlySet<string>): number =>
  (given ?? []).filter((one) => there.has(identityOf(one))).length;

export const isAlikeList = (given: ListPart, current: ListPart): boolean =>
  given.kind === current.kind && sharesHalf(given.values, current.values);
export const isAlikeObject = (given: ObjectPart, current: ObjectPart): boolean =>
  sharesHalf(given.properties, current.properties);
export const isAlikeType = (given: RecordTypePart, current: RecordTypePart): boolean =>
  given.isSuper === current.isSuper && sharesHalf(given.fields, current.fields);
export const isAlikeField = (given: FieldPart, current: FieldPart): boolean =>
  given.dataType === current.dataType &&
  foldName(given.list ?? '') === foldName(current.list ?? '') &&
  foldName(given.object ?? '') === foldName(current.object ?? '');

/** '7 of 8 values are the same': by which a person tells candidates apart. */
export function sayShared(part: PartName | 'fields', given: Thing, current: Thing): string {
  const count = (noun: string, member: string): string => {
    const of = (thing: Thing) => (thing as Readonly<Record<string, readonly Thing[] | undefined>>)[member];
    const shared = countShared(of(given), new Set((of(current) ?? []).map(identityOf)));
    return `${shared} of ${(of(given) ?? []).length} ${noun} are the same`;
  };
  if (part === 'lists') return count('values', 'values');
  if (part === 'objects') return count('properties', 'properties');
  if (part === 'recordTypes') return count('fields', 'fields');
  return isOn(current) ? 'of the same data type' : 'switched off';
}

/** The order of the file, in which what only stands here follows what it stood behind. */
export function mergeOrder<One>(given: readonly One[], current: readonly One[]): One[] {
  const merged = [...given];
  for (const [at, one] of current.entries()) {
    if (merged.includes(one)) continue;
    const before = current[at - 1];
    merged.splice(before === undefined ? 0 : merged.indexOf(before) + 1, 0, one);
  }
  return merged;
}
