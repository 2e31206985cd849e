// A pivot table from three answers of the server: the cells, the totals of its rows and those of its columns. Nothing is added up
// here, so that every total is exact whatever is measured, also where the table is cut.
import { mostGroupRows } from '../aggregates/limits.ts';
import { showMeasure, takesInterval } from '../aggregates/measures.ts';
import { mostPivotColumns, mostPivotRows } from './limits.ts';
import type { Answer, KnownChart } from './plot.ts';

type Value = string | null;

/** Values of groups by the places that these have in the chart: of a total of a row its columns are left out. */
export type PivotPath = readonly (Value | undefined)[];

export type PivotCell = { readonly text: string; readonly path: PivotPath };

export type Pivot = {
  readonly columns: readonly { readonly label: string; readonly total: PivotCell }[];
  readonly rows: readonly {
    readonly labels: readonly string[];
    /** In the order of the columns; null where there is no record. */
    readonly cells: readonly (PivotCell | null)[];
    readonly total: PivotCell;
  }[];
  readonly total: PivotCell;
  readonly rowsLeftOut: number;
  readonly columnsLeftOut: number;
};

const nothing = 'Empty';

const isOfDays = (group: KnownChart['groups'][number] | undefined): boolean =>
  group !== undefined && takesInterval(group.dataType);

/** Of days the last ones are asked for, of everything else the first. */
const directionOf = (group: KnownChart['groups'][number] | undefined) =>
  isOfDays(group) ? ('DESC' as const) : ('ASC' as const);

/** What is asked of the server for it: the cells in the order of the rows. */
export function pivotQuestions({ groups, measure }: KnownChart) {
  const measures = [{ kind: measure.kind, ...(measure.field !== null && { field: measure.field }) }];
  const ask = (asked: KnownChart['groups'], limit: number) => ({
    groups: asked.map(({ field, interval }) => ({ field, ...(interval !== null && { interval }) })),
    measures,
    limit,
    order: { direction: directionOf(asked[0]) },
  });
  return {
    cells: ask(groups, mostGroupRows),
    rows: ask(groups.slice(0, -1), mostPivotRows),
    columns: ask(groups.slice(-1), mostPivotColumns),
  };
}

type Group = Answer['groups'][number];

const valuesOf = ({ values }: Group): Value[] => values.map(({ value }) => value ?? null);
const labelsOf = ({ values }: Group): string[] => values.map(({ shown }) => (shown === '' ? nothing : shown));
const keyOf = (values: readonly Value[]): string => JSON.stringify(values);

export type PivotAnswers = { readonly cells: Answer; readonly rows: Answer; readonly columns: Answer };

/** @param timeZone of the person who looks */
export function pivotOf(chart: KnownChart, { cells, rows, columns }: PivotAnswers, timeZone: string): Pivot {
  const depth = chart.groups.length - 1;
  const [inner] = chart.groups.slice(-1);
  const show = (measures: readonly Value[]) =>
    showMeasure(chart.measure.kind, chart.measure.dataType, measures[0] ?? null, timeZone);
  const inOrder = (groups: readonly Group[], of: KnownChart['groups'][number] | undefined) =>
    isOfDays(of) ? groups.toReversed() : groups;
  const byPlace = new Map(cells.groups.map((cell) => [keyOf(valuesOf(cell)), cell]));
  const whole = completeRows(rows.groups, cells, depth);
  const shownColumns = inOrder(columns.groups, inner);
  return {
    columns: shownColumns.map((column) => ({
      label: labelsOf(column)[0] ?? '',
      total: {
        text: show(column.measures),
        path: [...Array.from({ length: depth }, () => undefined), ...valuesOf(column)],
      },
    })),
    rows: inOrder(whole, chart.groups[0]).map((row) => {
      const values = valuesOf(row);
      return {
        labels: labelsOf(row),
        cells: shownColumns.map((column) => {
          const path = [...values, ...valuesOf(column)];
          const cell = byPlace.get(keyOf(path));
          return cell === undefined ? null : { text: show(cell.measures), path };
        }),
        total: { text: show(row.measures), path: values },
      };
    }),
    total: { text: show(rows.total), path: [] },
    rowsLeftOut: rows.groupsLeftOut + rows.groups.length - whole.length,
    columnsLeftOut: columns.groupsLeftOut,
  };
}

/** Cells come in the order of the rows: where they are cut, the row of the last one may lack some. */
function completeRows(rows: readonly Group[], cells: Answer, depth: number): readonly Group[] {
  const last = cells.groups.at(-1);
  if (cells.groupsLeftOut === 0 || last === undefined) return rows;
  const cutAt = keyOf(valuesOf(last).slice(0, depth));
  const at = rows.findIndex((row) => keyOf(valuesOf(row)) === cutAt);
  return at === -1 ? rows : rows.slice(0, at);
}

/** What of it is not shown, in one sentence; null where all of it is. */
export function sayPivotCut({ rows, columns, rowsLeftOut, columnsLeftOut }: Pivot): string | null {
  const parts = [
    ...(rowsLeftOut > 0 ? [`${rows.length} of ${rows.length + rowsLeftOut} rows`] : []),
    ...(columnsLeftOut > 0 ? [`${columns.length} of ${columns.length + columnsLeftOut} columns`] : []),
  ];
  return parts.length === 0 ? null : `${parts.join(' and ')}. The totals are of all.`;
}
