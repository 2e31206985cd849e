// How many groups there may be, before anything is read. It only says what is worth while: answers do not depend on it.
import type { AuthorisedField } from '@rowhouse/domain/access/authorised-record-type.ts';
import type { Interval } from '@rowhouse/domain/aggregates/interval.ts';
import { storedForm } from './stored-forms.ts';

type Grouping = {
  readonly field: AuthorisedField;
  readonly interval: Interval | null;
  readonly ranking: readonly number[] | null;
};

/** In a dozen years. */
const periods: Readonly<Record<Interval, number>> = {
  DAY: 4400,
  WEEK: 630,
  MONTH: 144,
  QUARTER: 48,
  YEAR: 12,
};

/** Groups of the stored days beyond which the month of each record is found sooner: they leave the memory of a sort or of a hash. */
export const mostGroupsOfDays = 5000;

export const byDays = <Group extends Grouping>(group: Group): Group =>
  group.interval === null ? group : { ...group, interval: 'DAY' };

/** Infinite where nothing is known: of numbers and texts. */
export const estimateGroups = (groups: readonly Grouping[]): number =>
  groups.reduce((product, group) => product * estimateValues(group), 1);

function estimateValues({ field, interval, ranking }: Grouping): number {
  if (interval !== null) return periods[interval];
  if (ranking !== null) return ranking.length + 1;
  return storedForm(field.dataType).letter === 'b' ? 3 : Infinity;
}
