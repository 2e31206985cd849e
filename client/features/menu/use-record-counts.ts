// The numbers beside the items of the menu, asked for in one request and again when somebody's change is told.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { watchRecordTypes } from '../../platform/watch-record-types.ts';
import { countRecordsByType } from './api.ts';

const queryKey = ['menu', 'counts'];
/** A count that was left out because it takes long; it is asked for at leisure. */
const pendingMs = 15_000;
/** However much is changed, the numbers are asked for no more often. */
const restMs = 3000;

export type RecordCounts = ReadonlyMap<number, number | null>;
const none: RecordCounts = new Map();

/** By record type, null while a count is not known; empty until they are known, and where they cannot be had. */
export function useRecordCounts(): RecordCounts {
  const client = useQueryClient();
  const { data: counts = none } = useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<RecordCounts> =>
      new Map(
        (await countRecordsByType(signal)).map(({ recordTypeId, total }) => [recordTypeId, total ?? null]),
      ),
    refetchInterval: ({ state }) => ([...(state.data?.values() ?? [])].includes(null) ? pendingMs : false),
  });
  const watched = [...counts.keys()].join(',');

  useEffect(() => {
    if (watched === '') return undefined;
    return watchRecordTypes(
      watched.split(',').map(Number),
      // Which records there are is all that is counted; a confined role hears of a record that comes into sight.
      ({ whole, changes }) => whole || changes.some(({ kind }) => kind !== 'updated'),
      () => void client.invalidateQueries({ queryKey }),
      restMs,
    );
  }, [client, watched]);
  return counts;
}
