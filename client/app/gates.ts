// Who may come in, decided before a page is loaded (Specification 2). A gate answers with a redirect or lets
// through; what ends a session later is noticed by SessionWatch.
import type { QueryClient } from '@tanstack/react-query';
import { redirect, type LoaderFunctionArgs } from 'react-router';
import { loginToTenant } from '../features/identity/api.ts';
import { findTenantByUrl, userDetailsQuery } from '../features/identity/user-details.ts';
import { RequestFailure } from '../platform/request-failure.ts';
import { endSession, enterTenant, getSession } from '../platform/session.ts';
import { rememberRedirectPath } from '../platform/storage/redirect-path.ts';
import { isExpired } from '../platform/token-claims.ts';
import { snackbars } from '../ui/snackbars.tsx';

/** `/` leads to the stored tenant path, or to /404 when none is stored. */
export function leaveForTenantPath(): Response {
  return redirect(getSession().tenantPath ?? '/404');
}

export function requireSignedOut(): Response | null {
  const { serviceToken, tenantPath, expired } = getSession();
  if (serviceToken === null || expired) return null;
  if (isExpired(serviceToken)) {
    endSession('over');
    return null;
  }
  return redirect(tenantPath ?? '/select-tenant');
}

export function requireSignedIn({ request }: LoaderFunctionArgs): null {
  const { serviceToken } = getSession();
  if (serviceToken === null || isExpired(serviceToken)) {
    const { pathname, search, hash } = new URL(request.url);
    if (pathname !== '/select-tenant') rememberRedirectPath(`${pathname}${search}${hash}`);
    if (serviceToken !== null) endSession('over');
    throw redirect('/login');
  }
  return null;
}

/** Lets a member in, into another tenant than the present one by logging in to it. */
export async function enterTenantRoute(queryClient: QueryClient, asked: LoaderFunctionArgs): Promise<null> {
  requireSignedIn(asked);
  const details = await queryClient.fetchQuery(userDetailsQuery).catch((failure: unknown) => {
    // The session is not known to the server any more: the modal is up, and leads to /login.
    if (failure instanceof RequestFailure && failure.code === 'UNAUTHENTICATED') return null;
    throw failure;
  });
  if (details === null) return null;
  const { tenantId, tenantPath, backendToken } = getSession();
  const tenant = findTenantByUrl(details, asked.params['tenantName'] ?? '');
  if (tenant === null) {
    throw redirect(
      tenantPath === null ? '/select-tenant' : `${tenantPath}/dashboard?message=notAccessTenant`,
    );
  }
  const isPresent = String(tenant.id) === tenantId;
  if (isPresent && backendToken !== null && !isExpired(backendToken)) return null;
  const entered = await loginToTenant(tenant.id);
  enterTenant(entered.tenant, entered.token);
  if (!isPresent) snackbars.success(`You are now in ${entered.tenant.name}.`);
  return null;
}
