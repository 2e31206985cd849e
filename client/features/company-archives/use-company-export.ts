import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { findCompanyExport, startCompanyExport } from './api.ts';

const askAgainMs = 1_000;

const exportQuery = queryOptions({
  queryKey: ['company-archives', 'export'],
  queryFn: ({ signal }) => findCompanyExport(signal),
});

/** Asked for again while it runs. */
export const useCompanyExport = () =>
  useQuery({
    ...exportQuery,
    refetchInterval: ({ state }) => (state.data?.state === 'RUNNING' ? askAgainMs : false),
  });

export function useStartExport(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    client.setQueryData(exportQuery.queryKey, await startCompanyExport());
  };
}
