// What an administrator cannot keep as a transition from status to status.
import type { DataType } from '../fields/data-types.ts';
import { whyNotCondition, type FilterCondition } from '../records/filter-rules.ts';
import { takesPeriod } from '../values/operators.ts';
import { mostPathConditions, mostTransitions } from './limits.ts';
import type { TransitionDesign } from './transition.ts';

type ConditionField = { readonly key: string; readonly name: string; readonly dataType: DataType };

/** The grid's rules, without what depends on the day on which it is asked: the answer is the same for everybody. */
export function whyNotPathCondition(
  field: ConditionField | undefined,
  condition: FilterCondition,
): string | null {
  if (field === undefined) return 'Choose a field.';
  if (takesPeriod(condition.operator))
    return `${field.name}: a condition cannot depend on the day on which it is asked.`;
  return whyNotCondition({ ...field, filterable: true }, condition);
}

export const tooManyConditions = `A transition has at most ${mostPathConditions} conditions.`;
export const tooManyTransitions = `A record type has at most ${mostTransitions} transitions between its statuses.`;
export const transitionTwice = (from: string, to: string): string =>
  `There is a transition from ${from} to ${to} already.`;
export const transitionToItself = 'A transition leads to another status.';

/** By which transitions are told apart: there is one from a status to a status. */
export const transitionKey = ({
  fromStatusId,
  toStatusId,
}: Pick<TransitionDesign, 'fromStatusId' | 'toStatusId'>): string => `${fromStatusId ?? 'new'} ${toStatusId}`;
