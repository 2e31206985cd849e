// What a file makes different of a shared dashboard, in words. The board is said whole: what of it the file does not have is taken
// off, for a chart has no switch by which it could be told to go.
import { intervalNames } from '../aggregates/interval.ts';
import { measureNames } from '../aggregates/measures.ts';
import { chartKindNames } from '../dashboards/chart.ts';
import { currentUserName, meansCurrentUser } from '../values/choice.ts';
import { operators } from '../values/operators.ts';
import type { Operator } from '../values/operators.ts';
import type { Change } from './difference.ts';
import type { ChartPart, DashboardPart, WidgetPart } from './format.ts';
import { isSame } from './is-same.ts';
import { foldName } from './match.ts';
import { matchWidgets } from './match-dashboards.ts';
import { readChoiceName } from './read-field-name.ts';
import { labelOf, sayKey, sayValue } from './words.ts';

export function describeDashboard(given: DashboardPart, current: DashboardPart): Change[] {
  if (given.enabled === false) return [{ what: 'Deleted', before: 'no', after: 'yes' }];
  const roles = given.roles ?? current.roles ?? [];
  return [
    ...changeOf(labelOf('name'), current.name, given.name),
    ...(isSameSet(roles, current.roles ?? [])
      ? []
      : [{ what: labelOf('roles'), before: sayValue(current.roles), after: sayValue(roles) }]),
    ...(given.widgets === undefined ? [] : describeBoard(given.widgets, current.widgets ?? [])),
  ];
}

const changeOf = (what: string, before: string, after: string): Change[] =>
  before === after ? [] : [{ what, before, after }];

const isSameSet = (one: readonly string[], other: readonly string[]): boolean => {
  const names = new Set(one.map(foldName));
  return names.size === new Set(other.map(foldName)).size && other.every((name) => names.has(foldName(name)));
};

function describeBoard(given: readonly WidgetPart[], current: readonly WidgetPart[]): Change[] {
  const pairs = matchWidgets(given, current);
  const stay = new Set(pairs.map((pair) => pair.current));
  const gone = current.filter((one) => !stay.has(one));
  const before = current.filter((one) => stay.has(one)).map(titleOf);
  const after = pairs.flatMap((pair) => (pair.current === null ? [] : [titleOf(pair.current)]));
  return [
    ...pairs.flatMap(({ given: one, current: other }) =>
      other === null
        ? [{ what: `Chart ${titleOf(one)}`, before: '', after: 'new' }]
        : describeWidget(one, other),
    ),
    ...gone.map((one) => ({ what: `Chart ${titleOf(one)}`, before: 'on the board', after: 'taken off' })),
    ...changeOf('Order of charts', before.join(', '), after.join(', ')),
  ];
}

const titleOf = ({ chart }: WidgetPart): string => chart.title;

function describeWidget(given: WidgetPart, current: WidgetPart): Change[] {
  const what = `Chart ${titleOf(current)}`;
  return [
    ...changeOf(`${what}: width`, `${current.width} of 12 columns`, `${given.width} of 12 columns`),
    ...changeOf(`${what}: height`, sayRows(current.height), sayRows(given.height)),
    ...describeChart(given.chart, current.chart, what),
  ];
}

const sayRows = (height: number): string => `${height} ${height === 1 ? 'row' : 'rows'}`;

/** None where both are the same chart. */
export function describeChart(given: ChartPart, current: ChartPart, what = 'Chart'): Change[] {
  const groups = withDays(given.groups ?? [], current.groups ?? []);
  const change = <Part>(
    member: string,
    after: Part,
    before: Part,
    say: (part: Part) => string = String,
  ): Change[] =>
    isSame(after, before) ? [] : [{ what: `${what}: ${member}`, before: say(before), after: say(after) }];
  return [
    ...change('title', given.title, current.title),
    ...change('kind', given.kind, current.kind, (kind) => chartKindNames[kind]),
    ...change('record type', given.recordType, current.recordType),
    ...change('conditions', given.filters ?? [], current.filters ?? [], sayFilters),
    ...change('grouped by', groups, current.groups ?? [], sayGroups),
    ...change('shows', given.measure, current.measure, sayMeasure),
  ];
}

type Groups = NonNullable<ChartPart['groups']>;

/** Where nothing is said of days a page takes one day: it is no difference. */
const withDays = (given: Groups, current: Groups): Groups =>
  given.map((group, at) => {
    const stands = current[at];
    return group.interval == null && stands?.interval === 'DAY' && stands.field === group.field
      ? stands
      : group;
  });

export const sayFilters = (filters: NonNullable<ChartPart['filters']>): string =>
  filters.length === 0 ? 'none' : filters.map(sayFilter).join(' ');

const sayFilter = (
  { field, operator, value, values, logicOperator }: NonNullable<ChartPart['filters']>[number],
  at: number,
): string =>
  [
    at === 0 ? '' : logicOperator.toLowerCase(),
    sayKey(field),
    operators[operator as Operator],
    (values ?? (value == null ? [] : [value])).map(sayChoice).join(', '),
  ]
    .filter((word) => word !== '')
    .join(' ');

const sayChoice = (value: string): string =>
  meansCurrentUser(value) ? currentUserName : readChoiceName(value);

export const sayGroups = (groups: Groups): string =>
  groups.length === 0
    ? 'none'
    : groups
        .map(({ field, interval }) =>
          interval == null ? sayKey(field) : `${sayKey(field)} (${intervalNames[interval]})`,
        )
        .join(', ');

const sayMeasure = ({ kind, field }: ChartPart['measure']): string =>
  field == null ? measureNames[kind] : `${measureNames[kind]} of ${sayKey(field)}`;
