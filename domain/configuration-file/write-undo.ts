// The way back from an import: a configuration file again. What was changed stands in it as it was before, and what was added is
// switched off: nothing that is set up is ever deleted.
import { configurationFormat, formatVersion, partNames } from './format.ts';
import type { Configuration, DashboardPart, ViewPart, WholeConfiguration } from './format.ts';
import { isSame } from './is-same.ts';
import { foldName, nameOf } from './match.ts';
import { identifyView } from './match-views.ts';
import { switchedOff } from './switched-off.ts';

type Thing = Readonly<Record<string, unknown>> & { readonly name?: string; readonly route?: string };

/**
 * @param renamed what a thing is called after the import, by what it was called before; of fields of a record type by the
 *   name of the type, a line break and that of the field
 * @param standing parts of what stood before as well, which no file could say then: they stay
 */
export function writeUndo(
  before: WholeConfiguration,
  after: WholeConfiguration,
  renamed: ReadonlyMap<string, string>,
  standing: ReadonlySet<unknown>,
): Configuration {
  const newNames = new Set(
    [...renamed].flatMap(([old, now]) => (old.startsWith('fields\n') ? [foldName(now)] : [])),
  );
  const parts = partNames.map((part) => {
    if (part === 'dashboards') return [part, undoDashboards(before.dashboards, after.dashboards)] as const;
    if (part === 'views') return [part, undoViews(before.views, after.views, renamed, standing)] as const;
    const was = new Map((before[part] as readonly Thing[]).map((one) => [identify(one), one]));
    const oldName = new Map(
      [...renamed].flatMap(([old, now]) =>
        old.startsWith(`${part}\n`) ? [[foldName(now), foldName(old.slice(part.length + 1))]] : [],
      ),
    );
    const touched = (after[part] as readonly Thing[]).flatMap((one) => {
      const id = identify(one);
      const old = was.get(oldName.get(id) ?? id);
      if (old === undefined) return [switchedOff(part, one)];
      return isSame(old, one) ? [] : [putBack(old, one, newNames, standing)];
    });
    return [part, touched] as const;
  });
  return {
    format: configurationFormat,
    version: formatVersion,
    // What it does not name is not missing in it.
    partial: true,
    ...Object.fromEntries(parts),
  } as Configuration;
}

/**
 * One that was added is deleted: it is nobody's work yet, for the undo is refused once it was changed. One that the file deleted
 * is made again. A board is said whole, so that one that was changed is said as it was.
 */
function undoDashboards(
  before: readonly DashboardPart[],
  after: readonly DashboardPart[],
): readonly DashboardPart[] {
  const [was, now] = [before, after].map((boards) => Map.groupBy(boards, ({ name }) => foldName(name)));
  const names = new Set([...(was?.keys() ?? []), ...(now?.keys() ?? [])]);
  return [...names].flatMap((name) => {
    const [old, own] = [was?.get(name) ?? [], now?.get(name) ?? []];
    if (isSame(old, own)) return [];
    if (old.length === 0) return own.map((one) => ({ name: one.name, enabled: false }));
    // Of several of one name no file changes one: they name what has another name now, and will have the old one again.
    return own.length > 1 ? [] : old;
  });
}

/** By the names that role and record type had before, under which the undo knows them. */
function undoViews(
  before: readonly ViewPart[],
  after: readonly ViewPart[],
  renamed: ReadonlyMap<string, string>,
  standing: ReadonlySet<unknown>,
): readonly ViewPart[] {
  const oldName = new Map([...renamed].map(([old, now]) => [`${old.split('\n')[0]}\n${now}`, old]));
  const named = (part: 'roles' | 'recordTypes', now: string) =>
    oldName.get(`${part}\n${now}`)?.slice(part.length + 1) ?? now;
  const own = after
    .filter((one) => !standing.has(one))
    .map((one) => ({
      ...one,
      role: named('roles', one.role),
      recordType: named('recordTypes', one.recordType),
    }));
  const was = new Map(before.map((one) => [identifyView(one), one]));
  const now = new Map(own.map((one) => [identifyView(one), one]));
  return [
    ...before.filter((one) => !isSame(one, now.get(identifyView(one)))),
    ...own.flatMap((one) => (was.has(identifyView(one)) ? [] : [switchedOff('views', one) as ViewPart])),
  ];
}

/** As it was, with what was added in it switched off. */
function putBack(
  before: Thing,
  after: Thing,
  newNames: ReadonlySet<string>,
  standing: ReadonlySet<unknown>,
): Thing {
  const members = Object.entries(before).map(([member, value]) => {
    const now = after[member];
    if (!isThings(value) || !isThings(now)) return [member, value ?? off(member, now)] as const;
    const there = new Map(now.map((one) => [identify(one), one]));
    const was = new Set(value.map(identify));
    const kept = value.map((one) => {
      const own = there.get(identify(one));
      return own === undefined ? one : putBack(one, own, newNames, standing);
    });
    const added = now
      .filter(
        (one) =>
          !standing.has(one) &&
          !was.has(identify(one)) &&
          !(member === 'fields' && newNames.has(identify(one))),
      )
      .map((one) => switchedOff(member, one));
    return [member, [...kept, ...added]] as const;
  });
  return Object.fromEntries(members);
}

/** A series that was none before gives no numbers. */
const off = (member: string, now: unknown): unknown =>
  member === 'numbering' && now != null ? { enabled: false } : null;

const identify = (one: Thing): string =>
  nameOf(one) === ''
    ? JSON.stringify([one['recordType'], one['lines'], one['field'], one['from'], one['to'], one['kind']])
    : foldName(one.route ?? nameOf(one));

const isThings = (value: unknown): value is readonly Thing[] =>
  Array.isArray(value) &&
  value.every(
    (one) =>
      typeof one === 'object' &&
      one !== null &&
      !Array.isArray(one) &&
      !('operator' in one) &&
      !('property' in one),
  );
