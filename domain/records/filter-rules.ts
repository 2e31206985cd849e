// When a filter is valid (Specification 5). `whyNotCondition` is asked on both floors; `whyNotTyped` adds what
// binds only the person who types: the refusal of marks is the specified behaviour of the panel and no defence,
// for the server binds every value.
import type { DataType } from '../fields/data-types.ts';
import { valueOf } from '../values/values.ts';
import { mostFilters, mostFilterValues } from './limits.ts';
import type { Operator } from '../values/operators.ts';
import { operators, takesMany, takesNoValue, takesPeriod, takesRange } from '../values/operators.ts';
import { isPeriod, periods } from '../values/periods.ts';

export type LogicOperator = 'AND' | 'OR';

export type FilterCriteria = {
  readonly operator: Operator;
  readonly value?: string | null | undefined;
  readonly values?: readonly string[] | null | undefined;
};

export type FilterCondition = FilterCriteria & {
  /** The field's key: 'status', 'f12'. */
  readonly field: string;
  /** How it joins all that stands before it; not used on the first. */
  readonly logicOperator: LogicOperator;
};

export type FilterField = {
  readonly key: string;
  readonly name: string;
  readonly dataType: DataType;
  readonly filterable: boolean;
};

/** The sentence that says why the condition cannot be applied, or null when it can. */
export function whyNotCondition(field: FilterField | undefined, condition: FilterCriteria): string | null {
  if (!field) return 'Choose a field.';
  if (!field.filterable) return `${field.name} cannot be filtered.`;
  const { operator, value, values } = condition;
  const type = valueOf(field.dataType);
  if (!type.operators.includes(operator))
    return `${field.name} cannot be filtered by '${operators[operator]}'.`;
  if (takesNoValue(operator)) return null;
  if (takesMany(operator)) {
    if (values == null) return `${field.name}: '${operators[operator]}' takes a list of values.`;
    if (takesRange(operator) && values.length !== 2)
      return `${field.name}: '${operators[operator]}' takes two values.`;
    if (values.length > mostFilterValues) return `${field.name} takes at most ${mostFilterValues} values.`;
  } else if (values != null) return `${field.name}: a list of values is only for '${operators.isAnyOf}'.`;
  const given = takesMany(operator) ? (values ?? []) : [value ?? ''];
  if (given.length === 0 || given.some((text) => text.trim() === '')) return `${field.name} needs a value.`;
  for (const text of given) {
    const whyNot = (takesPeriod(operator) ? whyNotPeriod : type.filter.whyNot)(field.name, text);
    if (whyNot !== null) return whyNot;
  }
  if (takesRange(operator) && type.filter.isAfter(given[0] ?? '', given[1] ?? ''))
    return `${field.name}: the first value cannot come after the second.`;
  return null;
}

const whyNotPeriod = (name: string, text: string): string | null =>
  isPeriod(text) ? null : `${name} needs one of ${Object.values(periods).join(', ')}.`;

const marks = /;|'|--|\/\*|\*\//;

/** What binds a value that a person types, beside `whyNotCondition`. */
export function whyNotTyped(field: FilterField, condition: FilterCriteria): string | null {
  if (takesNoValue(condition.operator)) return null;
  const given = condition.values ?? (condition.value == null ? [] : [condition.value]);
  if (given.some((text) => marks.test(text)))
    return `${field.name}: a value cannot contain a semicolon, a single quote, a double dash or a comment mark.`;
  const { whyNotTyped: whyNotText } = valueOf(field.dataType).filter;
  for (const text of given) {
    const whyNot = whyNotText(field.name, text);
    if (whyNot !== null) return whyNot;
  }
  return null;
}

/** For each condition its sentence or null, in order; and one for the whole when it is too long. */
export function whyNotFilters(
  fields: ReadonlyMap<string, FilterField>,
  conditions: readonly FilterCondition[],
): { readonly each: readonly (string | null)[]; readonly whole: string | null } {
  const each = conditions.map((condition) => {
    const field = fields.get(condition.field);
    return whyNotCondition(field, condition) ?? (field ? whyNotTyped(field, condition) : null);
  });
  const whole = conditions.length > mostFilters ? `At most ${mostFilters} conditions can be applied.` : null;
  return { each, whole };
}

/** The stored criteria of a role's field, or null when they are not of a form that a filter has. */
export function findFilterCriteria(stored: unknown): FilterCriteria | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const { operator, value, values } = stored as Record<string, unknown>;
  if (typeof operator !== 'string' || !Object.hasOwn(operators, operator)) return null;
  if (value != null && typeof value !== 'string') return null;
  const isList = (given: unknown): given is string[] =>
    Array.isArray(given) && given.every((text) => typeof text === 'string');
  if (values != null && !isList(values)) return null;
  return { operator: operator as Operator, value, values };
}
