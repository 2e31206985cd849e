import type { DataType } from '../fields/data-types.ts';
import { valueOf } from '../values/values.ts';
import type { FilterCondition } from './filter-rules.ts';
import { joinAnswers, matchesValue } from './matches.ts';

/** A filter over the record's own fields that was found valid: the same answer for everybody, on every day. */
export type RecordCondition = FilterCondition & { readonly dataType: DataType };

/** What a record holds by field key, as the contract writes it; null where it is empty, undefined where it is not known. */
export type ReadValue = (key: string) => string | null | undefined;

/** Whether the record meets the conditions; null where a value that they ask for is not known. */
export function meets(conditions: readonly RecordCondition[], read: ReadValue): boolean | null {
  const answers: { isMet: boolean; logicOperator: RecordCondition['logicOperator'] }[] = [];
  for (const condition of conditions) {
    const { field, dataType, logicOperator } = condition;
    const given = read(field);
    if (given === undefined) return null;
    const stored = given === null || valueOf(dataType).isEmpty(given) ? null : given;
    // Days of moments are those of UTC, so that the answer does not depend on where somebody stands.
    answers.push({ isMet: matchesValue(dataType, stored, condition, inUtc), logicOperator });
  }
  return joinAnswers(answers);
}

const inUtc = { timeZone: 'UTC', nowMs: 0 };
