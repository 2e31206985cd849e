// From the groups of an answer to what is drawn. Sums of what was left out or gathered are exact decimals; only the lengths
// that are drawn are plain numbers.
import { daysOfBucket, showBucket } from '../aggregates/interval.ts';
import type { Interval } from '../aggregates/interval.ts';
import { showMeasure, takesInterval } from '../aggregates/measures.ts';
import type { MeasureKind } from '../aggregates/measures.ts';
import type { DataType } from '../fields/data-types.ts';
import { addDays } from '../kernel/dates.ts';
import { addDecimals, readDecimal, writeDecimal, zero } from '../kernel/decimal.ts';
import { goesAlongTime, isAdditive } from './chart.ts';
import type { ChartKind } from './chart.ts';
import { mostBars, mostSeries, mostSlices } from './limits.ts';

/** A chart with what has to be known of its fields to draw it. */
export type KnownChart = {
  readonly kind: ChartKind;
  readonly groups: readonly {
    readonly field: string;
    readonly name: string;
    readonly dataType: DataType;
    readonly interval: Interval | null;
  }[];
  readonly measure: {
    readonly kind: MeasureKind;
    readonly field: string | null;
    readonly name: string | null;
    readonly dataType: DataType | null;
  };
};

export type Answer = {
  readonly groups: readonly {
    readonly values: readonly { readonly value?: string | null; readonly shown: string }[];
    readonly measures: readonly (string | null)[];
  }[];
  readonly total: readonly (string | null)[];
  readonly groupsLeftOut: number;
};

/** One number that can be pointed at. */
export type Part = {
  /** The place of its series. */
  readonly series: number;
  readonly amount: number;
  readonly text: string;
  /** The values of the groups that it is of; null where it gathers several. */
  readonly path: readonly (string | null)[] | null;
};

export type Point = {
  readonly label: string;
  readonly amount: number;
  readonly text: string;
  /** Of the whole, from 0 to 1; null where the numbers add up to nothing. */
  readonly share: number | null;
  readonly path: readonly (string | null)[] | null;
  readonly parts: readonly Part[];
  /** It lasts still, or begins later: its number is not the last word. */
  readonly isUnfinished: boolean;
};

export type Plot = {
  readonly points: readonly Point[];
  /** Names of the series; one without a name where there are no two groups. */
  readonly series: readonly string[];
  readonly total: string;
  /** Groups that are not drawn, and not gathered under Others either. */
  readonly leftOut: number;
};

const others = 'Others';
const nothing = 'Empty';
const mostFilled = 400;

/** What is asked of the server for it. */
export function questionOf(chart: KnownChart) {
  const [first] = chart.groups;
  const isOfDays = first !== undefined && takesInterval(first.dataType);
  const limits = {
    NUMBER: 1,
    BAR: isOfDays ? 60 : mostBars,
    STACKED_BAR: 1000,
    LINE: 400,
    AREA: 400,
    RING: mostSlices,
    TABLE: 200,
    // A pivot table asks several questions: pivot.ts.
    PIVOT: 1,
  };
  const isRanked = (chart.kind === 'BAR' || chart.kind === 'RING') && !isOfDays;
  return {
    groups: chart.groups.map(({ field, interval }) => ({ field, ...(interval !== null && { interval }) })),
    measures: [
      { kind: chart.measure.kind, ...(chart.measure.field !== null && { field: chart.measure.field }) },
    ],
    limit: limits[chart.kind],
    // Of days the last ones, whatever does not fit.
    order: isRanked
      ? { measure: 0, direction: 'DESC' as const }
      : { direction: isOfDays ? ('DESC' as const) : ('ASC' as const) },
  };
}

type Group = {
  readonly path: readonly (string | null)[];
  readonly labels: readonly string[];
  readonly value: string | null;
};

