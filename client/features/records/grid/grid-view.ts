// What a person sees of a record type: page, size, sort, filters, search, deleted ones, columns. All of it is in
// the address, so that a reload, a new tab and a colleague see the same. What is as it starts is left out, and
// what an address says wrongly is read as it starts.
import { intervals } from '@rowhouse/domain/aggregates/interval.ts';
import { mostGroups } from '@rowhouse/domain/aggregates/limits.ts';
import {
  densityFactors,
  layoutKinds,
  type GridGroup,
  type GridLayout,
} from '@rowhouse/domain/grid-preferences/model.ts';
import {
  colourTones,
  mostColourRules,
  whyNotRuleName,
  type ColourRule,
} from '@rowhouse/domain/grid-preferences/colour-rules.ts';
import { isDay } from '@rowhouse/domain/kernel/dates.ts';
import type { FilterCondition } from '@rowhouse/domain/records/filter-rules.ts';
import {
  defaultPageSize,
  longestSearch,
  mostFilters,
  mostSorts,
  pageSizes,
} from '@rowhouse/domain/records/limits.ts';
import { operators, takesMany, takesNoValue } from '@rowhouse/domain/values/operators.ts';
import type { Operator } from '@rowhouse/domain/values/operators.ts';
import type { GridSort } from '../../../ui/grid/grid-sort.ts';
import type { GridDensity } from '../../../ui/grid/grid.tsx';

/** Null: as the columns start. */
export type ColumnChoice = {
  readonly order: readonly string[] | null;
  readonly hidden: readonly string[] | null;
  readonly left: readonly string[] | null;
  readonly right: readonly string[] | null;
  readonly widths: Readonly<Record<string, number>>;
};

export type GridView = {
  /** From 1. */
  readonly page: number;
  readonly size: number;
  /** The first key decides, the next where it finds no difference; never empty. */
  readonly sort: readonly GridSort[];
  readonly filters: readonly FilterCondition[];
  readonly search: string;
  readonly showsDeleted: boolean;
  /** Records under those that they stand under; a list while something is sought in it. */
  readonly isTree: boolean;
  /** Null: as rows. */
  readonly layout: GridLayout | null;
  /** By what the rows are gathered, from the outermost on. */
  readonly groups: readonly GridGroup[];
  readonly colours: readonly ColourRule[];
  /** The month of a calendar, YYYY-MM; null: the current one. */
  readonly month: string | null;
  /** The week of a calendar by a day of it, or 'current'; null: a month is shown. */
  readonly week: string | null;
  readonly columns: ColumnChoice;
  /** The one record that a copied link leads to. */
  readonly recordId: number | null;
  /** Null: as this browser keeps it. */
  readonly density: GridDensity | null;
  /** The chosen grid preference, whatever was changed since; 'none' on purpose; null: nothing was chosen. */
  readonly preference: number | 'none' | null;
};

/** Specification 9. */
export const defaultSort: readonly GridSort[] = [{ column: 'createdAt', direction: 'desc' }];
export const columnsAsTheyStart: ColumnChoice = {
  order: null,
  hidden: null,
  left: null,
  right: null,
  widths: {},
};

export const startView: GridView = {
  page: 1,
  size: defaultPageSize,
  sort: defaultSort,
  filters: [],
  search: '',
  showsDeleted: false,
  isTree: false,
  layout: null,
  groups: [],
  colours: [],
  month: null,
  week: null,
  columns: columnsAsTheyStart,
  recordId: null,
  density: null,
  preference: null,
};

const names = [
  'page',
  'size',
  'sort',
  'filters',
  'search',
  'deleted',
  'tree',
  'layout',
  'by',
  'sum',
  'month',
  'week',
  'group',
  'colors',
  'order',
  'hide',
  'left',
  'right',
  'widths',
  'record',
  'density',
  'preference',
] as const;

