import { addDays, showDay } from '@rowhouse/domain/kernel/dates.ts';
import type { FilterCondition } from '@rowhouse/domain/records/filter-rules.ts';
import { endOfWeek, type DueGroup } from '@rowhouse/domain/start/due-groups.ts';
import { currentUser } from '@rowhouse/domain/values/choice.ts';
import type { AssignedGrid } from './api.ts';

export const dueNames: Readonly<Record<DueGroup, string>> = {
  OVERDUE: 'Overdue',
  TODAY: 'Today',
  THIS_WEEK: 'This week',
  LATER: 'Later',
  NO_DATE: 'No due date',
};

const dayMs = 86_400_000;
const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / dayMs);

/** "Due Date 4 days ago": which field it is, and when. */
export function sayDue(deadline: string, fieldName: string, today: string): string {
  const days = daysBetween(deadline, today);
  if (days === 0) return `${fieldName} today`;
  if (days === 1) return `${fieldName} yesterday`;
  if (days === -1) return `${fieldName} tomorrow`;
  if (days > 1 && days <= 14) return `${fieldName} ${days} days ago`;
  return `${fieldName} ${showDay(deadline)}`;
}

const and = (field: string, operator: FilterCondition['operator'], value?: string): FilterCondition =>
  value === undefined
    ? { logicOperator: 'AND', field, operator }
    : { logicOperator: 'AND', field, operator, value };

/** The conditions by which a grid shows what is open and assigned to the viewer, of one group or of all. */
export function assignedFilters(grid: AssignedGrid, due: DueGroup | null, today: string): FilterCondition[] {
  return [
    and('assignedTo', 'is', currentUser),
    ...grid.closingStatusIds.map((id) => and('status', 'not', String(id))),
    ...(due === null ? [] : dueFilters(grid.deadline?.key ?? null, due, today)),
  ];
}

function dueFilters(field: string | null, due: DueGroup, today: string): FilterCondition[] {
  // Where no date is seen all are without one.
  if (field === null) return [];
  const end = endOfWeek(today);
  switch (due) {
    case 'OVERDUE':
      return [and(field, 'before', today)];
    case 'TODAY':
      return [and(field, 'is', today)];
    case 'THIS_WEEK':
      return [and(field, 'onOrAfter', addDays(today, 1)), and(field, 'onOrBefore', end)];
    case 'LATER':
      return [and(field, 'after', end)];
    case 'NO_DATE':
      return [and(field, 'isEmpty')];
  }
}
