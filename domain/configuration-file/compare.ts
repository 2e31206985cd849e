// What a file would change here: thing by thing, with before and after in words. Nothing is decided about what the file does not
// name: it stays.
import { invalid } from '../kernel/refusal.ts';
import { compareDashboards } from './compare-dashboards.ts';
import { compareViews } from './compare-views.ts';
import type { Need } from './choice-needs.ts';
import { listDashboardNeeds } from './dashboard-needs.ts';
import { draft } from './difference.ts';
import type { Change, Comparison, Difference, Draft } from './difference.ts';
import type {
  Configuration,
  DashboardPart,
  PartName,
  RecordTypePart,
  ViewPart,
  WholeConfiguration,
} from './format.ts';
import { isSame } from './is-same.ts';
import { listLeft } from './list-left.ts';
import {
  isAlikeField,
  isAlikeList,
  isAlikeObject,
  isAlikeType,
  keyOf,
  matchThings,
  mergeOrder,
  nameOf,
  sayShared,
} from './match.ts';
import type { Answers, Matched } from './match.ts';
import { nameFieldCondition, nameTransition } from './name-conditions.ts';
import { listNeeds } from './needs.ts';
import { listViewNeeds } from './view-needs.ts';
import { labelOf, sayKey, sayValue } from './words.ts';

type Members = Readonly<Record<string, unknown>>;

/** Nothing of the following can become different of a thing that stands. */
const fixed: Readonly<Record<string, string>> = {
  kind: 'The kind of a list is for good.',
  dataType: 'A data type is not changed by a file: records hold values of it.',
  list: 'The list of a field is for good: records hold its values.',
  object: 'The custom object is for good: what is there holds it.',
  isSuper: 'Whether a type is a super type is for good.',
  otherFields: 'What a role may of fields that come later is for good.',
  backofficeManaged: 'Who keeps a list is for good.',
};
const fixedOfForm: Readonly<Record<string, string>> = {
  recordType: 'The record type of an order form is for good.',
};

