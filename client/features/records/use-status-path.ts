import type { StatusPath } from '@rowhouse/domain/status-paths/path-of.ts';
import { useQuery } from '@tanstack/react-query';
import { request } from '../../platform/graphql/request.ts';
import { statusPath } from './api.ts';

/** The way of a type's statuses for the person who asks. */
export type OwnPath = StatusPath & { readonly userId: number };

/** Null where its statuses are free, and until it is known: the server decides in any case. */
export const useStatusPath = (recordTypeId: number): OwnPath | null =>
  useQuery({
    queryKey: ['lists', 'status-path', recordTypeId],
    async queryFn({ signal }) {
      const data = { recordTypes: [recordTypeId] };
      const [found] = (await request(statusPath, { data }, { signal, together: true })).findStatusPaths;
      // The server names data types that it knows.
      return (found as OwnPath | undefined) ?? null;
    },
  }).data ?? null;
