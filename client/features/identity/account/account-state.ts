import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { callAuth } from '../../../platform/auth.ts';
import { useSession } from '../use-session.ts';

const securityStateQuery = queryOptions({
  queryKey: ['identity', 'security-state'],
  queryFn: ({ signal }) => callAuth('security-state', {}, { signal }),
});

/** What guards the account of who is signed in, as it is now. */
export function useSecurityState() {
  const { serviceToken } = useSession();
  return useQuery({ ...securityStateQuery, enabled: serviceToken !== null });
}

/** To be awaited after whatever changes it, so that the page shows what became of it. */
export function useReloadSecurityState(): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(() => client.invalidateQueries({ queryKey: securityStateQuery.queryKey }), [client]);
}