export function compareConfigurations(
  given: Configuration,
  current: WholeConfiguration,
  answers: Answers,
): Comparison {
  const drafts: Draft[] = [];
  const left = listLeft(given, current, answers);
  let sameCount = 0;

  function part<One extends { readonly name?: string | undefined; readonly route?: string | undefined }>(
    name: PartName,
    ofGiven: readonly One[] | undefined,
    ofCurrent: readonly One[],
    isAlike?: (given: One, current: One) => boolean,
  ): void {
    const matched = matchThings([name], ofGiven ?? [], ofCurrent, answers, isAlike);
    for (const { given: one, key, candidates } of matched.doubts)
      drafts.push(
        draft(
          name,
          key,
          'ASKED',
          nameOf(one),
          one,
          candidates.map((other) => ({ name: nameOf(other), about: sayShared(name, one, other) })),
        ),
      );
    for (const { given: one, current: other, key } of matched.pairs) {
      if (other === null) {
        drafts.push({ ...draft(name, key, 'NEW', nameOf(one), one), about: sayContents(one as Members) });
        continue;
      }
      const isManaged = (other as Members)['backofficeManaged'] === true;
      if (isManaged) {
        left.push({
          part: name,
          title: nameOf(other),
          about: 'kept by the back office',
          key: null,
          chain: [],
        });
        continue;
      }
      const apart = name === 'recordTypes' ? apartOfType(one as RecordTypePart, other as RecordTypePart) : 0;
      const skipped = name === 'recordTypes' ? ofTypeApart : nothing;
      const found = describeChanges(
        one as Members,
        other as Members,
        skipped,
        name === 'orderForms' ? fixedOfForm : fixed,
      );
      const moved = name === 'recordTypes' ? orderChanges(one as Members, other as Members) : [];
      if (found.changes.length + moved.length > 0 || found.stays.length > 0)
        drafts.push({
          ...draft(name, key, 'CHANGED', nameOf(other), one),
          stays: found.stays,
          changes: [...found.changes, ...moved],
        });
      else if (apart === 0) sameCount += 1;
    }
  }

  /** The parts of a record type that stands are chosen one by one. */
  function apartOfType(one: RecordTypePart, other: RecordTypePart): number {
    const before = drafts.length;
    const kind = <Part extends { readonly name?: string | undefined }>(
      noun: string,
      matched: Matched<Part>,
    ) => {
      for (const { given: own, key, candidates } of matched.doubts)
        drafts.push({
          ...draft(
            'recordTypes',
            key,
            'ASKED',
            `${other.name} › ${nameOf(own)}`,
            own,
            candidates.map((each) => ({ name: nameOf(each), about: sayShared('fields', own, each) })),
          ),
          about: noun,
        });
      for (const { given: own, current: stands, key } of matched.pairs) {
        const title = `${other.name} › ${nameOf(own)}`;
        if (stands === null) {
          drafts.push({ ...draft('recordTypes', key, 'NEW', title, own), about: noun });
          continue;
        }
        const found = describeChanges(own as Members, stands as Members, nothing, fixed);
        if (found.changes.length > 0 || found.stays.length > 0)
          drafts.push({
            ...draft('recordTypes', key, 'CHANGED', `${other.name} › ${nameOf(stands)}`, own),
            ...found,
            about: noun,
          });
      }
    };
    const path = (member: string) => ['recordTypes', one.name, member];
    if (one.fields !== undefined)
      kind('Field', matchThings(path('fields'), one.fields, other.fields ?? [], answers, isAlikeField));
    if (one.statuses !== undefined)
      kind('Status', matchThings(path('statuses'), one.statuses, other.statuses ?? [], answers));
    if (one.problemCodes !== undefined)
      kind(
        'Problem code',
        matchThings(path('problemCodes'), one.problemCodes, other.problemCodes ?? [], answers),
      );
    if (one.lineTypes !== undefined)
      kind('Lines', matchThings(path('lineTypes'), one.lineTypes, other.lineTypes ?? [], answers));
    if (one.transitions !== undefined)
      kind(
        'Transition',
        matchThings(
          path('transitions'),
          one.transitions.map(nameTransition),
          (other.transitions ?? []).map(nameTransition),
          answers,
        ),
      );
    if (one.fieldConditions !== undefined)
      kind(
        'Condition',
        matchThings(
          path('fieldConditions'),
          one.fieldConditions.map(nameFieldCondition),
          (other.fieldConditions ?? []).map(nameFieldCondition),
          answers,
        ),
      );
    if (one.numbering != null) {
      const key = keyOf(...path('numbering'));
      const title = `${other.name} › Numbering`;
      if (other.numbering == null)
        drafts.push({ ...draft('recordTypes', key, 'NEW', title, one.numbering), about: 'Series' });
      else {
        const found = describeChanges(one.numbering, other.numbering, nothing, {});
        if (found.changes.length > 0)
          drafts.push({
            ...draft('recordTypes', key, 'CHANGED', title, one.numbering),
            ...found,
            about: 'Series',
          });
      }
    }
    return drafts.length - before;
  }

  part('lists', given.lists, current.lists, isAlikeList);
  part('objects', given.objects, current.objects, isAlikeObject);
  part('recordTypes', given.recordTypes, current.recordTypes, isAlikeType);
  part('menu', given.menu, current.menu);
  part('roles', given.roles, current.roles);
  part('portals', given.portals, current.portals);
  part('orderForms', given.orderForms, current.orderForms);
  const boards = compareDashboards(given.dashboards, current.dashboards);
  const views = compareViews(given.views, current.views, answers);
  drafts.push(...boards.drafts, ...views.drafts);
  sameCount += boards.sameCount + views.sameCount;
  // What stands already is needed only where it is to get another name.
  const keys = new Set(
    drafts
      .filter(({ state, changes }) => state !== 'CHANGED' || changes.some(({ what }) => what === 'Name'))
      .map(({ key }) => key),
  );
  const all = new Set(drafts.map(({ key }) => key));
  const listNeedsOf = (shown: Omit<Draft, 'given'>, thing: unknown): readonly Need[] => {
    if (shown.part === 'dashboards') return listDashboardNeeds(thing as DashboardPart, given, current);
    if (shown.part === 'views') return listViewNeeds(thing as ViewPart, given, current);
    return listNeeds(shown, thing, given, current);
  };
  const needsOf = (shown: Omit<Draft, 'given'>, thing: unknown): string[] => {
    return listNeedsOf(shown, thing).flatMap(({ key, isHere }) =>
      key !== shown.key && (keys.has(key) || (!isHere && all.has(key))) ? [key] : [],
    );
  };
  return {
    differences: drafts.map(({ given: thing, ...shown }) => ({
      ...shown,
      needs: [...new Set(needsOf(shown, thing))],
    })),
    sameCount,
    left,
  };
}

const ofTypeApart: ReadonlySet<string> = new Set([
  'fields',
  'statuses',
  'problemCodes',
  'lineTypes',
  'transitions',
  'fieldConditions',
  'numbering',
]);
const nothing: ReadonlySet<string> = new Set();

/** '12 fields, 5 statuses' */
function sayContents(thing: Members): string {
  const words: Readonly<Record<string, readonly [string, string]>> = {
    values: ['value', 'values'],
    properties: ['property', 'properties'],
    fields: ['field', 'fields'],
    statuses: ['status', 'statuses'],
    lineTypes: ['kind of lines', 'kinds of lines'],
    gathers: ['record type', 'record types'],
    sections: ['section', 'sections'],
  };
  return Object.entries(words)
    .flatMap(([member, [one, many]]) => {
      const own = thing[member];
      return Array.isArray(own) && own.length > 0 ? [`${own.length} ${own.length === 1 ? one : many}`] : [];
    })
    .join(', ');
}

