// A pivot table from answers of the server: its cells, the totals of its rows and those of its columns, and where two fields give
// the rows, the subtotals of the first one. Nothing is added up here, so that every total is exact whatever is measured, also
// where the table is cut.
import { mostGroupRows } from '../aggregates/limits.ts';
import { showMeasure, takesInterval } from '../aggregates/measures.ts';
import { mostPivotColumns, mostPivotRows } from './limits.ts';
import type { Answer, KnownChart } from './plot.ts';

type Value = string | null;

/** Values of groups by the places that these have in the chart; a total has none where it is of all. */
export type PivotPath = readonly (Value | undefined)[];

export type PivotCell = { readonly text: string; readonly path: PivotPath };

export type PivotRow = {
  readonly labels: readonly string[];
  /** In the order of the columns; null where there is no record. */
  readonly cells: readonly (PivotCell | null)[];
  readonly total: PivotCell;
  /** Of all records of a value of the first field; it stands behind the rows of that value. */
  readonly isSubtotal: boolean;
};

export type Pivot = {
  readonly columns: readonly { readonly label: string; readonly total: PivotCell }[];
  readonly rows: readonly PivotRow[];
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
    // Of one field of rows, they would be the rows.
    subtotals:
      groups.length < 3
        ? null
        : {
            cells: ask([...groups.slice(0, 1), ...groups.slice(-1)], mostGroupRows),
            rows: ask(groups.slice(0, 1), mostPivotRows),
          },
  };
}

type Group = Answer['groups'][number];

const valuesOf = ({ values }: Group): Value[] => values.map(({ value }) => value ?? null);
const labelsOf = ({ values }: Group): string[] => values.map(({ shown }) => (shown === '' ? nothing : shown));
const keyOf = (values: readonly Value[]): string => JSON.stringify(values);

type RowAnswers = { readonly cells: Answer; readonly rows: Answer };
export type PivotAnswers = RowAnswers & { readonly columns: Answer; readonly subtotals: RowAnswers | null };

/** @param timeZone of the person who looks */
export function pivotOf(chart: KnownChart, answers: PivotAnswers, timeZone: string): Pivot {
  const { columns, subtotals } = answers;
  const depth = chart.groups.length - 1;
  const [inner] = chart.groups.slice(-1);
  const show = (measures: readonly Value[]) =>
    showMeasure(chart.measure.kind, chart.measure.dataType, measures[0] ?? null, timeZone);
  const inOrder = (groups: readonly Group[], of: KnownChart['groups'][number] | undefined) =>
    isOfDays(of) ? groups.toReversed() : groups;
  const shownColumns = inOrder(columns.groups, inner);
  /** The path of a cell has its column behind all fields of rows, also behind those that it is of all of. */
  const pathTo = (rowValues: readonly Value[], column: Group): PivotPath => [
    ...rowValues,
    ...Array.from({ length: depth - rowValues.length }, () => undefined),
    ...valuesOf(column),
  ];

  function readRows({ cells, rows }: RowAnswers, isSubtotal: boolean): PivotRow[] {
    const byPlace = new Map(cells.groups.map((cell) => [keyOf(valuesOf(cell)), cell]));
    return inOrder(completeRows(rows.groups, cells, isSubtotal ? 1 : depth), chart.groups[0]).map((row) => {
      const values = valuesOf(row);
      const labels = labelsOf(row);
      return {
        labels: isSubtotal ? [...labels, `All of ${labels[0] ?? ''}`] : labels,
        cells: shownColumns.map((column) => {
          const cell = byPlace.get(keyOf([...values, ...valuesOf(column)]));
          return cell === undefined ? null : { text: show(cell.measures), path: pathTo(values, column) };
        }),
        total: { text: show(row.measures), path: values },
        isSubtotal,
      };
    });
  }

  const own = readRows(answers, false);
  const rows = subtotals === null ? own : withSubtotals(own, readRows(subtotals, true));
  return {
    columns: shownColumns.map((column) => ({
      label: labelsOf(column)[0] ?? '',
      total: { text: show(column.measures), path: pathTo([], column) },
    })),
    rows,
    total: { text: show(answers.rows.total), path: [] },
    rowsLeftOut: answers.rows.groupsLeftOut + answers.rows.groups.length - countRows(rows),
    columnsLeftOut: columns.groupsLeftOut,
  };
}

/** Rows whose subtotal may lack cells are left out with it: a part without its subtotal would look like a whole. */
const withSubtotals = (rows: readonly PivotRow[], subtotals: readonly PivotRow[]): PivotRow[] =>
  subtotals.flatMap((subtotal) => {
    const own = rows.filter(({ total }) => total.path[0] === subtotal.total.path[0]);
    return own.length === 0 ? [] : [...own, subtotal];
  });

/** Subtotals are no rows of their own. */
const countRows = (rows: readonly PivotRow[]): number => rows.filter(({ isSubtotal }) => !isSubtotal).length;

/** Its first rows and columns, with the subtotals that stand behind them. */
export function firstOfPivot(pivot: Pivot, most: { readonly rows: number; readonly columns: number }): Pivot {
  const beyond = pivot.rows.findIndex(
    ({ isSubtotal }, at) => !isSubtotal && countRows(pivot.rows.slice(0, at)) === most.rows,
  );
  const rows = beyond === -1 ? pivot.rows : pivot.rows.slice(0, beyond);
  const columns = pivot.columns.slice(0, most.columns);
  return {
    columns,
    rows: rows.map((row) => ({ ...row, cells: row.cells.slice(0, most.columns) })),
    total: pivot.total,
    rowsLeftOut: pivot.rowsLeftOut + countRows(pivot.rows) - countRows(rows),
    columnsLeftOut: pivot.columnsLeftOut + pivot.columns.length - columns.length,
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
  const shown = countRows(rows);
  const parts = [
    ...(rowsLeftOut > 0 ? [`${shown} of ${shown + rowsLeftOut} rows`] : []),
    ...(columnsLeftOut > 0 ? [`${columns.length} of ${columns.length + columnsLeftOut} columns`] : []),
  ];
  return parts.length === 0 ? null : `${parts.join(' and ')}. The totals are of all.`;
}
