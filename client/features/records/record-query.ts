import type { FilterAndSortInput } from '@rowhouse/domain/contract.generated.ts';
import { parseFieldKey } from '@rowhouse/domain/fields/field.ts';
import type { FilterCondition } from '@rowhouse/domain/records/filter-rules.ts';
import { takesMany, takesNoValue } from '@rowhouse/domain/values/operators.ts';
import { viewerZone } from '../../platform/clock.ts';
import type { GridView } from './grid/grid-view.ts';

export type RecordQuery = FilterAndSortInput;

/** Specification 7: base fields have id 0 and are named; additional ones have their id, twice. */
function fieldOf(key: string) {
  const parsed = parseFieldKey(key);
  if ('base' in parsed) return { fieldId: 0, field: parsed.base };
  return { fieldId: parsed.fieldId, recordAdditionalFieldByTypeId: parsed.fieldId };
}

function criteriaOf({ operator, value, values }: FilterCondition) {
  if (takesNoValue(operator)) return { operator };
  return takesMany(operator) ? { operator, values: [...(values ?? [])] } : { operator, value: value ?? '' };
}

type Asked = Pick<GridView, 'filters' | 'search' | 'showsDeleted'> & Partial<Pick<GridView, 'sort'>>;

export function toRecordQuery(recordTypeId: number, view: Asked): RecordQuery {
  return {
    recordTypeId,
    enabled: !view.showsDeleted,
    filters: view.filters.map((condition, priority) => ({
      ...fieldOf(condition.field),
      logicOperator: condition.logicOperator,
      priority,
      filterCriteria: criteriaOf(condition),
    })),
    ...(view.sort && {
      sort: view.sort.map(({ column, direction }) => ({
        ...fieldOf(column),
        sort: direction === 'asc' ? ('ASC' as const) : ('DESC' as const),
      })),
    }),
    ...(view.search !== '' && { search: view.search }),
    // Whose days and times are meant; without a question of them the answer is the same everywhere.
    ...((view.search !== '' || view.filters.length > 0) && { timeZone: viewerZone() }),
  };
}

/** The switches of the document: what the shown columns need. */
export function toSwitches(shownKeys: readonly string[]): Record<string, boolean> {
  const switches: Record<string, boolean> = {};
  for (const key of shownKeys) {
    if ('fieldId' in parseFieldKey(key)) switches['additional'] = true;
    else if (!alwaysAsked.has(key)) switches[key] = true;
  }
  return switches;
}

const alwaysAsked = new Set(['id', 'recordNumber', 'enabled', 'recordFile']);
