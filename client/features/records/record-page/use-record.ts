// One record as its page shows it, by the ordinary operation: whole, as the role may see it.
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { RequestFailure } from '../../../platform/request-failure.ts';
import { findRecords } from '../api.ts';
import { findLastChanges } from '../last-changes.ts';
import type { RecordRow } from '../record-row.ts';

/** @returns null for one that is not there, or not to be seen: nobody learns which */
export const recordQuery = (recordTypeId: number, recordId: number) =>
  queryOptions({
    queryKey: ['records', recordTypeId, 'one', recordId],
    queryFn: async ({ signal, client }): Promise<RecordRow | null> => {
      const options = { signal, together: true };
      try {
        // Who changed it last comes with it: asked for when it is there, it would be a round trip of its own.
        const [[record = null], changes] = await Promise.all([
          findRecords(recordTypeId, [recordId], options),
          findLastChanges(recordTypeId, [recordId], options),
        ]);
        if (record !== null)
          client.setQueryData(lastChangeKey(recordTypeId, record), changes.get(recordId) ?? null);
        return record;
      } catch (failure) {
        if (failure instanceof RequestFailure && isNotThere.has(failure.code)) return null;
        throw failure;
      }
    },
    staleTime: 0,
    gcTime: 60_000,
  });

const lastChangeKey = (recordTypeId: number, record: RecordRow | null) =>
  ['records', recordTypeId, 'last-change', record?.id, record?.version] as const;

const isNotThere: ReadonlySet<string> = new Set(['NOT_FOUND', 'FORBIDDEN', 'INVALID']);

/** The record before stands until the next one comes. */
export function useRecord(recordTypeId: number, recordId: number) {
  return useQuery({ ...recordQuery(recordTypeId, recordId), placeholderData: keepPreviousData });
}

/** Who changed the record last, as far as the viewer may know; undefined until it is known, null for nobody. */
export function useLastChange(recordTypeId: number, record: RecordRow | null) {
  return useQuery({
    queryKey: lastChangeKey(recordTypeId, record),
    queryFn: async () => (await findLastChanges(recordTypeId, [record!.id])).get(record!.id) ?? null,
    enabled: record !== null,
    staleTime: 60_000,
  }).data;
}
