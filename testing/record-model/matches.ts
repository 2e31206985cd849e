// The model's filters: a condition means what `domain/records/matches.ts` says, and the record engine is held to it.
import { joinAnswers, matchesValue, type AskedAt } from '@rowhouse/domain/records/matches.ts';
import type { FilterCriteria, LogicOperator } from '@rowhouse/domain/records/filter-rules.ts';
import type { ModelField, ModelRecord } from './model-record.ts';

export type ModelFilter = {
  readonly field: ModelField;
  readonly criteria: FilterCriteria;
  readonly logicOperator: LogicOperator;
  readonly priority: number;
};

/** Where and when somebody asks. */
const hereAndNow = (): AskedAt => ({ timeZone: 'UTC', nowMs: Date.now() });

export const matches = (
  field: ModelField,
  record: ModelRecord,
  criteria: FilterCriteria,
  at: AskedAt = hereAndNow(),
): boolean => matchesValue(field.dataType, record.values.get(field.key) ?? null, criteria, at);

/** By priority, equal ones as they were sent; each joined to all before it, from the left. */
export function matchesAll(
  filters: readonly ModelFilter[],
  record: ModelRecord,
  at: AskedAt = hereAndNow(),
): boolean {
  const inOrder = filters
    .map((filter, index) => ({ filter, index }))
    .sort((one, other) => one.filter.priority - other.filter.priority || one.index - other.index);
  return joinAnswers(
    inOrder.map(({ filter }) => ({
      isMet: matches(filter.field, record, filter.criteria, at),
      logicOperator: filter.logicOperator,
    })),
  );
}
