import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { findFiles, findForms } from './api.ts';

const formsQuery = queryOptions({
  queryKey: ['order-entry', 'forms'],
  queryFn: ({ signal }) => findForms(signal),
});

/** Their links open the files for a minute: they are asked for anew whenever the page comes. */
const filesQuery = queryOptions({
  queryKey: ['order-entry', 'files'],
  queryFn: ({ signal }) => findFiles(signal),
  staleTime: 0,
  gcTime: 0,
  refetchOnWindowFocus: false,
});

export const useOrderForms = () => useQuery(formsQuery);
export const useOrderFileList = () => useQuery(filesQuery);

export function useRefreshOrderFiles(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: filesQuery.queryKey });
}
