// What of a chart comes from the contract, in the words of the domain; and where its numbers lead.
import { filtersOfGroup, filtersOfMeasure } from '@rowhouse/domain/aggregates/filters-of-group.ts';
import { measureNames } from '@rowhouse/domain/aggregates/measures.ts';
import type { FilterOperator } from '@rowhouse/domain/contract.generated.ts';
import { questionOf } from '@rowhouse/domain/dashboards/plot.ts';
import type { KnownChart } from '@rowhouse/domain/dashboards/plot.ts';
import type { DataType } from '@rowhouse/domain/fields/data-types.ts';
import { toCondition } from '@rowhouse/domain/grid-preferences/model.ts';
import type { GridFilter } from '@rowhouse/domain/grid-preferences/model.ts';
import type { FilterCondition } from '@rowhouse/domain/records/filter-rules.ts';
import type { ShownChart } from './api.ts';

/** What the page knows of other features: where grids are, and what is asked of records. */
export type ChartPlaces = {
  /** Null where the menu has no grid of the type. */
  readonly toGrid: (recordTypeId: number, filters: readonly FilterCondition[]) => string | null;
  readonly toQuery: (
    recordTypeId: number,
    filters: readonly FilterCondition[],
  ) => {
    recordTypeId: number;
    filters?: readonly unknown[] | null | undefined;
    timeZone?: string | null | undefined;
  };
};

export const filtersOf = (chart: ShownChart): FilterCondition[] =>
  chart.filters.map((filter) =>
    toCondition({
      ...filter,
      operatorValue: filter.operatorValue satisfies FilterOperator,
      value: (filter.value ?? null) as GridFilter['value'],
    }),
  );

export const knownChart = (chart: ShownChart): KnownChart => ({
  kind: chart.kind,
  groups: chart.groups.map(({ field, name, dataType, interval }) => ({
    field,
    name,
    dataType: dataType as DataType,
    interval: interval ?? null,
  })),
  measure: {
    kind: chart.measure.kind,
    field: chart.measure.field ?? null,
    name: chart.measure.name ?? null,
    dataType: (chart.measure.dataType ?? null) as DataType | null,
  },
});

export const askedOf = (chart: ShownChart) => questionOf(knownChart(chart));

/**
 * Exactly the records that were counted, by the values of the groups at their places: of a total of a column its rows are left
 * out, and of all records each of them.
 */
export function recordsOf(
  chart: ShownChart,
  path: readonly (string | null | undefined)[],
): FilterCondition[] {
  const { groups, measure } = knownChart(chart);
  const named = groups.flatMap(({ field, dataType, interval }, place) => {
    const value = path[place];
    return value === undefined ? [] : [{ group: { field: { key: field, dataType }, interval }, value }];
  });
  return [
    ...filtersOf(chart),
    ...filtersOfGroup(
      named.map(({ group }) => group),
      named.map(({ value }) => value),
    ),
    ...(measure.field === null ? [] : filtersOfMeasure(measure.kind, measure.field)),
  ];
}

/** 'Count', 'Sum of Total due, USD' */
export function nameMeasure({ measure }: ShownChart): string {
  const kind = measureNames[measure.kind];
  if (measure.name == null) return 'Records';
  return `${kind} of ${measure.name}${measure.currency == null ? '' : `, ${measure.currency}`}`;
}
