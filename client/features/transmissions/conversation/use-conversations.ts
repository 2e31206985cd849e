import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { watchRecordComments } from '../../../platform/socket.ts';
import { findConversations, findToAnswer, type Conversation } from './api.ts';

const none: readonly Conversation[] = [];

const ofRecord = (recordId: number, onDay: string | null, recordTypeId?: number) =>
  queryOptions({
    queryKey: ['transmissions', 'conversations', recordId, onDay],
    queryFn: ({ signal }) =>
      findConversations({ recordId, onDay, ...(recordTypeId !== undefined && { recordTypeId }) }, signal),
  });

/** What is said about the record that is open; asked for anew when either company has said something. */
export function useConversations(recordId: number, recordTypeId: number, enabled: boolean) {
  const client = useQueryClient();
  useEffect(
    () =>
      enabled
        ? watchRecordComments(
            { recordId, recordTypeId },
            () => void client.invalidateQueries({ queryKey: ['transmissions', 'conversations', recordId] }),
          )
        : undefined,
    [client, enabled, recordId, recordTypeId],
  );
  return useQuery({ ...ofRecord(recordId, null, recordTypeId), enabled }).data ?? none;
}

/** As they stood at the end of a day. */
export const usePastConversations = (recordId: number, onDay: string | null) =>
  useQuery({ ...ofRecord(recordId, onDay), enabled: onDay !== null });

const lookAgainMs = 15_000;

export const useToAnswer = (offset: number) =>
  useQuery({
    queryKey: ['transmissions', 'to-answer', offset],
    queryFn: ({ signal }) => findToAnswer(offset, signal),
    refetchInterval: lookAgainMs,
    placeholderData: (before) => before,
  });
