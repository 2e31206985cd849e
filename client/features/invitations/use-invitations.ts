import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { listInvitations } from './api.ts';

const invitationsQuery = queryOptions({
  queryKey: ['invitations'],
  queryFn: ({ signal }) => listInvitations(signal),
});

/** Invitations and the roles that may be given; only for an administrator. */
export function useInvitations(enabled: boolean) {
  return useQuery({ ...invitationsQuery, enabled });
}

/** Carries out a change; the list is up to date before the answer, whatever comes of it. */
export function useInvitationChange(): (change: () => Promise<void>) => Promise<void> {
  const client = useQueryClient();
  return async (change) => {
    try {
      await change();
    } finally {
      await client.invalidateQueries({ queryKey: invitationsQuery.queryKey });
    }
  };
}
