import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { getSettings, listDashboards, preferDashboard, type Dashboard } from './api.ts';

const dashboardsQuery = queryOptions({
  queryKey: ['dashboards', 'mine'],
  queryFn: ({ signal }) => listDashboards(signal),
  staleTime: 60_000,
});

/** Those of the company; Start, which everybody has, is not among them. */
export const useDashboards = () => useQuery(dashboardsQuery);

export const useDashboardSettings = (enabled: boolean) =>
  useQuery({
    queryKey: ['dashboards', 'settings'],
    queryFn: ({ signal }) => getSettings(signal),
    enabled,
  });

const boardParameter = 'board';
const start = 'start';

/** The address that opens it; null is Start. */
export const boardSearch = (id: number | null): string => `?${boardParameter}=${id ?? start}`;

export type OpenDashboard =
  | { readonly kind: 'loading' }
  | { readonly kind: 'start' }
  | { readonly kind: 'dashboard'; readonly dashboard: Dashboard }
  /** Deleted, or no longer shared with the role. */
  | { readonly kind: 'gone' };

/** What the address says, else what the person wants first. Without an answer it is Start, which needs none. */
export function useOpenDashboard(): OpenDashboard {
  const [parameters] = useSearchParams();
  const asked = parameters.get(boardParameter);
  const { data, error } = useDashboards();
  if (asked === start) return { kind: 'start' };
  if (data === undefined) return error === null ? { kind: 'loading' } : { kind: 'start' };
  if (asked === null) {
    const preferred = data.find(({ selected }) => selected);
    return preferred === undefined ? { kind: 'start' } : { kind: 'dashboard', dashboard: preferred };
  }
  const dashboard = data.find(({ id }) => String(id) === asked);
  return dashboard === undefined ? { kind: 'gone' } : { kind: 'dashboard', dashboard };
}

/** Whatever comes of the change, the list is up to date before the answer. */
export function useChangeDashboards(): <Made>(change: () => Promise<Made>) => Promise<Made> {
  const client = useQueryClient();
  return async (change) => {
    try {
      return await change();
    } finally {
      await client.invalidateQueries({ queryKey: dashboardsQuery.queryKey });
    }
  };
}

/** Shown at once. Specification 8: one that fails is logged, and nobody is stopped by it. */
export function usePreferDashboard(): (id: number | null) => void {
  const client = useQueryClient();
  return (id) => {
    client.setQueryData(dashboardsQuery.queryKey, (before) =>
      before?.map((dashboard) => ({ ...dashboard, selected: dashboard.id === id })),
    );
    preferDashboard(id)
      // oxlint-disable-next-line no-console -- the log of a browser
      .catch((failure: unknown) => console.warn('The first dashboard was not kept.', failure))
      .finally(() => void client.invalidateQueries({ queryKey: dashboardsQuery.queryKey }));
  };
}

export const hostOf = ({ serverUrl }: Pick<Dashboard, 'serverUrl'>): string =>
  serverUrl === null ? '' : (URL.parse(serverUrl)?.host ?? serverUrl);