/** The address with the view in it; what else the address says stays. */
export function writeView(view: GridView, current = new URLSearchParams()): URLSearchParams {
  const params = new URLSearchParams(current);
  for (const name of names) params.delete(name);
  const { columns } = view;
  if (view.recordId !== null) params.set('record', String(view.recordId));
  if (view.search !== '') params.set('search', view.search);
  if (view.filters.length > 0) params.set('filters', JSON.stringify(view.filters.map(shorten)));
  if (!isDefaultSort(view.sort)) params.set('sort', writeSort(view.sort));
  if (view.page !== 1) params.set('page', String(view.page));
  if (view.size !== defaultPageSize) params.set('size', String(view.size));
  if (view.showsDeleted) params.set('deleted', 'true');
  if (view.isTree) params.set('tree', 'true');
  if (view.layout !== null) {
    params.set('layout', view.layout.kind.toLowerCase());
    if (view.layout.field !== null) params.set('by', view.layout.field);
    if (view.layout.sum !== null) params.set('sum', view.layout.sum);
    if (view.week !== null) params.set('week', view.week);
    else if (view.month !== null) params.set('month', view.month);
  }
  if (view.groups.length > 0) params.set('group', view.groups.map(writeGroup).join(','));
  if (view.colours.length > 0) params.set('colors', JSON.stringify(view.colours.map(shortenRule)));
  if (columns.order !== null) params.set('order', columns.order.join(','));
  if (columns.hidden !== null) params.set('hide', columns.hidden.join(','));
  if (columns.left !== null) params.set('left', columns.left.join(','));
  if (columns.right !== null) params.set('right', columns.right.join(','));
  const widths = Object.entries(columns.widths).map(([key, width]) => `${key}:${Math.round(width)}`);
  if (widths.length > 0) params.set('widths', widths.join(','));
  if (view.density !== null) params.set('density', String(view.density));
  if (view.preference !== null) {
    // A preference that was changed back to how a grid starts is not the preference as it was saved.
    if (!carriesView(params)) params.set('page', '1');
    params.set('preference', String(view.preference));
  }
  return params;
}

/** Whether the address says what is seen, and does not leave it to a preference. */
export const carriesView = (params: URLSearchParams): boolean =>
  params.get('preference') === 'none' || names.some((name) => name !== 'preference' && params.has(name));

/** Who says what a grid opens with: the address, the default preference, or the preference of this id. */
export const whatOpens = (params: URLSearchParams): 'address' | 'default' | number =>
  carriesView(params) ? 'address' : (readWhole(params.get('preference')) ?? 'default');

export function readView(params: URLSearchParams): GridView {
  const size = readWhole(params.get('size'));
  const week = readWeek(params.get('week'));
  return {
    page: readWhole(params.get('page')) ?? 1,
    size: pageSizes.find((offered) => offered === size) ?? defaultPageSize,
    sort: readSort(params.get('sort')),
    filters: readFilters(params.get('filters')),
    search: (params.get('search') ?? '').slice(0, longestSearch),
    showsDeleted: params.get('deleted') === 'true',
    isTree: params.get('tree') === 'true',
    layout: readLayout(params),
    month: week === null ? readMonth(params.get('month')) : null,
    week,
    groups: readGroups(params.get('group')),
    colours: readColours(params.get('colors')),
    columns: {
      order: readKeys(params.get('order')),
      hidden: readKeys(params.get('hide')),
      left: readKeys(params.get('left')),
      right: readKeys(params.get('right')),
      widths: readWidths(params.get('widths')),
    },
    recordId: readWhole(params.get('record')),
    density: densityFactors.find((factor) => String(factor) === params.get('density')) ?? null,
    preference: params.get('preference') === 'none' ? 'none' : readWhole(params.get('preference')),
  };
}

const keyForm = /^[A-Za-z][A-Za-z0-9]{0,60}$/;

const shortenRule = ({ name, tone, column, conditions }: ColourRule) => [
  name,
  tone,
  column,
  conditions.map(shorten),
];

function readColours(text: string | null): readonly ColourRule[] {
  if (text === null) return [];
  try {
    const parsed: unknown = JSON.parse(text);
    return Array.isArray(parsed)
      ? parsed.slice(0, mostColourRules).flatMap((item) => readColour(item) ?? [])
      : [];
  } catch {
    return [];
  }
}

function readColour(item: unknown): ColourRule | null {
  if (!Array.isArray(item)) return null;
  const [name, named, column, list] = item as unknown[];
  const tone = colourTones.find((one) => one === named);
  const conditions = Array.isArray(list) ? list.slice(0, mostFilters).map(readFilter) : [];
  if (typeof name !== 'string' || whyNotRuleName(name) !== null || tone === undefined) return null;
  if (column !== null && (typeof column !== 'string' || !keyForm.test(column))) return null;
  const read = conditions.flatMap((condition) => condition ?? []);
  return read.length === 0 || read.length < conditions.length
    ? null
    : { name, tone, column: column as string | null, conditions: read };
}

/** 'status', 'recordDate:MONTH'. */
const writeGroup = ({ field, interval }: GridGroup): string =>
  interval === null ? field : `${field}:${interval}`;

function readGroups(text: string | null): readonly GridGroup[] {
  const groups = new Map<string, GridGroup>();
  for (const item of text?.split(',') ?? []) {
    const [field = '', named] = item.split(':');
    const interval = intervals.find((one) => one === named) ?? null;
    if (keyForm.test(field) && !groups.has(field)) groups.set(field, { field, interval });
  }
  return [...groups.values()].slice(0, mostGroups);
}

function readLayout(params: URLSearchParams): GridLayout | null {
  const kind = layoutKinds.find((one) => one.toLowerCase() === params.get('layout'));
  const readKey = (text: string | null) => (text !== null && keyForm.test(text) ? text : null);
  return kind === undefined
    ? null
    : { kind, field: readKey(params.get('by')), sum: readKey(params.get('sum')) };
}

