import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { watchRecordComments } from '../../platform/socket.ts';
import { countComments, type CommentedRecord, type Reading } from './api.ts';

export const readingQuery = (record: CommentedRecord) =>
  queryOptions({
    queryKey: ['comments', 'reading', record.recordTypeId, record.recordId],
    queryFn: async ({ signal }): Promise<Reading | null> => countComments(record, signal),
  });

/** How many comments the record has, and how many the viewer has not read: for the tab, also while it is not shown. */
export function useUnreadComments({ recordId, recordTypeId }: CommentedRecord): {
  readonly total: number;
  readonly unread: number;
  readonly reading: Reading | null;
} {
  const client = useQueryClient();
  const record = { recordId, recordTypeId };
  const { data } = useQuery(readingQuery(record));
  useEffect(
    () =>
      watchRecordComments({ recordId, recordTypeId }, () => {
        void client.invalidateQueries({ queryKey: readingQuery({ recordId, recordTypeId }).queryKey });
      }),
    [client, recordId, recordTypeId],
  );
  return { total: data?.total ?? 0, unread: data?.unread ?? 0, reading: data ?? null };
}
