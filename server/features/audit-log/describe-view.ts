// What changed of a view that is saved for a role, told as its readers are told of the view: what it says of a field that the viewer
// does not see is left out, as is what is gone.
import type { AuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import { linkColumnKeys, noGridOptions, noSum } from '@rowhouse/domain/grid-preferences/model.ts';
import type { GridOptions } from '@rowhouse/domain/grid-preferences/model.ts';
import { seenOptions } from '@rowhouse/domain/grid-preferences/rules.ts';
import { linkColumnNames, viewParts, type SaidView } from '@rowhouse/domain/grid-preferences/say-view.ts';
import type { TenantConfig } from '@rowhouse/domain/tenants/tenant-config.ts';
import { sayFilters } from './describe-chart.ts';

type Pairs = Readonly<Record<string, readonly [unknown, unknown] | undefined>>;
type Said = { readonly what: string; readonly before: string | null; readonly after: string | null };

/** Where a change is of nothing that the viewer sees. */
const unseen: Said = {
  what: 'What it shows',
  before: null,
  after: 'Changed in what is gone, or what your role does not see',
};

/** By the part of the view the options that say it. */
const optionsOf: { readonly [Part in keyof SaidView]: readonly (keyof GridOptions)[] } = {
  columns: ['orderedFields', 'hiddenFields'],
  hidden: ['hiddenFields'],
  pinned: ['pinnedColumns'],
  widths: ['widths'],
  filters: ['filterModel'],
  sorts: ['sortModel'],
  density: ['densityFactor'],
  pageSize: ['pageSize'],
  layout: ['layout'],
  groups: ['groups'],
  colours: ['colours'],
};

/** The columns of an entry that are told here. */
export const isViewOption = (column: string): column is keyof GridOptions =>
  Object.hasOwn(noGridOptions, column);

/** @param grid null where the viewer does not open the type */
export function describeView(
  changes: Pairs,
  isNew: boolean,
  grid: AuthorisedRecordType | null,
  config: TenantConfig,
): Said[] {
  const changed = Object.keys(changes).filter(
    (key) => isViewOption(key) && JSON.stringify(changes[key]?.[0]) !== JSON.stringify(changes[key]?.[1]),
  );
  if (changed.length === 0) return [];
  if (grid === null) return [unseen];
  const [was, is] = ([0, 1] as const).map((at) => saidOf(optionsIn(changes, at), grid, config)) as [
    SaidView,
    SaidView,
  ];
  const told = Object.entries(viewParts).flatMap(([part, [what, say]]): Said[] => {
    const key = part as keyof SaidView;
    if (!optionsOf[key].some((option) => changed.includes(option))) return [];
    if (JSON.stringify(was[key]) === JSON.stringify(is[key])) return [];
    const [before, after] = [was, is].map((view) => (say as (value: unknown) => string)(view[key]));
    if (before === undefined || after === undefined) return [];
    if (isNew) return [{ what, before: null, after }];
    return [{ what, before, after: before === after ? `${after} (changed)` : after }];
  });
  return told.length === 0 ? [unseen] : told;
}

const optionsIn = (changes: Pairs, at: 0 | 1): GridOptions => ({
  ...noGridOptions,
  ...Object.fromEntries(
    Object.entries(changes).flatMap(([key, pair]) =>
      isViewOption(key) && pair?.[at] != null ? [[key, pair[at]]] : [],
    ),
  ),
});

function saidOf(options: GridOptions, grid: AuthorisedRecordType, config: TenantConfig): SaidView {
  const seen = seenOptions(options, grid.fields);
  const nameOf = (key: string): string =>
    linkColumnKeys.some((link) => link === key)
      ? (linkColumnNames[key] ?? key)
      : (grid.fields.get(key)?.name ?? '');
  const conditionsOf = (filters: GridOptions['filterModel']): string =>
    sayFilters({ filters, recordTypeId: grid.type.id }, config);
  const { layout, pinnedColumns: pinned } = seen;
  return {
    columns: seen.orderedFields.filter((key) => !seen.hiddenFields.includes(key)).map(nameOf),
    hidden: seen.hiddenFields.map(nameOf),
    pinned: { left: pinned.left.map(nameOf), right: pinned.right.map(nameOf) },
    widths: seen.widths.map(({ field, width }) => ({ field: nameOf(field), width })),
    filters: seen.filterModel.length === 0 ? '' : conditionsOf(seen.filterModel),
    sorts: seen.sortModel.map(({ field, sort }) => ({ field: nameOf(field), direction: sort })),
    density: seen.densityFactor,
    pageSize: seen.pageSize,
    layout: layout && {
      kind: layout.kind,
      field: layout.field === null ? null : nameOf(layout.field),
      sum: layout.sum === null ? null : layout.sum === noSum ? '' : nameOf(layout.sum),
    },
    groups: seen.groups.map(({ field, interval }) => ({ field: nameOf(field), interval })),
    colours: seen.colours.map(({ name, tone, column, conditions }) => ({
      name,
      tone,
      column: column === null ? null : nameOf(column),
      conditions: conditionsOf(conditions),
    })),
  };
}
