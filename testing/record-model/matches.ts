// What a filter means, in plain memory: written from Specification 5, 7 and 9 and the words of the contract, and not
// from any SQL. The record engine is held to it.
import { valueFamily } from '@rowhouse/domain/fields/data-types.ts';
import type { FilterCriteria, LogicOperator } from '@rowhouse/domain/records/filter-rules.ts';
import type { Operator } from '@rowhouse/domain/records/operators.ts';
import { compareText, foldCase } from './fold-case.ts';
import type { ModelField, ModelRecord } from './model-record.ts';

export type ModelFilter = {
  readonly field: ModelField;
  readonly criteria: FilterCriteria;
  readonly logicOperator: LogicOperator;
  readonly priority: number;
};

const minuteMs = 60_000;
/** A screen shows moments to the minute. */
const minuteOf = (moment: string): number => Math.floor(Date.parse(moment) / minuteMs);

type Order = (stored: string, asked: string) => number;

const byNumber: Order = (stored, asked) => Number(stored) - Number(asked);
const byMinute: Order = (stored, asked) => minuteOf(stored) - minuteOf(asked);

/** Equal and unequal, greater and less: the same for everything that has an order. */
function matchesOrder(order: Order, stored: string, { operator, value, values }: FilterCriteria): boolean {
  if (operator === 'isAnyOf') return (values ?? []).some((asked) => order(stored, asked) === 0);
  const difference = order(stored, value ?? '');
  const answers: Partial<Record<Operator, boolean>> = {
    equals: difference === 0,
    is: difference === 0,
    notEqual: difference !== 0,
    not: difference !== 0,
    greaterThan: difference > 0,
    after: difference > 0,
    greaterOrEqual: difference >= 0,
    onOrAfter: difference >= 0,
    lessThan: difference < 0,
    before: difference < 0,
    lessOrEqual: difference <= 0,
    onOrBefore: difference <= 0,
  };
  return answers[operator] ?? false;
}

function matchesText(stored: string, { operator, value, values }: FilterCriteria): boolean {
  const text = foldCase(stored);
  const asked = foldCase(value ?? '');
  switch (operator) {
    case 'contains':
      return text.includes(asked);
    case 'startsWith':
      return text.startsWith(asked);
    case 'endsWith':
      return text.endsWith(asked);
    case 'isAnyOf':
      return (values ?? []).some((one) => foldCase(one) === text);
    default:
      return (operator === 'equals') === (text === asked);
  }
}

function matchesSeveral(stored: string, { operator, value, values }: FilterCriteria): boolean {
  const chosen = new Set((JSON.parse(stored) as number[]).map(Number));
  if (operator === 'isAnyOf') return (values ?? []).some((asked) => chosen.has(Number(asked)));
  return (operator === 'is') === chosen.has(Number(value));
}

const negations = new Set<Operator>(['notEqual', 'not']);

export function matches(field: ModelField, record: ModelRecord, criteria: FilterCriteria): boolean {
  const stored = record.values.get(field.key);
  const { operator } = criteria;
  if (operator === 'isEmpty') return stored === undefined;
  if (operator === 'isNotEmpty') return stored !== undefined;
  if (operator === 'checked') return stored === 'true';
  if (operator === 'notChecked') return stored !== 'true';
  // An empty value is equal to nothing, and different from everything.
  if (stored === undefined) return negations.has(operator);
  switch (valueFamily(field.dataType)) {
    case 'text':
      return matchesText(stored, criteria);
    case 'relations':
      return matchesSeveral(stored, criteria);
    case 'date':
    case 'time':
      return matchesOrder(compareText, stored, criteria);
    case 'datetime':
      return matchesOrder(byMinute, stored, criteria);
    default:
      return matchesOrder(byNumber, stored, criteria);
  }
}

/** By priority, equal ones as they were sent; each joined to all before it, from the left. */
export function matchesAll(filters: readonly ModelFilter[], record: ModelRecord): boolean {
  const inOrder = filters
    .map((filter, index) => ({ filter, index }))
    .sort((one, other) => one.filter.priority - other.filter.priority || one.index - other.index);
  let answer: boolean | null = null;
  for (const { filter } of inOrder) {
    const next = matches(filter.field, record, filter.criteria);
    if (answer === null) answer = next;
    else answer = filter.logicOperator === 'OR' ? answer || next : answer && next;
  }
  return answer ?? true;
}
