// What changed of a chart of a shared dashboard, as the log keeps it: the card of the board as it was and as it is.
import { intervalNames } from '@rowhouse/domain/aggregates/interval.ts';
import { measureNames } from '@rowhouse/domain/aggregates/measures.ts';
import { chartKindNames } from '@rowhouse/domain/dashboards/chart.ts';
import type { Chart } from '@rowhouse/domain/dashboards/chart.ts';
import { toCondition } from '@rowhouse/domain/grid-preferences/model.ts';
import { recordTypeId } from '@rowhouse/domain/kernel/ids.ts';
import {
  listConditionFields,
  readConditions,
  wordsOfConditions,
} from '@rowhouse/domain/records/kept-conditions.ts';
import type { TenantConfig } from '@rowhouse/domain/tenants/tenant-config.ts';

type Card = { readonly width: number; readonly height: number; readonly chart: Chart };
type Said = { readonly what: string; readonly before: string | null; readonly after: string | null };

type Beside = {
  readonly config: TenantConfig;
  readonly nameField: (key: string, config: TenantConfig) => string | undefined;
};

export function describeChart(was: Card | null, is: Card | null, beside: Beside): Said[] {
  // One that cannot be read keeps nobody from the other entries.
  if (!isWhole(was) || !isWhole(is)) return [{ what: 'Chart', before: null, after: 'Changed' }];
  const what = `Chart ${(is ?? was)?.chart.title ?? ''}`;
  const [before, after] = [was && membersOf(was, beside), is && membersOf(is, beside)];
  if (before === null || after === null)
    return [{ what, before: before && saySummary(before), after: after && saySummary(after) }];
  const changed = members.filter((member) => before[member] !== after[member]);
  if (changed.length === 0) return [{ what, before: null, after: 'Changed' }];
  return changed.map((member) => ({
    what: `${what}: ${member}`,
    before: before[member],
    after: after[member],
  }));
}

function isWhole(card: Card | null): boolean {
  if (card === null) return true;
  const { groups, filters, measure } = card.chart as Partial<Chart>;
  return groups !== undefined && filters !== undefined && measure !== undefined;
}

const members = [
  'title',
  'kind',
  'record type',
  'conditions',
  'grouped by',
  'shows',
  'width',
  'height',
] as const;
type SaidMembers = Readonly<Record<(typeof members)[number], string>>;

/** 'Bars, Orders, grouped by Status, Count' */
const saySummary = (said: SaidMembers): string =>
  [
    said.kind,
    said['record type'],
    said.conditions === nothing ? '' : said.conditions,
    said['grouped by'] === nothing ? '' : `grouped by ${said['grouped by']}`,
    said.shows,
  ]
    .filter((part) => part !== '')
    .join(', ');

const nothing = 'none';

function membersOf({ width, height, chart }: Card, { config, nameField }: Beside): SaidMembers {
  const fieldOf = (key: string) => nameField(key, config) ?? 'a field that is gone';
  const groups = chart.groups.map(({ field, interval }) =>
    interval === null ? fieldOf(field) : `${fieldOf(field)} (${intervalNames[interval]})`,
  );
  const { kind, field } = chart.measure;
  return {
    title: chart.title,
    kind: chartKindNames[chart.kind],
    'record type':
      config.recordTypes.get(recordTypeId(chart.recordTypeId))?.name ?? 'a record type that is gone',
    conditions: sayFilters(chart, config),
    'grouped by': groups.join(', ') || nothing,
    shows: field === null ? measureNames[kind] : `${measureNames[kind]} of ${fieldOf(field)}`,
    width: `${width} of 12 columns`,
    height: `${height} ${height === 1 ? 'row' : 'rows'}`,
  };
}

/** Those that name what is gone, or are of a super type, are counted. */
export function sayFilters(
  { filters, recordTypeId: typeId }: Pick<Chart, 'filters' | 'recordTypeId'>,
  config: TenantConfig,
): string {
  if (filters.length === 0) return nothing;
  const fields = listConditionFields(config, null, recordTypeId(typeId));
  const read = readConditions(filters.map(toCondition), fields);
  if (read !== null) return wordsOfConditions(read, config);
  return `${filters.length} ${filters.length === 1 ? 'condition' : 'conditions'}`;
}
