// A condition in the words of its chip: 'Status is any of 3', 'Order date is on or after 07/01/2026'.
import type { FilterCondition } from '@rowhouse/domain/records/filter-rules.ts';
import { operators, takesNoValue, takesPeriod, takesRange } from '@rowhouse/domain/values/operators.ts';
import { isPeriod, periods } from '@rowhouse/domain/values/periods.ts';

import { valueOf } from '@rowhouse/domain/values/values.ts';
import type { Option } from '../../../ui/inputs/option.ts';
import { namesOf, showingOf } from '../../../values/shown-text.ts';
import type { RecordField } from '../record-field.ts';

export function wordsOfValue(
  { dataType }: RecordField,
  value: string,
  options: readonly Option[],
  timeZone: string,
): string {
  return valueOf(dataType).filter.show(value, showingOf(namesOf(options), timeZone));
}

export function wordsOfCondition(
  condition: FilterCondition,
  field: RecordField | undefined,
  options: readonly Option[],
  timeZone: string,
): { name: string; rest: string } {
  const { operator, value, values } = condition;
  const name = field?.name ?? condition.field;
  const phrase = operators[operator];
  if (takesNoValue(operator)) return { name, rest: phrase };
  const given = values ?? [value ?? ''];
  const show = (one: string) => (field ? wordsOfValue(field, one, options, timeZone) : one);
  if (takesPeriod(operator)) return { name, rest: `is ${sayPeriod(value ?? '')}` };
  if (takesRange(operator)) return { name, rest: `${phrase} ${given.map(show).join(' and ')}` };
  if (given.length > 1) return { name, rest: `${phrase} ${given.length}` };
  return { name, rest: `${phrase} ${show(given[0] ?? '')}` };
}

/** 'is today', 'is this week', 'is in the last 7 days'. */
function sayPeriod(period: string): string {
  if (!isPeriod(period)) return period;
  return periods[period].startsWith('the ') ? `in ${periods[period]}` : periods[period];
}
