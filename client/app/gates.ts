// Who may come in, decided before a page is loaded (Specification 2). A gate answers with a redirect or lets
// through; what ends a session later is noticed by SessionWatch.
import { isPageAddress } from '@rowhouse/domain/tenants/page-addresses.ts';
import type { QueryClient } from '@tanstack/react-query';
import { redirect, type LoaderFunctionArgs } from 'react-router';
import { loginToTenant } from '../features/identity/api.ts';
import { firstSegment, isPublicSegment } from '../features/identity/sign-in/safe-redirect-path.ts';
import { actionsQuery, menuQuery } from '../features/menu/use-menu.ts';
import { isSecondFactorOwed } from '../features/identity/second-factor/second-factor-owed.ts';
import { signInMethodsQuery } from '../features/identity/sign-in/sign-in-methods.ts';
import { findTenantByUrl, userDetailsQuery } from '../features/identity/user-details.ts';
import { asksForSecondFactor, RequestFailure } from '../platform/request-failure.ts';
import { endSession, enterTenant, getSession, leaveTenant, moveTenant } from '../platform/session.ts';
import { readFirstLink } from '../platform/storage/opened-first-link.ts';
import { readInvitation } from '../platform/storage/opened-invitation.ts';
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
  if (isSecondFactorOwed()) return redirect('/setupmfa');
  return redirect(tenantPath ?? '/select-tenant');
}

/** The link of an invitation, and that of a first start, are for the signed in as well. */
export function requireSignedOutOrInvited(): Response | null {
  const isInvited =
    /^#(invitation|first)=/.test(window.location.hash) ||
    readInvitation() !== null ||
    readFirstLink() !== null;
  return isInvited ? null : requireSignedOut();
}

/** What the pages at the door show depends on it: asked for beside their code. Without an answer they show the usual. */
export async function askSignInMethods(queryClient: QueryClient): Promise<null> {
  await queryClient.ensureQueryData(signInMethodsQuery).catch(() => undefined);
  return null;
}

/** A forgotten password is for the provider where it is kept there. */
export async function requirePasswords(queryClient: QueryClient): Promise<Response | null> {
  const methods = await queryClient.ensureQueryData(signInMethodsQuery).catch(() => null);
  return methods?.passwords === false ? redirect('/login') : null;
}

/** Lets in whoever has a session and no second factor that comes first. */
export function requireSignedIn(asked: LoaderFunctionArgs): null {
  requireSession(asked);
  if (!isSecondFactorOwed()) return null;
  rememberPathOf(asked);
  throw redirect('/setupmfa');
}

export function requireSession(asked: LoaderFunctionArgs): null {
  const { serviceToken } = getSession();
  if (serviceToken === null || isExpired(serviceToken)) {
    rememberPathOf(asked);
    if (serviceToken !== null) endSession('over');
    throw redirect('/login');
  }
  return null;
}

/** Beside what the gate asks, and not after it: mostly the tenant is the one of before. What fails is asked for again. */
function askForMenu(queryClient: QueryClient): void {
  const { backendToken } = getSession();
  if (backendToken === null || isExpired(backendToken)) return;
  void queryClient.prefetchQuery(menuQuery);
  void queryClient.prefetchQuery(actionsQuery);
}

/** Nobody is asked to sign in for an address that can be no page. */
function requireSomeAddress({ request }: LoaderFunctionArgs): void {
  const { pathname } = new URL(request.url);
  const isOfCompany = !isPublicSegment(firstSegment(pathname)) && getSession().serviceToken !== null;
  if (!isOfCompany && !isPageAddress(pathname)) throw notFound();
}

const notFound = () => new Response(null, { status: 404 });

/** Only what lies in a company is come back to. */
function rememberPathOf({ request }: LoaderFunctionArgs): void {
  const { pathname, search, hash } = new URL(request.url);
  if (!isPublicSegment(firstSegment(pathname))) rememberRedirectPath(`${pathname}${search}${hash}`);
}

/** A former address of the company leads to the same place at its current one. */
function requireCurrentUrl(url: string, { request, params }: LoaderFunctionArgs): void {
  if (params['tenantName']?.toLowerCase() === url.toLowerCase()) return;
  const { pathname, search, hash } = new URL(request.url);
  throw redirect(`/${[url, ...pathname.split('/').slice(2)].join('/')}${search}${hash}`);
}

/** Lets a member in, into another tenant than the current one by logging in to it. */
export async function enterTenantRoute(queryClient: QueryClient, asked: LoaderFunctionArgs): Promise<null> {
  requireSomeAddress(asked);
  requireSignedIn(asked);
  askForMenu(queryClient);
  const details = await queryClient.fetchQuery(userDetailsQuery).catch((failure: unknown) => {
    // The session is not known to the server any more: the modal is up, and leads to /login.
    if (failure instanceof RequestFailure && failure.code === 'UNAUTHENTICATED') return null;
    throw failure;
  });
  if (details === null) return null;
  const { tenantId, tenantPath, backendToken } = getSession();
  const tenant = findTenantByUrl(details, asked.params['tenantName'] ?? '');
  if (tenant === null) {
    // What the server answers with 404 is told as not found here too. Only one's own menu may hold an address of another depth.
    if (!isPageAddress(new URL(asked.request.url).pathname)) throw notFound();
    if (details.tenants.some(({ tenant: own }) => String(own.id) === tenantId)) {
      throw redirect(`${tenantPath}/dashboard?message=notAccessTenant`);
    }
    // Where the session stood, the person belongs no more.
    if (tenantId !== null) snackbars.warning('You do not belong to that company any more.');
    leaveTenant();
    throw redirect('/select-tenant');
  }
  requireCurrentUrl(tenant.url, asked);
  const isCurrent = String(tenant.id) === tenantId;
  if (isCurrent && tenantPath !== `/${tenant.url}`) moveTenant(tenant.url);
  if (isCurrent && backendToken !== null && !isExpired(backendToken)) return null;
  const entered = await loginToTenant(tenant.id).catch((failure: unknown) => {
    if (!asksForSecondFactor(failure)) throw failure;
    rememberPathOf(asked);
    throw redirect('/setupmfa');
  });
  enterTenant(entered.tenant, entered.token);
  if (!isCurrent) snackbars.success(`You are now in ${entered.tenant.name}.`);
  return null;
}
