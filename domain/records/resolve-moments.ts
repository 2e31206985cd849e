import type { ValueFamily } from '../values/value.ts';
import { dayAt, isDay } from '../kernel/dates.ts';
import type { FilterCriteria } from './filter-rules.ts';
import { daysOf, isPeriod, spanOf } from '../values/periods.ts';

/** Where and when somebody asks. */
export type AskedAt = { readonly timeZone: string; readonly nowMs: number };

/** Puts days in the place of a period, and of a date-time's day all of its instants in the zone. */
export function resolveMoments(
  criteria: FilterCriteria,
  family: ValueFamily,
  { timeZone, nowMs }: AskedAt,
): FilterCriteria {
  if (criteria.operator === 'isWithin') {
    const period = criteria.value ?? '';
    if (!isPeriod(period)) return criteria;
    const days = daysOf(period, dayAt(nowMs, timeZone));
    return family === 'datetime'
      ? { operator: 'is', value: spanOf(days, timeZone) }
      : { operator: 'between', values: [days.first, days.last] };
  }
  if (family !== 'datetime') return criteria;
  const resolve = (value: string) => (isDay(value) ? spanOf({ first: value, last: value }, timeZone) : value);
  if (criteria.values != null) return { ...criteria, values: criteria.values.map(resolve) };
  return criteria.value == null ? criteria : { ...criteria, value: resolve(criteria.value) };
}
