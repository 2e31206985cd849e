import { queryOptions, useQuery } from '@tanstack/react-query';
import { setViewerZone } from '../../platform/clock.ts';
import { chooseTheme } from '../../ui/theme-configuration.ts';
import { getUserDetails, type UserDetails } from './api.ts';

/** Names and memberships change seldom, and the server checks each call anyhow. */
export const userDetailsQuery = queryOptions({
  queryKey: ['identity', 'user-details'],
  queryFn: async ({ signal }) => applyProfile(await getUserDetails(signal)),
  staleTime: 60_000,
});

/** Before anything is drawn from it: in the person's palette, and in their time zone. */
export function applyProfile(details: UserDetails): UserDetails {
  setViewerZone(details.timeZone);
  chooseTheme(details.theme);
  return details;
}

export function useUserDetails() {
  return useQuery(userDetailsQuery);
}

/** Specification 2: the role for the tenant, 'Unknown' if none. */
export function roleNameIn(details: UserDetails | undefined, tenantId: string | null): string {
  const membership = details?.tenants.find(({ tenant }) => String(tenant.id) === tenantId);
  return membership?.role.name ?? 'Unknown';
}

/** The company at the address now, else the one that had it. */
export function findTenantByUrl(details: UserDetails, url: string) {
  const sought = url.toLowerCase();
  const tenants = details.tenants.map(({ tenant }) => tenant);
  return (
    tenants.find((tenant) => tenant.url.toLowerCase() === sought) ??
    tenants.find(({ formerUrls }) => formerUrls.includes(sought)) ??
    null
  );
}
