// What a grid preference keeps (Specification 3). The options name columns by their keys, as the address of a grid
// does, and are the same on both floors and in the database.
import type { Interval } from '../aggregates/interval.ts';
import type { ColourRule } from './colour-rules.ts';
import type { FilterCondition, LogicOperator } from '../records/filter-rules.ts';
import type { Operator } from '../values/operators.ts';
import { takesMany, takesNoValue } from '../values/operators.ts';

export type GridFilter = {
  readonly columnField: string;
  readonly operatorValue: Operator;
  /** A list for 'is any of', null for operators that take no value. */
  readonly value: string | readonly string[] | null;
  readonly logicOperator: LogicOperator;
};

export const layoutKinds = ['BOARD', 'CALENDAR'] as const;

/** In the place of a field: nothing is added. */
export const noSum = 'none';

/** The same records by columns of a choice, or by days. */
export type GridLayout = {
  readonly kind: (typeof layoutKinds)[number];
  /** By which field; null: as the layout starts. */
  readonly field: string | null;
  /** Whose amounts are added; null: as the layout starts. */
  readonly sum: string | null;
};

/** By what the rows of a grid are gathered; dates and moments by an interval. */
export type GridGroup = { readonly field: string; readonly interval: Interval | null };

export type GridOptions = {
  readonly orderedFields: readonly string[];
  readonly hiddenFields: readonly string[];
  readonly filterModel: readonly GridFilter[];
  readonly sortModel: readonly { readonly field: string; readonly sort: 'ASC' | 'DESC' }[];
  readonly pinnedColumns: { readonly left: readonly string[]; readonly right: readonly string[] };
  /** Null: as the browser keeps it. */
  readonly densityFactor: number | null;
  readonly pageSize: number | null;
  /** Pixels; columns that are not named have their own width. */
  readonly widths: readonly { readonly field: string; readonly width: number }[];
  /** Null: as a grid. */
  readonly layout: GridLayout | null;
  /** From the outermost on; none: rows alone. */
  readonly groups: readonly GridGroup[];
  /** The first that is met counts. */
  readonly colours: readonly ColourRule<GridFilter>[];
};

/** Of a grid that nobody has changed. */
export const noGridOptions: GridOptions = {
  orderedFields: [],
  hiddenFields: [],
  filterModel: [],
  sortModel: [],
  pinnedColumns: { left: [], right: [] },
  densityFactor: null,
  pageSize: null,
  widths: [],
  layout: null,
  groups: [],
  colours: [],
};

/** Specification 4. */
export const densityFactors = [1.3, 1, 0.7] as const;

/** Columns that are no field: Specification 2. */
export const linkColumnKeys = ['recordViewerUrl', 'dynamicViewsUrl'] as const;

export function toGridFilter({ field, operator, value, values, logicOperator }: FilterCondition): GridFilter {
  const kept = takesNoValue(operator) ? null : takesMany(operator) ? [...(values ?? [])] : (value ?? '');
  return { columnField: field, operatorValue: operator, value: kept, logicOperator };
}

export function toCondition(filter: GridFilter): FilterCondition {
  const { columnField: field, operatorValue: operator, value, logicOperator } = filter;
  if (value === null) return { field, operator, logicOperator };
  return typeof value === 'string'
    ? { field, operator, value, logicOperator }
    : { field, operator, values: value, logicOperator };
}

const gridNameForm = /^record-type-([1-9]\d{0,15})$/;

/** The grid of a record type, by the name under which its preferences are kept. */
export const gridNameOf = (recordTypeId: number): string => `record-type-${recordTypeId}`;

/** Null when no grid has the name. */
export function findGridRecordType(gridName: string): number | null {
  const id = Number(gridNameForm.exec(gridName)?.[1] ?? 0);
  return id > 0 && Number.isSafeInteger(id) ? id : null;
}
