// The parts of the start page, each asked for and failing by itself.
import type { FilterAndSortInput } from '@rowhouse/domain/contract.generated.ts';
import { addDays, toInstant } from '@rowhouse/domain/kernel/dates.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { todayHere, viewerZone } from '../../platform/clock.ts';
import { quietly } from '../../platform/quietly.ts';
import { watchRecordTypes } from '../../platform/watch-record-types.ts';
import { countView, findAssigned, findChanges, findViews } from './api.ts';

/** However much is changed, the parts are asked for no more often. */
const restMs = 5000;
/** What several types say at the same time is one reason to ask. */
const gatherMs = 300;

/** What counts as news: from the beginning of yesterday on, where the viewer is. */
export const sinceYesterday = (today: string): string => toInstant(addDays(today, -1), '00:00', viewerZone());

export function useAssigned() {
  const today = todayHere();
  return useQuery({
    queryKey: ['start', 'assigned', today],
    queryFn: ({ signal }) => findAssigned(today, signal),
  });
}

export function useChanges() {
  const since = sinceYesterday(todayHere());
  return useQuery({
    queryKey: ['start', 'changes', since],
    queryFn: ({ signal }) => findChanges(since, signal),
  });
}

export function useViews() {
  return useQuery({ queryKey: ['grid-preferences', 'mine'], queryFn: ({ signal }) => findViews(signal) });
}

const askAgainMs = 1000;

export function useViewCount(query: FilterAndSortInput) {
  return useQuery({
    queryKey: ['start', 'count', query],
    queryFn: ({ signal }) => countView(query, signal),
    refetchInterval: ({ state }) => (state.data?.totalState === 'PENDING' ? askAgainMs : false),
  });
}

/** Committed changes bring the parts up to date. */
export function useStartFollows(recordTypeIds: readonly number[]): void {
  const client = useQueryClient();
  const watched = recordTypeIds.join(',');
  useEffect(() => {
    if (watched === '') return undefined;
    let isOver = false;
    // Each type says whether it was changed while the page opened: what is asked after the first of them is asked for all.
    let isReadAgain = false;
    const read = () => void quietly({ client, queryKeys: [['start']], isOver: () => isOver });
    const stop = watchRecordTypes(
      watched.split(',').map(Number),
      ({ whole, changes }, isOlder) =>
        whole || changes.length > 0 || (isOlder && !isReadAgain && (isReadAgain = true)),
      () => void window.setTimeout(read, gatherMs),
      restMs,
    );
    return () => {
      isOver = true;
      stop();
    };
  }, [client, watched]);
}
