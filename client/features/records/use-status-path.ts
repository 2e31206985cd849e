import type { StatusPath } from '@rowhouse/domain/status-paths/path-of.ts';
import { useQuery } from '@tanstack/react-query';
import { findStatusPath } from './api.ts';

/** The way of a type's statuses for the person who asks. */
export type OwnPath = StatusPath & { readonly userId: number };

/** For who has to know whether it is known yet. */
export const useStatusPathAnswer = (recordTypeId: number) =>
  useQuery({
    queryKey: ['lists', 'status-path', recordTypeId],
    // The server names data types that it knows.
    queryFn: async ({ signal }) =>
      ((await findStatusPath(recordTypeId, signal)) as OwnPath | undefined) ?? null,
    // A change of it is told to open screens.
    staleTime: 60_000,
  });

/** Null where its statuses are free, and until it is known: the server decides in any case. */
export const useStatusPath = (recordTypeId: number): OwnPath | null =>
  useStatusPathAnswer(recordTypeId).data ?? null;