/** @param where the time zone and the day of the person who looks */
export function plotOf(
  chart: KnownChart,
  answer: Answer,
  where: { readonly timeZone: string; readonly today: string },
): Plot {
  const show = (value: string | null) =>
    showMeasure(chart.measure.kind, chart.measure.dataType, value, where.timeZone);
  const [first] = chart.groups;
  const interval = first?.interval ?? null;
  const isOfDays = first !== undefined && takesInterval(first.dataType);
  const read: Group[] = answer.groups.map(({ values, measures }) => ({
    path: values.map(({ value }) => value ?? null),
    labels: values.map(({ shown }) => (shown === '' ? nothing : shown)),
    value: measures[0] ?? null,
  }));
  const inOrder = isOfDays ? read.toReversed() : read;
  const filled = goesAlongTime(chart.kind) ? fillDays(inOrder, interval, chart) : inOrder;
  const whole = answer.total[0] ?? null;
  const total = { value: whole, show };
  const unfinished = (path: readonly (string | null)[] | null) => {
    const day = path?.[0] ?? null;
    return isOfDays && day !== null && daysOfBucket(interval ?? 'DAY', day).last >= where.today;
  };
  const drawn =
    chart.groups.length === 2
      ? stack(filled, chart, total, unfinished)
      : { points: filled.map((group) => pointOf(group, total, chart, unfinished)), series: [''] };
  const gathered = gatherRing(drawn.points, filled, { chart, leftOut: answer.groupsLeftOut, whole: total });
  return {
    ...drawn,
    points: gathered,
    total: show(whole),
    leftOut: chart.kind === 'RING' ? 0 : answer.groupsLeftOut,
  };
}

type Whole = { readonly value: string | null; readonly show: (value: string | null) => string };

function pointOf(
  { path, labels, value }: Group,
  whole: Whole,
  chart: KnownChart,
  unfinished: (path: readonly (string | null)[] | null) => boolean,
): Point {
  const text = whole.show(value);
  const amount = Number(value ?? 0);
  return {
    label: labels[0] ?? '',
    amount,
    text,
    share: shareOf(value, whole, chart),
    path,
    parts: [{ series: 0, amount, text, path }],
    isUnfinished: unfinished(path),
  };
}

function shareOf(value: string | null, { value: whole }: Whole, { measure }: KnownChart): number | null {
  const all = Number(whole ?? 0);
  return isAdditive(measure.kind) && all > 0 ? Number(value ?? 0) / all : null;
}

const sumOf = (values: readonly (string | null)[]): string =>
  writeDecimal(values.reduce((sum, value) => addDecimals(sum, readDecimal(value ?? '0')), zero));

/** The months between the first and the last, also those in which there was nothing. */
function fillDays(
  groups: readonly Group[],
  interval: Interval | null,
  { measure }: KnownChart,
): readonly Group[] {
  const known = groups.filter(({ path }) => path[0] !== null);
  const [first, last] = [known[0]?.path[0], known.at(-1)?.path[0]];
  if (first == null || last == null || interval === null || !isAdditive(measure.kind)) return known;
  const byDay = new Map(known.map((group) => [group.path[0], group]));
  const filled: Group[] = [];
  for (let day = first; day <= last; day = addDays(daysOfBucket(interval, day).last, 1)) {
    filled.push(byDay.get(day) ?? { path: [day], labels: [showBucket(interval, day)], value: '0' });
    if (filled.length > mostFilled) return known;
  }
  return filled;
}

