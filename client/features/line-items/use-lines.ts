import { queryOptions, useQuery } from '@tanstack/react-query';
import { findLines, findLineTypes } from './api.ts';
import { gatherLines, readLineTypes, type Line } from './line.ts';

/** The kinds of lines that records of the type have; none where the role sees none. */
export function useLineTypes(recordTypeId: number, isOffered: boolean) {
  return useQuery({
    queryKey: ['line-items', 'types', recordTypeId],
    queryFn: async ({ signal }) => readLineTypes(await findLineTypes(recordTypeId, signal)),
    enabled: isOffered,
    staleTime: 60_000,
  });
}

export const linesKey = (recordId: number) => ['line-items', 'lines', recordId] as const;

/** Asked for when the panel opens, and never as a whole while somebody works in it, unless very much has changed. */
export const useLines = (recordId: number, recordTypeId: number, isOffered = true) =>
  useQuery({ ...linesQuery(recordId, recordTypeId), enabled: isOffered });

/** Those of an open panel: it hears of their changes, and knows what of them is being edited. */
export const useLinesOfPanel = (recordId: number, recordTypeId: number) =>
  useQuery({ ...linesQuery(recordId, recordTypeId), meta: { isLive: true } });

const linesQuery = (recordId: number, recordTypeId: number) =>
  queryOptions({
    queryKey: linesKey(recordId),
    queryFn: ({ signal }) => askForAllLines(recordId, recordTypeId, signal),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    // The page of a record counts them before their panel opens: it does not ask again.
    staleTime: 5000,
    gcTime: 0,
  });

export async function askForAllLines(
  recordId: number,
  recordTypeId: number,
  signal?: AbortSignal,
): Promise<Line[]> {
  return gatherLines(await findLines(recordId, recordTypeId, signal));
}
