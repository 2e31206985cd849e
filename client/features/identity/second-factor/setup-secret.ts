import { queryOptions, useQuery } from '@tanstack/react-query';
import { callAuth } from '../../../platform/auth.ts';

const setupSecretQuery = queryOptions({
  queryKey: ['identity', 'setup-secret'],
  queryFn: ({ signal }) => callAuth('setup-totp', {}, { signal }),
  // Each call makes another secret: one a visit, and none is kept afterwards.
  staleTime: Infinity,
  gcTime: 0,
});

export function useSetupSecret({ enabled }: { enabled: boolean }) {
  return useQuery({ ...setupSecretQuery, enabled });
}
