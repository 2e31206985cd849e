import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useSession } from '../features/identity/use-session.ts';
import { firstSegment, isPublicSegment } from '../features/identity/sign-in/safe-redirect-path.ts';
import { callAuth } from '../platform/auth.ts';
import { loadAnew } from '../platform/load-anew.ts';
import { watchPerson } from '../platform/person-at-work.ts';
import { expireSession } from '../platform/session.ts';
import { closeSignInWindow } from '../platform/sign-in-window.ts';
import { rememberRedirectPath } from '../platform/storage/redirect-path.ts';
import { findExpiry } from '../platform/token-claims.ts';
import { abandonUnsavedWork } from '../platform/unsaved-work.ts';

/** Paths outside of every company that show something of the person all the same. */
const signedInPaths = new Set(['/select-tenant', '/account', '/change', '/setupmfa', '/configured']);

/** Leads to where the session belongs when it ends or changes, here or in another tab, and tells when its time is over. */
export function SessionWatch() {
  const { serviceToken, held, leftOnPurpose, secondFactorDemanded } = useSession();
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const first = firstSegment(pathname);
  const isInside = first !== '' && !isPublicSegment(first);
  const isOfSomebody = isInside || signedInPaths.has(pathname);

  useEffect(() => {
    if (serviceToken !== null || held || !isOfSomebody) return;
    if (!leftOnPurpose && isInside) rememberRedirectPath(`${pathname}${search}${hash}`);
    void navigate('/login', { replace: true });
  }, [serviceToken, held, leftOnPurpose, isInside, isOfSomebody, pathname, search, hash, navigate]);

  useEffect(() => {
    if (!secondFactorDemanded || serviceToken === null || !isInside) return;
    rememberRedirectPath(`${pathname}${search}${hash}`);
    void navigate('/setupmfa', { replace: true });
  }, [secondFactorDemanded, serviceToken, isInside, pathname, search, hash, navigate]);

  const isSignedIn = serviceToken !== null;
  useEffect(() => {
    if (isSignedIn) closeSignInWindow();
  }, [isSignedIn]);

  // Who types for long, or only looks, makes no call of their own.
  useEffect(
    () =>
      isSignedIn ? watchPerson(() => void callAuth('still-here', {}).catch(() => undefined)) : undefined,
    [isSignedIn],
  );

  useClockOfTokens();
  useOnePerson();
  return null;
}

function useClockOfTokens(): void {
  const { serviceToken, backendToken } = useSession();
  useEffect(() => {
    const expiries = [serviceToken, backendToken].flatMap((token) =>
      token === null ? [] : (findExpiry(token) ?? []),
    );
    if (expiries.length === 0) return undefined;
    const end = Math.min(...expiries) * 1000;
    const check = () => {
      if (Date.now() >= end) expireSession();
    };
    const timer = setTimeout(check, Math.min(Math.max(0, end - Date.now()), longestTimeoutMs));
    // A machine that slept through the timer is asked when it is looked at again.
    window.document.addEventListener('visibilitychange', check);
    return () => {
      clearTimeout(timer);
      window.document.removeEventListener('visibilitychange', check);
    };
  }, [serviceToken, backendToken]);
}

const longestTimeoutMs = 2 ** 31 - 1;

/** Another tab has signed somebody else in: nothing of the former person stays on the screen or in memory. */
function useOnePerson(): void {
  const { email } = useSession();
  const former = useRef(email);
  useEffect(() => {
    const isSomebodyElse = former.current !== null && email !== null && former.current !== email;
    former.current = email;
    if (!isSomebodyElse) return;
    abandonUnsavedWork();
    loadAnew('/login');
  }, [email]);
}
