// The first records of a saved view, as a grid that was opened by it shows them: for who is not at the screen.
import type {
  AuthorisedField,
  AuthorisedRecordType,
} from '@rowhouse/domain/access/authorised-record-type.ts';
import type { RecordFilterInput } from '@rowhouse/domain/contract.generated.ts';
import { isFilterable, isSortable, withCurrency } from '@rowhouse/domain/fields/rules.ts';
import type { GridFilter, GridOptions } from '@rowhouse/domain/grid-preferences/model.ts';
import { toCondition } from '@rowhouse/domain/grid-preferences/model.ts';
import { seenOptions } from '@rowhouse/domain/grid-preferences/rules.ts';
import type { FilterCondition } from '@rowhouse/domain/records/filter-rules.ts';
import { whyNotCondition } from '@rowhouse/domain/records/filter-rules.ts';
import { valueOf } from '@rowhouse/domain/values/values.ts';
import type { MemberContext } from '../../graphql/operation.ts';
import { number, row } from '../../platform/database/row.ts';
import { createCellReader } from '../../platform/record-store/cell-reader.ts';
import { pageStatement } from '../../platform/record-store/page-statements.ts';
import { parseRecordQuery } from './parse-record-query.ts';

export type FirstRows = {
  readonly columns: readonly {
    readonly key: string;
    readonly name: string;
    /** Read as a figure: it stands at the right. */
    readonly isFigure: boolean;
    readonly isAmount: boolean;
  }[];
  readonly rows: readonly { readonly recordId: number; readonly cells: readonly string[] }[];
  /** Columns of the view that there was no room for. */
  readonly moreColumns: number;
  readonly filters: RecordFilterInput[];
  /** Conditions of the view that name what the reader does not see, or what cannot be asked any more. */
  readonly leftOut: number;
};

type Asked = { readonly timeZone: string; readonly mostRows: number; readonly mostColumns: number };

const identified = row({ id: number });

export async function readFirstRows(
  options: GridOptions,
  recordType: AuthorisedRecordType,
  context: MemberContext,
  { timeZone, mostRows, mostColumns }: Asked,
): Promise<FirstRows> {
  const seen = seenOptions(options, recordType.fields);
  const conditions = seen.filterModel.map(toCondition).filter((one) => isUsable(one, recordType));
  const filters = toRecordFilters(conditions);
  const fields = columnsOf(seen, recordType);
  const shown = fields.slice(0, mostColumns);
  const query = parseRecordQuery(
    {
      recordTypeId: recordType.type.id,
      enabled: true,
      filters,
      sort: seen.sortModel
        .filter(({ field }) => isSortableKey(field, recordType))
        .map(({ field, sort }) => ({ fieldId: 0, field, sort })),
      timeZone,
    },
    recordType,
    context,
  );
  const cells = createCellReader(shown, context.config, timeZone);
  const { answers } = await context.read([
    pageStatement(query, (type) => ['id', ...cells.columns(type)], { offset: 0, limit: mostRows }, null),
  ]);
  return {
    columns: shown.map(({ key, name, currency, dataType }) => ({
      key,
      name: withCurrency(name, currency),
      isFigure: valueOf(dataType).family === 'number' && !identifiers.has(key),
      isAmount: dataType === 'currency',
    })),
    rows: (answers[0]?.rows ?? []).map((stored) => {
      const [{ id }, values] = identified.split(stored);
      return { recordId: id, cells: cells.read(values) };
    }),
    moreColumns: fields.length - shown.length,
    filters,
    leftOut: options.filterModel.length - conditions.length,
  };
}

/** As a grid sends the conditions of a view. */
export const toRecordFilters = (conditions: readonly FilterCondition[]): RecordFilterInput[] =>
  conditions.map(({ field, logicOperator, ...criteria }, priority) => ({
    fieldId: 0,
    field,
    logicOperator,
    priority,
    filterCriteria: {
      operator: criteria.operator,
      ...(criteria.value != null && { value: criteria.value }),
      ...(criteria.values != null && { values: [...criteria.values] }),
    },
  }));

export const toRecordFiltersOf = (filters: readonly GridFilter[]): RecordFilterInput[] =>
  toRecordFilters(filters.map(toCondition));

function isUsable(condition: FilterCondition, { fields }: AuthorisedRecordType): boolean {
  const field = fields.get(condition.field);
  return (
    field !== undefined && whyNotCondition({ ...field, filterable: isFilterable(field) }, condition) === null
  );
}

const isSortableKey = (key: string, { fields }: AuthorisedRecordType): boolean => {
  const field = fields.get(key);
  return field !== undefined && isSortable(field);
};

/** Their digits name something and count nothing. */
const identifiers = new Set(['id', 'recordNumber', 'poNumber']);
const alwaysTelling = ['recordNumber', 'status'];

/** Those that the view shows; of a view that chose none what tells records apart, and what the company added. */
function columnsOf({ orderedFields, hiddenFields }: GridOptions, { fields }: AuthorisedRecordType) {
  const hidden = new Set(hiddenFields);
  const chosen = orderedFields.flatMap((key) => (hidden.has(key) ? [] : (fields.get(key) ?? [])));
  if (chosen.length > 0) return chosen;
  const own = [...fields.values()]
    .filter((field) => field.base === null && isShownAtFirst(field) && !hidden.has(field.key))
    .toSorted((one, other) => orderOf(one) - orderOf(other));
  return [...alwaysTelling.flatMap((key) => fields.get(key) ?? []), ...own];
}

const isShownAtFirst = ({ stored }: AuthorisedField): boolean =>
  [...stored.values()].some(({ visibility }) => visibility);
const orderOf = ({ stored }: AuthorisedField): number =>
  Math.min(...[...stored.values()].map(({ order }) => order));
