import { useQuery } from '@tanstack/react-query';
import { request } from '../../platform/graphql/request.ts';
import { findChangedLines, findLines, findLineTypes } from './api.ts';
import { gatherLines, readLineTypes, type Line } from './line.ts';
import type { FoundLine } from './merge-lines.ts';

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

/** Asked for when the panel opens, and never as a whole while somebody works in it, unless very much has changed. */
export function useLines(recordId: number) {
  return useQuery({
    queryKey: linesKey(recordId),
    queryFn: ({ signal }) => askForAllLines(recordId, signal),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    gcTime: 0,
  });
}

/** As they stand now; those that are gone are not in it. */
export async function askForLines(recordId: number, lineIds: readonly number[]): Promise<FoundLine[]> {
  const data = { recordHeadersIds: [recordId], rowIds: [...lineIds] };
  const items = (await request(findChangedLines, { data })).findLineItems;
  const places = new Map(items.map(({ lineItemsRow }) => [lineItemsRow.id, lineItemsRow.index]));
  return gatherLines(items).map((line) => ({ line, index: places.get(Number(line.id)) ?? 0 }));
}

export async function askForAllLines(recordId: number, signal?: AbortSignal): Promise<Line[]> {
  const data = { recordHeadersIds: [recordId] };
  return gatherLines((await request(findLines, { data }, signal && { signal })).findLineItems);
}
