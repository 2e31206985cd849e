// Where somebody goes who has just proved who they are: the one way for a password, a code, a provider's page and
// an invitation (Specifications 2 and 4).
import type { QueryClient } from '@tanstack/react-query';
import type { SignInAnswer } from '@rowhouse/domain/identity/auth-calls.ts';
import { callAuth } from '../../../platform/auth.ts';
import { asksForSecondFactor } from '../../../platform/request-failure.ts';
import { endSession, enterTenant, startSession } from '../../../platform/session.ts';
import { readFirstLink } from '../../../platform/storage/opened-first-link.ts';
import { forgetInvitation, readInvitation } from '../../../platform/storage/opened-invitation.ts';
import { rememberRedirectPath, takeRedirectPath } from '../../../platform/storage/redirect-path.ts';
import { forgetRegistration } from '../../../platform/storage/waiting-registration.ts';
import { snackbars } from '../../../ui/snackbars.tsx';
import { loginToTenant, loginUser } from '../api.ts';
import { findInvitationEnd } from '../registration/invitation.ts';
import { findSafeRedirectPath, firstSegment } from './safe-redirect-path.ts';
import { isSecondFactorOwed, oweSecondFactor } from '../second-factor/second-factor-owed.ts';
import { findTenantByUrl, userDetailsQuery } from '../user-details.ts';

/** Of the person, outside of every company. */
const ownPages: ReadonlySet<string> = new Set(['account']);

export type SignedIn = Extract<SignInAnswer, { serviceToken: string }>;

/** Keeps the session, and does what waits for one. Answers the path to go to. */
export async function beginSession(
  answer: SignedIn,
  queryClient: QueryClient,
  first?: () => Promise<void>,
): Promise<string> {
  startSession(answer.serviceToken, answer.email);
  forgetRegistration();
  try {
    await first?.();
    if (answer.outcome === 'TOTP_SETUP_NEEDED') oweSecondFactor();
    return await findWayIn(queryClient);
  } catch (failure) {
    // Half a session opens nothing, and would only hide the sign-in page.
    endSession('over');
    throw failure;
  }
}

/** The path to go to with a session, after the backend login where there is a tenant for one. */
export async function findWayIn(queryClient: QueryClient): Promise<string> {
  if (isSecondFactorOwed()) return '/setupmfa';
  if (readInvitation() !== null || readFirstLink() !== null) return '/register';
  const path = findSafeRedirectPath(takeRedirectPath(), window.location.origin);
  try {
    return (path !== null && (await enterTenantOf(path, queryClient))) || (await enterLastTenant(path));
  } catch (failure) {
    if (path !== null) rememberRedirectPath(path);
    if (asksForSecondFactor(failure)) return '/setupmfa';
    throw failure;
  }
}

/** What the link of an invitation is for. The company that was joined is the next place to go to. */
export async function joinTenant(token: string, queryClient: QueryClient): Promise<void> {
  const joined = await callAuth('join-tenant', { token }).catch((failure: unknown) => {
    // Signing in by a provider has accepted it already.
    if (findInvitationEnd(failure) === 'used') return null;
    throw failure;
  });
  forgetInvitation();
  if (joined !== null) rememberRedirectPath(`/${joined.tenant.url}`);
  queryClient.removeQueries({ queryKey: userDetailsQuery.queryKey });
}

async function enterTenantOf(path: string, queryClient: QueryClient): Promise<string | null> {
  if (ownPages.has(firstSegment(path))) {
    await enterLastTenant(null);
    return path;
  }
  const found = findTenantByUrl(await queryClient.fetchQuery(userDetailsQuery), firstSegment(path));
  if (found === null) return null;
  const { tenant, token } = await loginToTenant(found.id);
  enterTenant(tenant, token);
  snackbars.success(`You are now in ${tenant.name}.`);
  return path;
}

/** A path that is left over names a company that the person does not belong to. */
async function enterLastTenant(foreignPath: string | null): Promise<string> {
  const login = await loginUser();
  if (login === null) return '/select-tenant';
  enterTenant(login.tenant, login.token);
  return foreignPath === null
    ? `/${login.tenant.url}`
    : `/${login.tenant.url}/dashboard?message=notAccessTenant`;
}
