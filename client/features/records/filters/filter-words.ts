// A condition in the words of its chip: 'Status is any of 3', 'Order date is on or after 07/01/2026'.
import { valueFamily } from '@rowhouse/domain/fields/data-types.ts';
import { showDay, showInstant, showTime } from '@rowhouse/domain/kernel/dates.ts';
import { showDisabled } from '@rowhouse/domain/kernel/formats.ts';
import { meansPresentUser, type FilterCondition } from '@rowhouse/domain/records/filter-rules.ts';
import { operators, takesNoValue } from '@rowhouse/domain/records/operators.ts';
import type { Option } from '../../../ui/inputs/option.ts';
import type { RecordField } from '../record-field.ts';

export const presentUserName = 'Me (@username)';

export function wordsOfValue(
  field: RecordField,
  value: string,
  options: readonly Option[],
  timeZone: string,
): string {
  if (meansPresentUser(value)) return presentUserName;
  switch (valueFamily(field.dataType)) {
    case 'relation':
    case 'relations': {
      const option = options.find(({ id }) => id === value);
      if (!option) return value;
      return option.enabled ? option.name : showDisabled(option.name);
    }
    case 'date':
      return showDay(value);
    case 'datetime':
      return showInstant(value, timeZone);
    case 'time':
      return showTime(value);
    default:
      return value;
  }
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
  if (given.length > 1) return { name, rest: `${phrase} ${given.length}` };
  const only = given[0] ?? '';
  return { name, rest: `${phrase} ${field ? wordsOfValue(field, only, options, timeZone) : only}` };
}