const readMonth = (text: string | null): string | null =>
  text !== null && /^\d{4}-(0[1-9]|1[0-2])$/.test(text) && !text.startsWith('0000') ? text : null;

const readWeek = (text: string | null): string | null =>
  text === null || text === 'current' ? text : isDay(text) ? text : null;

const widestColumn = 2000;

const readWhole = (text: string | null): number | null =>
  text !== null && /^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : null;

const writeSort = (sort: readonly GridSort[]): string =>
  sort.map(({ column, direction }) => `${column}:${direction}`).join(',');

export const isDefaultSort = (sort: readonly GridSort[]): boolean =>
  writeSort(sort) === writeSort(defaultSort);

/** What is no key is left out, and a column that is named again. */
function readSort(text: string | null): readonly GridSort[] {
  const keys = new Map<string, GridSort>();
  for (const item of text?.split(',') ?? []) {
    const key = readSortKey(item);
    if (key !== null && !keys.has(key.column)) keys.set(key.column, key);
  }
  return keys.size === 0 ? defaultSort : [...keys.values()].slice(0, mostSorts);
}

function readSortKey(text: string): GridSort | null {
  const [column, direction] = text.split(':');
  if (column === undefined || !keyForm.test(column)) return null;
  return direction === 'asc' || direction === 'desc' ? { column, direction } : null;
}

function readKeys(text: string | null): readonly string[] | null {
  return text === null ? null : [...new Set(text.split(','))].filter((key) => keyForm.test(key));
}

function readWidths(text: string | null): Record<string, number> {
  const widths: Record<string, number> = {};
  for (const item of text?.split(',') ?? []) {
    const [key, pixels] = item.split(':');
    const width = readWhole(pixels ?? null);
    if (key !== undefined && keyForm.test(key) && width !== null && width <= widestColumn)
      widths[key] = width;
  }
  return widths;
}

type ShortFilter = [logic: string, field: string, operator: string, value?: string | readonly string[]];

function shorten({ logicOperator, field, operator, value, values }: FilterCondition): ShortFilter {
  if (takesNoValue(operator)) return [logicOperator, field, operator];
  return [logicOperator, field, operator, takesMany(operator) ? (values ?? []) : (value ?? '')];
}

function readFilters(text: string | null): readonly FilterCondition[] {
  if (text === null) return [];
  try {
    const parsed: unknown = JSON.parse(text);
    return Array.isArray(parsed)
      ? parsed.slice(0, mostFilters).flatMap((item) => readFilter(item) ?? [])
      : [];
  } catch {
    return [];
  }
}

/** What an address says of filters and sort that cannot be read at all, a sentence each. */
export function whyNotRead(params: URLSearchParams): readonly string[] {
  const sorts = params.get('sort')?.split(',') ?? [];
  const unreadSorts = sorts.filter((item) => readSortKey(item) === null);
  return [
    ...whyNotFiltersRead(params.get('filters')),
    ...(unreadSorts.length > 0 ? [`The sort '${unreadSorts.join(',').slice(0, 60)}' is none.`] : []),
  ];
}

function whyNotFiltersRead(text: string | null): readonly string[] {
  if (text === null) return [];
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    parsed = null;
  }
  if (!Array.isArray(parsed)) return ['The filters could not be read.'];
  const unread = (parsed as unknown[]).slice(0, mostFilters).flatMap((item) => {
    if (readFilter(item) !== null) return [];
    const operator: unknown = Array.isArray(item) ? item[2] : undefined;
    const isUnknown = typeof operator === 'string' && !Object.hasOwn(operators, operator);
    return isUnknown ? `There is no operator '${operator.slice(0, 60)}'.` : 'A condition could not be read.';
  });
  const isTooMany = parsed.length > mostFilters;
  return [...new Set(unread), ...(isTooMany ? [`At most ${mostFilters} conditions can be applied.`] : [])];
}

function readFilter(item: unknown): FilterCondition | null {
  if (!Array.isArray(item)) return null;
  const [logicOperator, field, operator, value] = item as unknown[];
  if (logicOperator !== 'AND' && logicOperator !== 'OR') return null;
  if (typeof field !== 'string' || !keyForm.test(field)) return null;
  if (typeof operator !== 'string' || !Object.hasOwn(operators, operator)) return null;
  const condition = { logicOperator, field, operator: operator as Operator } as const;
  if (takesNoValue(condition.operator)) return condition;
  if (takesMany(condition.operator))
    return Array.isArray(value) && value.every((text) => typeof text === 'string')
      ? { ...condition, values: value as string[] }
      : null;
  return typeof value === 'string' ? { ...condition, value } : null;
}
