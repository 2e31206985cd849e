// A chart of a dashboard as it is kept: which records, gathered by what, and which number of each group.
import type { Interval } from '../aggregates/interval.ts';
import type { MeasureKind } from '../aggregates/measures.ts';
import { takesInterval, whyNotGroup, whyNotMeasure } from '../aggregates/measures.ts';
import type { DataType } from '../fields/data-types.ts';
import type { GridFilter } from '../grid-preferences/model.ts';
import { toCondition } from '../grid-preferences/model.ts';
import { whyNotFilters } from '../records/filter-rules.ts';
import { longestChartTitle } from './limits.ts';

export const chartKinds = ['NUMBER', 'BAR', 'STACKED_BAR', 'LINE', 'AREA', 'RING', 'TABLE', 'PIVOT'] as const;
export type ChartKind = (typeof chartKinds)[number];

export const chartKindNames: Readonly<Record<ChartKind, string>> = {
  NUMBER: 'Number',
  BAR: 'Bars',
  STACKED_BAR: 'Stacked bars',
  LINE: 'Line',
  AREA: 'Area',
  RING: 'Ring',
  TABLE: 'Table',
  PIVOT: 'Pivot table',
};

export type ChartGroup = { readonly field: string; readonly interval: Interval | null };
export type ChartMeasure = { readonly kind: MeasureKind; readonly field: string | null };

export type Chart = {
  readonly kind: ChartKind;
  readonly title: string;
  readonly recordTypeId: number;
  readonly filters: readonly GridFilter[];
  readonly groups: readonly ChartGroup[];
  readonly measure: ChartMeasure;
};

export type ChartField = {
  readonly key: string;
  readonly name: string;
  readonly dataType: DataType;
  readonly filterable: boolean;
};

/** How many fields its records are gathered by; of a pivot table the last one gives the columns. */
export const groupsOfKind: Readonly<Record<ChartKind, { readonly least: number; readonly most: number }>> = {
  NUMBER: { least: 0, most: 0 },
  BAR: { least: 1, most: 1 },
  STACKED_BAR: { least: 2, most: 2 },
  LINE: { least: 1, most: 1 },
  AREA: { least: 1, most: 1 },
  RING: { least: 1, most: 1 },
  TABLE: { least: 1, most: 2 },
  PIVOT: { least: 2, most: 3 },
};

/** From day to day or month to month, with those that have no records. */
export const goesAlongTime = (kind: ChartKind): boolean => kind === 'LINE' || kind === 'AREA';

/** Numbers of groups that add up to the number of all: only these are parts of a whole. */
export const isAdditive = (kind: MeasureKind): boolean =>
  kind === 'COUNT' || kind === 'SUM' || kind === 'FILLED' || kind === 'EMPTY' || kind === 'CHECKED';

/** Every field that it names: whoever does not see one of them does not see the chart. */
export const fieldsOfChart = ({ filters, groups, measure }: Chart): string[] => [
  ...filters.map(({ columnField }) => columnField),
  ...groups.map(({ field }) => field),
  ...(measure.field === null ? [] : [measure.field]),
];

type Fault = { readonly field: 'title' | 'groups' | 'measure' | 'filters'; readonly sentence: string };

export function whyNotChart(chart: Chart, fields: ReadonlyMap<string, ChartField>): Fault | null {
  const { title, kind, measure, filters } = chart;
  if (title.trim() === '') return { field: 'title', sentence: 'Title is required.' };
  if (title.trim().length > longestChartTitle)
    return { field: 'title', sentence: `Title has at most ${longestChartTitle} characters.` };
  const group = whyNotGroups(chart, fields);
  if (group !== null) return { field: 'groups', sentence: group };
  const sentence = whyNotNumber(measure, fields);
  if (sentence !== null) return { field: 'measure', sentence };
  if ((kind === 'RING' || kind === 'STACKED_BAR') && !isAdditive(measure.kind))
    return {
      field: 'measure',
      sentence: `${chartKindNames[kind]} shows parts of a whole: a count or a sum.`,
    };
  const { each, whole } = whyNotFilters(fields, filters.map(toCondition));
  const fault = each.find((one) => one !== null) ?? whole;
  return fault == null ? null : { field: 'filters', sentence: fault };
}

function whyNotGroups({ kind, groups }: Chart, fields: ReadonlyMap<string, ChartField>): string | null {
  const { least, most } = groupsOfKind[kind];
  if (groups.length < least || groups.length > most) return whyNotCount(kind);
  if (new Set(groups.map(({ field }) => field)).size < groups.length) return 'Choose two different fields.';
  for (const { field: key, interval } of groups) {
    const field = fields.get(key);
    if (field === undefined) return 'Choose a field.';
    const sentence = whyNotGroup(field);
    if (sentence !== null) return sentence;
    if (interval !== null && !takesInterval(field.dataType))
      return `${field.name} has no days to be grouped by.`;
    if (goesAlongTime(kind) && !takesInterval(field.dataType))
      return `${kind === 'LINE' ? 'A line' : 'An area'} goes along time: ${field.name} is no date.`;
  }
  return null;
}

function whyNotCount(kind: ChartKind): string {
  const { least, most } = groupsOfKind[kind];
  const words = ['no field', 'one field', 'two fields', 'three fields'];
  const range = least === most ? words[most] : `${words[least]} or ${words[most]}`;
  return `${chartKindNames[kind]}: choose ${range} to group by.`;
}

function whyNotNumber({ kind, field: key }: ChartMeasure, fields: ReadonlyMap<string, ChartField>) {
  if (kind === 'COUNT') return key === null ? null : 'Records are counted, not a field.';
  const field = key === null ? undefined : fields.get(key);
  return field === undefined ? 'Choose a field.' : whyNotMeasure(field, kind);
}