type Found = { readonly changes: readonly Change[]; readonly stays: readonly string[] };

/** Member by member, of things in things as well. What the file does not say is no difference. */
function describeChanges(
  given: Members,
  current: Members,
  skipped: ReadonlySet<string>,
  isFixed: Readonly<Record<string, string>>,
  within = '',
): Found {
  const changes: Change[] = [];
  const stays: string[] = [];
  const name = (member: string) =>
    within === '' ? labelOf(member) : `${within}: ${labelOf(member).toLowerCase()}`;
  for (const [member, value] of Object.entries(given)) {
    if (value === undefined || skipped.has(member) || member === 'route') continue;
    const before = current[member];
    if (isThings(value)) {
      const inner = compareThings(member, value, isThings(before) ? before : [], within);
      changes.push(...inner.changes);
      stays.push(...inner.stays);
    } else if (isMap(value)) {
      const there = isMap(before) ? before : {};
      for (const [key, own] of Object.entries(value))
        if (!isSame(own, there[key]))
          changes.push({
            what: `${within === '' ? labelOf(member) : within} ${sayKey(key)}`,
            before: sayValue(there[key]),
            after: sayValue(own),
          });
    } else if (!isSame(value, before)) {
      const sentence = isFixed[member];
      if (sentence === undefined)
        changes.push({ what: name(member), before: sayValue(before), after: sayValue(value) });
      else
        stays.push(`${name(member)} stays ${sayValue(before)}; the file has ${sayValue(value)}. ${sentence}`);
    }
  }
  return { changes, stays };
}

function compareThings(
  member: string,
  given: readonly Members[],
  current: readonly Members[],
  within: string,
): Found {
  const changes: Change[] = [];
  const stays: string[] = [];
  const { pairs } = matchThings([member], given.map(named), current.map(named), noAnswers);
  for (const { given: one, current: other } of pairs) {
    const what = `${within === '' ? '' : `${within}, `}${labelOf(member)} ${nameOf(one)}`.trim();
    if (other === null) changes.push({ what, before: '', after: 'new' });
    else {
      const { name: _, ...own } = one as Members;
      const found = describeChanges(own, other, nothing, fixed, what);
      changes.push(...found.changes);
      stays.push(...found.stays);
    }
  }
  if (ordered.has(member)) changes.push(...orderChange(member, given, current));
  return { changes, stays };
}

function orderChange(member: string, given: readonly Members[], current: readonly Members[]): Change[] {
  const { pairs } = matchThings([member], given.map(named), current.map(named), noAnswers);
  const there = pairs.flatMap(({ current: other }) => (other === null ? [] : [nameOf(other)]));
  const before = current.map((one) => nameOf(named(one)));
  const after = mergeOrder(there, before);
  if (after.join('\n') === before.join('\n')) return [];
  return [{ what: `Order of ${member}`, before: before.join(', '), after: after.join(', ') }];
}

const orderChanges = (given: Members, current: Members): Change[] =>
  ['fields', 'statuses', 'problemCodes'].flatMap((member) => {
    const [own, stands] = [given[member], current[member]];
    return isThings(own) && isThings(stands) ? orderChange(member, own, stands) : [];
  });

/** What has no name of its own is known by what it is about. */
const named = (thing: Members): Members & { readonly name: string; readonly route?: string } => ({
  ...thing,
  name: String(
    thing['name'] ??
      thing['route'] ??
      [thing['recordType'], thing['field']]
        .filter(Boolean)
        .map((one) => sayKey(String(one)))
        .join(' › '),
  ),
});

const noAnswers: Answers = new Map();
const ordered: ReadonlySet<string> = new Set([
  'values',
  'properties',
  'sections',
  'items',
  'fields',
  'statuses',
  'problemCodes',
]);

const isThings = (value: unknown): value is readonly Members[] =>
  Array.isArray(value) &&
  value.every(
    (one) =>
      typeof one === 'object' && one !== null && ('name' in one || 'route' in one || 'recordType' in one),
  ) &&
  value.length > 0;
const isMap = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What is chosen, with all that it needs; refuses what still waits for an answer. */
export function withNeeds(differences: readonly Difference[], chosen: ReadonlySet<string>): Set<string> {
  const byKey = new Map(differences.map((one) => [one.key, one]));
  const all = new Set<string>();
  const add = (key: string) => {
    const one = byKey.get(key);
    if (one === undefined || all.has(key)) return;
    if (one.state === 'ASKED')
      throw invalid(`Say first which one here is “${one.title}” of the file.`, 'answers');
    all.add(key);
    for (const need of one.needs) add(need);
  };
  for (const key of chosen) add(key);
  return all;
}
