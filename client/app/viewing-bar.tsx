import { useQuery } from '@tanstack/react-query';
import { useSession } from '../features/identity/use-session.ts';
import { userDetailsQuery } from '../features/identity/user-details.ts';
import { ViewAsBar } from '../features/view-as/view-as-bar.tsx';

/** Asks nothing of its own: whoever is signed in has their details asked for in any case. */
export function ViewingBar() {
  const { serviceToken, tenantPath } = useSession();
  const { data } = useQuery({ ...userDetailsQuery, enabled: serviceToken !== null });
  const viewing = data?.viewing ?? null;
  if (viewing === null) return null;
  return <ViewAsBar viewing={viewing} backTo={tenantPath === null ? '/' : `${tenantPath}/dashboard`} />;
}
