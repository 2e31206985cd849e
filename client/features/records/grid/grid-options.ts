// Between the view of a grid and what a preference keeps of it. What a preference says of a field that is not there
// is left out in silence; a condition on a field that is there, and that can no longer be applied, is left out and told.
import { mayGroupRows, takesInterval } from '@rowhouse/domain/aggregates/measures.ts';
import type { GridGroup, GridOptions } from '@rowhouse/domain/grid-preferences/model.ts';
import { densityFactors, toCondition, toGridFilter } from '@rowhouse/domain/grid-preferences/model.ts';
import { seenRules, type ColourRule } from '@rowhouse/domain/grid-preferences/colour-rules.ts';
import { appliedPageSize, findPageSize, seenLayout } from '@rowhouse/domain/grid-preferences/rules.ts';
import { whyNotCondition } from '@rowhouse/domain/records/filter-rules.ts';
import { defaultPageSize, pageSizes } from '@rowhouse/domain/records/limits.ts';
import type { GridColumnState } from '../../../ui/grid/grid-column.ts';
import type { GridDensity } from '../../../ui/grid/grid.tsx';
import { columnsAsTheyStart, defaultSort, startView, type ColumnChoice, type GridView } from './grid-view.ts';
import { toColumnChoice, toColumnState, type RecordColumn } from '../columns/record-columns.tsx';
import { type ColumnStart } from '../columns/start-order.ts';
import type { RecordField } from '../record-field.ts';

/** What of a view a preference decides. */
export type PreferredView = Pick<
  GridView,
  'size' | 'sort' | 'filters' | 'columns' | 'density' | 'layout' | 'groups' | 'colours'
>;

export type OptionsScene = {
  readonly fields: ReadonlyMap<string, RecordField>;
  readonly columns: readonly RecordColumn[];
  readonly start: ColumnStart;
};

export function toGridOptions(
  {
    filters,
    sort,
    size,
    layout,
    groups,
    colours,
  }: Pick<GridView, 'filters' | 'sort' | 'size' | 'layout' | 'groups' | 'colours'>,
  { order, hidden, pinned, widths }: GridColumnState,
  density: GridDensity,
  { fields }: Pick<OptionsScene, 'fields'>,
): GridOptions {
  return {
    orderedFields: [...order],
    hiddenFields: [...hidden],
    filterModel: filters.map(toGridFilter),
    sortModel: sort
      .filter(({ column }) => fields.has(column))
      .map(({ column, direction }) => ({ field: column, sort: direction === 'asc' ? 'ASC' : 'DESC' })),
    pinnedColumns: { left: [...pinned.left], right: [...pinned.right] },
    densityFactor: density,
    pageSize: size,
    widths: Object.entries(widths).map(([field, width]) => ({ field, width: Math.round(width) })),
    layout,
    groups: groups.map(({ field, interval }) => ({ field, interval })),
    colours: colours.map((rule) => ({ ...rule, conditions: rule.conditions.map(toGridFilter) })),
  };
}

/** Null: a grid as it starts. */
export function toPreferredView(options: GridOptions | null, scene: OptionsScene): PreferredView {
  if (options === null) {
    const { size, sort, filters, columns, density, layout, groups, colours } = startView;
    return { size, sort, filters, columns, density, layout, groups, colours };
  }
  const sort = options.sortModel
    .filter(({ field }) => scene.fields.get(field)?.sortable === true)
    .map(({ field, sort: way }) => ({ column: field, direction: way === 'ASC' ? 'asc' : 'desc' }) as const);
  const size = appliedPageSize(findPageSize(options.pageSize) ?? defaultPageSize);
  return {
    size: pageSizes.find((offered) => offered === size) ?? defaultPageSize,
    sort: sort.length > 0 ? sort : defaultSort,
    filters: options.filterModel
      .map(toCondition)
      .filter((condition) => whyNotCondition(scene.fields.get(condition.field), condition) === null),
    columns: toChoice(options, scene),
    density: densityFactors.find((factor) => factor === options.densityFactor) ?? null,
    layout: seenLayout(options.layout, scene.fields),
    groups: usableGroups(options.groups, scene.fields),
    colours: usableRules(
      options.colours.map((rule) => ({ ...rule, conditions: rule.conditions.map(toCondition) })),
      scene.fields,
    ),
  };
}

/** Those that can be judged by what the role sees. */
export const usableRules = (
  rules: readonly ColourRule[],
  fields: ReadonlyMap<string, RecordField>,
): readonly ColourRule[] =>
  seenRules(rules, ({ conditions }) => conditions.map(({ field }) => field), fields).filter(
    ({ conditions }) =>
      conditions.every((condition) => whyNotCondition(fields.get(condition.field), condition) === null),
  );

/** Those by which the role may gather rows; dates by months where no interval is said. */
export const usableGroups = (
  groups: readonly GridGroup[],
  fields: ReadonlyMap<string, RecordField>,
): readonly GridGroup[] =>
  groups.flatMap(({ field: key, interval }) => {
    const field = fields.get(key);
    if (field === undefined || !mayGroupRows(field)) return [];
    return { field: key, interval: takesInterval(field.dataType) ? (interval ?? 'MONTH') : null };
  });

/** A column that came after the preference was saved stands last, and is hidden where such columns start hidden. */
function toChoice(options: GridOptions, { columns, start }: OptionsScene): ColumnChoice {
  if (options.orderedFields.length === 0) return columnsAsTheyStart;
  const saved = new Set(options.orderedFields);
  const choice = {
    order: options.orderedFields,
    hidden: [...options.hiddenFields, ...start.hidden.filter((key) => !saved.has(key))],
    left: options.pinnedColumns.left,
    right: options.pinnedColumns.right,
    widths: Object.fromEntries(
      options.widths
        .filter(({ field }) => columns.some(({ id }) => id === field))
        .map(({ field, width }) => [field, width]),
    ),
  };
  return toColumnChoice(toColumnState(choice, start, columns), start, columns);
}

/** Why conditions of the options are left out when they are applied, a sentence each. */
export const whyNotApplied = (options: GridOptions, fields: OptionsScene['fields']): readonly string[] =>
  options.filterModel.map(toCondition).flatMap((condition) => {
    const field = fields.get(condition.field);
    return field === undefined ? [] : (whyNotCondition(field, condition) ?? []);
  });

/** Whether the grid differs from what is saved, as it would be applied; null: from how a grid starts. */
export function differsFrom(saved: GridOptions | null, current: GridOptions, scene: OptionsScene): boolean {
  const applied = toPreferredView(saved, scene);
  const columns = toColumnState(applied.columns, scene.start, scene.columns);
  const density = densityFactors.find((factor) => factor === current.densityFactor) ?? 1;
  const expected = toGridOptions(applied, columns, applied.density ?? density, scene);
  // A larger page than is applied can be kept all the same.
  const isOtherSize = current.pageSize !== applied.size && current.pageSize !== saved?.pageSize;
  const isIncomplete = saved !== null && whyNotApplied(saved, scene.fields).length > 0;
  return isOtherSize || isIncomplete || comparable(expected) !== comparable(current);
}

const comparable = ({ hiddenFields, widths, pageSize: _, ...rest }: GridOptions): string =>
  JSON.stringify({
    ...rest,
    hiddenFields: hiddenFields.toSorted(),
    widths: widths.toSorted((one, other) => (one.field < other.field ? -1 : 1)),
  });
