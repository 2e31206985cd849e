import type { DataType } from '../fields/data-types.ts';
import type { FilterCondition, FilterCriteria } from '../records/filter-rules.ts';
import { valueOf } from '../values/values.ts';
import type { Interval } from './interval.ts';
import { daysOfBucket } from './interval.ts';
import type { MeasureKind } from './measures.ts';

export type GroupedBy = {
  readonly field: { readonly key: string; readonly dataType: DataType };
  /** Of a date or a moment. */
  readonly interval: Interval | null;
};

/**
 * The conditions that find exactly the records of a group. They are put behind the filters that the groups were asked
 * with: a filter is folded from the left, so that each of them narrows all that stands before.
 *
 * @param values of the groups, from the outermost on, as the answer has them; null where the field is empty
 */
export const filtersOfGroup = (
  groups: readonly GroupedBy[],
  values: readonly (string | null)[],
): FilterCondition[] =>
  values.flatMap((value, index) => {
    const group = groups[index];
    if (group === undefined) return [];
    return criteriaOf(group, value).map((criteria) => ({
      ...criteria,
      field: group.field.key,
      logicOperator: 'AND' as const,
    }));
  });

function criteriaOf({ field, interval }: GroupedBy, value: string | null): readonly FilterCriteria[] {
  if (interval === null || value === null) return valueOf(field.dataType).filter.same(value ?? '');
  const { first, last } = daysOfBucket(interval, value);
  if (first === null) return [{ operator: 'onOrBefore', value: last }];
  return first === last
    ? [{ operator: 'is', value: first }]
    : [{ operator: 'between', values: [first, last] }];
}

/** Which of the counted records a measure is of: those where the field is filled, empty or ticked. */
export function filtersOfMeasure(kind: MeasureKind, field: string): FilterCondition[] {
  const operators = { FILLED: 'isNotEmpty', EMPTY: 'isEmpty', CHECKED: 'checked' } as const;
  const operator = kind in operators ? operators[kind as keyof typeof operators] : null;
  return operator === null ? [] : [{ field, operator, logicOperator: 'AND' }];
}
