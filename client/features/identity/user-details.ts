import { queryOptions, useQuery } from '@tanstack/react-query';
import { getUserDetails, type UserDetails } from './api.ts';

/** Names and memberships change seldom, and the server checks each call anyhow. */
export const userDetailsQuery = queryOptions({
  queryKey: ['identity', 'user-details'],
  queryFn: ({ signal }) => getUserDetails(signal),
  staleTime: 60_000,
});

export function useUserDetails() {
  return useQuery(userDetailsQuery);
}

/** Specification 2: the role for the tenant, 'Unknown' if none. */
export function roleNameIn(details: UserDetails | undefined, tenantId: string | null): string {
  const membership = details?.tenants.find(({ tenant }) => String(tenant.id) === tenantId);
  return membership?.role.name ?? 'Unknown';
}

export function findTenantByUrl(details: UserDetails, url: string) {
  return details.tenants.find(({ tenant }) => tenant.url.toLowerCase() === url.toLowerCase())?.tenant ?? null;
}
