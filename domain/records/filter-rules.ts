// When a filter is valid (Specification 5). `whyNotCondition` is asked on both floors; `whyNotTyped` adds what
// binds only the person who types: the refusal of marks is the specified behaviour of the panel and no defence,
// for the server binds every value.
import { isDay, isInstant, isTime } from '../kernel/dates.ts';
import type { DataType, ValueFamily } from '../fields/data-types.ts';
import { valueFamily } from '../fields/data-types.ts';
import { largestNumber, longestSlotText, mostFilters, mostFilterValues } from './limits.ts';
import type { Operator } from './operators.ts';
import { operators, operatorsOf, takesMany, takesNoValue } from './operators.ts';

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

/** Specification 5: a value that starts with this means the present user. */
export const presentUser = '@username';
export const meansPresentUser = (value: string): boolean => value.startsWith(presentUser);

const number = /^-?\d{1,16}(\.\d{1,20})?$/;
const id = /^[1-9]\d{0,15}$/;

const isNumber = (text: string) => number.test(text) && Math.abs(Number(text)) <= largestNumber;
const isId = (text: string) => id.test(text) && Number(text) <= Number.MAX_SAFE_INTEGER;

const readsAs: Readonly<Record<ValueFamily, (text: string) => string | null>> = {
  text: (text) => (text.length <= longestSlotText ? null : `at most ${longestSlotText} characters`),
  number: (text) => (isNumber(text) ? null : 'a number'),
  date: (text) => (isDay(text) ? null : 'a date as MM/DD/YYYY'),
  datetime: (text) => (isInstant(text) ? null : 'a date and time'),
  time: (text) => (isTime(text) ? null : 'a time as HH:mm'),
  relation: (text) => (isId(text) || meansPresentUser(text) ? null : 'a value from the list'),
  relations: (text) => (isId(text) || meansPresentUser(text) ? null : 'a value from the list'),
  checkbox: () => null,
  opaque: () => null,
};

/** The sentence that says why the condition cannot be applied, or null when it can. */
export function whyNotCondition(field: FilterField | undefined, condition: FilterCriteria): string | null {
  if (!field) return 'Choose a field.';
  if (!field.filterable) return `${field.name} cannot be filtered.`;
  const { operator, value, values } = condition;
  if (!operatorsOf(field.dataType).includes(operator))
    return `${field.name} cannot be filtered by '${operators[operator]}'.`;
  if (takesNoValue(operator)) return null;
  if (takesMany(operator)) {
    if (values == null) return `${field.name}: '${operators[operator]}' takes a list of values.`;
    if (values.length > mostFilterValues) return `${field.name} takes at most ${mostFilterValues} values.`;
  } else if (values != null) return `${field.name}: a list of values is only for '${operators.isAnyOf}'.`;
  const given = takesMany(operator) ? (values ?? []) : [value ?? ''];
  if (given.length === 0 || given.some((text) => text.trim() === '')) return `${field.name} needs a value.`;
  const read = readsAs[valueFamily(field.dataType)];
  for (const text of given) {
    const expected = read(text);
    if (expected !== null) return `${field.name} needs ${expected}.`;
  }
  return null;
}

const marks = /;|'|--|\/\*|\*\//;
const typedNumber = /^-?\d+(\.\d{1,2})?$/;

/** What binds a value that a person types, beside `whyNotCondition`. */
export function whyNotTyped(field: FilterField, condition: FilterCriteria): string | null {
  if (takesNoValue(condition.operator)) return null;
  const given = condition.values ?? (condition.value == null ? [] : [condition.value]);
  if (given.some((text) => marks.test(text)))
    return `${field.name}: a value cannot contain a semicolon, a single quote, a double dash or a comment mark.`;
  if (valueFamily(field.dataType) === 'number' && given.some((text) => !typedNumber.test(text)))
    return `${field.name} takes numbers with at most 2 decimals.`;
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
