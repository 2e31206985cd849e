import { useQuery } from '@tanstack/react-query';
import { request } from '../../platform/graphql/request.ts';
import { findLines, findLineTypes } from './api.ts';
import { gatherLines, readLineTypes } from './line.ts';

/** The kinds of lines that records of the type have; none where the role sees none. */
export function useLineTypes(recordTypeId: number, isOffered: boolean) {
  return useQuery({
    queryKey: ['line-items', 'types', recordTypeId],
    queryFn: async ({ signal }) => {
      const data = { recordType: recordTypeId };
      return readLineTypes((await request(findLineTypes, { data }, { signal })).findAllLineItemsByType);
    },
    enabled: isOffered,
    staleTime: 60_000,
  });
}

export const linesKey = (recordId: number) => ['line-items', 'lines', recordId] as const;

/** Asked for when the panel opens, and never while somebody works in it. */
export function useLines(recordId: number) {
  return useQuery({
    queryKey: linesKey(recordId),
    queryFn: async ({ signal }) => {
      const data = { recordHeadersIds: [recordId] };
      return gatherLines((await request(findLines, { data }, { signal })).findLineItems);
    },
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    gcTime: 0,
  });
}
