// What a file would change of the dashboards that are shared here.
import { invalid } from '../kernel/refusal.ts';
import { describeDashboard } from './describe-dashboard.ts';
import { draft } from './difference.ts';
import type { Draft } from './difference.ts';
import type { DashboardPart } from './format.ts';
import { matchDashboards } from './match-dashboards.ts';

type ComparedDashboards = {
  readonly drafts: readonly Draft[];
  readonly sameCount: number;
};

export const nameTwice = (name: string): string =>
  `More than one shared dashboard is called “${name}”, so that nobody can say which one is meant. Give one of them another name, here or in the other company, and compare again.`;

/** Refuses a new one that is shared with nobody: it would be the importing person's own. */
export function compareDashboards(
  given: readonly DashboardPart[] | undefined,
  current: readonly DashboardPart[],
): ComparedDashboards {
  if (given === undefined) return { drafts: [], sameCount: 0 };
  const { pairs, unclear } = matchDashboards(given, current);
  const drafts = pairs.flatMap(({ given: one, current: other, key }): Draft[] => {
    if (other !== null) {
      const changes = describeDashboard(one, other);
      return changes.length === 0
        ? []
        : [{ ...draft('dashboards', key, 'CHANGED', other.name, one), changes }];
    }
    if (one.enabled === false) return [];
    if (one.roles === undefined)
      throw invalid(
        `${one.name} names no role: a dashboard of a file is shared with at least one. Nothing was changed.`,
        'text',
      );
    return [{ ...draft('dashboards', key, 'NEW', one.name, one), about: sayCharts(one) }];
  });
  const asked = unclear.map(({ given: one, key }) => ({
    ...draft('dashboards', key, 'CHANGED', one.name, one),
    stays: [nameTwice(one.name)],
  }));
  return {
    drafts: [...drafts, ...asked],
    sameCount: pairs.length - drafts.length,
  };
}

function sayCharts({ widgets = [] }: DashboardPart): string {
  return `${widgets.length} ${widgets.length === 1 ? 'chart' : 'charts'}`;
}