/** Points by the first group, in them parts by the second; of many series the smaller ones are gathered. */
function stack(
  groups: readonly Group[],
  chart: KnownChart,
  whole: Whole,
  unfinished: (path: readonly (string | null)[] | null) => boolean,
): { points: Point[]; series: string[] } {
  const additive = isAdditive(chart.measure.kind);
  const bySeries = [...Map.groupBy(groups, ({ path }) => path[1] ?? null).values()]
    .map((members) => ({ members, sum: Number(sumOf(members.map(({ value }) => value))) }))
    .toSorted((one, other) => other.sum - one.sum)
    .map(({ members }) => members);
  const gathers = chart.kind === 'STACKED_BAR' && bySeries.length > mostSeries + 1;
  const kept = gathers ? bySeries.slice(0, mostSeries) : bySeries;
  const placeOf = new Map(kept.map((members, index) => [members[0]?.path[1] ?? null, index]));
  const series = [...kept.map(([member]) => member?.labels[1] ?? ''), ...(gathers ? [others] : [])];
  const points = [...Map.groupBy(groups, ({ path }) => path[0] ?? null)].map(([value, members]): Point => {
    const byPlace = Map.groupBy(members, ({ path }) => placeOf.get(path[1] ?? null) ?? kept.length);
    const parts = series.flatMap((_name, place): Part[] => {
      const of = byPlace.get(place);
      if (of === undefined) return [];
      const sum = of.length === 1 ? (of[0]?.value ?? null) : sumOf(of.map((one) => one.value));
      return [
        {
          series: place,
          amount: Number(sum ?? 0),
          text: whole.show(sum),
          path: of.length === 1 ? (of[0]?.path ?? null) : null,
        },
      ];
    });
    const sum = additive ? sumOf(members.map((one) => one.value)) : null;
    return {
      label: members[0]?.labels[0] ?? '',
      amount: Number(sum ?? 0),
      text: additive ? whole.show(sum) : '',
      share: shareOf(sum, whole, chart),
      path: [value],
      parts,
      isUnfinished: unfinished([value]),
    };
  });
  const isOfDays = takesInterval(chart.groups[0]?.dataType ?? 'string');
  if (chart.kind !== 'STACKED_BAR' || isOfDays || points.length <= mostBars) return { points, series };
  return { points: points.toSorted((one, other) => other.amount - one.amount).slice(0, mostBars), series };
}

/** A ring of at most six: what is left of the whole is Others. */
function gatherRing(
  points: readonly Point[],
  groups: readonly Group[],
  { chart, leftOut, whole }: { chart: KnownChart; leftOut: number; whole: Whole },
): readonly Point[] {
  if (chart.kind !== 'RING' || leftOut === 0) return points;
  const rest = subtract(
    whole.value,
    groups.slice(0, mostSlices - 1).map(({ value }) => value),
  );
  const text = whole.show(rest);
  const amount = Number(rest);
  const share = shareOf(rest, whole, chart);
  const parts = [{ series: 0, amount, text, path: null }];
  return [
    ...points.slice(0, mostSlices - 1),
    { label: others, amount, text, share, path: null, parts, isUnfinished: false },
  ];
}

function subtract(from: string | null, values: readonly (string | null)[]): string {
  const { units, scale } = readDecimal(sumOf(values));
  return writeDecimal(addDecimals(readDecimal(from ?? '0'), { units: -units, scale }));
}

/** As it is spoken: 'November 2026: 337 records, 9.6 %. 111 Complete, 224 Open.' */
export function sayPoint(chart: KnownChart, plot: Plot, at: number): string {
  const point = plot.points[at];
  if (point === undefined) return '';
  const share = point.share === null ? '' : `, ${showShare(point.share)}`;
  const number = point.text === '' ? '' : ` ${sayNumber(chart, point.text)}${share}`;
  const parts =
    plot.series.length > 1
      ? ` ${point.parts.map(({ series, text }) => `${text} ${plot.series[series] ?? ''}`).join(', ')}.`
      : '';
  return `${point.label}:${number}${number === '' ? '' : '.'}${parts}`;
}

export const sayPart = (chart: KnownChart, plot: Plot, at: number, part: Part): string =>
  `${plot.points[at]?.label ?? ''}, ${plot.series[part.series] ?? ''}: ${sayNumber(chart, part.text)}.`;

const sayNumber = ({ measure }: KnownChart, text: string): string =>
  measure.kind === 'COUNT' ? `${text} ${text === '1' ? 'record' : 'records'}` : text;

export const showShare = (share: number): string => `${(share * 100).toFixed(1)} %`;
