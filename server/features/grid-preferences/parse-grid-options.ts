// What a client sends as the state of a grid, as it is kept. Filters and sorts are judged as those of a record query
// are: what is hidden is unknown. A column that the viewer does not have is left out, as it is when it is read.
import type {
  AuthorisedField,
  AuthorisedRecordType,
} from '@rowhouse/domain/access/authorised-record-type.ts';
import type { GridFilterInput, GridOptionsInput } from '@rowhouse/domain/contract.generated.ts';
import { mostGroups } from '@rowhouse/domain/aggregates/limits.ts';
import { isSortable } from '@rowhouse/domain/fields/rules.ts';
import { mostColourRules, whyNotRuleName } from '@rowhouse/domain/grid-preferences/colour-rules.ts';
import { largestGridOptions, mostColumns, widestColumn } from '@rowhouse/domain/grid-preferences/limits.ts';
import type { GridFilter, GridOptions } from '@rowhouse/domain/grid-preferences/model.ts';
import { densityFactors, toCondition, toGridFilter } from '@rowhouse/domain/grid-preferences/model.ts';
import { findPageSize, seenOptions } from '@rowhouse/domain/grid-preferences/rules.ts';
import { invalid } from '@rowhouse/domain/kernel/refusal.ts';
import { requireStorableText } from '@rowhouse/domain/kernel/text-safety.ts';
import { whyNotCondition } from '@rowhouse/domain/records/filter-rules.ts';
import { mostFilters, mostSorts } from '@rowhouse/domain/records/limits.ts';

export const parseGridOptions = (input: GridOptionsInput, recordType: AuthorisedRecordType): GridOptions =>
  requireRoom(
    seenOptions(
      parseWith(input, {
        filter: (filter) => parseFilter(filter, recordType),
        sortable: (key) => getSortable(key, recordType).key,
      }),
      recordType.fields,
    ),
  );

/** Of a grid whose columns the server does not know: only the form is judged. */
export const parseNamedGridOptions = (input: GridOptionsInput): GridOptions =>
  requireRoom(
    parseWith(input, {
      filter: (filter) => toGridFilter(toGivenCondition(filter, parseKey(filter.columnField))),
      sortable: parseKey,
    }),
  );

type ColumnRules = {
  readonly filter: (filter: GridFilterInput) => GridFilter;
  readonly sortable: (key: string) => string;
};

function parseWith(input: GridOptionsInput, columns: ColumnRules): GridOptions {
  const filters = input.filterModel ?? [];
  const sorts = input.sortModel ?? [];
  if (filters.length > mostFilters)
    throw invalid(`At most ${mostFilters} conditions can be applied.`, 'filterModel');
  if (sorts.length > mostSorts) throw invalid(`At most ${mostSorts} fields can be sorted by.`, 'sortModel');
  return {
    orderedFields: parseKeys(input.orderedFields),
    hiddenFields: parseKeys(input.hiddenFields),
    filterModel: filters.map(columns.filter),
    sortModel: sorts.map(({ field, sort }) => ({ field: columns.sortable(field), sort })),
    pinnedColumns: {
      left: parseKeys(input.pinnedColumns?.left),
      right: parseKeys(input.pinnedColumns?.right),
    },
    densityFactor: parseDensity(input.densityFactor),
    pageSize: parsePageSize(input.pageSize),
    widths: parseWidths(input.widths),
    layout: parseLayout(input.layout),
    groups: parseGroups(input.groups),
    colours: parseColours(input.colours, columns),
  };
}

export function requireRoom(options: GridOptions): GridOptions {
  if (JSON.stringify(options).length > largestGridOptions)
    throw invalid('The filter is too long to be saved.', 'filterModel');
  return options;
}

const noField = (key: string) => invalid(`There is no field '${key}' here.`, key);

function getField(key: string, recordType: AuthorisedRecordType): AuthorisedField {
  const field = recordType.fields.get(key);
  if (field === undefined) throw noField(key);
  return field;
}

function getSortable(key: string, recordType: AuthorisedRecordType): AuthorisedField {
  const field = getField(key, recordType);
  if (!isSortable(field)) throw invalid(`${field.name} cannot be sorted.`, key);
  return field;
}

const longestKey = 100;

