import type { DataType } from '../fields/data-types.ts';
import type { FilterCondition } from '../records/filter-rules.ts';
import { operators, takesMany, takesNoValue } from '../values/operators.ts';
import { valueOf } from '../values/values.ts';

type Said<Field> = { readonly field: Field; readonly condition: FilterCondition };

/** 'Total is greater than 25000 and Approved By is not empty' */
export function sayConditions<Field extends { readonly name: string; readonly dataType: DataType }>(
  conditions: readonly Said<Field>[],
  nameOf: (field: Field) => (id: number) => string,
): string {
  return conditions
    .map(({ field, condition }, index) => {
      const joint = index === 0 ? '' : condition.logicOperator === 'OR' ? 'or ' : 'and ';
      return `${joint}${field.name} ${sayCriteria(condition, field, nameOf(field))}`;
    })
    .join(' ');
}

function sayCriteria(
  { operator, value, values }: FilterCondition,
  { dataType }: { readonly dataType: DataType },
  nameOf: (id: number) => string,
): string {
  const words = operators[operator];
  const verb = words.startsWith('is') || /^(contains|starts|ends|equals)/.test(words) ? words : `is ${words}`;
  if (takesNoValue(operator)) return verb;
  const given = takesMany(operator) ? (values ?? []) : [value ?? ''];
  const shown = given.map((text) => valueOf(dataType).filter.show(text, { timeZone: 'UTC', nameOf }));
  return `${verb} ${shown.join(operator === 'between' ? ' and ' : ', ')}`;
}
