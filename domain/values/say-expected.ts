// The specification binds sentences that say that something is wrong and not what would be right: that is said after them.
import type { DataType } from '../fields/data-types.ts';
import { invalidDate } from '../kernel/dates.ts';
import { notNumeric } from './read-number.ts';
import { valueOf } from './values.ts';

/** To a person: a program writes values as they are stored. */
export function sayExpected<Sentence extends string | null>(
  dataType: DataType,
  sentence: Sentence,
): Sentence | string {
  const { example } = valueOf(dataType);
  return example !== undefined && (sentence === invalidDate || sentence === notNumeric)
    ? `${sentence}. Write ${example}.`
    : sentence;
}