/** Of a column that is not known here. */
function parseKey(key: string): string {
  if (key.length === 0 || key.length > longestKey)
    throw invalid(`The name of a column has from 1 to ${longestKey} characters.`, 'gridOptions');
  return key;
}

const toGivenCondition = (input: GridFilterInput, key: string) =>
  toCondition({
    columnField: key,
    operatorValue: input.operatorValue,
    value: parseValue(input.value, key),
    logicOperator: input.logicOperator ?? 'AND',
  });

function parseFilter(input: GridFilterInput, recordType: AuthorisedRecordType): GridFilter {
  const field = getField(input.columnField, recordType);
  const condition = toGivenCondition(input, field.key);
  const whyNot = whyNotCondition({ ...field, filterable: field.base?.filterable !== false }, condition);
  if (whyNot !== null) throw invalid(whyNot, field.key);
  return toGridFilter(condition);
}

function parseValue(value: unknown, field: string): string | readonly string[] | null {
  if (value == null) return null;
  if (typeof value === 'string') return requireStorableText(value, field);
  if (!Array.isArray(value) || !value.every((text) => typeof text === 'string'))
    throw invalid('The value of a filter is a text or a list of texts.', field);
  return value.map((text) => requireStorableText(text, field));
}

function parseKeys(keys: readonly string[] | null | undefined): readonly string[] {
  if (keys == null) return [];
  if (keys.length > mostColumns) throw invalid(`A grid has at most ${mostColumns} columns.`, 'gridOptions');
  return [...new Set(keys.map(parseKey))];
}

function parseDensity(factor: number | null | undefined): number | null {
  if (factor == null) return null;
  if (!densityFactors.some((offered) => offered === factor))
    throw invalid(`The density must be one of ${densityFactors.join(', ')}.`, 'densityFactor');
  return factor;
}

function parsePageSize(size: number | null | undefined): number | null {
  if (size == null) return null;
  if (findPageSize(size) === null) throw invalid(`Pages of ${size} records are not offered.`, 'pageSize');
  return size;
}

function parseWidths(widths: GridOptionsInput['widths']): GridOptions['widths'] {
  if ((widths?.length ?? 0) > mostColumns)
    throw invalid(`A grid has at most ${mostColumns} columns.`, 'widths');
  const byField = new Map((widths ?? []).map(({ field, width }) => [field, width]));
  return [...byField].map(([field, width]) => {
    if (width < 1 || width > widestColumn)
      throw invalid(`A column is from 1 to ${widestColumn} pixels wide.`, 'widths');
    return { field, width };
  });
}

function parseColours(
  colours: GridOptionsInput['colours'],
  { filter }: Pick<ColumnRules, 'filter'>,
): GridOptions['colours'] {
  if ((colours?.length ?? 0) > mostColourRules)
    throw invalid(`A grid has at most ${mostColourRules} colour rules.`, 'colours');
  return (colours ?? []).map(({ name, tone, column, conditions }) => {
    const whyNot = whyNotRuleName(name);
    if (whyNot !== null) throw invalid(whyNot, 'colours');
    if (conditions.length === 0 || conditions.length > mostFilters)
      throw invalid(`A colour rule has from 1 to ${mostFilters} conditions.`, 'colours');
    return {
      name: requireStorableText(name.trim(), 'colours'),
      tone,
      column: column == null ? null : parseKey(column),
      conditions: conditions.map(filter),
    };
  });
}

/** A field that does not gather rows is as one that is not named, once the groups are applied. */
function parseGroups(groups: GridOptionsInput['groups']): GridOptions['groups'] {
  if ((groups?.length ?? 0) > mostGroups)
    throw invalid(`Rows are gathered in at most ${mostGroups} levels.`, 'groups');
  const byField = new Map((groups ?? []).map(({ field, interval }) => [parseKey(field), interval ?? null]));
  return [...byField].map(([field, interval]) => ({ field, interval }));
}

/** A field that cannot lay out is as one that is not named, once the layout is applied. */
function parseLayout(layout: GridOptionsInput['layout']): GridOptions['layout'] {
  if (layout == null) return null;
  const { kind, field, sum } = layout;
  return { kind, field: field == null ? null : parseKey(field), sum: sum == null ? null : parseKey(sum) };
}
